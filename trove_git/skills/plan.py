"""What installing and removing skills does to each file: decided first, from contents and digests alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from trove_git.skills.manifest import digest

MADE = "made"
CHANGED = "changed"
REMOVED = "removed"
UNCHANGED = "unchanged"
KEPT = "kept"


class Step(NamedTuple):
    """What happens to one file."""

    path: str
    """Below the folder of skills, separated by `/`."""
    verb: str
    """One of the constants above; KEPT where a person wrote or changed it."""
    after: bytes | None = None
    """What to write, for MADE and CHANGED."""


def plan_install(
    wanted: Mapping[str, bytes], present: Mapping[str, bytes], recorded: Mapping[str, str]
) -> tuple[list[Step], dict[str, str]]:
    """Decide what installing does.

    A file that is not as we left it is kept; so is one that we never wrote. What this version no longer has goes.

    Args:
        wanted: path → content of this version.
        present: path → content on disk, of the paths in `wanted` and `recorded`.
        recorded: path → digest of what we wrote last.

    Returns:
        The steps, by path, and what to record afterwards.
    """
    steps, record = [], {}
    for path, new in wanted.items():
        old = present.get(path)
        if old is None:
            step = Step(path, MADE, new)
        elif digest(old) == digest(new):
            step = Step(path, UNCHANGED)
        elif digest(old) == recorded.get(path):
            step = Step(path, CHANGED, new)
        else:
            step = Step(path, KEPT)
        steps.append(step)
        if step.verb != KEPT:
            record[path] = digest(new)
        elif path in recorded:
            record[path] = recorded[path]
    gone = {path: value for path, value in recorded.items() if path not in wanted}
    steps += plan_uninstall(present, gone)
    return sorted(steps), record


def plan_uninstall(present: Mapping[str, bytes], recorded: Mapping[str, str]) -> list[Step]:
    """Decide what uninstalling does: files that are as we left them go, others are kept.

    Args:
        present: path → content on disk.
        recorded: path → digest of what we wrote.
    """
    return [
        Step(path, REMOVED if digest(present[path]) == value else KEPT)
        for path, value in sorted(recorded.items())
        if path in present
    ]
