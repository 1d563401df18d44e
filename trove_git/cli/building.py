"""What a terminal shows while code is indexed for a question."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from trove_git.layers.names import Building

SHOWN_AFTER_SECONDS = 0.5
"""Before that nobody wonders what is going on."""


def watch_building() -> Building | None:
    """Return what shows the building of code; None where standard error is no terminal, and so nobody watches."""
    return show_building if sys.stderr is not None and sys.stderr.isatty() else None


def show_building(oid: str) -> Callable[[int, int], None]:
    """Return what shows on standard error, a terminal, how far a build is once it takes a moment.

    The line is taken away when the build is done.

    Args:
        oid: object id of the commit.
    """
    began = time.monotonic()

    def show(done: int, total: int) -> None:
        if time.monotonic() - began < SHOWN_AFTER_SECONDS:
            return
        text = f"indexing the code of {oid[:7]}: {done} of {total} files" if done < total else ""
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()

    return show
