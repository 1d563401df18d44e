"""Ranking: the score by hand, the caps, the statistics over several indexes, and the certificate."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import pytest

from tests.support.indexes import put, source
from trove_git.index.record import Prepared
from trove_git.index.search import Candidates, Filter, MemoryIndex, Question
from trove_git.index.store import Layer
from trove_git.ranking import rank as room
from trove_git.ranking.asked import Asked
from trove_git.ranking.boosts import COVERAGE_EXPONENT, PRIOR_BY_KIND
from trove_git.ranking.rank import Limits, rank, select
from trove_git.ranking.score import Ranked, Scorer, Statistics, combine, gather_statistics, rated
from trove_git.ranking.searched import WordsLayer
from trove_git.ranking.wanted import Wanted
from trove_git.records import ScoreParts, Source

about: Any = pytest.approx
"""A number that a record holds in the place of a float."""

WIDE = Limits(100, 100, {})


def memory(*sources: Source) -> MemoryIndex:
    return MemoryIndex([Prepared(s) for s in sources])


def paths(ranked: list[Ranked]) -> list[tuple[str, int]]:
    return [(r.record.path, r.record.line) for r in ranked]


def asked(*sources: Source, terms=("alpha",), narrowing=None, limits=WIDE) -> list[Ranked]:
    return rank([WordsLayer(memory(*sources))], terms, narrowing or Filter(), limits, explain=True)


# Lengths 4 and 2, the mean 3; idf(alpha) = ln 1.2 for 2 of 2, idf(beta) = ln 2 for 1 of 2.
FIRST = source("a.md", "alpha beta beta", title="beta")
SECOND = source("b.md", "alpha gamma")
ALPHA, BETA = math.log(1.2), math.log(2)


def test_the_score_by_hand():
    layers = [WordsLayer(memory(FIRST, SECOND))]
    first, second = rank(layers, ("alpha", "beta"), Filter(), WIDE, explain=True)
    # alpha once, beta three times (the title's among them), norm 1.2 x (0.25 + 0.75 x 4/3) = 1.5:
    # 0.1823 x 2.2 x 1/2.5 + 0.6931 x 2.2 x 3/4.5 = 1.1770; title 1.0 x 0.6931; times 1.1 and coverage 1
    body = ALPHA * 2.2 * 1 / 2.5 + BETA * 2.2 * 3 / 4.5
    assert first.score == pytest.approx(1.1 * (body + BETA), abs=2e-9)
    assert first.parts == ScoreParts(
        bm25=about(body), title=about(BETA), coverage=1.0, prior=1.1, page=1.0, category="",
        recency=1.0,
        terms=(("beta", about(BETA * 2.2 * 3 / 4.5 + BETA)), ("alpha", about(ALPHA * 2.2 / 2.5))),
        held=0b11, share=1.0,
    )  # fmt: skip
    # alpha once, norm 1.2 x (0.25 + 0.75 x 2/3) = 0.9: 0.1823 x 2.2 x 1/1.9; half of the terms
    assert second.score == pytest.approx(1.1 * 0.5**COVERAGE_EXPONENT * ALPHA * 2.2 / 1.9, abs=2e-9)
    assert second.parts.title == 0.0


def test_terms_are_named_only_where_a_score_is_explained():
    (ranked,) = rank([WordsLayer(memory(SECOND))], ("alpha",), Filter(), WIDE)
    assert ranked.parts.terms == ()


def test_the_parts_name_terms_only_on_request():
    layers = [WordsLayer(memory(FIRST, SECOND))]
    plain = rank(layers, ("alpha", "beta"), Filter(), WIDE)
    explained = rank(layers, ("alpha", "beta"), Filter(), WIDE, explain=True)
    assert [r.parts.terms for r in plain] == [(), ()]
    assert [r.parts._replace(terms=()) for r in explained] == [r.parts for r in plain]
    assert [r.score for r in explained] == [r.score for r in plain]


def test_parts_make_the_score():
    parts = ScoreParts(bm25=2.0, title=1.0, coverage=0.5, prior=1.1, page=0.4, category="blog", recency=2.0)
    assert combine(parts) == pytest.approx(1.1 * 0.4 * 2.0 * 0.5 * 3.0)  # 1.32


def test_scores_have_nine_digits():
    for ranked in asked(FIRST, SECOND, terms=("alpha", "beta")):
        assert ranked.score == round(ranked.score, 9)


@pytest.mark.parametrize(
    ("category", "question", "page", "named"),
    [
        pytest.param("changelog", ("alpha",), 0.4, "changelog", id="counts less"),
        pytest.param("changelog", ("alpha", "changelog"), 1.0, "", id="asked for"),
        pytest.param("", ("alpha",), 1.0, "", id="none"),
    ],
)
def test_pages_that_count_less(category, question, page, named):
    (ranked,) = asked(source("a.md", "alpha", category=category), terms=question)
    assert (ranked.parts.page, ranked.parts.category) == (page, named)


@pytest.mark.parametrize("kind", ["project", "doc", "tool"])
def test_prior_of_a_kind(kind):
    (ranked,) = asked(source("a.md", "alpha", kind=kind))
    assert ranked.parts.prior == PRIOR_BY_KIND[kind]


def test_a_kind_without_words_has_no_mean_length():
    scorer = Scorer(("alpha",), Statistics(1, (1.0,), {}))
    record = Prepared(source("a.md", "alpha")).record
    made = rated(record, WordsLayer(memory()), scorer.parts(record))
    assert made.score == pytest.approx(1.1 * 2.2 / 2.2)  # length 1, mean taken as 1


def test_ties_go_by_path_then_line_then_title():
    sources = [
        source("b.md", "alpha one", line=1),
        source("a.md", "alpha two", line=10),
        source("a.md", "alpha three", line=9),
        source("a.md", "alpha three", line=9, title="..."),
    ]
    for order in itertools.permutations(sources):
        found = asked(*order)
        assert paths(found) == [("a.md", 9), ("a.md", 9), ("a.md", 10), ("b.md", 1)]
        assert [r.record.title for r in found[:2]] == ["", "..."]


@pytest.mark.parametrize(
    ("limits", "kinds"),
    [
        pytest.param(Limits(100, 100, {}), "ppppddddtt", id="no caps"),
        pytest.param(Limits(3, 100, {}), "ppp", id="hits"),
        pytest.param(Limits(100, 2, {}), "ppddtt", id="of a kind"),
        pytest.param(Limits(5, 2, {}), "ppddt", id="both"),
        pytest.param(Limits(100, 100, {"tool": 1}), "ppppddddt", id="a kind of its own"),
        pytest.param(Limits(100, 1, {"doc": 3}), "pdt", id="the lower cap counts"),
        pytest.param(Limits(100, 100, {"doc": 0}), "pppptt", id="none of a kind"),
    ],
)
def test_caps(limits, kinds):
    sources = [source(f"{kind}{i}.md", f"alpha x{i}", kind=kind) for kind in ("doc", "project") for i in range(4)]
    sources += [source(f"tool{i}", f"alpha x{i}", kind="tool") for i in range(2)]
    assert "".join(r.record.kind[0] for r in asked(*sources, limits=limits)) == kinds


def test_select_takes_the_best():
    found = asked(*(source(f"{i}.md", "alpha " * i) for i in range(1, 6)))
    assert select(reversed(found), Limits(2, 9, {})) == found[:2]
    assert select([], Limits(2, 9, {})) == []


FACTORS = {"1.md": 0.5, "3.md": 0.1, "5.md": 0.9, "6.md": 0.3}


def demote(item: Ranked) -> Ranked:
    return rated(item.record, item.layer, item.parts._replace(fresh=FACTORS.get(item.record.path, 1.0)))


@pytest.mark.parametrize("limits", [WIDE, Limits(3, 9, {}), Limits(9, 2, {}), Limits(4, 9, {"project": 1})])
def test_selecting_demoted_sources_is_selecting_from_their_kept_scores(limits):
    sources = [source(f"{i}.md", "alpha " * (9 - i) + "x", kind="project" if i % 2 else "doc") for i in range(8)]
    found = asked(*sources)
    expected = select(map(demote, found), limits)
    assert select(found, limits, demote) == expected
    assert expected != select(found, limits)


def test_what_cannot_be_chosen_is_not_looked_at():
    found = asked(*(source(f"{i}.md", "alpha " * (9 - i)) for i in range(8)))
    looked_at = []
    chosen = select(
        reversed(found), Limits(2, 9, {}), lambda item: (looked_at.append(item.record.path), demote(item))[1]
    )
    # 0.md stays, 1.md goes down, 2.md stays; what is below 2.md cannot come in.
    assert [item.record.path for item in chosen] == ["0.md", "2.md"]
    assert looked_at == ["0.md", "1.md", "2.md"]


def test_a_filter_narrows_the_hits_and_not_the_statistics():
    sources = [source("a.md", "alpha"), source("b.md", "alpha beta"), source("e.md", "alpha", kind="project")]
    everything = {r.record.path: r.score for r in asked(*sources)}
    narrowed = asked(*sources, narrowing=Filter(kinds=("project",)))
    assert [(r.record.path, r.score) for r in narrowed] == [("e.md", everything["e.md"])]


def test_no_match():
    assert asked(source("a.md", "beta")) == []
    assert rank([], ("alpha",), Filter(), WIDE) == []
    assert asked() == []


COMMITTED = (source("a.md", "alpha alpha"), source("b.md", "alpha beta"), source("c.md", "gamma", kind="project"))
CHANGED = (source("a.md", "beta delta epsilon"),)


def test_statistics_over_indexes_and_without_hidden_paths(tmp_path):
    hidden = frozenset({"a.md", "c.md", "not there.md"})
    layers = [
        WordsLayer(put(Layer(str(tmp_path), "k"), "r", COMMITTED), hidden),
        WordsLayer(memory(*CHANGED), uncommitted=True),
    ]
    made = gather_statistics(layers, ["alpha", "beta", "gamma", "none"])
    # Searched are b.md with 2 terms and the changed a.md with 3: alpha in one, beta in both.
    assert made.source_count == 2
    assert made.idf == pytest.approx([math.log(1 + (2 - df + 0.5) / (df + 0.5)) for df in (1, 2, 0, 0)])
    assert made.mean_len == {"doc": 2.5}


def test_hidden_paths_are_not_found_and_their_present_content_is(tmp_path):
    published = put(Layer(str(tmp_path), "k"), "r", COMMITTED)
    layers = [WordsLayer(published, frozenset({"a.md"})), WordsLayer(memory(*CHANGED), uncommitted=True)]
    assert paths(rank(layers, ("alpha",), Filter(), WIDE)) == [("b.md", 1)]
    found = rank(layers, ("beta",), Filter(), WIDE)
    assert [(r.record.path, r.uncommitted) for r in found] == [("b.md", False), ("a.md", True)]
    plain = asked(*COMMITTED[1:], *CHANGED, terms=("beta",))
    assert [r.score for r in found] == [r.score for r in plain]


def generated(count: int) -> list[Source]:
    """Sources in which short ones with a title word win, and long ones come first out of the engine."""
    chance = random.Random(count)
    words = [f"w{i}x" for i in range(30)]
    made = []
    for i in range(count):
        body = chance.choices(words, weights=range(30, 0, -1), k=chance.randint(2, 120))
        kind = chance.choice(["doc", "doc", "doc", "project", "personal", "tool"])
        category = chance.choice(["", "", "changelog", "test"])
        title = chance.choice(words) if i % 3 else ""
        made.append(source(f"{i}.md", " ".join(body), kind=kind, title=title, category=category))
    return made


QUESTIONS = [
    ("w0x",),
    ("w1x", "w25x"),
    ("w29x", "w28x", "w3x"),
    tuple(f"w{i}x" for i in range(0, 30, 3)),
    ("none", "w7x"),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
@pytest.mark.parametrize("limits", [Limits(12, 6, {"tool": 3}), Limits(3, 1, {}), Limits(60, 60, {})], ids=str)
@pytest.mark.parametrize(("first", "more"), [(1, 2), (3, 4), (120, 4)])
def test_few_candidates_give_the_same_answer_as_all(tmp_path, monkeypatch, question, limits, first, more):
    """With one candidate at first, the certificate has to ask for more until it is sure."""
    monkeypatch.setattr(room, "FIRST_CANDIDATES", first)
    monkeypatch.setattr(room, "MORE_CANDIDATES", more)
    sources = generated(200)
    index = put(Layer(str(tmp_path), "k"), "r", sources)
    made = rank([WordsLayer(index)], question, Filter(), limits)
    wanted = rank([WordsLayer(memory(*sources))], question, Filter(), limits)
    assert [(r.record.path, r.score) for r in made] == [(r.record.path, r.score) for r in wanted]


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
@pytest.mark.parametrize("limits", [Limits(12, 6, {"tool": 3}), Limits(3, 1, {})], ids=str)
def test_demoted_sources_let_others_in_that_were_no_candidates(tmp_path, monkeypatch, question, limits):
    monkeypatch.setattr(room, "FIRST_CANDIDATES", 1)
    monkeypatch.setattr(room, "MORE_CANDIDATES", 2)

    def halved(item: Ranked) -> Ranked:
        factor = 0.5 if int(item.record.path.removesuffix(".md")) % 3 else 1.0
        return rated(item.record, item.layer, item.parts._replace(fresh=factor))

    sources = generated(200)
    index = put(Layer(str(tmp_path), "k"), "r", sources)
    made = rank([WordsLayer(index)], question, Filter(), limits, demoted=halved)
    every = rank([WordsLayer(memory(*sources))], question, Filter(), Limits(999, 999, {}))
    wanted = select(map(halved, every), limits)
    assert [(r.record.path, r.score) for r in made] == [(r.record.path, r.score) for r in wanted]


def test_the_answer_is_not_among_the_first_candidates(tmp_path, monkeypatch):
    """The engine knows nothing of pages that count less, so its first candidate is a changelog."""
    monkeypatch.setattr(room, "FIRST_CANDIDATES", 1)
    monkeypatch.setattr(room, "MORE_CANDIDATES", 2)
    sources = [source(f"log{i}.md", "alpha", category="changelog") for i in range(6)]
    sources += [source("answer.md", "alpha beta"), *(source(f"{i}.md", "beta") for i in range(9))]
    index = put(Layer(str(tmp_path), "k"), "r", sources)
    limits: list[int] = []
    candidates = index.candidates
    monkeypatch.setattr(index, "candidates", lambda q, f, n: limits.append(n) or candidates(q, f, n))
    found = rank([WordsLayer(index)], ("alpha",), Filter(), Limits(1, 1, {}))
    assert paths(found) == [("answer.md", 1)]
    assert limits == [1, 2, 4, 8]


def test_hidden_candidates_do_not_end_the_search(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "FIRST_CANDIDATES", 1)
    monkeypatch.setattr(room, "MORE_CANDIDATES", 2)
    sources = [source(f"{i}.md", "alpha " * (9 - i)) for i in range(9)]
    index = put(Layer(str(tmp_path), "k"), "r", sources)
    hidden = frozenset(f"{i}.md" for i in range(8))
    assert paths(rank([WordsLayer(index, hidden)], ("alpha",), Filter(), WIDE)) == [("8.md", 1)]


def test_a_clear_answer_needs_one_question(tmp_path, monkeypatch):
    sources = [
        source("best.md", "alpha " * 5, title="alpha"),
        *(source(f"{i}.md", "alpha beta " * 9) for i in range(99)),
    ]
    index = put(Layer(str(tmp_path), "k"), "r", sources)
    monkeypatch.setattr(room, "FIRST_CANDIDATES", 5)
    asked_for: list[int] = []
    candidates = index.candidates
    monkeypatch.setattr(index, "candidates", lambda q, f, n: asked_for.append(n) or candidates(q, f, n))
    assert paths(rank([WordsLayer(index)], ("alpha",), Filter(), Limits(1, 1, {}))) == [("best.md", 1)]
    assert asked_for == [5]


@pytest.mark.parametrize(
    ("score", "weight", "terms", "ratio", "bound"),
    [
        pytest.param(3.0, 1.0, 1, 1.0, 2.0, id="1 x (3 - 1) = 2"),
        pytest.param(3.0, 0.0, 1, 1.5, 4.5, id="1.5 x 3 = 4.5"),
        pytest.param(3.0, 0.0, 4, 1.0, 3.0, id="all terms: 1 x 3"),
        pytest.param(3.0, 1.0, 2, 1.0, 0.5**COVERAGE_EXPONENT * 2, id="0.812 x (3 - 1) is above 1 x (3 - 2)"),
    ],
)
def test_bound_of_what_was_left_out(score, weight, terms, ratio, bound):
    question = Question(("t",) * terms, (1.0,) * terms, 1.0, weight)
    assert room._bound(score, question, terms, ratio) == pytest.approx(bound, rel=1e-4)
    assert room._bound(score, question, terms, ratio) > bound  # the engine's rounding is on the safe side


class Stub:
    """An index whose engine uses a mean length of its own."""

    def __init__(self, mean: float) -> None:
        self.manifest = memory().manifest
        self.manifest.engine_mean_len = mean


@pytest.mark.parametrize(
    ("engine", "ours", "ratio"),
    [
        pytest.param(10.0, {"doc": 20.0}, 2.0, id="20 / 10 = 2"),
        pytest.param(20.0, {"doc": 10.0}, 1.0, id="never below 1"),
        pytest.param(0.0, {"doc": 10.0}, 1.0, id="an index in memory"),
        pytest.param(10.0, {}, 1.0, id="a kind without words"),
    ],
)
def test_ratio_of_mean_lengths(engine, ours, ratio):
    index: Any = Stub(engine)
    assert room._length_ratio(WordsLayer(index), "doc", Statistics(1, (1.0,), ours)) == ratio


def test_candidates_of_an_index_that_leaves_nothing_out_need_no_certificate():
    search = room._Search([WordsLayer(memory(FIRST))], Scorer(("alpha",), Statistics(1, (1.0,), {"doc": 4.0})),
                          Question(("alpha",), (1.0,), 1.0, 1.0), Filter(), 1.0)  # fmt: skip
    search.ask_all(1)
    assert search.bounds == {}
    search._keep(0, "doc", Candidates([], 1.0))
    assert list(search.bounds) == [(0, "doc")]
    search.ask_kind(0, "doc", 1)
    assert search.bounds == {}
    assert paths(list(search.found())) == [("a.md", 1)]


def test_a_quoted_doc_is_found_among_many_better_ones(tmp_path, monkeypatch):
    """Its factor is above 1, so the bound of what was left out has to grow with it."""
    monkeypatch.setattr(room, "FIRST_CANDIDATES", 1)
    monkeypatch.setattr(room, "MORE_CANDIDATES", 2)
    sources = [source(f"docs/{i}.md", "alpha alpha alpha" + " pad" * i) for i in range(20)]
    sources += [source("docs/quoted.md", "alpha" + " pad" * 5)]
    index = put(Layer(str(tmp_path), "k"), "r", sources)
    asked = Asked(wanted=Wanted(paths=("docs/quoted.md",)))
    found = rank([WordsLayer(index)], ("alpha",), Filter(), Limits(1, 1, {}), asked)
    assert paths(found) == [("docs/quoted.md", 1)]
    assert paths(rank([WordsLayer(index)], ("alpha",), Filter(), Limits(1, 1, {}))) == [("docs/0.md", 1)]
