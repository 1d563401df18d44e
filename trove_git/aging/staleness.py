"""What speaks against an entry: files it is about that commits changed after it, and files that are gone.

1. When was the entry itself last changed? The history layer knows, and the ages of entries where it does not
   reach; a `confirmed:` day that is later counts instead. Beyond the edge of a shallow clone nobody knows.
2. Which files does it mean? See `meant.py`.
3. Which commits changed them later? Those with a later time: a commit that changed entry and file together does
   not count, and a merge only with what it changed itself.

`ask` looks at what it shows, from what is there already: references from the index, history and code layers, a
few tree objects through the running reader. See docs/staleness.md for what cannot be known.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from trove_git.aging.meant import Meant, MeantFiles
from trove_git.gitrepo.objects import BlobReader
from trove_git.gitrepo.repository import Commit
from trove_git.gitrepo.trees import FILE, UNKNOWN
from trove_git.index.history import PublishedHistory
from trove_git.layers.history import open_history
from trove_git.layers.opening import Opened
from trove_git.paths import NOWHERE, RepoPath, RootPath, from_top
from trove_git.pins import read_pin
from trove_git.ranking.searched import find_code
from trove_git.records import ChangedFile, MissingReference, Oid, Reference, Staleness
from trove_git.sources.references import Spoken
from trove_git.workspace.workspace import Workspace

MOST_COMMITS_COMPARED = 3
"""Commits of one answer in which git looks where a file went."""


class _Age(NamedTuple):
    """When an entry was last changed."""

    time: int
    """In seconds since 1970; for one older than the history that was read, a time before all of it."""
    beyond: bool
    """Whether commits that were not read may be younger than the entry."""


class _Found:
    """What speaks against one entry, as it is gathered."""

    def __init__(self, age: _Age | None) -> None:
        self.age = age
        """None where commits do not make it stale: it is not committed, or nobody knows its age."""
        self.changed: dict[str, ChangedFile] = {}
        self.missing: dict[str, MissingReference] = {}

    def add_missing(self, gone: MissingReference) -> None:
        """Add what went after the entry was last changed: until then, it may speak of what is gone."""
        if self.age is None or (gone.removed is not None and gone.removed > self.age.time):
            self.missing.setdefault(gone.path or gone.reference, gone)

    def result(self) -> Staleness | None:
        """Return all of it; None for nothing."""
        if not self.changed and not self.missing:
            return None
        order = sorted(self.changed.values(), key=lambda file: (bool(file.symbol), -file.commits, file.path))
        return Staleness(tuple(order), tuple(self.missing.values()))


class StaleChecker:
    """Looks at entries of one commit.

    Args:
        workspace: where the commit is.
        commit: the commit that is asked.
        history: its history.
        files: finds the files that references mean.
        live: whether files on disk count as being there.
    """

    def __init__(
        self, workspace: Workspace, commit: Commit, history: PublishedHistory, files: MeantFiles, *, live: bool
    ) -> None:
        self._workspace, self._commit, self._history, self._files, self._live = workspace, commit, history, files, live
        self._compared: dict[Oid, dict[RepoPath, RepoPath]] = {}

    def check(self, path: RootPath, said: Spoken, *, uncommitted: bool = False) -> Staleness | None:
        """Say what speaks against an entry; None for nothing that is known.

        Args:
            path: the entry's path.
            said: what it speaks about.
            uncommitted: whether its text is that of the work tree; commits then do not make it stale.
        """
        found = _Found(None if uncommitted else self._age(from_top(path, self._files.prefix), said.confirmed))
        for reference in said.references:
            if reference.kind == "pattern":
                self._look_at_pattern(reference, found)
                continue
            is_symbol = reference.kind == "symbol"
            meant = self._files.of_name(reference.text) if is_symbol else self._files.of_path(path, reference)
            if meant.present:
                self._look_at_present(reference, meant, found)
            elif meant.gone:
                self._look_at_gone(reference, meant, found)
        return found.result()

    def with_moves(self, found: Staleness) -> Staleness:
        """Say of missing files where they are now, as far as the commits tell that removed them."""
        return found._replace(missing=tuple(map(self._with_move, found.missing)))

    def _age(self, full: RepoPath, confirmed: int | None) -> _Age | None:
        """Return when an entry was last changed or confirmed; None where nobody knows."""
        number = self._history.find_path(full)
        time = None if number is None else self._history.known_time(number)
        whole = self._files.whole
        if time is None and not whole:
            time = self._ages.get(full)
            if time is None and not self._is_shallow:
                time = min(self._history.times) - 1
        if confirmed is not None:
            time = confirmed if time is None else max(time, confirmed)
        # The order of `git log` ends with the oldest commit, but for commits that clocks have misplaced.
        return None if time is None else _Age(time, not whole and time < self._history.times[-1])

    @cached_property
    def _ages(self) -> dict[RepoPath, int]:
        from trove_git.layers.ages import read_ages

        return read_ages(self._workspace, self._commit) or {}

    @cached_property
    def _is_shallow(self) -> bool:
        return os.path.exists(os.path.join(self._workspace.repository.common_dir, "shallow"))

    def _look_at_present(self, reference: Reference, meant: Meant, found: _Found) -> None:
        """Look whether commits changed a file later. What happens in a folder that is only named says nothing."""
        path = meant.present
        if meant.folder and not reference.pinned:
            return
        number = None if meant.folder else self._history.find_path(path)
        numbers = self._history.paths_below(f"{path}/") if meant.folder else [] if number is None else [number]
        file = self._changed(self._files.shown(path) + "/" * meant.folder, numbers, found.age)
        if file is None or (meant.by_end and not self._files.is_only_one(reference.text, path)):
            return
        if reference.kind == "symbol":
            found.changed.setdefault(file.path, file._replace(symbol=reference.text))
        else:
            found.changed[file.path] = file

    def _changed(self, shown: str, numbers: Sequence[int], age: _Age | None) -> ChangedFile | None:
        """Return how often commits after an entry changed some paths together; None for never."""
        if age is None:
            return None
        times = self._history.times
        if len(numbers) == 1:
            commits: Iterable[int] = self._history.commits_of(numbers[0])
        else:
            wanted = frozenset(numbers)
            commits = [n for n in range(len(times)) if not wanted.isdisjoint(self._history.files_of(n))]
        later = [times[number] for number in commits if times[number] > age.time]
        return ChangedFile(shown, len(later), max(later), age.beyond) if later else None

    def _look_at_gone(self, reference: Reference, meant: Meant, found: _Found) -> None:
        """Look when a file or folder went, and whether it is back."""
        path = meant.gone
        number = None if meant.folder else self._history.find_path(path)
        removed = self._removed(self._history.paths_below(f"{path}/") if number is None else [number])
        shown = self._files.shown(path)
        if meant.by_end and not self._files.is_only_one(reference.text, NOWHERE):
            return
        if self._live and os.path.lexists(os.path.join(self._workspace.root.path, shown)):
            return
        found.add_missing(MissingReference(reference.text, reference.line, removed, path=shown + "/" * meant.folder))

    def _removed(self, numbers: Iterable[int]) -> int | None:
        """Return when the last of some paths that are gone went; None where that is not known."""
        times = []
        for number in numbers:
            time = self._history.known_time(number)
            times += [time] if time is not None else [self._history.times[n] for n in self._history.commits_of(number)]
        return max(times, default=None)

    def _look_at_pattern(self, reference: Reference, found: _Found) -> None:
        """Look what happened to the files that a pinned pattern matches, and whether it matches none any more."""
        pin = read_pin(reference.text)
        if pin is None:
            return
        files, path_of, matches = self._files, self._history.path, pin.covers
        start = files.prefix + pin.start
        numbers = [
            number
            for number in (self._history.paths_below(start) if start else range(self._history.path_count))
            if matches(files.shown(path_of(number))) and not files.is_own(path_of(number))
        ]
        if any(files.tree.kind(path_of(number)) in (FILE, UNKNOWN) for number in numbers):
            file = self._changed(reference.text, numbers, found.age)
            if file is not None:
                found.changed.setdefault(file.path, file)
        elif numbers:
            paths = files.all_paths()
            if paths is not None and not any(map(matches, paths)):
                found.add_missing(MissingReference(reference.text, reference.line, self._removed(numbers)))

    def _with_move(self, gone: MissingReference) -> MissingReference:
        """Follow a file from the commit that moved it to the next, to where it is."""
        at = from_top(RootPath(gone.path), self._files.prefix) if gone.path else NOWHERE
        for _ in range(MOST_COMMITS_COMPARED):
            number = self._history.find_path(at) if at else None
            commits = [] if number is None else self._history.commits_of(number)
            if not commits:
                break
            at = self._moves(self._history.oid(commits[0])).get(at, NOWHERE)
            if at and self._files.tree.kind(at) == FILE:
                return gone._replace(moved_to=self._files.shown(at))
        return gone

    def _moves(self, commit: Oid) -> dict[RepoPath, RepoPath]:
        if commit not in self._compared and len(self._compared) < MOST_COMMITS_COMPARED:
            from trove_git.aging.moves import find_moves

            self._compared[commit] = find_moves(self._workspace.repository, commit)
        return self._compared.get(commit, {})


def open_checker(workspace: Workspace, opened: Opened, reader: BlobReader | None, *, live: bool) -> StaleChecker | None:
    """Return what looks at the entries of a commit; None where there is no commit, or no history of it.

    Args:
        workspace: where the commit is.
        opened: what is searched; a code layer brings its history along.
        reader: reads trees of the repository; None outside Git.
        live: whether files on disk count as being there.
    """
    if opened.asked is None or reader is None:
        return None
    layer = find_code(opened.searched)
    history = (layer.history if layer is not None else None) or open_history(workspace, opened.asked)
    if history is None:
        return None
    code = layer.reader if layer is not None else None
    files = MeantFiles(workspace, opened.asked, reader, history, code)
    return StaleChecker(workspace, opened.asked, history, files, live=live)
