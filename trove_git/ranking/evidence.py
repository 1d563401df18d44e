"""Evidence of a file: what its path, the names it defines and who uses it say about every source of it.

Each part is a pure function of the file's module record and of the question, and adds to BM25.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from trove_git.index.record import NAME_BIT, TITLE_BIT, Record, term_key
from trove_git.ranking import bm25, boosts
from trove_git.terms import source_terms


class FileStatistics(NamedTuple):
    """Counts over all files of code."""

    path_idf: tuple[float, ...]
    """For each term of the question, how rare it is among the words of paths."""
    names_idf: tuple[float, ...]
    """The same among the words of defined names."""


class EvidenceParts(NamedTuple):
    """What speaks for a file."""

    path: float = 0.0
    """Words of the path."""
    names: float = 0.0
    """Words of the names that the file defines."""
    stem: float = 0.0
    """Share of the question in the file's stem and folder."""
    used: float = 1.0
    """Factor from how many files use it."""

    @property
    def total(self) -> float:
        """All of it."""
        return (self.path + self.names + self.stem) * self.used


class Evidence:
    """The evidence of files for one question."""

    def __init__(self, terms: Sequence[str], statistics: FileStatistics, files: Collection[str] = ()) -> None:
        """Make the evidence.

        Args:
            terms: distinct terms of the question.
            statistics: of these terms.
            files: words of the question that may be whole names of files, in small letters.
        """
        self._files = files
        self._terms = tuple(terms)
        self._wanted = frozenset(terms)
        self._keys = [term_key(term) for term in terms]
        self._statistics = statistics
        self._idf_sum = sum(statistics.path_idf) or 1.0

    def of(self, module: Record) -> EvidenceParts:
        """Return what speaks for the file of a module."""
        path = names = 0.0
        for i, value in module.postings(self._keys):
            if value & TITLE_BIT:
                path += self._statistics.path_idf[i]
            if value & NAME_BIT:
                names += self._statistics.names_idf[i]
        if not path and not names:
            return EvidenceParts()
        return EvidenceParts(
            path=boosts.PATH_WEIGHT * path / path_norm(module.title_len),
            names=boosts.NAMES_WEIGHT * names / names_norm(module.names_len),
            # The stem and the folder are words of the path, so without any of those there is nothing to count.
            stem=self._stem(module.path) if path else 0.0,
            used=used_factor(module.used_by),
        )

    def _stem(self, path: str) -> float:
        """Return what the name of a file and its folder add."""
        added = boosts.STEM_WEIGHT * self._stem_share(path) * self._mean_idf()
        stem = path.rpartition("/")[2].partition(".")[0]
        if self._files and stem.lower() in self._files:
            words = frozenset(source_terms(stem))
            idfs = zip(self._terms, self._statistics.path_idf, strict=True)
            added += boosts.NAMED_FILE_WEIGHT * sum(idf for term, idf in idfs if term in words)
        return added

    def _mean_idf(self) -> float:
        return self._idf_sum / max(1, len(self._terms))

    def _stem_share(self, path: str) -> float:
        """Return the share of the question's terms in the stem of a file, or half of that in its folder."""
        stem, folder = _stem_and_folder_terms(path)
        in_stem, in_folder = len(stem & self._wanted), len(folder & self._wanted)
        return math.sqrt(in_stem) + 0.5 * math.sqrt(in_folder)


@lru_cache(maxsize=20_000)
def _stem_and_folder_terms(path: str) -> tuple[frozenset[str], frozenset[str]]:
    stem, folder = stem_and_folder(path)
    return frozenset(source_terms(stem)), frozenset(source_terms(folder))


def stem_and_folder(path: str) -> tuple[str, str]:
    """Return the stem of a file and its folder; a stem that says nothing is replaced by the folder's name."""
    head, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    folder = head.rpartition("/")[2]
    if stem.lower() in boosts.EMPTY_STEMS:
        return folder, head.rpartition("/")[0].rpartition("/")[2]
    return stem, folder


def path_norm(length: int) -> float:
    """Return what long paths are divided by.

    Args:
        length: words of the path.
    """
    return 1 - bm25.B + bm25.B * length / boosts.MEAN_PATH_LEN


def names_norm(length: int) -> float:
    """Return what files with many names are divided by.

    Args:
        length: distinct words of the names that a file defines.
    """
    return math.sqrt(1 - bm25.B + bm25.B * length / boosts.MEAN_NAMES_LEN)


def used_factor(used_by: int) -> float:
    """Return the factor of a file that others use.

    Args:
        used_by: how many files use it.
    """
    return 1 + boosts.USED_WEIGHT * math.log10(1 + used_by)
