"""Where things are: the folder that is asked, its repository, git dir, common dir and HEAD.

`find_root` is the one rule for every command: `--repo`, else the nearest folder upward
with `.trove/` or `.git`, else a bare repository, else the folder itself without Git.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trove_git.errors import GitError, NotARepository, UnknownRevision, UsageError
from trove_git.gitrepo import process
from trove_git.records import Oid, TreeOid

SCOPE_FOLDER = ".trove"
"""A folder of this name makes the folder that holds it a root of its own."""


MOST_CANDIDATES = 50
"""Objects that are looked at to say which commits an abbreviation may mean."""
SHOWN_CANDIDATES = 5
_ABBREVIATED = re.compile(r"[0-9a-fA-F]{4,39}")


class Commit(NamedTuple):
    """A commit, and the tree that it has now.

    A replacement (`git replace`) changes the tree of a commit and not its name.
    """

    oid: Oid
    tree: TreeOid


class Repository(NamedTuple):
    """One repository as seen from one of its worktrees."""

    git_dir: str
    """Absolute; of this worktree."""
    common_dir: str
    """Absolute; shared by all worktrees."""
    work_tree: str | None
    """Absolute top folder of the work tree; None in a bare repository."""
    head: Commit | None
    """HEAD's commit; None before the first commit."""
    environment: Mapping[str, str]
    """What the program inherited; git gets a clean one."""

    def __hash__(self) -> int:
        # Results are kept by repository, and an environment has no hash; two that differ in it alone are not equal.
        return hash((self.git_dir, self.common_dir, self.work_tree, self.head))

    @property
    def folder(self) -> str:
        """The folder that git runs in: the top of the work tree, or the git dir without one."""
        return self.work_tree or self.git_dir

    @property
    def naming(self) -> tuple[str, ...]:
        """The options that tell git which repository is meant."""
        work_tree = () if self.work_tree is None else (f"--work-tree={self.work_tree}",)
        return (f"--git-dir={self.git_dir}", *work_tree)

    def start(self, arguments: Sequence[str], *, environment: dict[str, str] | None = None) -> process.Running:
        """Start git on this repository, in the top folder of the work tree where there is one."""
        return process.start(
            [*self.naming, *arguments],
            cwd=self.folder,
            environment=environment or process.clean_environment(self.environment),
        )

    def run(self, arguments: Sequence[str], *, check: bool = True) -> bytes:
        """Run git on this repository and return its standard output."""
        return self.start(arguments).finish(check=check)

    def worktree_heads(self) -> list[Oid]:
        """Return the object id of every worktree's HEAD; an unborn one is all zeros."""
        out = self.run(["worktree", "list", "--porcelain"], check=False).decode("utf-8", "replace")
        return [Oid(line.removeprefix("HEAD ")) for line in out.splitlines() if line.startswith("HEAD ")]

    def resolve_commit(self, revision: str) -> Commit:
        """Return the commit that `revision` names, in any of git's ways.

        Raises:
            UnknownRevision: it names nothing, several commits, or no commit.

        Source: gitrevisions(7).
        """
        # What follows `:/` is a pattern to the end, so a suffix would be a part of it.
        name = self._resolve(revision) if revision.startswith(":/") else revision
        commit = self._resolve(f"{name}^{{commit}}") if name else ""
        tree = self._resolve(f"{commit}^{{tree}}") if commit else ""
        if not tree:
            raise self._unknown(revision)
        return Commit(Oid(commit), TreeOid(tree))

    def _resolve(self, name: str) -> str:
        """Return the object id that a name stands for; empty for none, or for more than one."""
        running = self.start(["rev-parse", "--verify", "--quiet", "--end-of-options", name])
        found = running.finish(check=False).decode("ascii", "replace").split()
        # git before 2.30 prints the option, too.
        return found[-1] if running.succeeded and found and not found[-1].startswith("^") else ""

    def _unknown(self, revision: str) -> UnknownRevision:
        """Say why a name stands for no commit."""
        if not revision.strip():
            return UnknownRevision("the revision is empty", hint="--at HEAD~3, --at v1.0, --at main@{yesterday}")
        if _ABBREVIATED.fullmatch(revision):
            out = self.run(["rev-parse", f"--disambiguate={revision}"], check=False).decode("ascii", "replace").split()
            kinds = [(oid, self.run(["cat-file", "-t", oid], check=False).strip()) for oid in out[:MOST_CANDIDATES]]
            commits = [oid for oid, kind in kinds if kind == b"commit"]
            if len(commits) > 1:
                named = ", ".join(oid[: _distinct(commits)] for oid in commits[:SHOWN_CANDIDATES])
                return UnknownRevision(
                    "more than one commit begins so", where=revision, hint=f"write more of it: {named}"
                )
        return UnknownRevision("no such commit", where=revision, hint="git log --oneline lists commits")


def _distinct(oids: Sequence[str]) -> int:
    """Return how many characters tell object ids apart."""
    return next(n for n in range(4, len(oids[0]) + 1) if len({oid[:n] for oid in oids}) == len(oids))


