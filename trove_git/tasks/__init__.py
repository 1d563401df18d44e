"""What to read before a task: the parts of `git trove query`, with the reason for each."""
