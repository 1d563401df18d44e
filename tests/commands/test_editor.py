"""The command that opens a hit in the user's editor."""

from __future__ import annotations

import pytest

from trove_git.commands.editor import editor_command, editor_of, find_hit
from trove_git.errors import UsageError
from trove_git.records import AskResult, Hit, ScoreParts

PARTS = ScoreParts(bm25=1.0, title=0.0, coverage=1.0, prior=1.0, page=1.0, category="", recency=1.0)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"EDITOR": "nano"}, ["nano"]),
        ({"VISUAL": "code --wait", "EDITOR": "nano"}, ["code", "--wait"]),
        ({"VISUAL": " ", "EDITOR": "vi"}, ["vi"]),
        ({"EDITOR": "'/opt/my editor/vim' -n"}, ["/opt/my editor/vim", "-n"]),
    ],
)
def test_which_editor(environment, expected):
    assert editor_of(environment) == expected


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({}, "no editor is set"),
        ({"EDITOR": ""}, "no editor is set"),
        ({"EDITOR": "vi '"}, r"not a command.*\(EDITOR\)"),
    ],
)
def test_no_editor(environment, message):
    with pytest.raises(UsageError, match=message):
        editor_of(environment)


@pytest.mark.parametrize(
    ("editor", "line", "expected"),
    [
        (["vim"], 7, ["vim", "+7", "/a b.md"]),
        (["/usr/bin/nvim", "-n"], 7, ["/usr/bin/nvim", "-n", "+7", "/a b.md"]),
        (["emacsclient", "-t"], 7, ["emacsclient", "-t", "+7", "/a b.md"]),
        (["code", "--wait"], 7, ["code", "--wait", "-g", "/a b.md:7"]),
        (["Code.exe"], 7, ["Code.exe", "-g", "/a b.md:7"]),
        (["hx"], 7, ["hx", "/a b.md:7"]),
        (["kate"], 7, ["kate", "--line", "7", "/a b.md"]),
        (["pycharm"], 7, ["pycharm", "--line", "7", "/a b.md"]),
        (["my-editor"], 7, ["my-editor", "/a b.md"]),
        (["vim"], 0, ["vim", "/a b.md"]),
        (["code"], 0, ["code", "/a b.md"]),
    ],
)
def test_how_an_editor_is_told_the_line(editor, line, expected):
    assert editor_command(editor, "/a b.md", line) == expected


def hit(kind: str = "doc", path: str = "a.md", location: str = "") -> Hit:
    return Hit(
        kind=kind, path=path, line=3, title="grep", snippet="", score=1.0, parts=PARTS, cite=f"{path}:3",
        location=location,
    )  # fmt: skip


def result(*hits: Hit) -> AskResult:
    return AskResult(
        query="x", hits=hits, matches=1, searched=1, tokens=1, budget=1, revision="0123456789abcdef", notes=(),
        counts={},
    )  # fmt: skip


def test_a_hit_with_a_file(tmp_path):
    file = tmp_path / "a.md"
    file.write_text("x")
    wanted = hit(location=str(file))
    assert find_hit(result(hit(), wanted), 2) is wanted


@pytest.mark.parametrize(
    ("answer", "number", "message", "hint"),
    [
        (None, 1, "nothing to open yet", "ask something first"),
        (result(), 1, "nothing to open yet", "ask something first"),
        (result(hit()), 2, "no hit 2", "the last answer has 1: :open 1"),
        (result(hit()), 1, "hit 1 is not a file on disk (a.md:3)", "git show 0123456789ab:sub/a.md"),
        (result(hit("commit", "fe0011")), 1, "hit 1 is not a file on disk (fe0011:3)", "git show fe0011"),
        (result(hit("tool", "/bin/grep", "/bin/grep")), 1, "hit 1 is a program (/bin/grep)", ":tool grep describes it"),
        (result(hit(location="/nowhere/a.md")), 1, "hit 1 is not on disk any more (a.md:3)", ""),
    ],
)
def test_a_hit_without_one(answer, number, message, hint):
    with pytest.raises(UsageError) as raised:
        find_hit(answer, number, "sub/")
    assert (str(raised.value), raised.value.hint) == (message, hint)
