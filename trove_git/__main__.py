"""Start the program: `git-trove`, or `python -m trove_git`."""

import sys

from trove_git.garbage import skip_last_collection, stop_collecting


def main() -> int:
    """Run the program as the only thing that this process does, and return its exit code."""
    # Before the rest is loaded, which makes many objects.
    stop_collecting()
    from trove_git.cli.main import main as run

    try:
        return run()
    finally:
        skip_last_collection()


if __name__ == "__main__":
    sys.exit(main())
