"""Where a command works: the root, its troves and scopes, the folder it is asked from, the program itself."""
