"""Review the entries of the project's trove: which may be wrong by now, which say the same, which contradict.

Each entry is compared with what its files were in the commit that last changed or confirmed it. Uncommitted
entries are taken to hold as of HEAD; what cannot be known is said and not guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trove_git.commands.show import not_found
from trove_git.doubt.evidence import Evidence
from trove_git.doubt.judge import CHANGED, DANGLING, DOUBTFUL, HOLDS, Doubt, judge
from trove_git.entries.entry import Entry, parse_entry
from trove_git.entries.reading import read_trove
from trove_git.entries.slug import normalize
from trove_git.entries.trove import TROVE_FOLDER, is_entry_path
from trove_git.errors import GitError
from trove_git.gitrepo.objects import BlobReader, list_tree
from trove_git.gitrepo.path_commits import find_changes_since
from trove_git.gitrepo.repository import Commit
from trove_git.gitrepo.sparse import find_left_out
from trove_git.paths import RepoPath, RootPath, from_top
from trove_git.reviewed import ReviewedCommits, ReviewedEntry, ReviewReason, ReviewResult
from trove_git.reviewing.anchors import Anchors, find_anchors
from trove_git.reviewing.change import read_change
from trove_git.reviewing.evidence import Gathered, Subject, gather
from trove_git.reviewing.pairs import find_pairs
from trove_git.wording import counted
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import Workspace

ORDER = (DANGLING, DOUBTFUL, CHANGED, HOLDS)
"""Levels, the worst first; entries of the first two are marked."""
MARKED = frozenset({DANGLING, DOUBTFUL})


class _Read(NamedTuple):
    """The entries there are."""

    entries: Mapping[str, Entry]
    """Path below the trove → entry."""
    notes: tuple[str, ...] = ()
    personal: bool = False


class _Judged(NamedTuple):
    """One entry with all that is known about it."""

    path: str
    """Path below the trove."""
    subject: Subject
    gathered: Gathered
    doubt: Doubt


class _Change(NamedTuple):
    """The diff that is shown for an entry."""

    path: str
    lines: tuple[str, ...]


NO_CHANGE = _Change("", ())


def review(
    workspace: Workspace, slugs: Sequence[str] = (), *, changes: int | None = None, everything: bool = False
) -> ReviewResult:
    """Review entries.

    Args:
        workspace: where the trove is; the personal trove where there can be no other.
        slugs: of the entries to review; all of them when empty.
        changes: how many of the most doubtful get their diff and commits; None for no limit.
        everything: whether those get them that are not marked, too.

    Raises:
        EntryNotFound: the trove has no entry of a slug.
        GitError: the commit or its history cannot be read.
    """
    read = _read(workspace)
    chosen = _choose(workspace, read.entries, slugs)
    wanted = {entry.slug for entry in chosen.values()}
    pairs = tuple(pair for pair in find_pairs(read.entries) if wanted.intersection(pair.slugs))
    head = workspace.root.repository.head if workspace.root.repository is not None else None
    if head is None or read.personal:
        why = "personal entries are about no one repository" if read.personal else "there is no commit to compare with"
        return ReviewResult((), pairs, len(chosen), "", (*read.notes, f"{why}: looked for pairs only"))
    prefix = workspace.root.prefix
    anchors = find_anchors(workspace, head, chosen)
    folder = from_top(TROVE_FOLDER, prefix)
    subjects = [Subject(chosen[path], RepoPath(f"{folder}/{path}"), anchors.commits[path]) for path in chosen]
    gathered, unread = gather(workspace.repository, head, prefix, subjects)
    judged = [
        _Judged(path, subject, found, judge(subject.entry, found.claims, found.evidence))
        for path, subject, found in zip(chosen, subjects, gathered, strict=True)
    ]
    judged.sort(key=lambda one: (ORDER.index(one.doubt.level), -one.doubt.score, one.path))
    detailed = [one for one in judged if everything or one.doubt.level in MARKED][:changes]
    commits = _commits(workspace, head, detailed, anchors)
    entries = [_entry(one, anchors, commits, _change(workspace, head, one)) for one in detailed]
    entries += [_entry(one, anchors, {}, NO_CHANGE) for one in judged[len(detailed) :]]
    notes = [*read.notes, *anchors.notes]
    if unread:
        files = counted(unread, "file is", "files are")
        notes.append(f"{files} missing here, as in a partial clone: what they say is not known")
    return ReviewResult(tuple(entries), pairs, len(chosen), head.oid, tuple(notes))


def _read(workspace: Workspace) -> _Read:
    """Read the project's entries from disk, and from HEAD what is not checked out; else the personal ones."""
    troves = locate_troves(workspace)
    if troves.project is None and not workspace.root.on_disk:
        return _Read(_read_committed(workspace))
    trove = read_trove(troves.project or troves.personal)
    entries, notes = trove.entries, tuple(map(str, trove.unreadable))
    if troves.project is None or workspace.root.repository is None:
        return _Read(entries, notes, personal=troves.project is None)
    folder = from_top(TROVE_FOLDER, workspace.root.prefix)
    left_out = find_left_out(workspace.root.repository, [folder])
    if left_out:
        committed = _read_committed(workspace)
        entries = {path: entry for path, entry in committed.items() if f"{folder}/{path}" in left_out} | dict(entries)
    return _Read(entries, notes)


