"""Which files of a commit a reference of an entry means: those that are there, and those that were.

References and the history of a commit in, paths of its tree out; `staleness.py` asks what happened to them. A file is
taken for meant only if the tree has it, a gone one only if the history knows it, and in doubt there is none.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from trove_git.entries.naming import candidate_paths, is_whole, may_be_folder
from trove_git.gitrepo.objects import BlobReader
from trove_git.gitrepo.repository import Commit
from trove_git.gitrepo.trees import FILE, FOLDER, NOTHING, UNKNOWN, TreeLookup
from trove_git.index.history import PublishedHistory
from trove_git.index.published import PublishedIndex
from trove_git.layers import history_layer
from trove_git.paths import NOWHERE, RepoPath, RootPath, from_top, root_folders
from trove_git.records import Reference
from trove_git.sources.doc_rules import TROVE
from trove_git.workspace.workspace import Workspace

MOST_DEFINITIONS = 40
"""Symbols with a word of a name that are looked at; a name that so many share is not resolved."""


MOST_NAMESAKES = 100
"""Files of code with a word of a file's name that are looked at; with more, git lists the files."""


class Meant(NamedTuple):
    """The file of the whole tree that a reference means."""

    present: RepoPath = NOWHERE
    """The file or folder that is there; empty for none."""
    gone: RepoPath = NOWHERE
    """The file or folder that was there; empty for none."""
    folder: bool = False
    by_end: bool = False
    """Whether the path only ends with what the entry says, so that another file may do so too."""


class MeantFiles:
    """Finds the files that references mean.

    Args:
        workspace: where the commit is.
        commit: the commit that is asked.
        reader: reads its trees.
        history: its history.
        code: its code layer, or the nearest; None where there is none.
    """

    def __init__(
        self,
        workspace: Workspace,
        commit: Commit,
        reader: BlobReader,
        history: PublishedHistory,
        code: PublishedIndex | None,
    ) -> None:
        self._workspace, self._commit, self._history, self._code = workspace, commit, history, code
        self.prefix = workspace.root.prefix
        self.tree = TreeLookup(reader, commit.tree)
        self.whole = history.commit_count < history_layer.NEWEST
        """Whether the history holds every commit."""

    def of_path(self, entry_path: RootPath, reference: Reference) -> Meant:
        """Return the file or folder that a path means.

        Args:
            entry_path: the entry's path.
            reference: a path.
        """
        paths = list(candidate_paths(reference, from_top(entry_path, self.prefix), self.prefix))
        known = [path for path in paths if self._is_known(path, reference)]
        whole = is_whole(reference)
        ends = [] if known or whole else self._ending(reference.text)
        if (not known and not ends) or any(map(self.is_own, known)):
            # No commit that was read touched it: it is neither changed nor gone.
            return Meant()
        for path in paths:
            kind = self.tree.kind(path)
            if kind == UNKNOWN:
                return Meant()
            if kind != NOTHING:
                return Meant(present=path, folder=kind == FOLDER)
        if known and (whole or "/" in reference.text):
            return self._gone(known[0])
        # A bare name is right wherever the file is.
        return self._only_one_of(ends or self._ending(reference.text), known)

    def of_name(self, name: str) -> Meant:
        """Return the file that alone defines a name of code."""
        if self._code is None:
            return Meant()
        from trove_git.layers.definitions import find_definitions

        files = find_definitions(self._code, name, MOST_DEFINITIONS)
        if len(files) != 1:
            return Meant()
        path = from_top(files[0], self.prefix)
        # The code layer may be that of an earlier commit.
        is_there = self._history.find_path(path) is not None and self.tree.kind(path) == FILE
        return Meant(present=path) if is_there else Meant()

    def is_own(self, path: RepoPath) -> bool:
        """Whether a path is one of the trove: what entries say about each other is for links to say."""
        return path.startswith(self.prefix + TROVE)

    def is_only_one(self, ending: str, present: RepoPath) -> bool:
        """Whether no file of the tree but one, or none at all, ends with a path.

        Of the files that the history knows that is so already. Where it is not all there, the code layer knows all
        files of code; git lists the others.

        Args:
            ending: the path as the entry has it.
            present: the file of the whole tree that ends with it; empty for none.
        """
        if self.whole:
            return True
        modules = self._modules_ending(ending) if present else None
        if modules is not None and self.shown(present) in modules:
            return len(modules) == 1
        count = 1 if present else 0
        return self._names is not None and self._names.count(b"/" + os.fsencode(ending) + b"\0") == count

    def _modules_ending(self, ending: str) -> list[str] | None:
        """Return the files of code that end with a path; None where no code layer of this very commit tells."""
        if self._code is None or self._code.manifest.state.get("tree") != self._commit.tree:
            return None
        from trove_git.layers.definitions import find_modules_ending

        return find_modules_ending(self._code, ending, MOST_NAMESAKES)

    def shown(self, path: RepoPath) -> str:
        """Return a path of the whole tree as the root has it; one outside the root stays as it is."""
        return path.removeprefix(self.prefix)

    def all_paths(self) -> list[str] | None:
        """Return every path of the tree as the root has it; None where git cannot tell."""
        if self._names is None:
            return None
        return [self.shown(RepoPath(os.fsdecode(raw[1:]))) for raw in self._names.split(b"\0") if raw[1:]]

    @cached_property
    def _names(self) -> bytes | None:
        """Every path of the tree below the root, each between a slash and a zero byte; None where git cannot tell."""
        command = [
            "ls-tree",
            "-r",
            "-z",
            "--name-only",
            "--full-tree",
            self._commit.tree,
            "--",
            *root_folders(self.prefix),
        ]
        running = self._workspace.repository.start(command)
        out = running.finish(check=False)
        return b"/" + out.replace(b"\0", b"\0/") if running.succeeded else None

    def _ending(self, text: str) -> list[RepoPath]:
        """Return the paths below the root, of all that the history knows, that end with a path."""
        paths = map(self._history.path, self._history.paths_ending(text))
        return [path for path in paths if path.startswith(self.prefix) and not self.is_own(path)]

    def _is_known(self, path: RepoPath, reference: Reference) -> bool:
        """Whether a commit touched a path."""
        if self._history.find_path(path) is not None:
            return True
        return may_be_folder(reference, path) and self._history.has_below(f"{path}/")

    def _only_one_of(self, ends: Sequence[RepoPath], known: Sequence[RepoPath]) -> Meant:
        """Return the only file that is there of those that end with a path, or the only one that was."""
        present = NOWHERE
        for path in ends:
            kind = self.tree.kind(path)
            if kind == UNKNOWN or (kind == FILE and present):
                return Meant()
            present = path if kind == FILE else present
        if present:
            return Meant(present=present, by_end=True)
        if known:
            return self._gone(known[0])
        return Meant(gone=ends[0], by_end=True) if len(ends) == 1 else Meant()

    def _gone(self, path: RepoPath) -> Meant:
        return Meant(gone=path, folder=self._history.find_path(path) is None)
