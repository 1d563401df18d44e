"""Ask a project's own questions and say in which place the right answers are.

Every question is asked as `git trove ask` does with the settings in force, from the root. The tools and the personal
trove of whoever asks are left out, so that a clone anywhere answers alike.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.asking.ask import Found, Request, answer, pack_printed, wanted_layers
from trove_git.asking.asking import Asking
from trove_git.commands.index import index
from trove_git.commands.questions import EvalQuestion, Place, QuestionFile, load_questions
from trove_git.gitrepo.trees import NOTHING, TreeLookup
from trove_git.index.record import Record
from trove_git.layers.names import Building
from trove_git.layers.opening import Opened
from trove_git.paths import RootPath, from_top
from trove_git.records import DERIVED_KINDS, Hit
from trove_git.settings import Settings
from trove_git.workspace.workspace import Workspace

DIGITS = 3
"""Shares are rounded so before they are shown or compared with a mark: what is shown is what counts."""
MOST_AMONG_FIRST = 3


class Judged(NamedTuple):
    """A question, and where its right answer is."""

    asked: EvalQuestion
    rank: int
    """Of the first hit that is right, 1 for the best; 0 where none is."""
    right: str
    """Citation of that hit; empty where there is none."""
    first: str
    """Citation of the best hit; empty where nothing was found."""
    first_title: str
    gone: tuple[Place, ...] = ()
    """Those of its places whose path is not in the tree that was asked."""


class EvalResult(NamedTuple):
    """How the questions of a file were answered."""

    file: str
    """As the user would type it."""
    judged: tuple[Judged, ...]
    """In the order of the file, one at least."""
    revision: str
    """Object id of the commit that was asked; empty outside commits."""
    notes: tuple[str, ...] = ()
    """What the footer should say."""

    def within(self, most: int = 0) -> int:
        """Count the questions with a right answer among the first `most` hits; 0 for the whole list."""
        return sum(1 for one in self.judged if one.rank and (not most or one.rank <= most))

    def share(self, most: int = 0) -> float:
        """Return the share of those questions, rounded."""
        return round(self.within(most) / len(self.judged), DIGITS)

    @property
    def mrr(self) -> float:
        """Mean of 1 / rank, a question without a right answer counting 0; rounded.

        Source: mean reciprocal rank, Voorhees, TREC-8 question answering track, 1999.
        """
        return round(sum(1 / one.rank for one in self.judged if one.rank) / len(self.judged), DIGITS)

    @property
    def misses(self) -> list[Judged]:
        """The questions whose right answer is not the first hit."""
        return [one for one in self.judged if one.rank != 1]


class Marks(NamedTuple):
    """What a result has to reach; None for whatever it is."""

    first: float | None = None
    """Share of questions whose right answer comes first."""
    mrr: float | None = None

    def missed(self, result: EvalResult) -> list[str]:
        """Return a line for each mark that a result does not reach."""
        missed = []
        for name, got, mark in (("first", result.share(1), self.first), ("MRR", result.mrr, self.mrr)):
            # Not `got < mark`: a mark that is no number is reached by nothing.
            if mark is not None and not got >= mark:
                missed.append(f"{name} {got:.{DIGITS}f} is below {mark:g}")
        return missed


def evaluate(
    workspace: Workspace, file: QuestionFile, revision: str | None = None, building: Building | None = None
) -> EvalResult:
    """Ask every question of a file.

    Args:
        workspace: where to look.
        file: the questions.
        revision: a commit-ish to ask; None for HEAD with uncommitted files.
        building: told when code is indexed, however long that takes; None where nobody watches.

    Raises:
        UsageError: the file is missing or broken, or a revision is asked outside Git.
        UnknownRevision: `revision` names no commit.
        GitError: the commit cannot be read.
    """
    questions = load_questions(file)
    # From the root: where somebody happens to stand must not decide whether a check passes.
    workspace = workspace._replace(flags={**workspace.flags, "tools": "false"}, here=workspace.root.path)
    repository = workspace.root.repository
    if revision is None and repository is not None and repository.head is not None:
        # A question waits for a build only so long, and figures without the code would say nothing.
        index(workspace, progress=building(repository.head.oid) if building else lambda *_: None)
    with Asking(workspace, revision, building) as asking:
        opened = asking.open(wanted_layers(workspace, Request("", revision))._replace(personal=False))
        gone = _find_gone(asking, opened, questions)
        judged = tuple(_judge(asking, opened, asked, gone) for asked in questions)
    return EvalResult(file.shown, judged, opened.commit, opened.notes)


def _judge(asking: Asking, opened: Opened, asked: EvalQuestion, gone: frozenset[Place]) -> Judged:
    """Ask one question."""
    records: dict[int, Record] = {}

    def packing(found: Found, settings: Settings) -> tuple[list[Hit], int]:
        # A hit has the line that is cited; its source has all its lines.
        records.update((id(hit), item.record) for hit, item in zip(found.hits, found.ranked, strict=True))
        return pack_printed(found, settings)

    result = answer(asking.workspace, Request(asked.question, asking.revision), opened, asking.reader, packing)
    right = (
        (rank, hit)
        for rank, hit in enumerate(result.hits, 1)
        if any(is_at(place, hit, records[id(hit)]) for place in asked.places)
    )
    rank, hit = next(right, (0, None))
    best = result.hits[0] if result.hits else None
    return Judged(
        asked, rank, hit.cite if hit else "", best.cite if best else "",
        best.title if best and best.title != best.cite else "", tuple(p for p in asked.places if p in gone),
    )  # fmt: skip


def is_at(place: Place, hit: Hit, record: Record) -> bool:
    """Whether a hit is at a place.

    A place without lines is any hit of its file or folder. One with lines is a hit whose cited line is among them, or
    whose source, such as a section or a symbol, holds them all. A summary of a file cites no line of it.

    Args:
        place: where the answer is.
        hit: what was found.
        record: the source of the hit.
    """
    if (hit.path.rstrip("/") or os.curdir) != place.path:
        return False
    if not place.first:
        return True
    if hit.kind in DERIVED_KINDS:
        return False
    is_cited = place.first <= hit.line <= place.last
    return is_cited or (record.line <= place.first and place.last <= record.end_line)


def _find_gone(asking: Asking, opened: Opened, questions: Sequence[EvalQuestion]) -> frozenset[Place]:
    """Return the places whose path is neither in the commit nor, where uncommitted files count, on disk."""
    root = asking.workspace.root
    is_live = asking.revision is None and root.on_disk
    lookup = TreeLookup(asking.reader, opened.asked.tree) if asking.reader and opened.asked else None

    def is_there(path: str) -> bool:
        if path == os.curdir or (is_live and os.path.lexists(os.path.join(root.path, path))):
            return True
        return lookup is not None and lookup.kind(from_top(RootPath(path), root.prefix)) != NOTHING

    places = {place for asked in questions for place in asked.places}
    there = {path: is_there(path) for path in {place.path for place in places}}
    return frozenset(place for place in places if not there[place.path])