def _read_committed(workspace: Workspace) -> Mapping[str, Entry]:
    head, folder = workspace.repository.head, from_top(TROVE_FOLDER, workspace.root.prefix)
    if head is None:
        return {}
    below = len(folder) + 1
    files = {file.path[below:]: file.oid for file in list_tree(workspace.repository, head.tree, [folder])}
    files = {path: oid for path, oid in files.items() if is_entry_path(path, personal=False)}
    with BlobReader(workspace.repository) as reader:
        blobs = zip(files, reader.read_all(files.values()), strict=True)
        return {path: parse_entry(blob.data, f"{TROVE_FOLDER}/{path}") for path, blob in blobs if blob.data is not None}


def _choose(workspace: Workspace, entries: Mapping[str, Entry], slugs: Sequence[str]) -> Mapping[str, Entry]:
    """Return the entries of some slugs; all of them for none."""
    wanted = set(map(normalize, slugs))
    missing = wanted - {entry.slug for entry in entries.values()}
    if missing:
        raise not_found(min(missing), (entry.slug for entry in entries.values()), locate_troves(workspace).all())
    return {path: entry for path, entry in entries.items() if not wanted or entry.slug in wanted}


def _commits(
    workspace: Workspace, head: Commit, marked: Sequence[_Judged], anchors: Anchors
) -> Mapping[str, Sequence[tuple[str, int]]]:
    """Return file → the commits that changed it since the oldest of some entries, in one walk for all of them."""
    prefix = workspace.root.prefix
    paths = sorted(
        {from_top(RootPath(path), prefix) for one in marked for path in _changed_files(one.gathered.evidence)}
    )
    if not paths:
        return {}
    # What is compared with HEAD itself has no time.
    oldest = min((one for one in marked if one.path in anchors.times), key=lambda one: anchors.times[one.path])
    found = find_changes_since(workspace.repository, head.oid, oldest.subject.anchor.oid, paths)
    return {path.removeprefix(prefix): [(commit.oid, commit.time) for commit in of] for path, of in found.items()}


def _changed_files(evidence: Evidence) -> list[str]:
    """Return the files that have changed, those that the entry names first."""
    files = [*(file.path for file in evidence.files if file.changed), *(gone.path for gone in evidence.gone)]
    return list(dict.fromkeys(path.rstrip("/") for path in files))


def _entry(
    one: _Judged, anchors: Anchors, commits: Mapping[str, Sequence[tuple[str, int]]], change: _Change
) -> ReviewedEntry:
    """Put together what is said about one entry."""
    entry, doubt, evidence = one.subject.entry, one.doubt, one.gathered.evidence
    since = anchors.times.get(one.path, 0)
    files = _changed_files(evidence)
    lines = [reason.entry_line for reason in doubt.reasons if reason.entry_line]
    # Of the commits, those come first that the diff is from.
    counted = sorted(_since(files, commits, since), key=lambda commits: commits.path != change.path)
    return ReviewedEntry(
        level=doubt.level,
        slug=entry.slug,
        path=entry.path,
        line=lines[0] if lines else entry.text_line,
        title=entry.title,
        score=doubt.score,
        reasons=tuple(ReviewReason(*reason) for reason in doubt.reasons),
        since=one.subject.anchor.oid if since else "",
        since_time=since,
        files=tuple(files),
        commits=tuple(counted),
        change=change.lines,
    )


def _since(files: Sequence[str], commits: Mapping[str, Sequence[tuple[str, int]]], since: int) -> list[ReviewedCommits]:
    """Count the commits of each file that are younger than an entry."""
    counted = []
    for path in files:
        younger = [(oid, time) for oid, time in commits.get(path, ()) if time >= since]
        if younger:
            counted.append(ReviewedCommits(path, len(younger), *younger[0]))
    return counted


def _change(workspace: Workspace, head: Commit, one: _Judged) -> _Change:
    """Return the diff of the strongest reason that has one."""
    for reason in one.doubt.reasons:
        try:
            found = read_change(
                workspace.repository,
                reason,
                one.subject.anchor.oid,
                one.gathered.evidence,
                head.oid,
                workspace.root.prefix,
            )
        except GitError:
            continue
        if found:
            return _Change(reason.path, found)
    return NO_CHANGE
