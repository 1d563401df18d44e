"""Score candidates and put them in order; pure functions of their arguments."""
