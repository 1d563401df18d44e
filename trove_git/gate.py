"""The secret gate: staged or pushed blobs → findings with path, line, kind and length, never the secret.

What belongs to a trove is held to every rule; a doc only to those that are sure (`redaction/secrets.py`). Nothing
is called clean that was not read: a blob that cannot be read stops with an error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from trove_git.errors import GitError
from trove_git.gitrepo.introduced import NO_MODE, Introduced, StoredBlobReader
from trove_git.gitrepo.objects import TOO_LARGE
from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath
from trove_git.records import NO_OID, Oid
from trove_git.redaction.allowed import INLINE_SALT, Allowed, digest_of
from trove_git.redaction.secrets import DOC, ENTRY, Scan, scan
from trove_git.sources.doc_rules import DOC_ROOTS, is_doc_path

MAX_BYTES = 20_000_000
"""Larger blobs are not looked through, and so not let through."""
MOST_DIGESTS = 20
"""Findings for which it is said how to allow them: a digest takes a while to make."""
TOO_LARGE_KIND = "too large to be scanned"
POINTER_KIND = "content that Git LFS keeps, which is not scanned"
_POINTER = re.compile(rb"version https://git-lfs\.github\.com/spec/v1\r?\n(?:[^\n]*\n)*?oid sha256:[0-9a-f]{64}\r?\n")
"""What stands for a file in Git LFS (git-lfs, docs/spec.md); a pointer is shorter than 1,024 bytes."""
_MOST_OF_POINTER = 1024
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_TROVE = re.compile(r"(?:^|/)\.claude/trove/", re.IGNORECASE)

PATHSPECS = (
    ":(top,icase,glob)**/.claude/trove/**", ":(top,icase)*.md*", ":(top,icase)*.markdown", ":(top,icase)*.mkd",
    ":(top,icase)*.rst", ":(top,icase)*.a*doc", ":(top,icase)*.org", ":(top,icase)*.ipynb", ":(top,icase)*.txt",
    ":(top,icase)*.*rules", ":(top)*.goosehints", ":(top,glob)**/[A-Z]*[A-Z]",
)  # fmt: skip
"""A superset of what is looked at where no setting names more; the shell scripts of the hooks have the same."""
TROVE_PATHSPECS = PATHSPECS[:1]


class GateFinding(NamedTuple):
    """One secret that is on its way."""

    path: str
    """As it may be printed: a secret in it is left out."""
    line: int
    """1-based; 0 for the name of the file."""
    kind: str
    length: int
    """Characters of the secret."""
    blocks: bool
    commit: Oid = NO_OID
    """The commit that brings it in, where it is not staged."""
    tip: str = ""
    """The revision from which that commit was reached."""
    inline_digest: str = ""
    """What an allowance in the text names it by; empty where it cannot be allowed, and behind the first."""
    listed_digest: str = ""
    """What the list of allowances names it by."""

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else self.path
        return f"{where}: {self.kind} ({self.length} characters)"


class Looked(NamedTuple):
    """What the gate saw."""

    findings: tuple[GateFinding, ...]
    file_count: int
    """Blobs that were read from their first byte to their last."""
    allowed_count: int
    """Findings that an allowance takes out."""


class Policy(NamedTuple):
    """Which paths are looked at, and how."""

    is_doc: Callable[[str], bool]
    """Whether `trove.docs` names a path."""
    named: Callable[[str], bool | None]
    """Whether `trove.secrets` names a path: True to look at it, False not to, None where it says nothing."""
    troves: tuple[str, ...] = ()
    """Folders that are a trove because a link leads to them, each with a final slash."""
    scopes: tuple[str, ...] = ()
    """Folders with a `.trove/` below the top, each with a final slash: what lies in them has docs of its own."""

    def taken_as(self, path: str) -> str:
        """Return ENTRY, DOC, or an empty string for a path that is not looked at."""
        if _TROVE.search(path) or path.startswith(self.troves):
            return ENTRY
        named = self.named(path)
        if named is not None:
            return DOC if named else ""
        inner = [path, *(path[len(scope) :] for scope in self.scopes if path.startswith(scope))]
        return DOC if any(is_doc_path(p, root) for p in inner for root in DOC_ROOTS) or self.is_doc(path) else ""


def look(repository: Repository, blobs: Iterable[Introduced], policy: Policy, allowed: Allowed) -> Looked:
    """Look for secrets in blobs and in their names.

    A secret that later versions of the same file still have is reported once, with the commit that brought it in.

    Raises:
        GitError: a blob cannot be read.
    """
    # A blob that no tree names may be anything: only what is sure stops it.
    kinds = ((blob, DOC if blob.mode == NO_MODE else policy.taken_as(blob.path)) for blob in blobs)
    wanted = [(blob, taken_as) for blob, taken_as in kinds if taken_as]
    findings: list[GateFinding] = []
    taken_out = read = 0
    first: dict[tuple[str, str, int], str] = {}
    for (blob, taken_as), data in zip(wanted, _read(repository, [blob.oid for blob, _ in wanted]), strict=True):
        found, out = _look_at(blob, taken_as, data, allowed, MOST_DIGESTS - len(findings), first)
        findings += found
        taken_out += out
        read += data is not None
    return Looked(tuple(findings), read, taken_out)


def look_at_text(path: str, data: bytes, taken_as: str, allowed: Allowed) -> Looked:
    """Look for secrets in one text."""
    findings, taken_out = _look_at(Introduced(RepoPath(path), 0, NO_OID), taken_as, data, allowed, MOST_DIGESTS, {})
    return Looked(tuple(findings), 1, taken_out)


def _read(repository: Repository, oids: Sequence[Oid]) -> Iterator[bytes | None]:
    """Yield the content of blobs; None for one that is too large."""
    with StoredBlobReader(repository) as reader:
        for blob in reader.read_all(oids, MAX_BYTES):
            if blob.data is None and blob.problem != TOO_LARGE:
                hint = f"git cat-file -e {blob.oid} fetches it in a partial clone; elsewhere git fsck says more"
                raise GitError(f"a blob cannot be scanned: {blob.problem}", where=blob.oid, hint=hint)
            yield blob.data


def _look_at(
    blob: Introduced,
    taken_as: str,
    data: bytes | None,
    allowed: Allowed,
    digests: int,
    first: dict[tuple[str, str, int], str],
) -> tuple[list[GateFinding], int]:
    """Return what is found in a blob and its name, the first `digests` with their digests, and how much is allowed."""
    shown, names = _look_at_name(blob.path, taken_as)
    found = [GateFinding(shown, 0, kind, length, blocks, blob.commit, blob.tip) for kind, length, blocks in names]
    if data is None:
        return [*found, GateFinding(shown, 0, TOO_LARGE_KIND, 0, True, blob.commit, blob.tip)], 0
    if len(data) < _MOST_OF_POINTER and _POINTER.match(data):
        found.append(GateFinding(shown, 0, POINTER_KIND, len(data), taken_as == ENTRY, blob.commit, blob.tip))
    result = _scan(data, taken_as)
    lines = result.lines if result.findings else []
    taken_out = 0
    for finding in result.findings:
        secret = result.text[finding.start : finding.end] if result.is_text(finding) else ""
        if secret and allowed.admits(blob.path, lines, finding.line, secret):
            taken_out += 1
            continue
        # In memory only, and no secret: Python's own hash, salted anew in each process.
        if secret and first.setdefault((blob.path, finding.kind, hash(secret)), blob.commit) != blob.commit:
            continue
        made = GateFinding(shown, finding.line, finding.kind, finding.length, finding.blocks, blob.commit, blob.tip)
        if secret and finding.blocks and len(found) < digests:
            inline, listed = digest_of(secret, INLINE_SALT), digest_of(secret, allowed.salt)
            made = made._replace(inline_digest=inline, listed_digest=listed)
        found.append(made)
    return found, taken_out


def _scan(data: bytes, taken_as: str) -> Scan:
    """Scan bytes; UTF-16 is looked at as plain bytes too, because a shell appends those to such a file."""
    result = scan(data, taken_as)
    if not data.startswith(_UTF16_MARKS):
        return result
    plain = scan(data[2:], taken_as)
    known = {result.text[f.start : f.end] for f in result.findings if result.is_text(f)}
    secrets = {plain.text[f.start : f.end] for f in plain.findings if plain.is_text(f)} - known
    # What is UTF-16 has a zero beside each letter, so that its own secrets do not stand there as plain bytes.
    return plain if any(secret.encode("utf-8") in data for secret in secrets) else result


def _look_at_name(path: str, taken_as: str) -> tuple[str, list[tuple[str, int, bool]]]:
    """Return a path without the secrets in it, and their kind, length and whether they block."""
    result: Scan = scan(os.fsencode(path), taken_as)
    shown = path
    found = []
    for finding in reversed(result.findings):
        if result.is_text(finding):
            shown = f"{shown[: finding.start]}({finding.length} characters){shown[finding.end :]}"
            found.append((f"{finding.kind} in the name of the file", finding.length, finding.blocks))
    return shown, found[::-1]
