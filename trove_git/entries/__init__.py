"""Entries and troves: read, check, list and write the fact files and their INDEX.md."""
