"""Blobs that are on their way: what is staged, and what commits and tags bring in.

They are read as a push sends them: without replacements (`git replace`) and grafts, and without the user's
settings of `git log` and `git diff`, each of which could hide one.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from trove_git.gitrepo.objects import SUBMODULE, BlobReader
from trove_git.gitrepo.process import clean_environment, failure
from trove_git.gitrepo.process import start as start_git
from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath
from trove_git.records import NO_OID, Oid, TreeOid

NO_MODE = 0
"""Mode of a blob that no tree names."""
_ZEROS = frozenset("0")
_RAW = (
    "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-color", "--ignore-submodules=none",
    "--no-relative", "-O/dev/null",
)  # fmt: skip
_WALK = (
    "--reverse", "--topo-order", "--full-history", "--root", "--diff-merges=separate", "--no-follow",
    "--no-show-signature",
)  # fmt: skip
"""A setting such as log.diffMerges=off would leave merges out."""
_OBJECT_DIRECTORIES = frozenset({"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"})


def as_stored(inherited: Mapping[str, str], *, keep: frozenset[str] = frozenset()) -> dict[str, str]:
    """Return the environment in which git reads objects as they are stored, from where the user's git writes them.

    Args:
        inherited: the environment this process got.
        keep: more names of variables that stay, such as GIT_INDEX_FILE.
    """
    inner = clean_environment(inherited, keep=keep | _OBJECT_DIRECTORIES)
    return inner | {"GIT_NO_REPLACE_OBJECTS": "1", "GIT_GRAFT_FILE": os.devnull}


class StoredBlobReader(BlobReader):
    """Reads blobs as they are stored, whatever replaces them here."""

    def start(self) -> BlobReader:
        """Start the process before anything is asked, so that it is ready then."""
        if self._running is None:
            git_dir = self._repository.git_dir
            arguments = [f"--git-dir={git_dir}", "cat-file", "--batch"]
            environment = as_stored(self._repository.environment)
            self._running = start_git(arguments, cwd=git_dir, environment=environment, stdin=subprocess.PIPE)
        return self


class Introduced(NamedTuple):
    """A blob, and by what it comes in."""

    path: RepoPath
    mode: int
    """NO_MODE for a blob that no tree names: its path is the object id."""
    oid: Oid
    commit: Oid = NO_OID
    """Object id of the commit (or of the tree or blob that a tag names) that brings it in; empty for what is staged."""
    tip: str = ""
    """The revision, as it was given, from which the commit was reached."""


def staged_blobs(repository: Repository) -> list[Introduced]:
    """Return the blobs that the next commit would bring in; of a conflict, each of its sides.

    Args:
        repository: one with a work tree; GIT_INDEX_FILE names git's index file where a hook runs on another than usual.

    Raises:
        GitError: git's index file cannot be read.
    """
    inner = as_stored(repository.environment, keep=frozenset({"GIT_INDEX_FILE"}))
    running = repository.start(["diff", "--cached", *_RAW, "--diff-filter=AMT", "--"], environment=inner)
    unmerged = repository.start(["ls-files", "--unmerged", "-z", "--full-name", ":/"], environment=inner)
    found = _parse_raw(os.fsdecode(running.finish()).split("\0"), NO_OID, "")
    for row in os.fsdecode(unmerged.finish()).split("\0"):
        meta, _, path = row.partition("\t")
        if path:
            mode, oid, _ = meta.split(" ")
            found.append(Introduced(RepoPath(path), int(mode, 8), Oid(oid)))
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
    walk = ["log", *_WALK, *_RAW, "--diff-filter=AMT", "--format=%x00/%H %S", *revisions, "--", *pathspecs]
    out = repository.start(walk, environment=as_stored(repository.environment)).finish()
    found: dict[tuple[str, Oid], Introduced] = {}
    commit, tip = NO_OID, ""
    fields: list[str] = []
    for field in (*os.fsdecode(out).split("\0"), "/"):
        # No path and no row of changes begins with a slash.
        if field.startswith("/"):
            for blob in _parse_raw(fields, commit, tip):
                found.setdefault((blob.path, blob.oid), blob)
            name, _, tip = field[1:].rstrip("\n").partition(" ")
            commit = Oid(name)
            fields = []
        else:
            fields.append(field)
    return list(found.values())


def tree_blobs(repository: Repository, tree: TreeOid, tip: str) -> list[Introduced]:
    """Return the blobs of a tree that is pushed without a commit.

    Raises:
        GitError: the tree, or one in it, is missing.
    """
    arguments = ["ls-tree", "-r", "-z", "--full-tree", tree]
    out = repository.start(arguments, environment=as_stored(repository.environment)).finish()
    found = []
    for row in os.fsdecode(out).split("\0"):
        meta, _, path = row.partition("\t")
        if path:
            mode, _, oid = meta.split()
            found.append(Introduced(RepoPath(path), int(mode, 8), Oid(oid), Oid(tree), tip))
    return [blob for blob in found if blob.mode != SUBMODULE]


class Named(NamedTuple):
    """What a name stands for."""

    kind: str
    """`commit`, `tree`, `blob` or `tag`."""
    oid: Oid


def resolve_names(repository: Repository, names: Iterable[str]) -> dict[str, Named]:
    """Return what names such as `OID^{}`, `COMMIT:PATH` or `:PATH` stand for; those of nothing are left out.

    One process, however many names.

    Raises:
        GitError: git cannot work.
    """
    asked = [name for name in dict.fromkeys(names) if "\n" not in name]
    arguments = [f"--git-dir={repository.git_dir}", "cat-file", "--batch-check=%(objecttype) %(objectname)"]
    running = start_git(
        arguments, cwd=repository.work_tree or repository.git_dir, stdin=subprocess.PIPE,
        environment=as_stored(repository.environment, keep=frozenset({"GIT_INDEX_FILE"})),
    )  # fmt: skip
    out, err = running.process.communicate(os.fsencode("".join(f"{name}\n" for name in asked)))
    if not running.succeeded:
        raise failure(err, running.arguments)
    rows = [row.split(" ") for row in os.fsdecode(out).split("\n")[:-1]]
    found = zip(asked, rows, strict=True)
    return {name: Named(row[0], Oid(row[1])) for name, row in found if len(row) == 2 and row[0] in _KINDS}


_KINDS = frozenset({"commit", "tree", "blob", "tag"})


def _parse_raw(fields: Sequence[str], commit: Oid, tip: str) -> list[Introduced]:
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
            found.append(Introduced(RepoPath(path), int(mode, 8), Oid(oid), commit, tip))
    return found
