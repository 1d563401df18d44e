"""`git trove redact` as a user runs it."""

from __future__ import annotations

import json

import pytest

from tests.support.secrets import Maker
from tests.support.troves import make_folders, run

TOKEN = "gh" + "p_" + Maker().alnum(36)


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_a_filter(folders, monkeypatch, capsys):
    result = run(monkeypatch, capsys, "redact", stdin=f"{TOKEN} ana@acme.io\nno end of line")
    assert result == (
        0,
        "[REDACTED:secret-1] [REDACTED:email-1]\nno end of line",
        "redacted: 2 (1 email, 1 secret)\n",
    )


def test_nothing_to_redact(folders, monkeypatch, capsys):
    assert run(monkeypatch, capsys, "redact", stdin="café\n") == (0, "café\n", "nothing to redact\n")
    assert run(monkeypatch, capsys, "redact", "--check", stdin="café\n") == (0, "", "nothing to redact\n")


def test_files_and_what_is_no_secret(folders, monkeypatch, capsys):
    (folders.repo / "a.md").write_text(f"{TOKEN}\n")
    (folders.repo / "b.md").write_text("ana@acme.io\n")
    result = run(monkeypatch, capsys, "redact", "--no-redact-nonsecret", "a.md", "b.md")
    assert result == (0, "[REDACTED:secret-1]\nana@acme.io\n", "redacted: 1 (1 secret)\n")


def test_check(folders, monkeypatch, capsys):
    assert run(monkeypatch, capsys, "redact", "--check", "-", stdin=TOKEN) == (
        1,
        "",
        "would be redacted: 1 (1 secret)\n",
    )


@pytest.mark.parametrize("check", [False, True])
def test_json(folders, monkeypatch, capsys, check):
    (folders.repo / "a.md").write_text("nothing\n")
    arguments = ["redact", "--json", "-", "a.md", *(["--check"] if check else [])]
    result = run(monkeypatch, capsys, *arguments, stdin=f"{TOKEN} {TOKEN}")
    assert result.code == int(check)
    first = {"path": "-", "changed": True, "total": 2, "by_category": {"secret": 2}}
    second = {"path": "a.md", "changed": False, "total": 0, "by_category": {}}
    if not check:
        first["text"], second["text"] = "[REDACTED:secret-1] [REDACTED:secret-1]", "nothing\n"
    assert json.loads(result.out) == {"total": 2, "by_category": {"secret": 2}, "files": [first, second]}


def test_a_file_that_is_not_there(folders, monkeypatch, capsys):
    message = "error: cannot be redacted: No such file or directory (x.md)\n"
    assert run(monkeypatch, capsys, "redact", "x.md") == (2, "", message)
