"""Files that were skipped or have problems, as `status` and `index` say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trove_git.output.style import block
from trove_git.records import display_path

Problems = Mapping[str, Sequence[tuple[int, str]]]
"""Path → line and text of each problem."""


def render_problems(skipped: Mapping[str, str], problems: Problems, *, verbose: bool) -> str:
    """Render how many files were skipped or have problems, or where it is wanted, which.

    Args:
        skipped: path → why.
        problems: path → line and text of each problem.
        verbose: whether to list them.
    """
    lines = [f"{display_path(path)}: skipped: {why}" for path, why in sorted(skipped.items())]
    lines += [
        f"{display_path(path)}:{line}: {text}" for path, found in sorted(problems.items()) for line, text in found
    ]
    if lines and not verbose:
        lines = [f"-- files: {len(skipped)} skipped, {len(problems)} with problems; --verbose lists them"]
    return block(lines)


def problem_objects(problems: Problems) -> list[dict[str, object]]:
    """Return problems as `--json` prints them."""
    return [
        {"path": path, "line": line, "text": text} for path, found in sorted(problems.items()) for line, text in found
    ]
