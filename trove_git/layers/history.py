"""The history layer of a commit: read where it is published, made where it is not."""

from __future__ import annotations

from trove_git.errors import GitError, IndexCorrupt, WriteError
from trove_git.gitrepo.repository import Commit
from trove_git.index.history import PublishedHistory, read_commits
from trove_git.layers.history_layer import history_layer_in, open_published
from trove_git.layers.names import folders_of
from trove_git.records import HistoryCommit
from trove_git.workspace.workspace import Workspace


def open_history(workspace: Workspace, commit: Commit) -> PublishedHistory | None:
    """Return the history of a commit, made if it has to be; None where it cannot be read or kept.

    A question is answered without it as well, so nothing here stops one.
    """
    for folder in folders_of(workspace):
        layer = history_layer_in(workspace, folder)
        if layer.list()[1]:
            from trove_git.index.publish import sweep

            sweep(layer)
        found = open_published(layer, commit.oid)
        if found is not None:
            return found
        try:
            from trove_git.layers.history_build import build_history

            build_history(workspace, layer, commit)
        except WriteError:
            continue
        except GitError:
            return None
        return open_published(layer, commit.oid)
    return None


def newest_commits(workspace: Workspace, commit: Commit) -> list[HistoryCommit]:
    """Return the commits of a history, newest first; from git alone where they cannot be kept.

    Raises:
        GitError: a commit or tree cannot be read.
    """
    history = open_history(workspace, commit)
    if history is not None:
        try:
            return read_commits(history.directory)
        except IndexCorrupt:
            from trove_git.index.publish import discard

            # The next question finds none, and makes it again.
            for folder in folders_of(workspace):
                discard(history_layer_in(workspace, folder), commit.oid)
    from trove_git.layers.history_build import read_newest

    return read_newest(workspace.repository, commit)
