"""How old an entry is against the code that it is about, and what its hit says of that."""
