"""What speaks against an entry: files it is about that commits changed after it, and files that are gone.

1. When was the entry itself last changed? The history layer knows, and the ages of entries where it does not
   reach; a `confirmed:` day that is later counts instead. Beyond the edge of a shallow clone nobody knows.
2. Which files does it mean? A path as it stands, or the one file whose path ends with it; what a name of code
   is defined in; what a pinned folder or pattern holds. A file is taken for meant only if it is there, a gone
   one only if the history knows that it was.
3. Which commits changed them later? Those with a later time: a commit that changed entry and file together does
   not count, and a merge only with what it changed itself.

`ask` looks at what it shows, from what is there already: references from the index, history and code layers, a
few tree objects through the running reader. See docs/staleness.md for what cannot be known.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from trove_git.commands import history_layer
from trove_git.commands.history import open_history
from trove_git.commands.opening import Opened
from trove_git.commands.place import Place
from trove_git.gitrepo.objects import BlobReader
from trove_git.gitrepo.repository import Commit
from trove_git.gitrepo.trees import FILE, FOLDER, NOTHING, UNKNOWN, TreeLookup
from trove_git.index.history import PublishedHistory
from trove_git.index.published import PublishedIndex
from trove_git.records import ChangedFile, MissingReference, Reference, Staleness
from trove_git.sources.references import Spoken
from trove_git.sources.scope import TROVE

MOST_DEFINITIONS = 40
"""Symbols with a word of a name that are looked at; a name that so many share is not resolved."""
MOST_COMMITS_COMPARED = 3
"""Commits of one answer in which git looks where a file went."""


class _Age(NamedTuple):
    """When an entry was last changed."""

    time: int
    """In seconds since 1970; for one older than the history that was read, a time before all of it."""
    beyond: bool
    """Whether commits that were not read may be younger than the entry."""


class _Meant(NamedTuple):
    """Files of the whole tree that a reference means."""

    present: str = ""
    """The file or folder that is there; empty for none."""
    gone: str = ""
    """The file or folder that was there; empty for none."""
    folder: bool = False
    by_end: bool = False
    """Whether the path only ends with what the entry says, so that another file may do so too."""


class StaleChecker:
    """Looks at entries of one commit.

    Args:
        place: where the commit is.
        commit: the commit that is asked.
        reader: reads its trees.
        history: its history.
        code: its code layer, or the nearest; None where there is none.
        live: whether files on disk count as being there.
    """

    def __init__(
        self,
        place: Place,
        commit: Commit,
        reader: BlobReader,
        history: PublishedHistory,
        code: PublishedIndex | None,
        *,
        live: bool,
    ) -> None:
        self._place, self._commit, self._history, self._code, self._live = place, commit, history, code, live
        self._prefix = place.root.prefix
        self._tree = TreeLookup(reader, commit.tree)
        self._whole = history.commit_count < history_layer.NEWEST
        """Whether the history holds every commit."""
        self._compared: dict[str, dict[str, str]] = {}

    def check(self, path: str, said: Spoken, *, uncommitted: bool = False) -> Staleness | None:
        """Say what speaks against an entry; None for nothing that is known.

        Args:
            path: the entry's path below the root.
            said: what it speaks about.
            uncommitted: whether its text is that of the work tree; commits then do not make it stale.
        """
        if not said.references:
            return None
        age = None if uncommitted else self._age(self._prefix + path, said.confirmed)
        changed: dict[str, ChangedFile] = {}
        missing: dict[str, MissingReference] = {}
        for reference in said.references:
            if reference.kind == "symbol":
                meant = _Meant(self._file_of(reference.text)) if age is not None else _Meant()
            elif reference.kind == "pattern":
                meant = _Meant()
                self._add_pattern(reference, age, changed, missing)
            else:
                meant = self._meant(path, reference)
            if meant.present and age is not None:
                self._add_changed(reference, meant, age, changed)
            if meant.gone:
                self._add_missing(reference, meant, age, missing, uncommitted=uncommitted)
        if not changed and not missing:
            return None
        order = sorted(changed.values(), key=lambda file: (bool(file.symbol), -file.commits, file.path))
        return Staleness(tuple(order), tuple(missing.values()))

    def with_moves(self, found: Staleness) -> Staleness:
        """Say of missing files where they are now, as far as the commits tell that removed them."""
        return found._replace(missing=tuple(map(self._with_move, found.missing)))

    # -- when the entry was changed ------------------------------------------------------------------------------

    def _age(self, full: str, confirmed: int | None) -> _Age | None:
        """Return when an entry was last changed or confirmed; None where nobody knows."""
        number = self._history.find_path(full)
        time = None if number is None else self._history.known_time(number)
        if time is None and not self._whole:
            time = self._ages.get(full)
            if time is None and not self._is_shallow:
                time = self._oldest - 1
        if confirmed is not None:
            time = confirmed if time is None else max(time, confirmed)
        return None if time is None else _Age(time, not self._whole and time < self._oldest)

    @cached_property
    def _ages(self) -> dict[str, int]:
        from trove_git.commands.ages import read_ages

        return read_ages(self._place, self._commit) or {}

    @cached_property
    def _oldest(self) -> int:
        return min(self._history.times, default=0)

    @cached_property
    def _is_shallow(self) -> bool:
        return os.path.exists(os.path.join(self._place.repository.common_dir, "shallow"))

    # -- which files it means ------------------------------------------------------------------------------------

    def _meant(self, entry_path: str, reference: Reference) -> _Meant:
        """Return the file or folder that a path means, there or gone."""
        paths = list(self._candidates(entry_path, reference))
        known = [path for path in paths if self._is_known(path)]
        ends = [] if known or reference.beside else self._ending(reference.text)
        if (not known and not ends) or any(map(self._is_own, known)):
            # No commit that was read touched it: it is neither changed nor gone.
            return _Meant()
        for path in paths:
            kind = self._tree.kind(path)
            if kind == UNKNOWN:
                return _Meant()
            if kind != NOTHING:
                return _Meant(present=path, folder=kind == FOLDER)
        if known and (reference.beside or "/" in reference.text):
            return self._gone(known[0])
        # A bare name is right wherever the file is.
        return self._only_one_of(ends or self._ending(reference.text), known)

    def _only_one_of(self, ends: Sequence[str], known: Sequence[str]) -> _Meant:
        """Return the only file that is there of those that end with a path, or the only one that was."""
        present = ""
        for path in ends:
            kind = self._tree.kind(path)
            if kind == UNKNOWN or (kind == FILE and present):
                return _Meant()
            present = path if kind == FILE else present
        if present:
            return _Meant(present=present, by_end=True)
        if known:
            return self._gone(known[0])
        return _Meant(gone=ends[0], by_end=True) if len(ends) == 1 else _Meant()

    def _gone(self, path: str) -> _Meant:
        return _Meant(gone=path, folder=self._history.find_path(path) is None)

    def _candidates(self, entry_path: str, reference: Reference) -> Iterator[str]:
        """Yield the paths of the whole tree that a reference may stand for, the likeliest first."""
        starts = [self._prefix, ""] if self._prefix else [""]
        if reference.beside:
            starts.insert(0, f"{self._prefix}{posixpath.dirname(entry_path)}/")
        for start in starts:
            path = posixpath.normpath(start + reference.text)
            if not path.startswith(("../", "/")) and path not in ("..", "."):
                yield path

    def _ending(self, text: str) -> list[str]:
        """Return the paths below the root, of all that the history knows, that end with a path."""
        paths = map(self._history.path, self._history.paths_ending(text))
        return [path for path in paths if path.startswith(self._prefix) and not self._is_own(path)]

    def _is_own(self, path: str) -> bool:
        """Whether a path is one of the trove: what entries say about each other is for links to say."""
        return path.startswith(self._prefix + TROVE)

    def _is_known(self, path: str) -> bool:
        return self._history.find_path(path) is not None or self._history.has_below(f"{path}/")

    def _is_only_one(self, ending: str, count: int) -> bool:
        """Whether a number of files of the tree end with a path; git lists them where the history is not all there."""
        if self._whole:
            return True
        return self._names is not None and self._names.count(b"/" + os.fsencode(ending) + b"\0") == count

    @cached_property
    def _names(self) -> bytes | None:
        """Every path of the tree below the root, each between a slash and a zero byte; None where git cannot tell."""
        folder = [self._prefix.rstrip("/")] if self._prefix else []
        command = ["ls-tree", "-r", "-z", "--name-only", "--full-tree", self._commit.tree, "--", *folder]
        running = self._place.repository.start(command)
        out = running.finish(check=False)
        return b"/" + out.replace(b"\0", b"\0/") if running.succeeded else None

    def _file_of(self, name: str) -> str:
        """Return the file of the whole tree that alone defines a name of code; empty where there is none."""
        if self._code is None:
            return ""
        from trove_git.commands.definitions import find_definitions

        files = find_definitions(self._code, name, MOST_DEFINITIONS)
        if len(files) != 1:
            return ""
        path = self._prefix + files[0]
        # The code layer may be that of an earlier commit.
        return path if self._history.find_path(path) is not None and self._tree.kind(path) == FILE else ""

    # -- what happened to them -----------------------------------------------------------------------------------

    def _add_changed(self, reference: Reference, meant: _Meant, age: _Age, changed: dict[str, ChangedFile]) -> None:
        """Add a file that commits changed later. What happens in a folder that is only named says nothing."""
        path = meant.present
        if meant.folder:
            if not reference.pinned:
                return
            numbers = self._history.paths_below(f"{path}/")
        else:
            found = self._history.find_path(path)
            numbers = [] if found is None else [found]
        file = self._changed(self._shown(path) + "/" * meant.folder, numbers, age)
        if file is not None and (not meant.by_end or self._is_only_one(reference.text, 1)):
            if reference.kind == "symbol":
                changed.setdefault(file.path, file._replace(symbol=reference.text))
            else:
                changed[file.path] = file

    def _changed(self, shown: str, numbers: Sequence[int], age: _Age) -> ChangedFile | None:
        """Return how often commits after an entry changed some paths together; None for never."""
        times = self._history.times
        if len(numbers) == 1:
            commits = self._history.commits_of(numbers[0])
        else:
            wanted = frozenset(numbers)
            commits = [
                number
                for number, time in enumerate(times)
                if time > age.time and not wanted.isdisjoint(self._history.files_of(number))
            ]
        later = [times[number] for number in commits if times[number] > age.time]
        return ChangedFile(shown, len(later), max(later), age.beyond) if later else None

    def _add_missing(
        self,
        reference: Reference,
        meant: _Meant,
        age: _Age | None,
        missing: dict[str, MissingReference],
        *,
        uncommitted: bool,
    ) -> None:
        """Add a file that went after the entry was last changed: until then, the entry may speak of what is gone."""
        path = meant.gone
        found = None if meant.folder else self._history.find_path(path)
        numbers = self._history.paths_below(f"{path}/") if found is None else [found]
        removed = self._removed(numbers)
        if age is not None and (removed is None or removed <= age.time):
            return
        if age is None and not uncommitted and not self._is_shallow:
            return
        if meant.by_end and not self._is_only_one(reference.text, 0):
            return
        if self._live and os.path.lexists(os.path.join(self._place.root.path, self._shown(path))):
            return
        gone = MissingReference(reference.text, reference.line, removed, path=self._shown(path) + "/" * meant.folder)
        missing.setdefault(gone.path, gone)

    def _removed(self, numbers: Iterable[int]) -> int | None:
        """Return when the last of some paths that are gone went; None where that is not known."""
        times = []
        for number in numbers:
            time = self._history.known_time(number)
            times += [time] if time is not None else [self._history.times[n] for n in self._history.commits_of(number)]
        return max(times, default=None)

    def _add_pattern(
        self,
        reference: Reference,
        age: _Age | None,
        changed: dict[str, ChangedFile],
        missing: dict[str, MissingReference],
    ) -> None:
        """Add what happened to the files that a pinned pattern matches, or that it matches none any more."""
        from trove_git.entries.patterns import literal_start, path_matcher

        start, matches = self._prefix + literal_start(reference.text), path_matcher(reference.text)
        path_of = self._history.path
        numbers = [
            number
            for number in (self._history.paths_below(start) if start else range(self._history.path_count))
            if matches(path_of(number).removeprefix(self._prefix)) and not self._is_own(path_of(number))
        ]
        there = next((n for n in numbers if self._tree.kind(path_of(n)) in (FILE, UNKNOWN)), None)
        if there is not None:
            file = self._changed(reference.text, numbers, age) if age is not None else None
            if file is not None:
                changed.setdefault(file.path, file)
        elif numbers and self._names is not None and not any(map(matches, self._paths_of(self._names))):
            removed = self._removed(numbers)
            if removed is not None and (age is None or removed > age.time):
                missing.setdefault(reference.text, MissingReference(reference.text, reference.line, removed))

    def _paths_of(self, names: bytes) -> Iterator[str]:
        """Yield every path of `_names` as the root has it."""
        return (self._shown(os.fsdecode(raw[1:])) for raw in names.split(b"\0") if raw[1:])

    def _shown(self, path: str) -> str:
        """Return a path of the whole tree as the root has it; one outside the root stays as it is."""
        return path.removeprefix(self._prefix)

    def _with_move(self, gone: MissingReference) -> MissingReference:
        """Follow a file from the commit that moved it to the next, to where it is."""
        at = self._prefix + gone.path if gone.path else ""
        for _ in range(MOST_COMMITS_COMPARED):
            number = self._history.find_path(at) if at else None
            commits = [] if number is None else self._history.commits_of(number)
            if not commits:
                return gone
            at = self._moves(self._history.oid(commits[0])).get(at, "")
            if at and self._tree.kind(at) == FILE:
                return gone._replace(moved_to=self._shown(at))
        return gone

    def _moves(self, commit: str) -> dict[str, str]:
        if commit not in self._compared and len(self._compared) < MOST_COMMITS_COMPARED:
            from trove_git.commands.moves import find_moves

            self._compared[commit] = find_moves(self._place.repository, commit)
        return self._compared.get(commit, {})


def open_checker(place: Place, opened: Opened, reader: BlobReader | None, *, live: bool) -> StaleChecker | None:
    """Return what looks at the entries of a commit; None where there is no commit, or no history of it."""
    if opened.asked is None or reader is None:
        return None
    layer = next((layer for layer in opened.searched if layer.code), None)
    history = (layer.history if layer is not None else None) or open_history(place, opened.asked)
    if history is None:
        return None
    code = layer.reader if layer is not None and isinstance(layer.reader, PublishedIndex) else None
    return StaleChecker(place, opened.asked, reader, history, code, live=live)
