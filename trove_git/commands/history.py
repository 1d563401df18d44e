"""The history layer of a commit: read where it is published, made where it is not."""

from __future__ import annotations

from trove_git.commands.history_layer import history_layer_in, open_published
from trove_git.commands.layers import folders_of
from trove_git.commands.place import Place
from trove_git.errors import GitError, WriteError
from trove_git.gitrepo.repository import Commit
from trove_git.index.history import PublishedHistory


def open_history(place: Place, commit: Commit) -> PublishedHistory | None:
    """Return the history of a commit, made if it has to be; None where it cannot be read or kept.

    A question is answered without it as well, so nothing here stops one.
    """
    for folder in folders_of(place):
        layer = history_layer_in(place, folder)
        found = open_published(layer, commit.oid)
        if found is not None:
            return found
        try:
            from trove_git.commands.history_build import build_history

            build_history(place, layer, commit)
        except WriteError:
            continue
        except GitError:
            return None
        return open_published(layer, commit.oid)
    return None
