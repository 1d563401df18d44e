"""When Python looks for garbage: never in the short process of a command, now and then where much is built.

Looking takes a tenth of the time that a question needs, and a process this short has no garbage. Only the owner of a
process stops it: `__main__.py`, and a worker that builds code. Nothing else changes it but for as long as it builds.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

COLLECT_AFTER = 100_000
"""New objects after which garbage is looked for: what is built is many objects that stay, and hardly any is garbage."""


def stop_collecting() -> None:
    """Look for no garbage in this process."""
    gc.disable()


class _Builds:
    """How many builds run at once in the threads of this process, and how it was before the first of them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running = 0
        self._enabled = True
        self._thresholds = gc.get_threshold()

    def begin(self) -> None:
        with self._lock:
            if self._running == 0:
                self._enabled, self._thresholds = gc.isenabled(), gc.get_threshold()
                gc.set_threshold(COLLECT_AFTER, *self._thresholds[1:])
                gc.enable()
            self._running += 1

    def end(self) -> None:
        with self._lock:
            self._running -= 1
            if self._running == 0:
                gc.set_threshold(*self._thresholds)
                if not self._enabled:
                    gc.disable()


_BUILDS = _Builds()
"""Garbage is a matter of the whole process, and so is this."""


@contextmanager
def collecting() -> Iterator[None]:
    """Look for garbage while much is made and dropped; when the last build has ended it is as it was."""
    _BUILDS.begin()
    try:
        yield
    finally:
        _BUILDS.end()


def skip_last_collection() -> None:
    """Let the interpreter end without the search that it makes at the end of a process."""
    gc.freeze()
