"""Lines that match."""

from __future__ import annotations

from trove_git.commands.grep import Match
from trove_git.output.grep import matches_object, render_matches

MATCHES = [Match("project", "e/a.md", 3, "one \x1b[1m"), Match("personal", "~/b.md", 4, "two")]


def test_text():
    assert render_matches(MATCHES) == "e/a.md:3: one \x1b[1m\n~/b.md:4: two\n"
    assert render_matches(MATCHES, terminal=True) == "e/a.md:3: one \ufffd[1m\n~/b.md:4: two\n"
    assert render_matches([]) == ""


def test_object():
    assert matches_object(MATCHES[1:]) == {
        "matches": [{"kind": "personal", "path": "~/b.md", "line": 4, "text": "two"}],
    }
