"""Run the program as `python -m trove_git`."""

import sys

from trove_git.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
