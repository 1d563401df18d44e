"""Prove that each hook is reached: let git run it, and see whether our lines answer.

With TROVE_HOOK_PROBE set a stub writes its name into the file named there and ends the hook, a gate with
a status that would stop a commit. So nothing else runs, provided that nothing stands before our lines; where something
does, or a manager would run the commands of others too, that is said instead of proven.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trove_git.gitrepo import process
from trove_git.gitrepo.process import CONFIGURATION, without_repository
from trove_git.hooks import blocks, precommit, precommit_config
from trove_git.hooks.changes import read
from trove_git.hooks.gitconfig import friendly_name, read_hooks
from trove_git.hooks.hookfile import HookFile, first_place, read_hook
from trove_git.hooks.layout import (
    CONFIG_HOOKS_SINCE,
    HUSKY,
    HUSKY_FOLDER,
    LEFTHOOK,
    PRE_COMMIT,
    PRE_COMMIT_CONFIG,
    RUN_SINCE,
    Layout,
    generated_by,
)
from trove_git.hooks.native import is_shared
from trove_git.hooks.stubs import PROBE, STAGED_GATES, Local, render_body, render_command

REACHED, SET_UP, NOT_REACHED = "reached", "set up", "not reached"


class Proof(NamedTuple):
    """What is known about one hook."""

    name: str
    state: str
    """REACHED: it answered. SET_UP: it is there, and running it would run others' commands. NOT_REACHED."""
    detail: str
    """Where it is, or what shadows it or stands in the way."""


class Ran(NamedTuple):
    """What a program did that a probe ran."""

    succeeded: bool
    out: str
    err: str


def prove(layout: Layout, name: str, local: Local) -> Proof:
    """Prove one hook.

    Args:
        layout: where hooks are.
        name: the hook.
        local: what an up-to-date stub knows.
    """
    if layout.version >= CONFIG_HOOKS_SINCE:
        command = read_hooks(layout.repository).get(name)
        if command is not None:
            return _prove_config(layout, name, stale=command != render_command(name, local))
    folder = effective_folder(layout)
    shadow = _shadow(layout, folder)
    if layout.managers[:1] == (HUSKY,) and folder.endswith(f"{HUSKY_FOLDER}{os.sep}_"):
        return _prove_file(layout, read_hook(layout.husky, name, run_by_git=False), folder, local, shadow)
    hook = read_hook(folder, name)
    manager = generated_by(hook.text or "")
    if manager == PRE_COMMIT and not hook.is_ours:
        return _prove_pre_commit(layout, name)
    if manager == LEFTHOOK and not hook.is_ours:
        return _see_lefthook(layout, name)
    return _prove_file(layout, hook, folder, local, shadow)


def effective_folder(layout: Layout) -> str:
    """Return where git looks for hooks with the environment as it is, GIT_CONFIG_* and all."""
    done = _git(["rev-parse", "--path-format=absolute", "--git-path", "hooks"], layout, {})
    return done.out.rstrip("\n") if done.succeeded else layout.folder


def _shadow(layout: Layout, folder: str) -> str:
    """Say why git looks for hooks elsewhere than in the repository; empty when it does not."""
    if os.path.realpath(folder) == os.path.realpath(os.path.join(layout.repository.common_dir, "hooks")):
        return ""
    done = _git(["config", "--show-origin", "--get", "core.hooksPath"], layout, {})
    origin = done.out.partition("\t")[0].removeprefix("file:")
    origin = "the environment (GIT_CONFIG_PARAMETERS or GIT_CONFIG_COUNT)" if origin == "command line:" else origin
    return f"core.hooksPath is {folder}, set in {origin or 'an unknown place'}"


def _prove_file(layout: Layout, hook: HookFile, folder: str, local: Local, shadow: str) -> Proof:
    because = f"; {shadow}" if shadow else ""
    if hook.text is None:
        own = os.path.join(layout.repository.common_dir, "hooks")
        elsewhere = shadow and read_hook(own, hook.name).is_ours
        what = f"our lines are in {os.path.join(own, hook.name)}" if elsewhere else "not installed"
        return Proof(hook.name, NOT_REACHED, what + because)
    if not hook.is_ours:
        why = f", and {hook.problem}" if hook.problem else ""
        return Proof(hook.name, NOT_REACHED, f"{hook.path} has no lines of ours{why}{because}")
    if hook.problem:
        return Proof(hook.name, NOT_REACHED, f"{hook.path}: {hook.problem}{because}")
    if not is_first(hook.text):
        return Proof(hook.name, SET_UP, f"{hook.path}; not run, because lines before ours would run too")
    answer, said = _answer(layout, hook.name, os.path.join(folder, hook.name), [])
    if answer != hook.name:
        return Proof(hook.name, NOT_REACHED, f"{hook.path} did not answer{f': {said}' if said else ''}{because}")
    shared = is_shared(layout, HUSKY if folder != os.path.dirname(hook.path) else "")
    stale = not _holds(hook.text, render_body(hook.name, Local() if shared else local))
    late = _LATE if shared and local.any_file and hook.name in STAGED_GATES else ""
    return Proof(hook.name, REACHED, hook.path + (_STALE if stale else "") + late)


