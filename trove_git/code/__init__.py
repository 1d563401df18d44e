"""Bytes of one file → facts; facts of all files → summaries of modules, subsystems and the architecture."""
