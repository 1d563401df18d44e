"""What the same thing is called wherever it is printed or sent: counts, times, what speaks against an entry."""

from __future__ import annotations

from trove_git.records import FIRST_SECOND, LAST_SECOND, ChangedFile, MissingReference, Staleness, day_of, display_path

STALE_LINES = 2
"""Lines about an entry's staleness that are shown."""


def counted(count: int, one: str, many: str = "", *, at_least: bool = False) -> str:
    """Return a count with its noun: `1 file`, `2 entries`, `1+ commits`.

    Args:
        count: how many there are.
        one: the noun for one of them, with the words that follow it.
        many: the noun for any other count; made from `one` by adding `s`, or `ies` for a final `y`, where not given.
        at_least: whether there may be more.
    """
    if count == 1 and not at_least:
        return f"{count} {one}"
    return f"{count}{'+' * at_least} {many or _plural(one)}"


def _plural(noun: str) -> str:
    # `entry` and its compounds are the only nouns with a final y that are counted.
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def iso_time(seconds: int) -> str:
    """Return a time as ISO 8601 in UTC; one that no calendar has becomes the nearest that it has."""
    from datetime import UTC, datetime

    clamped = min(max(seconds, FIRST_SECOND), LAST_SECOND)
    return datetime.fromtimestamp(clamped, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def stale_lines(stale: Staleness | None) -> tuple[str, ...]:
    """Return what is shown of an entry's staleness: two lines at most, missing things first, and how many more."""
    if stale is None:
        return ()
    found = [*map(missing_line, stale.missing), *map(changed_line, stale.changed)]
    more = len(found) - STALE_LINES
    shown = found[:STALE_LINES]
    if more > 0:
        shown[-1] += f", +{more} more"
    return tuple(shown)


def changed_line(file: ChangedFile) -> str:
    """Say that commits changed a file after the entry."""
    commits = counted(file.commits, "commit", at_least=file.at_least)
    name = display_path(file.path) + (f" ({file.symbol})" if file.symbol else "")
    return f"stale? {name} changed in {commits} since, last {day_of(file.last)}"


def missing_line(gone: MissingReference) -> str:
    """Say that something the entry speaks about is gone, or where it is now."""
    name, day = display_path(gone.path or gone.reference), "" if gone.removed is None else day_of(gone.removed)
    if gone.moved_to:
        return f"dangling? {name} moved to {display_path(gone.moved_to)}" + (f" ({day})" if day else "")
    return f"dangling? {name} no longer exists" + (f" (removed {day})" if day else "")
