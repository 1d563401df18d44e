"""What the commits of a repository say about its files, for one question.

1. Anchor text: the subjects of the commits that touched a file, each shared by its files, are words about
   the file, as the text of a link is about the page behind it. They are scored with BM25 over all files.
2. Similar commits: the commits most like the question share their score among the files they touched.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from heapq import nsmallest
from typing import NamedTuple

from trove_git.index.history import PublishedHistory
from trove_git.paths import below_root
from trove_git.ranking import bm25, boosts


class FileHistory(NamedTuple):
    """What speaks for one file."""

    anchor: float = 0.0
    """From the subjects of the commits that touched it."""
    similar: float = 0.0
    """From the commits most like the question."""
    held: Sequence[float] = ()
    """How much of each term of the question its anchor text holds, 0..1; empty for nothing."""


NOTHING = FileHistory()


class HistoryEvidence:
    """What a history says about files, for one question.

    Args:
        history: of the commit that is asked.
        terms: distinct terms of the question.
        prefix: path of the searched root below the top of the tree, with a final slash.
    """

    def __init__(self, history: PublishedHistory, terms: Sequence[str], prefix: str = "") -> None:
        self._history = history
        self._commits = [history.commits_with(term) for term in terms]
        self._shares = [history.anchors_with(term) for term in terms]
        """For each term: number of a file → how often its anchor text holds the term, above 0."""
        self._anchor_scores = self._score()
        self._similar_scores = self._similar()
        self._numbers: dict[str, int] = {}
        """Path below the searched root → number, of files that something speaks for."""
        for number in self._anchor_scores.keys() | self._similar_scores.keys():
            path = history.path(number)
            if path.startswith(prefix):
                self._numbers[below_root(path, prefix)] = number

    def of(self, path: str) -> FileHistory:
        """Return what speaks for a file, by its path below the searched root."""
        number = self._numbers.get(path)
        if number is None:
            return NOTHING
        held: Sequence[float] = ()
        if number in self._anchor_scores:
            held = [min(1.0, shares.get(number, 0.0) / boosts.ANCHOR_HELD) for shares in self._shares]
        return FileHistory(self._anchor_scores.get(number, 0.0), self._similar_scores.get(number, 0.0), held)

    def strongest(self, count: int) -> list[str]:
        """Return the paths of the files that most speaks for, best first."""
        anchor, similar = self._anchor_scores, self._similar_scores
        keys = [(-anchor.get(n, 0.0) - similar.get(n, 0.0), path) for path, n in self._numbers.items()]
        return [path for _, path in nsmallest(count, keys)]

    def _score(self) -> dict[int, float]:
        """Return the BM25 score of each anchor text that holds a term."""
        lens, count, mean = self._history.anchor_lens, self._history.anchored_count, self._history.mean_anchor_len
        k1, b = boosts.ANCHOR_K1, bm25.B
        totals: dict[int, float] = {}
        for shares in self._shares:
            idf = bm25.idf(count, len(shares))
            for file, freq in shares.items():
                norm = k1 * (1 - b + b * lens[file] / mean)
                totals[file] = totals.get(file, 0.0) + idf * freq * (k1 + 1) / (freq + norm)
        return {file: boosts.ANCHOR_WEIGHT * total for file, total in totals.items()}

    def _similar(self) -> dict[int, float]:
        """Return the files of the commits most like the question, with what speaks for each by that."""
        history = self._history
        mean = history.mean_subject_len or 1.0
        scores: dict[int, float] = {}
        for commits in self._commits:
            idf = bm25.idf(history.commit_count, len(commits))
            for number, freq in commits:
                if 0 < len(history.files_of(number)) <= boosts.SIMILAR_FILES:
                    score = bm25.term_score(freq, idf, history.subject_len(number), mean)
                    scores[number] = scores.get(number, 0.0) + score
        similar: dict[int, float] = {}
        for number in sorted(scores, key=lambda number: (-scores[number], number))[: boosts.SIMILAR_COMMITS]:
            files = history.files_of(number)
            share = boosts.SIMILAR_WEIGHT * scores[number] / math.sqrt(len(files))
            for file in files:
                similar[file] = similar.get(file, 0.0) + share
        return similar
