"""Which published revisions stay: what HEAD and other branches need, and a few that somebody named.

Whoever asks one old revision after the other (`ask --at`) must neither fill the disk nor push out what HEAD
needs, which may be the index of another commit: the nearest one, where that of HEAD takes long to build. So
revisions that were built because somebody named them are listed beside their layer, and have few places of
their own.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from trove_git.index.publish import clean_up, discard
from trove_git.index.store import Layer
from trove_git.storage import replace_file
from trove_git.workspace.workspace import Workspace

KEPT_NAMED = 3
"""Named revisions that stay, the latest used; fewer than `nearest.BASES_TRIED`, so that HEAD's is compared, too."""
ENDING = ".named"


def tidy(workspace: Workspace, layer: Layer, revision: str) -> None:
    """Remove what nobody needs any more, after a revision was published.

    Args:
        workspace: whose worktrees count.
        layer: where it was published.
        revision: what was published; it counts as named when no worktree stands on it.
    """
    heads = workspace.repository.worktree_heads()
    published = layer.list()[0]
    listed = _read(layer)
    named = {name for name in (*listed, revision) if name in published and name not in heads}
    places = [name for name in published if name in named and name != revision]
    gone = set(places[KEPT_NAMED - (revision in named) :])
    for name in gone:
        discard(layer, name)
    named -= gone
    if named != set(listed):
        _write(layer, sorted(named))
    clean_up(layer, {*heads, *named})


def _read(layer: Layer) -> Sequence[str]:
    try:
        with open(f"{layer.directory}{ENDING}", encoding="ascii") as f:
            return f.read().split()
    except (OSError, ValueError):
        return ()


def _write(layer: Layer, named: Sequence[str]) -> None:
    """Write the list; where that fails, or two write at once, a revision counts as one of a branch for a while."""
    with contextlib.suppress(OSError):
        replace_file(f"{layer.directory}{ENDING}", "".join(f"{name}\n" for name in named).encode("ascii"))
