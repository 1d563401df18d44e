"""What sort of place a question asks for, and what counts less for it."""

from __future__ import annotations

import pytest

from tests.support.indexes import source
from trove_git.index.record import Prepared
from trove_git.ranking.boosts import WANTED_LESS, WANTED_MORE
from trove_git.ranking.wanted import (
    CALL,
    FILE,
    NOTHING,
    PAGE,
    PART,
    SETTING,
    TEST,
    TOOL,
    WHOLE,
    Wanted,
    quotes,
    read_wanted,
    wanted_factor,
)


@pytest.mark.parametrize(
    ("question", "sorts"),
    [
        ("where is the retry tested?", {TEST}),
        ("where do we test that a host is refused", {TEST}),
        ("which tests cover the parser", {TEST}),
        ("tests for the parser", {TEST}),
        ("what do we do with a test that fails now and then", set()),
        ("how do I run the tests", set()),
        ("who calls retry", {CALL}),
        ("what uses RetryBudget?", {CALL}),
        ("where is `compile_trust` called", {CALL}),
        ("callers of Session.open", {CALL}),
        ("why is there a folder, and who uses it?", set()),
        ("who uses the", set()),
        ("which file talks to the database", {FILE}),
        ("file that ties request and response together", {FILE}),
        ("what source file defines the queue", {FILE}),
        ("how do I upload a file", set()),
        ("how is this repository laid out", {WHOLE}),
        ("architecture", {WHOLE}),
        ("what packages live in this monorepo and what is each for?", {WHOLE}),
        ("I am new to this repository: how is it organised and what are its main parts?", {WHOLE}),
        ("give me an overview of the project", {WHOLE}),
        ("what does this project do?", {WHOLE}),
        ("what is this repository about", {WHOLE}),
        ("What is this?", {WHOLE}),
        ("what does the project manager do", set()),
        ("what is this error", set()),
        ("redaction subsystem", {PART}),
        ("which module talks to the database", {FILE}),
        ("how is the cache keyed", set()),
        ("where do I set the timeout", {SETTING}),
        ("where is the pool size configured", {SETTING}),
        ("which environment variable sets the host", set()),
        ("how do I set the timeout", set()),
        ("where is the retry documented", {PAGE}),
        ("docs for the parser", {PAGE}),
        ("which program on this machine resizes images", {TOOL}),
        ("is something installed here that finds mistakes in a script?", {TOOL}),
        ("which installed command looks at an image", {TOOL}),
        ("how do I install the program", set()),
        ("", set()),
    ],
)  # fmt: skip
def test_sorts_of_places(question, sorts):
    assert read_wanted(question).sorts == sorts


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("who calls retry?", "retry"), ("where is `compile_trust()` called", "compiletrust"),
        ("callers of Session.open_all", "openall"), ("what invokes mod::run?", "run"),
    ],
)  # fmt: skip
def test_the_name_whose_uses_are_asked_for(question, term):
    assert read_wanted(question).used == {term}


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("what is lib/view.js for", ("lib/view.js",)),
        ("what does ./src/a_b/c.rs send, and where?", ("src/a_b/c.rs",)),
        ("what is in `packages/api/`", ("packages/api",)),
        ("retry.ts and retry.ts", ("retry.ts",)),
        ("open config.test.js.", ("config.test.js",)),
        ("and/or", ("and/or",)),
        ("see https://example.org/a/b.js", ()),
        ("version 1.2 of node.exe", ()),
        ("e.g. this", ()),
        ("how do I edit docs/guide.md", ("docs/guide.md",)),
    ],
)  # fmt: skip
def test_quoted_paths(question, paths):
    assert read_wanted(question).paths == paths


