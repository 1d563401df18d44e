"""Build the index of a commit on request, and say what is in it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from trove_git.errors import GitError, WriteError
from trove_git.gitrepo.repository import Commit, require_repository
from trove_git.index.published import PublishedIndex
from trove_git.layers.code import open_code_at
from trove_git.layers.code_build import Built, build_code, read_code_tree
from trove_git.layers.derived import read_skipped
from trove_git.layers.history import open_history
from trove_git.layers.history_build import build_history
from trove_git.layers.history_layer import history_layer_in
from trove_git.layers.knowledge_build import build_commit
from trove_git.layers.names import Knowledge
from trove_git.layers.unused import remove_unused
from trove_git.records import KINDS
from trove_git.workspace.scopes import note_scope
from trove_git.workspace.workspace import Workspace


class Indexed(NamedTuple):
    """What the indexes of a commit hold."""

    revision: str
    built: str
    """How the knowledge layer came: `from nothing`, `from OID`, or empty when it was there already."""
    code_built: str
    """The same for the code layer."""
    counts: Mapping[str, int]
    """Sources per kind."""
    skipped: Mapping[str, str]
    """Path → why it was not read."""
    problems: Mapping[str, list[tuple[int, str]]]
    """Path → line and text of what is wrong with it."""
    notes: tuple[str, ...]
    languages: Mapping[str, int]
    """Language → files of code."""
    lost: tuple[str, ...]
    """Files that changed, parse no longer, and lost symbols by that."""


def index(
    workspace: Workspace, *, full: bool = False, progress: Callable[[int, int], None] = lambda *_: None
) -> Indexed:
    """Build the indexes of HEAD where they are not there, and remove those that nobody has use for.

    Args:
        workspace: where to work.
        full: build them from nothing in any case.
        progress: told how many files of code of how many are done.

    Raises:
        NotARepository: outside Git.
        GitError: there is no commit yet, or it cannot be read.
    """
    repository = require_repository(workspace.root)
    if not repository.head:
        raise GitError(
            "no commit yet, so there is nothing to index", where=workspace.root.path, hint="git commit first"
        )
    note_scope(workspace, asked=False)
    # While this process builds one layer, the workers of the other are busy.
    with ThreadPoolExecutor(1) as threads:
        knowing = threads.submit(_without_code, workspace, repository.head, full=full)
        built = _code(workspace, repository.head, full=full, progress=progress)
        known = knowing.result()
    remove_unused(workspace, time.time())
    try:
        return _describe(repository.head.oid, known, built)
    finally:
        for reader in (known.reader, built.reader if built is not None else None):
            if isinstance(reader, PublishedIndex):
                reader.close()


def _without_code(workspace: Workspace, commit: Commit, *, full: bool) -> Knowledge:
    """Build the knowledge layer and the history; a history that cannot be read or kept is done without."""
    with contextlib.suppress(GitError, WriteError):
        if full:
            build_history(workspace, history_layer_in(workspace, workspace.index_folder), commit, full=True)
        else:
            open_history(workspace, commit)
    return build_commit(workspace, commit, full=full)


def _code(workspace: Workspace, commit: Commit, *, full: bool, progress: Callable[[int, int], None]) -> Built | None:
    """Return the code layer of a commit; None where no place can be written."""
    if not full:
        there = open_code_at(workspace, commit)
        if there is not None:
            return Built(there, "")
    return build_code(workspace, read_code_tree(workspace, commit, sizes=True), full=full, progress=progress)


def _describe(revision: str, known: Knowledge, code: Built | None) -> Indexed:
    counts = dict(known.reader.manifest.kinds)
    skipped = dict(known.state.skipped)
    languages: dict[str, int] = {}
    if code is not None:
        counts |= code.reader.manifest.kinds
        skipped |= read_skipped(code.reader.directory)
        languages = dict(code.reader.manifest.state["languages"])  # type: ignore[call-overload]
    return Indexed(
        revision, known.built, code.how if code is not None else "", {k: counts[k] for k in KINDS if k in counts},
        skipped, known.state.notes, known.notes, languages, code.lost if code is not None else (),
    )  # fmt: skip
