"""Commits that touched a folder, and what each changed there against each of its parents.

`lives/trove_history.py` reads a trove's past with it. Commits and trees are enough, so that a partial clone
without blobs will do.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from trove_git.errors import GitError, UsageError
from trove_git.gitrepo import porcelain
from trove_git.gitrepo.history import literal, shallow_edge
from trove_git.gitrepo.objects import SUBMODULE, SYMLINK
from trove_git.gitrepo.process import clean_environment, failure
from trove_git.gitrepo.process import start as start_git
from trove_git.gitrepo.repository import Commit, Repository
from trove_git.paths import RepoPath
from trove_git.records import Oid, TreeOid

LATEST_TIME = (1 << 62) - 1

TreePair = tuple[TreeOid, TreeOid]
"""Old tree, new tree; of the whole repository."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_FIELDS = ("%H", "%P", "%T", "%at", "%as", "%aN", "%aE", "%s")
_LOG = (
    "-z", "--no-follow", "--no-show-signature", "--no-color", "--encoding=UTF-8", f"--format={'%x00'.join(_FIELDS)}",
)  # fmt: skip
"""What makes the output the same whatever the user's configuration of `git log` is."""
_DIFF = (
    "-r", "-z", "--raw", "--no-abbrev", "--no-ext-diff", "--no-color", "--no-relative", "-O/dev/null",
    "--ignore-submodules=none",
)  # fmt: skip


class Touching(NamedTuple):
    """A commit that touched the folder."""

    oid: Oid
    tree: TreeOid
    """Object id of its whole tree."""
    parents: tuple[Oid, ...]
    """Its parents; where the commits were listed `connected`, the nearest ancestors that touched the folder."""
    time: int
    """When it was written, in seconds since 1970."""
    day: str
    """The same as `YYYY-MM-DD` where its author was."""
    author: str
    """Name, as the mailmap has it."""
    email: str
    subject: str
    at_edge: bool
    """Whether its parents were not cloned, so that what it changed is not known."""


class Narrowing(NamedTuple):
    """Which commits are wanted; an empty field asks for nothing."""

    since: str = ""
    """A date in any form that git takes."""
    author: str = ""
    """A regular expression for `Name <mail>`, as `git log --author` takes it."""

    def arguments(self) -> list[str]:
        """Return the options of `git log`."""
        given = {"--since": self.since, "--author": self.author}
        return [f"{option}={value}" for option, value in given.items() if value]


class FileChange(NamedTuple):
    """One file that differs between two trees."""

    status: str
    """`A` added, `D` removed, `M` changed, `R` moved."""
    path: RepoPath
    """Path in the new tree; of a removed file, in the old one."""
    old_path: RepoPath
    """Path in the old tree; the same but for a moved file."""
    oid: Oid
    """Object id in the new tree; all zeros where it lacks the file."""
    old_oid: Oid
    mode: int
    old_mode: int

    @property
    def is_regular(self) -> bool:
        """Whether it is a file on both sides, and neither a symlink nor a submodule."""
        return not {SYMLINK, SUBMODULE} & {self.mode, self.old_mode}


def check_date(repository: Repository, text: str) -> str:
    """Return a date as `git log --since` should be told: git itself takes what it cannot read for now.

    Args:
        repository: asked what it makes of the text.
        text: any form that git knows, such as `2.weeks`; a day alone begins at midnight.

    Raises:
        UsageError: it is no date.
    """
    is_day = _DAY.fullmatch(text) is not None
    dated = f"{text} 00:00:00" if is_day else text
    # The one reader of dates in git that refuses what it does not understand.
    reading = ["-c", f"trove.since={dated}", "config", "--type=expiry-date", "--get", "trove.since"]
    running = porcelain.start(repository, reading)
    running.finish(check=False)
    if not running.succeeded or (is_day and not _is_in_calendar(text)):
        hint = "dates are written as for git: 2024-05-31, 2.weeks, yesterday"
        raise UsageError("not a date", where=text, hint=hint)
    return dated


def _is_in_calendar(day: str) -> bool:
    import datetime

    try:
        datetime.date.fromisoformat(day)
    except ValueError:
        return False
    return True


def list_touching(
    repository: Repository,
    start: Oid,
    folders: Sequence[RepoPath],
    narrowing: Narrowing = Narrowing(),  # noqa: B008  # immutable
    *,
    limit: int = 0,
    connected: bool = False,
) -> list[Touching]:
    """List the commits from which a folder differs from that of a parent, newest first.

    Args:
        repository: where to look.
        start: object id of the commit whose history is wanted.
        folders: paths from the top of the tree.
        narrowing: which of them.
        limit: how many at most; 0 for all.
        connected: have parents name commits of the list, children first; merges that matter to no way are left out.

    Raises:
        GitError: a commit or tree is missing or broken.
        UsageError: git does not take the author's pattern.
    """
    how = ["--simplify-merges", "--parents", "--topo-order"] if connected else ["--full-history"]
    most = [f"--max-count={limit}"] if limit else []
    arguments = [*_LOG, *how, *most, *narrowing.arguments(), start, "--", *literal(folders)]
    try:
        out = porcelain.run(repository, ["log", *arguments])
    except GitError as error:
        if narrowing.author and error.message.startswith("header, "):
            hint = "--author takes a regular expression, as git log does"
            raise UsageError(error.message.partition(": ")[2].lower(), where=narrowing.author, hint=hint) from error
        raise
    fields = out.decode("utf-8", "replace").split("\0")
    edge = shallow_edge(repository)
    width = len(_FIELDS)
    return [
        _touching(fields[at : at + width], edge)
        for at in range(0, len(fields) - width + 1, width)
    ]  # fmt: skip


