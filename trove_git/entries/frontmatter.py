"""Front matter of a Markdown entry: split it off, read it, change single keys of it.

Text comes in, `fields.Parsed` or changed text goes out; `entry.py` and the commands that
write use it. Values are taken as the text that stands there (`created: 2024-01-01` and
`title: no` are text, not a date and a truth value), straight from YAML's event stream:
nothing is constructed, aliases are refused, and depth and size are bounded, so that no
file can make reading expensive. PyYAML is imported at the first use only.

The offsets of the events also say which lines a key owns. `set_keys` rewrites those and
leaves every other byte alone, comments and line ends included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from trove_git.entries.fields import LIST, NESTED, TEXT, Fault, Field, Parsed, Value
from trove_git.entries.head import NULLS, find_head
from trove_git.errors import EntryError

if TYPE_CHECKING:
    import yaml
    from yaml._yaml import Mark as CMark
    from yaml.error import Mark as PythonMark

    Mark = CMark | PythonMark

MAX_DEPTH = 20
"""Levels of nesting; real front matter has one or two."""

BOM = "\ufeff"
NO_FRONT_MATTER = "no front matter (keys between two lines of ---)"

_CONFLICT = re.compile(r"^(?:[<>|]{7} .*|={7})\r?$", re.MULTILINE)
_PLAIN = re.compile(r"[^\W\d_](?:[\w .()+@/'-]*[\w.()+@/'-])?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_KEYWORDS = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null"})


class _HeadError(Exception):
    """A head that cannot be read on from an offset."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


def parse(text: str) -> Parsed:
    """Take a Markdown entry apart; never raises.

    Args:
        text: the decoded file, with or without a byte order mark.
    """
    head = find_head(text)
    if head is None:
        return Parsed((), text.removeprefix(BOM), 1, (Fault(1, NO_FRONT_MATTER),))
    if head.end < 0:
        return Parsed((), text.removeprefix(BOM), 1, (Fault(1, "front matter is not closed by a line of ---"),))
    fields, faults = _read_head(text, head.start, head.end)
    return Parsed(
        fields=tuple(fields),
        body=text[head.body :],
        body_line=text.count("\n", 0, head.body) + 1,
        faults=tuple(faults),
        head_start=head.start,
        head_end=head.end,
        body_start=head.body,
    )


def set_keys(text: str, values: Mapping[str, Value], path: str = "") -> str:
    """Give keys new values and leave every line of other keys as it is.

    A key that is missing is added at the end of the front matter, front matter that is
    missing at the top of the text. A key that already has the value keeps its line as it stands.

    Args:
        text: the decoded file; a byte order mark stays.
        values: key → its new value.
        path: names the file in an error.

    Raises:
        EntryError: the front matter is broken or not one key a line, so no edit of it is safe.
    """
    parsed = parse(text)
    if parsed.head_end < 0:
        if find_head(text) is not None:
            raise EntryError(parsed.faults[0].message, path=path, line=1, hint="repair the front matter by hand")
        if not values:
            return text
        mark = BOM if text.startswith(BOM) else ""
        newline = "\r\n" if "\r\n" in text else "\n"
        head = "".join(_render(key, value, "", newline) for key, value in values.items())
        return f"{mark}---{newline}{head}---{newline}{text.removeprefix(BOM)}"
    _refuse_unsafe(parsed, path)
    newline = "\r\n" if text[: parsed.head_start].endswith("\r\n") else "\n"
    indent = parsed.fields[0].indent if parsed.fields else ""
    edits = [(parsed.head_end, parsed.head_end, "")]
    for key, value in values.items():
        owned = [field for field in parsed.fields if field.key == key]
        if not owned:
            edits.append((parsed.head_end, parsed.head_end, _render(key, value, indent, newline)))
        elif len(owned) > 1 or owned[0].value != value or owned[0].shape == NESTED:
            edits.append((owned[0].start, owned[0].end, _render(key, value, indent, newline)))
            edits += [(field.start, field.end, "") for field in owned[1:]]
    parts, at = [], 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        parts += [text[at:start], new]
        at = end
    return "".join(parts) + text[at:]


