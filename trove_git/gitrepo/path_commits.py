"""Which commits changed files: the last one of each file of a folder, and all since a commit."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.gitrepo.history import BEYOND, literal, read_some
from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath
from trove_git.records import NO_OID, Oid

_RENAMED = re.compile(r"R\d+")
"""Status before two paths; that of a file of a merge has a letter for each parent, and one path behind it."""


class PathCommit(NamedTuple):
    """The commit that last changed a file."""

    oid: Oid
    time: int
    """When it was committed, in seconds since 1970."""
    known: bool = True
    """False at the edge of a shallow clone: the change may have been made long before."""


def find_path_commits(repository: Repository, commit: Oid, folder: RepoPath) -> dict[RepoPath, PathCommit]:
    """Return path → the commit of its last change, as `git log -- PATH` finds it, or the merge that wrote it anew.

    Args:
        repository: where to look.
        commit: object id of the commit whose files are meant.
        folder: path of a folder, without a final slash.

    Raises:
        GitError: the history cannot be read.
    """
    read = ["-z", "-c", "-M100%", "--root", "--no-relative", "--no-ext-diff", "--no-color", "--no-show-signature"]
    format_ = "--format=%x00/%H %ct"
    out = repository.run(["log", *read, "--name-status", format_, commit, "--", *literal([folder])])
    found, names = dict[RepoPath, PathCommit](), dict[RepoPath, list[RepoPath]]()
    oid, time, at = NO_OID, 0, 0
    fields = os.fsdecode(out).split("\0")
    while at < len(fields):
        field = fields[at].strip("\n")
        at += 1
        if field.startswith("/"):
            named, _, seconds = field[1:].partition(" ")
            oid = Oid(named)
            time = int(seconds) if seconds.isdecimal() else 0
        elif _RENAMED.fullmatch(field) and at + 1 < len(fields):
            old, new = map(RepoPath, fields[at : at + 2])
            at += 2
            # Older commits know the file by its old name.
            names.setdefault(old, []).extend([*names.pop(new, ()), *(() if new in found else (new,))])
        elif field and at < len(fields):
            path = RepoPath(fields[at])
            at += 1
            for name in (path, *names.pop(path, ())):
                found.setdefault(name, PathCommit(oid, time))
    edge = {c.oid for c in read_some(repository, sorted({c.oid for c in found.values()})) if c.parents == (BEYOND,)}
    return {path: c._replace(known=False) if c.oid in edge else c for path, c in found.items()}


def find_changes_since(
    repository: Repository, commit: Oid, since: Oid, paths: Sequence[RepoPath]
) -> dict[RepoPath, list[PathCommit]]:
    """Return path → the commits that changed it, newest first; a merge counts only for what it changed itself.

    Args:
        repository: where to look.
        commit: object id of the commit from which is looked back.
        since: object id of a commit; what it has behind it is left out.
        paths: files.

    Raises:
        GitError: the history cannot be read.
    """
    # Without --full-history a side of a merge that changed one of the paths is passed over where the merge took the
    # other side's files, so that what is found of one path would depend on which others are asked for.
    walk = ["-z", "-c", "--full-history", "--no-renames", "--no-relative"]
    read = [*walk, "--no-ext-diff", "--no-color", "--no-show-signature"]
    format_ = "--format=%x00/%H %ct"
    out = repository.run(["log", *read, "--name-only", format_, commit, f"^{since}", "--", *literal(paths)])
    found: dict[RepoPath, list[PathCommit]] = {}
    at = PathCommit(NO_OID, 0)
    for field in os.fsdecode(out).split("\0"):
        name = field.strip("\n")
        if name.startswith("/"):
            oid, _, seconds = name[1:].partition(" ")
            at = PathCommit(Oid(oid), int(seconds) if seconds.isdecimal() else 0)
        elif name:
            found.setdefault(RepoPath(name), []).append(at)
    return found