def _touching(fields: Sequence[str], edge: frozenset[str]) -> Touching:
    oid, parents, tree, time, day, author, email, subject = fields
    # Git prints nothing for a date that it cannot read.
    seconds = min(int(time), LATEST_TIME) if time.isdecimal() else 0
    parents_of = tuple(map(Oid, parents.split()))
    return Touching(Oid(oid), TreeOid(tree), parents_of, seconds, day, author, email, subject, oid in edge)


def trees_of(repository: Repository, commits: Iterable[Oid]) -> dict[Oid, TreeOid]:
    """Return commit → object id of its tree, replacements (`git replace`) obeyed; missing commits are left out.

    Raises:
        GitError: git cannot work.
    """
    asked = list(dict.fromkeys(commits))
    if not asked:
        return {}
    out = _feed(repository, ["cat-file", "--batch-check=%(objectname)"], "".join(f"{oid}^{{tree}}\n" for oid in asked))
    rows = out.decode("ascii", "replace").splitlines()
    return {oid: TreeOid(row) for oid, row in zip(asked, rows, strict=True) if " " not in row}


def empty_tree(repository: Repository) -> TreeOid:
    """Return the object id of a tree without files, in the repository's own hash."""
    return TreeOid(repository.run(["hash-object", "-t", "tree", "--stdin"]).decode("ascii").strip())


def compare_trees(
    repository: Repository, pairs: Iterable[TreePair], folders: Sequence[RepoPath]
) -> dict[TreePair, tuple[FileChange, ...]]:
    """Compare pairs of trees in one process.

    A file that moved is seen as such where its content is the same, so that no blob is read, and none need be here.

    Args:
        repository: where they are.
        pairs: (old tree, new tree); trees of the whole repository.
        folders: paths from the top of the tree, below which files count.

    Returns:
        Each pair → the files that differ, in the order of their paths.

    Raises:
        GitError: a tree is missing or broken.
    """
    asked = list(dict.fromkeys(pairs))
    if not asked:
        return {}
    arguments = ["diff-tree", "--stdin", *_DIFF, "-M100%", "--", *literal(folders)]
    out = _feed(repository, arguments, "".join(f"{old} {new}\n" for old, new in asked))
    found = _parse(out)
    # Git passes over what it cannot read, and says nothing.
    lost = next((pair for pair in asked if pair not in found), None)
    if lost is not None:
        raise GitError("a tree is missing or broken", where=" ".join(lost), hint="git fsck names what is broken")
    return found


def merge_base(repository: Repository, one: Oid, other: Oid) -> Commit | None:
    """Return the best common ancestor of two commits; None where they share no history."""
    out = repository.run(["merge-base", "--end-of-options", one, other], check=False).decode("ascii", "replace").split()
    return repository.resolve_commit(out[0]) if out else None


def _parse(output: bytes) -> dict[TreePair, tuple[FileChange, ...]]:
    """Parse what `diff-tree --stdin` printed: a line with the two trees, then records of their differences."""
    found: dict[TreePair, list[FileChange]] = {}
    changes: list[FileChange] = []
    rest = os.fsdecode(output)
    at = 0
    while at < len(rest):
        if rest[at] != ":":
            end = rest.index("\n", at)
            old, _, new = rest[at:end].partition(" ")
            changes = found.setdefault((TreeOid(old), TreeOid(new)), [])
            at = end + 1
            continue
        end = rest.index("\0", at)
        old_mode, mode, old_oid, oid, status = rest[at + 1 : end].split(" ")
        paths = []
        for _ in range(2 if status[0] in "RC" else 1):
            at, end = end + 1, rest.index("\0", end + 1)
            paths.append(RepoPath(rest[at:end]))
        at = end + 1
        kind = "M" if status[0] == "T" else status[0]
        changes.append(FileChange(kind, paths[-1], paths[0], Oid(oid), Oid(old_oid), int(mode, 8), int(old_mode, 8)))
    return {pair: tuple(changes) for pair, changes in found.items()}


def _feed(repository: Repository, arguments: Sequence[str], text: str) -> bytes:
    """Run git with something on its standard input and return what it prints.

    Raises:
        GitError: git failed.
    """
    running = start_git(
        [f"--git-dir={repository.git_dir}", *arguments], cwd=repository.git_dir, stdin=subprocess.PIPE,
        environment=clean_environment(repository.environment),
    )  # fmt: skip
    out, err = running.process.communicate(text.encode("ascii"))
    if not running.succeeded:
        raise failure(err, running.arguments)
    return out
