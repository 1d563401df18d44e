"""Ranking of a small code index: evidence of files, definitions, kinds, files that count less."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.indexes import put, source
from trove_git.index.published import PublishedIndex
from trove_git.index.search import Filter
from trove_git.index.store import Layer
from trove_git.ranking import bm25, boosts
from trove_git.ranking import code as room
from trove_git.ranking.asked import Asked
from trove_git.ranking.evidence import Evidence
from trove_git.ranking.names import Name, Names
from trove_git.ranking.rank import Expansion, Limits, prepare, rank
from trove_git.ranking.related import Related
from trove_git.ranking.score import Ranked, before_factors, combine
from trove_git.ranking.searched import CodeLayer, WordsLayer
from trove_git.ranking.wanted import CALL, WHOLE, Wanted
from trove_git.records import Source

WIDE = Limits(100, 100, {}, modules_apart=True)


def symbol(path: str, line: int, title: str, body: str, kind: str = "function", **fields: Any) -> Source:
    return source(path, body, line=line, end_line=line, title=title, kind="symbol", symbol_kind=kind, **fields)


def module(path: str, body: str = "", **fields: Any) -> Source:
    words = path.rpartition(".")[0].replace("/", " ")
    return source(path, body, kind="module", title=path, title_text=words, **fields)


CODE = (
    module("net/retry.py", "waits", names=("budget", "spend"), used_by=9),
    symbol("net/retry.py", 1, "spend", "spend spend spend budget"),
    symbol("net/retry.py", 5, "budget", "budget", kind="class"),
    symbol("net/retry.py", 9, "refill", "spend gamma delta epsilon zeta omega"),
    module("net/other.py", "gamma"),
    symbol("net/other.py", 1, "other", "gamma spend"),
    source("net", "spend over the net", kind="subsystem", line=0, title="net"),
    source("", "delta architecture", kind="arch", line=0, title="architecture"),
)


def published(tmp_path: Path, *sources: Source) -> PublishedIndex:
    return put(Layer(str(tmp_path), "code"), "r", sources)


def ranked(index: PublishedIndex, *terms: str, narrowing: Filter | None = None, **asked: Any) -> list[Ranked]:
    return rank([CodeLayer(index)], terms, narrowing or Filter(), WIDE, Asked(**asked))


def at(found: list[Ranked], path: str, line: int, kind: str = "symbol") -> Ranked:
    (one,) = [r for r in found if (r.record.kind, r.record.path, r.record.line) == (kind, path, line)]
    return one


def evidence(one: Ranked) -> dict[str, float]:
    return dict(one.parts.evidence)


def test_evidence_of_a_file_counts_by_halves(tmp_path):
    found = ranked(published(tmp_path, *CODE), "spend", "retry")
    own = evidence(at(found, "net/retry.py", 1, "module"))
    assert own.keys() == {"path", "names", "stem"}
    best, second = at(found, "net/retry.py", 1), at(found, "net/retry.py", 9)
    for name, value in own.items():
        assert evidence(best)[name] == pytest.approx(value)  # in full
        assert evidence(second)[name] == pytest.approx(value / 2)  # 1 x 0.5
    # What the second symbol has of its own, by half, speaks for the best one.
    assert evidence(best)["units"] == pytest.approx(0.5 * room._text(second.parts))
    assert "units" not in evidence(second)
    assert best.score > second.score


def test_a_symbol_without_a_term_is_not_found(tmp_path):
    found = ranked(published(tmp_path, *CODE), "spend")
    symbols = [(r.record.path, r.record.line) for r in found if r.record.kind == "symbol"]
    assert sorted(symbols) == [("net/other.py", 1), ("net/retry.py", 1), ("net/retry.py", 9)]


def test_files_that_others_use(tmp_path):
    found = ranked(published(tmp_path, *CODE), "spend")
    assert at(found, "net/retry.py", 1).parts.used == pytest.approx(1.2)  # 1 + 0.2 x log10(10)
    assert at(found, "net/other.py", 1).parts.used == 1.0  # it has no evidence
    assert evidence(at(found, "net/other.py", 1)) == {}


def test_the_score_is_made_of_its_parts(tmp_path):
    found = ranked(published(tmp_path, *CODE), "spend", "retry", "delta")
    assert found
    for one in found:
        parts = one.parts
        assert parts.prior == boosts.PRIOR_BY_KIND[one.record.kind]
        assert one.score == pytest.approx(combine(parts), abs=1e-9)
        added = parts.bm25 + parts.title + sum(value for _, value in parts.evidence)
        assert one.score == pytest.approx(parts.prior * parts.page * parts.coverage * parts.used * added, abs=1e-9)


@pytest.mark.parametrize("kind", ["class", "function", "constant"])
def test_a_symbol_that_is_named_by_the_question(tmp_path, kind):
    index = published(
        tmp_path, symbol("a.py", 1, "Net.socket", "socket", kind), symbol("a.py", 3, "close", "close the socket"),
        symbol("b.py", 1, "other", "other"),
    )  # fmt: skip
    plain = ranked(index, "socket")
    best = max(before_factors(one.parts) for one in plain)
    found = ranked(index, "socket", names=Names((Name("socket", 2.0),)))
    wanted = 2.0 * boosts.DEFINITION_KIND[kind] * best
    assert evidence(at(found, "a.py", 1))["definition"] == pytest.approx(wanted)
    assert "definition" not in evidence(at(found, "a.py", 3))
    assert "definition" not in evidence(at(plain, "a.py", 1))
    assert at(found, "a.py", 1).score > at(plain, "a.py", 1).score


def test_a_definition_is_found_that_the_words_alone_do_not_lead_to(tmp_path, monkeypatch):
    """Its name is typed as words, and its file is none of the candidates."""
    monkeypatch.setattr(room, "CANDIDATES", 3)
    noise = [symbol(f"n{i}.py", 1, "hash", "hash code builder") for i in range(9)]
    index = published(tmp_path, *noise, symbol("zz.py", 7, "HashCodeBuilder", "filler " * 50, kind="class"))
    terms = ("hash", "code", "builder")
    assert not [one for one in ranked(index, *terms) if one.record.path == "zz.py"]
    names = Names((Name("hashcodebuilder", 0.6, spelled=False),))
    assert evidence(at(ranked(index, *terms, names=names), "zz.py", 7))["definition"] > 0


def test_what_speaks_for_a_file_speaks_for_the_definition_that_is_asked_for(tmp_path):
    index = published(tmp_path, *CODE)
    assert evidence(at(ranked(index, "spend", "retry", "budget"), "net/retry.py", 5))["path"] == pytest.approx(
        evidence(at(ranked(index, "spend", "retry", "budget"), "net/retry.py", 1, "module"))["path"] / 2
    )
    found = ranked(index, "spend", "retry", "budget", names=Names((Name("budget", 1.0),)))
    assert evidence(at(found, "net/retry.py", 5))["path"] == evidence(at(found, "net/retry.py", 1, "module"))["path"]


@pytest.mark.parametrize("kinds", [("symbol",), ("module",), ("subsystem",), ("arch",), ("symbol", "module"), ()])
def test_kinds(tmp_path, kinds):
    index = published(tmp_path, *CODE)
    terms = ("spend", "retry", "delta")
    everything = ranked(index, *terms)
    assert {r.record.kind for r in everything} == {"symbol", "module", "subsystem", "arch"}
    found = ranked(index, *terms, narrowing=Filter(kinds=kinds))
    wanted = [(r.record.path, r.record.line, r.score) for r in everything if not kinds or r.record.kind in kinds]
    assert [(r.record.path, r.record.line, r.score) for r in found] == wanted


@pytest.mark.parametrize(
    "narrowing", [Filter(types=("gotcha",)), Filter(tags=("x",)), Filter(kinds=("doc",)), Filter(kinds=("project",))]
)
def test_code_is_neither_an_entry_nor_a_doc(tmp_path, narrowing):
    assert ranked(published(tmp_path, *CODE), "spend", narrowing=narrowing) == []


def test_no_code_at_all(tmp_path):
    assert ranked(published(tmp_path), "spend") == []
    assert ranked(published(tmp_path, *CODE), "none") == []


@pytest.mark.parametrize(
    ("category", "asking", "factor"),
    [("test", "fixtur", 0.2), ("example", "sampl", 0.2), ("stub", "typ", 0.5), ("vendored", "vendor", 0.2)],
)
def test_tests_examples_and_their_like_count_less_unless_asked_for(tmp_path, category, asking, factor):
    index = published(
        tmp_path, symbol("a.py", 1, "one", "spend"), symbol("b.py", 1, "two", "spend", category=category),
        module("b.py", "spend", category=category),
    )  # fmt: skip
    found = ranked(index, "spend")
    assert at(found, "a.py", 1).score > at(found, "b.py", 1).score > 0
    assert at(found, "b.py", 1).score == pytest.approx(factor * at(found, "a.py", 1).score)
    assert (at(found, "b.py", 1).parts.page, at(found, "b.py", 1).parts.category) == (factor, category)
    assert at(found, "b.py", 1, "module").parts.page == factor
    assert asking in boosts.CATEGORY_TERMS[category]
    assert at(ranked(index, "spend", asking), "b.py", 1).parts.page == 1.0


def test_evidence_finds_a_file_whose_words_the_engine_puts_last(tmp_path, monkeypatch):
    """Its module is none of the candidates by words; its path leads to it and to its symbols."""
    monkeypatch.setattr(room, "CANDIDATES", 3)
    monkeypatch.setattr(room, "STRONGEST_FILES", 1)
    noise = [symbol(f"n{i}.py", 1, "spend", "spend spend") for i in range(9)]
    index = published(
        tmp_path, *noise, module("spend/spend.py"), symbol("spend/spend.py", 7, "go", "spend " + "filler " * 200)
    )
    found = ranked(index, "spend")
    assert at(found, "spend/spend.py", 7).parts.evidence
    assert at(found, "spend/spend.py", 1, "module").score > 0
    monkeypatch.setattr(room, "STRONGEST_FILES", 0)
    monkeypatch.setattr(room, "_strongest", lambda *a: (Evidence(("spend",), []), []))
    assert [r for r in ranked(index, "spend") if r.record.path == "spend/spend.py"] == []


def test_the_module_of_a_symbol_is_looked_up(tmp_path, monkeypatch):
    """A candidate symbol has the evidence of its file even where the file is not among the strongest."""
    index = published(tmp_path, *CODE)
    scorer, _ = prepare([CodeLayer(index)], ("spend",), Asked())
    evidence_of, _ = room._strongest(index, scorer)
    wanted = evidence(at(ranked(index, "spend"), "net/retry.py", 1))
    monkeypatch.setattr(room, "_strongest", lambda *a: (evidence_of, []))
    assert evidence(at(ranked(index, "spend"), "net/retry.py", 1)) == wanted != {}


def test_code_and_words_are_ranked_together(tmp_path):
    code = published(tmp_path / "a", *CODE)
    words = put(Layer(str(tmp_path / "b"), "k"), "r", [source("a.md", "spend"), source("b.md", "gamma")])
    found = rank([WordsLayer(words), CodeLayer(code)], ("spend",), Filter(), WIDE)
    assert {r.record.kind for r in found} == {"doc", "symbol", "module", "subsystem"}
    assert [r.order for r in found] == sorted(r.order for r in found)
    # Each has its own statistics: the score of the doc is the same without code.
    (alone, *_) = rank([WordsLayer(words)], ("spend",), Filter(), WIDE)
    assert [r.score for r in found if r.record.kind == "doc"] == [alone.score]
    few = rank([WordsLayer(words), CodeLayer(code)], ("spend",), Filter(), Limits(100, 100, {"symbol": 1}))
    assert [r.record.kind for r in few].count("symbol") == 1


def test_the_architecture_answers_though_it_holds_no_word_of_the_question(tmp_path):
    index = published(tmp_path, *CODE)
    wanted = Wanted(frozenset({WHOLE}))
    first = ranked(index, "budget", "organis", wanted=wanted)[0]
    assert (first.record.kind, first.parts.wanted) == ("arch", boosts.WANTED_MORE)
    idf = bm25.idf(8, index.doc_freq("budget")) + bm25.idf(8, 0)
    assert evidence(first) == {"whole": pytest.approx(idf)}
    assert all(r.record.kind != "arch" for r in ranked(index, "budget", "organis"))


def test_a_quoted_file_comes_first(tmp_path):
    index = published(tmp_path, *CODE)
    assert ranked(index, "gamma")[0].record.kind == "symbol"
    found = ranked(index, "gamma", wanted=Wanted(paths=("net/other.py",)))
    assert (found[0].record.kind, found[0].record.path) == ("module", "net/other.py")
    assert found[0].parts.wanted == boosts.WANTED_MORE
    assert at(found, "net/retry.py", 9).parts.wanted == 1.0


def test_a_quoted_file_that_counts_less_counts_in_full(tmp_path):
    sources = (
        module("tests/a.py", "gamma", category="test"),
        symbol("tests/a.py", 1, "gamma", "gamma", category="test"),
    )
    index = published(tmp_path, *CODE, *sources)
    assert at(ranked(index, "gamma"), "tests/a.py", 1).parts.page < 1
    assert at(ranked(index, "gamma", wanted=Wanted(paths=("tests/a.py",))), "tests/a.py", 1).parts.page == 1.0


def test_a_question_for_uses_puts_the_definition_behind(tmp_path):
    index = published(tmp_path, *CODE)
    assert ranked(index, "spend")[0].record.title == "spend"
    wanted = Wanted(frozenset({CALL}), frozenset({"spend"}))
    found = ranked(index, "spend", "gamma", wanted=wanted, names=Names((Name("spend", 1.0),)))
    assert [r.record.title for r in found[:2]] == ["refill", "other"]
    definition = at(found, "net/retry.py", 1)
    assert definition.parts.wanted == pytest.approx(boosts.WANTED_LESS**2)
    assert "definition" not in evidence(definition)


def test_what_comes_first_does_not_depend_on_the_limit(tmp_path):
    """A file may have more of the question than the candidates among its symbols showed."""
    sources = []
    for n in range(18):
        # All of these are candidates, of files that have nothing else.
        sources += [symbol(f"a/first_{n}.py", line, f"part{line}", "reap dead pool") for line in range(1, 15)]
        sources.append(module(f"a/first_{n}.py"))
    long = "reap dead pool " + "filler " * 60
    for n in range(14):
        sources += [symbol(f"b/second_{n}.py", line, f"part{line}", long) for line in range(1, 9)]
        sources.append(module(f"b/second_{n}.py", names=("pool",)))
    index = published(tmp_path, *sources)
    found = {}
    for limit in (3, 12, 60):
        limits = Limits(limit, limit, {}, modules_apart=True)
        hits = rank([CodeLayer(index)], ["reap", "dead", "pool"], Filter(), limits)
        found[limit] = [(r.record.path, r.record.line, r.score) for r in hits]
    assert found[60][:12] == found[12]
    assert found[12][:3] == found[3]


def test_another_form_of_a_word_counts_by_half_where_the_word_is_missing(tmp_path):
    forms = Expansion(code=(Related("spender", 0, False, if_missing=True),))
    index = published(
        tmp_path,
        symbol("a.py", 1, "one", "spend other other"),
        symbol("b.py", 1, "two", "spender other other"),
        symbol("c.py", 1, "both", "spend spender other"),
        symbol("d.py", 1, "none", "other other other"),
    )
    terms = ("spend", "other")

    def parts(related: Expansion) -> dict[str, Any]:
        found = rank([CodeLayer(index)], terms, Filter(kinds=("symbol",)), WIDE, related=related)
        return {r.record.path: r.parts for r in found}

    with_forms, without = parts(forms), parts(Expansion())
    assert {path: (p.held, p.forms) for path, p in with_forms.items()} == {
        "a.py": (3, 0), "b.py": (2, 1), "c.py": (3, 0), "d.py": (2, 0)
    }  # fmt: skip
    assert with_forms["a.py"] == without["a.py"]
    assert with_forms["c.py"] == without["c.py"]
    assert without["b.py"].bm25 < with_forms["b.py"].bm25 < with_forms["a.py"].bm25
    assert (with_forms["b.py"].title, with_forms["d.py"]) == (without["b.py"].title, without["d.py"])
    assert with_forms["b.py"].coverage == boosts.coverage(1.5, 2, code=True)
    assert without["b.py"].share < with_forms["b.py"].share < with_forms["a.py"].share
