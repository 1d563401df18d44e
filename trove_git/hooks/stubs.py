"""The shell stubs that git runs: found in the wheel or beside the package, and rendered for one place.

A stub is a whole hook by itself. Its body, without the first line, is what `blocks.py` puts into
a hook that is there already; its function alone is what a hook in git's configuration runs.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import NamedTuple

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
_PROGRAM_LINE = f"git_trove_program={PROGRAM}\n"
_ANY_LINE = "git_trove_any=\n"
_CALL = "\ngit_trove "

_WHEEL = Path(__file__).parent / "stubs"
_CHECKOUT = Path(__file__).parents[2] / "hooks"


class Local(NamedTuple):
    """What the stubs of one clone know of it; files that others share know nothing."""

    program: str = ""
    """Absolute path of git-trove, tried before PATH; empty for PATH alone."""
    any_file: bool = False
    """Settings count more files as docs than the stubs look for, so that the program is asked about any file.

    The stubs do not look themselves: one run of git more would be a tenth of a small commit.
    """


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
    raise TroveError("the hook stubs are missing", where=str(_WHEEL / name), hint="install git-trove again")


def render_body(name: str, local: Local) -> str:
    """Return a stub without its first line, as it goes into another hook."""
    body = read_stub(name).partition("\n")[2]
    if local.program:
        body = body.replace(_PROGRAM_LINE, f"git_trove_program={shlex.quote(local.program)}\n", 1)
    if local.any_file:
        body = body.replace(_ANY_LINE, "git_trove_any=yes\n", 1)
    return body


def render_command(name: str, local: Local) -> str:
    """Return a stub as a command for git's configuration: git appends the arguments to its last word."""
    body = render_body(name, local)
    return body[: body.rindex(_CALL)] + _CALL.rstrip()


def line_to_add(name: str) -> str:
    """Return the line that a person adds to a shell hook by hand."""
    return f'git trove hook {name} "$@" || ' + (":" if name in POST_HOOKS else "exit $?")
