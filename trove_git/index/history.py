"""The history of a commit as values on disk: subjects by their terms, files by the commits that touched them.

A question reads one file, whole (a few hundred kilobytes), and searches it with `bytes.find`; nothing is
unpacked that the question does not touch. A line of JSON names the sections, which follow in this order:

    oids · times · subjects · subject ends · terms · term ends · files of commits · file ends · paths · path ends
    · times of paths · anchor lengths of paths

Arrays have the byte order of the machine that wrote them, which the first line names. Beside it lies what
the builder of the next history takes over, the commits as they were read.
"""

from __future__ import annotations

import json
import os
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate

from trove_git.errors import IndexCorrupt
from trove_git.paths import RepoPath
from trove_git.records import HistoryCommit, Oid
from trove_git.terms import source_terms

NAME = "history"
COMMITS_NAME = "commits.json"
MAX_ANCHOR_FILES = 30
"""A commit that touches more files says little about each of them."""
MAX_SEARCHED_PATHS = 60
"""Looking for one path among twenty thousand takes a sixtieth of what it takes to put all of them into a dict."""
MAX_KEPT_TERMS = 300
"""A frequent term has thousands of commits and files, most have a few."""
UNKNOWN = -(1 << 63)
"""Stands for a time that is not known; 0 and times before 1970 are times."""
_ARRAYS = {
    "times": "q", "subject_ends": "I", "term_ends": "I", "files": "I", "file_ends": "I", "path_ends": "I",
    "path_times": "q", "anchor_lens": "f",
}  # fmt: skip
"""Section → type code of its numbers; the other sections are bytes."""
_SECTIONS = (
    "oids", "times", "subjects", "subject_ends", "terms", "term_ends", "files", "file_ends", "paths", "path_ends",
    "path_times", "anchor_lens",
)  # fmt: skip


def write_history(directory: str, commits: Sequence[HistoryCommit], path_times: Mapping[RepoPath, int]) -> None:
    """Write a history into a directory that is not published yet.

    Args:
        directory: an existing folder.
        commits: newest first.
        path_times: path → when it was last changed, in seconds since 1970, where these commits tell.
    """
    sections: dict[str, bytes | array[int] | array[float]] = {}
    texts = [os.fsencode(commit.subject) for commit in commits]
    terms = [source_terms(commit.subject) for commit in commits]
    lines = [f" {' '.join(found)} ".encode("utf-8", "surrogatepass") if found else b" " for found in terms]
    numbers: dict[RepoPath, int] = {}
    touched = [commit.touched for commit in commits]
    files = array("I", [numbers.setdefault(path, len(numbers)) for paths in touched for path in paths])
    for path in path_times:
        numbers.setdefault(path, len(numbers))
    names = [os.fsencode(path) for path in numbers]
    sections["oids"] = "".join(commit.oid for commit in commits).encode("ascii")
    sections["times"] = array("q", [commit.time for commit in commits])
    sections["subjects"], sections["subject_ends"] = b"".join(texts), _ends(texts)
    sections["terms"], sections["term_ends"] = b"".join(lines), _ends(lines)
    sections["files"] = files
    sections["file_ends"] = array("I", accumulate(len(paths) for paths in touched))
    sections["paths"], sections["path_ends"] = b"".join(names), _ends(names)
    sections["path_times"] = array("q", [path_times.get(path, UNKNOWN) for path in numbers])
    sections["anchor_lens"] = array("f", _anchor_lens(touched, terms, numbers))
    data = [bytes(sections[name]) if name not in _ARRAYS else sections[name].tobytes() for name in _SECTIONS]  # type: ignore[union-attr]  # a section of numbers
    head = {"order": sys.byteorder, "commits": len(commits), "sizes": [len(part) for part in data]}
    with open(os.path.join(directory, NAME), "wb") as f:
        f.write(json.dumps(head).encode("ascii") + b"\n")
        f.writelines(data)
        f.flush()
        os.fsync(f.fileno())
    with open(os.path.join(directory, COMMITS_NAME), "w", encoding="ascii") as f:
        # `dumps` is the encoder in C, which `dump` does without.
        f.write(json.dumps(commits, separators=(",", ":")))


def read_commits(directory: str) -> list[HistoryCommit]:
    """Return the commits of a published history, newest first, as they were written.

    Raises:
        IndexCorrupt: the file is missing or broken.
    """
    try:
        with open(os.path.join(directory, COMMITS_NAME), encoding="ascii") as f:
            found = json.load(f)
        if not isinstance(found, list):
            raise TypeError("foreign")
        return [
            HistoryCommit(oid, time, subject, tuple(parents), tuple(paths), _pairs(renames), tuple(own))
            for oid, time, subject, parents, paths, renames, own in found
        ]
    except (OSError, ValueError, TypeError) as error:
        raise IndexCorrupt(f"history cannot be read: {error}", where=directory) from error


