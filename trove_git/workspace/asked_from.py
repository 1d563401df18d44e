"""Where a question is asked from: what `--path` names, else the folder that the program was started in.

A folder is known by its real path, so it is the same one through a symbolic link. The root, and what lies outside it,
is no place: nothing is nearer to it than anything else.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from trove_git.errors import UsageError
from trove_git.ranking.place import AskedFrom
from trove_git.workspace.workspace import Workspace


def find_asked_from(workspace: Workspace, paths: Sequence[str] = ()) -> tuple[AskedFrom, ...]:
    """Find the folders and files that a question is asked from, below the root.

    Args:
        workspace: where to look, and the folder the program was started in.
        paths: files and folders that the user named, there or not, from the folder the program was started in; in a
            bare repository from the top of the tree. None of them stands for the folder itself.

    Raises:
        UsageError: a named path lies outside the root.
    """
    if not workspace.root.on_disk:
        return tuple(_in_tree(path) for path in paths if os.path.normpath(path) != os.curdir)
    if not paths:
        inner = path_below(workspace.root.path, workspace.here) if workspace.here else None
        return (_on_disk(workspace.root.path, inner),) if inner else ()
    found = []
    for path in paths:
        inner = path_below(workspace.root.path, os.path.join(workspace.here, path)) if path else None
        if inner is None:
            raise UsageError(
                "--path lies outside what is asked", where=path or "''", hint=f"it is {workspace.root.path}"
            )
        if inner:
            found.append(_on_disk(workspace.root.path, inner))
    return tuple(dict.fromkeys(found))


def path_below(root: str, path: str) -> str | None:
    """Return a path below the root, empty for the root itself; None for one outside."""
    folder, name = os.path.split(path)
    # A file that is a link is the link, as it is for git.
    whole = not name or name in (os.curdir, os.pardir) or os.path.isdir(path)
    real = os.path.realpath(path) if whole else os.path.join(os.path.realpath(folder), name)
    top = os.path.realpath(root)
    if real == top:
        return ""
    top = top.rstrip(os.sep) + os.sep
    return real.removeprefix(top).replace(os.sep, "/") if real.startswith(top) else None


def _on_disk(root: str, inner: str) -> AskedFrom:
    path = os.path.join(root, inner)
    if not os.path.isdir(path):
        return AskedFrom(inner, is_folder=False)
    try:
        with os.scandir(path) as found:
            return AskedFrom(inner, is_folder=True, subfolders=frozenset(item.name for item in found if item.is_dir()))
    except OSError:
        return AskedFrom(inner, is_folder=True)


def _in_tree(path: str) -> AskedFrom:
    """Return a place of a repository that has no files on disk.

    Raises:
        UsageError: the path leaves the tree.
    """
    inner = os.path.normpath(path).replace(os.sep, "/")
    if inner.startswith(("/", "..")):
        raise UsageError("--path lies outside what is asked", where=path, hint="here it is below the top")
    return AskedFrom(inner, is_folder=path.endswith("/"))
