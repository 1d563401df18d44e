"""`git trove path` as a user runs it."""

from __future__ import annotations

import json

import pytest

from tests.support.troves import make_folders, run


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_it_prints_the_trove_that_is_written_to(folders, monkeypatch, capsys):
    assert run(monkeypatch, capsys, "path") == (0, f"{folders.personal}\n", "")
    run(monkeypatch, capsys, "init")
    assert run(monkeypatch, capsys, "path") == (0, f"{folders.project}\n", "")
    assert run(monkeypatch, capsys, "path", "--personal").out == f"{folders.personal}\n"


def test_json(folders, monkeypatch, capsys):
    result = run(monkeypatch, capsys, "path", "--project", "--json")
    assert json.loads(result.out) == {"path": str(folders.project), "kind": "project", "exists": False}
    assert not folders.project.exists()
