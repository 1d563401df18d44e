"""One question: narrow what is searched, rank it, choose the lines to cite; one searcher stays open for a prompt."""