@pytest.mark.parametrize(
    ("quoted", "path", "is_quoted"),
    [
        ("lib/view.js", "lib/view.js", True), ("view.js", "lib/view.js", True), ("iew.js", "lib/view.js", False),
        ("src/lib/view.js", "lib/view.js", False), ("lib", "lib/view.js", False),
    ],
)  # fmt: skip
def test_a_path_is_quoted_whole_or_from_a_slash_on(quoted, path, is_quoted):
    assert quotes(Wanted(paths=(quoted,)), path) is is_quoted


def record(kind, path="src/retry.py", title="retry", category=""):
    return Prepared(source(path, "words", kind=kind, title=title, category=category)).record


@pytest.mark.parametrize(
    ("question", "kind", "path", "title", "category", "factor"),
    [
        ("who calls retry", "symbol", "src/retry.py", "retry", "", WANTED_LESS**2),
        ("who calls retry", "symbol", "src/retry.py", "Budget.retry", "", WANTED_LESS**2),
        ("who calls retry", "symbol", "src/other.py", "run", "", 1.0),
        ("who calls retry", "module", "src/retry.py", "retry", "", WANTED_LESS),
        ("who calls retry", "doc", "a.md", "retry", "", WANTED_LESS),
        ("where is retry tested", "symbol", "src/retry.py", "retry", "", WANTED_LESS),
        ("where is retry tested", "symbol", "tests/a.py", "retries", "test", 1.0),
        ("where is retry tested", "symbol", "src/retry.c", "retryTest", "", 1.0),
        ("where is retry tested", "project", "a.md", "retry", "", WANTED_LESS),
        ("which file retries", "symbol", "src/retry.py", "retry", "", WANTED_LESS),
        ("which file retries", "module", "src/retry.py", "retry", "", 1.0),
        ("what is src/retry.py for", "module", "src/retry.py", "retry", "", WANTED_MORE),
        ("what is src/retry.py for", "symbol", "src/retry.py", "retry", "", 1.0),
        ("what is src/retry.py for", "doc", "a.md", "retry", "", 1.0),
        ("how do I edit docs/a.md", "doc", "docs/a.md", "retry", "", WANTED_MORE),
        ("what is in src/retry", "subsystem", "src/retry", "retry", "", WANTED_MORE),
        ("what is in src/retry", "module", "src/retry/__init__.py", "retry", "", WANTED_MORE),
        ("what is in src/retry", "module", "src/retry/budget.py", "retry", "", 1.0),
        ("redaction subsystem", "subsystem", "src/redaction", "redaction", "", WANTED_MORE),
        ("redaction subsystem", "module", "src/redaction.py", "redaction", "", 1.0),
        ("how is it organised", "arch", "", "architecture", "", WANTED_MORE),
        ("how is it organised", "module", "src/retry.py", "retry", "", 1.0),
        ("which installed tool retries", "tool", "/usr/bin/retry", "retry", "", WANTED_MORE),
        ("which installed tool retries", "doc", "a.md", "retry", "", WANTED_LESS),
        ("where is retry documented", "symbol", "src/retry.py", "retry", "", WANTED_LESS),
        ("where is retry documented", "doc", "a.md", "retry", "", 1.0),
        ("how to retry", "symbol", "src/retry.py", "retry", "", 1.0),
    ],
)  # fmt: skip
def test_factor_of_a_source(question, kind, path, title, category, factor):
    assert wanted_factor(read_wanted(question), record(kind, path, title, category)) == factor


def test_a_question_that_asks_for_nothing_in_particular():
    assert read_wanted("why is the budget small") == NOTHING
    assert wanted_factor(NOTHING, record("symbol")) == 1.0


@pytest.mark.parametrize(
    ("question", "files"),
    [
        ("why does prefer-template fail", {"prefer-template"}), ("Fix no_var and no-with", {"no_var", "no-with"}),
        ("how do I disable prefer-template", {"prefer-template"}), ("--no-verify is ignored", set()),
        ("one word", set()),
    ],
)  # fmt: skip
def test_words_that_may_be_names_of_files(question, files):
    assert read_wanted(question).files == files
