"""Every entry that is about a file or folder, with what speaks against it."""

from __future__ import annotations

import json

import pytest

from tests.support.repos import Repo
from tests.support.troves import run, write_entry
from trove_git.asking.asking import Asking
from trove_git.commands.about import ask_about, list_about
from trove_git.commands.list_entries import Wanted
from trove_git.errors import UsageError
from trove_git.workspace.workspace import find_workspace

ALL = Wanted()


@pytest.fixture
def known(repo: Repo) -> Repo:
    """A repository with two files of code, and entries about them."""
    trove = repo.path / ".claude" / "trove"
    repo.write("src/retry.py", "def wait_longer():\n    return 1\n")
    repo.write("src/api/send.py", "def send_all():\n    return 2\n")
    repo.write("Makefile", "all:\n")
    repo.write("src/Makefile", "all:\n")
    write_entry(trove, "entries/pinned.md", created="2024-01-09", type="gotcha", paths="[src/retry.py]")
    write_entry(trove, "entries/pattern.md", created="2024-01-08", paths="['src/*.py']")
    write_entry(trove, "entries/folder.md", created="2024-01-07", paths="[src/api/]")
    write_entry(trove, "entries/named.md", body="Look at src/retry.py first.", created="2024-01-06")
    write_entry(trove, "entries/by-name.md", body="`wait_longer` waits.", created="2024-01-05")
    write_entry(trove, "entries/by-end.md", body="See retry.py for it.", created="2024-01-04")
    write_entry(trove, "entries/other.md", body="Nothing about code.", created="2024-01-03")
    write_entry(trove, "entries/make.md", body="The `Makefile` builds all.", created="2024-01-02")
    repo.commit("first")
    return repo


def slugs(repo: Repo, *paths: str, revision: str | None = None, wanted: Wanted = ALL) -> list[str]:
    with Asking(find_workspace(str(repo.path)), revision) as asking:
        return [row.stored.entry.slug for row in list_about(asking, paths, wanted).rows]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/retry.py", ["pinned", "pattern", "named", "by-name", "by-end"]),
        ("src/api/send.py", ["folder"]),
        ("src/api", ["folder"]),
        ("src", ["pinned", "pattern", "folder", "named", "by-name", "by-end"]),
        ("src/new.py", ["pattern"]),
        ("src/api/new.py", ["folder"]),
        ("Makefile", ["make"]),
        ("src/Makefile", []),
        ("src/retry.pyc", []),
        ("retry.py", []),
    ],
)
def test_entries_about_a_path(known: Repo, monkeypatch, path: str, expected: list[str]) -> None:
    monkeypatch.chdir(known.path)
    assert slugs(known, path) == expected


def test_several_paths_and_filters(known: Repo, monkeypatch) -> None:
    monkeypatch.chdir(known.path)
    assert slugs(known, "Makefile", "src/api") == ["folder", "make"]
    assert slugs(known, "src", wanted=Wanted(types=("gotcha",))) == ["pinned"]
    assert len(slugs(known, ".")) == 8
    assert len(slugs(known, "Makefile", ".")) == 8


def test_paths_are_meant_from_where_one_stands(known: Repo, monkeypatch) -> None:
    monkeypatch.chdir(known.path / "src" / "api")
    assert slugs(known, "../retry.py")[:1] == ["pinned"]
    assert slugs(known, "send.py") == ["folder"]
    with pytest.raises(UsageError):
        slugs(known, "../../../elsewhere")


def test_an_uncommitted_entry_and_an_uncommitted_file(known: Repo, monkeypatch) -> None:
    monkeypatch.chdir(known.path)
    known.write("src/fresh.ts", "export const a = 1\n")
    write_entry(known.path / ".claude" / "trove", "entries/fresh.md", body="About src/fresh.ts.", created="2024-02-01")
    assert slugs(known, "src/fresh.ts") == ["fresh"]
    assert "fresh" not in slugs(known, ".", revision="HEAD")


