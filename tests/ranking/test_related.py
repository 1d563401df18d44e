"""Terms that are looked for beside those of a question."""

from __future__ import annotations

import pytest

from tests.support.indexes import put, source
from trove_git.index.record import Prepared
from trove_git.index.search import Filter, MemoryIndex
from trove_git.index.store import Layer
from trove_git.ranking import boosts
from trove_git.ranking import rank as room
from trove_git.ranking.rank import Expansion, Limits, expand, rank
from trove_git.ranking.related import Related, correct, find_related, split_compound, word_forms
from trove_git.ranking.searched import WordsLayer

WIDE = Limits(100, 100, {})


def freqs(held):
    return lambda terms: [held.get(term, 0) for term in terms]


@pytest.mark.parametrize(
    ("term", "form"),
    [
        ("ignored", "ignor"), ("ignor", "ignored"), ("optimiz", "optimization"), ("validation", "validat"),
        ("formatter", "format"), ("format", "formatter"), ("deploy", "deployment"), ("sync", "synced"),
    ],
)  # fmt: skip
def test_forms_of_a_word(term, form):
    assert form in word_forms(term)


@pytest.mark.parametrize("term", ["utf8", "schlüssel", "設定", "a_b", ""])
def test_only_plain_words_have_forms(term):
    assert word_forms(term) == []


def test_a_form_is_never_the_word_itself_nor_a_stump():
    assert "ignored" not in word_forms("ignored")
    assert all(len(form) >= 3 for form in word_forms("used"))


@pytest.mark.parametrize(
    ("term", "held", "halves"),
    [
        pytest.param("devcontainer", {"dev": 3, "container": 5}, ("dev", "container"), id="two words"),
        pytest.param("frombook", {"from": 9, "book": 2}, (), id="stop words are none"),
        pytest.param("devcontainer", {"dev": 3}, (), id="one of them only"),
        pytest.param("webapp", {"web": 1, "app": 1}, (), id="too short"),
        pytest.param(
            "reloadtimer", {"reload": 4, "timer": 2, "rel": 1, "oadtimer": 9}, ("reload", "timer"), id="the best"
        ),
    ],
)
def test_a_compound_is_split(term, held, halves):
    assert split_compound(term, freqs(held)) == halves


@pytest.mark.parametrize(
    ("term", "held", "meant"),
    [
        pytest.param("tempalt", {"templat": 2}, ("templat",), id="swapped"),
        pytest.param("templt", {"templat": 2}, ("templat",), id="one less"),
        pytest.param("templlat", {"templat": 2}, ("templat",), id="one more"),
        pytest.param("tempkat", {"templat": 2}, ("templat",), id="another one"),
        pytest.param("tempkat", {"templat": 2, "tempkan": 3}, ("tempkan",), id="the most frequent"),
        pytest.param("xemplat", {"templat": 2}, (), id="the first letter is right"),
        pytest.param("temkapt", {"templat": 2}, (), id="two letters"),
        pytest.param("tmep", {"temp": 2}, (), id="short"),
    ],
)
def test_a_typing_error(term, held, meant):
    assert correct(term, freqs(held)) == meant


@pytest.mark.parametrize(
    ("question", "held", "related"),
    [
        pytest.param("get ignored", {"ignored": 2, "ignor": 3, "get": 1}, [Related("ignor", 1, False)], id="a form"),
        pytest.param("get ignored", {"ignor": 3, "get": 1}, [Related("ignor", 1, True)], id="it stands in"),
        pytest.param("a sub class", {"sub": 1, "class": 1, "subclass": 1}, [Related("subclass", 1, False)], id="one"),
        pytest.param(
            "my devcontainer", {"dev": 1, "container": 1}, [Related("dev", 0, True), Related("container", 0, True)],
            id="split",
        ),
        pytest.param(
            "render_tempalte", {"render": 4, "templat": 2, "rendertemplat": 1},
            [Related("rendertemplat", 0, True), Related("templat", 2, True)], id="an identifier with an error",
        ),
        pytest.param("undo it", {"undo": 1, "revert": 2}, [Related("revert", 0, False)], id="a synonym"),
        pytest.param(
            "undo it", {"revert": 2, "rollback": 3}, [Related("rollback", 0, True), Related("revert", 0, True)],
            id="synonyms stand in too",
        ),
        pytest.param("format the formatter", {"format": 1, "formatter": 1}, [], id="asked for anyway"),
        pytest.param("the of", {}, [], id="stop words only"),
    ],
)  # fmt: skip
def test_related_terms_of_a_question(question, held, related):
    assert list(find_related(question, freqs(held))) == related