class Root(NamedTuple):
    """The folder that a command works on."""

    path: str
    """Absolute; the git dir itself for a bare repository."""
    repository: Repository | None
    """None outside Git."""
    prefix: str = ""
    """Path of the root below the top of the tree, with a final slash; empty at the top."""

    @property
    def on_disk(self) -> bool:
        """Whether the root has files on disk beside the objects in Git."""
        return self.repository is None or self.repository.work_tree is not None


class Located(NamedTuple):
    """Where a repository seems to be, before git is asked."""

    folder: str
    """Folder to run git in; empty outside Git."""
    root: str
    """Folder that is asked."""
    environment: Mapping[str, str]
    """What the program inherited."""
    from_environment: bool = False
    """Whether GIT_DIR names the repository."""

    def start(self, arguments: Sequence[str]) -> process.Running:
        """Start git there."""
        keep = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"}) if self.from_environment else frozenset()
        environment = process.clean_environment(self.environment, keep=keep)
        return process.start(arguments, cwd=self.folder, environment=environment)


def find_root(start: str, environment: Mapping[str, str], *, explicit: bool = False) -> Root:
    """Find the folder that is asked, and its repository; see `locate` and `read_root`."""
    return read_root(locate(start, environment, explicit=explicit))


def locate(start: str, environment: Mapping[str, str], *, explicit: bool = False) -> Located:
    """Find the folder that is asked, and where its repository seems to be, without running git.

    Args:
        start: folder to start from.
        environment: what the program inherited: GIT_DIR in it names the repository.
        explicit: the user named this folder (`--repo`): it is the root as it is.

    Raises:
        UsageError: `start` is no folder.
    """
    start = os.path.realpath(start)
    if not os.path.isdir(start):
        raise UsageError("no such folder", where=start, hint="give the folder of a repository to --repo")
    if not explicit and "GIT_DIR" in environment:
        return Located(start, start, environment, from_environment=True)
    root = start if explicit else None
    folder = start
    while True:
        if root is None and os.path.isdir(os.path.join(folder, SCOPE_FOLDER)):
            root = folder
        if os.path.lexists(os.path.join(folder, ".git")) or is_git_dir(folder):
            return Located(folder, root or folder, environment)
        parent = os.path.dirname(folder)
        if parent == folder:
            return Located("", root or start, environment)
        folder = parent


def require_repository(root: Root) -> Repository:
    """Return the root's repository.

    Raises:
        NotARepository: there is none.
    """
    if root.repository is None:
        raise NotARepository("not in a Git repository", where=root.path, hint="run git init, or name one with --repo")
    return root.repository


def is_git_dir(folder: str) -> bool:
    """Whether a folder looks like a git dir: what git itself checks first."""
    return (
        os.path.isdir(os.path.join(folder, "objects"))
        and os.path.lexists(os.path.join(folder, "HEAD"))
        and os.path.isdir(os.path.join(folder, "refs"))
    )


def start_reading_root(located: Located) -> process.Running | None:
    """Start asking git about the repository of a folder; None outside Git."""
    if not located.folder:
        return None
    arguments = ["rev-parse", "--path-format=absolute", "--absolute-git-dir", "--git-common-dir"]
    return located.start([*arguments, "--is-inside-work-tree", "--show-cdup", "HEAD^{commit}", "HEAD^{tree}"])


def read_root(located: Located, running: process.Running | None = None) -> Root:
    """Ask git about the repository of a folder.

    Args:
        located: the folder.
        running: what `start_reading_root` started; None starts it now.

    Raises:
        GitError: a repository is there and git refuses it.
    """
    folder, asked = located.folder, located.root
    running = running or start_reading_root(located)
    if running is None:
        return Root(path=asked, repository=None)
    out, err = running.process.communicate()
    lines = os.fsdecode(out).split("\n")[:-1]
    error = process.failure(err, running.arguments)
    if len(lines) < 3:
        hint = error.hint or f"look at {os.path.join(folder, '.git')}; git fsck names what is broken"
        raise GitError(f"git does not accept this repository: {error.message}", where=folder, hint=hint)
    git_dir, common_dir, inside = lines[:3]
    work_tree = os.path.normpath(os.path.join(folder, lines[3])) if inside == "true" else None
    if running.succeeded:
        head = Commit(Oid(lines[-2]), TreeOid(lines[-1]))
    elif _is_unborn(located):
        head = None
    else:
        raise GitError(f"HEAD cannot be read: {error.message}", where=git_dir, hint="git fsck names what is broken")
    repository = Repository(git_dir, common_dir, work_tree, head, located.environment)
    if work_tree is None:
        return Root(path=git_dir, repository=repository)
    inner = os.path.relpath(asked, work_tree)
    prefix = "" if inner == "." or inner.startswith("..") else inner.replace(os.sep, "/") + "/"
    return Root(path=asked if prefix else work_tree, repository=repository, prefix=prefix)


def _is_unborn(located: Located) -> bool:
    """Whether HEAD names a branch that has no commit yet: git says the same of a commit that is lost."""
    branch = located.start(["symbolic-ref", "--quiet", "HEAD"])
    name = os.fsdecode(branch.finish(check=False)).strip()
    if not branch.succeeded or not name:
        return False
    # Not show-ref: it fails for a ref whose commit is lost, too.
    ref = located.start(["rev-parse", "--quiet", "--verify", name])
    ref.finish(check=False)
    return not ref.succeeded
