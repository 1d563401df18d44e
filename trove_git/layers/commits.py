"""The commits of a history as sources of their own, indexed when they are first asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence, Set
from zlib import crc32

from trove_git.errors import GitError, IndexCorrupt, WriteError
from trove_git.garbage import collecting
from trove_git.gitrepo.messages import iter_messages
from trove_git.gitrepo.repository import Commit
from trove_git.index.build import Draft
from trove_git.index.manifest import read_manifest
from trove_git.index.publish import discard, publish, sweep
from trove_git.index.published import PublishedIndex
from trove_git.index.record import Prepared
from trove_git.index.search import MemoryIndex
from trove_git.index.store import Layer
from trove_git.layers.history import newest_commits
from trove_git.layers.history_layer import history_layer_in
from trove_git.layers.names import folders_of
from trove_git.layers.nearest import BASES_TRIED
from trove_git.layers.retention import tidy
from trove_git.records import HistoryCommit, Source
from trove_git.sources.commits import commit_source
from trove_git.sources.versions import COMMITS_VERSION
from trove_git.workspace.workspace import Workspace


def open_commits(workspace: Workspace, commit: Commit) -> PublishedIndex | MemoryIndex | None:
    """Return the index of the newest commits, made where it is not published; None where the history cannot be read."""
    commits: list[HistoryCommit] | None = None
    for folder in folders_of(workspace):
        layer = commits_layer_in(workspace, folder)
        try:
            found = _open(layer, commit.oid)
            if found is not None:
                return found
            commits = commits or newest_commits(workspace, commit)
            _build(workspace, layer, commit, commits)
            found = _open(layer, commit.oid)
        except GitError:
            return None
        except WriteError:
            continue
        if found is not None:
            return found
    return MemoryIndex([Prepared(source) for source in _sources(workspace, commits or [])])


def commits_layer_in(workspace: Workspace, folder: str) -> Layer:
    """Return the layer of commits in a folder that holds indexes."""
    history = history_layer_in(workspace, folder).directory.rpartition("-")[2]
    return Layer(folder, f"commits-{crc32(f'{COMMITS_VERSION} {history}'.encode()):08x}")


def _open(layer: Layer, revision: str) -> PublishedIndex | None:
    """Open a published index; one that is broken, or does not say which commits it holds, is taken away."""
    try:
        found = layer.open(revision)
        if found is None or isinstance(found.manifest.state.get("commits"), str):
            return found
        found.close()
    except IndexCorrupt:
        pass
    discard(layer, revision)
    return None


def _build(workspace: Workspace, layer: Layer, commit: Commit, commits: Sequence[HistoryCommit]) -> None:
    """Publish the index: from the one that shares most commits, where that is worth it, else from nothing."""
    sweep(layer)
    nearest = _nearest(layer, {found.oid for found in commits})
    base = _open(layer, nearest) if nearest else None
    with collecting():
        if base is None or not publish(layer, commit.oid, base, lambda draft: _fill(workspace, draft, commits, base)):
            publish(layer, commit.oid, None, lambda draft: _fill(workspace, draft, commits, None))
    if base is not None:
        base.close()
    tidy(workspace, layer, commit.oid)


def _nearest(layer: Layer, commits: Set[str]) -> str:
    """Return the published revision that shares most commits with some; empty for none."""
    shared = {}
    for revision in layer.list()[0][:BASES_TRIED]:
        with contextlib.suppress(OSError, ValueError, TypeError):
            held = str(read_manifest(layer.path(revision)).state.get("commits"))
            shared[revision] = len(commits & set(held.split()))
    return max(shared, key=lambda revision: shared[revision], default="")


def _fill(workspace: Workspace, draft: Draft, commits: Sequence[HistoryCommit], base: PublishedIndex | None) -> bool:
    held = set(str(base.manifest.state["commits"]).split()) if base is not None else set()
    if held:
        draft.remove(sorted(held - {commit.oid for commit in commits}))
        if draft.worn:
            return False
    draft.add(_sources(workspace, [commit for commit in commits if commit.oid not in held]))
    draft.finish({"commits": " ".join(commit.oid for commit in commits)})
    return True


def _sources(workspace: Workspace, commits: Sequence[HistoryCommit]) -> Iterator[Source]:
    messages = iter_messages(workspace.repository, [commit.oid for commit in commits])
    for commit, message in zip(commits, messages, strict=True):
        yield commit_source(commit, message)
