"""Build the index of a commit from the nearest published one, or from nothing.

Nothing that is broken or cannot be written stops a question: a broken index is built again,
and where no place can be written the index stays in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trove_git.commands.knowledge import Knowledge, folders_of, layer_in
from trove_git.commands.place import Place
from trove_git.errors import GitError, IndexCorrupt, WriteError
from trove_git.gitrepo.objects import TreeChange, read_diff, start_diff
from trove_git.index.build import Draft
from trove_git.index.publish import clean_up, discard, publish, sweep
from trove_git.index.published import PublishedIndex
from trove_git.index.record import Prepared
from trove_git.index.search import MemoryIndex
from trove_git.index.store import Layer
from trove_git.sources.corpus import committed_sources
from trove_git.sources.plan import Plan, plan_commit, plan_update
from trove_git.sources.state import TreeState

BASES_TRIED = 4
"""Published revisions that are compared with a new commit, the latest used first."""
NEAR_ENOUGH = 50
"""Changed paths below which a base is taken without looking at others."""


def build_commit(place: Place, commit: str, *, full: bool = False) -> Knowledge:
    """Return the index of a commit, built in the first folder that can be written.

    Args:
        place: where to work.
        commit: object id.
        full: build from nothing even when the commit is published.
    """
    for number, folder in enumerate(folders_of(place)):
        layer = layer_in(place, folder)
        sweep(layer)
        if full:
            discard(layer, commit)
        index, built = _open(layer, commit), ""
        if index is None:
            try:
                built = _publish(place, commit, layer, full=full)
            except WriteError:
                continue
            index = _open(layer, commit)
            if index is None:
                continue
            clean_up(layer, _heads_in_use(place))
        notes = ("index kept in the user cache: the git dir cannot be written",) if number and built else ()
        return Knowledge(index, TreeState(index.manifest.state), notes, built)
    plan = _plan(place, commit)
    prepared = [Prepared(source) for source in committed_sources(place.repository, plan.files, plan.state)]
    note = "index kept in memory only: neither the git dir nor the user cache can be written"
    return Knowledge(MemoryIndex(prepared), plan.state, (note,), "from nothing")


def _open(layer: Layer, commit: str) -> PublishedIndex | None:
    """Open a published commit; a broken one is taken away."""
    try:
        return layer.open(commit)
    except IndexCorrupt:
        discard(layer, commit)
        return None


def _publish(place: Place, commit: str, layer: Layer, *, full: bool) -> str:
    """Publish the index of a commit, from a base where one is near; return how."""
    nearest = None if full else _nearest(place, commit, layer)
    if nearest is not None:
        revision, index, plan = nearest
        try:
            if publish(layer, commit, index, _filler(place, plan)):
                return f"from {revision}"
        except IndexCorrupt:
            discard(layer, revision)
        finally:
            index.close()
    publish(layer, commit, None, _filler(place, _plan(place, commit)))
    return "from nothing"


def _nearest(place: Place, commit: str, layer: Layer) -> tuple[str, PublishedIndex, Plan] | None:
    """Return the published revision with the least to do, opened, and what there is to do."""
    best: tuple[str, Sequence[TreeChange]] | None = None
    for revision in layer.list()[0][:BASES_TRIED]:
        try:
            changes = read_diff(start_diff(place.repository, revision, commit).finish())
        except GitError:
            # That commit is not in this repository any more.
            continue
        if best is None or len(changes) < len(best[1]):
            best = (revision, changes)
        if len(changes) < NEAR_ENOUGH:
            break
    index = _open(layer, best[0]) if best is not None else None
    if best is None or index is None:
        return None
    state = TreeState(index.manifest.state)
    plan = plan_update(best[1], place.root.prefix, place.settings().docs, state)
    if plan is None:
        index.close()
        return None
    return best[0], index, plan


def _filler(place: Place, plan: Plan) -> Callable[[Draft], bool]:
    def fill(draft: Draft) -> bool:
        if plan.removed:
            draft.remove(plan.removed)
            if draft.worn:
                return False
        draft.add(committed_sources(place.repository, plan.files, plan.state))
        draft.finish(plan.state.to_json())
        return True

    return fill


def _plan(place: Place, commit: str) -> Plan:
    return plan_commit(place.repository, commit, place.root.prefix, place.settings().docs)


def _heads_in_use(place: Place) -> list[str]:
    """Return the HEAD of every worktree."""
    out = place.repository.run(["worktree", "list", "--porcelain"], check=False).decode("utf-8", "replace")
    return [line.removeprefix("HEAD ") for line in out.splitlines() if line.startswith("HEAD ")]
