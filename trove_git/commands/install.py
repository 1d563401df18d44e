"""Install the Git hooks: natively, or through the hook manager that is there."""

from __future__ import annotations

import os
from typing import NamedTuple

from trove_git.errors import UsageError
from trove_git.gitrepo.repository import require_repository
from trove_git.hooks import gitconfig, lefthook, native, precommit, precommit_config
from trove_git.hooks.changes import Change, Unguarded, apply, read
from trove_git.hooks.hookfile import read_hook
from trove_git.hooks.layout import (
    CONFIG,
    HUSKY,
    LEFTHOOK,
    PRE_COMMIT,
    PRE_COMMIT_CONFIG,
    Layout,
    Route,
    choose_route,
    read_layout,
)
from trove_git.hooks.origin import read_origin
from trove_git.hooks.stubs import ALL_HOOKS, DEFAULT_HOOKS, MESSAGE_GATE, Local, line_to_add
from trove_git.workspace.program import read_local
from trove_git.workspace.workspace import Workspace


class Installed(NamedTuple):
    """What was installed, or would be."""

    way: str
    """CONFIG, NATIVE, SHARED, PRE_COMMIT, HUSKY or LEFTHOOK."""
    done: tuple[str, ...] = ()
    """What was written, or with `is_written` False would be, a line each."""
    unguarded: tuple[Unguarded, ...] = ()
    """Hooks in which nothing of ours runs."""
    why: str = ""
    """Why nothing was written although there is something to write; empty when it was, or was not wanted."""
    snippet: str = ""
    """What a person would add by hand; given where nothing was written."""
    is_written: bool = True


def install(
    workspace: Workspace, *, wanted: str = "", yes: bool = False, print_only: bool = False, messages: bool = False
) -> Installed:
    """Install the hooks; what is there already stays, and a second run changes nothing.

    Args:
        workspace: where to work.
        wanted: NATIVE or PRE_COMMIT; empty to choose by what is there.
        yes: files that others share may be changed.
        print_only: change nothing.
        messages: install the hook that looks at commit messages too; once installed it stays.

    Raises:
        NotARepository: outside Git.
        UsageError: pre-commit is wanted in a bare repository.
        WriteError: a file cannot be read or written.
        TroveError: a configuration cannot be edited, or pre-commit refuses.
    """
    layout = read_layout(require_repository(workspace.root))
    route = choose_route(layout, wanted)
    names = ALL_HOOKS if messages or message_hook_wanted(layout) else DEFAULT_HOOKS
    local = read_local(workspace)
    if print_only and route.way == PRE_COMMIT:
        # Also where the file cannot be edited: that is when one asks.
        return Installed(PRE_COMMIT, snippet=_snippet(layout, route, names, local), is_written=False)
    planned = _plan(layout, route, names, local)
    pending = bool(planned.done) or (planned.way == PRE_COMMIT and _missing_types(layout, names))
    if print_only or (route.why and not yes and pending):
        why = "" if print_only else route.why
        return planned._replace(why=why, snippet=_snippet(layout, route, names, local), is_written=False)
    return _write(layout, planned, names, local)


def _plan(layout: Layout, route: Route, names: tuple[str, ...], local: Local) -> Installed:
    """Say what writing would do, without writing."""
    if route.way == CONFIG:
        there = gitconfig.read_hooks(layout.repository)
        wanted = gitconfig.wanted_hooks(names, local)
        done = [f"git config hook.{gitconfig.friendly_name(n)}" for n in names if there.get(n) != wanted[n]]
        return Installed(CONFIG, tuple(done))
    changes, unguarded = _plan_files(layout, route, names, local)
    return Installed(route.way, tuple(describe(changes)), unguarded)


