"""Which commits are signed, and whether git can vouch for it.

A program that verifies is run only for commits that have a signature; where none has one, nothing is run.
Source: git-log(1), `%G?`; gitformat-signature(5), the headers `gpgsig` and `gpgsig-sha256`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from trove_git.gitrepo import porcelain
from trove_git.gitrepo.objects import BlobReader
from trove_git.gitrepo.repository import Repository
from trove_git.records import Oid

UNSIGNED = "unsigned"
SIGNED = "signed"
UNKNOWN_KEY = "signed, key unknown"
NOT_CHECKED = "signed, not checked"
STATES = {
    "G": SIGNED,
    "U": "signed, key not trusted",
    "X": "signed, expired",
    "Y": "signed, key expired",
    "R": "signed, key revoked",
    "E": UNKNOWN_KEY,
    "B": "bad signature",
}
"""What git says of a signature → in words; of any other, that it was not checked, as where no gpg is installed."""
BATCH = 500
"""Commits that one git is told by name."""

_HEADER = re.compile(rb"^gpgsig(?:-sha256)? ", re.MULTILINE)


def signatures_of(repository: Repository, commits: Iterable[Oid]) -> Mapping[Oid, str]:
    """Return commit → one of the words above."""
    asked = list(dict.fromkeys(commits))
    with BlobReader(repository) as reader:
        read = list(reader.read_all(asked))
    signed = [blob.oid for blob in read if _has_signature(blob.data or b"")]
    return dict.fromkeys(asked, UNSIGNED) | _verify(repository, signed)


def _has_signature(commit: bytes) -> bool:
    """Whether a commit object has a signature among its headers."""
    return _HEADER.search(commit.partition(b"\n\n")[0]) is not None


def _verify(repository: Repository, commits: list[Oid]) -> dict[Oid, str]:
    found = dict.fromkeys(commits, NOT_CHECKED)
    for start in range(0, len(commits), BATCH):
        arguments = ["log", "--no-walk=unsorted", "--no-color", "--no-show-signature", "--format=%H %G?"]
        out = porcelain.run(repository, [*arguments, *commits[start : start + BATCH], "--"], check=False)
        for row in out.decode("ascii", "replace").splitlines():
            oid, _, state = row.partition(" ")
            found[Oid(oid)] = STATES.get(state, NOT_CHECKED)
    return found
