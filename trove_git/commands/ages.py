"""When each entry and doc of a commit was last changed, exactly and at any depth; kept for the next commit.

The newest commits come from the history layer. What none of them touched is looked for in all the
history behind, once: the next commit takes the answers over.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from trove_git.commands.history import newest_commits
from trove_git.commands.history_layer import history_layer_in
from trove_git.commands.keeping import tidy
from trove_git.commands.layers import folders_of, layer_in
from trove_git.errors import WriteError
from trove_git.gitrepo.history import read_commits, start_beyond
from trove_git.gitrepo.last_changes import LastChanges, find_last_changes, open_paths
from trove_git.index.publish import discard, publish_files, sweep
from trove_git.index.store import Layer
from trove_git.sources.plan import plan_commit

if TYPE_CHECKING:
    from trove_git.commands.place import Place
    from trove_git.gitrepo.repository import Commit

NAME = "ages.json"


def open_ages(place: Place, commit: Commit) -> Mapping[str, int]:
    """Return path below the top → time of its last change, in seconds since 1970, for all entries and docs.

    A path whose last change lies beyond the edge of a shallow clone is missing.

    Raises:
        GitError: the history cannot be read.
    """
    found = read_ages(place, commit)
    if found is not None:
        return found
    layers = [ages_layer_in(place, folder) for folder in folders_of(place)]
    ages = _find(place, commit, layers)

    def fill(directory: str) -> bool:
        with open(os.path.join(directory, NAME), "w", encoding="ascii") as f:
            f.write(json.dumps(ages))
        return True

    for layer in layers:
        with contextlib.suppress(WriteError):
            sweep(layer)
            # What is there and could not be read is broken.
            discard(layer, commit.oid)
            publish_files(layer, commit.oid, fill)
            tidy(place, layer, commit.oid)
            break
    return ages


def read_ages(place: Place, commit: Commit) -> dict[str, int] | None:
    """Return the same where it was found before, else None."""
    for folder in folders_of(place):
        directory = ages_layer_in(place, folder).path(commit.oid)
        found = _read(directory)
        if found is not None:
            with contextlib.suppress(OSError):
                os.utime(directory)
            return found
    return None


def ages_layer_in(place: Place, folder: str) -> Layer:
    """Return the layer of ages: it follows from what is an entry or doc, and from the history."""
    names = (os.path.basename(layer(place, folder).directory) for layer in (layer_in, history_layer_in))
    return Layer(folder, "ages-" + "-".join(name.rpartition("-")[2] for name in names))


def _read(directory: str) -> dict[str, int] | None:
    try:
        with open(os.path.join(directory, NAME), encoding="ascii") as f:
            return {str(path): int(time) for path, time in json.load(f).items()}
    except (OSError, ValueError, AttributeError):
        return None


def _find(place: Place, commit: Commit, layers: Sequence[Layer]) -> dict[str, int]:
    """Walk the newest commits, down to one whose ages are known; then, where needed, all behind them."""
    plan = plan_commit(place.repository, commit, place.root.prefix, place.settings().docs)
    paths = [place.root.prefix + planned.path for planned in plan.files]
    known = {
        revision: found
        for layer in layers
        for revision in layer.list()[0]
        if (found := _read(layer.path(revision))) is not None
    }
    near = find_last_changes(place.repository, newest_commits(place, commit), open_paths(commit.oid, paths), known)
    return {**near.times, **(_walk_beyond(place, near) if near.left else {})}


def _walk_beyond(place: Place, near: LastChanges) -> Mapping[str, int]:
    """Look at the whole history behind the commits that a walk has reached."""
    reached = [oid for oid in near.left if oid.isalnum()]
    paths = sorted({path for oid in reached for path in near.left[oid]})
    if not paths:
        return {}
    commits = read_commits(place.repository, start_beyond(place.repository, reached, paths).finish())
    return find_last_changes(place.repository, commits, {oid: near.left[oid] for oid in reached}).times
