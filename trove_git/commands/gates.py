"""What the secret gate is asked: about what is staged, about commits, about a message; verdicts come out.

A verdict is clean when nothing blocks. What only warns is said on standard error.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence

from pathspec import GitIgnoreSpec

from trove_git.commands.place import Place
from trove_git.errors import GitError, UnknownRevision, WriteError
from trove_git.gate import PATHSPECS, TROVE_PATHSPECS, GateFinding, Looked, Policy, look, look_at_text
from trove_git.gitrepo.config import read_blob_config
from trove_git.gitrepo.introduced import introduced_blobs, staged_blobs
from trove_git.gitrepo.process import clean_environment
from trove_git.gitrepo.repository import Repository, require_repository
from trove_git.records import PushedRef, Verdict, display_path
from trove_git.redaction.allowed import ALLOW_FILE, BASELINE, Allowed, read_allowed
from trove_git.redaction.secrets import DOC
from trove_git.settings import SAFE_KEYS

INDEX = ":"
"""Stands before a path for git's index file."""
_ZEROS = frozenset("0")
_SCISSORS = b" ------------------------ >8 ------------------------"


def check_staged(place: Place) -> Verdict:
    """Look at what the next commit brings in.

    Raises:
        NotARepository: outside Git.
        GitError: git's index file or a blob cannot be read.
    """
    repository = require_repository(place.root)
    allowed = _allowed(repository, INDEX)
    found = look(repository, staged_blobs(repository, place.environment), _policy(place, repository), allowed)
    return _verdict(found, allowed, {})


def check_range(place: Place, revisions: str) -> Verdict:
    """Look at what the commits of `A..B` bring in.

    Raises:
        UnknownRevision: the revisions name nothing.
    """
    repository = require_repository(place.root)
    tip = revisions.rpartition("..")[2] or "HEAD"
    return _check_commits(place, repository, [revisions], tip, everything=False)


def check_history(place: Place) -> Verdict:
    """Look at every blob that was ever in a trove, with the commit that brought it in."""
    repository = require_repository(place.root)
    allowed = _allowed(repository, "HEAD:")
    blobs = introduced_blobs(repository, ["--all", *(["HEAD"] if repository.head else [])], TROVE_PATHSPECS)
    return _verdict(look(repository, blobs, _policy(place, repository), allowed), allowed, {})


def check_push(place: Place, remote: str, refs: Sequence[PushedRef] | None) -> Verdict:
    """Look at what a push adds to a remote.

    Args:
        place: where to work.
        remote: name or URL of the remote.
        refs: what git says is pushed; None for every branch and tag, where only one of them is known.
    """
    repository = require_repository(place.root)
    known = ["--not", f"--remotes={remote}"] if remote in _remotes(repository) else []
    if refs is None:
        return _check_commits(place, repository, ["--branches", "--tags", "HEAD", *known], "HEAD", everything=True)
    pushed = [ref for ref in refs if not _ZEROS.issuperset(ref.local_oid)]
    if not pushed:
        return Verdict(clean=True)
    there = [
        ref.remote_oid for ref in refs if not _ZEROS.issuperset(ref.remote_oid) and _has(repository, ref.remote_oid)
    ]
    revisions = [*dict.fromkeys(ref.local_oid for ref in pushed), *(known or ["--not"] * bool(there)), *there]
    return _check_commits(place, repository, revisions, pushed[0].local_oid, everything=True, refs=pushed)


def check_message(place: Place, path: str) -> Verdict:
    """Look at the commit message in a file, without the lines that git takes out.

    Raises:
        WriteError: the file cannot be read.
    """
    try:
        with open(path, "rb") as f:
            data = f.read()
    except OSError as error:
        raise WriteError(f"the message cannot be read: {error.strerror}", place=path) from error
    lines = data.split(b"\n")
    cut = next((i for i, line in enumerate(lines) if line[:1] == b"#" and line.endswith(_SCISSORS)), len(lines))
    kept = b"\n".join(b"" if line.startswith(b"#") else line for line in lines[:cut])
    allowed = _allowed(require_repository(place.root), INDEX)
    return _verdict(look_at_text("commit message", kept, DOC, allowed), allowed, {})


def _check_commits(
    place: Place, repository: Repository, revisions: Sequence[str], tip: str, *, everything: bool,
    refs: Sequence[PushedRef] = (),
) -> Verdict:  # fmt: skip
    """Look at what commits bring in; `tip` is the one whose allowances hold."""
    policy = _policy(place, repository)
    settings = place.settings(_config(repository))
    pathspecs = () if settings.docs or settings.secrets else PATHSPECS
    try:
        blobs = introduced_blobs(repository, revisions, pathspecs)
    except GitError as error:
        if everything:
            raise
        raise UnknownRevision(
            error.message, place=" ".join(revisions), hint="--range A..B takes two commits"
        ) from error
    allowed = _allowed(repository, f"{tip}:")
    found = look(repository, blobs, policy, allowed)
    return _verdict(found, allowed, _refs_of(repository, {f.commit for f in found.findings}, refs))


