"""Facts of code → sources."""

from __future__ import annotations

from typing import Any

import pytest

from trove_git.code.facts import FileFacts, Symbol
from trove_git.sources.code import MAX_BODY_LINES, module_source, summary_source, symbol_sources


def symbol(name: str, line: int, end_line: int, *, scope: str = "", kind: str = "function", doc: str = "") -> Symbol:
    return Symbol(name, kind, scope, f"def {name}()", doc, line, end_line, exported=True)


def facts(*symbols: Symbol, **fields: Any) -> FileFacts:
    return FileFacts("Python", symbols, (), "", "", 0, "", 9)._replace(**fields)


LINES = """\
# about the queue
@decorated
class Queue:
    limit = 3
    def push(self):
        return first

    def pop(self):
        return second
    tail = 4

# a comment with a blank line behind it

def drain():
    return third""".split("\n")


def test_symbols_with_their_lines_and_titles():
    made = symbol_sources("net/queue.py", "1" * 40, LINES, facts(
        symbol("Queue", 3, 10, kind="class"), symbol("push", 5, 6, scope="Queue", kind="method"),
    ))  # fmt: skip
    assert [(s.kind, s.path, s.line, s.end_line, s.title, s.title_text, s.symbol_kind, s.oid) for s in made] == [
        ("symbol", "net/queue.py", 3, 10, "Queue", "Queue", "class", "1" * 40),
        ("symbol", "net/queue.py", 5, 6, "Queue.push", "Queue.push", "method", "1" * 40),
    ]


def test_the_body_of_a_symbol_has_no_symbols_inside_and_the_comment_above():
    found = facts(
        symbol("Queue", 3, 10, kind="class", doc="Holds jobs."),
        symbol("push", 5, 6, scope="Queue"),
        symbol("pop", 8, 9, scope="Queue"),
        symbol("drain", 14, 15, doc="Empties it."),
    )
    queue, push, pop, drain = symbol_sources("net/queue.py", "", LINES, found)
    assert queue.body.split("\n") == [
        "# about the queue", "@decorated", "class Queue:", "    limit = 3", "", "    tail = 4", "Holds jobs.",
    ]  # fmt: skip
    assert push.body.split("\n") == ["    def push(self):", "        return first", ""]
    assert pop.body.split("\n") == ["    def pop(self):", "        return second", ""]
    # The comment is not right above.
    assert drain.body.split("\n") == ["def drain():", "    return third", "Empties it."]


def test_every_line_of_nested_symbols_belongs_to_the_innermost():
    lines = ["class A:", "class B:", "def c():", "c", "b", "a"]
    found = facts(symbol("c", 3, 4, scope="A.B"), symbol("A", 1, 6), symbol("B", 2, 5, scope="A"))
    bodies = {s.title: s.body.split("\n")[:-1] for s in symbol_sources("a.py", "", lines, found)}
    assert bodies == {"A": ["class A:", "a"], "A.B": ["class B:", "b"], "A.B.c": ["def c():", "c"]}


@pytest.mark.parametrize("start", ["//", "#", "*", "/*", "--", ";", '"""', "@", "    //"])
def test_comments_of_any_language_are_taken(start):
    (made,) = symbol_sources("a", "", ["code", f"{start} words", "f"], facts(symbol("f", 3, 3)))
    assert made.body == f"{start} words\nf\n"


def test_a_comment_above_is_cut_at_thirty_lines():
    lines = [f"# {i}" for i in range(60)] + ["f"]
    (made,) = symbol_sources("a.py", "", lines, facts(symbol("f", 61, 61)))
    assert made.body.split("\n")[0] == "# 31"
    assert made.body.count("#") == 29


def test_words_of_a_long_body_count_to_a_limit():
    lines = [f"line{i}" for i in range(1, 1001)]
    (made,) = symbol_sources("a.py", "", lines, facts(symbol("f", 1, 1000)))
    body = made.body.split("\n")[:-1]
    assert (body[0], body[-1]) == ("line1", f"line{MAX_BODY_LINES + 1}")
    assert made.end_line == 1000


def test_a_symbol_that_ends_behind_the_file():
    (made,) = symbol_sources("a.py", "", ["f", "g"], facts(symbol("f", 1, 9)))
    assert made.body == "f\ng\n"


def test_no_symbols():
    assert symbol_sources("a.py", "", ["x"], facts()) == []


@pytest.mark.parametrize(("path", "category"), [("tests/a.py", "test"), ("examples/a.py", "example"), ("a.py", "")])
def test_category_of_symbols_and_modules(path, category):
    (made,) = symbol_sources(path, "", ["f"], facts(symbol("f", 1, 1)))
    assert made.category == category
    assert module_source(path, "", facts(), (), 0, "").category == category


def test_module():
    found = facts(
        symbol("push", 1, 2), symbol("pop", 3, 4), symbol("push", 5, 6, scope="B"),
        doc="Own words.", comments="Comments here.", line_count=77,
    )  # fmt: skip
    made = module_source("net/queue.test.py", "1" * 40, found, [("defines push", 1), ("imports: x", 2)], 5, "Purpose.")
    assert (made.kind, made.path, made.title, made.oid) == (
        "module",
        "net/queue.test.py",
        "net/queue.test.py",
        "1" * 40,
    )
    assert (made.line, made.end_line, made.used_by) == (1, 77, 5)
    assert made.title_text == "net queue"
    assert made.body == "Purpose.\nOwn words.\nComments here."
    assert made.names == ("push", "pop")
    assert made.summary == ("defines push", "imports: x")


@pytest.mark.parametrize(
    ("path", "language", "category"),
    [
        pytest.param("deploy.yml", "", "config", id="a file without a grammar"),
        pytest.param("deploy.py", "Python", "", id="a file with one"),
        pytest.param("tests/deploy.yml", "", "test", id="its place counts first"),
    ],
)
def test_files_without_a_grammar_are_configuration(path, language, category):
    assert module_source(path, "", facts(language=language), (), 0, "").category == category


@pytest.mark.parametrize(
    ("path", "words"),
    [("queue.py", " queue"), ("a/b/queue.d.ts", "a b queue"), ("ops/Makefile", "ops Makefile"), ("a/.env", "a .env")],
)
def test_words_of_a_path(path, words):
    assert module_source(path, "", facts(), (), 0, "").title_text == words


def test_summaries_of_folders():
    made = summary_source("subsystem", "net", "networking", [("sends", "net/a.py:3"), ("receives", "")])
    assert (made.kind, made.path, made.title, made.line, made.end_line) == ("subsystem", "net", "networking", 0, 0)
    assert made.body == "sends\nreceives"
    assert made.title_text == "net\nnetworking"
    assert made.summary == ("sends (net/a.py:3)", "receives")
    assert made.oid == ""


def test_a_line_that_is_not_read_is_in_no_body():
    lines = ["def f():", "    x = '" + "a " * 20_000 + "'", "    return x"]
    (made,) = symbol_sources("a.py", "1" * 40, lines, facts(symbol("f", 1, 3)))
    assert made.body.split("\n")[:2] == ["def f():", "    return x"]
