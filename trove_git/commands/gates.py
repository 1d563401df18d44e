"""What the secret gate is asked: about what is staged, about commits, about a message; verdicts come out.

A verdict is clean when nothing blocks. What only warns is said on standard error.
"""

from __future__ import annotations

import contextlib
import os
import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trove_git.errors import GitError, SettingError, UnknownRevision, WriteError
from trove_git.gate import MAX_BYTES, PATHSPECS, TROVE_PATHSPECS, GateFinding, Looked, Policy, look, look_at_text
from trove_git.gitrepo.config import read_named_config
from trove_git.gitrepo.introduced import (
    NO_MODE,
    Introduced,
    StoredBlobReader,
    as_stored,
    introduced_blobs,
    resolve_names,
    staged_blobs,
    tree_blobs,
)  # fmt: skip
from trove_git.gitrepo.repository import Repository, require_repository
from trove_git.ignore import MAX_GLOBS, Ignore
from trove_git.paths import RepoPath
from trove_git.records import PushedRef, TreeOid, Verdict, display_path
from trove_git.redaction.allowed import ALLOW_FILE, BASELINE, Allowed, read_allowed
from trove_git.redaction.secrets import DOC
from trove_git.settings import Settings
from trove_git.sources.doc_rules import CONFIG
from trove_git.wording import counted
from trove_git.workspace.workspace import Workspace

INDEX = ":"
"""Stands before a path for git's index file."""
GATE_KEYS = frozenset({"docs", "secrets"})
"""The settings that the gate obeys; a fault in another one does not stop it."""
GATE_VARIABLES = frozenset({"TROVE_DOCS", "TROVE_SECRETS"})
_LINKS = (".claude", ".claude/trove")
"""Folders of a trove that may be a link to another."""
_ZEROS = frozenset("0")
_SCISSORS = b" ------------------------ >8 ------------------------"


def check_staged(workspace: Workspace) -> Verdict:
    """Look at what the next commit brings in.

    Raises:
        NotARepository: outside Git.
        GitError: git's index file or a blob cannot be read.
    """
    repository = require_repository(workspace.root)
    allowed = _allowed(repository, [INDEX])
    policy = _policy(_gated_roots(workspace, repository), repository, [INDEX])
    found = look(repository, staged_blobs(repository), policy, allowed)
    return _verdict(found, allowed, {})


def check_range(workspace: Workspace, revisions: str) -> Verdict:
    """Look at what the commits of `A..B` bring in.

    Raises:
        UnknownRevision: the revisions name nothing, or are an option.
    """
    repository = require_repository(workspace.root)
    if revisions.startswith(("-", "..")) or not revisions.strip():
        # In CI that is a variable without a value; what git makes of it, HEAD..HEAD, would pass for clean.
        raise UnknownRevision("no commit to start from", where=revisions, hint="--range A..B takes two commits")
    tip = revisions.rpartition("..")[2] or "HEAD"
    return _check_commits(workspace, repository, [revisions], [tip], everything=False)


def check_history(workspace: Workspace) -> Verdict:
    """Look at every blob that was ever in a trove, with the commit that brought it in."""
    repository = require_repository(workspace.root)
    allowed = _allowed(repository, ["HEAD:"])
    policy = _policy(_gated_roots(workspace, repository), repository, ["HEAD:"])
    revisions = ["--all", *(["HEAD"] if repository.head else [])]
    blobs = introduced_blobs(repository, revisions, [*TROVE_PATHSPECS, *_literal(policy.troves)])
    return _verdict(look(repository, blobs, policy, allowed), allowed, {})


