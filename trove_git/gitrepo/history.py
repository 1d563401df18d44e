"""The newest commits of a history: time, subject, and which files each touched.

Only commits and trees are read, so a partial clone without blobs will do.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence

from trove_git.gitrepo.process import Running
from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath
from trove_git.records import NO_OID, HistoryCommit, Oid

MAX_SUBJECT_CHARACTERS = 500
"""A first paragraph may be a megabyte; no subject that says something is longer than this."""
MAX_TIME = (1 << 63) - 1
"""Git takes any number for a date; a later one is this one."""
MAX_PATHSPEC_CHARACTERS = 100_000
"""Of the paths that one git is asked about: an operating system limits what a process is told."""
BATCH = 2000
"""Commits that one git is told by name, for the same reason."""

_PLAIN = (
    "-z", "--root", "--no-relative", "-O/dev/null", "--ignore-submodules=none", "--no-ext-diff", "--no-color",
    "--no-show-signature",
)  # fmt: skip
"""What makes the output the same whatever the user's configuration of `git log` and `git diff` is."""
_READ = (
    *_PLAIN, "--diff-merges=first-parent", "--no-renames", "--name-status", "--encoding=UTF-8",
    "--format=%H%x00%P%x00%ct%x00%s",
)  # fmt: skip
_STATUS = re.compile(r"\n?[A-Z]\Z")
BEYOND = Oid("beyond the edge of a shallow clone")
"""Stands for the parents of a commit whose parents were not cloned: what it changed is not known."""


MOST_MOVED = 5000
"""Files of a commit above which moves are not looked for: git compares all that are alike with each other, and a
hundred thousand equal files take it minutes."""


def start_newest(repository: Repository, commit: Oid, count: int) -> Running:
    """Start reading the newest commits of a history; `read_commits` takes the output.

    Args:
        repository: where to look.
        commit: object id of the commit whose history is wanted.
        count: how many commits at most, in the order of `git log`.
    """
    return repository.start(["log", f"-{count}", *_READ, commit, "--"])


def start_beyond(repository: Repository, commits: Sequence[Oid], paths: Sequence[RepoPath]) -> Running:
    """Start reading the whole history behind some commits, with what it says about some paths.

    Every commit comes out, because the way from one to the next decides; the files of each are
    those among `paths`, and perhaps others.
    """
    read = ["log", "--full-history", "--sparse", "--no-follow", *_READ]
    return repository.start([*read, *commits, "--", *literal(_covering(paths))])


def _covering(paths: Sequence[RepoPath]) -> Sequence[RepoPath]:
    """Return the paths, or where they are too many the folders that hold them all; nothing for the whole tree."""
    depth = max((path.count("/") for path in paths), default=0)
    while sum(map(len, paths)) > MAX_PATHSPEC_CHARACTERS:
        if not depth:
            return ()
        paths = sorted({RepoPath("/".join(path.split("/")[:depth])) for path in paths})
        depth -= 1
    return paths


def literal(paths: Iterable[RepoPath]) -> list[str]:
    """Return paths as git takes them when it is not to see patterns in them, from the top of the tree."""
    return [f":(top,literal){path}" for path in paths]


def list_newest(repository: Repository, commit: Oid, count: int) -> list[Oid]:
    """List the object ids of the newest commits of a history, in the order of `git log`.

    Raises:
        GitError: a commit is missing or broken.
    """
    out = repository.run(["log", f"-{count}", "--format=%H", commit, "--"])
    return [Oid(name) for name in out.decode("ascii").split()]


def read_some(repository: Repository, oids: Sequence[Oid]) -> list[HistoryCommit]:
    """Read some commits, in the order given.

    Raises:
        GitError: a commit or tree is missing or broken.
    """
    running = repository.start(["log", "--no-walk=unsorted", *_READ, *oids, "--"]) if oids else None
    return read_commits(repository, running.finish()) if running is not None else []


