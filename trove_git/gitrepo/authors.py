"""Which commits an author made."""

from __future__ import annotations

from collections.abc import Iterable

from trove_git.errors import GitError, UsageError
from trove_git.gitrepo.history import BATCH
from trove_git.gitrepo.repository import Repository
from trove_git.records import Oid


def select_by_author(repository: Repository, oids: Iterable[Oid], pattern: str) -> set[Oid]:
    """Return those of some commits whose author matches.

    Args:
        repository: where the commits are.
        oids: object ids of commits.
        pattern: a regular expression as `git log --author` takes it, whatever the case; `.mailmap` is heeded.

    Raises:
        UsageError: the pattern is empty or no regular expression.
        GitError: a commit is missing or broken.
    """
    if not pattern.strip():
        raise UsageError("--author is empty", hint="a part of the name or address, as in git log --author")
    wanted = list(dict.fromkeys(oids))
    found: set[Oid] = set()
    arguments = ["log", "--no-walk=unsorted", "--no-show-signature", "--no-patch", "--format=%H"]
    for start in range(0, len(wanted), BATCH):
        part = wanted[start : start + BATCH]
        try:
            out = repository.run([*arguments, "--regexp-ignore-case", f"--author={pattern}", *part, "--"])
        except GitError as error:
            if "regular expression" in error.message or "grep" in error.message:
                hint = "as in git log --author; a backslash takes a character as it is"
                raise UsageError("--author is no regular expression", where=pattern, hint=hint) from error
            raise
        found.update(map(Oid, out.decode("ascii", "replace").split()))
    return found
