"""Gather what is known about the files that entries are about: at the commit of each entry, and at HEAD.

Git is asked as little as possible, because a trove may hold hundreds of entries of as many commits: once which files
of HEAD hold what the entries claim, once an entry's commit what differs from HEAD, and only for what is nowhere at
HEAD and in no file known by then, once a commit where it was.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from math import log
from typing import NamedTuple

from trove_git.doubt.claims import LITERAL, NAME, Claim, find_claims
from trove_git.doubt.evidence import Evidence, GonePath, WatchedFile
from trove_git.doubt.judge import holds_text
from trove_git.entries.entry import Entry
from trove_git.entries.references import PATH, PATTERN, Reference, find_references
from trove_git.gitrepo.history import MAX_PATHSPEC_CHARACTERS
from trove_git.gitrepo.holders import read_holders, start_holders
from trove_git.gitrepo.objects import BlobReader, list_tree
from trove_git.gitrepo.repository import Commit, Repository
from trove_git.paths import RepoPath
from trove_git.pins import read_pin
from trove_git.records import Oid, TreeOid
from trove_git.reviewing.trees import Texts, Tree, find_moved, is_watched, make_tree, older_tree
from trove_git.sources.category import category_of
from trove_git.terms import question_terms, source_terms

MOST_NAMED = 12
"""Files of what an entry names; a pattern may match hundreds, and the first tell enough."""
MOST_FOUND = 3
"""Files that are added because they hold what the entry claims."""
FOUND_SHARE = 0.6
"""Of the weight of the best such file that another must have."""
ASIDE_WEIGHT = 0.5
"""What a test or example counts beside the thing itself."""
RARE_FILES = 5
"""A word that so few paths have tells which file is meant."""
MOST_HOLDERS = 20
"""Files that are looked at for whether they held a name before."""
BATCH_CHARACTERS = 50_000
"""Of the texts that one git is asked for."""

_ASIDE = frozenset({"test", "example"})

Holders = Mapping[str, frozenset[RepoPath]]
"""Claimed text → the watched files that hold it."""


class Subject(NamedTuple):
    """One entry that is reviewed."""

    entry: Entry
    path: RepoPath
    """Of the entry's file."""
    anchor: Commit
    """The commit in which the fact was last known to hold."""


class Gathered(NamedTuple):
    """What was found for one entry."""

    claims: tuple[Claim, ...]
    evidence: Evidence


def gather(
    repository: Repository, head: Commit, prefix: str, subjects: Sequence[Subject]
) -> tuple[list[Gathered], int]:
    """Gather evidence for entries.

    Args:
        repository: where to look.
        head: the commit to compare with.
        prefix: path of the root below the top, with a final slash; empty at the top.
        subjects: the entries.

    Returns:
        What was found for each, in their order, and how many files could not be read.

    Raises:
        GitError: a tree cannot be read.
    """
    with BlobReader(repository) as reader:
        gathering = _Gathering(repository, head, prefix, Texts(reader))
        return gathering.all(subjects), gathering.texts.unread


