"""What is indexed and how fresh it is: `git trove status`."""

from __future__ import annotations

from trove_git.commands.status import Status
from trove_git.output.problems import problem_objects, render_problems
from trove_git.output.style import block
from trove_git.output.text import render_counts
from trove_git.records import display_path
from trove_git.wording import counted

MOST_UNCOMMITTED = 5
"""Uncommitted files that are named."""


def render_status(result: Status, *, verbose: bool = False) -> str:
    """Render the state of the index, a line each, then which files are skipped or have problems."""
    rows = block(f"{name:<12} {value}" for name, value in _rows(result))
    return rows + render_problems(result.skipped, result.problems, verbose=verbose)


def status_object(result: Status) -> dict[str, object]:
    """Return the JSON object of the state; its keys are documented in docs/cli.md."""
    return result._asdict() | {"counts": dict(result.counts), "problems": problem_objects(result.problems)}


def _rows(result: Status) -> list[tuple[str, str]]:
    rows = [("root", display_path(result.root)), ("revision", result.revision or f"none ({result.state})")]
    if result.revision:
        rows.append(("index", _freshness(result)))
    if result.code:
        rows.append(("code index", _code_freshness(result)))
    rows.append(("sources", "not counted yet" if result.state == "missing" else render_counts(result.counts)))
    if result.folder:
        revisions = counted(result.revisions, "revision")
        rows.append(("on disk", f"{result.size_bytes / 1e6:.1f} MB, {revisions}, {result.folder}"))
    if result.uncommitted:
        shown = ", ".join(display_path(path) for path in result.uncommitted[:MOST_UNCOMMITTED])
        left = len(result.uncommitted) - MOST_UNCOMMITTED
        more = f" and {left} more" if left > 0 else ""
        rows.append(("uncommitted", f"{shown}{more}"))
    return rows


def _code_freshness(result: Status) -> str:
    if result.code == "missing":
        return "none yet; the next question builds it"
    languages = ", ".join(f"{count} {name}" for name, count in result.languages.items())
    if result.code == "fresh":
        return f"of this revision ({languages})"
    return f"{counted(result.code_behind, 'commit')} away ({languages}); the next question brings it up to date"


def _freshness(result: Status) -> str:
    if result.state == "fresh":
        return "of this revision"
    if result.state == "missing":
        return "none yet; the next question builds it, git trove index does so now"
    commits = counted(result.behind, "commit") if result.behind >= 0 else "an unknown number of commits"
    return f"{commits} away; the next question brings it up to date"
