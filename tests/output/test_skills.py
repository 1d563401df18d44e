"""What happened to the files of skills."""

from __future__ import annotations

import pytest

from trove_git.commands.skills import Done
from trove_git.output.skills import render_skills, skills_object


@pytest.mark.parametrize(
    ("done", "nothing", "text"),
    [
        ([], "nothing to do", "nothing to do\n"),
        ([], "", ""),
        ([Done("wrote", "a.md"), Done("kept", "b\n.md")], "nothing to do", 'wrote a.md\nkept "b\\n.md"\n'),
    ],
)
def test_text(done, nothing, text):
    assert render_skills(done, nothing) == text


def test_object():
    assert skills_object([Done("wrote", "a.md")]) == {"files": [{"path": "a.md", "action": "wrote"}]}
