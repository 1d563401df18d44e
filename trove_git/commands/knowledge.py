"""The knowledge layer: entries and docs of a commit, of uncommitted files, and of the personal trove.

`open_commit` returns the index of a commit, building it from the nearest published one
when it is not there. Nothing that is broken or cannot be written stops a question: a broken
index is built again, and where no place can be written the index stays in memory.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from trove_git.commands.place import Place
from trove_git.errors import GitError, IndexCorrupt, WriteError
from trove_git.gitrepo.objects import read_diff, start_diff
from trove_git.gitrepo.repository import Repository
from trove_git.index.build import Draft
from trove_git.index.published import PublishedIndex
from trove_git.index.record import Prepared
from trove_git.index.search import MemoryIndex
from trove_git.index.store import Layer
from trove_git.sources.corpus import CORPUS_VERSION, committed_sources
from trove_git.sources.plan import Plan, TreeState, plan_commit, plan_update
from trove_git.terms import TERMS_VERSION

BASES_TRIED = 4
"""Published revisions that are compared with a new commit, the latest used first."""
NEAR_ENOUGH = 50
"""Changed paths below which the first base is taken without looking at others."""


@dataclass(slots=True)
class Knowledge:
    """The index of a commit, ready to be searched."""

    index: PublishedIndex | MemoryIndex
    state: TreeState
    notes: list[str] = field(default_factory=list)
    """What the footer should say about how the index was made."""
    built: str = ""
    """`from nothing`, `from OID`, or empty when it was there."""


def layer_of(place: Place, at: str) -> Layer:
    """Return the knowledge layer in a place.

    Args:
        place: whose settings and root decide the content of the layer.
        at: folder that holds the indexes.
    """
    decides = repr((CORPUS_VERSION, TERMS_VERSION, place.root.prefix, place.settings().docs))
    return Layer(at, f"knowledge-{hashlib.blake2b(decides.encode(), digest_size=8).hexdigest()}")


def places_of(place: Place) -> list[str]:
    """Return the folders in which indexes of this repository may lie, the best first."""
    repository = place.root.repository
    assert repository is not None
    own = hashlib.blake2b(os.fsencode(repository.common_dir), digest_size=8).hexdigest()
    return [place.index_place, os.path.join(place.user_cache, own)]


def open_commit(place: Place, commit: str) -> Knowledge:
    """Return the index of a commit, built if it has to be.

    Raises:
        GitError: the commit's trees cannot be read.
    """
    layers = [layer_of(place, at) for at in places_of(place)]
    for layer in layers:
        layer.sweep()
        index = layer.open(commit)
        if index is not None:
            return Knowledge(index, _state_of(index))
    return build_commit(place, commit, layers)


def build_commit(place: Place, commit: str, layers: list[Layer]) -> Knowledge:
    """Build the index of a commit in the first layer that can be written."""
    for layer in layers:
        try:
            built = _publish(place, commit, layer)
        except WriteError:
            continue
        index = layer.open(commit)
        if index is None:
            continue
        layer.clean_up(_heads_in_use(place))
        notes = [] if layer is layers[0] else ["index kept in the user cache: the git dir cannot be written"]
        return Knowledge(index, _state_of(index), notes, built)
    plan = _plan(place, commit)
    sources = committed_sources(_repository(place), plan.files, plan.state)
    memory = MemoryIndex([Prepared(source) for source in sources])
    return Knowledge(memory, plan.state, ["index kept in memory only: no place can be written"], "from nothing")


def _publish(place: Place, commit: str, layer: Layer) -> str:
    """Publish the index of a commit, from a base where one is near; return how."""
    base = _nearest(place, commit, layer)
    if base is not None:
        revision, index, plan = base
        try:
            if layer.publish(commit, index, _filler(place, plan)):
                return f"from {revision}"
        except IndexCorrupt:
            layer.discard(revision)
        finally:
            index.close()
    layer.publish(commit, None, _filler(place, _plan(place, commit)))
    return "from nothing"


def _nearest(place: Place, commit: str, layer: Layer) -> tuple[str, PublishedIndex, Plan] | None:
    """Return the published revision with the least to do, opened, and what to do."""
    repository = _repository(place)
    best: tuple[int, str, list[object]] | None = None
    for revision in layer.published()[:BASES_TRIED]:
        try:
            changes = read_diff(start_diff(repository, revision, commit).finish())
        except GitError:
            # The base is no commit of this repository any more.
            continue
        if best is None or len(changes) < best[0]:
            best = (len(changes), revision, list(changes))
        if len(changes) < NEAR_ENOUGH:
            break
    if best is None:
        return None
    index = layer.open(best[1])
    if index is None:
        return None
    plan = plan_update(best[2], place.root.prefix, place.settings().docs, _state_of(index))  # type: ignore[arg-type]
    if plan is None:
        index.close()
        return None
    return best[1], index, plan


def _filler(place: Place, plan: Plan) -> Callable[[Draft], bool]:
    def fill(draft: Draft) -> bool:
        if plan.removed:
            draft.remove(plan.removed)
            if draft.worn:
                return False
        draft.add(committed_sources(_repository(place), plan.files, plan.state))
        draft.finish(asdict(plan.state))
        return True

    return fill


def _plan(place: Place, commit: str) -> Plan:
    return plan_commit(_repository(place), commit, place.root.prefix, place.settings().docs)


def _state_of(index: PublishedIndex) -> TreeState:
    return TreeState(**index.manifest.state)  # type: ignore[arg-type]  # written by `_filler` from a TreeState


def _repository(place: Place) -> Repository:
    assert place.root.repository is not None
    return place.root.repository


def _heads_in_use(place: Place) -> list[str]:
    """Return the HEAD of every worktree."""
    out = _repository(place).run(["worktree", "list", "--porcelain"], check=False).decode("utf-8", "replace")
    return [line.removeprefix("HEAD ") for line in out.splitlines() if line.startswith("HEAD ")]
