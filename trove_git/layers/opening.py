"""Which indexes a question searches: of a commit, of uncommitted files, of the user, or of a plain folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import NamedTuple

from trove_git.entries.trove import SHOWN_PERSONAL
from trove_git.errors import GitError, UsageError
from trove_git.gitrepo.repository import Commit
from trove_git.ignore import read_ignore
from trove_git.index.published import PublishedIndex
from trove_git.layers import knowledge
from trove_git.layers.code import open_code, open_named_code
from trove_git.layers.history import open_history
from trove_git.layers.names import Building, Code
from trove_git.layers.overlay import Overlay, UncommittedFiles
from trove_git.ranking.searched import CodeLayer, CommitsLayer, Searched, ToolsLayer, WordsLayer
from trove_git.records import display_path
from trove_git.settings import Settings
from trove_git.sources.doc_rules import TROVE
from trove_git.sources.state import TreeState
from trove_git.wording import counted
from trove_git.workspace.workspace import Workspace

NOTED_ENTRIES = 3
"""Malformed or skipped entries that a footer names; other files are counted."""
NOTHING_HERE = (
    "nothing to search here: no trove, and no docs at the root or under docs/; "
    "git trove init makes a trove, git config trove.docs PATTERN names other docs"
)


class Wanted(NamedTuple):
    """Which layers may give hits, beside the project's entries and docs."""

    code: bool = True
    tools: bool = False
    commits: bool = False
    personal: bool = True
    """Whether the entries of this user may give hits."""


EVERYTHING = Wanted()
"""What a question without narrowing wants, but for tools, which follow a setting."""


class _OpenedFields(NamedTuple):
    workspace: Workspace
    """Whose settings are in force."""
    searched: tuple[Searched, ...]
    commit: str
    """Object id of the commit; empty where there is none."""
    notes: tuple[str, ...]
    """What the footer should say."""
    config: Mapping[str, list[str]] = {}
    """Safe settings of the commit's `.trove/config`."""
    asked: Commit | None = None
    """The commit."""
    complete: bool = True
    """Whether all that was wanted of the commit is searched; False while its code is not indexed."""


class Opened(_OpenedFields):
    """Everything that is searched."""

    @cached_property
    def settings(self) -> Settings:
        """The settings in force: the user's with those of the commit.

        Raises:
            SettingError: one does not parse.
        """
        return self.workspace.settings_with(self.config)

    def close(self) -> None:
        """Remove what opening left on disk."""
        for layer in self.searched:
            if isinstance(layer.reader, PublishedIndex):
                layer.reader.close()


def open_indexes(
    workspace: Workspace,
    revision: str | None,
    uncommitted: UncommittedFiles | None,
    wanted: Wanted = EVERYTHING,
    building: Building | None = None,
) -> Opened:
    """Open the indexes that a question searches.

    Args:
        workspace: where to look.
        revision: a commit-ish, or None for HEAD.
        uncommitted: what is searched beside HEAD; None to leave it out.
        wanted: which layers may give hits.
        building: told when code is indexed, for which a question then waits longer; None where nobody watches.

    Raises:
        UsageError: a revision outside Git.
        UnknownRevision: `revision` names no commit.
        GitError: the commit cannot be read.
    """
    if workspace.root.repository is None:
        if revision is not None:
            raise UsageError("--at needs a Git repository", where=workspace.root.path)
        opened = _open_folder(workspace)
    elif revision is not None:
        commit = workspace.repository.resolve_commit(revision)
        opened = _open_commit(workspace, commit, None, wanted, partial(open_named_code, building=building))
    else:
        opened = _open_head(workspace, uncommitted, wanted, building)
    if wanted.personal and os.path.isdir(workspace.personal_trove):
        from trove_git.layers.personal import open_personal

        personal = open_personal(workspace)
        if personal is not None:
            searched = (*opened.searched, WordsLayer(personal[0]))
            opened = opened._replace(searched=searched, notes=(*opened.notes, *_notes(personal[1])))
    # While code is being indexed, its note says why nothing is found.
    if opened.complete and not any(layer.reader.manifest.live for layer in opened.searched):
        opened = opened._replace(notes=(*opened.notes, NOTHING_HERE))
    if wanted.tools:
        from trove_git.layers.tool_cache import open_catalog

        opened = opened._replace(searched=(*opened.searched, ToolsLayer(open_catalog(workspace))))
    return opened


def _open_head(
    workspace: Workspace, uncommitted: UncommittedFiles | None, wanted: Wanted, building: Building | None
) -> Opened:
    """Open HEAD with uncommitted files."""
    head = workspace.repository.head
    if head is not None:
        return _open_commit(workspace, head, uncommitted, wanted, partial(open_code, building=building))
    return _open_unborn(workspace, uncommitted)


