"""Inline markup of Markdown goes."""

from __future__ import annotations

import pytest

from trove_git.markdown import plain, without_attributes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a {: .x } b", "a  b"), ("[a](b){ .md-button }", "a"), ("`{#x}` b", "{#x} b"),
        ("{{< note >}}a{{< /note >}}", "a"),
        ("{% raw %}a{% endraw %}", "a"), ("{a} and {b: c}", "{a} and {b: c}"), ("{{< open", "{{< open"),
    ],
)  # fmt: skip
def test_what_sites_add_to_markdown_goes(text, expected):
    assert plain(text) == " ".join(expected.split())


@pytest.mark.parametrize("piece", ["{", "{#a ", "{{<", "{% ", "{a=", "{a='", "}", "{}"])
def test_braces_are_looked_at_once(piece):
    text = "x" + piece * 200_000
    assert without_attributes(text).startswith("x")