def check_push(workspace: Workspace, remote: str, refs: Sequence[PushedRef] | None) -> Verdict:
    """Look at what a push adds to a remote.

    Args:
        workspace: where to work.
        remote: name or URL of the remote.
        refs: what git says is pushed; None for every branch and tag, where only one of them is known.
    """
    repository = require_repository(workspace.root)
    known = _known(repository, remote)
    if refs is None:
        # pre-commit tells of one ref only, which may be no branch and no tag.
        told = [workspace.environment.get(key, "") for key in ("PRE_COMMIT_TO_REF", "PRE_COMMIT_LOCAL_BRANCH")]
        names = [name for name in told if name and not name.startswith("-")]
        more = [found.oid for found in resolve_names(repository, [f"{name}^{{commit}}" for name in names]).values()]
        tips = [*(["HEAD"] if repository.head else []), *dict.fromkeys(more)]
        return _check_commits(workspace, repository, ["--branches", "--tags", *tips, *known], tips, everything=True)
    pushed: dict[str, str] = {
        ref.local_oid: ref.local_ref for ref in reversed(refs) if not _ZEROS.issuperset(ref.local_oid)
    }
    if not pushed:
        return Verdict(clean=True)
    old = [f"{ref.remote_oid}^{{commit}}" for ref in refs if not _ZEROS.issuperset(ref.remote_oid)]
    named = resolve_names(repository, [f"{oid}^{{}}" for oid in pushed] + old)
    there = list(dict.fromkeys(named[name].oid for name in old if name in named))
    kinds = {oid: named.get(f"{oid}^{{}}") for oid in reversed(pushed)}
    # What cannot be resolved stays among the commits, so that git says what is wrong with it.
    commits = [oid for oid, found in kinds.items() if found is None or found.kind == "commit"]
    others: list[Introduced] = []
    for oid, found in kinds.items():
        if found is not None and found.kind == "tree":
            others += tree_blobs(repository, TreeOid(found.oid), oid)
        elif found is not None and found.kind == "blob":
            others.append(Introduced(RepoPath(found.oid), NO_MODE, found.oid, found.oid, oid))
    revisions = [*commits, *(known or ["--not"] * bool(there)), *there] if commits else []
    verdict = _check_commits(workspace, repository, revisions, commits, everything=True, refs=pushed, others=others)
    if verdict.clean or known or not _ZEROS.issuperset(refs[0].remote_oid):
        return verdict
    hint = "hint: all of the history was looked at, because nothing tells what is there already"
    again = f": git fetch {remote} does, then push again" if remote in _remotes(repository) else ""
    return verdict._replace(notes=(*verdict.notes, hint + again))


def check_message(workspace: Workspace, path: str) -> Verdict:
    """Look at the commit message in a file, without the lines that git takes out.

    Raises:
        WriteError: the file cannot be read.
    """
    try:
        with open(path, "rb") as f:
            data = f.read()
    except OSError as error:
        raise WriteError(f"the message cannot be read: {error.strerror}", where=path) from error
    lines = data.split(b"\n")
    cut = next((i for i, line in enumerate(lines) if line[:1] == b"#" and line.endswith(_SCISSORS)), len(lines))
    kept = b"\n".join(b"" if line.startswith(b"#") else line for line in lines[:cut])
    allowed = _allowed(require_repository(workspace.root), [INDEX])
    return _verdict(look_at_text("commit message", kept, DOC, allowed), allowed, {})


def _check_commits(
    workspace: Workspace, repository: Repository, revisions: Sequence[str], tips: Sequence[str], *, everything: bool,
    refs: Mapping[str, str] | None = None, others: Sequence[Introduced] = (),
) -> Verdict:  # fmt: skip
    """Look at what commits bring in.

    Args:
        workspace: where to work.
        repository: the same.
        revisions: as `git log` takes them; none for no commits.
        tips: commits whose allowances hold, all of them for every file.
        everything: whether the revisions are ours and not the user's.
        refs: object id → name of the ref that is pushed.
        others: blobs that come without a commit.
    """
    where = [f"{tip}:" for tip in tips]
    roots = _gated_roots(workspace, repository)
    policy = _policy(roots, repository, where)
    widened = any(root.settings.docs or root.settings.secrets for root in roots)
    pathspecs = () if widened else (*PATHSPECS, *_literal(policy.troves))
    try:
        blobs = introduced_blobs(repository, revisions, pathspecs) if revisions else []
    except GitError as error:
        if everything:
            raise
        raise UnknownRevision(
            error.message, where=" ".join(revisions), hint="--range A..B takes two commits"
        ) from error
    allowed = _allowed(repository, where)
    return _verdict(look(repository, [*blobs, *others], policy, allowed), allowed, refs or {})


