"""Symbols and modules of one code layer, scored: their own words, and the evidence of their file.

1. Candidate files: those of the best sources by their words, and those with the strongest evidence
   (path, defined names, commits), which can lift a weak text.
2. The best of these files, by the candidates seen so far, are read whole: every symbol of theirs that
   holds a term. So a score does not depend on where the candidates were cut.
3. Each file's evidence counts in full for its best symbol, by half for the next, and so on: it is
   one fact about the file, not one for each of its symbols.

The choice of files carries no certificate; how often it holds the exact answer is measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from trove_git.index.record import Record, source_key
from trove_git.index.search import Filter, Question
from trove_git.ranking import boosts
from trove_git.ranking.definitions import NO_DEFINITIONS, Definitions, find_definitions
from trove_git.ranking.evidence import Evidence, EvidenceParts, find_words
from trove_git.ranking.history import NOTHING, FileHistory, HistoryEvidence
from trove_git.ranking.score import Ranked, Scorer, before_factors, rated
from trove_git.ranking.searched import CodeLayer
from trove_git.ranking.wanted import WHOLE, asks_for
from trove_git.records import CODE_KINDS, ScoreParts

if TYPE_CHECKING:
    from trove_git.index.published import PublishedIndex

CANDIDATES = 250
"""Sources by their own words."""
SUMMARIES = 20
"""Summaries of folders and of the whole by their own words."""
STRONGEST_FILES = 40
"""Files by their evidence."""
FILES_READ = 32
"""Files whose symbols are all read, whatever the limit: what a question shows first must not depend on how much of it
is shown."""
FILES_A_HIT = 2
"""The same for each hit that is wanted."""
SYMBOLS_A_FILE = 40
"""More of one file are no hits, though all of them are looked at: the evidence has gone to others."""
SYMBOLS_READ = 3000
"""Symbols of these files together; no real question comes near."""


def rank_code(
    layer: CodeLayer, scorer: Scorer, question: Question, narrowing: Filter, hits: int = FILES_READ
) -> list[Ranked]:
    """Score the best files of a code layer.

    Args:
        layer: a code layer.
        scorer: of the question, with the statistics of this layer.
        question: as the engine needs it.
        narrowing: which sources may be hits.
        hits: how many hits are wanted.
    """
    kinds = [k for k in CODE_KINDS if k in layer.reader.manifest.kinds]
    wanted = [k for k in kinds if not narrowing.kinds or k in narrowing.kinds]
    if not wanted or narrowing.types or narrowing.tags:
        return []
    reader = layer.reader
    evidence, strongest = _strongest(reader, scorer)
    history = HistoryEvidence(layer.history, scorer.terms, layer.prefix) if layer.history is not None else None
    if history is not None:
        keys = [source_key("module", path) for path in history.strongest(STRONGEST_FILES)]
        strongest += reader.lookup_keys(keys)
    found = list(reader.candidates(question, Filter(tuple(kinds)), CANDIDATES).records)
    # Few and long, they would not stand out among symbols.
    found += reader.candidates(question, Filter(("arch", "subsystem")), SUMMARIES).records
    if WHOLE in scorer.wanted.sorts:
        # It answers though it may hold no word of the question.
        found += reader.lookup_keys([source_key("arch", "")])
    definitions = find_definitions(reader, scorer)
    modules, symbols, summaries = _sort_out((*found, *strongest, *definitions.records))
    missing = sorted(symbols.keys() - modules.keys())
    modules |= {m.path: m for m in reader.lookup_keys([source_key("module", path) for path in missing])}
    ranked = [rated(record, layer, _with_whole(scorer.parts(record), record, scorer)) for record in summaries]
    by_file = _rank_files(layer, scorer, (evidence, history), modules, symbols)
    if definitions.records:
        definitions = definitions.scaled(max(before_factors(r.parts) for file in by_file.values() for r in file))
        # Only the files of definitions score otherwise than before.
        paths = {record.path for record in definitions.records}
        defining = {path: modules[path] for path in modules.keys() & paths}
        theirs = {path: symbols[path] for path in symbols.keys() & paths}
        by_file |= _rank_files(layer, scorer, (evidence, history), defining, theirs, definitions)
    best = sorted(by_file, key=lambda path: (-max(r.score for r in by_file[path]), path))
    best = best[: max(FILES_READ, FILES_A_HIT * hits)]
    _, symbols, _ = _sort_out((*reader.symbols_of(best, question.terms, SYMBOLS_READ), *definitions.of_files(best)))
    chosen = {path: modules[path] for path in best if path in modules}
    for ranked_file in _rank_files(layer, scorer, (evidence, history), chosen, symbols, definitions).values():
        ranked += ranked_file
    return [r for r in ranked if r.record.kind in wanted]


def _rank_files(
    layer: CodeLayer,
    scorer: Scorer,
    evidence: tuple[Evidence, HistoryEvidence | None],
    modules: Mapping[str, Record],
    symbols: Mapping[str, Mapping[tuple[int, str], Record]],
    definitions: Definitions = NO_DEFINITIONS,
) -> dict[str, list[Ranked]]:
    """Score the sources of files; path → its module and symbols."""
    ranked = {}
    for path in sorted(symbols.keys() | modules.keys()):
        module = modules.get(path)
        parts = evidence[0].of(module) if module is not None else EvidenceParts()
        commits = evidence[1].of(path) if evidence[1] is not None else NOTHING
        speaking = _Speaking(parts, commits, definitions)
        ranked[path] = _rank_file(layer, scorer, module, symbols.get(path, {}).values(), speaking)
    return ranked


def _strongest(reader: PublishedIndex, scorer: Scorer) -> tuple[Evidence, list[Record]]:
    """Return the evidence for the question, and the modules with the most of it."""
    words = find_words(scorer.present, reader.module_doc_freqs, reader.manifest.kinds.get("module", 0))
    weights = [("path", word.term, boosts.PATH_WEIGHT * word.path_idf) for word in words if word.path_idf]
    weights += [("names", word.term, boosts.NAMES_WEIGHT * word.names_idf) for word in words if word.names_idf]
    strongest = reader.strongest_modules(weights, STRONGEST_FILES)
    return Evidence(scorer.present, words, scorer.wanted.files), strongest


def _sort_out(
    records: Iterable[Record],
) -> tuple[dict[str, Record], dict[str, dict[tuple[int, str], Record]], list[Record]]:
    """Return modules by path, symbols by path and place, and the summaries of folders, each once."""
    modules: dict[str, Record] = {}
    symbols: dict[str, dict[tuple[int, str], Record]] = {}
    summaries: dict[tuple[str, str], Record] = {}
    for record in records:
        if record.kind == "module":
            modules[record.path] = record
        elif record.kind == "symbol":
            symbols.setdefault(record.path, {})[record.line, record.title] = record
        else:
            summaries[record.kind, record.path] = record
    return modules, symbols, list(summaries.values())


def _rank_file(
    layer: CodeLayer, scorer: Scorer, module: Record | None, symbols: Iterable[Record], evidence: _Speaking
) -> list[Ranked]:
    """Score the module and the symbols of one file."""
    scored = [(scorer.parts(symbol), symbol, evidence.definitions.of(symbol)) for symbol in symbols]
    if len(scored) > 1:
        # What speaks for the file speaks for the definition that the question is about.
        scored.sort(key=lambda one: (-one[2], -_text(one[0]), one[1].line, one[1].title))
    texts = sorted((_text(parts) for parts, *_ in scored), reverse=True)[: boosts.GOOD_UNITS]
    units = sum(boosts.UNIT_DECAY**i * text for i, text in enumerate(texts) if i > 0)
    ranked = []
    for i, (parts, symbol, definition) in enumerate(scored[:SYMBOLS_A_FILE]):
        share = boosts.UNIT_DECAY**i
        parts = _with_evidence(parts, evidence, share, units if i == 0 else 0.0)
        if definition:
            parts = parts._replace(evidence=(*parts.evidence, ("definition", definition)))
        ranked.append(rated(symbol, layer, parts))
    if module is not None:
        ranked.append(rated(module, layer, _with_evidence(scorer.parts(module), evidence, 1.0, 0.0)))
    return ranked


def _text(parts: ScoreParts) -> float:
    return parts.coverage * (parts.bm25 + parts.title)


def _with_whole(parts: ScoreParts, summary: Record, scorer: Scorer) -> ScoreParts:
    """Add what the summary of the whole gets when a question asks for that: as if each term were in its title."""
    if summary.kind != "arch" or not asks_for(scorer.wanted, "arch"):
        return parts
    return parts._replace(evidence=(*parts.evidence, ("whole", sum(scorer.statistics.idf[: len(scorer.terms)]))))


class _Speaking(NamedTuple):
    """What speaks for a file."""

    file: EvidenceParts
    commits: FileHistory
    definitions: Definitions


def _with_evidence(parts: ScoreParts, evidence: _Speaking, share: float, units: float) -> ScoreParts:
    """Add the evidence of a file to the parts of one of its sources."""
    file, commits, _ = evidence
    values = (
        ("path", file.path), ("names", file.names), ("stem", file.stem),
        ("anchor", commits.anchor), ("commits", commits.similar),
    )  # fmt: skip
    named = [(name, share * value) for name, value in values if value]
    if units:
        named.append(("units", units))
    coverage = _coverage(parts, commits.held, share) if commits.held else parts.coverage
    # All by place: naming them, as `_replace` does, takes twice as long, and this is done for each source.
    return ScoreParts(
        parts.bm25, parts.title, coverage, parts.prior, parts.page, parts.category, parts.recency, tuple(named),
        file.used, parts.terms, parts.held, parts.forms, parts.share, parts.wanted,
    )  # fmt: skip


def _coverage(parts: ScoreParts, in_commits: Sequence[float], share: float) -> float:
    """Return the coverage of a source where terms that only commits of its file have count for a part."""
    weight = boosts.ANCHOR_COVERAGE * share
    held, bits, forms = 0.0, parts.held, parts.forms
    for part in in_commits:
        held += 1.0 if bits & 1 else max(weight * part, boosts.RELATED_COVERAGE * (forms & 1))
        bits >>= 1
        forms >>= 1
    return boosts.coverage(held, len(in_commits), code=True)
