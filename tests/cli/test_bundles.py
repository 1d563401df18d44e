"""`git trove export`, `import` and `promote` as a user runs them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.support.troves import Folders, make_folders, run, write_entry

SECRET = "ghp_" + "aB3dE5fG7h" * 3 + "Kq9Zx2"


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    made = make_folders(tmp_path, monkeypatch)
    write_entry(made.project, "entries/a.md", "A", "Say one thing.")
    (made.project / "INDEX.md").write_text("# Trove\n")
    return made


@pytest.mark.parametrize("form", ["markdown", "json"])
def test_out_and_in_again(folders: Folders, monkeypatch, capsys, form: str) -> None:
    bundle = run(monkeypatch, capsys, "export", "--format", form).out
    assert run(monkeypatch, capsys, "export", "--format", form, "-o", "bundle").err == "-- 1 entry in bundle\n"
    assert Path("bundle").read_text() == bundle
    where = "~/.claude/trove/entries/a.md"
    assert run(monkeypatch, capsys, "import", "bundle", "--personal") == (
        0, f"add       {where}  A\n", "-- 1 entry would be written; --write does it\n",
    )  # fmt: skip
    assert not folders.personal.exists()
    done = run(monkeypatch, capsys, "import", "-", "--personal", "--write", "--json", stdin=bundle)
    assert json.loads(done.out) == {
        "written": True, "entries": [{"action": "add", "slug": "a", "title": "A", "path": where}],
    }  # fmt: skip
    assert (folders.personal / "entries" / "a.md").is_file()
    assert run(monkeypatch, capsys, "import", "bundle", "--personal", "--write") == (
        1, f"same      {where}  A  (a)\n", "-- nothing to add\n",
    )  # fmt: skip


def test_a_terminal_gets_no_control_characters(folders: Folders, monkeypatch, capsys) -> None:
    write_entry(folders.project, "entries/b.md", "B", "Red \x1b[31m.")
    assert "\x1b" in run(monkeypatch, capsys, "export").out
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
    assert "\x1b" not in run(monkeypatch, capsys, "export").out


def test_secrets_do_not_leave_and_do_not_come_in(folders: Folders, monkeypatch, capsys) -> None:
    clean = run(monkeypatch, capsys, "export", "--format", "json").out
    write_entry(folders.project, "entries/s.md", "S", f"token = {SECRET}")
    out = run(monkeypatch, capsys, "export", "-o", "bundle")
    assert (out.code, out.out) == (1, "")
    assert out.err.endswith("not exported: remove the secrets first\n")
    assert not Path("bundle").exists()
    value = json.loads(clean)
    value["entries"][0]["text"] += f"token = {SECRET}\n"
    into = run(monkeypatch, capsys, "import", "-", "--personal", "--write", stdin=json.dumps(value))
    assert (into.code, into.err) == (1, "-- nothing is written while an entry holds a secret\n")
    assert into.out.startswith("secret  ")
    assert SECRET not in out.err + into.out
    assert not folders.personal.exists()


def test_nothing_to_export_and_no_bundle(folders: Folders, monkeypatch, capsys) -> None:
    assert run(monkeypatch, capsys, "export", "--type", "decision") == (1, "", "no entries\n")
    assert run(monkeypatch, capsys, "import", "nowhere") == (
        2, "",
        "error: cannot read the bundle: no such file or directory (nowhere)\nhint: git trove export writes one\n",
    )  # fmt: skip
    assert run(monkeypatch, capsys, "import", "-", stdin="# Readme\n").err == (
        "error: not a bundle (standard input:1)\nhint: git trove export writes one\n"
    )


def test_promote(folders: Folders, monkeypatch, capsys) -> None:
    write_entry(folders.personal, "mine.md", "Mine", "Something quite else.")
    assert run(monkeypatch, capsys, "promote", "mine", "--dry-run").out == (
        "would be copied to .claude/trove/entries/mine.md\n"
    )
    assert run(monkeypatch, capsys, "promote", "mine") == (
        0, "copied to .claude/trove/entries/mine.md\n",
        "-- the personal entry stays; next: git add .claude/trove && git commit\n",
    )  # fmt: skip
    assert run(monkeypatch, capsys, "promote", "mine").out == "the project has it already: mine\n"
    value = json.loads(run(monkeypatch, capsys, "promote", "mine", "--json").out)
    assert (value["action"], value["written"]) == ("same", False)
    assert run(monkeypatch, capsys, "promote", "none").code == 2
