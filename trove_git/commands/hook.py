"""What each Git hook does: gates hand over to the secret gate, post hooks bring indexes up to date.

The hooks of an agent's session have modules of their own, `commands/session*.py`; only their names are here.

The gate's functions live in `commands/gates.py` and are plugged in at one place, `load_gate`. A gate that
cannot be loaded raises, which stops the commit or push: it fails closed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Protocol

from trove_git.agents import session as session
from trove_git.errors import TroveError, UsageError
from trove_git.hooks.stubs import ALL_HOOKS, MESSAGE_GATE, POST_HOOKS, PROBE, PUSH_GATE
from trove_git.records import Oid, PushedRef, Verdict
from trove_git.workspace.workspace import Workspace

GATE_MODULE = "trove_git.commands.gates"
GATE_FUNCTIONS = ("check_staged", "check_push", "check_message")
_OID = re.compile("[0-9a-f]{40,}")
ANY_POST = "post"
"""Name for a post hook that pre-commit runs: its variables tell which one."""
NAMES = (*ALL_HOOKS, ANY_POST, *session.NAMES)


class Gate(Protocol):
    """What `commands/gates.py` offers to hooks."""

    def check_staged(self, workspace: Workspace) -> Verdict:
        """Look at what is staged; `workspace.environment` has GIT_INDEX_FILE as git gave it."""

    def check_push(self, workspace: Workspace, remote: str, refs: Sequence[PushedRef] | None) -> Verdict:
        """Look at what a push adds to a remote; `refs` None means every local ref."""

    def check_message(self, workspace: Workspace, path: str) -> Verdict:
        """Look at the commit message in a file."""


def load_gate() -> Gate:
    """Return the gate: the one place where its functions are plugged in.

    Raises:
        TroveError: this installation has none that works.
    """
    hint = "install git-trove again; git trove doctor says which one the hooks start"
    try:
        gate = import_module(GATE_MODULE)
    except ImportError as error:
        raise TroveError(f"the secret gate is not available: {error}", hint=hint) from error
    missing = [name for name in GATE_FUNCTIONS if not hasattr(gate, name)]
    if missing:
        raise TroveError(f"the secret gate is not available: {GATE_MODULE} has no {', '.join(missing)}", hint=hint)
    return gate


def run_gate(name: str, arguments: Sequence[str], standard_input: str, workspace: Workspace) -> Verdict:
    """Do what a gate hook does.

    Args:
        name: `pre-commit`, `pre-merge-commit`, `pre-push` or `commit-msg`.
        arguments: what git passed to the hook.
        standard_input: what git wrote to it.
        workspace: where to work.

    Raises:
        UsageError: an argument is missing, or a line of the input is not git's.
        TroveError: the gate cannot work.
    """
    gate = load_gate()
    if name == MESSAGE_GATE:
        if not arguments:
            raise UsageError("commit-msg needs the file of the message", hint="git passes it to the hook")
        return gate.check_message(workspace, arguments[0])
    if name == PUSH_GATE:
        remote = arguments[0] if arguments else workspace.environment.get("PRE_COMMIT_REMOTE_NAME", "")
        if not standard_input.strip():
            # pre-commit reads the refs itself and names only one of them.
            by_hand = "PRE_COMMIT" in workspace.environment or not arguments
            return gate.check_push(workspace, remote, None) if by_hand else Verdict(clean=True)
        return gate.check_push(workspace, remote, parse_pushed(standard_input))
    return gate.check_staged(workspace)


def parse_pushed(text: str) -> list[PushedRef]:
    """Parse what git writes to a pre-push hook.

    Raises:
        UsageError: a line has not four words.
    """
    # A local ref that is no name stands there as it was typed, such as `HEAD@{1 day ago}`.
    rows = [line.rsplit(" ", 3) for line in text.split("\n") if line.strip()]
    if any(len(row) != 4 or not all(_OID.fullmatch(oid) for oid in (row[1], row[3])) for row in rows):
        raise UsageError("not what git writes to a pre-push hook", hint="LOCAL_REF OID REMOTE_REF OID, a line a ref")
    return [PushedRef(local, Oid(new), remote, Oid(old)) for local, new, remote, old in rows]


def answer_probe(name: str, environment: Mapping[str, str]) -> bool:
    """Answer `git trove doctor`, which asks whether a hook is reached; return whether it asked."""
    path = environment.get(PROBE, "")
    if not path:
        return False
    try:
        with open(path, "a", encoding="utf-8") as f:
            f.write(f"{name}\n")
    except OSError as error:
        raise TroveError(f"the probe cannot be answered: {error.strerror}", where=path) from error
    return True


def post_event(name: str, arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """Return which post hook runs, and its arguments, also where pre-commit tells them by variables."""
    if name != ANY_POST:
        return name, tuple(arguments)
    if environment.get("PRE_COMMIT_CHECKOUT_TYPE"):
        keys = ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF", "PRE_COMMIT_CHECKOUT_TYPE")
        return "post-checkout", tuple(environment.get(key, "") for key in keys)
    if environment.get("PRE_COMMIT_IS_SQUASH_MERGE"):
        return "post-merge", (environment["PRE_COMMIT_IS_SQUASH_MERGE"],)
    if environment.get("PRE_COMMIT_REWRITE_COMMAND"):
        return "post-rewrite", (environment["PRE_COMMIT_REWRITE_COMMAND"],)
    return "post-commit", ()


def is_idle(event: str, arguments: Sequence[str], git_dir: str) -> bool:
    """Whether a post hook has nothing to do; the same rule as in the shell stubs.

    Args:
        event: one of POST_HOOKS.
        arguments: what git passed to it.
        git_dir: where a rebase keeps its state.
    """
    assert event in POST_HOOKS
    if event == "post-rewrite":
        # An amended commit fired post-commit already.
        return tuple(arguments[:1]) != ("rebase",)
    if event == "post-checkout" and (len(arguments) < 3 or arguments[2] != "1" or arguments[0] == arguments[1]):
        return True
    return any(os.path.isdir(os.path.join(git_dir, state)) for state in ("rebase-merge", "rebase-apply"))
