"""Evidence of a file: what its path, the names it defines and who uses it say about every source of it.

Each part is a pure function of the file's module record and of the question, and adds to BM25.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from trove_git.index.record import NAME_BIT, TITLE_BIT, Record, term_key
from trove_git.ranking import bm25, boosts
from trove_git.ranking.related import word_forms
from trove_git.terms import source_terms


class FileWord(NamedTuple):
    """A word that paths and names of files are looked through for: one of the question, or another form of one."""

    term: str
    of: int
    """Number of the question's term."""
    path_idf: float
    """How rare it is among the words of paths; 0 where no path has it."""
    names_idf: float
    """The same among the words of defined names."""


def find_words(
    terms: Sequence[str], doc_freqs: Callable[[Sequence[str]], tuple[list[int], list[int]]], files: int
) -> list[FileWord]:
    """Return the terms of a question and those of their forms that the files have.

    Args:
        terms: of the question.
        doc_freqs: terms → in how many paths, and in how many files' names, each is.
        files: how many files there are.
    """
    asked = [(term, number) for number, term in enumerate(terms)]
    known = set(terms)
    asked += [(form, number) for number, term in enumerate(terms) for form in word_forms(term) if form not in known]
    words = []
    for (term, number), in_paths, in_names in zip(asked, *doc_freqs([term for term, _ in asked]), strict=True):
        path_idf, names_idf = (bm25.idf(files, held) if held else 0.0 for held in (in_paths, in_names))
        if path_idf or names_idf:
            words.append(FileWord(term, number, path_idf, names_idf))
    return words


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

    def __init__(self, terms: Sequence[str], words: Sequence[FileWord], files: Collection[str] = ()) -> None:
        """Make the evidence.

        Args:
            terms: distinct terms of the question.
            words: what paths and names are looked through for.
            files: words of the question that may be whole names of files, in small letters.
        """
        self._files = files
        self._count = max(1, len(terms))
        self._words = words
        self._keys = [term_key(word.term) for word in words]
        self._number = {word.term: word.of for word in words}
        rarest = [0.0] * self._count
        for word in words:
            rarest[word.of] = max(rarest[word.of], word.path_idf)
        self._path_idf = {word.term: word.path_idf for word in words}
        self._mean_idf = (sum(rarest) or 1.0) / self._count

    def of(self, module: Record) -> EvidenceParts:
        """Return what speaks for the file of a module."""
        in_path, in_names = [0.0] * self._count, [0.0] * self._count
        for i, value in module.postings(self._keys):
            _, of, path_idf, names_idf = self._words[i]
            if value & TITLE_BIT and path_idf > in_path[of]:
                in_path[of] = path_idf
            if value & NAME_BIT and names_idf > in_names[of]:
                in_names[of] = names_idf
        path, names = sum(in_path), sum(in_names)
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
        added = boosts.STEM_WEIGHT * self._stem_share(path) * self._mean_idf
        stem = path.rpartition("/")[2].partition(".")[0]
        if self._files and stem.lower() in self._files:
            added += boosts.NAMED_FILE_WEIGHT * sum(self._path_idf.get(term, 0.0) for term in source_terms(stem))
        return added

    def _stem_share(self, path: str) -> float:
        """Return the share of the question's terms in the stem of a file, or half of that in its folder."""
        stem, folder = _stem_and_folder_terms(path)
        in_stem = {self._number[term] for term in stem if term in self._number}
        in_folder = {self._number[term] for term in folder if term in self._number}
        return math.sqrt(len(in_stem)) + 0.5 * math.sqrt(len(in_folder))


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
