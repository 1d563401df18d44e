"""What text may hold on a terminal, and what a file gets."""

from __future__ import annotations

import pytest

from trove_git.output.style import block, printable

EVIL = "a\x1b[31m\u202eb\r\nc\td"


@pytest.mark.parametrize(
    ("text", "terminal", "shown"),
    [
        (EVIL, False, EVIL),
        (EVIL, True, "a\ufffd[31m\ufffdb\nc\td"),
        ("caf\udce9", False, "caf\ufffd"),
        ("caf\udce9", True, "caf\ufffd"),
        ("東京", True, "東京"),
    ],
)
def test_printable(text, terminal, shown):
    assert printable(text, terminal=terminal) == shown


@pytest.mark.parametrize(("lines", "text"), [([], ""), (["a"], "a\n"), (["a", "", "b"], "a\n\nb\n")])
def test_block(lines, text):
    assert block(lines) == text