def _plan_files(
    layout: Layout, route: Route, names: tuple[str, ...], local: Local
) -> tuple[list[Change], tuple[Unguarded, ...]]:
    if route.way == PRE_COMMIT:
        return [_plan_pre_commit(layout, names)], ()
    if route.way == LEFTHOOK:
        plan = lefthook.plan_lefthook(layout.lefthook_config, names)
    else:
        plan = native.plan_files(layout, names, route.way, local)
    return list(plan.changes), plan.unguarded


def _plan_pre_commit(layout: Layout, names: tuple[str, ...]) -> Change:
    if layout.repository.work_tree is None:
        raise UsageError("pre-commit needs a work tree", where=layout.repository.git_dir, hint="use --native")
    path = os.path.join(layout.repository.work_tree, PRE_COMMIT_CONFIG)
    before = read(path)
    stanza = precommit_config.render_stanza(precommit_config.ids_of(names), read_origin())
    return Change(path, before, precommit_config.add_to_config(before, stanza, names))


def _write(layout: Layout, planned: Installed, names: tuple[str, ...], local: Local) -> Installed:
    """Write, and take out what an earlier install left on another way that would run twice."""
    if planned.way == CONFIG:
        stale = native.plan_removal(layout, own_only=True)
        apply(stale)
        changed = gitconfig.write_hooks(layout.repository, gitconfig.wanted_hooks(names, local))
        done = [*describe(stale), *(f"git config hook.{gitconfig.friendly_name(name)}" for name in changed)]
        return Installed(CONFIG, tuple(done))
    changes, unguarded = _plan_files(layout, Route(planned.way), names, local)
    done = describe(changes)
    if planned.way == PRE_COMMIT:
        precommit.validate(changes[0].after or "", layout.repository.environment)
        stale = native.plan_removal(layout, own_only=True)
        apply([*stale, *changes])
        added = precommit.install(layout.repository, names)
        done = [*describe(stale), *done, *(f"pre-commit install --hook-type {name}" for name in added)]
    else:
        apply(changes)
    removed = gitconfig.remove_hooks(layout.repository)
    done += [f"git config --remove-section hook.{gitconfig.friendly_name(name)}" for name in removed]
    return Installed(planned.way, tuple(done), unguarded)


def describe(changes: list[Change]) -> list[str]:
    """Return a line for each change that changes something."""
    return [f"{change.verb} {change.path}" for change in changes if change.before != change.after]


def _snippet(layout: Layout, route: Route, names: tuple[str, ...], local: Local) -> str:
    """Return what a person would add by hand."""
    if route.way == CONFIG:
        commands = gitconfig.wanted_hooks(names, local)
        return "\n".join(f"# hook.{gitconfig.friendly_name(n)}: event = {n}, command =\n{commands[n]}" for n in names)
    if route.way == PRE_COMMIT:
        stanza = precommit_config.render_stanza(precommit_config.ids_of(names), read_origin())
        return "\n".join([f"{precommit_config.TYPES_KEY}: [{', '.join(names)}]", "repos:", *stanza])
    if route.way == LEFTHOOK:
        return lefthook.snippet(names).rstrip("\n")
    folder = native.hooks_folder(layout, route.way)[0]
    return "\n".join(f"{os.path.join(folder, name)}:\n    {line_to_add(name)}" for name in names)


def message_hook_wanted(layout: Layout) -> bool:
    """Whether the hook that looks at messages was asked for before."""
    if MESSAGE_GATE in gitconfig.read_hooks(layout.repository):
        return True
    for way in ("", HUSKY):
        folder = native.hooks_folder(layout, way)[0]
        if folder and read_hook(folder, MESSAGE_GATE).is_ours:
            return True
    top = layout.repository.work_tree
    files = [layout.lefthook_config, os.path.join(top, PRE_COMMIT_CONFIG) if top else ""]
    marks = ("trove-secrets-message", f"git-trove hook {MESSAGE_GATE}")
    return any(mark in (read(path) or "") for path in files if path for mark in marks)


def _missing_types(layout: Layout, names: tuple[str, ...]) -> bool:
    return any(not precommit.is_installed(layout.repository, name) for name in names)
