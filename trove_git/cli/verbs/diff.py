"""`git trove diff`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.entry_output import printable
from trove_git.cli.verbs.log import CHANGED_MARK, MARKS, folder_of
from trove_git.commands.code_diff import CodeDiff, SymbolDiff, diff_code
from trove_git.commands.diff import Diffed, EntryDiff, diff
from trove_git.entries.body_diff import GIVEN, REWRITTEN, TAKEN, BodyChange, FieldChange
from trove_git.entries.fields import Value
from trove_git.entries.pairing import slug_of
from trove_git.errors import UsageError
from trove_git.lives import trove_history as history
from trove_git.lives.versions import parse_span
from trove_git.workspace.workspace import find_workspace

WORD_MARKS = {TAKEN: ("[-", "-]"), GIVEN: ("{+", "+}")}
"""What stands around words that went and came in a rewritten line, as in `git diff --word-diff`."""
NOTHING = "nothing differs"
MOST_REVISIONS = 2


@click.command("diff")
@click.argument("revisions", nargs=-1, metavar="[A..B]")
@click.option("--code", "with_code", is_flag=True, help="Compare the public symbols of the code too.")
@repo_option
@json_option
@click.pass_context
def command(ctx: click.Context, revisions: tuple[str, ...], with_code: bool, repo: str | None, as_json: bool) -> None:
    """Say which entries differ between two revisions: added, changed, renamed, moved, retired.

    Without revisions HEAD is compared with the files on disk. A..B or A B compares two revisions,
    A...B their common ancestor with B, and A alone is A..HEAD. Words that went stand in [-...-],
    words that came in {+...+}. Exits with 0 when something differs, 1 when nothing does.
    """
    span = "..".join(revisions)
    if len(revisions) > MOST_REVISIONS or (len(revisions) > 1 and any(".." in one for one in revisions)):
        raise UsageError(f"not two revisions: {' '.join(revisions)}", hint="git trove diff A..B")
    workspace = find_workspace(repo)
    found = diff(workspace, span)
    code = diff_code(workspace, parse_span(workspace, span)) if with_code else None
    if as_json:
        print_json(_object(found, code))
    else:
        for entry in found.entries:
            _echo_entry(entry)
        for symbol in code.symbols if code is not None else ():
            click.echo(printable(_symbol_line(symbol)))
        if code is not None and code.skipped:
            count = len(code.skipped)
            files = f"{count} file{'s' * (count != 1)}"
            click.echo(f"-- {files} of code not parsed, or not wholly; --json names them", err=True)
        for note in found.notes:
            click.echo(printable(f"-- {note}"), err=True)
    differs = bool(found.entries) or (code is not None and bool(code.symbols))
    if not differs and not as_json:
        click.echo(NOTHING, err=True)
    ctx.exit(0 if differs else 1)


def _echo_entry(entry: EntryDiff) -> None:
    """Print one entry: what happened to it, then which keys and which lines differ."""
    words = {
        history.RENAMED: f"renamed from {slug_of(entry.old_path)}",
        history.MOVED: f"moved from {folder_of(entry.old_path)}",
        history.RETIRED: f"retired from {folder_of(entry.old_path)}",
        history.RESTORED: "restored",
    }
    said = f", {words[entry.action]}" if entry.action in words else ""
    click.echo(printable(f"{MARKS.get(entry.action, CHANGED_MARK)} {entry.title}  ({entry.path}{said})"))
    for field in entry.fields:
        click.echo(printable(f"    {field_words(field)}"))
    for change in entry.body:
        click.echo(printable(f"    {change.line}{_line_mark(change)} {_text(change)}"))


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
    if one.action == history.MOVED:
        return f"{line}  moved from {one.old_path}"
    was = f"\n    - {one.old.signature}" if one.old is not None else ""
    now = f"\n    {'+' if one.old is not None else ' '} {one.symbol.signature}" if one.symbol.signature else ""
    return line + was + now


def _object(found: Diffed, code: CodeDiff | None) -> dict[str, object]:
    """Return the differences as `--json` prints them."""
    made: dict[str, object] = {
        "old": found.old or None,
        "new": found.new or None,
        "entries": [_entry_object(entry) for entry in found.entries],
    }
    if code is not None:
        made["symbols"] = [_symbol_object(symbol) for symbol in code.symbols]
        made["skipped"] = dict(code.skipped)
    return made | ({"notes": list(found.notes)} if found.notes else {})


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
