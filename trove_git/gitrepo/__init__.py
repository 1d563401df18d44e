"""Git as data: the repository's places, commits, trees, blobs and uncommitted paths."""
