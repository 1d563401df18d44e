"""Which entries have to do with what the current branch changed, or with where the session starts.

It is asked only where not all of them fit. An entry has to do with the branch when its own file was changed, when its
`paths:` cover a changed file, or when its text links to a changed file or to an entry that does. It has to do with the
start when its `paths:` cover the folder, as for a question that is asked there.
"""

from __future__ import annotations

import os
import posixpath
import stat
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from trove_git.entries.entry import parse_entry
from trove_git.entries.head import read_items
from trove_git.entries.links import LONG_LINE_CHARACTERS, cut_links, iter_links
from trove_git.entries.prose import iter_prose_lines
from trove_git.entries.trove import TroveLocation, is_inside
from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath, RootPath, those_below_root
from trove_git.pins import read_pin
from trove_git.ranking.place import AskedFrom, covers
from trove_git.workspace.workspace import Workspace

BASES = ("refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master",
         "refs/remotes/origin/main", "refs/remotes/origin/master")  # fmt: skip
"""Where branches begin, best first: the first that exists is taken."""

GIT_SECONDS = 2.0
"""A session does not wait longer; without an answer the newest entries come first."""

MAX_READ_BYTES = 256 * 1024
"""What follows in an entry is not looked at for links."""

_LAST_CHARACTER = "\U0010ffff"


def changed_paths(workspace: Workspace) -> frozenset[RootPath]:
    """Return the paths that differ from where this branch began, uncommitted changes included."""
    repository = workspace.root.repository
    if repository is None or repository.work_tree is None or repository.head is None:
        return frozenset()
    names = _run(repository, ["for-each-ref", "--format=%(refname)", *BASES]).decode("utf-8", "replace").split()
    options = ["--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules"]
    base = next((name for name in BASES if name in names), "")
    found = _run(repository, ["diff", "--merge-base", *options, base, "--"]) if base else b""
    if not found:
        # No such branch, nothing in common with it, or nothing changed since.
        found = _run(repository, ["diff", *options, "HEAD", "--"])
    paths = (RepoPath(os.fsdecode(path)) for path in found.split(b"\0") if path)
    return frozenset(those_below_root(paths, workspace.root.prefix))


class _Covering:
    """Which items of `paths:` cover one of many files, each item asked once."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files = sorted(files)
        self._known: dict[str, bool] = {}

    def any(self, item: str) -> bool:
        """Whether an item covers one of the files."""
        if item not in self._known:
            self._known[item] = self._look(item)
        return self._known[item]

    def _look(self, item: str) -> bool:
        pin = read_pin(item)
        if pin is None:
            return False
        # All that it covers begins with what is literal in it.
        start = pin.literal or pin.start
        first = bisect_left(self._files, start)
        last = bisect_left(self._files, start + _LAST_CHARACTER, first)
        return any(map(pin.covers, self._files[first:last]))


def touched_entries(location: TroveLocation, paths: Iterable[str], changed: frozenset[str]) -> frozenset[str]:
    """Return those entries of a trove that have to do with changed paths.

    Args:
        location: the trove.
        paths: entries, as paths below the trove; what cannot be read, or is a link, has to do with nothing.
        changed: paths below the root that holds the trove.
    """
    if not changed:
        return frozenset()
    covering = _Covering(changed)
    inside = "" if location.personal else f"{location.shown}/"
    touched, linking = set[str](), dict[str, list[str]]()
    for path, text, pinned in _iter_read(location, paths):
        own = f"{inside}{path}"
        targets = _targets(text, posixpath.dirname(own) if inside else "")
        is_own = bool(inside) and own in changed
        if is_own or any(map(covering.any, pinned)) or not changed.isdisjoint(targets):
            touched.add(path)
        elif "[[" in text:
            linking[path] = [link.slug for link in iter_links(text)]
    slugs = {path.rpartition("/")[2].rpartition(".")[0] for path in touched}
    return frozenset(touched | {path for path, links in linking.items() if not slugs.isdisjoint(links)})


def entries_of_place(location: TroveLocation, paths: Iterable[str], asked_from: Sequence[AskedFrom]) -> frozenset[str]:
    """Return those entries of a trove that are pinned to where a session starts.

    Args:
        location: the trove.
        paths: entries, as paths below the trove; what cannot be read, or is a link, is pinned to nothing.
        asked_from: where the session starts, below the root that holds the trove.
    """
    if not asked_from:
        return frozenset()
    read = _iter_read(location, paths)
    return frozenset(path for path, _, pinned in read if any(covers(p, place) for p in pinned for place in asked_from))


def _iter_read(location: TroveLocation, paths: Iterable[str]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield path, text and pinned paths of entries; no text where one cannot be read or is a link."""
    folders = dict[str, bool]()
    for path in paths:
        folder, _, name = os.path.join(location.folder, path).rpartition("/")
        if folder not in folders:
            folders[folder] = is_inside(folder, location.boundary)
        data = _read(f"{folder}/{name}") if folders[folder] else b""
        text = data.decode("utf-8", "replace")
        pinned = None if path.lower().endswith(".json") else read_items(text, "paths")
        yield path, text, parse_entry(data, path).paths if pinned is None else pinned


def _read(path: str) -> bytes:
    """Return the content of a regular file, nothing of any other."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return b""
        with open(path, "rb", buffering=0) as f:
            return f.read(MAX_READ_BYTES)
    except OSError:
        return b""


def _targets(text: str, folder: str) -> Iterator[str]:
    """Yield the paths that Markdown links lead to, seen from the entry's folder and from the root."""
    if "](" not in text and "]:" not in text:
        return
    for _, line in iter_prose_lines(text):
        if "]" not in line or len(line) > LONG_LINE_CHARACTERS:
            continue
        for path in cut_links(line)[0]:
            yield path.removeprefix("/")
            yield posixpath.normpath(posixpath.join(folder, path))


def _run(repository: Repository, arguments: list[str]) -> bytes:
    """Run git for as long as a session waits; nothing where it fails or takes longer."""
    import subprocess

    running = repository.start(arguments)
    try:
        out, _ = running.process.communicate(timeout=GIT_SECONDS)
    except subprocess.TimeoutExpired:
        running.process.terminate()  # asked to end, not killed: it may hold files of its own
        running.process.communicate()
        return b""
    return out if running.succeeded else b""
