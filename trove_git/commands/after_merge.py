"""After a merge or rebase of entries: render INDEX.md again, and find slugs that both sides took.

INDEX.md is merged line by line (attribute `merge=union`), which never conflicts and may leave lines twice,
in any order, or for entries that are gone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from trove_git.entries.entry import Entry
from trove_git.entries.index_file import read_index, render_index, write_index
from trove_git.entries.reading import read_trove
from trove_git.entries.slug import normalize
from trove_git.entries.trove import INDEX_NAME, TROVE_FOLDER, TroveLocation
from trove_git.entries.writing import locked
from trove_git.gitrepo.repository import Repository
from trove_git.workspace.workspace import Workspace

_AUTOSTASHES = ("MERGE_AUTOSTASH", "rebase-merge/autostash", "rebase-apply/autostash")
"""Where git remembers changes that it takes up again after the hook: they have to find the files as they left them."""


def tidy(workspace: Workspace) -> list[str]:
    """Bring the INDEX.md of every trove of the work tree up to date.

    Returns:
        What the user should know, a line each: files that are modified now, and slugs that are taken twice.

    Raises:
        WriteError: an INDEX.md cannot be read or written.
        GitError: git cannot list the troves.
    """
    repository = workspace.repository
    said = []
    for location in _troves(workspace):
        entries = read_trove(location).entries
        shown = f"{location.shown}/{INDEX_NAME}"
        if any(os.path.exists(os.path.join(repository.git_dir, name)) for name in _AUTOSTASHES):
            if render_index(read_index(location) or "", entries) != read_index(location):
                said.append(f"{shown} is out of date after the merge; git trove check --fix writes it anew")
        else:
            with locked(location):
                is_changed = write_index(location, entries)
            if is_changed:
                said.append(f"{shown} was written anew after the merge and is modified now; commit it")
        said += [
            f"slug {slug!r} is taken {len(paths)} times: {', '.join(paths)}; git mv all but one to a name of its own"
            for slug, paths in find_duplicates(entries.values()).items()
        ]
    return said


def is_merge(repository: Repository) -> bool:
    """Whether HEAD has more than one parent."""
    running = repository.start(["rev-parse", "--quiet", "--verify", "HEAD^2"])
    running.finish(check=False)
    return running.succeeded


def find_duplicates(entries: Iterable[Entry]) -> Mapping[str, list[str]]:
    """Return slugs that several entries have, without regard to letter case: slug → paths."""
    paths: dict[str, list[str]] = {}
    for entry in entries:
        paths.setdefault(normalize(entry.slug.casefold()), []).append(entry.path)
    return {slug: found for slug, found in paths.items() if len(found) > 1}


def _troves(workspace: Workspace) -> list[TroveLocation]:
    """Locate the troves whose INDEX.md is tracked in this work tree; the personal one is not the project's."""
    repository = workspace.repository
    if repository.work_tree is None:
        return []
    pathspec = f":(top,glob)**/{TROVE_FOLDER}/{INDEX_NAME}"
    paths = os.fsdecode(repository.run(["ls-files", "-z", "--", pathspec])).split("\0")[:-1]
    top, locks = Path(repository.work_tree), Path(workspace.lock_folder)
    located = []
    for path in dict.fromkeys(paths):
        folder = top / os.path.dirname(path)
        if folder.is_dir() and os.path.realpath(folder) != os.path.realpath(workspace.personal_trove):
            shown = os.path.dirname(path)
            located.append(TroveLocation(folder, shown, False, top, locks, Path(repository.git_dir)))
    return located
