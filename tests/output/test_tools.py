"""Installed tools, a line each, and one of them."""

from __future__ import annotations

import pytest

from trove_git.commands.tools import Description, Found
from trove_git.output.tool import no_tool_object, render_no_tool, render_tool, tool_object
from trove_git.output.tools import render_tools, tools_object
from trove_git.sources.tools import Tool

GIT = Tool("git", "/bin/git", "the \x1b[1m tracker", "man")
LONG = Tool("x" * 30, "/bin/x", "", "")
ALL = Description("git", ("/bin/git", "/opt/git"), "../git", "the tracker", "manual page", "git(1)", "git 2.4")


@pytest.mark.parametrize(
    ("found", "query", "text"),
    [
        (Found((), 0, 7), "a\x1b", 'no matches for "a\ufffd" in 7 tools\n'),
        (Found((), 0, 0), "", "no tools on PATH\n"),
        (Found((GIT, LONG), 2, 2), "", f"git  the \ufffd[1m tracker\n{'x' * 30}\n"),
        (Found((GIT,), 3, 9), "tracker", "git  the \ufffd[1m tracker\n-- 1 of 3 matches | 9 tools\n"),
    ],
)
def test_tools(found, query, text):
    assert render_tools(found, query, terminal=True) == text


def test_long_names_do_not_push_the_others():
    only = Found((LONG._replace(description="d"),), 1, 1)
    assert render_tools(only, "") == f"{'x' * 30}  d\n"


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        (
            ALL,
            "git  the tracker\n   path: /bin/git -> ../git\n   shadowed: /opt/git\n   manual: git(1)\n"
            "   package: git 2.4\n   described by: manual page\n",
        ),
        (Description("x", ("/bin/x",), "", "", "", "", ""), "x\n   path: /bin/x\n   nothing describes it\n"),
    ],
)
def test_tool(tool, text):
    assert render_tool(tool) == text


def test_no_tool():
    assert render_no_tool("gti", ["git", "gtk"]) == "no tool gti; near: git, gtk\n"
    assert render_no_tool("zz\x1b", [], terminal=True) == "no tool zz\ufffd\n"


def test_objects():
    assert tools_object(Found((LONG,), 1, 2)) == {
        "tools": [{"name": "x" * 30, "path": "/bin/x", "description": "", "source": ""}], "matches": 1, "known": 2,
    }  # fmt: skip
    assert tool_object(ALL)["found"] is True
    assert no_tool_object("x", ["y"]) == {"name": "x", "found": False, "near": ["y"]}