_STALE = "; of another version or for other settings, git trove install brings it up to date"
_LATE = "; files that only trove.docs or trove.secrets names are looked at when they are pushed"


def is_first(text: str) -> bool:
    """Whether nothing but comments stands before our lines in a shell hook."""
    found = blocks.find(text)
    before = text.split("\n")[: found[0].first] if found else []
    rest = before[first_place(blocks.remove(text)) :] if found else []
    return bool(found) and not any(line.strip() and not line.lstrip().startswith("#") for line in rest)


def _holds(text: str, body: str) -> bool:
    block = blocks.find(text)[0]
    return text.split("\n")[block.first + 1 : block.last] == body.rstrip("\n").split("\n")


def _prove_config(layout: Layout, name: str, *, stale: bool) -> Proof:
    """Let git run our configured hook of an event, and no other."""
    listed = _git(["hook", "list", name], layout, {})
    others = [line for line in listed.out.splitlines() if line != friendly_name(name)]
    place = f"hook.{friendly_name(name)} in git's configuration"
    if any("=" in other for other in others):
        # git takes what stands before the first = for the key of -c.
        return Proof(name, SET_UP, f"{place}; not run, because a hook of that event cannot be kept quiet")
    quiet = [o for other in others for o in ("-c", f"hook.{other}.enabled=false")]
    answer, said = _answer(layout, name, "", [*quiet, "-c", f"core.hooksPath={os.devnull}"])
    if answer != name:
        return Proof(name, NOT_REACHED, f"{place} did not answer{f': {said}' if said else ''}")
    return Proof(name, REACHED, place + (_STALE if stale else ""))


def _prove_pre_commit(layout: Layout, name: str) -> Proof:
    """Let pre-commit run our hook alone; without changed files it stashes nothing."""
    top = layout.repository.work_tree
    if top is None:
        return Proof(name, NOT_REACHED, "pre-commit's hook does nothing in a bare repository")
    hook_id = precommit_config.ids_of([name])[0]
    if hook_id not in (read(os.path.join(top, PRE_COMMIT_CONFIG)) or ""):
        return Proof(name, NOT_REACHED, f"{PRE_COMMIT_CONFIG} does not name {hook_id}")
    with tempfile.TemporaryDirectory(prefix="git-trove-") as folder:
        probe = os.path.join(folder, "probe")
        options = ["--commit-msg-filename", os.devnull] if name == "commit-msg" else []
        arguments = ["run", hook_id, "--hook-stage", name, "--all-files", *options]
        done = precommit.run_program(arguments, top, layout.repository.environment, {PROBE: probe})
        if read(probe):
            return Proof(name, REACHED, f"{hook_id} through pre-commit")
    lines = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    return Proof(name, NOT_REACHED, f"{hook_id} did not answer through pre-commit: {' '.join(lines[:2])}".rstrip(": "))


def _see_lefthook(layout: Layout, name: str) -> Proof:
    text = read(layout.lefthook_config) if layout.lefthook_config else None
    if text is None or f"git-trove hook {name}" not in text:
        return Proof(name, NOT_REACHED, "lefthook runs this hook, and its configuration does not name git-trove")
    return Proof(name, SET_UP, f"{layout.lefthook_config}; not run, because lefthook would run the other commands too")


def _answer(layout: Layout, name: str, path: str, options: Sequence[str]) -> tuple[str, str]:
    """Run a hook as git does; return the name it answered with, and the first line it said."""
    with tempfile.TemporaryDirectory(prefix="git-trove-") as folder:
        probe = os.path.join(folder, "probe")
        if layout.version >= RUN_SINCE:
            done = _git([*options, "hook", "run", "--ignore-missing", name], layout, {PROBE: probe})
        else:
            done = _execute(path, layout, {PROBE: probe})
        return (read(probe) or "").strip(), done.err.strip().partition("\n")[0]


def _git(arguments: Sequence[str], layout: Layout, extra: Mapping[str, str]) -> Ran:
    """Run git on the repository with the environment as it is, so that whatever shadows a hook does so here too."""
    repository = layout.repository
    where = [f"--git-dir={repository.git_dir}"]
    if repository.work_tree is not None:
        where.append(f"--work-tree={repository.work_tree}")
    running = process.start([*where, *arguments], cwd=_folder(layout), environment=_environment(layout, extra))
    out, err = running.process.communicate()
    return Ran(running.succeeded, os.fsdecode(out), err.decode("utf-8", "replace"))


def _execute(path: str, layout: Layout, extra: Mapping[str, str]) -> Ran:
    """Run a hook file as git before 2.36 would."""
    environment = _environment(layout, {**extra, "GIT_DIR": layout.repository.git_dir})
    try:
        done = subprocess.run([path], cwd=_folder(layout), env=environment, check=False, capture_output=True)
    except OSError as error:
        return Ran(False, "", f"{path}: {error.strerror}")
    return Ran(done.returncode == 0, os.fsdecode(done.stdout), done.stderr.decode("utf-8", "replace"))


def _environment(layout: Layout, extra: Mapping[str, str]) -> dict[str, str]:
    return without_repository(layout.repository.environment, keep=CONFIGURATION) | dict(extra)


def _folder(layout: Layout) -> str:
    return layout.repository.work_tree or layout.repository.git_dir
