"""`git trove init` as a user runs it."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.support.troves import make_folders, run


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_it_says_where_and_shows_the_format(folders, monkeypatch, capsys):
    first = run(monkeypatch, capsys, "init")
    assert first.code == 0
    assert first.out.startswith(
        f"project trove: {folders.project} (made entries/, INDEX.md, .gitattributes)\n\n---\ntitle: "
    )
    assert "\n**Related:** [[" in first.out
    assert "(nothing to do)" in run(monkeypatch, capsys, "init").out


def test_json_and_personal(folders, monkeypatch, capsys):
    result = run(monkeypatch, capsys, "init", "--personal", "--json")
    value = json.loads(result.out)
    assert {key: value[key] for key in ("path", "kind", "made", "entries")} == {
        "path": str(folders.personal),
        "kind": "personal",
        "made": ["entries/", "INDEX.md"],
        "entries": 0,
    }
    assert not folders.project.exists()


def test_a_bare_repository_has_no_place_for_it(folders, tmp_path, monkeypatch, capsys):
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "bare")], check=True)
    result = run(monkeypatch, capsys, "init", "--repo", str(tmp_path / "bare"))
    assert (result.code, result.out) == (2, "")
    assert result.err == "error: a bare repository has no files on disk (.claude/trove)\nhint: use --personal\n"
