"""Which entries a branch touches."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.repos import Repo
from tests.support.troves import write_entry
from trove_git.agents import session_branch
from trove_git.agents.session_branch import changed_paths, entries_of_place, touched_entries
from trove_git.ranking.place import AskedFrom
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace

TOUCHED = [
    ("the file", {"paths": "[src/a.py]"}, "Text.", True),
    ("a folder above", {"paths": "[src/]"}, "Text.", True),
    ("the root of all", {"paths": "[./src/a.py]"}, "Text.", True),
    ("a pattern", {"paths": "['src/*.py']"}, "Text.", True),
    ("any folders, or none", {"paths": "['src/**/a.py']"}, "Text.", True),
    ("from the root", {"paths": "[/src]"}, "Text.", True),
    ("a star stays within a name", {"paths": "['s*.py']"}, "Text.", False),
    ("a form that only YAML reads", {"paths": '["src/\\x61.py"]'}, "Text.", True),
    ("another file", {"paths": "[src/b.py]"}, "Text.", False),
    ("part of a name", {"paths": "[src/a]"}, "Text.", False),
    ("another pattern", {"paths": "['*.js']"}, "Text.", False),
    ("a link from the entry", {}, "[x](../../../src/a.py#L3)", True),
    ("a link from the root", {}, "[x](/src/a.py)", True),
    ("a link with brackets", {}, "[x](<src/a.py>)", True),
    ("a link with a title", {}, "[x](../../../src/a.py 'why')", True),
    ("a link with a space in it", {}, "[x](<../../../src/b c.py>) [y](../../../src/%61.py)", True),
    ("the definition of a link", {}, "[x][1]\n\n[1]: ../../../src/a.py#L3", True),
    ("a link in an example", {}, "```\n[x](../../../src/a.py)\n```", False),
    ("a link elsewhere", {}, "[x](https://example.org/src/a.py)", False),
    ("a mention", {}, "src/a.py is slow", False),
]


@pytest.mark.parametrize(("keys", "body", "expected"), [row[1:] for row in TOUCHED], ids=[row[0] for row in TOUCHED])
def test_what_touches(repo: Repo, keys: dict[str, str], body: str, expected: bool) -> None:
    trove = repo.path / ".claude" / "trove"
    write_entry(trove, "entries/e.md", body=body, **keys)
    location = locate_troves(find_workspace(str(repo.path))).project
    assert location is not None
    assert touched_entries(location, ["entries/e.md"], frozenset({"src/a.py"})) == (
        {"entries/e.md"} if expected else set()
    )


def test_entries_linked_to_touched_ones_and_changed_ones(repo: Repo) -> None:
    trove = repo.path / ".claude" / "trove"
    write_entry(trove, "entries/one.md", body="See [[two]].")
    write_entry(trove, "memory/two.md", body="See [[three]].")
    write_entry(trove, "entries/three.md")
    (trove / "entries" / "data.json").write_text(
        '{"title": "D", "slug": "data", "data": {"paths": ["src/a.py"]}, "paths": ["src/a.py"]}'
    )
    location = locate_troves(find_workspace(str(repo.path))).project
    assert location is not None
    paths = ["entries/one.md", "memory/two.md", "entries/three.md", "entries/data.json", "entries/gone.md"]
    assert touched_entries(location, paths, frozenset({".claude/trove/memory/two.md"})) == {
        "entries/one.md",
        "memory/two.md",
    }
    assert touched_entries(location, paths, frozenset({"src/a.py"})) == {"entries/data.json"}
    assert touched_entries(location, paths, frozenset()) == set()


def test_links_out_of_the_repository_are_not_read(repo: Repo, tmp_path: Path) -> None:
    trove = repo.path / ".claude" / "trove"
    outside = write_entry(tmp_path / "outside", "e.md", paths="[src/a.py]")
    (trove / "entries").mkdir(parents=True)
    (trove / "entries" / "e.md").symlink_to(outside)
    (trove / "memory").symlink_to(tmp_path / "outside")
    location = locate_troves(find_workspace(str(repo.path))).project
    assert location is not None
    assert touched_entries(location, ["entries/e.md", "memory/e.md"], frozenset({"src/a.py"})) == set()


class TestChanged:
    def paths(self, folder: Path) -> set[str]:
        return set(changed_paths(find_workspace(str(folder))))

    def test_before_the_first_commit_and_outside_git(self, repo: Repo, tmp_path: Path) -> None:
        assert self.paths(repo.path) == set()
        (tmp_path / "plain").mkdir()
        assert self.paths(tmp_path / "plain") == set()

    def test_on_a_branch(self, repo: Repo) -> None:
        repo.commit("first", {"a": "1", "b": "1", "c": "1"})
        repo.git("switch", "-q", "-c", "feature")
        repo.commit("second", {"a": "2", "new ü": "1"})
        repo.git("switch", "-q", "main")
        repo.commit("third", {"b": "2"})
        repo.git("switch", "-q", "feature")
        repo.write("c", "2")
        assert self.paths(repo.path) == {"a", "new ü", "c"}

    def test_a_base_with_nothing_in_common(self, repo: Repo) -> None:
        repo.commit("first", {"a": "1"})
        repo.git("switch", "-q", "--orphan", "other")
        repo.commit("second", {"b": "1", "c": "1"})
        repo.write("c", "2")
        assert self.paths(repo.path) == {"c"}

    def test_no_branch_of_a_usual_name(self, repo: Repo) -> None:
        repo.git("switch", "-q", "-c", "trunk")
        repo.commit("first", {"a": "1"})
        repo.write("a", "2")
        assert self.paths(repo.path) == {"a"}

    def test_what_the_remote_has_is_the_base(self, repo: Repo, tmp_path: Path) -> None:
        repo.commit("first", {"a": "1"})
        repo.git("clone", "-q", ".", str(tmp_path / "clone"))
        clone = Repo(tmp_path / "clone")
        clone.commit("ahead", {"b": "1"})
        assert self.paths(clone.path) == {"b"}

    def test_below_the_root_that_is_asked(self, repo: Repo) -> None:
        repo.commit("first", {"part/src/a": "1", "b": "1", "part/.trove/config": ""})
        repo.write("part/src/a", "2")
        repo.write("b", "2")
        assert self.paths(repo.path / "part") == {"src/a"}

    def test_git_is_not_waited_for(self, repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        repo.commit("first", {"a": "1"})
        workspace = find_workspace(str(repo.path))
        (tmp_path / "git").write_text("#!/bin/sh\nexec sleep 30\n")
        (tmp_path / "git").chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        monkeypatch.setattr(session_branch, "GIT_SECONDS", 0.05)
        assert changed_paths(workspace) == frozenset()


def test_entries_pinned_to_where_a_session_starts(repo: Repo) -> None:
    trove = repo.path / ".claude" / "trove"
    write_entry(trove, "entries/one.md", paths="[packages/api/**]")
    write_entry(trove, "entries/two.md", paths="[packages/web/**]")
    write_entry(trove, "entries/three.md", body="See [[one]].")
    (trove / "entries" / "data.json").write_text('{"title": "D", "slug": "data", "data": 1, "paths": ["packages/api"]}')
    (trove / "entries" / "link.md").symlink_to("one.md")
    location = locate_troves(find_workspace(str(repo.path))).project
    assert location is not None
    paths = [f"entries/{name}" for name in ("one.md", "two.md", "three.md", "data.json", "link.md", "gone.md")]
    here = [AskedFrom("packages/api/src", is_folder=True)]
    assert entries_of_place(location, paths, here) == {"entries/one.md", "entries/data.json"}
    assert entries_of_place(location, paths, []) == set()