def test_a_revision_has_its_own_entries(known: Repo, monkeypatch) -> None:
    monkeypatch.chdir(known.path)
    known.git("rm", "-q", ".claude/trove/entries/pinned.md")
    known.commit("second")
    assert "pinned" not in slugs(known, "src/retry.py")
    assert slugs(known, "src/retry.py", revision="HEAD~1")[0] == "pinned"


def test_each_with_its_doubt(known: Repo, monkeypatch) -> None:
    monkeypatch.chdir(known.path)
    known.commit("second", {"src/retry.py": "def wait_longer():\n    return 3\n"})
    with Asking(find_workspace(str(known.path))) as asking:
        rows = {row.stored.entry.slug: row.stale for row in list_about(asking, ["src/retry.py"], Wanted()).rows}
    stale = rows["pinned"]
    assert stale is not None
    assert stale.changed[0].path == "src/retry.py"
    known.git("rm", "-q", "src/retry.py")
    known.commit("third")
    with Asking(find_workspace(str(known.path))) as asking:
        result = ask_about(asking, ["src/retry.py"], Wanted())
    gone = {hit.title: hit.stale for hit in result.hits}["pinned"]
    assert gone is not None
    assert gone.missing[0].path == "src/retry.py"


def test_personal_entries_by_their_paths(known: Repo, monkeypatch) -> None:
    from pathlib import Path

    personal = Path.home() / ".claude" / "trove"
    write_entry(personal, "mine.md", paths="[src/retry.py]", created="2024-03-01")
    write_entry(personal, "word.md", body="The `Makefile` of another project.", created="2024-03-01")
    monkeypatch.chdir(known.path)
    assert slugs(known, "src/retry.py")[0] == "mine"
    assert slugs(known, "Makefile") == ["make"]


def test_without_git(tmp_path, monkeypatch) -> None:
    write_entry(tmp_path / ".claude" / "trove", "entries/a.md", paths="[src/a.py]")
    monkeypatch.chdir(tmp_path)
    with Asking(find_workspace(str(tmp_path))) as asking:
        assert [row.stored.entry.slug for row in list_about(asking, ["src/a.py"], Wanted()).rows] == ["a"]


def test_as_a_user_runs_it(known: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(known.path)
    known.commit("second", {"src/retry.py": "def wait_longer():\n    return 3\n"})
    out = run(monkeypatch, capsys, "list", "--path", "src/retry.py").out.splitlines()
    assert [line.split()[3] for line in out if not line.startswith(" ")] == [
        "pinned", "pattern", "named", "by-name", "by-end",
    ]  # fmt: skip
    assert out[1].startswith("   stale? src/retry.py changed in 1 commit")
    made = json.loads(run(monkeypatch, capsys, "list", "--path", "src/retry.py", "--json").out)
    assert made["entries"][0]["slug"] == "pinned"
    assert made["entries"][0]["stale"]["changed"][0]["path"] == "src/retry.py"
    assert run(monkeypatch, capsys, "list", "--path", "nosuch").code == 1


def test_ask_without_a_question(known: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(known.path)
    made = json.loads(run(monkeypatch, capsys, "ask", "--path", "src/retry.py", "--json").out)
    cites = [source["cite"] for source in made["sources"]]
    assert len(cites) == made["matches"] == 5
    named = next(cite for cite in cites if "named.md" in cite)
    assert run(monkeypatch, capsys, "show", named, "--context", "0").out.endswith("Look at src/retry.py first.\n")
    limited = json.loads(run(monkeypatch, capsys, "ask", "--path", "src/retry.py", "--limit", "2", "--json").out)
    assert (len(limited["sources"]), limited["matches"]) == (2, 5)
    assert run(monkeypatch, capsys, "ask", "--path", "Makefile").out.startswith("1  project")
    assert run(monkeypatch, capsys, "ask", "--path", "src", "--kind", "symbol").code == 2
    assert run(monkeypatch, capsys, "ask").code == 2
