"""One entry: its fields, its body, and what is wrong with it.

Bytes of a file come in, from a Git blob or from disk; an `Entry` goes out, whatever the
bytes are. Every fault becomes a Finding with its line, and the text stays usable, so that
a malformed entry is still found by a search. Markdown with YAML front matter and JSON
objects give the same fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from operator import attrgetter
from typing import NamedTuple

from trove_git.entries import frontmatter
from trove_git.entries.encoding import decode
from trove_git.entries.fields import NESTED, TEXT, Fault, Field, Parsed, Value
from trove_git.entries.head import clean_items, split_items
from trove_git.entries.prose import first_heading, iter_lines
from trove_git.entries.slug import normalize
from trove_git.entries.trove import TROVE_FOLDER, section_of
from trove_git.records import Finding

_KNOWN = frozenset({"title", "slug", "type", "created", "confirmed", "tags", "summary", "paths"})
_DATE = re.compile(r"(\d{4}-\d\d-\d\d)(?:[Tt ].*)?")


class Entry(NamedTuple):
    """One fact of a trove."""

    path: str
    """As messages name it."""
    section: str
    """`conventions`, `memory`, `context`, or empty for the trove's own `entries/`."""
    slug: str
    """The file name without its suffix, in NFC."""
    declared_slug: str
    """The `slug` key; it should be the same."""
    title: str
    """The `title` key, else the first heading, else the slug; one line."""
    type: str
    created: str
    """`YYYY-MM-DD`, or empty when missing or no date."""
    confirmed: str
    """`YYYY-MM-DD` on which someone last found that the fact holds; empty when nobody has, or no date."""
    tags: tuple[str, ...]
    summary: str
    paths: tuple[str, ...]
    """Files the fact is pinned to."""
    body: str
    """Markdown without the front matter, or the payload of a JSON entry."""
    body_line: int
    """1-based line on which the body starts; for JSON that of the `data` key."""
    line_count: int
    """Lines of the file."""
    text: str
    """The whole file, decoded, without a byte order mark."""
    extra: Mapping[str, Value]
    """Keys that are not ours."""
    key_lines: Mapping[str, int]
    """1-based line of each key."""
    problems: tuple[Finding, ...]
    """What is wrong with the file, by line."""

    @property
    def is_json(self) -> bool:
        """Whether the file is a JSON entry."""
        return self.path.lower().endswith(".json")

    @property
    def text_line(self) -> int:
        """1-based line on which the text of the body begins, after blank ones; for JSON that of the `data` key."""
        blank = self.body[: len(self.body) - len(self.body.lstrip())]
        return self.body_line if self.is_json else self.body_line + blank.count("\n")


def parse_entry(data: bytes, path: str) -> Entry:
    """Read one entry; never raises.

    Args:
        data: content of the file.
        path: names the file in messages; its end gives slug and section.
    """
    text, problem, line = decode(data)
    parsed = _parse_json(text) if path.lower().endswith(".json") else frontmatter.parse(text)
    faults = list(parsed.faults)
    if problem:
        faults.append(Fault(line, problem))
    faults += _conflict_faults(text, faults)
    fields = _Fields(parsed, faults)
    slug = normalize(path.rpartition("/")[2].rpartition(".")[0])
    title = fields.text("title")
    if not title and "title" not in fields.refused and not parsed.faults:
        faults.append(Fault(fields.lines.get("title", 1), "no title"))
    created = fields.date("created")
    return Entry(
        path=path,
        section=section_of(path.rpartition(f"{TROVE_FOLDER}/")[2]),
        slug=slug,
        declared_slug=fields.text("slug"),
        title=title or first_heading(parsed.body) or slug,
        type=fields.text("type"),
        created=created,
        confirmed=fields.date("confirmed"),
        tags=fields.items("tags"),
        summary=fields.text("summary"),
        paths=fields.items("paths"),
        body=parsed.body,
        body_line=parsed.body_line,
        line_count=text.count("\n") + (not text.endswith("\n")),
        text=text,
        extra={key: field.value for key, field in fields.by_key.items() if key not in _KNOWN},
        key_lines=fields.lines,
        problems=tuple(Finding(path, fault.line, fault.message) for fault in sorted(faults, key=attrgetter("line"))),
    )


def _parse_json(text: str) -> Parsed:
    from trove_git.entries import jsonentry

    return jsonentry.parse(text)


class _Fields:
    """The fields of one file by key; what does not fit its key is added to `faults`."""

    def __init__(self, parsed: Parsed, faults: list[Fault]) -> None:
        self.faults = faults
        self.by_key: dict[str, Field] = {}
        self.refused: set[str] = set()
        again = [field for field in parsed.fields if self.by_key.setdefault(field.key, field) is not field]
        if not parsed.faults:
            faults += (Fault(field.line, f"{field.key!r} is given twice; the first one counts") for field in again)
        self.lines = {key: field.line for key, field in self.by_key.items()}

    def text(self, key: str) -> str:
        """Return a key's text on one line; empty when it is missing or not text."""
        field = self.by_key.get(key)
        if field is None:
            return ""
        if field.shape == TEXT and isinstance(field.value, str):
            return " ".join(field.value.split())
        self.refused.add(key)
        self.faults.append(Fault(field.line, f"{key!r} is not text"))
        return ""

    def items(self, key: str) -> tuple[str, ...]:
        """Return a key's list; text counts as a list separated by commas."""
        field = self.by_key.get(key)
        if field is None:
            return ()
        if field.shape == NESTED:
            self.faults.append(Fault(field.line, f"{key!r} is not a list of texts"))
            return ()
        return clean_items(field.value if isinstance(field.value, tuple) else split_items(field.value))

    def date(self, key: str) -> str:
        """Return a key's date as `YYYY-MM-DD`; empty when it is missing or no date of the calendar."""
        text = self.text(key)
        match = _DATE.fullmatch(text)
        if match is not None and _is_date(match[1]):
            return match[1]
        if text:
            self.faults.append(Fault(self.lines[key], f"{key!r} is not a date (YYYY-MM-DD): {text[:40]}"))
        return ""


def _is_date(text: str) -> bool:
    """Whether `YYYY-MM-DD` names a day of the calendar."""
    import datetime

    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _conflict_faults(text: str, known: list[Fault]) -> list[Fault]:
    """Find the first unresolved merge conflict outside code fences, unless one is known already."""
    if "<<<<<<< " not in text or any("conflict" in fault.message for fault in known):
        return []
    start, divided = 0, False
    for number, line, state in iter_lines(text):
        if line.startswith("<<<<<<< "):
            start, divided = (number if state == "text" else 0), False
        elif line == "=======":
            divided = True
        elif line.startswith(">>>>>>> ") and start and divided:
            return [Fault(start, "merge conflict")]
    return []
