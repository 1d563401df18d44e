"""Which hits are one fact."""

from __future__ import annotations

import pytest

from tests.support.indexes import source
from trove_git.index.record import Prepared
from trove_git.ranking.facts import Told, plain_path, subject_fact


@pytest.mark.parametrize(
    ("path", "plain"),
    [
        ("docs/ja/guide.md", "docs/guide.md"), ("docs/zh-CN/guide.md", "docs/guide.md"),
        ("docs/pt_BR/guide.md", "docs/guide.md"), ("docs/guide.md", "docs/guide.md"),
        ("README.zh-CN.md", "README.md"), ("README_ja.md", "README.md"), ("README-de.md", "README.md"),
        ("docs/version-1.4/guide.md", "docs/guide.md"), ("docs/v2/guide.md", "docs/guide.md"),
        ("docs/1.x/guide.md", "docs/guide.md"), ("docs/api/guide.md", "docs/api/guide.md"),
        ("docs/go/guide.md", "docs/go/guide.md"), ("docs/2024/guide.md", "docs/2024/guide.md"),
        ("docs/deploy.md", "docs/deploy.md"), ("docs/de-x/guide.md", "docs/de-x/guide.md"),
    ],
)  # fmt: skip
def test_a_path_without_language_and_version(path, plain):
    assert plain_path(path) == plain


@pytest.mark.parametrize(
    ("subject", "fact"),
    [
        ("Fix the retry of uploads (#12)", "fix the retry of uploads"),
        ("Fix the retry of uploads (#12) (#34)", "fix the retry of uploads"),
        ("fix typo", ""), ("Fix the typo (#5)", ""), ("", ""),
    ],
)  # fmt: skip
def test_the_fact_of_a_subject(subject, fact):
    assert subject_fact(subject) == fact


def made(path="docs/a.md", body="alpha beta", kind="doc", title="Title", **fields):
    return Prepared(source(path, body, kind=kind, title=title, **fields)).record


@pytest.mark.parametrize(
    ("first", "second", "is_news"),
    [
        pytest.param({}, {"path": "docs/b.md"}, False, id="a copy"),
        pytest.param({}, {"path": "docs/b.md", "title": "Other"}, True, id="another title"),
        pytest.param({}, {"path": "docs/b.md", "body": "alpha gamma"}, True, id="another text"),
        pytest.param({}, {"line": 9, "body": "gamma"}, True, id="another section of the file"),
        pytest.param({}, {"path": "docs/ja/a.md", "body": "gamma"}, False, id="a translation"),
        pytest.param({"path": "docs/v1/a.md"}, {"path": "docs/v2/a.md", "body": "gamma"}, False, id="another version"),
        pytest.param({"kind": "personal"}, {"kind": "project", "path": "b.md"}, False, id="an entry of both troves"),
        pytest.param({"kind": "doc"}, {"kind": "project", "path": "b.md"}, True, id="an entry that repeats a doc"),
        pytest.param({"kind": "symbol", "path": "a.py"}, {"kind": "module", "path": "a.py"}, False, id="the module"),
        pytest.param({"kind": "symbol", "path": "a.py"}, {"kind": "module", "path": "b.py"}, True, id="another module"),
        pytest.param({"kind": "module", "path": "a.py"}, {"kind": "symbol", "path": "a.py"}, True, id="its symbol"),
        pytest.param({"kind": "symbol", "path": "a.py"}, {"kind": "symbol", "path": "b.py"}, False, id="copied code"),
        pytest.param(
            {"kind": "commit", "title": "Fix the retry of uploads", "path": "1"},
            {"kind": "commit", "title": "Fix the retry of uploads (#3)", "path": "2"}, False, id="a merge",
        ),
        pytest.param(
            {"kind": "commit", "title": "fix typo", "path": "1"}, {"kind": "commit", "title": "fix typo", "path": "2"},
            True, id="commits that say too little",
        ),
    ],
)  # fmt: skip
def test_what_is_news(first, second, is_news):
    told = Told()
    assert told.is_news(made(**first))
    told.tell(made(**first))
    assert told.is_news(made(**second)) is is_news


def test_a_module_may_be_a_fact_of_its_own():
    told = Told(modules_apart=True)
    told.tell(made(kind="symbol", path="a.py"))
    assert told.is_news(made(kind="module", path="a.py"))
