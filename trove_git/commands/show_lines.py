"""What a citation names, with the lines around it: `git trove show PATH:LINE`, of the file on disk or of a commit."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from trove_git.entries.encoding import decode
from trove_git.entries.trove import SHOWN_PERSONAL
from trove_git.errors import GitError, UsageError
from trove_git.gitrepo.objects import SUBMODULE, BlobReader, list_tree
from trove_git.gitrepo.repository import Commit, require_repository
from trove_git.paths import RepoPath, RootPath, from_top
from trove_git.records import Oid, display_path
from trove_git.workspace.asked_from import path_below
from trove_git.workspace.workspace import Workspace

CONTEXT_LINES = 5
"""Lines before and behind what is named."""
MAX_FILE_BYTES = 64 << 20
"""A larger file is data, and is not read into memory for a few of its lines."""
HEAD_LINES = 20
"""Lines that are shown of a file that is named without a line."""
_NAMED = re.compile(r"(?P<path>.+?):(?P<first>[0-9]{1,9})(?:-(?P<last>[0-9]{1,9})|:[0-9]{1,9}(?::.*)?)?:?", re.DOTALL)
_QUOTED = re.compile(r'\\(?:([0-7]{3})|(["\\tnr]))')
_ESCAPES = {"t": b"\t", "n": b"\n", "r": b"\r"}


class NoSuchFile(UsageError):
    """Nothing is at the path."""


class Named(NamedTuple):
    """A place as a citation names it."""

    path: str
    first: int
    """Line, 1-based."""
    last: int


class ShownLines(NamedTuple):
    """Lines of a file."""

    cite: str
    """What is shown, as it is cited."""
    path: str
    """Below the root; of a personal entry, below the personal trove."""
    first: int
    """What was named, 1-based."""
    last: int
    lines: tuple[tuple[int, str], ...]
    """(number, text) of these lines and of those around them."""
    line_count: int
    """Lines of the whole file."""
    revision: Oid | None
    """Object id of the commit that has the file so; None for the file on disk."""


def read_citation(text: str) -> Named | None:
    """Return the place that a citation names; None for what is none, such as a slug.

    A column behind the line, as compilers and linters print it, is passed over.
    """
    match = _NAMED.fullmatch(text.strip())
    if match is None:
        return None
    first = int(match["first"])
    return Named(_unquote(match["path"]), first, int(match["last"] or first))


def show_lines(workspace: Workspace, named: Named, revision: str | None, context: int = CONTEXT_LINES) -> ShownLines:
    """Return the lines that a citation names.

    Args:
        workspace: where it is from; the path is below the root, as citations are, else below the folder one stands in.
        named: the place.
        revision: a commit-ish, or None for the file on disk, and for HEAD where the file is not on disk.
        context: lines before and behind.

    Raises:
        NotARepository: a revision outside Git.
        UnknownRevision: the revision names no commit.
        NoSuchFile: there is no such file.
        UsageError: it has no such line, or is no text.
        GitError: the object cannot be read, as in a partial clone.
    """
    if named.last < named.first:
        raise UsageError("the last line is before the first", where=f"{named.path}:{named.first}-{named.last}")
    folder = f"{SHOWN_PERSONAL}/"
    if named.path.startswith(folder) and revision is None:
        path = named.path.removeprefix(folder)
        data = _read_below(workspace.personal_trove, path)
        if data is not None:
            return _shown(named, path, data, None, context, folder)
        raise _no_file(named.path, "")
    paths = list(_iter_paths(workspace, named.path))
    if revision is None and workspace.root.on_disk:
        for path in paths:
            data = _read_below(workspace.root.path, path)
            if data is not None:
                return _shown(named, path, data, None, context)
    commit = _commit(workspace, revision)
    if commit is not None:
        with BlobReader(workspace.repository) as reader:
            for path in paths:
                data = _read_at(workspace, reader, commit, path)
                if data is not None:
                    return _shown(named, path, data, commit.oid, context)
    raise _no_file(named.path, revision or "")


def find_head(workspace: Workspace, path: str, revision: str | None) -> ShownLines | None:
    """Return how a file begins; None where there is no such file.

    Args:
        workspace: where it is from.
        path: as `show_lines` takes it.
        revision: a commit-ish, or None for the file on disk.

    Raises:
        As `show_lines`, but for a file that is not there.
    """
    try:
        return show_lines(workspace, Named(_unquote(path), 1, HEAD_LINES), revision, 0)
    except NoSuchFile:
        return None


def _commit(workspace: Workspace, revision: str | None) -> Commit | None:
    """Return the commit to look in; None where there is none."""
    if revision is not None:
        return require_repository(workspace.root).resolve_commit(revision)
    return workspace.repository.head if workspace.root.repository is not None else None


def _iter_paths(workspace: Workspace, path: str) -> Iterator[RootPath]:
    """Yield what a path may mean below the root: as citations have it, then from where one stands."""
    plain = os.path.normpath(path).replace(os.sep, "/")
    if not os.path.isabs(path) and not plain.startswith("../") and plain not in (os.curdir, os.pardir):
        yield RootPath(plain)
    if workspace.root.on_disk and workspace.here:
        inner = path_below(workspace.root.path, os.path.join(workspace.here, path))
        if inner and inner != plain:
            yield RootPath(inner)


def _read_below(root: str, path: str) -> bytes | None:
    """Return a file below a folder; None for one that is not there, leads out of the folder, or is no file."""
    full = os.path.join(root, path)
    real = os.path.realpath(full)
    if not os.path.isfile(real) or not real.startswith(os.path.realpath(root).rstrip(os.sep) + os.sep):
        return None
    try:
        if os.path.getsize(real) > MAX_FILE_BYTES:
            raise UsageError("the file is too large to show", where=display_path(path))
        with open(real, "rb") as f:
            return f.read()
    except OSError as error:
        raise UsageError(f"the file cannot be read: {error.strerror}", where=display_path(path)) from error


def _read_at(workspace: Workspace, reader: BlobReader, commit: Commit, path: RootPath) -> bytes | None:
    """Return a file of a commit; None where it has none there."""
    full: RepoPath = from_top(path, workspace.root.prefix)
    entry = next((e for e in list_tree(workspace.repository, commit.tree, [full]) if e.path == full), None)
    if entry is None or entry.mode == SUBMODULE:
        return None
    blob = reader.read(entry.oid, MAX_FILE_BYTES)
    if blob.data is None:
        hint = f"git show {entry.oid} fetches it in a partial clone"
        raise GitError(f"the file cannot be read: {blob.problem}", where=display_path(path), hint=hint)
    return blob.data


def _shown(
    named: Named, path: str, data: bytes, revision: Oid | None, context: int, shown_folder: str = ""
) -> ShownLines:
    if b"\0" in data[:8000] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UsageError("the file is binary", where=display_path(path))
    lines = decode(data).text.split("\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    label = f"{shown_folder}{display_path(path)}"
    if not 1 <= named.first <= len(lines):
        has = f"the file has {len(lines)}"
        raise UsageError("no such line", where=f"{label}:{named.first}", hint=f"{has}; --at REV shows it as it was")
    last = min(named.last, len(lines))
    start, end = max(1, named.first - context), min(len(lines), last + context)
    shown = tuple((number, lines[number - 1].removesuffix("\r")) for number in range(start, end + 1))
    where = f"{named.first}-{last}" if last > named.first else f"{named.first}"
    return ShownLines(f"{label}:{where}", path, named.first, last, shown, len(lines), revision)


def _no_file(path: str, revision: str) -> NoSuchFile:
    where = f"{display_path(path)} at {revision}" if revision else display_path(path)
    hint = "paths are below the root, as answers cite them, or from here; --at REV shows a file as it was"
    return NoSuchFile("no such file", where=where, hint=hint)


def _unquote(path: str) -> str:
    """Return a path from how `display_path` prints it."""
    if len(path) < 2 or not path.startswith('"') or not path.endswith('"'):
        return path

    def plain(match: re.Match[str]) -> str:
        octal, letter = match.groups()
        data = bytes([int(octal, 8) & 0xFF]) if octal else _ESCAPES.get(letter, letter.encode("ascii"))
        return data.decode("latin-1")

    text = _QUOTED.sub(plain, path[1:-1])
    return os.fsdecode(text.encode("latin-1", "ignore"))
