"""What the prompt says beside its answers."""

from __future__ import annotations

import pytest

from trove_git.commands.prompt import COMMANDS
from trove_git.output.prompt import (
    render_help,
    say_asked,
    say_budget,
    say_explained,
    say_fresh,
    say_json,
    say_open,
    say_provider,
    say_welcome,
)

HEAD = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (say_welcome("/a/b\n"), 'trove: ask anything about "/a/b\\n"'),
        (say_open({"project": 1, "doc": 2}), "-- 1 project, 2 doc | :help for commands"),
        (say_open({}), "-- nothing | :help for commands"),
        (say_asked(HEAD, uncommitted=False), "-- asking 0123456789ab"),
        (say_asked(HEAD, uncommitted=True), "-- asking 0123456789ab and uncommitted files"),
        (say_asked(None, uncommitted=True), "-- asking the files on disk"),
        (say_explained(True), "-- scores are explained"),
        (say_explained(False), "-- scores are not explained any more"),
        (say_fresh(True), "-- entries whose files have changed since count less"),
        (say_fresh(False), "-- entries whose files have changed since count in full"),
        (say_json(True), "-- answers are JSON"),
        (say_json(False), "-- answers are text"),
        (say_budget(30), "-- budget 30 tokens"),
        (say_provider("ollama"), "-- provider ollama"),
    ],
)
def test_what_is_said(said, line):
    assert said == line


def test_the_help_names_every_command():
    lines = render_help().splitlines()
    assert [line.split()[0] for line in lines] == ["QUESTION", *(f":{name}" for name in COMMANDS)]
    assert lines[0] == "QUESTION          ask it"
    assert max(map(len, lines)) <= 80
