"""Which entries are about a file or folder: those whose `paths:` cover it, and those whose text means it.

Entries and places in, each entry that is about one of them out, with the line that says so. Unlike a question, nothing
is ranked, and nothing is left out.

1. `paths:` cover a place as `ranking/place.py` says; a folder is also meant by what is pinned below it.
2. A file or folder that the text names is found as for staleness (`aging/meant.py`); a file that is not committed, by
   the path alone.
3. A name of code means the file that alone defines it.
4. A personal entry knows no project: it is about a file only by its `paths:` and by whole paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from trove_git.aging.meant import MeantFiles
from trove_git.aging.staleness import open_checker
from trove_git.entries.entry import Entry
from trove_git.entries.naming import candidate_paths
from trove_git.entries.references import PATTERN, SYMBOL, find_references
from trove_git.entries.trove import TROVE_FOLDER
from trove_git.gitrepo.objects import BlobReader
from trove_git.layers.history import open_history
from trove_git.layers.opening import Opened
from trove_git.paths import RepoPath, RootPath, from_top
from trove_git.pins import read_pin
from trove_git.ranking.place import AskedFrom, covers
from trove_git.ranking.searched import find_code, hidden_paths
from trove_git.records import Reference, Staleness
from trove_git.sources.references import spoken
from trove_git.workspace.troves import PROJECT
from trove_git.workspace.workspace import Workspace


class Stored(NamedTuple):
    """An entry, and where it lies."""

    kind: str
    """`project` or `personal`."""
    path: str
    """Below its trove."""
    entry: Entry


class About(NamedTuple):
    """An entry that is about one of the places."""

    stored: Stored
    line: int
    """1-based line of its file that says so; 0 where nothing narrower than the root was asked for."""
    stale: Staleness | None
    """What speaks against it; None for nothing that is known."""


def find_about(
    workspace: Workspace,
    opened: Opened,
    reader: BlobReader | None,
    entries: Iterable[Stored],
    places: Sequence[AskedFrom],
    *,
    live: bool,
) -> Iterator[About]:
    """Yield the entries that are about one of some places, in their order.

    Args:
        workspace: where they are from.
        opened: what is open of the commit; a code layer brings names of code along.
        reader: reads objects of the repository; None outside Git.
        entries: of the project and of the user.
        places: below the root; none for the root, which all entries of the project are about.
        live: whether files on disk count as being there.
    """
    meaning = _Meaning(workspace, opened, reader)
    checker = open_checker(workspace, opened, reader, live=live)
    uncommitted = frozenset[str]().union(*map(hidden_paths, opened.searched))
    for stored in entries:
        line = meaning.line_about(stored, places) if places else 0 if stored.kind == PROJECT else None
        if line is None:
            continue
        stale = None
        if checker is not None and stored.kind == PROJECT:
            path = RootPath(f"{TROVE_FOLDER}/{stored.path}")
            stale = checker.check(path, spoken(stored.entry), uncommitted=path in uncommitted)
            stale = checker.with_moves(stale) if stale is not None else None
        yield About(stored, line, stale)


class _Meaning:
    """Says what entries are about."""

    def __init__(self, workspace: Workspace, opened: Opened, reader: BlobReader | None) -> None:
        self._prefix = workspace.root.prefix
        self._files: MeantFiles | None = None
        if opened.asked is not None and reader is not None:
            code = find_code(opened.searched)
            history = (code.history if code is not None else None) or open_history(workspace, opened.asked)
            if history is not None:
                layer = code.reader if code is not None else None
                self._files = MeantFiles(workspace, opened.asked, reader, history, layer)

    def line_about(self, stored: Stored, places: Sequence[AskedFrom]) -> int | None:
        """Return the first line by which an entry is about one of some places; None where it is about none."""
        entry = stored.entry
        if any(_pins(item, place) for item in entry.paths for place in places):
            return entry.key_lines.get("paths", 1)
        for reference in find_references(entry):
            if not reference.pinned and any(self._means(stored, reference, place) for place in places):
                return reference.line
        return None

    def _means(self, stored: Stored, reference: Reference, place: AskedFrom) -> bool:
        """Whether what the text of an entry names is a place, or lies in it."""
        if reference.kind == PATTERN:
            return covers(reference.text, place)
        if stored.kind != PROJECT:
            return reference.kind != SYMBOL and "/" in reference.text and _is_at(reference.text, place.path)
        if reference.kind == SYMBOL:
            meant = self._files.of_name(reference.text) if self._files is not None else None
        else:
            path = RootPath(f"{TROVE_FOLDER}/{stored.path}")
            meant = self._files.of_path(path, reference) if self._files is not None else None
        full = from_top(RootPath(place.path), self._prefix)
        if meant is not None and (meant.present or meant.gone):
            return _is_at(meant.present or meant.gone, full)
        if reference.kind == SYMBOL:
            return False
        own = from_top(RootPath(f"{TROVE_FOLDER}/{stored.path}"), self._prefix)
        return any(_is_at(path, full) for path in candidate_paths(reference, own, self._prefix))


def _is_at(path: str | RepoPath, place: str) -> bool:
    """Whether a path is a place, or lies in it."""
    return path == place or path.startswith(f"{place}/")


def _pins(item: str, place: AskedFrom) -> bool:
    """Whether an item of `paths:` covers a place, or is all about what lies in it."""
    if covers(item, place):
        return True
    pin = read_pin(item)
    return pin is not None and _is_at(pin.literal or pin.start.rstrip("/"), place.path)
