"""The definitions of the names that a question uses: which symbols they are, and what each adds to its score."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from trove_git.index.record import Record, defined_as, defined_like, own_name, own_term
from trove_git.ranking import boosts
from trove_git.ranking.evidence import stem_and_folder
from trove_git.ranking.names import Name, scope_of
from trove_git.ranking.score import Scorer
from trove_git.ranking.wanted import CALL
from trove_git.terms import question_terms

if TYPE_CHECKING:
    from trove_git.index.published import PublishedIndex

MOST = 400
"""Definitions that are looked at; where a name has more, it says little."""
MOST_NEAR = 20
"""The same for names that are nearly the one that is asked for."""


class Definitions(NamedTuple):
    """Symbols that define what a question names, with what each adds."""

    records: tuple[Record, ...] = ()
    weights: Mapping[tuple[str, int, str], float] = {}
    """(path, line, title) → what its definition adds, above 0."""

    def of(self, symbol: Record) -> float:
        """Return what a symbol gets for defining a name of the question; 0 for most."""
        return self.weights.get((symbol.path, symbol.line, symbol.title), 0.0) if self.weights else 0.0

    def of_files(self, paths: Iterable[str]) -> list[Record]:
        """Return the definitions in some files."""
        wanted = frozenset(paths)
        return [record for record in self.records if record.path in wanted]

    def scaled(self, factor: float) -> Definitions:
        """Return the same definitions with every weight times a factor."""
        return Definitions(self.records, {key: factor * weight for key, weight in self.weights.items()})


NO_DEFINITIONS = Definitions()


def find_definitions(reader: PublishedIndex, scorer: Scorer) -> Definitions:
    """Find what defines the names of a question, each with its weight as a share of the best file's score."""
    if CALL in scorer.wanted.sorts or not scorer.names.found:
        return NO_DEFINITIONS
    instead = dict(zip(scorer.terms, scorer.present, strict=True))
    by_term: dict[str, list[Name]] = {}
    for name in scorer.names.found:
        by_term.setdefault(instead.get(name.term, name.term), []).append(name)
    keys = [defined_like(term) for term in by_term]
    keys += [defined_as(name.own) for name in scorer.names.found if name.spelled]
    records = [record for record in reader.definitions(list(dict.fromkeys(keys)), MOST) if record.kind == "symbol"]
    for name in _unknown(scorer.names.found, records, reader):
        for record in reader.definitions_near((defined_as(name.own), defined_like(name.term)), MOST_NEAR):
            by_term.setdefault(own_term(record.title), []).append(name._replace(own=own_name(record.title)))
            records.append(record)
    terms = [own_term(record.title) for record in records]
    files: dict[str, set[str]] = {}
    for record, term in zip(records, terms, strict=True):
        files.setdefault(term, set()).add(record.path)
    weights: dict[tuple[str, int, str], float] = {}
    for record, term in zip(records, terms, strict=True):
        weight = max((_weight(name, record, term) for name in by_term.get(term, ())), default=0.0)
        if weight:
            rarity = min(1.0, math.sqrt(boosts.NAME_FILES / len(files[term])))
            weights[record.path, record.line, record.title] = weight * rarity
    return Definitions(tuple(records), weights)


def _unknown(names: Sequence[Name], found: Sequence[Record], reader: PublishedIndex) -> list[Name]:
    """Return the names that are typed as identifiers are and that no source has: typing errors, or cut short."""
    defined = {own_term(record.title) for record in found}
    typed = [name for name in names if name.certain and name.term not in defined]
    return [name for name, held in zip(typed, reader.doc_freqs([name.term for name in typed]), strict=True) if not held]


def _weight(name: Name, symbol: Record, term: str) -> float:
    """Return how much a symbol is what a name means, whatever its rarity.

    Args:
        name: of the question.
        symbol: that defines it.
        term: of the symbol's own name.
    """
    weight = name.weight * boosts.DEFINITION_KIND.get(symbol.symbol_kind, 0.4)
    # The mark behind a name is part of it in Ruby, and ends most other questions.
    if name.spelled and own_name(symbol.title) not in (name.own, name.own.rstrip("?!")):
        weight *= boosts.NAME_OTHER_CASE
    if name.scope and not _lies_in(symbol, name.scope):
        weight *= boosts.NAME_OTHER_SCOPE
    stem, _ = stem_and_folder(symbol.path)
    if question_terms(stem)[:1] == [term]:
        weight *= boosts.NAME_OF_FILE
    return weight


def _lies_in(symbol: Record, scope: tuple[str, ...]) -> bool:
    """Whether the names that a symbol lies in, or its path, end with those of a scope."""
    outer = [part.lower() for part in scope_of(symbol.title)]
    wanted = [part.lower() for part in scope]
    if outer[-len(wanted) :] == wanted:
        return True
    folders = symbol.path.lower().replace("_", "").rpartition(".")[0].split("/")
    return not outer and wanted[-1].replace("_", "") in folders
