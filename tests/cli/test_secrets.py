"""`git trove secrets` as a user runs it."""

from __future__ import annotations

import pytest

from tests.support.secrets import Maker
from tests.support.troves import make_folders, run

TOKEN = "gh" + "p_" + Maker().alnum(36)


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_a_finding(folders, monkeypatch, capsys):
    (folders.repo / "a.md").write_text(f"one\n{TOKEN}\n")
    result = run(monkeypatch, capsys, "secrets", "a.md", "--as", "doc", "--blocking")
    assert (result.code, result.out) == (1, "a.md:2: github-token (40 characters)\n")
    hint = "take the secret out and have it revoked; write where it is kept instead"
    assert result.err == f"1 file scanned: 1 finding\nhint: {hint}\n"


def test_nothing_found(folders, monkeypatch, capsys):
    (folders.repo / "a.md").write_text("one\n")
    (folders.repo / "b.md").write_text("two\n")
    assert run(monkeypatch, capsys, "secrets", ".") == (0, "", "2 files scanned: no secrets found\n")


def test_standard_input(folders, monkeypatch, capsys):
    result = run(monkeypatch, capsys, "secrets", "-", stdin=f"{TOKEN}\n{TOKEN}")
    assert (result.code, result.out) == (1, "-:1: github-token (40 characters)\n-:2: github-token (40 characters)\n")
    assert result.err.startswith("1 file scanned: 2 findings\n")


def test_a_file_that_is_not_there(folders, monkeypatch, capsys):
    assert run(monkeypatch, capsys, "secrets", "x.md") == (
        2,
        "",
        "error: cannot be scanned: No such file or directory (x.md)\n",
    )
