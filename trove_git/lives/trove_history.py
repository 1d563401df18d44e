"""What the commits of a history did to the entries of a trove, told as entries and not as files.

`log`, `diff`, `blame` and `show --at` share it. An entry keeps its name through a move to another section, and is
retired when it moves to `archive/`.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from trove_git.entries.entry import Entry, parse_entry
from trove_git.entries.pairing import pair, slug_of
from trove_git.entries.trove import ARCHIVE_FOLDER, MAX_ENTRY_BYTES, TROVE_FOLDER, is_entry_path
from trove_git.gitrepo.objects import SYMLINK, BlobReader, list_tree
from trove_git.gitrepo.repository import Repository
from trove_git.gitrepo.touching import FileChange, Touching, compare_trees, empty_tree, trees_of
from trove_git.paths import RepoPath, from_top
from trove_git.records import Oid, TreeOid
from trove_git.workspace.workspace import Workspace

ADDED = "added"
CHANGED = "changed"
REMOVED = "removed"
RENAMED = "renamed"
MOVED = "moved"
RETIRED = "retired"
RESTORED = "restored"
PRESENT = "present"
"""At the edge of a shallow clone: whether that commit wrote the entry is not known."""

ARCHIVE = f"{ARCHIVE_FOLDER}/"
"""Folder of a trove for entries that are retired."""
MOST_LINKS = 5


class EntryChange(NamedTuple):
    """What happened to one entry."""

    action: str
    """One of the names above."""
    path: RepoPath
    """Of a removed entry, the last one."""
    old_path: RepoPath
    """Where it was before; the same but for a renamed, moved, retired or restored one."""
    file: FileChange

    @property
    def slug(self) -> str:
        """The entry's slug afterwards."""
        return slug_of(self.path)

    @property
    def old_slug(self) -> str:
        """The entry's slug before."""
        return slug_of(self.old_path)

    @property
    def is_edited(self) -> bool:
        """Whether its text changed too."""
        return self.file.oid != self.file.old_oid


class TroveFolder(NamedTuple):
    """Where a repository keeps its trove."""

    path: RepoPath
    shown: str
    """As messages name it, from the root."""

    def below(self, path: RepoPath) -> str:
        """Return a path below the trove, or an empty string for one that is not."""
        return path[len(self.path) + 1 :] if path.startswith(f"{self.path}/") else ""

    def path_of(self, below: str) -> RepoPath:
        """Return the path of a file that is given below the trove."""
        return RepoPath(f"{self.path}/{below}")

    def is_entry(self, path: RepoPath) -> bool:
        """Whether a path is that of an entry, retired or not."""
        below = self.below(path)
        return bool(below) and (is_entry_path(below, personal=False) or self.is_archived(path))

    def is_archived(self, path: RepoPath) -> bool:
        """Whether a path is that of a retired entry."""
        below = self.below(path)
        name = below.rpartition("/")[2]
        return below.startswith(ARCHIVE) and name.lower().endswith((".md", ".json")) and not name.startswith(".")

    def display(self, path: RepoPath) -> str:
        """Return a path as messages name it."""
        below = self.below(path)
        return f"{self.shown}/{below}" if below else path


def find_trove_folder(workspace: Workspace, tree: TreeOid) -> TroveFolder:
    """Find the trove of a tree; where `.claude` or the trove is a symlink to another folder, that folder.

    Raises:
        GitError: the tree cannot be read.
    """
    path = from_top(TROVE_FOLDER, workspace.root.prefix)
    for _ in range(MOST_LINKS):
        parents = [path] if "/" not in path else [RepoPath(path.rpartition("/")[0]), path]
        # Git lists a folder's files, and a link as what it is.
        links = {e.path: e.oid for e in list_tree(workspace.repository, tree, parents) if e.mode == SYMLINK}
        link = next((name for name in parents if name in links), None)
        if link is None:
            break
        with BlobReader(workspace.repository) as reader:
            data = reader.read(links[link], 4096).data or b""
        target = posixpath.join(posixpath.dirname(link), os.fsdecode(data), path[len(link) + 1 :])
        target = posixpath.normpath(target)
        if target.startswith(("/", "..")) or target == ".":
            break
        path = RepoPath(target)
    return TroveFolder(path, TROVE_FOLDER)


def classify(changes: Iterable[FileChange], folder: TroveFolder, *, at_edge: bool = False) -> list[EntryChange]:
    """Return what changes of files mean for entries; other files are left out.

    Args:
        changes: the changes between two trees.
        folder: the trove.
        at_edge: whether what the commit changed is not known.
    """
    found = []
    for change in changes:
        is_entry, was_entry = folder.is_entry(change.path), folder.is_entry(change.old_path)
        if change.status in "AM" and is_entry:
            action = PRESENT if at_edge else ADDED if change.status == "A" else CHANGED
            found.append(EntryChange(action, change.path, change.path, change))
        elif change.status == "D" and was_entry:
            found.append(EntryChange(REMOVED, change.old_path, change.old_path, change))
        elif change.status == "R" and is_entry and was_entry:
            found.append(EntryChange(_move(change, folder), change.path, change.old_path, change))
        elif change.status == "R" and is_entry:
            found.append(EntryChange(ADDED, change.path, change.path, change._replace(status="A")))
        elif change.status == "R" and was_entry:
            gone = change._replace(status="D", path=change.old_path)
            found.append(EntryChange(REMOVED, change.old_path, change.old_path, gone))
    return found


