"""The history layer of a commit: read where it is published, made where it is not."""

from __future__ import annotations

from trove_git.errors import GitError, IndexCorrupt, WriteError
from trove_git.gitrepo.repository import Commit
from trove_git.index.history import PublishedHistory, read_commits
from trove_git.layers.history_layer import history_layer_in, open_published
from trove_git.layers.names import folders_of
from trove_git.records import HistoryCommit
from trove_git.workspace.workspace import Place


def open_history(place: Place, commit: Commit) -> PublishedHistory | None:
    """Return the history of a commit, made if it has to be; None where it cannot be read or kept.

    A question is answered without it as well, so nothing here stops one.
    """
    for folder in folders_of(place):
        layer = history_layer_in(place, folder)
        if layer.list()[1]:
            from trove_git.index.publish import sweep

            sweep(layer)
        found = open_published(layer, commit.oid)
        if found is not None:
            return found
        try:
            from trove_git.layers.history_build import build_history

            build_history(place, layer, commit)
        except WriteError:
            continue
        except GitError:
            return None
        return open_published(layer, commit.oid)
    return None


def newest_commits(place: Place, commit: Commit) -> list[HistoryCommit]:
    """Return the commits of a history, newest first; from git alone where they cannot be kept.

    Raises:
        GitError: a commit or tree cannot be read.
    """
    history = open_history(place, commit)
    if history is not None:
        try:
            return read_commits(history.directory)
        except IndexCorrupt:
            from trove_git.index.publish import discard

            # The next question finds none, and makes it again.
            for folder in folders_of(place):
                discard(history_layer_in(place, folder), commit.oid)
    from trove_git.layers.history_build import read_newest

    return read_newest(place.repository, commit)
