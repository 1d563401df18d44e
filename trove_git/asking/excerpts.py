"""What is left of the budget goes to the lines of the best code hits: they save whoever asked the next call.

1. Hits are packed as without excerpts; an excerpt never takes the place of a hit.
2. The best symbols share what is left. Each gets the run of its lines that holds most of the question.
3. A file that was edited since its commit gives none: the numbers of its lines are others on disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trove_git.asking.ask import Found, Pack, pack_printed
from trove_git.entries.encoding import decode
from trove_git.packing import tokens_of
from trove_git.ranking.score import Ranked
from trove_git.records import Hit, display_path
from trove_git.settings import Settings
from trove_git.terms import question_terms, source_terms

EXCERPTS = 3
"""Hits that get an excerpt at most; further ones are seldom what was asked for."""
LEAST_TOKENS = 40
"""Of one excerpt: less is not worth its heading."""
MAX_LINES = 1000
"""Lines of a symbol that are looked at."""
MAX_LINE = 200
"""Characters of a line that are shown."""
CUT = "…"


class _Line(NamedTuple):
    number: int
    text: str
    held: frozenset[str]
    """Terms of the question that it has."""
    tokens: int


def with_excerpts(query: str) -> Pack:
    """Return a packing that adds excerpts for a question."""
    wanted = frozenset(question_terms(query))

    def packing(found: Found, settings: Settings) -> tuple[list[Hit], int]:
        hits, used = pack_printed(found, settings)
        places = {(hit.kind, hit.path, hit.line): number for number, hit in enumerate(found.hits)}
        chosen = [number for number, hit in enumerate(hits) if hit.kind == "symbol"][:EXCERPTS]
        shown: set[tuple[str, int]] = set()
        for place, number in enumerate(chosen):
            hit = hits[number]
            share = (settings.budget_tokens - used) // (len(chosen) - place)
            at = places[hit.kind, hit.path, hit.line]
            lines = _choose(_lines(found.ranked[at], found.texts[at], wanted, shown), share)
            if share < LEAST_TOKENS or not lines or _is_edited(hit, found.texts[at]):
                continue
            shown.update((hit.path, line.number) for line in lines)
            used += sum(line.tokens for line in lines)
            hits[number] = _with_lines(hit, lines)
        return hits, used

    return packing


def _lines(item: Ranked, text: str, wanted: frozenset[str], shown: set[tuple[str, int]]) -> list[_Line]:
    """Return the lines of a symbol up to the first that is shown already, as a method is with its class."""
    record = item.record
    made: list[_Line] = []
    last = min(record.end_line, record.line + MAX_LINES - 1)
    for number, line in enumerate(text.split("\n")[record.line - 1 : last], record.line):
        if (record.path, number) in shown:
            break
        line = line.rstrip().replace("\t", "    ")
        cut = line if len(line) <= MAX_LINE else line[: MAX_LINE - len(CUT)] + CUT
        size = len(f"{number}| {cut}\n".encode("utf-8", "replace"))
        made.append(_Line(number, cut, wanted.intersection(source_terms(cut)), tokens_of(size)))
    return made


def _choose(lines: Sequence[_Line], budget_tokens: int) -> Sequence[_Line]:
    """Return the run of lines within a budget that holds most terms, each once, then most lines with one.

    Of equal runs the first is taken: what a symbol begins with says what it is. It begins with a line that matches, or
    with the symbol.
    """
    best: tuple[int, int] = (-1, 0)
    chosen: Sequence[_Line] = ()
    begin, used = 0, 0
    counts: dict[str, int] = {}
    for end, line in enumerate(lines):
        used += line.tokens
        for term in line.held:
            counts[term] = counts.get(term, 0) + 1
        while used > budget_tokens and begin <= end:
            used -= lines[begin].tokens
            for term in lines[begin].held:
                counts[term] -= 1
            begin += 1
        worth = sum(1 for count in counts.values() if count), sum(counts.values())
        longer = begin == 0 and worth >= best
        if begin <= end and (worth > best or longer):
            best, chosen = worth, lines[begin : end + 1]
    if chosen and chosen[0] is not lines[0]:
        matching = next((place for place, line in enumerate(chosen) if line.held), 0)
        start = chosen[matching].number - lines[0].number
        return _fill(lines[start:], budget_tokens)
    return chosen


def _fill(lines: Sequence[_Line], budget_tokens: int) -> Sequence[_Line]:
    """Return as many lines from the first on as fit."""
    used = 0
    for count, line in enumerate(lines):
        used += line.tokens
        if used > budget_tokens:
            return lines[:count]
    return lines


def _with_lines(hit: Hit, lines: Sequence[_Line]) -> Hit:
    first, last = lines[0].number, lines[-1].number
    where = f"{first}-{last}" if last > first else f"{first}"
    cite = f"{display_path(hit.path)}:{where}"
    return hit._replace(cite=cite, excerpt=tuple((line.number, line.text) for line in lines))


def _is_edited(hit: Hit, text: str) -> bool:
    """Whether the file on disk differs from the text that was indexed; a hit of another commit has no such file."""
    if not hit.location:
        return False
    try:
        with open(hit.location, "rb") as f:
            return decode(f.read()).text != text
    except OSError:
        return True
