"""The sections of a Jupyter notebook: headings of its Markdown cells, with the lines of the file; code cells are text.

The JSON is walked once for the cells and where their text stands; outputs and metadata are not seen. Notebooks write
each line of a cell as a string on a line of its own, so that a line of the file is a line of the text.

Source: the notebook format, https://nbformat.readthedocs.io/en/latest/format_description.html, 3 and 4.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from json.decoder import scanstring  # type: ignore[attr-defined]  # the stubs lack it
from typing import NamedTuple

from trove_git.sources.markdown_page import read_markdown
from trove_git.sources.sections import Page, Section

_BLANK = re.compile(r"[ \t\r\n]*")
_DECODE = json.JSONDecoder(strict=False).raw_decode
_FENCE = "~~~~~~~~~~"
"""Stands around the text of a code cell, so that nothing in it is a heading."""


class Cell(NamedTuple):
    """One cell of a notebook."""

    kind: str
    """`markdown`, `code`, `heading`, `raw`."""
    level: int
    """Of a heading in notebooks of format 3."""
    texts: tuple[tuple[int, str], ...]
    """0-based line of the file and text of each piece of its source."""


def read_notebook(lines: Sequence[str]) -> Page:
    """Read the lines of a notebook, without their line feeds; one that is no notebook has a note and no text."""
    text = "\n".join(lines)
    try:
        cells = list(_cells(text))
    except (ValueError, IndexError, RecursionError):
        return Page(
            [Section(0, "", 1)], frozenset(range(len(lines))), notes=(("not a notebook: its JSON does not parse", 1),)
        )
    seen: list[str] = []
    places: list[int] = []
    shown: dict[int, str] = {}
    for cell in cells:
        if not cell.texts or cell.kind == "raw":
            continue
        is_code = cell.kind == "code"
        for number, piece in cell.texts:
            shown[number] = f"{shown[number]}\n{piece.rstrip()}" if number in shown else piece.rstrip("\n")
        source = "".join(piece for _, piece in cell.texts)
        rows = [row for number, piece in cell.texts for row in [number] * max(1, piece.count("\n"))]
        if cell.kind == "heading":
            source = f"{'#' * cell.level} {' '.join(source.split())}"
        body = source.rstrip("\n").split("\n")
        body = [_FENCE, *body, _FENCE] if is_code else body
        rows = [rows[0], *rows] if is_code else rows
        seen += [*body, ""]
        places += [rows[min(n, len(rows) - 1)] for n in range(len(body) + 1)]
    page = read_markdown(seen)
    sections = [Section(s.level, s.title, places[s.line - 1] + 1 if places and s.level else 1) for s in page.sections]
    return Page(
        [s for n, s in enumerate(sections) if n == 0 or s.line > sections[n - 1].line],
        frozenset(range(len(lines))) - shown.keys(),
        page.title,
        page.description,
        shown=shown,
    )


def text_of(line: str) -> str:
    """Return the text of a line of a notebook file that is a piece of a cell's source; empty for any other."""
    line = line.strip().rstrip(",")
    line = line.removeprefix('"source": [').removesuffix("]").strip() if line.startswith('"source"') else line
    if not line.startswith('"'):
        return ""
    try:
        text, end = scanstring(line, 1, False)
    except ValueError:
        return ""
    return text if end == len(line) else ""


def _cells(text: str) -> Iterator[Cell]:
    """Yield the cells of a notebook; raises ValueError where it is none."""
    line, counted = 0, 0

    def line_of(at: int) -> int:
        nonlocal line, counted
        line += text.count("\n", counted, at)
        counted = at
        return line

    def members(at: int) -> Iterator[tuple[str, int]]:
        """Yield key and offset of the value of each member of an object; the caller sends back where the value ends."""
        at = _skip(text, at)
        if text[at] != "{":
            raise ValueError("no object")
        at = _skip(text, at + 1)
        while text[at] != "}":
            key, at = scanstring(text, at + 1, False)
            at = _skip(text, at)
            if text[at] != ":":
                raise ValueError("no value")
            yield key, _skip(text, at + 1)
            at = _skip(text, ends.pop())
            at = _skip(text, at + 1) if text[at] == "," else at
        ends.append(at + 1)

    def elements(at: int) -> Iterator[int]:
        """Yield the offset of each element of an array, as `members` does."""
        if text[at] != "[":
            raise ValueError("no array")
        at = _skip(text, at + 1)
        while text[at] != "]":
            yield at
            at = _skip(text, ends.pop())
            at = _skip(text, at + 1) if text[at] == "," else at
        ends.append(at + 1)

    def pieces(at: int) -> Iterator[tuple[int, str]]:
        if text[at] == '"':
            piece, end = scanstring(text, at + 1, False)
            ends.append(end)
            yield line_of(at), piece
            return
        for place in elements(at):
            piece, end = scanstring(text, place + 1, False)
            ends.append(end)
            yield line_of(place), piece

    def cell(at: int) -> Cell:
        kind, level, texts = "", 1, tuple[tuple[int, str], ...]()
        for key, value in members(at):
            if key in ("source", "input"):
                texts = tuple(pieces(value))
            else:
                found, end = _DECODE(text, value)
                ends.append(end)
                kind = found if key == "cell_type" and isinstance(found, str) else kind
                level = found if key == "level" and isinstance(found, int) and 1 <= found <= 6 else level
        return Cell(kind, level, texts)

    ends: list[int] = []
    for key, value in members(0):
        if key == "cells":
            for place in elements(value):
                yield cell(place)
        elif key == "worksheets":
            for sheet in elements(value):
                for inner, of in members(sheet):
                    if inner == "cells":
                        for place in elements(of):
                            yield cell(place)
                    else:
                        ends.append(_DECODE(text, of)[1])
        else:
            ends.append(_DECODE(text, value)[1])


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at
