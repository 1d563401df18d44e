"""What was indexed: `git trove index`."""

from __future__ import annotations

from trove_git.commands.index import Indexed
from trove_git.output.problems import problem_objects, render_problems
from trove_git.output.style import block
from trove_git.output.text import render_counts

BAR_COLUMNS = 30
"""Width of the bar that fills while code is read."""


def render_index(result: Indexed, seconds: float, *, verbose: bool = False) -> str:
    """Render what was built and how long it took, then which files are skipped or have problems."""
    lines = [f"{result.revision[:10]}  {render_counts(result.counts)}"]
    if result.languages:
        lines.append(", ".join(f"{count} {name}" for name, count in result.languages.items()) + " files")
    for name, built in (("entries and docs", result.built), ("code", result.code_built)):
        lines.append(f"-- {name}: {f'built {_short(built)}' if built else 'was there already'}")
    lines.append(f"-- {seconds:.2f} s")
    lines += [f"-- {path} no longer parses and lost symbols" for path in result.lost]
    lines += [f"-- {note}" for note in result.notes]
    return block(lines) + render_problems(result.skipped, result.problems, verbose=verbose)


def progress_bar(done: int, total: int) -> str:
    """Return a line that takes the place of the one before; the last one is ended."""
    filled = BAR_COLUMNS * done // max(1, total)
    end = "\n" if done >= total else ""
    return f"\rcode [{'#' * filled}{'.' * (BAR_COLUMNS - filled)}] {done}/{total} files{end}"


def index_object(result: Indexed, seconds: float) -> dict[str, object]:
    """Return the JSON object of what was indexed; its keys are documented in docs/cli.md."""
    return {
        "revision": result.revision,
        "built": result.built or None,
        "code_built": result.code_built or None,
        "seconds": round(seconds, 3),
        "counts": dict(result.counts),
        "languages": dict(result.languages),
        "lost": list(result.lost),
        "skipped": dict(result.skipped),
        "problems": problem_objects(result.problems),
    }


def _short(built: str) -> str:
    word, _, base = built.partition(" ")
    return f"{word} {base[:10]}" if base != "nothing" else built
