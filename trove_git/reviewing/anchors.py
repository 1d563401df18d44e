"""The commit in which each entry was last known to hold: that of its last change, or of a later confirmation."""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping
from typing import NamedTuple

from trove_git.entries.entry import Entry
from trove_git.entries.trove import TROVE_FOLDER
from trove_git.gitrepo.history import literal
from trove_git.gitrepo.path_commits import PathCommit, find_path_commits
from trove_git.gitrepo.repository import Commit, Repository
from trove_git.paths import RepoPath, from_top
from trove_git.records import Oid, TreeOid
from trove_git.wording import counted
from trove_git.workspace.workspace import Workspace


class Anchors(NamedTuple):
    """What each entry is compared with."""

    commits: Mapping[str, Commit]
    """Path below the trove → commit; HEAD where nothing earlier is known."""
    times: Mapping[str, int]
    """Path below the trove → when that was made, in seconds since 1970; missing where nothing earlier is known."""
    notes: tuple[str, ...]
    """What the footer should say."""


def find_anchors(workspace: Workspace, head: Commit, entries: Mapping[str, Entry]) -> Anchors:
    """Find the commits of entries.

    Args:
        workspace: where the trove is.
        head: the commit that is compared with.
        entries: path below the trove → entry.

    Raises:
        GitError: the history cannot be read.
    """
    repository, folder = workspace.repository, from_top(TROVE_FOLDER, workspace.root.prefix)
    known = find_path_commits(repository, head.oid, folder)
    changed = _uncommitted(workspace, folder)
    found: dict[str, PathCommit] = {}
    uncommitted = beyond = 0
    for path, entry in entries.items():
        file = RepoPath(f"{folder}/{path}")
        last = known.get(file)
        if last is None or file in changed:
            uncommitted += 1
            continue
        confirmed = _confirmed(repository, head, entry, last)
        if confirmed is not None:
            found[path] = confirmed
        elif last.known:
            found[path] = last
        else:
            beyond += 1
    trees = _trees(repository, {commit.oid for commit in found.values()})
    commits = {path: trees[found[path].oid] if path in found else head for path in entries}
    notes = []
    if uncommitted:
        which = counted(uncommitted, "entry is", "entries are")
        notes.append(f"{which} not committed as on disk: taken to hold as of HEAD")
    if beyond:
        which = counted(beyond, "entry is", "entries are")
        notes.append(f"{which} older than this shallow clone: what has changed since is not known")
    return Anchors(commits, {path: commit.time for path, commit in found.items()}, tuple(notes))


def _uncommitted(workspace: Workspace, folder: RepoPath) -> frozenset[RepoPath]:
    """Return the paths of the trove whose content on disk is not HEAD's."""
    if not workspace.root.on_disk:
        return frozenset()
    options = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=all"]
    rows = os.fsdecode(workspace.repository.run([*options, "--", *literal([folder])])).split("\0")
    return frozenset(RepoPath(row[3:]) for row in rows if row)


def _confirmed(repository: Repository, head: Commit, entry: Entry, last: PathCommit) -> PathCommit | None:
    """Return the newest commit of the day on which an entry was confirmed, where that is after its last change."""
    if not entry.confirmed:
        return None
    day = datetime.datetime.fromisoformat(entry.confirmed).replace(tzinfo=datetime.UTC) + datetime.timedelta(days=1)
    if last.known and day.timestamp() <= last.time:
        return None
    read = ["log", "-1", "--first-parent", "--format=%H %ct", f"--before={int(day.timestamp()) - 1}"]
    oid, _, seconds = repository.run([*read, head.oid, "--"]).decode("ascii").strip().partition(" ")
    return PathCommit(Oid(oid), int(seconds)) if oid and (not last.known or int(seconds) > last.time) else None


def _trees(repository: Repository, oids: set[Oid]) -> Mapping[Oid, Commit]:
    """Return the commits of some object ids."""
    if not oids:
        return {}
    out = repository.run(["log", "--no-walk=unsorted", "--format=%H %T", *sorted(oids), "--"])
    pairs = (row.split() for row in out.decode("ascii").splitlines())
    return {Oid(oid): Commit(Oid(oid), TreeOid(tree)) for oid, tree in pairs}