def quote(value: str) -> str:
    """Write text as a YAML scalar that every reader takes for this text."""
    if _DATE.fullmatch(value) or (_PLAIN.fullmatch(value) and value.lower() not in _KEYWORDS):
        return value
    return '"' + "".join(_escape(character) for character in value) + '"'


def _escape(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _render(key: str, value: Value, indent: str, newline: str) -> str:
    """Write one key as one line."""
    written = quote(value) if isinstance(value, str) else f"[{', '.join(map(quote, value))}]"
    return f"{indent}{quote(key)}: {written}{newline}"


def _refuse_unsafe(parsed: Parsed, path: str) -> None:
    """Raise EntryError unless every key has lines of its own and all of the head was understood."""
    if parsed.faults:
        fault = parsed.faults[0]
        raise EntryError(fault.message, path=path, line=fault.line, hint="repair the front matter by hand")
    for field in parsed.fields:
        if field.indent.strip(" "):
            message = "front matter is not written one key a line"
            raise EntryError(message, path=path, line=field.line, hint="edit the file by hand")


def _read_head(text: str, start: int, end: int) -> tuple[list[Field], list[Fault]]:
    """Read the fields between two offsets; a fault ends the reading and keeps what came before it."""
    import yaml

    source, faults = text[start:end], list[Fault]()
    marker = re.search(r"^<{7} ", source, re.MULTILINE)
    if marker is not None:
        faults.append(Fault(_line_at(text, start + marker.start()), "merge conflict in the front matter"))
        source = _CONFLICT.sub(lambda match: "#" + match[0][1:], source)
    fields: list[Field] = []
    try:
        events = yaml.parse(source, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        for field in _iter_fields(events, source):
            fields.append(_place(field, text, start))  # noqa: PERF401 - fields read before an error are kept
    except _HeadError as error:
        faults.append(Fault(_line_at(text, start + error.offset), error.message))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        offset = mark.index if mark is not None else getattr(error, "position", 0)
        problem = getattr(error, "problem", None) or getattr(error, "reason", "unreadable")
        faults.append(Fault(_line_at(text, min(start + offset, end - 1)), f"front matter is not YAML: {problem}"))
    return fields, faults


def _iter_fields(events: Iterator[yaml.Event], source: str) -> Iterator[Field]:
    """Turn YAML events into fields whose `start` is the key's offset and `end` the value's, in `source`."""
    import yaml

    depth, key, key_at, end, items = 0, None, 0, 0, list[str]()
    shape = TEXT
    for event in events:
        at, event_end = _index(event.start_mark), _index(event.end_mark)
        if isinstance(event, yaml.AliasEvent):
            raise _HeadError(at, "aliases are not read in front matter")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            is_list = isinstance(event, yaml.SequenceStartEvent)
            if (depth == 1 and is_list) or (depth == 2 and key is None):
                raise _HeadError(at, "front matter is not a mapping of keys to values")
            if depth > MAX_DEPTH:
                raise _HeadError(at, f"front matter is nested more than {MAX_DEPTH} levels deep")
            if depth > 1:
                shape = LIST if depth == 2 and is_list else NESTED
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
            end = event_end if event_end > at else end
        elif isinstance(event, yaml.ScalarEvent):
            value = "" if event.implicit[0] and event.value in NULLS else event.value
            end = event_end if event_end > at else end
            if depth == 0:
                raise _HeadError(at, "front matter is not a mapping of keys to values")
            if key is None:
                key, key_at, items, shape = value, at, [], TEXT
                continue
            items.append(value)
        if depth == 1 and key is not None:
            nested = source[key_at:end].partition(":")[2].strip()
            found: Value = nested if shape == NESTED else tuple(items) if shape == LIST else items[0]
            yield Field(key, found, 0, shape, key_at, end)
            key = None


def _place(field: Field, text: str, base: int) -> Field:
    """Turn offsets of key and value into the lines of the file that they own."""
    at = base + field.start
    start = text.rfind("\n", 0, at) + 1
    filled = base + field.start + len(text[at : base + field.end].rstrip())
    newline = text.find("\n", filled)
    return Field(field.key, field.value, _line_at(text, at), field.shape, start, newline + 1, text[start:at])


def _index(mark: Mark | None) -> int:
    """Return the offset of a mark; events of the whole stream may have none."""
    return mark.index if mark is not None else 0


def _line_at(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1
