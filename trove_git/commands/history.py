"""The history layer of a commit: read where it is published, else made from the nearest one or from nothing.

A history follows from the commit and from what git is told about its ancestors: the edge of a shallow
clone, grafts and replacements, which are part of the layer's name.
"""

from __future__ import annotations

import contextlib
import os
from zlib import crc32

from trove_git.commands.layers import folders_of
from trove_git.commands.place import Place
from trove_git.errors import GitError, IndexCorrupt, WriteError
from trove_git.gitrepo.history import list_newest, read_commits, read_some, start_newest
from trove_git.gitrepo.last_changes import find_last_changes, open_paths
from trove_git.gitrepo.repository import Commit, Repository
from trove_git.index.history import PublishedHistory, write_history
from trove_git.index.history import read_commits as read_base
from trove_git.index.publish import clean_up, discard, publish_files, sweep
from trove_git.index.store import Layer
from trove_git.records import HistoryCommit
from trove_git.sources.versions import HISTORY_VERSION
from trove_git.terms import TERMS_VERSION

NEWEST = 2000
"""Commits that are read."""
MOST_NEW = 200
"""New commits above which reading all at once is as quick."""


def open_history(place: Place, commit: Commit) -> PublishedHistory | None:
    """Return the history of a commit, made if it has to be; None where it cannot be read or kept.

    A question is answered without it as well, so nothing here stops one.
    """
    for folder in folders_of(place):
        layer = history_layer_in(place, folder)
        found = _open(layer, commit.oid)
        if found is not None:
            return found
        try:
            build_history(place, layer, commit)
        except WriteError:
            continue
        except GitError:
            return None
        return _open(layer, commit.oid)
    return None


def history_layer_in(place: Place, folder: str) -> Layer:
    """Return the history layer in a folder that holds indexes."""
    decides = repr((HISTORY_VERSION, TERMS_VERSION, NEWEST, _told(place.repository)))
    return Layer(folder, f"history-{crc32(decides.encode('utf-8', 'surrogateescape')):08x}")


def build_history(place: Place, layer: Layer, commit: Commit, *, full: bool = False) -> None:
    """Publish the history of a commit.

    Args:
        place: where to work.
        layer: where to publish.
        commit: whose history.
        full: read every commit, whatever is published.

    Raises:
        GitError: a commit or tree cannot be read.
        WriteError: the place cannot be written.
    """
    sweep(layer)
    if full:
        discard(layer, commit.oid)
    commits = None if full else _from_base(place.repository, layer, commit)
    if commits is None:
        output = start_newest(place.repository, commit.oid, NEWEST).finish()
        commits = read_commits(place.repository, output)

    paths = dict.fromkeys(path for found in commits for path in found.paths)
    changes = find_last_changes(place.repository, commits, open_paths(commit.oid, paths))

    def fill(directory: str) -> bool:
        write_history(directory, commits, changes.times)
        return True

    publish_files(layer, commit.oid, fill)
    clean_up(layer, place.repository.worktree_heads())


def _from_base(repository: Repository, layer: Layer, commit: Commit) -> list[HistoryCommit] | None:
    """Return the commits, most of them from a published history; None where none is near."""
    published = layer.list()[0]
    if not published:
        return None
    try:
        known = {found.oid: found for found in read_base(layer.path(published[0]))}
    except IndexCorrupt:
        discard(layer, published[0])
        return None
    wanted = list_newest(repository, commit.oid, NEWEST)
    new = [oid for oid in wanted if oid not in known]
    if len(new) > MOST_NEW:
        return None
    known |= {found.oid: found for found in read_some(repository, new)}
    return [known[oid] for oid in wanted]


def _open(layer: Layer, revision: str) -> PublishedHistory | None:
    """Open a published history and mark it as used; a broken one is taken away."""
    directory = layer.path(revision)
    if not os.path.isdir(directory):
        return None
    try:
        found = PublishedHistory(directory)
    except IndexCorrupt:
        discard(layer, revision)
        return None
    with contextlib.suppress(OSError):
        os.utime(directory)
    return found


def _told(repository: Repository) -> bytes:
    """Return what changes the ancestors of commits: shallow edge, grafts, replacements, as git keeps them in files."""
    told = [_read(os.path.join(repository.common_dir, name)) for name in ("shallow", os.path.join("info", "grafts"))]
    replaced = os.path.join(repository.common_dir, "refs", "replace")
    with contextlib.suppress(OSError):
        told += [os.fsencode(name) + _read(os.path.join(replaced, name)) for name in sorted(os.listdir(replaced))]
    packed = _read(os.path.join(repository.common_dir, "packed-refs"))
    if b" refs/replace/" in packed:
        told += [line for line in packed.splitlines() if b" refs/replace/" in line]
    return b"\0".join(told)


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as f:
            return f.read()
    except OSError:
        return b""