def _open_folder(workspace: Workspace) -> Opened:
    from trove_git.layers.disk import read_folder

    reader, state = read_folder(workspace)
    notes = ("no Git repository here: searched the files on disk", *_notes(state))
    return Opened(workspace, (WordsLayer(reader),), "", notes)


def _open_unborn(workspace: Workspace, uncommitted: UncommittedFiles | None) -> Opened:
    paths = uncommitted.paths() if uncommitted is not None else None
    if paths is None:
        return Opened(workspace, (), "", ("no commit yet and no files on disk",))
    from trove_git.layers.disk import read_unborn

    reader, state = read_unborn(workspace, paths, workspace.settings.docs)
    notes = ("no commit yet: searched the files on disk", *_notes(state))
    return Opened(workspace, (WordsLayer(reader, uncommitted=True),), "", notes)


def _open_commit(
    workspace: Workspace,
    commit: Commit,
    uncommitted: UncommittedFiles | None,
    wanted: Wanted,
    code_of: Callable[[Workspace, Commit], Code],
) -> Opened:
    """Open the index of a commit, and what uncommitted files change about it.

    Args:
        workspace: where to look.
        commit: the commit.
        uncommitted: files on disk; None to leave them out.
        wanted: which layers may give hits.
        code_of: opens the code; where the user named the commit, the code that it has and no other.
    """
    known = knowledge.open_commit(workspace, commit)
    code = code_of(workspace, commit) if wanted.code else Code(None)
    others: tuple[Searched, ...] = ()
    if code.reader is not None:
        history = open_history(workspace, commit)
        others = (CodeLayer(code.reader, history, workspace.root.prefix),)
    if wanted.commits:
        from trove_git.layers.commits import open_commits

        commits = open_commits(workspace, commit)
        others = (*others, CommitsLayer(commits)) if commits is not None else others
    rules = known.state.doc_rules(workspace.settings.docs)
    notes = [*known.notes, *code.notes, *_refused_notes(rules.patterns)]
    try:
        changed = uncommitted.overlay(rules) if uncommitted is not None else None
    except GitError as error:
        changed = None
        notes.append(f"uncommitted files were not looked at: {error}")
    if changed is None:
        searched: tuple[Searched, ...] = (WordsLayer(known.reader), *others)
        return Opened(
            workspace, searched, commit.oid, (*notes, *_notes(known.state)), known.state.config, commit, code.complete
        )
    notes += _overlay_notes(changed)
    state = known.state.without(changed.hidden)
    state.notes |= changed.state.notes
    state.skipped |= changed.state.skipped
    searched = (WordsLayer(known.reader, changed.hidden), WordsLayer(changed.reader, uncommitted=True), *others)
    return Opened(workspace, searched, commit.oid, (*notes, *_notes(state)), state.config, commit, code.complete)


def _refused_notes(patterns: tuple[str, ...]) -> list[str]:
    """Say which patterns of `trove.docs` fit nothing because they are none, or too many."""
    refused = read_ignore(patterns).refused if patterns else ()
    if not refused:
        return []
    return [f"{counted(len(refused), 'pattern')} of trove.docs not used, the first is {refused[0][:80]!r}"]


def _overlay_notes(changed: Overlay) -> list[str]:
    """Say how many uncommitted files were searched, and how many committed ones were not because they are gone."""
    included = len(changed.hidden) - changed.deleted
    notes = [f"{counted(included, 'uncommitted file')} included"] if included else []
    if changed.deleted:
        files = counted(changed.deleted, "file")
        notes.append(f"{files} deleted in the work tree left out; --at HEAD searches the commit")
    return notes


def _notes(state: TreeState) -> list[str]:
    """Say what is wrong with files: entries by name, the first few of them; docs as a count."""
    places = [(path, f"{display_path(path)}:{found[0][0]}: {found[0][1]}") for path, found in state.notes.items()]
    places += [(path, f"skipped {display_path(path)}: {why}") for path, why in state.skipped.items()]
    named = [text for path, text in sorted(places) if path.startswith((TROVE, SHOWN_PERSONAL))]
    lines = named[:NOTED_ENTRIES]
    skipped = len(state.skipped)
    others = len(places) - len(lines)
    if others:
        counts = [f"{skipped} skipped"] if skipped else []
        counts += [f"{len(state.notes)} with problems"] if state.notes else []
        lines.append(f"files: {', '.join(counts)}; git trove status --verbose lists them")
    return lines
