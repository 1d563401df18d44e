"""Git hooks: install, chain, remove and prove them, natively and through managers; files are edited as text."""