def _refs_of(repository: Repository, commits: set[str], refs: Sequence[PushedRef]) -> dict[str, str]:
    """Return commit → the pushed ref that has it."""
    found: dict[str, str] = {}
    for commit in sorted(commits):
        for ref in refs:
            running = repository.start(["merge-base", "--is-ancestor", commit, ref.local_oid])
            running.finish(check=False)
            if running.succeeded:
                found[commit] = ref.local_ref
                break
    return found


def _policy(place: Place, repository: Repository) -> Policy:
    """Return which paths are looked at, by the settings of the user and of HEAD."""
    settings = place.settings(_config(repository))
    docs = GitIgnoreSpec.from_lines(settings.docs)
    named = GitIgnoreSpec.from_lines(settings.secrets)
    prefix = place.root.prefix

    def below(path: str) -> str | None:
        return path[len(prefix) :] if path.startswith(prefix) else None

    def is_doc(path: str) -> bool:
        inner = below(path)
        return inner is not None and docs.match_file(inner)

    def is_named(path: str) -> bool | None:
        inner = below(path)
        return named.check_file(inner).include if inner is not None and settings.secrets else None

    return Policy(is_doc, is_named)


def _config(repository: Repository) -> dict[str, list[str]]:
    """Return the safe settings of `.trove/config` at HEAD; a broken one is said elsewhere."""
    if repository.head is None:
        return {}
    oid = repository.run(["rev-parse", "--verify", "--quiet", "HEAD:.trove/config"], check=False).decode().strip()
    found: dict[str, list[str]] = {}
    if oid:
        with contextlib.suppress(GitError):
            found = read_blob_config(repository, oid)
    return {key: values for key, values in found.items() if key in SAFE_KEYS}


def _allowed(repository: Repository, where: str) -> Allowed:
    """Return what is allowed beside the texts, as a commit or git's index file has it."""
    return read_allowed(*(_content(repository, f"{where}{name}") for name in (ALLOW_FILE, BASELINE)))


def _content(repository: Repository, name: str) -> bytes:
    inner = clean_environment(os.environ, keep=frozenset({"GIT_INDEX_FILE"}))
    return repository.start(["cat-file", "blob", name], environment=inner).finish(check=False)


def _remotes(repository: Repository) -> list[str]:
    return repository.run(["remote"], check=False).decode("utf-8", "replace").split("\n")


def _has(repository: Repository, oid: str) -> bool:
    running = repository.start(["cat-file", "-e", f"{oid}^{{commit}}"])
    running.finish(check=False)
    return running.succeeded


def _verdict(found: Looked, allowed: Allowed, refs: dict[str, str]) -> Verdict:
    """Say what was found, and how to go on."""
    blocking = [finding for finding in found.findings if finding.blocks]
    warning = [finding for finding in found.findings if not finding.blocks]
    files = "1 file" if found.file_count == 1 else f"{found.file_count} files"
    counts = "no secrets found" if not blocking else f"{len(blocking)} secret{'s' * (len(blocking) != 1)} found"
    notes = [f"warning: {_line(finding, refs)}" for finding in warning]
    notes += [f"warning: {allowed.problem}"] if allowed.problem else []
    notes.append(f"{files} scanned: {counts}" + (f", {found.allowed_count} allowed" if found.allowed_count else ""))
    if blocking:
        notes += _how_to_go_on(blocking)
    return Verdict(not blocking, tuple(_line(finding, refs) for finding in blocking), tuple(notes))


def _line(finding: GateFinding, refs: dict[str, str]) -> str:
    path = finding._replace(path=display_path(finding.path))
    if not finding.commit:
        return str(path)
    ref = f" of {refs[finding.commit]}" if finding.commit in refs else ""
    return f"{path} in {finding.commit[:12]}{ref}"


def _how_to_go_on(findings: Sequence[GateFinding]) -> list[str]:
    """Say what to do with secrets, and the exact line that allows each that is none."""
    notes = ["hint: take the secret out and have it revoked; write where it is kept instead"]
    if any(finding.commit for finding in findings):
        notes.append("hint: a commit that has it must be made anew: git rebase -i, then edit it and git commit --amend")
    hashed = list(dict.fromkeys((f.inline_digest, f.listed_digest) for f in findings if f.inline_digest))
    if hashed:
        notes.append(f"hint: what is no secret is allowed by a line in its text, or by one in {ALLOW_FILE}:")
        notes += [f"  <!-- trove: allow {inline} WHY -->  or  {listed} WHY" for inline, listed in hashed]
    return notes
