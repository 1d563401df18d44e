"""Manual pages: where they lie, which there are, and what they say about a command.

A page's first kilobytes are read and nothing is run. Folders of translations (`man/de/man1`)
are not looked at.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.sources.tool_folders import python_homes
from trove_git.sources.tool_roff import Named, find_redirection, is_complete, parse_names

SECTIONS = ("man1", "man8", "man6")
"""Folders of pages about commands, the first has the word."""
DEFAULT_ROOTS = (
    "/usr/local/share/man", "/usr/local/man", "/usr/share/man", "/opt/homebrew/share/man",
    "/Library/Developer/CommandLineTools/usr/share/man",
)  # fmt: skip
FIRST_BYTES = 4_096
"""What is read of a page at first, compressed; the NAME section stands at its beginning."""
MORE_BYTES = 65_536
"""What is read where the NAME section did not end by then."""
MAX_REDIRECTIONS = 3
_COMPRESSIONS = (".gz", ".bz2", ".xz", ".lzma", ".zst")


class Page(NamedTuple):
    """Something found in a manual page."""

    path: str
    """The page's file, redirections followed."""
    description: str


def find_roots(folders: Sequence[str], manpath: str = "") -> list[str]:
    """Return the folders that hold manual pages, the best first.

    Args:
        folders: folders of commands; their pages are expected in `../share/man` and `../man`.
        manpath: the variable MANPATH; an empty part of it stands for all the others.
    """
    usual = [f"{os.path.dirname(folder)}/{name}" for folder in folders for name in ("share/man", "man")]
    usual += [f"{home}/share/man" for folder in folders for home in python_homes(folder)]
    usual += DEFAULT_ROOTS
    named: list[str] = []
    for part in manpath.split(os.pathsep) if manpath else [""]:
        named += [part] if part else usual
    return [root for root in dict.fromkeys(named) if os.path.isdir(root)]


class Manuals:
    """The manual pages of a machine, listed once.

    Args:
        roots: folders that hold `man1` and its neighbours, the best first.
    """

    def __init__(self, roots: Sequence[str]) -> None:
        self._pages: dict[str, list[str]] = {}
        self._known: dict[str, tuple[str, list[Named]]] = {}
        for root in roots:
            for section in SECTIONS:
                folder = f"{root}/{section}"
                try:
                    names = os.listdir(folder)
                except OSError:
                    continue
                for name in names:
                    self._pages.setdefault(command_of(name), []).append(f"{folder}/{name}")

    def pages_of(self, name: str) -> list[str]:
        """Return the pages that are named like a command."""
        return self._pages.get(name, [])

    def describe(self, name: str, near: str = "") -> Page | None:
        """Return what the page named like a command says about it; None where no page does.

        Args:
            name: name of the command.
            near: path of the command; a page below the same prefix is looked at first.
        """
        pages = self._pages.get(name, ())
        prefix = os.path.dirname(os.path.dirname(near)) + "/"
        for path in sorted(pages, key=lambda page: not page.startswith(prefix)) if len(pages) > 1 else pages:
            found = self.describe_in(path, name, own=True)
            if found is not None:
                return found
        return None

    def describe_in(self, path: str, name: str, *, own: bool) -> Page | None:
        """Return what one page says about a command.

        Args:
            path: the page.
            name: name of the command.
            own: whether the page is the command's own, so that its first line counts even without the name.
        """
        if path not in self._known:
            self._known[path] = _read(path, MAX_REDIRECTIONS)
        where, found = self._known[path]
        for named in found:
            if name in named.names:
                return Page(where, named.description)
        return Page(where, found[0].description) if own and found else None


def command_of(file: str) -> str:
    """Return the command that a page's file is named for: `git-add.1.gz` → `git-add`."""
    # Machines have tens of thousands of pages, so nothing slower than this.
    stem, _, suffix = file.rpartition(".")
    return stem.rpartition(".")[0] if f".{suffix}" in _COMPRESSIONS else stem


def _read(path: str, redirections: int) -> tuple[str, list[Named]]:
    """Read the NAME section of a page: the file it was found in, and what it says."""
    text = read_beginning(path, FIRST_BYTES)
    target = find_redirection(text)
    if target:
        root = os.path.dirname(os.path.dirname(path))
        page = next((p for s in ("", *_COMPRESSIONS) if os.path.isfile(p := f"{root}/{target}{s}")), None)
        return _read(page, redirections - 1) if page and redirections else (path, [])
    if not is_complete(text) and len(text) > FIRST_BYTES // 2:
        text = read_beginning(path, MORE_BYTES)
    return path, parse_names(text)


def read_beginning(path: str, size_bytes: int) -> str:
    """Return the beginning of a page; empty where it cannot be read.

    Args:
        path: a file, compressed or not.
        size_bytes: what is read of the file; at most four times as much text comes out.
    """
    try:
        with open(path, "rb") as f:
            data = _decompress(os.path.splitext(path)[1], f.read(size_bytes), 4 * size_bytes)
    except (OSError, EOFError, ValueError, ImportError, zlib.error):
        return ""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        # Cut inside a character, or an old page.
        return data[: error.start].decode("utf-8") if error.start > len(data) - 4 else data.decode("latin-1")


def _decompress(suffix: str, data: bytes, limit: int) -> bytes:
    """Return at most `limit` bytes of what some compressed bytes begin with.

    Raises:
        OSError, EOFError, ValueError, zlib.error: the bytes are broken.
        ImportError: this Python lacks the method.
    """
    if suffix == ".gz":
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, limit)
    if suffix == ".bz2":
        import bz2

        return bz2.BZ2Decompressor().decompress(data, limit)
    if suffix in (".xz", ".lzma"):
        import lzma

        try:
            return lzma.LZMADecompressor().decompress(data, limit)
        except lzma.LZMAError as error:
            raise ValueError(str(error)) from error
    if suffix == ".zst":
        # From Python 3.14 on.
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]

        try:
            made: bytes = zstd.ZstdDecompressor().decompress(data, limit)
        except zstd.ZstdError as error:
            raise ValueError(str(error)) from error
        return made
    return data[:limit]
