"""Two trees side by side, that of the commit in which a fact was written and that of HEAD: files, moves, contents."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from trove_git.entries.naming import candidate_paths, is_whole, may_be_folder
from trove_git.gitrepo.objects import SUBMODULE, SYMLINK, BlobReader, TreeEntry, read_diff, start_diff
from trove_git.gitrepo.repository import Repository
from trove_git.paths import NOWHERE, RepoPath
from trove_git.records import Oid, Reference, TreeOid
from trove_git.sources.category import category_of
from trove_git.sources.doc_rules import SKIPPED_FOLDERS, TROVE

MAX_FILE_BYTES = 1024 * 1024
"""Larger files are data or generated; no fact rests on one of their lines."""
ALIKE = 0.5
"""Share of a file's lines that another must have to count as what became of it, as git's own -M50%."""
_LEAST_LINE_CHARACTERS = 8
"""Shorter lines are brackets."""
_LEFT_OUT = frozenset({"changelog", "blog", "vendored"})
"""What these say about a name is history, or about others' code."""


@lru_cache(maxsize=500_000)
def is_watched(path: RepoPath, prefix: str) -> bool:
    """Whether what a file says can bear a fact out; the trove cannot bear itself out.

    Args:
        path: below the top of the tree.
        prefix: path of the root below the top, with a final slash; empty at the top.
    """
    below = path.removeprefix(prefix)
    if not path.startswith(prefix) or below.startswith(TROVE) or not SKIPPED_FOLDERS.isdisjoint(below.split("/")[:-1]):
        return False
    return category_of(below) not in _LEFT_OUT


class Tree(NamedTuple):
    """The watched files of one commit, by path below the top."""

    oids: Mapping[RepoPath, Oid]
    """Path → object id of its blob."""
    by_name: Mapping[str, tuple[RepoPath, ...]]
    """File name → the paths that end in it."""
    folders: frozenset[str]

    def resolve(self, reference: Reference, entry_path: RepoPath, prefix: str) -> RepoPath:
        """Return the path that a reference leads to, a folder's with a final slash; empty for none, or more than one.

        `MeantFiles` finds the same for `ask`, from the history of the commit that is asked. Of the commits of entries
        there is none, and making one for each would take longer than the review; but their trees are at hand.

        Args:
            reference: a path; a part of one counts where one file alone ends in it.
            entry_path: the entry's path from the top of the tree.
            prefix: see `is_watched`.
        """
        for path in candidate_paths(reference, entry_path, prefix):
            if path in self.oids:
                return path
            if path in self.folders and may_be_folder(reference, path):
                return RepoPath(f"{path}/")
        if is_whole(reference):
            return NOWHERE
        text = reference.text
        ends = [path for path in self.by_name.get(posixpath.basename(text), ()) if path.endswith("/" + text)]
        return ends[0] if len(ends) == 1 else NOWHERE


def make_tree(entries: Iterable[TreeEntry], prefix: str) -> Tree:
    """Index the files of a tree."""
    oids = {e.path: e.oid for e in entries if e.mode not in (SUBMODULE, SYMLINK) and is_watched(e.path, prefix)}
    names: dict[str, list[RepoPath]] = {}
    folders: set[str] = set()
    for path in oids:
        names.setdefault(posixpath.basename(path), []).append(path)
        folder = posixpath.dirname(path)
        while folder and folder not in folders:
            folders.add(folder)
            folder = posixpath.dirname(folder)
    return Tree(oids, {name: tuple(paths) for name, paths in names.items()}, frozenset(folders))


def older_tree(
    repository: Repository, old: TreeOid, new: TreeOid, new_entries: Collection[TreeEntry], prefix: str
) -> Tree:
    """Return an older tree, given the files of a newer one: what differs is all that is read."""
    files = {e.path: e for e in new_entries}
    for change in read_diff(start_diff(repository, old, new).finish()):
        if change.old_mode:
            files[change.path] = TreeEntry(change.old_mode, change.old_oid, change.path)
        else:
            files.pop(change.path, None)
    return make_tree(files.values(), prefix)


class Texts:
    """Contents of blobs as text, each read once."""

    def __init__(self, reader: BlobReader) -> None:
        self._reader = reader
        self._known: dict[Oid, str | None] = {}
        self.unread = 0
        """Blobs that are missing or broken, as in a partial clone."""

    def of(self, oid: Oid) -> str | None:
        """Return the text of a blob; None where it is too large, no text, or not there."""
        if oid not in self._known:
            blob = self._reader.read(oid, MAX_FILE_BYTES)
            self.unread += blob.data is None and blob.size_bytes <= MAX_FILE_BYTES
            data = blob.data
            self._known[oid] = None if data is None or b"\0" in data[:8000] else data.decode("utf-8", "replace")
        return self._known[oid]


def find_moved(path: RepoPath, then: Tree, now: Tree, texts: Texts, likely: Iterable[RepoPath] = ()) -> RepoPath:
    """Return where a file that is gone is now: the same blob, or a new file that shares half of its lines.

    Args:
        path: of the file that is gone.
        then: tree that has it.
        now: tree that lacks it.
        texts: contents.
        likely: other paths to look at, beside new files of the same name.
    """
    oid = then.oids[path]
    new = [other for other, blob in now.oids.items() if blob == oid and other not in then.oids]
    if new:
        return min(new)
    lines = _lines(texts.of(oid) or "")
    candidates = [*now.by_name.get(posixpath.basename(path), ()), *likely]
    shares = [
        (len(lines & _lines(texts.of(now.oids[other]) or "")) / len(lines), other)
        for other in dict.fromkeys(candidates)
        if lines and other in now.oids and other not in then.oids
    ]
    share, best = max(shares, default=(0.0, NOWHERE))
    return best if share >= ALIKE else NOWHERE


def _lines(text: str) -> frozenset[str]:
    return frozenset(line for raw in text.split("\n") if len(line := raw.strip()) >= _LEAST_LINE_CHARACTERS)
