"""How doubtful a fact has become, from the files it is about as they were and as they are."""
