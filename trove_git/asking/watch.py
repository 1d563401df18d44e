"""What an open session looks at to see that its answers would change: stat data of files and folders, nothing read.

A commit, a checkout or `git add` changes a file of the git dir; an edit changes the stat data of an entry or doc, and a
new file that of its folder. Code that was indexed meanwhile changes the folder of its layer. What stat data cannot
show is in docs/prompt.md.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable

from trove_git.errors import GitError
from trove_git.gitrepo.repository import Repository
from trove_git.layers.names import code_layer_in
from trove_git.sources.doc_rules import (
    DEPTH_ON_DISK,
    DOC_FOLDERS,
    DOC_ROOTS,
    DOC_SUFFIXES,
    TROVE,
    DocRules,
    pathspecs,
)
from trove_git.sources.tool_folders import split_path
from trove_git.workspace.userdirs import git_config_files
from trove_git.workspace.workspace import Workspace

TROVE_FOLDERS_DEEP = 3
"""Folders below a trove that may hold entries, and one more."""
_REVISION_ENDS = "~^@:"
"""A revision is a name of a ref up to the first of these."""


class Watch:
    """Stat data of some paths as they were when the watch was made.

    Args:
        paths: files and folders, there or not.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = list(dict.fromkeys(paths))
        self._stamps = [_stamp(path) for path in self._paths]

    def add(self, paths: Iterable[str]) -> None:
        """Watch more paths, as they are now."""
        known = set(self._paths)
        more = [path for path in dict.fromkeys(paths) if path not in known]
        self._paths += more
        self._stamps += [_stamp(path) for path in more]

    def drop(self, path: str) -> None:
        """Look at a path no more."""
        if path in self._paths:
            at = self._paths.index(path)
            del self._paths[at], self._stamps[at]

    def changed(self) -> bool:
        """Whether anything is not what it was."""
        return any(_stamp(path) != stamp for path, stamp in zip(self._paths, self._stamps, strict=True))

    def __len__(self) -> int:
        return len(self._paths)


def _stamp(path: str) -> tuple[int, int, int, int] | None:
    """Return what changes when a file is written or replaced; None where there is none."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def watched_paths(workspace: Workspace, revision: str | None, patterns: tuple[str, ...]) -> list[str]:
    """Return what decides an answer.

    Args:
        workspace: where questions are asked.
        revision: the commit that is asked; None for HEAD with uncommitted files.
        patterns: more paths that are docs.
    """
    paths = git_config_files(workspace.environment)
    if workspace.root.repository is None:
        paths.append(os.path.join(workspace.root.path, ".git"))
    else:
        paths += _git_files(workspace.repository, revision)
        paths.append(code_layer_in(workspace, workspace.index_folder).directory)
    if revision is None and workspace.root.on_disk:
        paths += _files_on_disk(workspace, patterns)
    trove = workspace.personal_trove
    paths += [os.path.dirname(trove), *_below(trove, TROVE_FOLDERS_DEEP, ("",))]
    if workspace.settings.tools:
        paths += split_path(workspace.environment.get("PATH", ""), workspace.environment)
    return paths


def _git_files(repository: Repository, revision: str | None) -> list[str]:
    """Return the files in which git keeps what HEAD and a revision are, settings, and what was added."""
    git_dir, common = repository.git_dir, repository.common_dir
    names = ["config", "packed-refs", "reftable/tables.list", "refs/replace", "info/exclude", "shallow"]
    own = ["HEAD", "index", "config.worktree", "reftable/tables.list"]
    with contextlib.suppress(OSError), open(os.path.join(git_dir, "HEAD"), encoding="utf-8", errors="replace") as f:
        branch = f.read(4096).strip()
        if branch.startswith("ref: "):
            names.append(branch.removeprefix("ref: "))
    if revision is not None:
        ref = revision
        for end in _REVISION_ENDS:
            ref = ref.partition(end)[0]
        names += [f"{folder}{ref}" for folder in ("", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/") if ref]
    return [*(os.path.join(git_dir, name) for name in own), *(os.path.join(common, name) for name in names)]


def _files_on_disk(workspace: Workspace, patterns: tuple[str, ...]) -> list[str]:
    """Return entries and docs, tracked or not, and the folders in which there may be more."""
    root, prefix = workspace.root.path, workspace.root.prefix
    paths = _below(root, 0, ("",))
    paths += [os.path.join(root, ".claude"), *_below(os.path.join(root, TROVE.rstrip("/")), TROVE_FOLDERS_DEEP, ("",))]
    heads = {head for head in map(_folder_of, patterns) if head}
    for folder in (*DOC_FOLDERS, *sorted(heads)):
        suffixes = ("",) if folder in heads else DOC_SUFFIXES
        paths += _below(os.path.join(root, folder), DEPTH_ON_DISK, suffixes)
    if workspace.root.repository is not None:
        either = [DocRules(doc_root, patterns) for doc_root in DOC_ROOTS]
        with contextlib.suppress(GitError):
            found = workspace.repository.run(["ls-files", "-z", "--full-name", "--", *pathspecs(patterns, prefix)])
            tracked = (os.fsdecode(path)[len(prefix) :] for path in found.split(b"\0") if path)
            paths += [os.path.join(root, path) for path in tracked if any(rules.kind_of(path) for rules in either)]
    return paths


def _folder_of(pattern: str) -> str:
    """Return the folder that a pattern names before anything in it varies; empty for none."""
    if pattern.startswith(("!", "#")):
        return ""
    parts = pattern.strip().strip("/").split("/")
    fixed = next((i for i, part in enumerate(parts) if any(c in part for c in "*?[\\")), len(parts))
    return "/".join(parts[:fixed])


def _below(folder: str, depth: int, suffixes: tuple[str, ...]) -> list[str]:
    """Return a folder, the folders below it, `depth` deep, and their files with some endings; links are not entered."""
    found = [folder]
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if depth > 0:
                    found += _below(entry.path, depth - 1, suffixes)
            elif entry.name.lower().endswith(suffixes):
                found.append(entry.path)
    return found
