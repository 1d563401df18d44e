"""What is shown of a line of reStructuredText that is cited."""

from __future__ import annotations

import pytest

from trove_git.asking.rst_lines import plain_rst_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (".. include:: ../CHANGES.rst", "Includes ../CHANGES.rst"),
        (".. literalinclude:: a.py", "Includes a.py"),
        (".. deprecated:: 3.0 Use :class:`~a.Pool`.", "Deprecated since 3.0 Use Pool."),
        (".. confval:: static_path", "static_path"),
        (".. image:: a.png", ""),
    ],
)
def test_text_without_markup(text, shown):
    assert plain_rst_text(text) == shown
