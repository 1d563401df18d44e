"""Ranked sources → hits: read the text of each, choose the line that is cited, write the citation."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trove_git.asking.markup import markup_of
from trove_git.entries.encoding import decode
from trove_git.gitrepo.messages import abbreviate, message_of
from trove_git.gitrepo.objects import BlobReader
from trove_git.index.record import Record
from trove_git.ranking.score import Ranked
from trove_git.ranking.snippet import LINES, PARAGRAPHS, cite_line, shorten
from trove_git.ranking.verbatim import Verbatim
from trove_git.records import DERIVED_KINDS, Hit, Oid, display_path
from trove_git.sources.commits import message_lines
from trove_git.workspace.workspace import Workspace

RELATIONS = ("imports:", "external:", "used by:", "tests:")
"""Beginnings of lines of a summary that list other files: searched, and shown only where there is nothing else."""


def cite_all(
    workspace: Workspace, ranked: Sequence[Ranked], terms: Sequence[str], reader: BlobReader | None, *, live: bool
) -> list[Hit]:
    """Cite ranked sources.

    Args:
        workspace: where they are from.
        ranked: best first.
        terms: terms of the question.
        reader: reads the blobs of the repository; None outside Git.
        live: whether the files on disk are those that are cited.
    """
    return cite_texts(workspace, ranked, read_texts(workspace, ranked, reader), terms, live=live)


def cite_texts(
    workspace: Workspace,
    ranked: Sequence[Ranked],
    texts: Sequence[str],
    terms: Sequence[str],
    related: Sequence[str] = (),
    *,
    live: bool,
    verbatim: Sequence[Verbatim] = (),
) -> list[Hit]:
    """Cite ranked sources whose files were read with `read_texts`.

    Args:
        workspace: where they are from.
        ranked: best first.
        texts: of their files.
        terms: terms of the question.
        related: what was looked for beside the terms.
        live: whether the files on disk are those that are cited.
        verbatim: sources that are cited by the line that has a run of the question.
    """
    commits = [item.record.oid for item in ranked if item.record.kind == "commit"]
    names = abbreviate(workspace.repository, commits) if commits else {}
    return _hits(workspace, ranked, texts, (terms, related), names, verbatim, live=live)


def _hits(
    workspace: Workspace,
    ranked: Sequence[Ranked],
    texts: Sequence[str],
    sought: tuple[Sequence[str], Sequence[str]],
    names: Mapping[Oid, str],
    verbatim: Sequence[Verbatim],
    *,
    live: bool,
) -> list[Hit]:
    hits = []
    quoting = {one.record.data: _Cited(one.line, shorten(one.text, sought[0])) for one in verbatim}
    for item, text in zip(ranked, texts, strict=True):
        record = item.record
        cited = quoting.get(record.data) or _cite(record, text, *sought)
        folder, label = workspace.root.path, names.get(Oid(record.path)) or display_path(record.path)
        if record.kind == "personal":
            folder, label = workspace.personal_trove, f"~/.claude/trove/{label}"
        on_disk = record.kind in ("personal", "tool") or (live and workspace.root.on_disk and record.kind != "commit")
        hits.append(
            Hit(
                kind=record.kind, path=record.path, line=cited.line, title=record.title, snippet=cited.text,
                score=item.score, parts=item.parts, cite=_citation(record.kind, label, cited.line),
                location=os.path.join(folder, record.path) if on_disk else "", uncommitted=item.uncommitted,
            )
        )  # fmt: skip
    return hits


class _Cited(NamedTuple):
    line: int
    """1-based; 0 for a file or folder as a whole."""
    text: str


def _cite(record: Record, text: str, terms: Sequence[str], related: Sequence[str]) -> _Cited:
    """Choose what is shown of a source: a symbol's definition, a line of a summary, the best line of a text."""
    if record.kind == "tool":
        return _Cited(0, shorten(record.summary[0], terms))
    if record.kind in DERIVED_KINDS:
        lines = [line for line in record.summary if not line.startswith(RELATIONS)] or record.summary
        return _Cited(0, cite_line(lines, terms, related, markup=LINES).text)
    lines = text.split("\n")[record.line - 1 : record.end_line]
    if record.kind == "commit":
        # The subject is the title.
        return _Cited(0, cite_line(message_lines(text)[1:], terms, related, markup=PARAGRAPHS).text)
    if record.kind == "symbol":
        return _Cited(record.line, shorten(lines[0], terms) if lines else "")
    cited = cite_line(lines, terms, related, markup=markup_of(record.path))
    return _Cited(record.line + cited.number, cited.text)


def _citation(kind: str, label: str, line: int) -> str:
    """Return the citation as it is printed."""
    if kind == "arch":
        return "."
    if kind == "subsystem":
        return f"{label}/" if label else "./"
    return f"{label}:{line}" if line else label


def source_text(record: Record, text: str, line: int) -> tuple[str, int]:
    """Return a source's own text, and where in it a line is.

    Args:
        record: the source.
        text: its file, as `read_texts` returns it.
        line: a line of the file, 1-based; 0 for the source as a whole.

    Returns:
        The text, and the line as an offset in lines, 0 where it has no such line.
    """
    if record.kind == "tool" or record.kind in DERIVED_KINDS:
        shown = record.summary[:1] if record.kind == "tool" else record.summary
        return "\n".join(shown), 0
    if record.kind == "commit":
        return text, 0
    lines = text.split("\n")[record.line - 1 : record.end_line]
    return "\n".join(lines), max(0, min(line - record.line, len(lines) - 1))


def read_texts(workspace: Workspace, ranked: Sequence[Ranked], reader: BlobReader | None) -> list[str]:
    """Return the text of each source's file, as `read_records`; none of a module, which is shown by its summary."""
    records = [item.record for item in ranked]
    texts = iter(read_records(workspace, [record for record in records if record.kind != "module"], reader))
    return ["" if record.kind == "module" else next(texts) for record in records]


def read_records(workspace: Workspace, records: Sequence[Record], reader: BlobReader | None) -> list[str]:
    """Return the text of each source's file, from its blob or from disk; empty when it cannot be read any more."""
    blobs: dict[str, bytes] = {}
    oids = list(dict.fromkeys(record.oid for record in records if record.oid))
    if reader is not None:
        blobs = {blob.oid: blob.data or b"" for blob in reader.read_all(oids)}
    texts = []
    for record in records:
        data = blobs.get(record.oid, b"")
        if not record.oid and record.kind not in (*DERIVED_KINDS, "tool"):
            folder = workspace.personal_trove if record.kind == "personal" else workspace.root.path
            try:
                with open(os.path.join(folder, record.path), "rb") as f:
                    data = f.read()
            except OSError:
                data = b""
        texts.append(message_of(data) if record.kind == "commit" else decode(data).text)
    return texts
