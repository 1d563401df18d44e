"""Our lines in hook files: those that git runs, and those that people write for husky."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.hooks.changes import Change, Unguarded
from trove_git.hooks.hookfile import add_body, read_hook, remove_body
from trove_git.hooks.layout import HUSKY, HUSKY_FOLDER, Layout
from trove_git.hooks.stubs import ALL_HOOKS, Local, render_body


class Plan(NamedTuple):
    """What would be done."""

    changes: tuple[Change, ...] = ()
    unguarded: tuple[Unguarded, ...] = ()


def plan_files(layout: Layout, names: Sequence[str], way: str, local: Local) -> Plan:
    """Plan to put our lines into hook files.

    Args:
        layout: where hooks are.
        names: the hooks.
        way: HUSKY for its folder, anything else for the one where git looks.
        local: what the stubs may know; left out of files that others share.
    """
    folder, run_by_git = hooks_folder(layout, way)
    known = Local() if is_shared(layout, way) else local
    folder_made = not os.path.isdir(folder)
    changes, unguarded = [], []
    for name in names:
        hook = read_hook(folder, name, run_by_git=run_by_git)
        result = add_body(hook, render_body(name, known), folder_made=folder_made)
        if isinstance(result, Change):
            changes.append(result)
        else:
            unguarded.append(result)
    return Plan(tuple(changes), tuple(unguarded))


def plan_removal(layout: Layout, *, own_only: bool = False) -> list[Change]:
    """Plan to take our lines out of every hook file that may have them.

    Args:
        layout: where hooks are.
        own_only: leave files alone that others share.
    """
    own = os.path.join(layout.repository.common_dir, "hooks")
    folders = dict.fromkeys((own,) if own_only else filter(None, (layout.folder, own, layout.husky)))
    # pre-commit's install moves a hook that is there to NAME.legacy.
    names = [f"{name}{suffix}" for name in ALL_HOOKS for suffix in ("", ".legacy")]
    found = [remove_body(read_hook(folder, name)) for folder in folders for name in names]
    # One folder may have two names.
    return list({os.path.realpath(change.path): change for change in found if change is not None}.values())


def is_shared(layout: Layout, way: str) -> bool:
    """Whether hook files are the project's, so that nothing of this clone belongs in them."""
    return way == HUSKY or layout.is_in_tree


def hooks_folder(layout: Layout, way: str) -> tuple[str, bool]:
    """Return the folder of the hook files that people write, and whether git runs these themselves.

    husky 9 lets git run files of its own in `.husky/_`, and these hand those in `.husky` to sh.
    """
    if way == HUSKY:
        return layout.husky, layout.folder.rstrip(os.sep).endswith(HUSKY_FOLDER)
    return layout.folder, True
