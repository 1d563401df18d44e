"""What `remember --path` means, and which items of `paths:` no file fits.

What an item covers, `pins.py` says; here is how one comes from what somebody typed, and whether anything is there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import takewhile

from trove_git.paths import root_folders
from trove_git.pins import NO_ITEM, Pin, escape, has_wildcard, read_pin, unescape
from trove_git.workspace.asked_from import path_below
from trove_git.workspace.workspace import Workspace

FROM_TOP = ":/"
"""Begins a path that is meant from the root, as git has it (gitglossary(7), pathspec)."""
MOST_FILES = 100_000
"""Files of a folder outside Git that are looked at; where there are more, nothing is said."""


def pin(workspace: Workspace, path: str) -> str:
    """Return a path or pattern as an entry keeps it: below the root.

    It is meant from where one stands, as git means paths, whether it is there or not: `*.ts` is those of the folder and
    of all below it, `./*.ts` those of the folder alone. From the root are meant `:/src` and, as in a `.gitignore`,
    `/src`; an absolute path below the root is that path. What is there as it is typed is no pattern.

    Args:
        workspace: where the entry is written, and the folder the program was started in.
        path: as the user typed it; one that leaves the root stays what it is.
    """
    if path.startswith(FROM_TOP):
        return path.removeprefix(FROM_TOP)
    if not workspace.root.on_disk or not workspace.here:
        return path
    base = workspace.root.path if path_below(workspace.root.path, workspace.here) is None else workspace.here
    is_there = os.path.lexists(os.path.join(base, path))
    if not is_there and (path[:1] in NO_ITEM or "://" in path):
        return path
    parts = path.split("/")
    fixed = parts if is_there else list(map(unescape, takewhile(lambda part: not has_wildcard(part), parts)))
    rest = "/".join(parts[len(fixed) :])
    inner = path_below(workspace.root.path, os.path.join(base, "/".join(fixed) or ("/" if path[:1] == "/" else ".")))
    if inner is None:
        return path
    folder = escape(inner)
    if not rest:
        return f"{folder}/" if folder and path.endswith("/") else folder or path
    is_bare = "/" not in path.rstrip("/")
    if not folder:
        return rest if is_bare or "/" in rest.rstrip("/") else f"/{rest}"
    return f"{folder}/**/{rest}" if is_bare else f"{folder}/{rest}"


def find_unmatched(workspace: Workspace, items: Iterable[str]) -> tuple[str, ...]:
    """Return those items of `paths:` that no file on disk fits, and none of git's index file and of HEAD.

    Args:
        workspace: the root, and its repository where it has one.
        items: as an entry has them.
    """
    left = [(item, read_pin(item)) for item in dict.fromkeys(items)]
    left = [(item, pin) for item, pin in left if pin is None or not _is_there(workspace.root.path, pin)]
    for files in _iter_listings(workspace, left):
        if len(files) > MOST_FILES and workspace.root.repository is None:
            return ()
        left = [(item, pin) for item, pin in left if pin is None or not any(map(pin.covers, files))]
        if all(pin is None for _, pin in left):
            break
    return tuple(item for item, _ in left)


def _is_there(root: str, pin: Pin) -> bool:
    """Whether a path without wildcards is on disk."""
    path = os.path.join(root, pin.literal)
    return bool(pin.literal) and (os.path.isdir(path) if pin.only_folder else os.path.lexists(path))


def _iter_listings(workspace: Workspace, left: list[tuple[str, Pin | None]]) -> Iterator[list[str]]:
    """Yield lists of files below the root, what git knows first; only as many as are asked for are made."""
    if all(pin is None for _, pin in left):
        return
    if workspace.root.repository is None:
        yield _walk(workspace.root.path)
        return
    repository, prefix = workspace.repository, workspace.root.prefix

    def listed(*arguments: str) -> list[str]:
        out = repository.run(arguments, check=False)
        return [os.fsdecode(path).removeprefix(prefix) for path in out.split(b"\0") if path]

    below = f":(top,literal){prefix}"
    if repository.work_tree is not None:
        yield listed("ls-files", "-z", "--full-name", "--", below)
        yield listed("ls-files", "-z", "--full-name", "--others", "--exclude-standard", "--", below)
    if repository.head is not None:
        yield listed(
            "ls-tree", "-r", "-z", "--name-only", "--full-tree", repository.head.tree, "--", *root_folders(prefix)
        )
    starts = [f"{below}{pin.start}" for _, pin in left if pin is not None and pin.start]
    if repository.work_tree is not None and starts:
        # What is ignored is a file too. All of it may be much, so it is looked for where a pattern says.
        yield listed("ls-files", "-z", "--full-name", "--others", "--", *starts)


def _walk(root: str) -> list[str]:
    """Return the files below a folder; a few more than MOST_FILES where there are more."""
    found: list[str] = []
    for folder, _, names in os.walk(root):
        inner = os.path.relpath(folder, root).replace(os.sep, "/")
        found += names if inner == os.curdir else [f"{inner}/{name}" for name in names]
        if len(found) > MOST_FILES:
            break
    return found