def _pairs(found: Sequence[Sequence[str]]) -> tuple[tuple[RepoPath, RepoPath], ...]:
    return tuple((RepoPath(first), RepoPath(second)) for first, second in found)


def _ends(parts: Sequence[bytes]) -> array[int]:
    return array("I", accumulate(len(part) for part in parts))


def _anchor_lens(
    touched: Sequence[Sequence[RepoPath]], terms: Sequence[list[str]], numbers: Mapping[RepoPath, int]
) -> list[float]:
    """Return the length of each path's anchor text, in terms: subjects, each shared by the files of its commit."""
    lens = [0.0] * len(numbers)
    for paths, found in zip(touched, terms, strict=True):
        if len(paths) <= MAX_ANCHOR_FILES:
            for path in paths:
                lens[numbers[path]] += len(found) / len(paths)
    return lens


class PublishedHistory:
    """A published history, opened for reading.

    Args:
        directory: where `write_history` wrote.

    Raises:
        IndexCorrupt: the file is missing, foreign or broken.
    """

    def __init__(self, directory: str) -> None:
        self.directory = directory
        self._path_numbers: dict[RepoPath, int] | None = None
        self._folder_times: dict[str, int] = {}
        # What one question has looked at, the next one of a session finds here.
        self._files_of: dict[int, array[int]] = {}
        self._path_of: dict[int, RepoPath] = {}
        self._number_of: dict[RepoPath, int | None] = {}
        self._commits_with: dict[str, list[tuple[int, int]]] = {}
        self._anchors_with: dict[str, dict[int, float]] = {}
        try:
            with open(os.path.join(directory, NAME), "rb") as f:
                head = json.loads(f.readline())
                data = f.read()
            if head["order"] != sys.byteorder or sum(head["sizes"]) != len(data):
                raise ValueError("foreign or cut")
            self.commit_count = int(head["commits"])
            parts: dict[str, bytes] = {}
            at = 0
            for name, size in zip(_SECTIONS, head["sizes"], strict=True):
                parts[name] = data[at : at + size]
                at += size
            self._oids, self._subjects, self._terms = parts["oids"], parts["subjects"], parts["terms"]
            self._paths = parts["paths"]
            self.times: array[int] = array("q", parts["times"])
            self.path_times: array[int] = array("q", parts["path_times"])
            self.anchor_lens: array[float] = array("f", parts["anchor_lens"])
            self._subject_ends, self._term_ends, self._files, self._file_ends, self._path_ends = (
                array("I", parts[name]) for name in ("subject_ends", "term_ends", "files", "file_ends", "path_ends")
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise IndexCorrupt(f"history cannot be read: {error}", where=directory) from error

    @property
    def path_count(self) -> int:
        """How many paths the commits touched."""
        return len(self._path_ends)

    def commits_with(self, term: str) -> list[tuple[int, int]]:
        """Return the commits whose subject holds a term: number, 0 for the newest, and how often."""
        found = self._commits_with.get(term)
        if found is None:
            if len(self._commits_with) >= MAX_KEPT_TERMS:
                self._commits_with.clear()
            found = self._commits_with[term] = self._find_commits(term)
        return found

    def anchors_with(self, term: str) -> Mapping[int, float]:
        """Return the paths whose anchor text holds a term: number → how often, above 0."""
        found = self._anchors_with.get(term)
        if found is None:
            if len(self._anchors_with) >= MAX_KEPT_TERMS:
                self._anchors_with.clear()
            found = self._anchors_with[term] = self._find_anchors(term)
        return found

    def _find_anchors(self, term: str) -> dict[int, float]:
        """Share the term of each commit among the files that it touched."""
        shares: dict[int, float] = {}
        for number, freq in self.commits_with(term):
            files = self.files_of(number)
            if 0 < len(files) <= MAX_ANCHOR_FILES:
                share = freq / len(files)
                for file in files:
                    shares[file] = shares.get(file, 0.0) + share
        return shares

    def _find_commits(self, term: str) -> list[tuple[int, int]]:
        wanted = f" {term} ".encode("utf-8", "surrogatepass")
        found: list[tuple[int, int]] = []
        at = self._terms.find(wanted)
        while at >= 0:
            number = bisect_right(self._term_ends, at)
            if found and found[-1][0] == number:
                found[-1] = number, found[-1][1] + 1
            else:
                found.append((number, 1))
            at = self._terms.find(wanted, at + len(wanted) - 1)
        return found

    @cached_property
    def anchored_count(self) -> int:
        """How many paths have an anchor text."""
        return sum(1 for length in self.anchor_lens if length)

    @cached_property
    def mean_anchor_len(self) -> float:
        """Mean length of an anchor text, in terms; 1 where there is none."""
        return sum(self.anchor_lens) / self.anchored_count if self.anchored_count else 1.0

    def subject_len(self, number: int) -> int:
        """Return the length of a commit's subject, in terms."""
        return self._terms.count(b" ", self._term_ends[number - 1] if number else 0, self._term_ends[number]) - 1

    @cached_property
    def mean_subject_len(self) -> float:
        """Mean length of a subject, in terms."""
        return (self._terms.count(b" ") - self.commit_count) / self.commit_count if self.commit_count else 0.0

    def files_of(self, number: int) -> Sequence[int]:
        """Return the numbers of the paths that a commit touched."""
        found = self._files_of.get(number)
        if found is None:
            start = self._file_ends[number - 1] if number else 0
            found = self._files_of[number] = self._files[start : self._file_ends[number]]
        return found

    def path(self, number: int) -> RepoPath:
        """Return a path of the whole tree by its number."""
        found = self._path_of.get(number)
        if found is None:
            start = self._path_ends[number - 1] if number else 0
            found = self._path_of[number] = RepoPath(os.fsdecode(self._paths[start : self._path_ends[number]]))
        return found

    def find_path(self, path: RepoPath) -> int | None:
        """Return the number of a path of the whole tree; None where no commit touched it."""
        if self._path_numbers is None and path not in self._number_of:
            if len(self._number_of) >= MAX_SEARCHED_PATHS:
                return self._numbers().get(path)
            wanted = os.fsencode(path)
            found = (n for n, start, end in self._occurrences(wanted) if end - start == len(wanted))
            self._number_of[path] = next(found, None)
        return self._number_of[path] if self._path_numbers is None else self._path_numbers.get(path)

    def _numbers(self) -> dict[RepoPath, int]:
        """Return path → number of every path."""
        if self._path_numbers is None:
            self._path_numbers = {self.path(number): number for number in range(self.path_count)}
        return self._path_numbers

    def paths_ending(self, name: str) -> list[int]:
        """Return the numbers of the paths in folders that end with a name, or with a path of several names."""
        wanted = b"/" + os.fsencode(name)
        return [n for n, start, end in self._occurrences(wanted) if self._paths.endswith(wanted, start, end)]

    def paths_below(self, folder: str) -> list[int]:
        """Return the numbers of the paths below a folder, named with its final slash."""
        wanted, starts_with = os.fsencode(folder), self._paths.startswith
        starts = (0, *self._path_ends[:-1]) if self._path_ends else ()
        return [number for number, start in enumerate(starts) if starts_with(wanted, start)]

    def has_below(self, folder: str) -> bool:
        """Whether a commit touched a path below a folder, named with its final slash."""
        return any(end - start > len(folder) for _, start, end in self._occurrences(os.fsencode(folder)))

    def _occurrences(self, wanted: bytes) -> Iterator[tuple[int, int, int]]:
        """Yield number, start and end of each path that begins or ends with some bytes."""
        at = self._paths.find(wanted)
        while at >= 0:
            number = bisect_right(self._path_ends, at)
            start, end = self._path_ends[number - 1] if number else 0, self._path_ends[number]
            if at + len(wanted) <= end and (at == start or at + len(wanted) == end):
                yield number, start, end
            at = self._paths.find(wanted, at + 1)

    def commits_of(self, path_number: int) -> list[int]:
        """Return the numbers of the commits that touched a path, the newest first; a merge what it changed itself."""
        width = self._files.itemsize
        wanted = path_number.to_bytes(width, sys.byteorder)
        found = []
        at = self._file_bytes.find(wanted)
        while at >= 0:
            if at % width == 0:
                found.append(bisect_right(self._file_ends, at // width))
            at = self._file_bytes.find(wanted, at + 1)
        return found

    @cached_property
    def _file_bytes(self) -> bytes:
        return self._files.tobytes()

    def known_time(self, path_number: int) -> int | None:
        """Return when a path was last changed, by its number; None where that is not known."""
        time = self.path_times[path_number]
        return None if time == UNKNOWN else time

    def path_time(self, path: RepoPath) -> int | None:
        """Return when a path of the whole tree was last changed, in seconds since 1970; None where it is not known."""
        number = self._numbers().get(path)
        time = UNKNOWN if number is None else self.path_times[number]
        return None if time == UNKNOWN else time

    def folder_time(self, folder: str) -> int | None:
        """Return when anything below a folder of the whole tree, named with its final slash, was last changed."""
        if folder not in self._folder_times:
            times = [self.path_times[n] for n in range(self.path_count) if self.path(n).startswith(folder)]
            self._folder_times[folder] = max(times, default=UNKNOWN)
        time = self._folder_times[folder]
        return None if time == UNKNOWN else time

    def oid(self, number: int) -> Oid:
        """Return a commit's object id."""
        width = len(self._oids) // self.commit_count
        return Oid(self._oids[number * width : (number + 1) * width].decode("ascii"))

    def subject(self, number: int) -> str:
        """Return a commit's subject."""
        start = self._subject_ends[number - 1] if number else 0
        return os.fsdecode(self._subjects[start : self._subject_ends[number]])
