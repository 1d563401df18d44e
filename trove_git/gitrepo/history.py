"""The newest commits of a history: time, subject, and which files each touched.

Only commits and trees are read, so a partial clone without blobs will do.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence

from trove_git.gitrepo.process import Running
from trove_git.gitrepo.repository import Repository
from trove_git.records import HistoryCommit

MAX_SUBJECT_CHARACTERS = 500
"""A first paragraph may be a megabyte; no subject that says something is longer than this."""
_READ = (
    "--diff-merges=first-parent", "--no-renames", "--name-status", "-z", "--encoding=UTF-8", "--no-ext-diff",
    "--no-color", "--format=%H%x00%P%x00%ct%x00%s",
)  # fmt: skip
_STATUS = re.compile(r"\n?[A-Z]\Z")


BEYOND = "beyond the edge of a shallow clone"
"""Stands for the parents of a commit whose parents were not cloned: what it changed is not known."""


def start_newest(repository: Repository, commit: str, count: int) -> Running:
    """Start reading the newest commits of a history; `read_commits` takes the output.

    Args:
        repository: where to look.
        commit: object id of the commit whose history is wanted.
        count: how many commits at most, in the order of `git log`.
    """
    return repository.start(["log", f"-{count}", *_READ, commit, "--"])


def start_beyond(repository: Repository, commits: Sequence[str], paths: Sequence[str]) -> Running:
    """Start reading the whole history behind some commits, with what it says about some paths.

    Every commit comes out, because the way from one to the next decides; the files of each are
    those among `paths`.
    """
    return repository.start(["log", "--full-history", "--sparse", *_READ, *commits, "--", *literal(paths)])


def literal(paths: Iterable[str]) -> list[str]:
    """Return paths as git takes them when it is not to see patterns in them, from the top of the tree."""
    return [f":(top,literal){path}" for path in paths]


def list_newest(repository: Repository, commit: str, count: int) -> list[str]:
    """List the object ids of the newest commits of a history, in the order of `git log`.

    Raises:
        GitError: a commit is missing or broken.
    """
    out = repository.run(["log", f"-{count}", "--format=%H", commit, "--"])
    return out.decode("ascii").split()


def read_some(repository: Repository, oids: Sequence[str]) -> list[HistoryCommit]:
    """Read some commits, in the order given.

    Raises:
        GitError: a commit or tree is missing or broken.
    """
    running = repository.start(["log", "--no-walk=unsorted", *_READ, *oids, "--"]) if oids else None
    return read_commits(repository, running.finish()) if running is not None else []


def read_commits(repository: Repository, output: bytes) -> list[HistoryCommit]:
    """Parse the output of `start_newest`, and find the files that were moved."""
    commits, moving = _parse(os.fsdecode(output), _shallow_edge(repository))
    merges = [c.oid for c in commits if len(c.parents) > 1 and c.paths]
    running = _start_combined(repository, merges) if merges else None
    renames = _find_renames(repository, moving) if moving else {}
    own = _parse_combined(running.finish()) if running is not None else {}
    return [
        c._replace(renames=renames.get(c.oid, ()), own=own.get(c.oid, ())) if c.oid in renames or c.oid in own else c
        for c in commits
    ]


def _shallow_edge(repository: Repository) -> frozenset[str]:
    """Return the commits whose parents were not cloned."""
    try:
        with open(os.path.join(repository.common_dir, "shallow"), encoding="ascii") as f:
            return frozenset(f.read().split())
    except OSError:
        return frozenset()


def _parse(text: str, edge: frozenset[str]) -> tuple[list[HistoryCommit], list[str]]:
    """Return the commits, and the object ids of those that both add and remove files."""
    fields = text.split("\0")
    commits: list[HistoryCommit] = []
    moving = []
    at, end = 0, len(fields)
    while at + 3 < end:
        oid, parents, time, subject = fields[at : at + 4]
        at += 4
        if at < end and not fields[at]:
            at += 1
        paths = []
        statuses = set()
        while at + 1 < end and _STATUS.match(fields[at]):
            statuses.add(fields[at].lstrip("\n"))
            paths.append(fields[at + 1])
            at += 2
        if oid in edge:
            commits.append(HistoryCommit(oid, int(time), _subject(subject), (BEYOND,), ()))
            continue
        if {"A", "D"} <= statuses and " " not in parents:
            moving.append(oid)
        commits.append(HistoryCommit(oid, int(time), _subject(subject), tuple(parents.split()), tuple(paths)))
    return commits, moving


def _subject(text: str) -> str:
    """Return a subject as text; a message that is no UTF-8 and names no encoding is read as Latin-1."""
    text = text[:MAX_SUBJECT_CHARACTERS]
    if text.isprintable():
        return text
    return os.fsencode(text).decode("latin-1") if any("\udc80" <= c <= "\udcff" for c in text) else text


def _find_renames(repository: Repository, oids: Iterable[str]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the files that commits moved without changing them: their blobs are the same, so none is read."""
    arguments = ["log", "--no-walk=unsorted", "-r", "-M100%", "--diff-filter=R", "--name-status", "-z", "--no-ext-diff"]
    fields = os.fsdecode(repository.run([*arguments, "--format=%H", *oids, "--"])).split("\0")
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    at, oid = 0, ""
    while at < len(fields):
        field = fields[at].strip("\n")
        if field.startswith("R"):
            found[oid] = (*found.get(oid, ()), (fields[at + 1], fields[at + 2]))
            at += 3
        else:
            oid = field or oid
            at += 1
    return found


def _start_combined(repository: Repository, merges: Sequence[str]) -> Running:
    """Start looking for the files of merges that differ from all parents."""
    read = ("-c", "--no-renames", "--name-only", "-z", "--no-ext-diff", "--format=%x00/%H")
    return repository.start(["log", "--no-walk=unsorted", *read, *merges, "--"])


def _parse_combined(output: bytes) -> dict[str, tuple[str, ...]]:
    """Return merge → its own files; merges that have none are left out."""
    found: dict[str, tuple[str, ...]] = {}
    oid = ""
    for field in os.fsdecode(output).split("\0"):
        # No path begins with a slash.
        if field.startswith("/"):
            oid = field[1:]
        elif field:
            found[oid] = (*found.get(oid, ()), field)
    return found
