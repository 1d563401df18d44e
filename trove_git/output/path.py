"""Where the trove is: `git trove path`."""

from __future__ import annotations

from trove_git.output.style import block
from trove_git.workspace.troves import Found


def render_path(found: Found) -> str:
    """Render the absolute path of the trove."""
    return block([str(found.location.folder)])


def path_object(found: Found, kind: str) -> dict[str, object]:
    """Return the JSON object of the trove; its keys are documented in docs/cli.md.

    Args:
        found: the trove.
        kind: `project` or `personal`.
    """
    return {"path": str(found.location.folder), "kind": kind, "exists": found.exists}
