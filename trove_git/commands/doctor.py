"""Prove that each Git hook is reached, or say what stands in the way."""

from __future__ import annotations

from typing import NamedTuple

from trove_git.commands.install import message_hook_wanted
from trove_git.gitrepo.repository import require_repository
from trove_git.hooks.doctor import NOT_REACHED, Proof, prove
from trove_git.hooks.layout import read_layout
from trove_git.hooks.stubs import ALL_HOOKS, DEFAULT_HOOKS
from trove_git.workspace.program import read_local
from trove_git.workspace.workspace import Workspace


class Diagnosis(NamedTuple):
    """What is known about the hooks of a repository."""

    proofs: tuple[Proof, ...]
    program: str
    """Path of git-trove that hooks start; empty when there is none."""

    @property
    def is_well(self) -> bool:
        """Whether every hook is in place and has a program to start."""
        return bool(self.program) and not any(proof.state == NOT_REACHED for proof in self.proofs)


def diagnose(workspace: Workspace) -> Diagnosis:
    """Look at every hook.

    Raises:
        NotARepository: outside Git.
        GitError: git fails.
        WriteError: a hook cannot be read.
    """
    layout = read_layout(require_repository(workspace.root))
    names = ALL_HOOKS if message_hook_wanted(layout) else DEFAULT_HOOKS
    local = read_local(workspace)
    return Diagnosis(tuple(prove(layout, name, local) for name in names), local.program)
