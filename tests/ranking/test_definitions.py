"""The definitions of the names that a question uses, and what each adds."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.support.indexes import put, source
from trove_git.index.published import PublishedIndex
from trove_git.index.store import Layer
from trove_git.ranking import definitions as room
from trove_git.ranking.asked import read_question
from trove_git.ranking.boosts import (
    DEFINITION_KIND,
    NAME_ADJACENT,
    NAME_ASKED,
    NAME_CAPITALISED,
    NAME_IDENTIFIER,
    NAME_OF_FILE,
    NAME_OTHER_CASE,
    NAME_OTHER_SCOPE,
)
from trove_git.ranking.definitions import NO_DEFINITIONS, Definitions, find_definitions
from trove_git.ranking.rank import expand, prepare
from trove_git.ranking.searched import CodeLayer
from trove_git.records import Source
from trove_git.terms import question_terms


def symbol(path: str, title: str, kind: str = "class", line: int = 1, **fields: Any) -> Source:
    made: dict[str, Any] = {"title": title, "line": line, "end_line": line, "symbol_kind": kind}
    return source(path, title, kind="symbol", **made | fields)


def published(tmp_path: Path, sources: Iterable[Source]) -> PublishedIndex:
    return put(Layer(str(tmp_path), "code"), "r", sources)


def found(index: PublishedIndex, question: str) -> Definitions:
    """Return the definitions of what a question names, as a question to the code would find them."""
    layers = [CodeLayer(index)]
    terms = question_terms(question)
    scorer, _ = prepare(layers, terms, read_question(question), expand(question, layers).code)
    return find_definitions(index, scorer)


def weights(index: PublishedIndex, question: str) -> dict[str, float]:
    """Path → what its definition adds."""
    return {path: weight for (path, _, _), weight in found(index, question).weights.items()}


@pytest.mark.parametrize(
    ("question", "weight"),
    [
        pytest.param("HookRecorder", NAME_ASKED, id="asked for"),
        pytest.param("how does HookRecorder work", NAME_IDENTIFIER, id="in passing"),
        pytest.param("how is the hook recorder made", NAME_ADJACENT, id="as words"),
        pytest.param("hookrecorder", NAME_ASKED * NAME_OTHER_CASE, id="with other capitals"),
        pytest.param("hook_recorder", NAME_ASKED * NAME_OTHER_CASE, id="written in another way"),
        pytest.param("HookRecorder?", NAME_ASKED, id="a mark behind it"),
    ],
)
def test_what_the_definition_of_a_name_adds(tmp_path, question, weight):
    index = published(tmp_path, [symbol("a.py", "HookRecorder"), symbol("b.py", "Recorder.other")])
    assert weights(index, question) == {"a.py": pytest.approx(weight)}


def test_a_capitalised_word(tmp_path):
    index = published(tmp_path, [symbol("a.py", "Recorder")])
    assert weights(index, "how is the Recorder of this made") == {"a.py": pytest.approx(NAME_CAPITALISED)}
    assert weights(index, "how is the recorder of this made") == {}


def test_the_strongest_of_two_names_counts(tmp_path):
    index = published(tmp_path, [symbol("a.py", "HookRecorder")])
    assert weights(index, "a hook recorder and HookRecorder") == {"a.py": pytest.approx(NAME_IDENTIFIER)}


def test_the_exact_case_comes_before_another(tmp_path):
    index = published(tmp_path, [symbol("a.py", "Reap"), symbol("b.py", "reap")])
    assert weights(index, "Reap") == {
        "a.py": pytest.approx(NAME_ASKED), "b.py": pytest.approx(NAME_ASKED * NAME_OTHER_CASE),
    }  # fmt: skip
    assert weights(index, "reap") == {
        "a.py": pytest.approx(NAME_ASKED * NAME_OTHER_CASE), "b.py": pytest.approx(NAME_ASKED),
    }  # fmt: skip


def test_a_mark_behind_a_name_is_part_of_it_where_it_is_typed(tmp_path):
    index = published(tmp_path, [symbol("a.rb", "Pool.empty?", "method"), symbol("b.rb", "Pool.save", "method", 4),
                                 symbol("b.rb", "Pool.save!", "method", 9)])  # fmt: skip
    for question in ("empty?", "where is empty? defined"):
        assert weights(index, question) == {"a.rb": pytest.approx(NAME_ASKED * DEFINITION_KIND["method"])}
    assert weights(index, "empty") == {"a.rb": pytest.approx(NAME_ASKED * NAME_OTHER_CASE * DEFINITION_KIND["method"])}
    for question, line in (("save", 4), ("save!", 9), ("where is save defined?", 4)):
        best = max(found(index, question).weights.items(), key=lambda item: item[1])
        assert best[0][1] == line, question


@pytest.mark.parametrize(
    ("title", "path", "factor"),
    [
        pytest.param("Pool.Task", "a.rs", 1.0, id="it lies in that"),
        pytest.param("net.Pool.Task", "a.rs", 1.0, id="further in"),
        pytest.param("pool.Task", "a.rs", 1.0, id="in any case"),
        pytest.param("Task", "pool/a.rs", 1.0, id="its folder has the name"),
        pytest.param("Task", "po_ol/a.rs", 1.0, id="written in another way"),
        pytest.param("Other.Task", "pool/a.rs", NAME_OTHER_SCOPE, id="it lies in another thing"),
        pytest.param("Task", "a.rs", NAME_OTHER_SCOPE, id="it lies in nothing"),
        pytest.param("Pool.Inner.Task", "a.rs", NAME_OTHER_SCOPE, id="another thing lies between"),
    ],
)
def test_a_name_with_what_it_lies_in(tmp_path, title, path, factor):
    index = published(tmp_path, [symbol(path, title)])
    assert weights(index, "Pool::Task") == {path: pytest.approx(NAME_ASKED * factor)}
    assert weights(index, "Task") == {path: pytest.approx(NAME_ASKED)}


def test_a_name_with_two_things_that_it_lies_in(tmp_path):
    index = published(tmp_path, [symbol("a.py", "net.Pool.Task"), symbol("b.py", "web.Pool.Task")])
    assert weights(index, "net.Pool.Task") == {
        "a.py": pytest.approx(NAME_ASKED), "b.py": pytest.approx(NAME_ASKED * NAME_OTHER_SCOPE),
    }  # fmt: skip


@pytest.mark.parametrize(("kind", "factor"), [("class", 1.0), ("function", 0.7), ("constant", 0.4), ("unknown", 0.4)])
def test_some_kinds_are_asked_for_more_often(tmp_path, kind, factor):
    index = published(tmp_path, [symbol("a.py", "Pool", kind)])
    assert weights(index, "Pool") == {"a.py": pytest.approx(NAME_ASKED * factor)}


@pytest.mark.parametrize(
    ("path", "factor"),
    [
        pytest.param("src/hook_recorder.py", NAME_OF_FILE, id="the file"),
        pytest.param("src/HookRecorder.java", NAME_OF_FILE, id="in any case"),
        pytest.param("hook_recorder/index.js", NAME_OF_FILE, id="the folder that a file stands for"),
        pytest.param("hook_recorder/a.py", 1.0, id="its folder only"),
        pytest.param("src/hook_recorder_all.py", 1.0, id="a longer name"),
    ],
)
def test_a_file_of_that_name_counts_more(tmp_path, path, factor):
    index = published(tmp_path, [symbol(path, "HookRecorder")])
    assert weights(index, "HookRecorder") == {path: pytest.approx(NAME_ASKED * factor)}


@pytest.mark.parametrize(
    ("files", "factor"),
    [
        pytest.param(1, 1.0, id="one file"),
        pytest.param(3, 1.0, id="three"),
        pytest.param(12, 0.5, id="root of 3 / 12"),
    ],
)
def test_a_name_that_many_files_define_says_less(tmp_path, files, factor):
    index = published(tmp_path, [symbol(f"x{i}.py", "Pool", line=n) for i in range(files) for n in (1, 5)])
    values = list(found(index, "Pool").weights.values())
    assert values == [pytest.approx(NAME_ASKED * factor)] * (2 * files)


def test_of_too_many_definitions_those_written_just_so_are_looked_at(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "MOST", 2)
    index = published(tmp_path, [*(symbol(f"x{i}.py", "pool") for i in range(9)), symbol("z.py", "Pool")])
    assert weights(index, "Pool")["z.py"] > max(
        weight for path, weight in weights(index, "Pool").items() if path != "z.py"
    )
    assert len(weights(index, "Pool")) == 2


@pytest.mark.parametrize("question", ["who calls HookRecorder", "where is HookRecorder used"])
def test_a_question_for_uses_asks_for_no_definition(tmp_path, question):
    index = published(tmp_path, [symbol("a.py", "HookRecorder")])
    assert read_question(question).names.found
    assert found(index, question) is NO_DEFINITIONS


def test_a_question_without_a_name(tmp_path):
    index = published(tmp_path, [symbol("a.py", "HookRecorder")])
    assert found(index, "why is the hook so slow") is NO_DEFINITIONS


def test_only_symbols_define_a_name(tmp_path):
    index = published(
        tmp_path,
        [
            source("pool.py", "pool", kind="module", title="pool.py", title_text="pool", names=("pool", "Pool")),
            source("pool", "Pool", kind="subsystem", title="pool"),
            symbol("a.py", "Pool.other"),
            symbol("b.py", "poolAll"),
        ],
    )
    assert found(index, "Pool") == Definitions((), {})


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        pytest.param("Recordr", "Recorder", id="a letter less"),
        pytest.param("Recoreder", "Recorder", id="a letter more"),
        pytest.param("Rceorder", "Recorder", id="two swapped"),
        pytest.param("HashWithIndiferentAcces", "HashWithIndifferentAccess", id="two letters less in a long one"),
        pytest.param("resolve_collection_arg", "resolve_collection_argument", id="cut short"),
        pytest.param("find_or_creat_by", "find_or_create_by", id="small letters"),
        pytest.param("wher_clause", "WhereClause", id="as one would write it in another language"),
    ],
)
def test_a_name_that_nothing_defines_means_the_nearest_one(tmp_path, typed, meant):
    others = [symbol(f"{i}.py", name) for i, name in enumerate(("Reader", "where", "resolve", "HashSet", "find_by"))]
    index = published(tmp_path, [symbol("a.py", meant), *others])
    assert weights(index, typed) == {"a.py": pytest.approx(NAME_ASKED)}
    assert weights(index, f"where is {typed} defined") == {"a.py": pytest.approx(NAME_ASKED)}


def test_what_is_held_somewhere_or_short_or_an_everyday_word_is_no_typing_error(tmp_path):
    user = source("b.py", "calls Recordr of another library", kind="symbol", title="read", symbol_kind="function")
    index = published(tmp_path, [symbol("a.py", "Recorder"), symbol("c.py", "Pool"), user])
    assert weights(index, "class Recordr") == {}
    assert weights(index, "class Pol") == {}
    assert weights(index, "class Poool") == {"c.py": pytest.approx(NAME_ASKED)}


def test_definitions_of_files_and_scaled(tmp_path):
    index = published(tmp_path, [symbol("a.py", "Pool"), symbol("b.py", "Pool", line=7)])
    both = found(index, "Pool")
    assert [record.path for record in both.of_files(["b.py", "none.py"])] == ["b.py"]
    (record,) = both.of_files(["b.py"])
    assert both.of(record) == pytest.approx(NAME_ASKED)
    assert both.scaled(1.5).of(record) == pytest.approx(1.5 * NAME_ASKED)
    assert both.scaled(1.5).records == both.records
    assert NO_DEFINITIONS.of(record) == 0.0
