"""Take the Git hooks out again, whichever way they went in, without a trace."""

from __future__ import annotations

import os

from trove_git.commands.install import describe
from trove_git.gitrepo.repository import require_repository
from trove_git.hooks import gitconfig, lefthook, native, precommit, precommit_config
from trove_git.hooks.blocks import find
from trove_git.hooks.changes import Change, apply, read
from trove_git.hooks.layout import PRE_COMMIT_CONFIG, read_layout
from trove_git.workspace.workspace import Workspace


def uninstall(workspace: Workspace) -> list[str]:
    """Take every line of ours out; return what was done, a line each.

    Raises:
        NotARepository: outside Git.
        WriteError: a file cannot be read or written.
        TroveError: pre-commit is to take its hooks out again and is gone.
    """
    repository = require_repository(workspace.root)
    done = [f"pre-commit uninstall --hook-type {name}" for name in precommit.uninstall(repository)]
    layout = read_layout(repository)
    changes = native.plan_removal(layout)
    for change in (lefthook.plan_removal(layout.lefthook_config), _plan_pre_commit(repository.work_tree)):
        if change is not None:
            changes.append(change)
    apply(changes)
    removed = gitconfig.remove_hooks(repository)
    return [*done, *describe(changes), *(f"git config hook.{gitconfig.friendly_name(name)}" for name in removed)]


def _plan_pre_commit(work_tree: str | None) -> Change | None:
    path = os.path.join(work_tree, PRE_COMMIT_CONFIG) if work_tree else ""
    text = read(path) if path else None
    if text is None or not find(text):
        return None
    return Change(path, text, precommit_config.remove_from_config(text))
