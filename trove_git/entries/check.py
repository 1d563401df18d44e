"""Check the structure of a trove: its entries, their links, and INDEX.md against them.

Entries in, Findings out, each with path and line; `commands/check.py` uses it. Errors are
what makes an entry hard to find or a tool fail; notes are advice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from trove_git.entries.entry import Entry
from trove_git.entries.index_file import parse_index
from trove_git.entries.links import is_related_line, is_why_line, iter_links
from trove_git.entries.prose import iter_prose_lines
from trove_git.entries.slug import normalize
from trove_git.records import ENTRY_TYPES, Finding

NOTE = "note"


def check_trove(
    entries: Mapping[str, Entry],
    index_text: str | None,
    *,
    index_path: str,
    today: str,
    personal: bool = False,
    unmatched: Collection[str] = (),
) -> list[Finding]:
    """Check one trove.

    Args:
        entries: path below the trove → entry.
        index_text: content of INDEX.md; None when there is none.
        index_path: names INDEX.md in findings.
        today: `YYYY-MM-DD`; later dates are noted.
        personal: the trove is the personal one.
        unmatched: items of `paths:` that no file fits.

    Returns:
        Findings by path, then line.
    """
    findings = list(_iter_duplicates(entries.values()))
    slugs = {entry.slug for entry in entries.values()}
    for entry in entries.values():
        findings += entry.problems
        findings += _iter_field_findings(entry, today, unmatched)
        findings += _iter_body_findings(entry, slugs)
    findings += _iter_index_findings(entries, index_text, index_path, personal)
    return sorted(findings, key=lambda finding: (finding.path, finding.line, finding.message))


def _iter_field_findings(entry: Entry, today: str, unmatched: Collection[str]) -> Iterator[Finding]:
    """Check slug, type, dates and paths of one entry; nothing when it has no readable head."""
    lines = entry.key_lines
    if not lines:
        return
    if entry.declared_slug and normalize(entry.declared_slug) != entry.slug:
        message = f"slug {entry.declared_slug!r} is not the file name {entry.slug!r}"
        yield Finding(entry.path, lines["slug"], message)
    if entry.type and entry.type not in ENTRY_TYPES:
        yield Finding(entry.path, lines["type"], f"type {entry.type!r} is none of {', '.join(ENTRY_TYPES)}")
    for key, date in (("created", entry.created), ("confirmed", entry.confirmed)):
        if date > today:
            yield Finding(entry.path, lines[key], f"{key} in the future: {date}", NOTE)
    for item in entry.paths:
        if item in unmatched:
            yield Finding(entry.path, lines["paths"], f"paths: no file fits {item}", NOTE)
    for key in ("slug", "type", "created"):
        if key not in lines:
            yield Finding(entry.path, 1, f"no {key!r} key", NOTE)


def _iter_body_findings(entry: Entry, slugs: set[str]) -> Iterator[Finding]:
    """Check links and closing lines of one entry."""
    for link in iter_links(entry.body, entry.body_line):
        if link.slug not in slugs:
            yield Finding(entry.path, link.line, f"link to an entry that is not here: [[{link.slug}]]", NOTE)
    if entry.is_json:
        return
    lines = [line for _, line in iter_prose_lines(entry.body)]
    for label, is_labelled in (("**Why it matters:**", is_why_line), ("**Related:**", is_related_line)):
        if not any(map(is_labelled, lines)):
            yield Finding(entry.path, entry.line_count, f"no {label} line", NOTE)


def _iter_duplicates(entries: Iterable[Entry]) -> Iterator[Finding]:
    """Find slugs that two files share; they count as one name where file systems fold case."""
    first: dict[str, Entry] = {}
    for entry in entries:
        other = first.setdefault(normalize(entry.slug.casefold()), entry)
        if other is not entry:
            line = entry.key_lines.get("slug", 0)
            yield Finding(entry.path, line, f"slug {entry.slug!r} is taken by {other.path}")


def _iter_index_findings(
    entries: Mapping[str, Entry], text: str | None, path: str, personal: bool
) -> Iterator[Finding]:
    """Compare INDEX.md with the entries."""
    if text is None:
        if entries:
            yield Finding(path, 0, "missing; git trove check --fix writes it")
        return
    conflict = next((n for n, line in enumerate(text.split("\n"), 1) if line.startswith("<<<<<<< ")), 0)
    if conflict:
        yield Finding(path, conflict, "merge conflict; git trove check --fix resolves it")
    present = {normalize(name): entry for name, entry in entries.items()}
    listed: dict[str, int] = {}
    for row in parse_index(text, personal):
        if row.path not in present:
            yield Finding(path, row.line, f"lists an entry that does not exist: {row.path}")
        elif row.path in listed:
            yield Finding(path, row.line, f"lists an entry twice, first in line {listed[row.path]}: {row.path}")
        listed.setdefault(row.path, row.line)
    for name, entry in present.items():
        if name not in listed:
            yield Finding(entry.path, 0, "not listed in INDEX.md; git trove check --fix adds it")
