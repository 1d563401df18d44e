"""Build the index of a commit from the nearest published one, or from nothing.

Nothing that is broken or cannot be written stops a question: a broken index is built again,
and where no place can be written the index stays in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trove_git.errors import IndexCorrupt, WriteError
from trove_git.garbage import collecting
from trove_git.gitrepo.objects import TreeChange
from trove_git.gitrepo.repository import Commit
from trove_git.index.build import Draft
from trove_git.index.publish import discard, publish, sweep
from trove_git.index.published import PublishedIndex
from trove_git.index.record import Prepared
from trove_git.index.search import MemoryIndex
from trove_git.index.store import Layer
from trove_git.layers.names import Knowledge, folders_of, is_current, layer_in
from trove_git.layers.nearest import iter_distances
from trove_git.layers.retention import tidy
from trove_git.sources.corpus import committed_sources
from trove_git.sources.plan import Plan, plan_commit, plan_update
from trove_git.sources.state import TreeState
from trove_git.workspace.workspace import Workspace

NEAR_ENOUGH = 50
"""Changed paths below which a base is taken without looking at others."""


def build_commit(workspace: Workspace, commit: Commit, *, full: bool = False) -> Knowledge:
    """Return the index of a commit, built in the first folder that can be written.

    Args:
        workspace: where to work.
        commit: which commit.
        full: build from nothing even when the commit is published.
    """
    for number, folder in enumerate(folders_of(workspace)):
        layer = layer_in(workspace, folder)
        sweep(layer)
        if full:
            discard(layer, commit.oid)
        index, built = _open_current(workspace, layer, commit), ""
        if index is None:
            try:
                built = _publish(workspace, commit, layer, full=full)
            except WriteError:
                continue
            index = _open(layer, commit.oid)
            if index is None:
                continue
            tidy(workspace, layer, commit.oid)
        notes = ("index kept in the user cache: the git dir cannot be written",) if number and built else ()
        return Knowledge(index, TreeState(index.manifest.state), notes, built)
    with collecting():
        plan = _plan(workspace, commit)
        prepared = [Prepared(source) for source in committed_sources(workspace.repository, plan.files, plan.state)]
    note = "index kept in memory only: neither the git dir nor the user cache can be written"
    return Knowledge(MemoryIndex(prepared), plan.state, (note,), "from nothing")


def _open(layer: Layer, revision: str) -> PublishedIndex | None:
    """Open a published revision; a broken one is taken away."""
    try:
        return layer.open(revision)
    except IndexCorrupt:
        discard(layer, revision)
        return None


def _open_current(workspace: Workspace, layer: Layer, commit: Commit) -> PublishedIndex | None:
    """Open the published index of a commit; one that is out of date is taken away."""
    index = _open(layer, commit.oid)
    if index is not None and not is_current(workspace, commit, TreeState(index.manifest.state)):
        index.close()
        discard(layer, commit.oid)
        return None
    return index


def _publish(workspace: Workspace, commit: Commit, layer: Layer, *, full: bool) -> str:
    """Publish the index of a commit, from a base where one is near; return how."""
    nearest = None if full else _nearest(workspace, commit, layer)
    if nearest is not None:
        revision, index, plan = nearest
        try:
            if publish(layer, commit.oid, index, _filler(workspace, plan)):
                return f"from {revision}"
        except IndexCorrupt:
            discard(layer, revision)
        finally:
            index.close()
    with collecting():
        publish(layer, commit.oid, None, _filler(workspace, _plan(workspace, commit)))
    return "from nothing"


def _nearest(workspace: Workspace, commit: Commit, layer: Layer) -> tuple[str, PublishedIndex, Plan] | None:
    """Return the published revision with the least to do, opened, and what there is to do."""
    best: tuple[str, TreeState, Sequence[TreeChange]] | None = None
    for revision, state, changes in iter_distances(workspace, layer, commit.tree):
        if best is None or len(changes) < len(best[2]):
            best = (revision, TreeState(state), changes)
        if len(changes) < NEAR_ENOUGH:
            break
    if best is None:
        return None
    plan = plan_update(best[2], commit.tree, workspace.root.prefix, workspace.settings.docs, best[1])
    index = _open(layer, best[0]) if plan is not None else None
    return (best[0], index, plan) if index is not None and plan is not None else None


def _filler(workspace: Workspace, plan: Plan) -> Callable[[Draft], bool]:
    def fill(draft: Draft) -> bool:
        if plan.removed:
            draft.remove(plan.removed)
            if draft.worn:
                return False
        draft.add(committed_sources(workspace.repository, plan.files, plan.state))
        draft.finish(plan.state.to_json())
        return True

    return fill


def _plan(workspace: Workspace, commit: Commit) -> Plan:
    """Plan a commit from its whole tree."""
    return plan_commit(workspace.repository, commit, workspace.root.prefix, workspace.settings.docs)