def read_commits(repository: Repository, output: bytes) -> list[HistoryCommit]:
    """Parse the output of `start_newest`, and find the files that were moved."""
    commits, moving = _parse(os.fsdecode(output), shallow_edge(repository))
    merges = [c.oid for c in commits if len(c.parents) > 1 and c.paths]
    # Both are at work at the same time; more than a batch is a whole long history, which is rare.
    looking = _start_combined(repository, merges[:BATCH]) if merges else None
    renames: dict[Oid, tuple[tuple[RepoPath, RepoPath], ...]] = {}
    for start in range(0, len(moving), BATCH):
        renames |= _find_renames(repository, moving[start : start + BATCH])
    own = _parse_combined(looking.finish()) if looking is not None else {}
    for start in range(BATCH, len(merges), BATCH):
        own |= _parse_combined(_start_combined(repository, merges[start : start + BATCH]).finish())
    return [
        c._replace(renames=renames.get(c.oid, ()), own=own.get(c.oid, ())) if c.oid in renames or c.oid in own else c
        for c in commits
    ]


def shallow_edge(repository: Repository) -> frozenset[Oid]:
    """Return the commits whose parents were not cloned."""
    try:
        with open(os.path.join(repository.common_dir, "shallow"), encoding="ascii") as f:
            return frozenset(map(Oid, f.read().split()))
    except OSError:
        return frozenset()


def _parse(text: str, edge: frozenset[Oid]) -> tuple[list[HistoryCommit], list[Oid]]:
    """Return the commits, and the object ids of those that both add and remove files."""
    fields = text.split("\0")
    commits: list[HistoryCommit] = []
    moving: list[Oid] = []
    at, end = 0, len(fields)
    while at + 3 < end:
        name, parents, time, subject = fields[at : at + 4]
        oid = Oid(name)
        at += 4
        if at < end and not fields[at]:
            at += 1
        paths = []
        statuses = set()
        while at + 1 < end and _STATUS.match(fields[at]):
            statuses.add(fields[at].lstrip("\n"))
            paths.append(RepoPath(fields[at + 1]))
            at += 2
        if oid in edge:
            commits.append(HistoryCommit(oid, _time(time), _subject(subject), (BEYOND,), ()))
            continue
        if {"A", "D"} <= statuses and " " not in parents and len(paths) <= MOST_MOVED:
            moving.append(oid)
        commits.append(
            HistoryCommit(oid, _time(time), _subject(subject), tuple(map(Oid, parents.split())), tuple(paths))
        )
    return commits, moving


def _time(text: str) -> int:
    """Return a commit's time; git prints nothing for a date that it cannot read, and sorts it as 1970."""
    return min(int(text), MAX_TIME) if text.isdecimal() else 0


def _subject(text: str) -> str:
    """Return a subject as text; a message that is no UTF-8 and names no encoding is read as Latin-1."""
    text = text[:MAX_SUBJECT_CHARACTERS]
    if text.isprintable():
        return text
    return os.fsencode(text).decode("latin-1") if any("\udc80" <= c <= "\udcff" for c in text) else text


def _find_renames(repository: Repository, oids: Iterable[Oid]) -> dict[Oid, tuple[tuple[RepoPath, RepoPath], ...]]:
    """Return the files that commits moved without changing them: their blobs are the same, so none is read."""
    arguments = ["log", "--no-walk=unsorted", *_PLAIN, "-r", "-M100%", "--diff-filter=R", "--name-status"]
    fields = os.fsdecode(repository.run([*arguments, "--format=%H", *oids, "--"])).split("\0")
    found: dict[Oid, list[tuple[RepoPath, RepoPath]]] = {}
    at, oid = 0, NO_OID
    while at < len(fields):
        field = fields[at].strip("\n")
        if field.startswith("R"):
            found.setdefault(oid, []).append((RepoPath(fields[at + 1]), RepoPath(fields[at + 2])))
            at += 3
        else:
            oid = Oid(field) or oid
            at += 1
    return {oid: tuple(pairs) for oid, pairs in found.items()}


def _start_combined(repository: Repository, merges: Sequence[Oid]) -> Running:
    """Start looking for the files of merges that differ from all parents."""
    read = (*_PLAIN, "-c", "--no-renames", "--name-only", "--format=%x00/%H")
    return repository.start(["log", "--no-walk=unsorted", *read, *merges, "--"])


def _parse_combined(output: bytes) -> dict[Oid, tuple[RepoPath, ...]]:
    """Return merge → its own files; merges that have none are left out."""
    found: dict[Oid, list[RepoPath]] = {}
    oid = NO_OID
    for field in os.fsdecode(output).split("\0"):
        # No path begins with a slash.
        if field.startswith("/"):
            oid = Oid(field[1:])
        elif field:
            found.setdefault(oid, []).append(RepoPath(field))
    return {oid: tuple(paths) for oid, paths in found.items()}
