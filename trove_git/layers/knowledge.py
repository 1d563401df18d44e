"""Open the knowledge layer of a commit, its entries and docs; build it where it is not published."""

from __future__ import annotations

from trove_git.errors import IndexCorrupt
from trove_git.gitrepo.repository import Commit
from trove_git.layers.names import Knowledge, is_current, layer_in
from trove_git.sources.state import TreeState
from trove_git.workspace.workspace import Workspace


def open_commit(workspace: Workspace, commit: Commit) -> Knowledge:
    """Return the index of a commit, built if it has to be.

    Raises:
        GitError: the commit's trees cannot be read.
    """
    if workspace.root.prefix:
        from trove_git.workspace.scopes import note_scope

        note_scope(workspace)
    layer = layer_in(workspace, workspace.index_folder)
    notes: tuple[str, ...] = ()
    if not layer.list()[1]:
        try:
            reader = layer.open(commit.oid)
            state = TreeState(reader.manifest.state) if reader is not None else None
            if reader is not None and state is not None and is_current(workspace, commit, state):
                return Knowledge(reader, state)
        except IndexCorrupt:
            notes = ("the index was broken and has been built again",)
    from trove_git.layers.knowledge_build import build_commit

    built = build_commit(workspace, commit)
    return built._replace(notes=notes + built.notes)
