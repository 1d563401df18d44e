"""The names that a question uses."""

from __future__ import annotations

import pytest

from trove_git.index.record import own_name
from trove_git.ranking.boosts import NAME_ADJACENT, NAME_ASKED, NAME_CAPITALISED, NAME_IDENTIFIER
from trove_git.ranking.names import MOST_WORDS, NONE, Name, Names, read_names, scope_of


def typed(question: str) -> list[tuple[str, ...]]:
    """Return the names that are typed as names, each behind what it lies in."""
    return [(*name.scope, name.own) for name in read_names(question).found if name.spelled]


def joined(question: str) -> list[str]:
    """Return the names that are typed as words."""
    return [name.own for name in read_names(question).found if not name.spelled]


EVERYDAY = ("retry", "empty?", "where is recorder")
"""Questions for a word that may be a name or not."""


@pytest.mark.parametrize(
    ("question", "name"),
    [
        pytest.param("HookRecorder", ("HookRecorder",), id="bare"),
        pytest.param("where is recorder", ("recorder",), id="where it is"),
        pytest.param("  HookRecorder\n", ("HookRecorder",), id="blanks around"),
        pytest.param("retry", ("retry",), id="a word"),
        pytest.param("retry_budget", ("retry_budget",), id="underscore"),
        pytest.param("__init__", ("__init__",), id="underscores around"),
        pytest.param("`HookRecorder`", ("HookRecorder",), id="quoted"),
        pytest.param("Pool::reap", ("Pool", "reap"), id="two colons"),
        pytest.param("net.http.Pool", ("net", "http", "Pool"), id="dots"),
        pytest.param("Pool#reap", ("Pool", "reap"), id="hash"),
        pytest.param("pool->reap", ("pool", "reap"), id="arrow"),
        pytest.param(r"App\Net\Pool", ("App", "Net", "Pool"), id="backslash"),
        pytest.param("reap()", ("reap",), id="a call"),
        pytest.param("$scope", ("scope",), id="sigil"),
        pytest.param("empty?", ("empty?",), id="the mark is part of it in Ruby"),
        pytest.param("class HookRecorder", ("HookRecorder",), id="its sort before it"),
        pytest.param("class recorder", ("recorder",), id="its sort before it, small letters"),
        pytest.param("recorder class", ("recorder",), id="its sort behind it"),
        pytest.param("where is HookRecorder defined", ("HookRecorder",), id="defined"),
        pytest.param("Where is recorder defined?", ("recorder",), id="small letters"),
        pytest.param("where is Pool::reap implemented?", ("Pool", "reap"), id="implemented"),
        pytest.param("where does Recorder come from", ("Recorder",), id="come from"),
        pytest.param("where is the function reap", ("reap",), id="where is the function"),
        pytest.param("show me the Recorder", ("Recorder",), id="show me"),
        pytest.param("go to reap()", ("reap",), id="go to"),
        pytest.param("the definition of recorder", ("recorder",), id="the definition of"),
        pytest.param("what is HookRecorder", ("HookRecorder",), id="what is"),
        pytest.param("def reap(self, pid):", ("reap",), id="Python"),
        pytest.param("    async def reap(self) -> None:", ("reap",), id="Python, async, indented"),
        pytest.param("class Recorder(Base):", ("Recorder",), id="Python class"),
        pytest.param("func Reap(id int) error {", ("Reap",), id="Go"),
        pytest.param("func (p *Pool) Reap(id int) error {", ("Reap",), id="Go with a receiver"),
        pytest.param("pub fn reap(&self) -> bool {", ("reap",), id="Rust"),
        pytest.param("pub(crate) async fn reap<T>(&self) {", ("reap",), id="Rust, in the crate"),
        pytest.param("pub struct Pool<T> {", ("Pool",), id="Rust struct"),
        pytest.param("function reapAll(ids) {", ("reapAll",), id="JS"),
        pytest.param("export default async function reapAll(ids) {", ("reapAll",), id="JS, exported"),
        pytest.param("export class Pool extends Base {", ("Pool",), id="JS class"),
        pytest.param("public final class Pool {", ("Pool",), id="Java"),
        pytest.param("def self.build(x)", ("build",), id="Ruby"),
        pytest.param("class Net::Pool < Base;", ("Net", "Pool"), id="Ruby class"),
    ],
)
def test_a_question_for_one_name(question, name):
    found = read_names(question)
    certain = question not in EVERYDAY
    assert found == Names((Name(name[-1], NAME_ASKED, name[:-1], certain=certain),), asked_for=True)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        pytest.param("how does HookRecorder work", [("HookRecorder",)], id="capitals inside"),
        pytest.param("limits of retryBudget", [("retryBudget",)], id="a small letter first"),
        pytest.param("limits of retry_budget", [("retry_budget",)], id="underscore"),
        pytest.param("why is _steps slow", [("_steps",)], id="underscore first"),
        pytest.param("limits of HTTPPool", [("HTTPPool",)], id="an abbreviation in it"),
        pytest.param("why does pool::reap hang", [("pool", "reap")], id="two colons"),
        pytest.param("why does net.http.Pool hang", [("net", "http", "Pool")], id="dots"),
        pytest.param("what does reap() return", [("reap",)], id="a call"),
        pytest.param("read retry_budget and HookRecorder", [("retry_budget",), ("HookRecorder",)], id="two"),
        pytest.param("retry_budget or retry_budget", [("retry_budget",)], id="one twice"),
    ],
)
def test_names_in_passing(question, names):
    found = read_names(question)
    assert typed(question) == names
    assert not found.asked_for
    assert {name.weight for name in found.found if name.spelled} == {NAME_IDENTIFIER}


