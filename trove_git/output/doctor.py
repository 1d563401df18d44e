"""Which Git hooks are reached: `git trove doctor`."""

from __future__ import annotations

from trove_git.commands.doctor import Diagnosis
from trove_git.output.style import block

HINT = "hint: git trove install puts the hooks in place, and names those it leaves alone"


def render_doctor(result: Diagnosis) -> str:
    """Render hooks, a line each: name, state, where it is or what shadows it; then the program that they start."""
    lines = [f"{proof.name:<16}  {proof.state:<11}  {proof.detail}" for proof in result.proofs]
    return block([*lines, f"-- hooks start {result.program or 'nothing: git-trove is not on PATH'}"])


def doctor_hint(result: Diagnosis) -> str:
    """Say what to do where a hook is not reached."""
    return block([] if result.is_well else [HINT])


def doctor_object(result: Diagnosis) -> dict[str, object]:
    """Return the JSON object of the hooks; its keys are documented in docs/cli.md."""
    return {"program": result.program or None, "hooks": [proof._asdict() for proof in result.proofs]}
