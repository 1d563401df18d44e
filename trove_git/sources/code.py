"""Facts of code → sources: symbols with the words of their bodies, and summaries of modules, subsystems and the whole.

A symbol follows from the blob of its file alone; a summary from the facts of all files.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trove_git.code.facts import FileFacts, Symbol
from trove_git.code.guess import MAX_LINE
from trove_git.records import Source
from trove_git.sources.category import category_of

MAX_BODY_LINES = 400
"""Lines of a symbol whose words count; longer ones are tables or whole programs."""
_COMMENT_STARTS = ("//", "#", "*", "/*", "--", ";", '"""', "'''", "@")


def symbol_sources(path: str, oid: str, lines: Sequence[str], facts: FileFacts) -> list[Source]:
    """Return a source for each symbol of a file.

    Args:
        path: path below the root.
        oid: object id of the file.
        lines: its lines.
        facts: what was extracted from it.
    """
    category = category_of(path)
    owners = _lines_of_symbols(facts.symbols, len(lines))
    out = []
    for number, symbol in enumerate(facts.symbols):
        end = min(symbol.end_line, symbol.line + MAX_BODY_LINES, len(lines))
        span = owners[symbol.line : end + 1]
        own = lines[symbol.line - 1 : end]
        if span.count(number) < len(span):
            own = [line for line, owner in zip(own, span, strict=True) if owner == number]
        own = [line for line in own if len(line) <= MAX_LINE]
        body = "\n".join((*_comment_above(lines, symbol.line), *own, symbol.doc))
        out.append(
            Source(
                kind="symbol", path=path, line=symbol.line, end_line=symbol.end_line, title=symbol.qualified, body=body,
                title_text=symbol.qualified, oid=oid, category=category, symbol_kind=symbol.kind,
            )
        )  # fmt: skip
    return out


def _lines_of_symbols(symbols: Sequence[Symbol], line_count: int) -> list[int]:
    """Return for each line (1-based) the number of the innermost symbol that it belongs to; -1 for none."""
    owners = [-1] * (line_count + 2)
    order = sorted(range(len(symbols)), key=lambda n: (symbols[n].line, -symbols[n].end_line))
    for number in order:
        symbol = symbols[number]
        end = min(symbol.end_line, line_count) + 1
        owners[symbol.line : end] = [number] * (end - symbol.line)
    return owners


def _comment_above(lines: Sequence[str], line: int) -> list[str]:
    """Return the lines of comment or decoration right above a definition."""
    start = line - 1
    while start > 0 and line - start < 30 and lines[start - 1].strip().startswith(_COMMENT_STARTS):
        start -= 1
    return list(lines[start : line - 1])


def module_source(
    path: str, oid: str, facts: FileFacts, summary: Iterable[tuple[str, int]], used_by: int, purpose: str
) -> Source:
    """Return the source of a file as a whole: its words about itself, the names it defines, its summary."""
    lines = tuple(text for text, _ in summary)
    names = tuple(dict.fromkeys(symbol.name for symbol in facts.symbols))
    return Source(
        kind="module", path=path, line=1, end_line=facts.line_count, title=path,
        body="\n".join((purpose, facts.doc, facts.comments)), title_text=_path_words(path), oid=oid,
        category=category_of(path) or ("config" if not facts.language else ""), names=names, used_by=used_by,
        summary=lines,
    )  # fmt: skip


def summary_source(kind: str, folder: str, title: str, summary: Sequence[tuple[str, str]]) -> Source:
    """Return the source of a subsystem or of the architecture.

    Args:
        kind: `subsystem` or `arch`.
        folder: folder without a final slash; empty for the root.
        title: name to show.
        summary: lines, each with the citation of what it says.
    """
    lines = tuple(f"{text} ({cite})" if cite else text for text, cite in summary)
    return Source(
        kind=kind, path=folder, line=0, end_line=0, title=title, body="\n".join(text for text, _ in summary),
        title_text=f"{folder}\n{title}", summary=lines,
    )  # fmt: skip


def _path_words(path: str) -> str:
    """The words of a path that count as title: folders and stem, without the ending."""
    head, _, name = path.rpartition("/")
    return f"{head}/{name.partition('.')[0] or name}".replace("/", " ")