def test_no_more_forms_than_the_most_frequent():
    held = {"format": 9, "formatter": 5, "formatted": 7, "formation": 1}
    found = find_related("format", freqs(held))
    assert [one.term for one in found] == ["formatted", "formatter"][: boosts.RELATED_FORMS]


def test_what_others_hold_is_no_typing_error():
    held = {"templat": 2}
    assert find_related("tempalt", freqs(held), freqs({"tempalt": 1})) == ()


def memory(*sources):
    return MemoryIndex([Prepared(one) for one in sources])


def test_a_source_that_holds_only_a_form_is_found_after_one_that_holds_the_word():
    layers = [
        WordsLayer(
            memory(source("a.md", "they authenticate"), source("b.md", "the authentication"), source("c.md", "x"))
        )
    ]
    found = rank(layers, ("authentication",), Filter(), WIDE, related=expand("authentication", layers))
    assert [r.record.path for r in found] == ["b.md", "a.md"]
    assert found[0].parts.coverage == 1.0
    assert found[1].parts.coverage == pytest.approx(boosts.RELATED_COVERAGE**boosts.COVERAGE_EXPONENT)


def test_what_stands_in_covers_the_word():
    layers = [WordsLayer(memory(source("a.md", "a template"), source("c.md", "x")))]
    (found,) = rank(layers, ("tempalt",), Filter(), WIDE, related=expand("tempalte", layers), explain=True)
    assert (found.parts.coverage, found.parts.held) == (1.0, 1)
    assert [term for term, _ in found.parts.terms] == ["templat"]


@pytest.mark.parametrize("stands_in", [False, True])
def test_the_certificate_holds_with_related_terms(tmp_path, monkeypatch, stands_in):
    """Sources that hold relatives only are among those left out at first."""
    monkeypatch.setattr(room, "FIRST_CANDIDATES", 1)
    monkeypatch.setattr(room, "MORE_CANDIDATES", 2)
    texts = [f"{'alpha ' * (i % 3)}{'beta ' * (i % 4)}{'gamma ' * (i % 5)}{'pad ' * i}" for i in range(1, 60)]
    sources = [source(f"{i}.md", text, category="blog" if i % 7 == 0 else "") for i, text in enumerate(texts)]
    index = put(Layer(str(tmp_path), "k"), "r", sources)
    related = Expansion((Related("gamma", 1, stands_in),))
    for limits in (Limits(1, 1, {}), Limits(5, 5, {}), WIDE):
        made = rank([WordsLayer(index)], ("alpha", "beta"), Filter(), limits, related=related)
        wanted = rank([WordsLayer(memory(*sources))], ("alpha", "beta"), Filter(), limits, related=related)
        assert [(r.record.path, r.score) for r in made] == [(r.record.path, r.score) for r in wanted]


def test_in_code_forms_count_where_a_word_is_missing_and_others_stand_in():
    held = {"ignor": 3, "format": 1, "formatter": 2, "sub": 1, "class": 1, "subclass": 1, "undo": 1, "revert": 1}
    found = find_related("ignored undo format of a sub class", freqs(held), in_code=True)
    assert found == (Related("ignor", 0, True), Related("formatter", 2, False, True))
