"""Make the history layer of a commit: from the nearest one that is published, or from nothing."""

from __future__ import annotations

from trove_git.errors import IndexCorrupt
from trove_git.gitrepo.history import list_newest, read_commits, read_some, start_newest
from trove_git.gitrepo.last_changes import find_last_changes, open_paths
from trove_git.gitrepo.repository import Commit, Repository
from trove_git.index.history import read_commits as read_kept
from trove_git.index.history import write_history
from trove_git.index.publish import discard, publish_files, sweep
from trove_git.index.store import Layer
from trove_git.layers import history_layer
from trove_git.layers.nearest import BASES_TRIED
from trove_git.layers.retention import tidy
from trove_git.records import HistoryCommit, Oid
from trove_git.workspace.workspace import Workspace

MOST_NEW = 200
"""New commits above which reading all at once is as quick."""


def build_history(workspace: Workspace, layer: Layer, commit: Commit, *, full: bool = False) -> None:
    """Publish the history of a commit.

    Args:
        workspace: where to work.
        layer: where to publish.
        commit: whose history.
        full: read every commit, whatever is published.

    Raises:
        GitError: a commit or tree cannot be read.
        WriteError: the place cannot be written.
    """
    sweep(layer)
    if full:
        discard(layer, commit.oid)
    commits = None if full else _from_base(workspace.repository, layer, commit)
    if commits is None:
        commits = read_newest(workspace.repository, commit)
    paths = dict.fromkeys(path for found in commits for path in found.paths)
    changes = find_last_changes(workspace.repository, commits, open_paths(commit.oid, paths))

    def fill(directory: str) -> bool:
        write_history(directory, commits, changes.times)
        return True

    publish_files(layer, commit.oid, fill)
    tidy(workspace, layer, commit.oid)


def read_newest(repository: Repository, commit: Commit) -> list[HistoryCommit]:
    """Read the commits of a history, newest first, from git alone.

    Raises:
        GitError: a commit or tree cannot be read.
    """
    return read_commits(repository, start_newest(repository, commit.oid, history_layer.NEWEST).finish())


def _from_base(repository: Repository, layer: Layer, commit: Commit) -> list[HistoryCommit] | None:
    """Return the commits, most of them from a published history; None where none is near."""
    published = layer.list()[0]
    if not published:
        return None
    wanted = list_newest(repository, commit.oid, history_layer.NEWEST)
    # A revision that was named may have been used last, and share no commit with this one.
    near = set(wanted)
    published.sort(key=lambda revision: revision not in near)
    known: dict[Oid, HistoryCommit] = {}
    for revision in published[:BASES_TRIED]:
        try:
            known |= {found.oid: found for found in read_kept(layer.path(revision))}
        except IndexCorrupt:
            discard(layer, revision)
        new = [oid for oid in wanted if oid not in known]
        if len(new) <= MOST_NEW:
            known |= {found.oid: found for found in read_some(repository, new)}
            return [known[oid] for oid in wanted]
    return None