class _GatedRoot(NamedTuple):
    """The top of the repository, or a scope, and what is set for it."""

    prefix: str
    """Path below the top, with a final slash; empty for the top."""
    settings: Settings


def _policy(roots: Sequence[_GatedRoot], repository: Repository, where: Sequence[str]) -> Policy:
    """Return which paths are looked at, by the settings of the user and of HEAD.

    Patterns begin at the root that they are set for, and those of the user at each root. It is the same policy from
    wherever in the repository the gate is started.

    Raises:
        SettingError: a pattern is none.
    """
    # The innermost root says first whether a path is looked at.
    inner = sorted(roots, key=lambda root: -len(root.prefix))
    docs = [(prefix, Ignore(settings.docs)) for prefix, settings in inner]
    named = [(prefix, Ignore(settings.secrets)) for prefix, settings in inner]
    refused = [line for _, found in (*docs, *named) for line in found.refused]
    if refused:
        raise SettingError(
            f"not a pattern, or one too many: {refused[0][:80]!r}",
            where="trove.docs or trove.secrets",
            hint=f"write it as in .gitignore; {MAX_GLOBS} patterns with wildcards count",
        )

    def is_doc(path: str) -> bool:
        return any(found.takes(path[len(prefix) :]) for prefix, found in docs if path.startswith(prefix))

    def is_named(path: str) -> bool | None:
        verdicts = (found.verdict(path[len(prefix) :]) for prefix, found in named if path.startswith(prefix))
        return next((verdict for verdict in verdicts if verdict is not None), None)

    prefixes = tuple(root.prefix for root in roots if root.prefix)
    return Policy(is_doc, is_named, _linked_troves(repository, where), prefixes)


def _gated_roots(workspace: Workspace, repository: Repository) -> list[_GatedRoot]:
    """Return the top and the scopes that git's index file names, with the settings of the gate alone."""
    variables = {key: value for key, value in workspace.environment.items() if key in GATE_VARIABLES}
    config = {key: values for key, values in workspace.git_config.items() if key in GATE_KEYS}
    bare = workspace._replace(flags={}, environment=variables, git_config=config)
    paths: list[str] = []
    if repository.work_tree is not None:
        inner = as_stored(workspace.environment, keep=frozenset({"GIT_INDEX_FILE"}))
        asking = repository.start(["ls-files", "-z", "--", f":(top,glob)**/{CONFIG}"], environment=inner)
        paths = os.fsdecode(asking.finish(check=False)).split("\0")[:-1]
    prefixes = dict.fromkeys(["", *(path.removesuffix(CONFIG) for path in paths)])
    return [_GatedRoot(prefix, bare.settings_with(_config(repository, prefix))) for prefix in prefixes]


def _config(repository: Repository, prefix: str) -> dict[str, list[str]]:
    """Return the gate's settings of a `.trove/config` at HEAD; a broken one is said elsewhere."""
    if repository.head is None:
        return {}
    found: dict[str, list[str]] = {}
    with contextlib.suppress(GitError):
        found = read_named_config(repository, f"HEAD:{prefix}{CONFIG}")
    return {key: values for key, values in found.items() if key in GATE_KEYS}


def _linked_troves(repository: Repository, where: Sequence[str]) -> tuple[str, ...]:
    """Return the folders to which a `.claude` or `.claude/trove` leads that is a link."""
    found = set()
    for name, target in _contents(repository, [f"{tip}{link}" for tip in where for link in _LINKS]).items():
        link = name.partition(":")[2]
        rest = "trove" if link == _LINKS[0] else ""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(link), os.fsdecode(target), rest))
        if not path.startswith(("/", "..")) and path != ".":
            found.add(f"{path}/")
    return tuple(sorted(found))


