"""What the commits of a repository say about its files, for one question.

1. Anchor text: the subjects of the commits that touched a file, each shared by its files, are words about
   the file, as the text of a link is about the page behind it. They are scored with BM25 over all files.
2. Similar commits: the commits most like the question share their score among the files they touched.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trove_git.index.history import MAX_ANCHOR_FILES, PublishedHistory
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
        self._term_count = len(terms)
        self._commits = [history.commits_with(term) for term in terms]
        anchors = self._anchors()
        self._files: dict[str, FileHistory] = {}
        similar = self._similar()
        scores = self._score(anchors)
        for number in anchors.keys() | similar.keys():
            path = history.path(number)
            if path.startswith(prefix):
                anchor, held = scores.get(number, (0.0, ()))
                self._files[path[len(prefix) :]] = FileHistory(anchor, similar.get(number, 0.0), held)

    def of(self, path: str) -> FileHistory:
        """Return what speaks for a file, by its path below the searched root."""
        return self._files.get(path, NOTHING)

    def strongest(self, count: int) -> list[str]:
        """Return the paths of the files that most speaks for, best first."""
        best = sorted(self._files, key=lambda path: (-self._files[path].anchor - self._files[path].similar, path))
        return best[:count]

    def _anchors(self) -> dict[int, list[float]]:
        """Return the files whose anchor text holds a term: number → how often it holds each."""
        anchors: dict[int, list[float]] = {}
        for i, commits in enumerate(self._commits):
            for number, freq in commits:
                files = self._history.files_of(number)
                if not 0 < len(files) <= MAX_ANCHOR_FILES:
                    continue
                share = freq / len(files)
                for file in files:
                    freqs = anchors.get(file)
                    if freqs is None:
                        freqs = anchors[file] = [0.0] * self._term_count
                    freqs[i] += share
        return anchors

    def _score(self, anchors: Mapping[int, Sequence[float]]) -> Mapping[int, tuple[float, Sequence[float]]]:
        """Return the BM25 score of each anchor text, and how much of each term it holds."""
        lens = self._history.anchor_lens
        count = sum(1 for length in lens if length)
        mean = sum(lens) / count if count else 1.0
        doc_freqs = [sum(1 for freqs in anchors.values() if freqs[i]) for i in range(self._term_count)]
        idf = [bm25.idf(count, n) for n in doc_freqs]
        scored = {}
        for file, freqs in anchors.items():
            norm = boosts.ANCHOR_K1 * (1 - boosts.ANCHOR_B + boosts.ANCHOR_B * lens[file] / mean)
            total = sum(i * f * (boosts.ANCHOR_K1 + 1) / (f + norm) for i, f in zip(idf, freqs, strict=True) if f)
            held = [min(1.0, freq / boosts.ANCHOR_HELD) for freq in freqs]
            scored[file] = boosts.ANCHOR_WEIGHT * total, held
        return scored

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
