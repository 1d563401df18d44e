"""What was done to the Git hooks: `git trove install` and `git trove uninstall`."""

from __future__ import annotations

from collections.abc import Sequence

from trove_git.commands.install import Installed
from trove_git.hooks.changes import Unguarded
from trove_git.output.style import block


def render_install(result: Installed) -> str:
    """Render what was done, or what to add by hand."""
    if not result.is_written:
        return block([result.snippet])
    return block(result.done or ["nothing to do: the hooks are there"])


def render_unguarded(left: Unguarded) -> tuple[str, str]:
    """Return which hook is unguarded and why, and what a person may add to it."""
    reason = f"unguarded: {left.name}: {left.reason} ({left.where}); add to it:"
    return block([reason]), block(f"    {line}" for line in left.line.split("\n"))


def install_hints(result: Installed) -> str:
    """Say what to do next."""
    if result.why:
        return block(
            [
                f"nothing was changed, so nothing is guarded: {result.why}",
                "hint: add the lines above by hand, or run git trove install --yes",
            ]
        )
    proven = not result.unguarded and result.is_written
    return block(["git trove doctor proves that the hooks are reached"] if proven else [])


def render_uninstall(done: Sequence[str]) -> str:
    """Render what was taken out."""
    return block(done or ["nothing to do: there are no hooks of git-trove"])
