"""The shell stubs that git runs: found in the wheel or beside the package, and rendered for one place.

A stub is a whole hook by itself. Its body, without the first line, is what `blocks.py` puts into
a hook that is there already; its function alone is what a hook in git's configuration runs.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from trove_git.errors import TroveError

STAGED_GATES = ("pre-commit", "pre-merge-commit")
PUSH_GATE = "pre-push"
MESSAGE_GATE = "commit-msg"
"""Installed on request only: it needs the program for every commit."""
POST_HOOKS = ("post-commit", "post-merge", "post-checkout", "post-rewrite")
DEFAULT_HOOKS = (*STAGED_GATES, PUSH_GATE, *POST_HOOKS)
ALL_HOOKS = (*DEFAULT_HOOKS, MESSAGE_GATE)

PROBE = "TROVE_HOOK_PROBE"
"""Variable with the path of a file: a stub that finds it writes its name there and ends the hook."""

SHEBANG = "#!/bin/sh"
PROGRAM = "git-trove"
_ASSIGNMENT = f"git_trove_program={PROGRAM}\n"
_CALL = "\ngit_trove "

_WHEEL = Path(__file__).parent / "stubs"
_CHECKOUT = Path(__file__).parents[2] / "hooks"


def read_stub(name: str) -> str:
    """Return the text of a stub.

    Args:
        name: one of ALL_HOOKS.

    Raises:
        TroveError: this installation has no stubs.
    """
    for folder in (_WHEEL, _CHECKOUT):
        try:
            return (folder / name).read_text(encoding="utf-8")
        except OSError:
            continue
    raise TroveError("the hook stubs are missing", place=str(_WHEEL / name), hint="install git-trove again")


def render_body(name: str, program: str = "") -> str:
    """Return a stub without its first line, as it goes into another hook.

    Args:
        name: one of ALL_HOOKS.
        program: absolute path of git-trove that is tried before PATH; empty for PATH alone.
    """
    body = read_stub(name).partition("\n")[2]
    if program:
        body = body.replace(_ASSIGNMENT, f"git_trove_program={shlex.quote(program)}\n", 1)
    return body


def render_command(name: str, program: str = "") -> str:
    """Return a stub as a command for git's configuration: git appends the arguments to its last word."""
    body = render_body(name, program)
    return body[: body.rindex(_CALL)] + _CALL.rstrip()


def line_to_add(name: str) -> str:
    """Return the line that a person adds to a shell hook by hand."""
    return f'git trove hook {name} "$@" || ' + (":" if name in POST_HOOKS else "exit $?")
