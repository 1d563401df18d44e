"""Say what would be searched here and how fresh its index is; builds and writes nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import NamedTuple

from trove_git.errors import GitError, IndexCorrupt
from trove_git.index.manifest import Manifest, read_manifest
from trove_git.index.store import Layer
from trove_git.layers.derived import read_skipped
from trove_git.layers.names import code_layer_in, folders_of, layer_in
from trove_git.layers.overlay import Overlay, UncommittedFiles
from trove_git.records import KINDS
from trove_git.sources.state import TreeState
from trove_git.workspace.workspace import Workspace


class Status(NamedTuple):
    """State of the index of one folder."""

    root: str
    revision: str
    """HEAD; empty outside Git and before the first commit."""
    state: str
    """`fresh`, `behind`, `missing`, `no repository` or `no commit`."""
    behind: int
    """Commits between the nearest published index and HEAD; 0 when it is fresh, -1 when that is not known."""
    counts: Mapping[str, int]
    """Sources per kind of the published index."""
    size_bytes: int
    """Size of all indexes of this repository on disk, those of other settings too; shared files count once."""
    revisions: int
    """Published revisions."""
    folder: str
    """Where the indexes are; empty when there are none."""
    uncommitted: tuple[str, ...]
    """Entries and docs that differ from HEAD."""
    skipped: Mapping[str, str]
    problems: Mapping[str, list[tuple[int, str]]]
    code: str = ""
    """State of the code layer: `fresh`, `behind`, `missing`, or empty where there can be none."""
    code_behind: int = 0
    """Commits between the nearest published code layer and HEAD."""
    languages: Mapping[str, int] = {}
    """Language → files of code in that layer."""


def status(workspace: Workspace) -> Status:
    """Describe the index of HEAD.

    Raises:
        GitError: the work tree cannot be compared with HEAD.
    """
    repository = workspace.root.repository
    with UncommittedFiles(workspace, workspace.settings.docs) as uncommitted:
        if repository is not None and repository.head is not None:
            return _status_of_commit(workspace, uncommitted)
        from trove_git.layers.disk import read_folder, read_unborn

        if repository is None:
            reader, state = read_folder(workspace)
        else:
            paths = uncommitted.paths()
            if paths is None:
                return Status(workspace.root.path, "", "no commit", 0, {}, 0, 0, "", (), {}, {})
            reader, state = read_unborn(workspace, paths, workspace.settings.docs)
    name = "no repository" if repository is None else "no commit"
    counts = reader.manifest.kinds
    return Status(workspace.root.path, "", name, 0, counts, 0, 0, "", (), state.skipped, state.notes)


def _status_of_commit(workspace: Workspace, uncommitted: UncommittedFiles) -> Status:
    assert workspace.repository.head is not None
    head = workspace.repository.head.oid
    knowledge = _look(workspace, head, layer_in)
    code = _look(workspace, head, code_layer_in)
    state = TreeState(knowledge.manifest.state)
    rules = state.doc_rules(workspace.settings.docs)
    try:
        changed: Overlay | None = uncommitted.overlay(rules)
    except GitError as error:
        changed = None
        state.notes["uncommitted files"] = [(0, f"not looked at: {error}")]
    if changed is not None:
        state = state.without(changed.hidden)
        state.notes |= changed.state.notes
        state.skipped |= changed.state.skipped
    counts = knowledge.manifest.kinds | code.manifest.kinds
    folder = (knowledge.layer or code.layer).folder if knowledge.revisions or code.revisions else ""
    languages = code.manifest.state.get("languages", {})
    return Status(
        root=workspace.root.path,
        revision=head,
        state=knowledge.state,
        behind=knowledge.behind,
        counts={kind: counts[kind] for kind in KINDS if kind in counts},
        size_bytes=sum(map(_size_bytes, folders_of(workspace))),
        revisions=knowledge.revisions,
        folder=folder,
        uncommitted=tuple(sorted(changed.hidden)) if changed is not None else (),
        skipped=state.skipped | (read_skipped(code.layer.path(code.revision)) if code.revision else {}),
        problems=state.notes,
        code=code.state,
        code_behind=code.behind,
        languages=dict(languages) if isinstance(languages, dict) else {},
    )


class _Look(NamedTuple):
    """What is published of one layer."""

    layer: Layer
    state: str
    behind: int
    revision: str
    """The nearest published revision; empty for none."""
    revisions: int
    manifest: Manifest


def _look(workspace: Workspace, head: str, layer_of: Callable[[Workspace, str], Layer]) -> _Look:
    """Look at one layer, in the first folder that has anything of it."""
    layers = [layer_of(workspace, folder) for folder in folders_of(workspace)]
    layer = next((layer for layer in layers if layer.list()[0]), layers[0])
    revisions = layer.list()[0]
    if not revisions:
        return _Look(layer, "missing", -1, "", 0, Manifest())
    if head in revisions:
        return _Look(layer, "fresh", 0, head, len(revisions), _read(layer, head))
    behind, nearest = _nearest(workspace, head, revisions)
    return _Look(layer, "behind", behind, nearest, len(revisions), _read(layer, nearest))


def _read(layer: Layer, revision: str) -> Manifest:
    try:
        return read_manifest(layer.path(revision))
    except (OSError, ValueError, TypeError) as error:
        raise IndexCorrupt(
            f"index cannot be read: {error}", where=layer.path(revision), hint="git trove index --full builds it again"
        ) from error


def _nearest(workspace: Workspace, head: str, revisions: list[str]) -> tuple[int, str]:
    """Return the fewest commits that lie between a published revision and HEAD, and that revision."""
    found = []
    for revision in revisions:
        running = workspace.repository.start(["rev-list", "--count", f"{revision}...{head}", "--"])
        count = running.finish(check=False).strip()
        if running.succeeded:
            found.append((int(count), revision))
    return min(found, default=(-1, revisions[0]))


def _size_bytes(folder: str) -> int:
    """Return the size of a folder; hard links to one file count once."""
    sizes: dict[int, int] = {}
    for directory, _, names in os.walk(folder):
        for name in names:
            try:
                stat = os.lstat(os.path.join(directory, name))
            except OSError:
                continue
            sizes[stat.st_ino] = stat.st_size
    return sum(sizes.values())
