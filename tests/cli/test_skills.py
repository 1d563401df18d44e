"""`git trove skills` as a user runs it."""

from __future__ import annotations

import json

import pytest

from tests.support.troves import make_folders, run


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_install_update_uninstall(folders, monkeypatch, capsys):
    done = run(monkeypatch, capsys, "skills", "install", "--agent", "cursor")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[2] == "made .cursor/skills/trove-recall/SKILL.md"
    (folders.repo / ".cursor/skills/trove-recall/SKILL.md").write_text("mine")
    kept = run(monkeypatch, capsys, "skills", "update")
    assert kept.code == 1
    assert "kept .cursor/skills/trove-recall/SKILL.md\n" in kept.out
    assert kept.err.startswith("hint: ")
    gone = run(monkeypatch, capsys, "skills", "uninstall", "--json")
    assert {"path": ".cursor/skills/trove-init/SKILL.md", "action": "removed"} in json.loads(gone.out)["files"]
    nothing = run(monkeypatch, capsys, "skills", "uninstall")
    assert (nothing.code, nothing.out) == (0, "no skills of git-trove are installed here\n")
    assert run(monkeypatch, capsys, "skills", "install", "--agent", "nobody").code == 2


def test_personal(folders, monkeypatch, capsys):
    assert (
        "made ~/.agents/skills/trove-init/SKILL.md" in run(monkeypatch, capsys, "skills", "install", "--personal").out
    )
    assert (folders.home / ".agents/skills/trove-init/SKILL.md").is_file()
    assert not (folders.repo / ".agents").exists()


def test_agents_md(folders, monkeypatch, capsys):
    assert run(monkeypatch, capsys, "skills", "agents-md") == (0, "made AGENTS.md\n", "")
    assert run(monkeypatch, capsys, "skills", "agents-md") == (0, "unchanged AGENTS.md\n", "")
    assert run(monkeypatch, capsys, "skills", "agents-md", "--remove") == (0, "removed AGENTS.md\n", "")
