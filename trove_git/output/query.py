"""What to read for a task, as text and as a JSON object."""

from __future__ import annotations

from trove_git.output.style import PLAIN, Style, clean
from trove_git.output.text import INDENT
from trove_git.records import QUERY_TIERS, QueryItem, QueryResult
from trove_git.wording import counted


def render_query(result: QueryResult, style: Style = PLAIN) -> str:
    """Render what to read: each thing with what it is and why it is there, then lines that begin with two dashes."""
    lines = [line for item in result.items for line in _render_item(item, style)]
    if not result.items:
        lines.append(f'nothing to read for "{clean(result.task)}"')
    count = counted(len(result.items), "item")
    footer = [f"{count} | ~{result.tokens}/{result.budget} tokens"] if result.items else []
    left_out = ", ".join(f"{result.left_out[tier]} {tier}" for tier in QUERY_TIERS if result.left_out.get(tier))
    footer += [f"left out, weaker or too large: {left_out}"] if left_out else []
    footer += [f"stopped: {result.stopped}"] if result.stopped else []
    return "\n".join((*lines, *(style.dim(f"-- {clean(line)}") for line in (*footer, *result.notes)))) + "\n"


def _render_item(item: QueryItem, style: Style) -> list[str]:
    head = "  ".join(
        (style.kind(item.tier), style.cite(item.cite), *([style.title(clean(item.title))] * bool(item.title)))
    )
    body = [f"{INDENT}{clean(line)}" for line in item.lines]
    return [head, *body, *([style.dim(f"{INDENT}why: {clean(item.why)}")] if item.why else [])]


def query_object(result: QueryResult) -> dict[str, object]:
    """Return the JSON object of what to read; its keys are documented in docs/cli.md."""
    made: dict[str, object] = {
        "task": result.task,
        "revision": result.revision or None,
        "items": [
            {"layer": item.tier, "cite": item.cite, "title": item.title, "lines": list(item.lines), "why": item.why}
            for item in result.items
        ],
        "left_out": dict(result.left_out),
        "tokens": result.tokens,
        "budget": result.budget,
    }
    if result.stopped:
        made["stopped"] = result.stopped
    if result.notes:
        made["notes"] = list(result.notes)
    return made
