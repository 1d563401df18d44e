"""What a terminal shows while the code of a revision that was named is indexed."""

from __future__ import annotations

import sys
from collections.abc import Callable


def show_building(oid: str) -> Callable[[int, int], None]:
    """Say on standard error, where that is a terminal, what takes long; return what shows how far it is.

    Args:
        oid: object id of the commit.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        return lambda *_: None
    sys.stderr.write(f"building the code index of {oid[:7]} \u2026\n")
    sys.stderr.flush()

    def show(done: int, total: int) -> None:
        end = "\n" if done >= total else ""
        sys.stderr.write(f"\r{done}/{total} files{end}")
        sys.stderr.flush()

    return show
