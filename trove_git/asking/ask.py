"""Answer a question: everything that is searched → ranked, cited, packed hits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from trove_git.aging.remarks import Remarks
from trove_git.asking.asking import Asking
from trove_git.asking.changed import Changed
from trove_git.asking.citing import cite_all, cite_texts, read_texts
from trove_git.asking.pasted import find_pasted
from trove_git.asking.word_notes import find_rarest, unknown_words
from trove_git.errors import UsageError
from trove_git.gitrepo.objects import BlobReader
from trove_git.index.record import term_key
from trove_git.index.search import Filter
from trove_git.layers.opening import Opened, Wanted
from trove_git.packing import pack
from trove_git.ranking.asked import read_question
from trove_git.ranking.rank import NOT_EXPANDED, Expansion, Limits, expand, rank
from trove_git.ranking.related import Related
from trove_git.ranking.score import Ranked
from trove_git.ranking.searched import CodeLayer, Searched, ToolsLayer, WordsLayer, hidden_sources
from trove_git.ranking.strength import WEAK, strength
from trove_git.ranking.verbatim import phrases
from trove_git.records import CODE_KINDS, ENTRY_KINDS, AskResult, Hit
from trove_git.settings import TOOLS_LIMIT, Settings
from trove_git.terms import question_terms
from trove_git.workspace.asked_from import find_asked_from
from trove_git.workspace.workspace import Workspace

if TYPE_CHECKING:
    from trove_git.asking.dates import Dates


WEAK_EVIDENCE = "weak evidence: even the best hit has little of the question"


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
    history: bool = False
    """Whether commits may be hits."""
    paths: tuple[str, ...] = ()
    """Files and folders that the question is asked from; none for the folder the program was started in."""
    fresh: bool = False
    """Whether entries whose files have changed since, or are gone, count less."""
    changed: Changed = Changed()
    """When and by whom hits were changed last."""


class Found(NamedTuple):
    """What was found for a question, before it is packed; all three run alongside."""

    hits: Sequence[Hit]
    """Best first."""
    ranked: Sequence[Ranked]
    texts: Sequence[str]
    """The file of each hit, as `citing.read_texts` returns it."""


Pack = Callable[[Found, Settings], tuple[list[Hit], int]]
"""Chooses the hits that fit the budget, and says how many tokens they take."""


def pack_printed(found: Found, settings: Settings) -> tuple[list[Hit], int]:
    """Keep what fits when each hit takes what it takes to print it."""
    return pack(found.hits, settings.budget_tokens)


def ask(workspace: Workspace, request: Request, packing: Pack = pack_printed) -> AskResult:
    """Answer a question, from its start to its end; see `ask_begun`."""
    with Asking(workspace, request.revision) as asking:
        return ask_begun(asking, request, packing)


def ask_begun(asking: Asking, request: Request, packing: Pack = pack_printed) -> AskResult:
    """Answer a question that was begun before.

    Args:
        asking: begun with the revision of the request.
        request: what is asked.
        packing: chooses what fits the budget.

    Raises:
        UsageError: the question is empty, a kind or type does not exist, or a path lies outside the root.
        UnknownRevision: `request.revision` names no commit.
        GitError: the commit cannot be read.
    """
    if not request.query.strip():
        raise UsageError("the question is empty", hint='git trove ask "how do we deploy"')
    request = request._replace(kinds=request.changed.kinds(request.kinds))
    opened = asking.open(wanted_layers(asking.workspace, request))
    return answer(asking.workspace, request, opened, asking.reader, packing)


def answer(
    workspace: Workspace, request: Request, opened: Opened, reader: BlobReader | None, packing: Pack = pack_printed
) -> AskResult:
    """Answer a question from what is open: rank, cite and pack.

    Args:
        workspace: where to look.
        request: what is asked.
        opened: what is searched, with at least the layers that `wanted_layers` names.
        reader: reads the blobs of the repository; None outside Git.
        packing: chooses the hits that fit the budget.

    Raises:
        UsageError: the question is empty, or narrowed to nothing, or a path lies outside the root.
    """
    if not request.query.strip():
        raise UsageError("the question is empty", hint='git trove ask "how do we deploy"')
    settings = opened.settings
    terms = question_terms(request.query)
    narrowing = _narrowing(request)
    narrowed: tuple[str, ...] = ()
    if request.changed.narrows:
        from trove_git.asking.narrowing import narrow

        narrowing, narrowed = narrow(workspace, opened, request.changed, narrowing)
    limits = _limits(workspace, settings, narrowing)
    dates = _dates(workspace, request, opened, settings)
    recency = dates.recency(settings.half_life_seconds) if dates is not None and settings.half_life_seconds else None
    asked = read_question(request.query)
    remarks = Remarks(workspace, opened, reader, live=request.revision is None)
    related = expand(request.query, opened.searched) if terms else NOT_EXPANDED
    demoted = remarks.demoted if request.fresh else None
    asked_from = find_asked_from(workspace, request.paths)
    quoted = () if asked.names.asked_for else phrases(request.query)
    verbatim = find_pasted(workspace, quoted, opened.searched, narrowing, reader)
    ranked = (
        rank(
            opened.searched, terms, narrowing, limits, asked,
            related=related, explain=request.explain, recency=recency, asked_from=asked_from,
            demoted=demoted, verbatim=verbatim,
        )
        if terms
        else []
    )  # fmt: skip
    texts = read_texts(workspace, ranked, reader)
    others = [one.term for one in (*related.words, *related.code)]
    live = request.revision is None
    cited = cite_texts(workspace, ranked, texts, terms, others, live=live, verbatim=verbatim)
    cited = remarks.add(cited, ranked)
    hits, tokens = packing(Found(cited, ranked, texts), settings)
    kept = {(hit.kind, hit.path, hit.title, hit.line) for hit in hits}
    shown = [item for item, hit in zip(ranked, cited, strict=True) if (hit.kind, hit.path, hit.title, hit.line) in kept]
    if dates is not None and request.dated:
        hits = [_dated(hit, dates) for hit in hits]
    matches = sum(_matches(layer, _looked_for(layer, terms, related), narrowing) for layer in opened.searched)
    # Those hold no term themselves: their commits do.
    matches += sum(1 for item in ranked if not item.parts.held)
    counts = count_sources(opened.searched, narrowing)
    # A word that only tools hold is news, unless a tool is among the hits.
    by_tool = any(hit.kind == "tool" for hit in hits)
    counted = [layer for layer in opened.searched if by_tool or not isinstance(layer, ToolsLayer)]
    notes = unknown_words(request.query, counted, conclusive=bool(hits) and opened.complete)
    word, holder = find_rarest(request.query, shown, counted, related, narrowing)
    if holder is not None:
        (other,) = cite_all(workspace, [holder], question_terms(word), reader, live=live)
        notes.append(f"no hit has {word}: {other.cite} does")
    if hits and strength(ranked, len(terms)) < WEAK:
        notes.append(WEAK_EVIDENCE)
    return AskResult(
        query=request.query,
        hits=tuple(hits),
        matches=matches,
        searched=sum(counts.values()),
        tokens=tokens,
        budget=settings.budget_tokens,
        revision=opened.commit,
        notes=(*notes, *narrowed, *opened.notes, *([dates.problem] if dates is not None and dates.problem else ())),
        counts=counts,
    )


def _dates(workspace: Workspace, request: Request, opened: Opened, settings: Settings) -> Dates | None:
    """Return when files were last changed, where that is wanted."""
    if opened.asked is None or not (request.dated or settings.half_life_seconds):
        return None
    from trove_git.asking.dates import Dates

    return Dates(workspace, opened.asked, opened.searched, deep=bool(settings.half_life_seconds))


def _dated(hit: Hit, dates: Dates) -> Hit:
    """Say of a hit when its file was last changed."""
    if hit.kind in ("personal", "tool") or hit.uncommitted:
        return hit
    time = dates.of_folder(hit.path) if hit.kind in ("subsystem", "arch") else dates.of(hit.path)
    return hit._replace(changed_at=time, changed_before=dates.oldest if time is None else None)


def _limits(workspace: Workspace, settings: Settings, narrowing: Filter) -> Limits:
    """Return how much is wanted; where one kind is asked for, nothing else can be crowded out."""
    alone = len(narrowing.kinds) == 1 and workspace.flags.get("perkind") is None
    by_kind = {} if narrowing.kinds == ("tool",) else {"tool": TOOLS_LIMIT}
    per_kind = settings.limit if alone else settings.per_kind
    return Limits(settings.limit, per_kind, by_kind, modules_apart="module" in narrowing.kinds)


def wanted_layers(workspace: Workspace, request: Request) -> Wanted:
    """Return which layers may give hits."""
    return Wanted(_wants_code(request), _wants_tools(workspace, request), _wants_commits(request))


def _wants_code(request: Request) -> bool:
    """Whether sources made from code may be hits."""
    if request.types or request.tags:
        return False
    return not request.kinds or any(kind in CODE_KINDS for kind in request.kinds)


def _wants_commits(request: Request) -> bool:
    """Whether commits may be hits."""
    if request.types or request.tags:
        return False
    return "commit" in request.kinds or (request.history and not request.kinds)


def _wants_tools(workspace: Workspace, request: Request) -> bool:
    """Whether installed tools may be hits; to ask for the kind is stronger than a setting, and the flag than both."""
    if request.types or request.tags or (request.kinds and "tool" not in request.kinds):
        return False
    return workspace.settings.tools or ("tool" in request.kinds and workspace.flags.get("tools") is None)


def _narrowing(request: Request) -> Filter:
    """Return the filter of a request; `--type` and `--tag` are about entries, so they narrow to them."""
    kinds = request.kinds
    if request.types or request.tags:
        kinds = tuple(k for k in ENTRY_KINDS if not kinds or k in kinds)
        if not kinds:
            raise UsageError("--type and --tag are about entries, and --kind leaves entries out", hint="drop --kind")
    return Filter(kinds, request.types, tuple(tag.casefold() for tag in request.tags))


def _looked_for(layer: Searched, terms: Sequence[str], related: Expansion) -> list[str]:
    """Return the terms that make a source of a layer a match: those of the question, and those related to them."""
    others: Sequence[Related] = ()
    if isinstance(layer, WordsLayer):
        others = related.words
    elif isinstance(layer, CodeLayer):
        others = related.code
    return [*terms, *(one.term for one in others)]


def _matches(layer: Searched, terms: Sequence[str], narrowing: Filter) -> int:
    """Count the sources of a layer that hold a term, the hidden ones taken off."""
    if not terms:
        return 0
    total = layer.reader.matches(terms, narrowing)
    keys = [term_key(term) for term in terms]
    for record in hidden_sources(layer):
        total -= any(record.freq(key)[0] for key in keys) and narrowing.admits(record)
    return total


def count_sources(layers: Sequence[Searched], narrowing: Filter) -> dict[str, int]:
    """Count the sources of each kind that were searched."""
    counts: dict[str, int] = {}
    for layer in layers:
        for kind, count in layer.reader.manifest.kinds.items():
            counts[kind] = counts.get(kind, 0) + count
        for record in hidden_sources(layer):
            counts[record.kind] -= 1
    return {k: n for k, n in counts.items() if n and (not narrowing.kinds or k in narrowing.kinds)}
