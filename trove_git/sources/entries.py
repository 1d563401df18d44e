"""An entry file of a trove → one Source."""

from __future__ import annotations

from trove_git.entries.entry import parse_entry
from trove_git.records import Note, Source
from trove_git.sources.references import spoken, write_lines


def entry_sources(kind: str, path: str, data: bytes, oid: str) -> tuple[list[Source], list[Note]]:
    """Make the source of one entry.

    A malformed entry is searched as plain text; what is wrong comes back as notes.

    Args:
        kind: `project` or `personal`.
        path: path below the root.
        data: content of the file.
        oid: object id of the content, or empty.
    """
    entry = parse_entry(data, path)
    notes = [Note(finding.message, finding.path, finding.line) for finding in entry.problems]
    source = Source(
        kind=kind,
        path=path,
        line=entry.body_line,
        end_line=max(entry.line_count, entry.body_line),
        title=entry.title,
        body="\n".join((entry.summary, entry.body)),
        title_text="\n".join((entry.title, entry.slug.replace("-", " "))),
        keywords=(*((entry.type,) if entry.type else ()), *entry.tags),
        entry_type=entry.type,
        tags=entry.tags,
        pinned=entry.paths,
        oid=oid,
        # Files of a personal entry are elsewhere.
        summary=write_lines(spoken(entry)) if kind == "project" else (),
    )
    return [source], notes
