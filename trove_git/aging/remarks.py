"""The remarks that hits carry: of each entry what speaks against it, looked up when it is needed first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trove_git.gitrepo.objects import BlobReader
from trove_git.paths import RootPath
from trove_git.ranking import boosts
from trove_git.ranking.facts import Told
from trove_git.ranking.score import Ranked, rated
from trove_git.records import Hit, Staleness
from trove_git.workspace.workspace import Workspace

if TYPE_CHECKING:
    from trove_git.aging.staleness import StaleChecker
    from trove_git.layers.opening import Opened


class Remarks:
    """What speaks against the entries of one question.

    Args:
        workspace: where they are from.
        opened: what is searched.
        reader: reads objects of the repository; None outside Git.
        live: whether the files on disk are asked.
    """

    def __init__(self, workspace: Workspace, opened: Opened, reader: BlobReader | None, *, live: bool) -> None:
        self._workspace, self._opened, self._reader, self._live = workspace, opened, reader, live
        self._checker: StaleChecker | None = None
        self._is_open = False
        self._known: dict[tuple[str, bool], Staleness | None] = {}
        self._demoted = {boosts.DANGLING_FACTOR: Told(), boosts.STALE_FACTOR: Told()}
        """Factor → the facts of the project's entries that were given it."""

    def of(self, item: Ranked) -> Staleness | None:
        """Return what speaks against a source; None for nothing, and for all that is no entry of the project."""
        record = item.record
        if record.kind != "project" or not record.summary:
            return None
        key = record.path, item.uncommitted
        if key not in self._known:
            self._known[key] = self._find(item)
        return self._known[key]

    def _find(self, item: Ranked) -> Staleness | None:
        from trove_git.aging.staleness import open_checker
        from trove_git.sources.references import read_lines

        if not self._is_open:
            self._is_open = True
            self._checker = open_checker(self._workspace, self._opened, self._reader, live=self._live)
        if self._checker is None:
            return None
        said = read_lines(item.record.summary)
        return self._checker.check(RootPath(item.record.path), said, uncommitted=item.uncommitted)

    def demoted(self, item: Ranked) -> Ranked:
        """Return a source with the score that it has where fresh entries are preferred."""
        if item.parts.fresh != 1.0:
            return item
        factor = self._factor(item)
        return item if factor == 1.0 else rated(item.record, item.layer, item.parts._replace(fresh=factor))

    def _factor(self, item: Ranked) -> float:
        """Return what the score of a source is multiplied by where fresh entries are preferred."""
        found = self.of(item)
        if found is not None:
            factor = boosts.DANGLING_FACTOR if found.missing else boosts.STALE_FACTOR
            self._demoted[factor].tell(item.record)
            return factor
        if item.record.kind != "personal":
            return 1.0
        # Nothing is known to speak against a personal copy, which would take the place of the project's entry without
        # its remark. Of equal scores the project's comes first, so that it is known here.
        copies = (factor for factor, told in self._demoted.items() if not told.is_news(item.record))
        return next(copies, 1.0)

    def add(self, hits: Sequence[Hit], ranked: Sequence[Ranked]) -> list[Hit]:
        """Return hits with what speaks against them.

        Args:
            hits: the cited sources.
            ranked: the same, as they were ranked.
        """
        return [self._with_remark(hit, self.of(item)) for hit, item in zip(hits, ranked, strict=True)]

    def _with_remark(self, hit: Hit, found: Staleness | None) -> Hit:
        if found is None:
            return hit
        return hit._replace(stale=self._checker.with_moves(found) if self._checker is not None else found)
