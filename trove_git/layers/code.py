"""The code layer for a question: of the commit where it is published or quickly built, else the nearest one.

A revision that the user named is answered from its own code alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from trove_git.errors import IndexCorrupt
from trove_git.gitrepo.repository import Commit
from trove_git.index.published import PublishedIndex
from trove_git.layers.code_postponed import read_later
from trove_git.layers.names import Building, Code, code_layer_in, is_current_code, unread_in
from trove_git.wording import counted
from trove_git.workspace.workspace import Workspace


def open_code(workspace: Workspace, commit: Commit) -> Code:
    """Return the code layer to search for a commit."""
    layer = code_layer_in(workspace, workspace.index_folder)
    if layer.list()[1]:
        from trove_git.index.publish import sweep

        sweep(layer)
    reader = open_code_at(workspace, commit)
    if reader is not None:
        return Code(reader)
    later = read_later(layer, commit.tree)
    if later is not None:
        with contextlib.suppress(IndexCorrupt):
            base = layer.open(later.base) if later.base else None
            if base is not None or not later.base:
                return Code(base, (later.note,) if later.note else ())
    from trove_git.layers.code_reused import open_same_code

    same = open_same_code(workspace, commit, layer)
    if same is not None:
        return Code(same)
    from trove_git.layers.code_for_question import open_or_build

    return open_or_build(workspace, commit)


def open_named_code(workspace: Workspace, commit: Commit, building: Building | None = None) -> Code:
    """Return the code layer of a commit that was named, built where it is not published, however long that takes.

    Args:
        workspace: where to work.
        commit: the commit that is asked.
        building: told when that takes more than about a second; None where nobody watches.
    """
    code = _open_named(workspace, commit, building or _unwatched)
    unread = len(unread_in(code.reader.manifest.state)) if code.reader is not None else 0
    if unread:
        note = f"{counted(unread, 'file')} of code could not be read: not in this clone"
        code = code._replace(notes=(*code.notes, note))
    return code


def _unwatched(_oid: str) -> Callable[[int, int], None]:
    return lambda *_: None


def _open_named(workspace: Workspace, commit: Commit, building: Building) -> Code:
    reader = open_code_at(workspace, commit)
    if reader is not None:
        return Code(reader)
    from trove_git.layers.code_for_question import open_or_build
    from trove_git.layers.code_reused import find_same_code

    same = find_same_code(workspace, commit, code_layer_in(workspace, workspace.index_folder))
    return Code(same) if same is not None else open_or_build(workspace, commit, building)


def open_code_at(workspace: Workspace, commit: Commit) -> PublishedIndex | None:
    """Return the code layer of a commit itself; None where it is not published in the git dir, or is broken."""
    try:
        reader = code_layer_in(workspace, workspace.index_folder).open(commit.oid)
    except IndexCorrupt:
        return None
    if reader is None or is_current_code(workspace, commit, reader.manifest.state):
        return reader
    reader.close()
    return None
