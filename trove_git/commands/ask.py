"""Answer a question: everything that is searched → ranked, cited, packed hits."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from trove_git.commands.opening import Opened, open_place
from trove_git.commands.place import Place
from trove_git.entries.encoding import decode
from trove_git.errors import UsageError
from trove_git.gitrepo.objects import BlobReader
from trove_git.gitrepo.worktree import WorktreeScan, abandon
from trove_git.index.record import Record, term_key
from trove_git.index.search import Filter
from trove_git.packing import pack
from trove_git.ranking.asked import read_question
from trove_git.ranking.rank import Limits, rank
from trove_git.ranking.score import Ranked, Searched
from trove_git.ranking.snippet import cite_line, shorten
from trove_git.records import CODE_KINDS, DERIVED_KINDS, ENTRY_KINDS, AskResult, Hit, display_path
from trove_git.settings import TOOLS_LIMIT, Settings
from trove_git.sources.scope import RST_SUFFIX
from trove_git.terms import question_terms, question_words

if TYPE_CHECKING:
    from trove_git.commands.dates import Dates

RELATIONS = ("imports:", "external:", "used by:", "tests:")
"""Beginnings of lines of a summary that list other files: searched, and shown only where there is nothing else."""


class Request(NamedTuple):
    """What is asked, and how."""

    query: str
    revision: str | None = None
    """A commit-ish; None for HEAD with uncommitted files."""
    kinds: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    explain: bool = False
    """Whether the parts of each score name what each term gave."""
    dated: bool = False
    """Whether hits say when their files were last changed."""


def ask(place: Place, request: Request, scan: WorktreeScan | None = None) -> AskResult:
    """Answer a question.

    Args:
        place: where to look.
        request: what is asked.
        scan: look for uncommitted files that was started before; None starts one where it is needed.

    Raises:
        UsageError: the question is empty, or a kind or type does not exist.
        UnknownRevision: `request.revision` names no commit.
        GitError: the commit cannot be read.
    """
    if not request.query.strip():
        raise UsageError("the question is empty", hint='git trove ask "how do we deploy"')
    reader = BlobReader(place.repository).start() if place.root.repository is not None else None
    try:
        code, tools = _wants_code(request), _wants_tools(place, request)
        with closing(open_place(place, request.revision, scan, code_wanted=code, tools_wanted=tools)) as opened:
            return _answer(place, request, opened, reader)
    finally:
        if scan is not None:
            abandon(scan)
        if reader is not None:
            reader.stop()


def _answer(place: Place, request: Request, opened: Opened, reader: BlobReader | None) -> AskResult:
    """Rank, cite and pack."""
    settings = place.settings(opened.config)
    terms = question_terms(request.query)
    narrowing = _narrowing(request)
    limits = _limits(place, settings, narrowing)
    dates = _dates(place, request, opened, settings)
    recency = dates.recency(settings.half_life_seconds) if dates is not None and settings.half_life_seconds else None
    asked = read_question(request.query)
    ranked = (
        rank(opened.searched, terms, narrowing, limits, asked, explain=request.explain, recency=recency)
        if terms
        else []
    )
    texts = _texts(place, ranked, reader)
    hits, tokens = pack(_hits(place, ranked, texts, terms, live=request.revision is None), settings.budget_tokens)
    if dates is not None and request.dated:
        hits = [_dated(hit, dates) for hit in hits]
    matches = sum(_matches(layer, terms, narrowing) for layer in opened.searched) if terms else 0
    # Those hold no term themselves: their commits do.
    matches += sum(1 for item in ranked if not item.parts.held)
    counts = _count(opened.searched, narrowing)
    # A word that only tools hold is news, unless a tool is among the hits.
    by_tool = any(hit.kind == "tool" for hit in hits)
    counted = [layer for layer in opened.searched if by_tool or not layer.tools]
    notes = _word_notes(request.query, counted, found=bool(hits))
    return AskResult(
        query=request.query,
        hits=tuple(hits),
        matches=matches,
        searched=sum(counts.values()),
        tokens=tokens,
        budget=settings.budget_tokens,
        revision=opened.commit,
        notes=(*notes, *opened.notes, *([dates.problem] if dates is not None and dates.problem else ())),
        counts=counts,
    )


def _dates(place: Place, request: Request, opened: Opened, settings: Settings) -> Dates | None:
    """Return when files were last changed, where that is wanted."""
    if opened.asked is None or not (request.dated or settings.half_life_seconds):
        return None
    from trove_git.commands.dates import Dates

    return Dates(place, opened.asked, opened.searched, deep=bool(settings.half_life_seconds))


def _dated(hit: Hit, dates: Dates) -> Hit:
    """Say of a hit when its file was last changed."""
    if hit.kind in ("personal", "tool") or hit.uncommitted:
        return hit
    time = dates.of_folder(hit.path) if hit.kind in ("subsystem", "arch") else dates.of(hit.path)
    return hit._replace(changed_at=time, changed_before=dates.oldest if time is None else None)


def _word_notes(query: str, searched: Sequence[Searched], *, found: bool) -> list[str]:
    """Name the words of a question that no source holds: whatever was found is not about them."""
    words = [(word, terms) for word, terms in question_words(query) if terms]
    if not words:
        return ["the question has no words to search for"]
    unknown = [word for word, terms in words if not any(s.reader.doc_freq(t) for t in terms for s in searched)]
    return [f"in no source: {', '.join(dict.fromkeys(unknown))}"] if found and unknown else []


def _limits(place: Place, settings: Settings, narrowing: Filter) -> Limits:
    """Return how much is wanted; where one kind is asked for, nothing else can be crowded out."""
    alone = len(narrowing.kinds) == 1 and place.flags.get("perkind") is None
    by_kind = {} if narrowing.kinds == ("tool",) else {"tool": TOOLS_LIMIT}
    return Limits(settings.limit, settings.limit if alone else settings.per_kind, by_kind)


def _wants_code(request: Request) -> bool:
    """Whether sources made from code may be hits."""
    if request.types or request.tags:
        return False
    return not request.kinds or any(kind in CODE_KINDS for kind in request.kinds)


def _wants_tools(place: Place, request: Request) -> bool:
    """Whether installed tools may be hits; to ask for the kind is stronger than a setting, and the flag than both."""
    if request.types or request.tags or (request.kinds and "tool" not in request.kinds):
        return False
    return place.settings().tools or ("tool" in request.kinds and place.flags.get("tools") is None)


def _narrowing(request: Request) -> Filter:
    """Return the filter of a request; `--type` and `--tag` are about entries, so they narrow to them."""
    kinds = request.kinds
    if request.types or request.tags:
        kinds = tuple(k for k in ENTRY_KINDS if not kinds or k in kinds)
        if not kinds:
            raise UsageError("--type and --tag are about entries, and --kind leaves entries out", hint="drop --kind")
    return Filter(kinds, request.types, tuple(tag.casefold() for tag in request.tags))


def _matches(layer: Searched, terms: Sequence[str], narrowing: Filter) -> int:
    """Count the sources of a layer that hold a term, the hidden ones taken off."""
    total = layer.reader.matches(terms, narrowing)
    if layer.hidden:
        keys = [term_key(term) for term in terms]
        for record in layer.reader.lookup(sorted(layer.hidden)):
            total -= any(record.freq(key)[0] for key in keys) and narrowing.admits(record)
    return total


def _count(layers: Sequence[Searched], narrowing: Filter) -> dict[str, int]:
    """Count the sources of each kind that were searched."""
    counts: dict[str, int] = {}
    for layer in layers:
        for kind, count in layer.reader.manifest.kinds.items():
            counts[kind] = counts.get(kind, 0) + count
        for record in layer.reader.lookup(sorted(layer.hidden)):
            counts[record.kind] -= 1
    return {k: n for k, n in counts.items() if n and (not narrowing.kinds or k in narrowing.kinds)}


def _hits(
    place: Place, ranked: Sequence[Ranked], texts: Sequence[str], terms: Sequence[str], *, live: bool
) -> list[Hit]:
    """Cite ranked sources: choose the line, write the citation."""
    hits = []
    for item, text in zip(ranked, texts, strict=True):
        record = item.record
        cited = _cite(record, text, terms)
        folder, label = place.root.path, display_path(record.path)
        if record.kind == "personal":
            folder, label = place.personal_trove, f"~/.claude/trove/{label}"
        on_disk = record.kind in ("personal", "tool") or (live and place.root.on_disk)
        hits.append(
            Hit(
                kind=record.kind, path=record.path, line=cited.line, title=record.title, snippet=cited.text,
                score=item.score, parts=item.parts, cite=_citation(record.kind, label, cited.line),
                location=os.path.join(folder, record.path) if on_disk else "", uncommitted=item.layer.uncommitted,
            )
        )  # fmt: skip
    return hits


class _Cited(NamedTuple):
    line: int
    """1-based; 0 for a file or folder as a whole."""
    text: str


def _cite(record: Record, text: str, terms: Sequence[str]) -> _Cited:
    """Choose what is shown of a source: a symbol's definition, a line of a summary, the best line of a text."""
    if record.kind == "tool":
        return _Cited(0, shorten(record.summary[0], terms))
    if record.kind in DERIVED_KINDS:
        lines = [line for line in record.summary if not line.startswith(RELATIONS)] or record.summary
        return _Cited(0, cite_line(lines, terms, markdown=False).text)
    lines = text.split("\n")[record.line - 1 : record.end_line]
    if record.kind == "symbol":
        return _Cited(record.line, shorten(lines[0], terms) if lines else "")
    cited = cite_line(lines, terms, markdown=not record.path.endswith(RST_SUFFIX))
    return _Cited(record.line + cited.number, cited.text)


def _citation(kind: str, label: str, line: int) -> str:
    """Return the citation as it is printed."""
    if kind == "arch":
        return "."
    if kind == "subsystem":
        return f"{label}/" if label else "./"
    return f"{label}:{line}" if line else label


def _texts(place: Place, ranked: Sequence[Ranked], reader: BlobReader | None) -> list[str]:
    """Return the text of each source's file, from its blob or from disk; empty when it cannot be read any more."""
    blobs: dict[str, bytes] = {}
    oids = list(dict.fromkeys(item.record.oid for item in ranked if item.record.oid and item.record.kind != "module"))
    if reader is not None:
        blobs = {blob.oid: blob.data or b"" for blob in reader.read_all(oids)}
    texts = []
    for item in ranked:
        record = item.record
        data = blobs.get(record.oid, b"")
        if not record.oid and record.kind not in (*DERIVED_KINDS, "tool"):
            folder = place.personal_trove if record.kind == "personal" else place.root.path
            try:
                with open(os.path.join(folder, record.path), "rb") as f:
                    data = f.read()
            except OSError:
                data = b""
        texts.append(decode(data).text)
    return texts
