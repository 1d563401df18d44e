"""How long the long tests run: short by default, in full where TROVE_TEST_FULL is set."""

from __future__ import annotations

import os

FULL = "TROVE_TEST_FULL" in os.environ


def scaled(short: int, full: int) -> int:
    """Return the size of a long test."""
    return full if FULL else short
