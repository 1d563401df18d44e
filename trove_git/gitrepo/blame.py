"""Which commit each line of a file is from, as `git blame` tells it."""

from __future__ import annotations

from typing import NamedTuple

from trove_git.gitrepo import porcelain
from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath
from trove_git.records import NO_OID, Oid


class BlamedLine(NamedTuple):
    """One line of a file."""

    line: int
    """1-based."""
    text: str
    """Without its line end."""
    commit: Oid
    """Object id; all zeros for a line that is not committed."""
    author: str
    email: str
    time: int
    """When the commit was written, in seconds since 1970."""
    zone: str
    """Where its author was, as `+0100`."""

    @property
    def is_committed(self) -> bool:
        """Whether a commit has the line."""
        return bool(self.commit.strip("0"))


def blame(repository: Repository, path: RepoPath, revision: str = "") -> list[BlamedLine]:
    """Blame the lines of a file.

    Args:
        repository: where to look.
        path: path from the top of the tree.
        revision: object id of a commit; empty for the file on disk.

    Raises:
        GitError: HEAD, or the commit, has no such file, or an object is missing.
    """
    # Programs that turn a file into text for a diff are the user's, and not for this.
    arguments = ["blame", "--porcelain", "--root", "--no-textconv", "--no-progress", "--encoding=UTF-8"]
    return parse(porcelain.run(repository, [*arguments, *([revision] if revision else []), "--", path]))


def parse(output: bytes) -> list[BlamedLine]:
    """Parse `git blame --porcelain`: what is known of a commit stands only at its first line.

    Source: git-blame(1), The Porcelain Format.
    """
    commits: dict[Oid, dict[str, str]] = {}
    lines: list[BlamedLine] = []
    oid, number = NO_OID, 0
    rows = output.split(b"\n")
    header = True
    for row in rows[:-1] if not rows[-1] else rows:
        if row.startswith(b"\t"):
            known = commits[oid]
            lines.append(_line(number, row[1:], oid, known))
            header = True
        elif header:
            words = row.decode("ascii", "replace").split(" ")
            oid, number, header = Oid(words[0]), int(words[2]), False
            commits.setdefault(oid, {})
        else:
            key, _, value = row.decode("utf-8", "replace").partition(" ")
            commits[oid][key] = value
    return lines


def _line(number: int, text: bytes, oid: Oid, known: dict[str, str]) -> BlamedLine:
    seconds = known.get("author-time", "0")
    return BlamedLine(
        number,
        text.decode("utf-8", "replace").removesuffix("\r"),
        oid,
        known.get("author", ""),
        known.get("author-mail", "").removeprefix("<").removesuffix(">"),
        int(seconds) if seconds.lstrip("-").isdecimal() else 0,
        known.get("author-tz", "+0000"),
    )
