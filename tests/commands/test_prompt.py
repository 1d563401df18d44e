"""What a line of the prompt means."""

from __future__ import annotations

import pytest

from trove_git.commands.prompt import parse_line, parse_number
from trove_git.errors import UsageError


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("how do we deploy", ("", "how do we deploy")),
        ("  what  is\ta:b \n", ("", "what is a:b")),
        ("", ("", "")),
        (" \n", ("", "")),
        (":json", ("json", "")),
        ("  :json  \n", ("json", "")),
        (":tools  merge   pdf ", ("tools", "merge pdf")),
        (":tools", ("tools", "")),
        (":tool git", ("tool", "git")),
        (":open", ("open", "")),
        (":at", ("at", "")),
        (":at HEAD~3", ("at", "HEAD~3")),
        (":budget", ("budget", "")),
        (":q", ("quit", "")),
        (":rel", ("reload", "")),
    ],
)
def test_a_line(line, expected):
    assert tuple(parse_line(line)) == expected


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        (":bogus", "no command :bogus", ":help lists the commands"),
        (":", "no command :", ":help lists the commands"),
        (":: x", "no command ::", ":help lists the commands"),
        (":relaod", "no command :relaod", "near: :reload"),
        (":to grep", "no command :to", "near: :tools, :tool"),
        (":tool", ":tool needs an argument", ":tool NAME"),
        (":json on", ":json takes no argument (on)", ""),
    ],
)
def test_what_cannot_be_understood(line, message, hint):
    with pytest.raises(UsageError) as raised:
        parse_line(line)
    assert (str(raised.value), raised.value.hint) == (message, hint)


@pytest.mark.parametrize("text", ["0", "-1", "x", "1.5", "²", "٣", "1 2"])
def test_what_is_no_number(text):
    with pytest.raises(UsageError, match=r"not a whole number above 0: .* \(:budget\)"):
        parse_number(text, ":budget")


def test_a_number():
    assert parse_number("12", ":open") == 12
