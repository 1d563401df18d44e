"""What an index answers, in a form that two indexes can be compared by."""

from __future__ import annotations

from collections.abc import Sequence

from trove_git.gitrepo.repository import Commit
from trove_git.index.publish import publish
from trove_git.index.published import PublishedIndex
from trove_git.index.search import Filter, Reader
from trove_git.layers.knowledge_build import _filler, _plan
from trove_git.layers.names import layer_in
from trove_git.ranking.place import AskedFrom
from trove_git.ranking.rank import NOT_EXPANDED, Limits, expand, rank
from trove_git.ranking.searched import CodeLayer, WordsLayer
from trove_git.terms import question_terms
from trove_git.workspace.workspace import Workspace

Answer = list[tuple[float, str, str, int, str]]


def answer(
    reader: Reader, question: str, limits: Limits | None = None, *,
    code: bool = False, folder: str = "", expanded: bool = False,
) -> Answer:  # fmt: skip
    """Return score, kind, path, line and title of the hits for a question.

    Args:
        reader: of what is searched.
        question: the question.
        limits: how much is wanted; None for the defaults.
        code: whether it is a code layer.
        folder: where it is asked from; empty for nowhere.
        expanded: whether related terms are looked for too.
    """
    terms = question_terms(question)
    asked_from = [AskedFrom(folder, is_folder=True)] if folder else []
    layers = [CodeLayer(reader) if code and isinstance(reader, PublishedIndex) else WordsLayer(reader)]
    related = expand(question, layers) if expanded else NOT_EXPANDED
    wanted = limits or Limits(12, 6, {})
    ranked = rank(layers, terms, Filter(), wanted, related=related, asked_from=asked_from)
    return [(r.score, r.record.kind, r.record.path, r.record.line, r.record.title) for r in ranked]


def answers(reader: Reader, questions: Sequence[str], *, code: bool = False) -> list[Answer]:
    """Return the answers to several questions."""
    return [answer(reader, question, code=code) for question in questions]


def build_from_nothing(workspace: Workspace, commit: Commit, folder: str) -> PublishedIndex:
    """Build the index of a commit in a folder of its own, from the whole tree."""
    layer = layer_in(workspace, folder)
    publish(layer, commit.oid, None, _filler(workspace, _plan(workspace, commit)))
    index = layer.open(commit.oid)
    assert index is not None
    return index
