"""The trove on disk: entry files, their front matter, the folder's layout, INDEX.md, links and checks."""
