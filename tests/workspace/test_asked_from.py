"""Where a question is asked from, and what comes of it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.support.repos import Repo
from tests.support.troves import run, write_entry
from trove_git.asking.searcher import Searcher
from trove_git.errors import UsageError
from trove_git.ranking.place import PLACE_FACTOR
from trove_git.workspace.asked_from import find_asked_from
from trove_git.workspace.workspace import find_workspace

QUESTION = "do clients pause"


@pytest.fixture
def mono(repo: Repo) -> Repo:
    """Two packages, an entry pinned to each, both as good as the other by their words, and one pinned to nothing."""
    trove = repo.path / ".claude" / "trove"
    write_entry(trove, "entries/a-web.md", "Web", "Clients pause a second.", paths="[packages/web/**]")
    write_entry(trove, "entries/b-api.md", "Api", "Clients pause a second.", paths="[packages/api/**]")
    write_entry(trove, "entries/c-all.md", "All", "Clients pause a second.")
    repo.commit("packages", {"packages/api/src/retry.ts": "x\n", "packages/web/index.ts": "x\n", "README.md": "# R\n"})
    return repo


def asked_from(folder: Path, *paths: str, repo: str | None = None) -> list[tuple[str, bool]]:
    os.chdir(folder)
    return [(place.path, place.is_folder) for place in find_asked_from(find_workspace(repo), paths)]


@pytest.fixture(autouse=True)
def _back_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


class TestHere:
    def test_a_folder_below_the_root(self, mono: Repo) -> None:
        assert asked_from(mono.path / "packages" / "api" / "src") == [("packages/api/src", True)]

    def test_the_root_is_no_place(self, mono: Repo) -> None:
        assert asked_from(mono.path) == []

    def test_outside_the_root_that_was_named(self, mono: Repo, tmp_path: Path) -> None:
        assert asked_from(tmp_path, repo=str(mono.path)) == []
        assert asked_from(mono.path / "packages" / "api", repo=str(mono.path / "packages" / "web")) == []

    def test_below_the_root_that_was_named(self, mono: Repo) -> None:
        assert asked_from(mono.path / "packages" / "api", repo=str(mono.path)) == [("packages/api", True)]
        assert asked_from(mono.path / "packages" / "api", repo=str(mono.path / "packages")) == [("api", True)]

    def test_through_a_symbolic_link(self, mono: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        link = tmp_path / "link"
        link.symlink_to(mono.path / "packages" / "api")
        # As a shell has it: PWD is the way that was taken.
        monkeypatch.setenv("PWD", str(link / "src"))
        assert asked_from(link / "src") == [("packages/api/src", True)]
        (mono.path / "short").symlink_to("packages/api")
        assert asked_from(mono.path / "short") == [("packages/api", True)]

    def test_in_a_worktree(self, mono: Repo, tmp_path: Path) -> None:
        mono.git("worktree", "add", "-q", str(tmp_path / "tree"))
        assert asked_from(tmp_path / "tree" / "packages" / "web") == [("packages/web", True)]

    def test_below_a_scope(self, mono: Repo) -> None:
        (mono.path / "packages" / "api" / ".trove").mkdir()
        assert asked_from(mono.path / "packages" / "api" / "src") == [("src", True)]
        assert asked_from(mono.path / "packages" / "api") == []

    def test_in_the_git_dir_and_in_a_bare_repository(self, mono: Repo, tmp_path: Path) -> None:
        assert asked_from(mono.path / ".git" / "refs") == []
        mono.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
        assert asked_from(tmp_path / "bare.git" / "refs") == []

    def test_a_folder_that_is_gone(self, mono: Repo, tmp_path: Path) -> None:
        gone = tmp_path / "gone"
        gone.mkdir()
        os.chdir(gone)
        gone.rmdir()
        assert find_asked_from(find_workspace(str(mono.path))) == ()

    def test_outside_git(self, tmp_path: Path) -> None:
        (tmp_path / "plain" / ".trove").mkdir(parents=True)
        (tmp_path / "plain" / "src").mkdir()
        assert asked_from(tmp_path / "plain" / "src") == [("src", True)]


class TestNamed:
    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("retry.ts", [("packages/api/src/retry.ts", False)]),
            ("new.ts", [("packages/api/src/new.ts", False)]),
            (".", [("packages/api/src", True)]),
            ("..", [("packages/api", True)]),
            ("../", [("packages/api", True)]),
            ("../../web/index.ts", [("packages/web/index.ts", False)]),
            ("../../..", []),
        ],
    )
    def test_from_where_somebody_is(self, mono: Repo, path: str, expected: list[tuple[str, bool]]) -> None:
        folder = mono.path / "packages" / "api" / "src"
        assert asked_from(folder, path) == expected
        assert asked_from(folder, str(folder / path)) == expected
        assert asked_from(folder, path, repo=str(mono.path)) == expected

    def test_several_and_none_twice(self, mono: Repo) -> None:
        found = asked_from(mono.path / "packages", "api", "web/index.ts", "api/")
        assert found == [("packages/api", True), ("packages/web/index.ts", False)]

    @pytest.mark.parametrize("path", ["../x", "/etc/passwd", "packages/../../x", ""])
    def test_outside_the_root(self, mono: Repo, path: str) -> None:
        with pytest.raises(UsageError, match="--path lies outside"):
            asked_from(mono.path, path)

    def test_a_file_that_is_a_link_is_the_link(self, mono: Repo, tmp_path: Path) -> None:
        (tmp_path / "elsewhere.ts").touch()
        (mono.path / "packages" / "link.ts").symlink_to(tmp_path / "elsewhere.ts")
        assert asked_from(mono.path / "packages", "link.ts") == [("packages/link.ts", False)]
        (mono.path / "packages" / "out").symlink_to(tmp_path)
        with pytest.raises(UsageError, match="--path lies outside"):
            asked_from(mono.path / "packages", "out")

    def test_in_a_bare_repository_it_is_below_the_top(self, mono: Repo, tmp_path: Path) -> None:
        mono.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
        found = asked_from(tmp_path / "bare.git", "packages/api/src/retry.ts", "packages/web/", ".")
        assert found == [("packages/api/src/retry.ts", False), ("packages/web", True)]
        with pytest.raises(UsageError, match="--path lies outside"):
            asked_from(tmp_path / "bare.git", "../x")


ORDER = [
    # folder, --path, the entries in their order (equal scores go by their path), whether the first is of the place
    ("", [], ["a-web", "b-api", "c-all"], False),
    ("packages", [], ["a-web", "b-api", "c-all"], False),
    ("packages/api", [], ["b-api", "a-web", "c-all"], True),
    ("packages/api/src", [], ["b-api", "a-web", "c-all"], True),
    ("packages/api", ["../web/index.ts"], ["a-web", "b-api", "c-all"], True),
    ("", ["packages/api/src/new.ts"], ["b-api", "a-web", "c-all"], True),
    ("packages/api", ["../.."], ["a-web", "b-api", "c-all"], False),
]


@pytest.mark.parametrize(("folder", "paths", "expected", "is_near"), ORDER)
def test_the_entry_of_the_place_comes_first(
    mono: Repo, monkeypatch, capsys, folder: str, paths: list[str], expected: list[str], is_near: bool
) -> None:
    monkeypatch.chdir(mono.path / folder)
    options = [part for path in paths for part in ("--path", path)]
    found = json.loads(run(monkeypatch, capsys, "ask", "--json", "--explain", *options, QUESTION).out)
    assert [Path(hit["cite"]).name.partition(".")[0] for hit in found["sources"]] == expected
    factors = [hit["explain"]["place"] for hit in found["sources"]]
    assert factors == [PLACE_FACTOR if is_near else 1.0, 1.0, 1.0]


def test_an_entry_that_is_not_committed_counts_more_too(mono: Repo, monkeypatch, capsys) -> None:
    write_entry(mono.path / ".claude" / "trove", "entries/d-new.md", "New", "Clients pause a second.", paths="[docs/]")
    (mono.path / "docs").mkdir()
    monkeypatch.chdir(mono.path / "docs")
    assert run(monkeypatch, capsys, "ask", QUESTION).out.startswith("1  project  .claude/trove/entries/d-new.md:9  New")


def test_explain_names_the_place_only_where_it_counts(mono: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(mono.path / "packages" / "api")
    text = run(monkeypatch, capsys, "ask", "--explain", QUESTION).out
    assert text.count(" x recency 1.00 x place 1.25 x coverage ") == 1
    assert text.count(" x recency 1.00 x coverage ") == 2


def test_a_path_outside_is_an_error_that_names_the_root(mono: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(mono.path)
    for command in ("ask", "query"):
        result = run(monkeypatch, capsys, command, "--path", "../x", "retries")
        message = f"error: --path lies outside what is asked (../x)\nhint: it is {mono.path}\n"
        assert (result.code, result.out, result.err) == (2, "", message)


def test_the_prompt_asks_from_where_it_was_started(mono: Repo, monkeypatch) -> None:
    monkeypatch.chdir(mono.path / "packages" / "api")
    with Searcher() as searcher:
        assert searcher.ask(QUESTION).hits[0].path.endswith("b-api.md")
    monkeypatch.chdir(mono.path / "packages")
    with Searcher() as searcher:
        assert searcher.ask(QUESTION).hits[0].path.endswith("a-web.md")


def test_query_prefers_the_entries_of_the_place(mono: Repo, monkeypatch, capsys) -> None:
    def first(*options: str) -> str:
        return json.loads(run(monkeypatch, capsys, "query", "--json", *options, QUESTION).out)["items"][0]["cite"]

    monkeypatch.chdir(mono.path / "packages" / "api")
    assert first() == ".claude/trove/entries/b-api.md:9"
    assert first("--path", "../web") == ".claude/trove/entries/a-web.md:9"


def test_a_commit_is_asked_from_the_place_too(mono: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(mono.path / "packages" / "api")
    out = run(monkeypatch, capsys, "ask", "--at", "HEAD", QUESTION).out
    assert out.startswith("1  project  .claude/trove/entries/b-api.md:9  Api\n")


def test_a_personal_entry_counts_more_where_it_is_pinned_to(mono: Repo, sealed_home: Path, monkeypatch, capsys) -> None:
    write_entry(sealed_home / ".claude" / "trove", "mine.md", "Mine", "Clients pause a second.", paths="[src/**]")
    (mono.path / "src").mkdir()
    monkeypatch.chdir(mono.path)
    assert run(monkeypatch, capsys, "ask", QUESTION).out.startswith("1  project  ")
    monkeypatch.chdir(mono.path / "src")
    assert run(monkeypatch, capsys, "ask", QUESTION).out.startswith("1  personal  ~/.claude/trove/mine.md:9")


def test_remember_keeps_a_path_that_ask_finds(mono: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(mono.path / "packages" / "api")
    options = ["--project", "--path", "src/retry.ts", "--type", "gotcha"]
    assert run(monkeypatch, capsys, "remember", "Zed", "Clients pause a second, again.", *options, "--force").code == 0
    out = run(monkeypatch, capsys, "ask", "--kind", "project", "--path", "src/retry.ts", "--explain", "zed clients").out
    assert "entries/zed.md" in out.split("\n")[0]
    assert " x place 1.25 x " in out.split("\n")[2]
