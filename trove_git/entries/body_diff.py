"""What changed between two versions of an entry: its keys, and its body line by line and word by word.

Two entries in, changes out; `commands/diff.py` uses it. An entry's paragraph is often one long line, so that a line
that was rewritten in part is compared by its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from trove_git.entries.entry import Entry
from trove_git.entries.fields import Value

KEPT = " "
TAKEN = "-"
GIVEN = "+"
REWRITTEN = "~"

MOST_LINES = 2000
"""Lines of a body above which it is not compared line by line: the time grows with their square."""
MOST_WORDS = 2000
"""Words of a line above which it is not compared word by word, for the same reason."""
ALIKE = 0.4
"""Share of words in common from which two lines are one that was rewritten."""

LOOK_AHEAD = 10
"""Lines of a block that are tried as what a line became: rewriting does not move far."""

_WORD = re.compile(r"\s+|\w+|[^\w\s]")


class FieldChange(NamedTuple):
    """One key of the head that changed."""

    key: str
    old: Value
    """Empty for a key that was not there."""
    new: Value
    """Empty for a key that is not there."""


class BodyChange(NamedTuple):
    """One line of the body that changed."""

    kind: str
    """TAKEN, GIVEN or REWRITTEN."""
    line: int
    """1-based line in the file; of a line that was taken out, in the old file."""
    parts: tuple[tuple[str, str], ...]
    """(KEPT, TAKEN or GIVEN; text), in order."""

    @property
    def old(self) -> str:
        """The line as it was."""
        return "".join(text for mark, text in self.parts if mark != GIVEN)

    @property
    def new(self) -> str:
        """The line as it is."""
        return "".join(text for mark, text in self.parts if mark != TAKEN)


def diff_fields(old: Entry, new: Entry) -> tuple[FieldChange, ...]:
    """Return the keys whose values differ, ours first and then the others by name."""
    before, after = _fields(old), _fields(new)
    keys = dict.fromkeys((*before, *after))
    changes = (FieldChange(key, before.get(key, ""), after.get(key, "")) for key in keys)
    return tuple(change for change in changes if change.old != change.new)


def _fields(entry: Entry) -> Mapping[str, Value]:
    own: dict[str, Value] = {
        "title": entry.title,
        "slug": entry.declared_slug,
        "type": entry.type,
        "created": entry.created,
        "confirmed": entry.confirmed,
        "tags": entry.tags or "",
        "summary": entry.summary,
        "paths": entry.paths or "",
    }
    return own | dict(sorted(entry.extra.items()))


def diff_bodies(old: Entry, new: Entry) -> tuple[BodyChange, ...]:
    """Return the lines of two bodies that differ, in their order."""
    return tuple(diff_lines(_lines(old), _lines(new), old.body_line, new.body_line))


def _lines(entry: Entry) -> list[str]:
    return entry.body.replace("\r\n", "\n").rstrip("\n").split("\n")


def diff_lines(old: Sequence[str], new: Sequence[str], old_first: int = 1, new_first: int = 1) -> Iterator[BodyChange]:
    """Yield the lines of two texts that differ.

    Args:
        old: lines without their ends.
        new: the same.
        old_first: 1-based line of the file on which `old` begins.
        new_first: the same of `new`.
    """
    for tag, i, i_end, j, j_end in _operations(old, new, MOST_LINES):
        if tag == "equal":
            continue
        rewritten = _rewritten(old[i:i_end], new[j:j_end])
        for n in range(i, i_end):
            if n - i not in rewritten:
                yield from _one(TAKEN, old[n], old_first + n)
        back = {given: taken for taken, given in rewritten.items()}
        for n in range(j, j_end):
            if n - j in back:
                yield BodyChange(REWRITTEN, new_first + n, _words(old[i + back[n - j]], new[n]))
            else:
                yield from _one(GIVEN, new[n], new_first + n)


def _one(kind: str, text: str, line: int) -> Iterator[BodyChange]:
    """Yield a whole line that came or went; an empty one tells nothing."""
    if text.strip():
        yield BodyChange(kind, line, ((kind, text),))


def _rewritten(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Return which line of a block became which, in order: each the next one that has enough words in common."""
    found: dict[int, int] = {}
    at = 0
    for i, line in enumerate(old):
        if not line.strip():
            continue
        near = range(at, min(len(new), at + LOOK_AHEAD))
        alike = next((j for j in near if new[j].strip() and similarity(line, new[j]) >= ALIKE), None)
        if alike is not None:
            found[i] = alike
            at = alike + 1
    return found


def similarity(old: str, new: str) -> float:
    """Return the share of words that two texts have in common, 0..1, whatever their order."""
    from collections import Counter

    one, other = (Counter(re.findall(r"\w+", text)) for text in (old, new))
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def _words(old: str, new: str) -> tuple[tuple[str, str], ...]:
    """Return a rewritten line as parts that stayed, went and came."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    parts: list[tuple[str, str]] = []
    for tag, i, i_end, j, j_end in _operations(before, after, MOST_WORDS):
        pieces = ((KEPT, before[i:i_end]),) if tag == "equal" else ((TAKEN, before[i:i_end]), (GIVEN, after[j:j_end]))
        parts += [(mark, "".join(words)) for mark, words in pieces if words]
    return tuple(_joined(parts))


def _joined(parts: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Join changes that only a space divides: `one two` → `three four` is one change and not two."""
    taken = given = ""
    for n, (mark, text) in enumerate(parts):
        if mark == KEPT and not (text.isspace() and taken + given and n + 1 < len(parts)):
            yield from (part for part in ((TAKEN, taken), (GIVEN, given)) if part[1])
            taken = given = ""
            yield mark, text
            continue
        taken += text if mark != GIVEN else ""
        given += text if mark != TAKEN else ""
    yield from (part for part in ((TAKEN, taken), (GIVEN, given)) if part[1])


def _operations(old: Sequence[str], new: Sequence[str], most: int) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield what makes one sequence of another, as difflib tells it; what is too long, as one replacement."""
    shortest = min(len(old), len(new))
    start = next((n for n in range(shortest) if old[n] != new[n]), shortest)
    end = next((n for n in range(shortest - start) if old[-1 - n] != new[-1 - n]), shortest - start)
    if start:
        yield "equal", 0, start, 0, start
    middle, other = old[start : len(old) - end], new[start : len(new) - end]
    if max(len(middle), len(other)) > most:
        yield "replace", start, len(old) - end, start, len(new) - end
    elif middle or other:
        for tag, i, i_end, j, j_end in SequenceMatcher(None, middle, other, autojunk=False).get_opcodes():
            yield tag, start + i, start + i_end, start + j, start + j_end
    if end:
        yield "equal", len(old) - end, len(old), len(new) - end, len(new)