class _Gathering:
    """One review: the tree of HEAD, the trees of the entries, and what is known of them."""

    def __init__(self, repository: Repository, head: Commit, prefix: str, texts: Texts) -> None:
        self._repository = repository
        self._head = head
        self._prefix = prefix
        self.texts = texts
        self._entries = list_tree(repository, head.tree)
        self._now = make_tree(self._entries, prefix)
        self._trees: dict[TreeOid, Tree] = {head.tree: self._now}
        self._path_terms: dict[RepoPath, frozenset[str]] = {}

    def all(self, subjects: Sequence[Subject]) -> list[Gathered]:
        """Gather for all entries."""
        claims = [find_claims(subject.entry) for subject in subjects]
        wanted = {c.text for found in claims for c in found if c.kind in (NAME, LITERAL)}
        held_now = self._holders(self._head.oid, wanted)
        named = [self._named(subject) for subject in subjects]
        missing: dict[Oid, set[str]] = {}
        for subject, found, paths in zip(subjects, claims, named, strict=True):
            unseen = self._unseen(subject, found, paths, held_now)
            if unseen:
                missing.setdefault(subject.anchor.oid, set()).update(unseen)
        held_then = {oid: self._holders(oid, texts, self._differing(oid, subjects)) for oid, texts in missing.items()}
        return [
            Gathered(found, self._evidence(subject, found, paths, held_now, held_then.get(subject.anchor.oid) or {}))
            for subject, found, paths in zip(subjects, claims, named, strict=True)
        ]

    def _tree(self, commit: Commit) -> Tree:
        if commit.tree not in self._trees:
            tree = older_tree(self._repository, commit.tree, self._head.tree, self._entries, self._prefix)
            self._trees[commit.tree] = tree
        return self._trees[commit.tree]

    def _holders(self, commit: Oid, texts: Collection[str], paths: Sequence[RepoPath] = ()) -> Holders | None:
        """Ask git which watched files of a commit hold texts; None where it cannot look at all of them."""
        found: dict[str, set[RepoPath]] = {}
        batches: list[list[str]] = [[]]
        size = 0
        for text in sorted(texts):
            size += len(text)
            if size > BATCH_CHARACTERS:
                batches.append([])
                size = 0
            batches[-1].append(text)
        for batch in filter(None, batches):
            running = start_holders(self._repository, commit, batch, paths)
            for text, files in read_holders(running.finish(check=False)).items():
                found.setdefault(text, set()).update(files)
            if running.process.returncode not in (0, 1):
                return None
        return {text: self._watched(text, found) for text in texts}

    def _watched(self, wanted: str, found: Mapping[str, set[RepoPath]]) -> frozenset[RepoPath]:
        """Return the watched files of a text; git says the longest of texts that overlap."""
        files = (of for text, of in found.items() if holds_text(text, wanted))
        return frozenset(path for path in frozenset[RepoPath]().union(*files) if is_watched(path, self._prefix))

    def _differing(self, oid: Oid, subjects: Iterable[Subject]) -> list[RepoPath]:
        """Return the paths of a commit that HEAD has otherwise or not at all; none where they are too many to name."""
        then = self._tree(next(subject.anchor for subject in subjects if subject.anchor.oid == oid))
        paths = [path for path, blob in then.oids.items() if self._now.oids.get(path) != blob]
        return paths if sum(map(len, paths)) < MAX_PATHSPEC_CHARACTERS else []

    def _named(self, subject: Subject) -> list[tuple[Reference, RepoPath]]:
        """Return the references of an entry that led to a file or folder when it was written, with its path."""
        then, found = self._tree(subject.anchor), []
        for reference in find_references(subject.entry):
            if reference.kind == PATH:
                path = then.resolve(reference, subject.path, self._prefix)
                if path:
                    found.append((reference, path))
                if reference.pinned and path.endswith("/"):
                    below = islice((file for file in sorted(then.oids) if file.startswith(path)), MOST_NAMED)
                    found += [(reference._replace(kind=PATTERN), file) for file in below]
            elif reference.kind == PATTERN:
                found += [(reference, path) for path in _matching(reference.text, then, self._prefix)]
        return found

    def _unseen(
        self,
        subject: Subject,
        claims: Iterable[Claim],
        named: Iterable[tuple[Reference, RepoPath]],
        now: Holders | None,
    ) -> set[str]:
        """Return what an entry claims that HEAD holds nowhere and that no file it names held."""
        then = self._tree(subject.anchor)
        if now is None or then is self._now:
            return set()
        texts = [self.texts.of(then.oids[path]) or "" for _, path in named if path in then.oids]
        absent = {claim.text for claim in claims if claim.kind in (NAME, LITERAL) and not now.get(claim.text)}
        return {text for text in absent if not any(holds_text(known, text) for known in texts)}

    def _evidence(
        self,
        subject: Subject,
        claims: Sequence[Claim],
        named: Sequence[tuple[Reference, RepoPath]],
        now: Holders | None,
        unseen: Holders,
    ) -> Evidence:
        then = self._tree(subject.anchor)
        if then is self._now:
            return self._from_root(Evidence(held_now=now))
        texts = {claim.text for claim in claims if claim.kind in (NAME, LITERAL)}
        held = {
            text: unseen.get(text) or frozenset(path for path in (now or {}).get(text, ()) if path in then.oids)
            for text in texts
        }
        paths = dict.fromkeys(path for _, path in named if path in then.oids)
        found = _best(held, len(then.oids), MOST_FOUND - bool(paths))
        likely = _best({text: (now or {}).get(text, frozenset()) for text in texts}, len(self._now.oids), MOST_FOUND)
        chosen = dict.fromkeys([*list(paths)[:MOST_NAMED], *found])
        guessed = not chosen
        if guessed:
            chosen = dict.fromkeys(path for path in self._by_path(subject.entry) if path in then.oids)
        files = tuple(
            file
            for path in chosen
            if (file := self._watch(path, then, likely, named=path in paths, guessed=guessed)) is not None
        )
        present = {file.now for file in files}
        elsewhere: dict[str, str] = {
            path: text for path in likely if path not in present and (text := self._text_now(path)) is not None
        }
        then_held = self._held_then(files, texts, then, now, unseen)
        return self._from_root(Evidence(files, elsewhere, then_held, now, self._gone(named, files)))

    def _from_root(self, evidence: Evidence) -> Evidence:
        """Return evidence with paths as the root has them, as they are told."""
        if not self._prefix:
            return evidence

        def shown(path: str) -> str:
            return path.removeprefix(self._prefix)

        def held(holders: Mapping[str, frozenset[str]]) -> Mapping[str, frozenset[str]]:
            return {text: frozenset(map(shown, paths)) for text, paths in holders.items()}

        return Evidence(
            tuple(file._replace(path=shown(file.path), now=shown(file.now)) for file in evidence.files),
            {shown(path): text for path, text in evidence.elsewhere.items()},
            held(evidence.held_then),
            held(evidence.held_now) if evidence.held_now is not None else None,
            tuple(gone._replace(path=shown(gone.path), moved_to=shown(gone.moved_to)) for gone in evidence.gone),
        )

    def _watch(
        self, path: RepoPath, then: Tree, likely: Iterable[RepoPath], *, named: bool, guessed: bool
    ) -> WatchedFile | None:
        """Read a file as it was and as it is; None where it is no text or cannot be read."""
        text = self.texts.of(then.oids[path])
        if text is None:
            return None
        now = path if path in self._now.oids else find_moved(path, then, self._now, self.texts, likely)
        now_text = self._text_now(now) if now else ""
        aside = category_of(path.removeprefix(self._prefix)) in _ASIDE
        return None if now_text is None else WatchedFile(path, text, now, now_text, named, guessed, aside)

    def _text_now(self, path: RepoPath) -> str | None:
        return self.texts.of(self._now.oids[path])

    def _held_then(
        self, files: Iterable[WatchedFile], texts: Iterable[str], then: Tree, now: Holders | None, unseen: Holders
    ) -> Holders:
        """Return where claimed texts were; for those that left their files, which of the present holders had them."""
        held = dict(unseen)
        for text in texts:
            left = [f for f in files if holds_text(f.text, text) and not holds_text(f.now_text, text)]
            holders = sorted((now or {}).get(text, ()))[:MOST_HOLDERS] if left else []
            before = {path for path in holders if path in then.oids and self._held(path, text, then)}
            if before:
                held[text] = held.get(text, frozenset()) | before
        return held

    def _held(self, path: RepoPath, text: str, then: Tree) -> bool:
        """Whether a file had a text when it now has it."""
        same = then.oids[path] == self._now.oids[path]
        return same or holds_text(self.texts.of(then.oids[path]) or "", text)

    def _gone(self, named: Iterable[tuple[Reference, RepoPath]], files: Iterable[WatchedFile]) -> tuple[GonePath, ...]:
        """Return what the entry names and is not there any more; of a pattern, no single file counts."""
        moved = {file.path: file.now for file in files}
        found: dict[str, GonePath] = {}
        for reference, path in named:
            there = path[:-1] in self._now.folders if path.endswith("/") else path in self._now.oids
            if reference.kind == PATH and not there:
                found.setdefault(path, GonePath(reference.text, reference.line, path, moved.get(path, "")))
        return tuple(found.values())

    def _by_path(self, entry: Entry) -> list[RepoPath]:
        """Return the files whose paths share rare words with an entry that names nothing else."""
        if not self._path_terms:
            self._path_terms = {
                path: frozenset(source_terms(path.removeprefix(self._prefix))) for path in self._now.oids
            }
        wanted = frozenset(question_terms(f"{entry.title}\n{entry.body}"))
        shared = {path: terms & wanted for path, terms in self._path_terms.items() if terms & wanted}
        counts: dict[str, int] = {}
        for terms in shared.values():
            for term in terms:
                counts[term] = counts.get(term, 0) + 1
        telling = {
            path: sum(log(1 + len(self._now.oids) / counts[term]) for term in terms)
            for path, terms in shared.items()
            if category_of(path) not in _ASIDE and min(counts[term] for term in terms) <= RARE_FILES
        }
        return sorted(telling, key=lambda path: (-telling[path], path))[: MOST_FOUND - 1]


def _best(held: Holders, file_count: int, most: int) -> list[RepoPath]:
    """Return the files that hold most of what is claimed, what few files hold counting more."""
    weights: dict[RepoPath, float] = {}
    for paths in held.values():
        for path in paths:
            factor = ASIDE_WEIGHT if category_of(path) in _ASIDE else 1.0
            weights[path] = weights.get(path, 0.0) + factor * log(1 + file_count / len(paths))
    ranked = sorted(weights, key=lambda path: (-weights[path], path))
    return [path for path in ranked if weights[path] >= FOUND_SHARE * weights[ranked[0]]][:most]


def _matching(pattern: str, tree: Tree, prefix: str) -> list[RepoPath]:
    """Return the first files that a pattern of `paths:` matches, in their order."""
    pin = read_pin(pattern)
    fitting = (path for path in sorted(tree.oids) if pin is not None and pin.covers(path.removeprefix(prefix)))
    return list(islice(fitting, MOST_NAMED))
