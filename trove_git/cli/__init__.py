"""The command line: parse arguments, call one command, print its result, exit."""