def join_moved(changes: Iterable[FileChange], folder: TroveFolder, reader: EntryReader) -> list[FileChange]:
    """Join entries that went and ones that came where they are the same; other changes stay as they are."""
    regular = [change for change in changes if change.is_regular]
    gone = {c.path: c for c in regular if c.status == "D" and folder.is_entry(c.path)}
    came = {c.path: c for c in regular if c.status == "A" and folder.is_entry(c.path)}
    if not gone or not came:
        return regular
    moved = pair(
        {path: reader.read(c.old_oid, path) for path, c in gone.items()},
        {path: reader.read(c.oid, path) for path, c in came.items()},
    )
    taken = set(moved.values())
    joined = []
    for change in regular:
        if change.status == "A" and change.path in moved:
            was = gone[moved[change.path]]
            joined.append(change._replace(status="R", old_path=was.path, old_oid=was.old_oid, old_mode=was.old_mode))
        elif change.status != "D" or change.path not in taken:
            joined.append(change)
    return joined


def _move(change: FileChange, folder: TroveFolder) -> str:
    """Say what a move of an entry is."""
    is_archived, was_archived = folder.is_archived(change.path), folder.is_archived(change.old_path)
    if is_archived != was_archived:
        return RETIRED if is_archived else RESTORED
    return RENAMED if slug_of(change.path) != slug_of(change.old_path) else MOVED


def compare_with_parents(
    repository: Repository, commits: Sequence[Touching], folder: TroveFolder, reader: EntryReader
) -> dict[Oid, list[list[FileChange]]]:
    """Compare commits with each of their parents, or with nothing where they have none.

    Args:
        repository: where they are.
        commits: the commits.
        folder: the trove.
        reader: reads entries to see which ones moved; its count of missing texts says whether some may be hidden.

    Returns:
        Commit → what differs from each parent, in their order.

    Raises:
        GitError: a tree is missing or broken.
    """
    trees = {commit.oid: commit.tree for commit in commits}
    unknown = {parent for commit in commits for parent in commit.parents} - trees.keys()
    trees |= trees_of(repository, sorted(unknown))
    rootless = any(not commit.parents or not trees.keys() >= set(commit.parents) for commit in commits)
    nothing = empty_tree(repository) if rootless else TreeOid("")
    pairs = {
        commit.oid: [(trees.get(parent, nothing), commit.tree) for parent in commit.parents] or [(nothing, commit.tree)]
        for commit in commits
    }
    compared = compare_trees(repository, (pair for of in pairs.values() for pair in of), [folder.path])
    return {oid: [join_moved(compared[pair], folder, reader) for pair in of] for oid, of in pairs.items()}


def own_changes(by_parent: Sequence[Sequence[FileChange]]) -> list[FileChange]:
    """Return what a commit changed itself: of a merge, the files that differ from all parents."""
    first, *others = by_parent
    keys = [{change.path for change in changes} for changes in others]
    return [change for change in first if all(change.path in known for known in keys)]


class EntryReader:
    """Reads entries from blobs, each once; a context manager.

    Args:
        repository: where the blobs are.
        folder: names the entries.
    """

    def __init__(self, repository: Repository, folder: TroveFolder) -> None:
        self._folder = folder
        self._reader = BlobReader(repository)
        self._known: dict[tuple[Oid, RepoPath], Entry | None] = {}
        self.missing = 0
        """Blobs that could not be read, as in a partial clone."""

    def __enter__(self) -> EntryReader:
        return self

    def __exit__(self, *_: object) -> None:
        self._reader.stop()

    def read(self, oid: Oid, path: RepoPath) -> Entry | None:
        """Return an entry; None where the blob cannot be read."""
        key = oid, path
        if key not in self._known:
            data = self._reader.read(oid, MAX_ENTRY_BYTES).data
            self.missing += data is None
            self._known[key] = None if data is None else parse_entry(data, self._folder.display(path))
        return self._known[key]

    def titles(self, change: EntryChange) -> tuple[str, str]:
        """Return the titles of an entry before and after a change; the slug where the text is not here."""
        file = change.file
        after = self.read(file.oid, change.path) if file.oid.strip("0") else None
        before = self.read(file.old_oid, change.old_path) if file.old_oid.strip("0") else None
        new = after.title if after is not None else ""
        old = before.title if before is not None else ""
        return old or new or change.old_slug, new or old or change.slug


def entries_of(repository: Repository, tree: TreeOid, folder: TroveFolder) -> Mapping[RepoPath, Oid]:
    """Return path → object id of every entry of a tree, retired ones behind the others.

    Raises:
        GitError: the tree cannot be read.
    """
    listed = list_tree(repository, tree, [folder.path])
    found = {e.path: e.oid for e in listed if e.mode != SYMLINK and folder.is_entry(e.path)}
    return dict(sorted(found.items(), key=lambda item: (folder.is_archived(item[0]), item[0])))
