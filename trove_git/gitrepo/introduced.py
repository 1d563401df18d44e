"""Blobs that are on their way: what is staged, and what commits bring in."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trove_git.gitrepo.objects import SUBMODULE
from trove_git.gitrepo.process import clean_environment
from trove_git.gitrepo.repository import Repository

_ZEROS = frozenset("0")
_RAW = ("--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-color", "--ignore-submodules=none")


class Introduced(NamedTuple):
    """A blob, and by what it comes in."""

    path: str
    mode: int
    oid: str
    commit: str = ""
    """Object id of the commit that brings it in; empty for what is staged."""


def staged_blobs(repository: Repository, environment: Mapping[str, str]) -> list[Introduced]:
    """Return the blobs that the next commit would bring in; of a conflict, each of its sides.

    Args:
        repository: one with a work tree.
        environment: names git's index file in GIT_INDEX_FILE where a hook runs on another than the usual.

    Raises:
        GitError: git's index file cannot be read.
    """
    inner = clean_environment(environment, keep=frozenset({"GIT_INDEX_FILE"}))
    running = repository.start(["diff", "--cached", *_RAW, "--diff-filter=AMT", "--"], environment=inner)
    unmerged = repository.start(["ls-files", "--unmerged", "-z", "--full-name", ":/"], environment=inner)
    found = _parse_raw(os.fsdecode(running.finish()).split("\0"), "")
    for row in os.fsdecode(unmerged.finish()).split("\0"):
        meta, _, path = row.partition("\t")
        if path:
            mode, oid, _ = meta.split(" ")
            found.append(Introduced(path, int(mode, 8), oid))
    return list(dict.fromkeys(found))


def introduced_blobs(repository: Repository, revisions: Sequence[str], pathspecs: Sequence[str]) -> list[Introduced]:
    """Return the blobs that commits bring in at a path, each with the oldest such commit.

    A merge is compared with each of its parents, so what only the merge itself brings in is among them,
    and a blob that comes back later, or that had another path before, is too.

    Args:
        repository: where to look.
        revisions: as `git log` takes them, such as `A..B` or `--all`.
        pathspecs: which paths are of interest; none for all.

    Raises:
        GitError: a revision names nothing, or a commit or tree is missing.
    """
    walk = ["log", "--reverse", "--topo-order", "--full-history", "-m", "--root", *_RAW, "--diff-filter=AMT"]
    out = repository.run([*walk, "--format=%x00/%H", *revisions, "--", *pathspecs])
    found: dict[tuple[str, str], Introduced] = {}
    commit = ""
    fields: list[str] = []
    for field in (*os.fsdecode(out).split("\0"), "/"):
        # No path and no row of changes begins with a slash.
        if field.startswith("/"):
            for blob in _parse_raw(fields, commit):
                found.setdefault((blob.path, blob.oid), blob)
            commit, fields = field[1:], []
        else:
            fields.append(field)
    return list(found.values())


def _parse_raw(fields: Sequence[str], commit: str) -> list[Introduced]:
    """Parse rows of `--raw -z`; submodules, and conflicts without a blob, are left out."""
    found = []
    rows = iter(field for field in fields)
    for field in rows:
        meta = field.lstrip("\n")
        if not meta.startswith(":"):
            continue
        path = next(rows)
        _, mode, _, oid, _ = meta.lstrip(":").split(" ")
        if int(mode, 8) != SUBMODULE and not _ZEROS.issuperset(oid):
            found.append(Introduced(path, int(mode, 8), oid, commit))
    return found
