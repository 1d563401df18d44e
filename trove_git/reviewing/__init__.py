"""Which entries may be wrong by now, with the changes that say so, and entries that say nearly the same."""
