"""What differs between two revisions: `git trove diff`."""

from __future__ import annotations

from collections.abc import Iterator

from trove_git.commands.code_diff import CodeDiff, SymbolDiff
from trove_git.commands.diff import Diffed, EntryDiff
from trove_git.entries.body_diff import GIVEN, REWRITTEN, TAKEN, BodyChange, FieldChange
from trove_git.entries.fields import Value
from trove_git.entries.pairing import slug_of
from trove_git.lives.trove_history import MOVED, RENAMED, RESTORED, RETIRED
from trove_git.output.log import CHANGED_MARK, MARKS, folder_of
from trove_git.output.style import block, printable
from trove_git.wording import counted

WORD_MARKS = {TAKEN: ("[-", "-]"), GIVEN: ("{+", "+}")}
"""What stands around words that went and came in a rewritten line, as in `git diff --word-diff`."""
NOTHING = "nothing differs"


def differs(found: Diffed, code: CodeDiff | None) -> bool:
    """Whether an entry differs, or a public symbol."""
    return bool(found.entries) or (code is not None and bool(code.symbols))


def render_diff(found: Diffed, code: CodeDiff | None = None, *, terminal: bool = False) -> str:
    """Render entries, each with the keys and lines that differ, then symbols of the code."""
    lines = [line for entry in found.entries for line in _entry_lines(entry)]
    lines += [_symbol_line(symbol) for symbol in code.symbols] if code is not None else []
    return block(printable(line, terminal=terminal) for line in lines)


def diff_asides(found: Diffed, code: CodeDiff | None = None, *, terminal: bool = False) -> str:
    """Render what is said beside the differences: code that could not be read, the notes, that nothing differs."""
    lines = []
    if code is not None and code.skipped:
        files = counted(len(code.skipped), "file")
        lines.append(f"-- {files} of code not parsed, or not wholly; --json names them")
    lines += [printable(f"-- {note}", terminal=terminal) for note in found.notes]
    return block(lines if differs(found, code) else [*lines, NOTHING])


def diff_object(found: Diffed, code: CodeDiff | None = None) -> dict[str, object]:
    """Return the JSON object of the differences; its keys are documented in docs/cli.md."""
    made: dict[str, object] = {
        "old": found.old or None,
        "new": found.new or None,
        "entries": [_entry_object(entry) for entry in found.entries],
    }
    if code is not None:
        made["symbols"] = [_symbol_object(symbol) for symbol in code.symbols]
        made["skipped"] = dict(code.skipped)
    return made | ({"notes": list(found.notes)} if found.notes else {})


def _entry_lines(entry: EntryDiff) -> Iterator[str]:
    """Say what happened to an entry, then which keys and which lines differ."""
    words = {
        RENAMED: f"renamed from {slug_of(entry.old_path)}",
        MOVED: f"moved from {folder_of(entry.old_path)}",
        RETIRED: f"retired from {folder_of(entry.old_path)}",
        RESTORED: "restored",
    }
    said = f", {words[entry.action]}" if entry.action in words else ""
    yield f"{MARKS.get(entry.action, CHANGED_MARK)} {entry.title}  ({entry.path}{said})"
    for field in entry.fields:
        yield f"    {field_words(field)}"
    for change in entry.body:
        yield f"    {change.line}{_line_mark(change)} {_text(change)}"


def field_words(field: FieldChange) -> str:
    """Say how a key changed: `type gotcha -> decision`, `tags +db -wal`."""
    if isinstance(field.old, tuple) or isinstance(field.new, tuple):
        before, after = _items(field.old), _items(field.new)
        words = [f"+{item}" for item in after if item not in before] + [f"-{i}" for i in before if i not in after]
        return f"{field.key} {' '.join(words)}" if words else f"{field.key} in another order"
    if not field.old:
        return f"{field.key} +{field.new}"
    return f"{field.key} {field.old} -> {field.new}" if field.new else f"{field.key} -{field.old}"


def _items(value: Value) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (value,) if value else ()


def _line_mark(change: BodyChange) -> str:
    return ":" if change.kind == REWRITTEN else f" {change.kind}"


def _text(change: BodyChange) -> str:
    """Return a line of the body; of a rewritten one, with marks around the words that went and came."""
    if change.kind != REWRITTEN:
        return change.parts[0][1]
    pieces = (
        WORD_MARKS.get(mark, ("", ""))[0] + text + WORD_MARKS.get(mark, ("", ""))[1] for mark, text in change.parts
    )
    return "".join(pieces)


def _symbol_line(one: SymbolDiff) -> str:
    """Return the line of one public symbol."""
    mark = MARKS.get(one.action, CHANGED_MARK)
    line = f"{mark} {one.symbol.kind} {one.symbol.qualified}  {one.path}:{one.symbol.line}"
    if one.action == MOVED:
        return f"{line}  moved from {one.old_path}"
    was = f"\n    - {one.old.signature}" if one.old is not None else ""
    now = f"\n    {'+' if one.old is not None else ' '} {one.symbol.signature}" if one.symbol.signature else ""
    return line + was + now


def _entry_object(entry: EntryDiff) -> dict[str, object]:
    made: dict[str, object] = {
        "action": entry.action,
        "slug": slug_of(entry.path),
        "title": entry.title,
        "path": entry.path,
    }
    if entry.old_path != entry.path:
        made["old_path"] = entry.old_path
    if entry.fields:
        made["fields"] = {field.key: {"old": _plain(field.old), "new": _plain(field.new)} for field in entry.fields}
    if entry.body:
        made["body"] = [_body_object(change) for change in entry.body]
    return made


def _plain(value: Value) -> object:
    return list(value) if isinstance(value, tuple) else value or None


def _body_object(change: BodyChange) -> dict[str, object]:
    made: dict[str, object] = {"line": change.line}
    if change.kind != GIVEN:
        made["old"] = change.old
    if change.kind != TAKEN:
        made["new"] = change.new
    return made


def _symbol_object(one: SymbolDiff) -> dict[str, object]:
    made: dict[str, object] = {
        "action": one.action,
        "kind": one.symbol.kind,
        "name": one.symbol.qualified,
        "path": one.path,
        "line": one.symbol.line,
        "signature": one.symbol.signature,
    }
    if one.old is not None:
        made["old_signature"] = one.old.signature
    if one.old_path != one.path:
        made["old_path"] = one.old_path
    return made
