"""What post hooks say."""

from __future__ import annotations

from trove_git.output.hook import render_said


def test_each_line_names_who_says_it():
    assert render_said(["a is modified now", "b"]) == "git-trove: a is modified now\ngit-trove: b\n"
    assert render_said([]) == ""
