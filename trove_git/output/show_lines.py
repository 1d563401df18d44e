"""Lines of a file, as `git trove show PATH:LINE` prints them."""

from __future__ import annotations

from trove_git.commands.show_lines import ShownLines
from trove_git.output.style import clean

MAX_CHARACTERS = 500
"""Of one line; what is cut off is marked."""
CUT = "…"
SHORT_OID = 12


def render_show_lines(shown: ShownLines) -> str:
    """Render the lines; those that were named are marked."""
    at = f"  (as of {shown.revision[:SHORT_OID]})" if shown.revision is not None else ""
    width = len(str(shown.lines[-1][0]))
    whole = shown.lines[0][0] == shown.first and shown.lines[-1][0] == shown.last
    rows = [
        f"{'>' if not whole and shown.first <= number <= shown.last else ' '} {number:>{width}}| {_cut(text)}".rstrip()
        for number, text in shown.lines
    ]
    return "\n".join((f"{shown.cite}{at}", *rows)) + "\n"


def show_lines_object(shown: ShownLines) -> dict[str, object]:
    """Return the JSON object of the lines; its keys are documented in docs/cli.md."""
    return {
        "cite": shown.cite,
        "path": shown.path,
        "line": shown.first,
        "end_line": shown.last,
        "line_count": shown.line_count,
        "revision": shown.revision,
        "lines": [{"line": number, "text": _cut(text)} for number, text in shown.lines],
    }


def _cut(text: str) -> str:
    text = clean(text.replace("\t", "    "))
    return text if len(text) <= MAX_CHARACTERS else text[: MAX_CHARACTERS - len(CUT)] + CUT
