"""The code layer for a question: of the commit where it is published or quickly built, else the nearest one.

A revision that the user named is answered from its own code alone.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from trove_git.errors import IndexCorrupt
from trove_git.gitrepo.repository import Commit
from trove_git.index.published import PublishedIndex
from trove_git.index.store import Layer
from trove_git.layers.code_postponed import Later, read_later
from trove_git.layers.names import Building, Code, code_layer_in, is_current_code, unread_in
from trove_git.wording import counted
from trove_git.workspace.workspace import Workspace

UNATTENDED_SECONDS = 2.0
"""What a question may wait for the code of HEAD where nobody sees the progress: a pipe, an agent."""
ATTENDED_SECONDS = 10.0
"""The same where a person sees it."""


def open_code(workspace: Workspace, commit: Commit, building: Building | None = None) -> Code:
    """Return the code layer to search for a commit.

    Args:
        workspace: where to work.
        commit: the commit that is asked.
        building: told when its layer is built now, for which there is more time then; None where nobody watches.
            Where it takes longer, a process of its own does it.
    """
    seconds = UNATTENDED_SECONDS if building is None else ATTENDED_SECONDS
    layer = code_layer_in(workspace, workspace.index_folder)
    if layer.list()[1]:
        from trove_git.index.publish import sweep

        sweep(layer)
    reader = open_code_at(workspace, commit)
    if reader is not None:
        return Code(reader)
    later = read_later(layer, commit.tree)
    if later is not None:
        code = _open_later(workspace, commit, layer, later, seconds)
        if code is not None:
            return code
    from trove_git.layers.code_reused import open_same_code

    same = open_same_code(workspace, commit, layer)
    if same is not None:
        return Code(same)
    from trove_git.layers.code_for_question import Patience, open_or_build

    return open_or_build(workspace, commit, Patience(seconds, building or _unwatched))


def _open_later(workspace: Workspace, commit: Commit, layer: Layer, later: Later, seconds: float) -> Code | None:
    """Return what a decision says to search; None where a new one is due."""
    notes: tuple[str, ...] = ()
    if later.started:
        from trove_git.layers import code_for_question, code_started

        now = time.time()
        under_way = code_started.is_under_way(layer, later, now)
        if code_started.is_over(layer, later, now):
            return None
        if under_way and later.left(now) <= seconds:
            code = code_for_question.wait_for(
                workspace, commit, seconds, lambda: code_started.is_under_way(layer, later, time.time())
            )
            if code is not None:
                return code
            now = time.time()
            under_way = code_started.is_under_way(layer, later, now)
        notes = (code_started.note_of(later, under_way=under_way, now=now),)
    with contextlib.suppress(IndexCorrupt):
        base = layer.open(later.base) if later.base else None
        if base is not None or not later.base:
            return Code(base, notes, complete=not later.started)
    return None


def open_named_code(workspace: Workspace, commit: Commit, building: Building | None = None) -> Code:
    """Return the code layer of a commit that was named, built where it is not published, however long that takes.

    Args:
        workspace: where to work.
        commit: the commit that is asked.
        building: told when its layer is built now; None where nobody watches.
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
    from trove_git.layers.code_for_question import Patience, open_or_build
    from trove_git.layers.code_reused import find_same_code

    same = find_same_code(workspace, commit, code_layer_in(workspace, workspace.index_folder))
    return Code(same) if same is not None else open_or_build(workspace, commit, Patience(0, building, named=True))


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
