"""What was redacted: `git trove redact`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from trove_git.commands.redact import Redacted
from trove_git.output.style import block


def redact_summary(counts: Mapping[str, int], *, check: bool) -> str:
    """Say how many of each category were replaced, or would be.

    Args:
        counts: category → number, of all files.
        check: whether nothing was to be changed.
    """
    if not counts:
        return block(["nothing to redact"])
    listed = ", ".join(f"{count} {category}" for category, count in sorted(counts.items()))
    return block([f"{'would be redacted' if check else 'redacted'}: {sum(counts.values())} ({listed})"])


def redact_object(done: Iterable[Redacted], counts: Mapping[str, int], *, check: bool) -> dict[str, object]:
    """Return the JSON object of the files; its keys are documented in docs/cli.md. See `redact_summary`."""
    return {
        "total": sum(counts.values()),
        "by_category": counts,
        "files": [
            {"path": one.path, "changed": one.changed, "total": sum(one.by_category.values())}
            | {"by_category": dict(one.by_category)}
            | ({} if check else {"text": one.text})
            for one in done
        ],
    }
