"""The state of the index, a line each."""

from __future__ import annotations

import pytest

from trove_git.commands.status import Status
from trove_git.output.status import render_status, status_object

FRESH = Status("/r", "f" * 40, "fresh", 0, {"project": 2, "doc": 1}, 1_250_000, 1, "/r/.git/trove", (), {}, {})


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({}, "root         /r"),
        ({"root": "/r\n"}, 'root         "/r\\n"'),
        ({}, f"revision     {'f' * 40}"),
        ({"revision": "", "state": "no commit"}, "revision     none (no commit)"),
        ({}, "index        of this revision"),
        ({"state": "missing"}, "index        none yet; the next question builds it, git trove index does so now"),
        ({"state": "stale", "behind": 1}, "index        1 commit away; the next question brings it up to date"),
        ({"state": "stale", "behind": 2}, "index        2 commits away; the next question brings it up to date"),
        ({"state": "stale", "behind": -1},
         "index        an unknown number of commits away; the next question brings it up to date"),
        ({"code": "missing"}, "code index   none yet; the next question builds it"),
        ({"code": "fresh", "languages": {"python": 3}}, "code index   of this revision (3 python)"),
        ({"code": "stale", "code_behind": 1, "languages": {"go": 2, "c": 1}},
         "code index   1 commit away (2 go, 1 c); the next question brings it up to date"),
        ({}, "sources      2 project, 1 doc"),
        ({"state": "missing"}, "sources      not counted yet"),
        ({}, "on disk      1.2 MB, 1 revision, /r/.git/trove"),
        ({"revisions": 3}, "on disk      1.2 MB, 3 revisions, /r/.git/trove"),
        ({"uncommitted": tuple("abcdefg")}, "uncommitted  a, b, c, d, e and 2 more"),
        ({"uncommitted": tuple("abcde")}, "uncommitted  a, b, c, d, e"),
        ({"skipped": {"a": "too large"}}, "-- files: 1 skipped, 0 with problems; --verbose lists them"),
    ],
)  # fmt: skip
def test_line(fields, line):
    assert line in render_status(FRESH._replace(**fields)).splitlines()


def test_what_is_not_there_has_no_line():
    text = render_status(FRESH._replace(revision="", folder=""))
    assert [line.split("  ")[0] for line in text.splitlines()] == ["root", "revision", "sources"]


def test_object():
    value = status_object(FRESH._replace(problems={"a": [(1, "x")]}))
    assert value["problems"] == [{"path": "a", "line": 1, "text": "x"}]
    assert list(value) == list(Status._fields)
