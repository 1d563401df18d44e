"""One command a module: its options, the call of its use case, and what it prints."""
