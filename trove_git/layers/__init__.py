"""The layers of a commit's index, of uncommitted files and of the user: find, open, build and retain them."""