def test_capitalised_words():
    assert read_names("how is the Recorder of a Hook") == Names(
        (Name("Recorder", NAME_CAPITALISED), Name("Hook", NAME_CAPITALISED))
    )
    assert typed("Open the socket") == []  # a sentence begins with a capital anyway
    assert typed("limits of HTTP") == []  # an abbreviation
    assert typed("limits of Go") == []  # too short to say much
    assert read_names("why does net.Pool hang").found[0] == Name("Pool", NAME_IDENTIFIER, ("net",), certain=True)
    assert [name.own for name in read_names("why does net.Pool hang").found].count("Pool") == 1


@pytest.mark.parametrize(
    ("question", "names"),
    [
        pytest.param("hash code builder", ["hashcode", "codebuilder", "hashcodebuilder"], id="two and three"),
        pytest.param("Hash Code of it", ["hashcode"], id="in any case"),
        pytest.param("hash the code", [], id="a stop word between"),
        pytest.param("the hash of code", [], id="stop words between"),
        pytest.param("retry-budget", ["retrybudget"], id="a hyphen"),
        pytest.param("retry", [], id="one word"),
    ],
)
def test_adjacent_words(question, names):
    assert joined(question) == names
    assert all(name.weight == NAME_ADJACENT for name in read_names(question).found if not name.spelled)


def test_adjacent_words_spell_a_name():
    (*_, name) = read_names("hash code builder").found
    assert name.term == Name("HashCodeBuilder", 1.0).term == Name("hash_code_builder", 1.0).term != ""


@pytest.mark.parametrize(
    "question",
    [
        "", "   ", "?", "the", "where is it", "how do I do this", "what is retry", "where is the pool", "open a socket",
        "why is the queue of the budget so small", "a class for the queue",
    ],
)  # fmt: skip
def test_no_names(question):
    assert typed(question) == []
    assert not read_names(question).asked_for


def test_nothing_is_found_in_nothing():
    assert read_names("") == read_names("the") == NONE


def test_a_quoted_file_is_no_name():
    assert read_names("src/net/pool.rs", ("src/net/pool.rs",)) == NONE
    assert read_names("what does pool.rs hold", ("pool.rs",)) == NONE
    found = read_names("Recorder of src/pool.rs and of the Hook", ("src/pool.rs",))
    assert found == Names((Name("Hook", NAME_CAPITALISED),))
    # It reads like a file, and is a call.
    assert read_names("response.json()", ("response.json",)).found == (
        Name("json", NAME_ASKED, ("response",), certain=True),
    )
    # Without a suffix it may be a name in a module.
    assert read_names("net/pool", ("net/pool",)).asked_for


def test_own_name_and_scope():
    assert (own_name("net.Pool.reap"), list(scope_of("net.Pool.reap"))) == ("reap", ["net", "Pool"])
    assert (own_name("reap"), list(scope_of("reap"))) == ("reap", [])


def test_of_a_pasted_text_the_first_words_are_looked_at():
    text = " ".join(f"word{i}" for i in range(10 * MOST_WORDS))
    assert len(joined(text)) == 2 * MOST_WORDS - 3


def test_a_name_begins_where_a_word_does():
    """From every character of a long word, as pasted data has them, it would be read to its end."""
    assert typed("the version 1a.b of it") == []
    assert typed("the version a1.b of it") == [("a1", "b")]


@pytest.mark.parametrize("word", ["a", "1a", "aB", "_", "a_", "A", "a.", "a::"])
def test_a_long_word_is_read(word):
    assert not read_names(f"what is {word * 50_000} for").asked_for