def _literal(folders: Sequence[str]) -> list[str]:
    return [f":(top,literal){folder.rstrip('/')}" for folder in folders]


def _allowed(repository: Repository, where: Sequence[str]) -> Allowed:
    """Return what is allowed beside the texts, as commits or git's index file have it."""
    pairs = [(f"{tip}{ALLOW_FILE}", f"{tip}{BASELINE}") for tip in where]
    texts = _contents(repository, [name for pair in pairs for name in pair])
    files = dict.fromkeys((texts.get(listed, b""), texts.get(baseline, b"")) for listed, baseline in pairs)
    first, *others = [read_allowed(*file) for file in files] or [Allowed()]
    return first._replace(others=tuple(others))


def _contents(repository: Repository, names: Sequence[str]) -> dict[str, bytes]:
    """Return the content of those names that are blobs and can be read."""
    blobs = {name: found.oid for name, found in resolve_names(repository, names).items() if found.kind == "blob"}
    oids = list(dict.fromkeys(blobs.values()))
    with StoredBlobReader(repository) as reader:
        read = {blob.oid: blob.data for blob in reader.read_all(oids, MAX_BYTES)}
    return {name: data for name, oid in blobs.items() if (data := read[oid]) is not None}


def _known(repository: Repository, remote: str) -> list[str]:
    """Return the arguments of `git log` that leave out what a remote has, as its tracking branches tell."""
    remotes = _remotes(repository)
    if remote not in remotes or set(remote) & set("*?[") or _pushes_elsewhere(repository, remote):
        return []
    # Another remote may have a name that begins with this one's.
    inner = [f"--exclude={other}/*" for other in remotes if other.startswith(f"{remote}/")]
    return ["--not", *inner, f"--remotes={remote}"]


def _pushes_elsewhere(repository: Repository, remote: str) -> bool:
    """Whether a remote is pushed to another place than it is fetched from, whose branches it tracks."""
    ask = ["remote", "get-url"]
    fetched = os.fsdecode(repository.run([*ask, remote], check=False)).strip()
    pushed = os.fsdecode(repository.run([*ask, "--push", "--all", remote], check=False)).splitlines()
    return any(_place_of_url(url) != _place_of_url(fetched) for url in pushed)


def _place_of_url(url: str) -> str:
    """Return host and path of a URL: people fetch by https and push to the same place by ssh."""
    bare = re.sub(r"^(?:[a-z+]+://)?(?:[^@/]*@)?", "", url.strip(), flags=re.IGNORECASE)
    return re.sub(r"^([^/:]+):(?:\d+/)?/*", r"\1/", bare).rstrip("/").removesuffix(".git").lower()


def _remotes(repository: Repository) -> list[str]:
    return [name for name in os.fsdecode(repository.run(["remote"], check=False)).split("\n") if name]


def _verdict(found: Looked, allowed: Allowed, refs: Mapping[str, str]) -> Verdict:
    """Say what was found, and how to go on."""
    blocking = [finding for finding in found.findings if finding.blocks]
    warnings = [_line(finding, refs) for finding in found.findings if not finding.blocks]
    warnings += [allowed.problem] if allowed.problem else []
    files = counted(found.file_count, "file")
    counts = "no secrets found" if not blocking else f"{counted(len(blocking), 'secret')} found"
    notes = [f"{files} scanned: {counts}" + (f", {found.allowed_count} allowed" if found.allowed_count else "")]
    if blocking:
        notes += _how_to_go_on(blocking)
    return Verdict(not blocking, tuple(_line(finding, refs) for finding in blocking), tuple(notes), tuple(warnings))


def _line(finding: GateFinding, refs: Mapping[str, str]) -> str:
    path = finding._replace(path=display_path(finding.path))
    if not finding.commit:
        return str(path)
    ref = f" of {refs[finding.tip]}" if finding.tip in refs else ""
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
