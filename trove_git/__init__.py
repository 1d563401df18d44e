"""A versioned knowledge base in a Git repository: search it, and keep it right.

The package is the program `git-trove`; docs/architecture.md walks its rooms in
the order in which data flows through them.
"""

__version__ = "0.1.0"
