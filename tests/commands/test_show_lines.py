"""What a citation names, with the lines around it."""

from __future__ import annotations

import json
import os

import pytest

from tests.support.repos import Repo
from tests.support.troves import run
from trove_git.commands.show_lines import Named, NoSuchFile, find_head, read_citation, show_lines
from trove_git.errors import NotARepository, UnknownRevision, UsageError
from trove_git.records import display_path
from trove_git.workspace.workspace import find_workspace

ODD = os.fsdecode(b'a\n"\xff.py')
TEXT = "".join(f"line {n}\n" for n in range(1, 31))


def shown(repo: Repo, text: str, revision: str | None = None, context: int = 1):
    named = read_citation(text)
    assert named is not None
    return show_lines(find_workspace(str(repo.path)), named, revision, context)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("a.py:3", Named("a.py", 3, 3)),
        ("src/a.py:3-9", Named("src/a.py", 3, 9)),
        ("src/a.py:3:17", Named("src/a.py", 3, 3)),
        ("src/a.py:3:17: error: what", Named("src/a.py", 3, 3)),
        ("a.py:3:", Named("a.py", 3, 3)),
        (f"{display_path(ODD)}:3", Named(ODD, 3, 3)),
        ("a-slug", None),
        ("a.py", None),
        (":3", None),
        ("a.py:", None),
    ],
)
def test_what_a_citation_names(text: str, named: Named | None) -> None:
    assert read_citation(text) == named


def test_lines_on_disk_with_those_around_them(repo: Repo) -> None:
    repo.commit("a", {"src/a.txt": TEXT})
    repo.write("src/a.txt", "new\n" + TEXT)
    found = shown(repo, "src/a.txt:6")
    assert (found.cite, found.revision, found.line_count) == ("src/a.txt:6", None, 31)
    assert found.lines == ((5, "line 4"), (6, "line 5"), (7, "line 6"))


def test_lines_of_a_revision(repo: Repo) -> None:
    first = repo.commit("a", {"src/a.txt": TEXT})
    repo.commit("b", {"src/a.txt": "new\n" + TEXT})
    found = shown(repo, "src/a.txt:6", "HEAD~1")
    assert (found.revision, found.lines[1]) == (first, (6, "line 6"))


def test_a_range_and_the_ends_of_the_file(repo: Repo) -> None:
    repo.commit("a", {"a.txt": TEXT})
    found = shown(repo, "a.txt:29-99", context=2)
    assert (found.cite, found.first, found.last) == ("a.txt:29-30", 29, 30)
    assert [number for number, _ in found.lines] == [27, 28, 29, 30]
    assert [number for number, _ in shown(repo, "a.txt:1").lines] == [1, 2]


def test_what_is_not_on_disk_is_shown_as_head_has_it(repo: Repo) -> None:
    head = repo.commit("a", {"a.txt": TEXT})
    (repo.path / "a.txt").unlink()
    assert shown(repo, "a.txt:3").revision == head


def test_paths_are_below_the_root_and_then_from_where_one_stands(repo: Repo, monkeypatch) -> None:
    repo.commit("a", {"a.txt": "root\n", "sub/a.txt": "sub\n", "sub/b.txt": "b\n"})
    monkeypatch.chdir(repo.path / "sub")
    workspace = find_workspace(None)
    assert show_lines(workspace, Named("a.txt", 1, 1), None).lines == ((1, "root"),)
    assert show_lines(workspace, Named("b.txt", 1, 1), None).path == "sub/b.txt"
    assert show_lines(workspace, Named("../a.txt", 1, 1), None).path == "a.txt"
    assert show_lines(workspace, Named(str(repo.path / "a.txt"), 1, 1), "HEAD").path == "a.txt"


def test_below_a_root_inside_of_the_repository(repo: Repo, monkeypatch) -> None:
    repo.commit("a", {"sub/.claude/trove/entries/x.md": "x\n", "sub/a.txt": TEXT, "a.txt": "top\n"})
    repo.commit("b", {"sub/a.txt": "other\n"})
    found = show_lines(find_workspace(str(repo.path / "sub")), Named("a.txt", 3, 3), "HEAD~1", 0)
    assert found.lines == ((3, "line 3"),)


def test_a_bare_repository_shows_head(repo: Repo, tmp_path) -> None:
    repo.commit("a", {"a.txt": TEXT})
    repo.git("clone", "-q", "--bare", str(repo.path), str(tmp_path / "bare"))
    found = show_lines(find_workspace(str(tmp_path / "bare")), Named("a.txt", 3, 3), None, 0)
    assert (found.lines, found.revision) == (((3, "line 3"),), repo.head)


def test_a_personal_entry(repo: Repo) -> None:
    from pathlib import Path

    file = Path.home() / ".claude" / "trove" / "a.md"
    file.parent.mkdir(parents=True)
    file.write_text("one\ntwo\n")
    assert shown(repo, "~/.claude/trove/a.md:2", context=0).lines == ((2, "two"),)


def test_nothing_outside_of_the_root(repo: Repo, tmp_path) -> None:
    (tmp_path / "outside.txt").write_text("outside\n")
    repo.path.joinpath("link.txt").symlink_to(tmp_path / "outside.txt")
    repo.commit("a", {"a.txt": TEXT})
    for path in ("../outside.txt", str(tmp_path / "outside.txt"), "sub/../../outside.txt"):
        with pytest.raises(NoSuchFile):
            shown(repo, f"{path}:1")
    # As git has it, a link is its target's name.
    assert shown(repo, "link.txt:1").lines[0][1].endswith("outside.txt")


def test_what_is_not_there(repo: Repo) -> None:
    repo.commit("a", {"a.txt": TEXT, "b.bin": b"\0\1\2"})
    with pytest.raises(UsageError, match="no such line") as error:
        shown(repo, "a.txt:31")
    assert error.value.hint.startswith("the file has 30")
    for text in ("a.txt:0", "b.bin:1", "a.txt:5-3"):
        with pytest.raises(UsageError):
            shown(repo, text)
    with pytest.raises(NoSuchFile):
        shown(repo, "c.txt:1")
    with pytest.raises(UnknownRevision):
        shown(repo, "a.txt:1", "nosuch")


def test_a_folder_outside_git(tmp_path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    workspace = find_workspace(str(tmp_path))
    assert show_lines(workspace, Named("a.txt", 3, 3), None, 0).lines == ((3, "line 3"),)
    with pytest.raises(NotARepository):
        show_lines(workspace, Named("a.txt", 3, 3), "HEAD")


def test_how_a_file_begins(repo: Repo) -> None:
    repo.commit("a", {"a.txt": TEXT})
    workspace = find_workspace(str(repo.path))
    found = find_head(workspace, "a.txt", None)
    assert found is not None
    assert len(found.lines) == 20
    assert find_head(workspace, "nosuch.txt", None) is None


def test_as_a_user_runs_it(repo: Repo, monkeypatch, capsys) -> None:
    repo.commit("a", {"a.txt": "one\n\ttwo \x1b[31m\n" + "x" * 2000 + "\n"})
    monkeypatch.chdir(repo.path)
    assert run(monkeypatch, capsys, "show", "a.txt:2", "--context", "0").out == "a.txt:2\n  2|     two \ufffd[31m\n"
    out = run(monkeypatch, capsys, "show", "a.txt:2").out.splitlines()
    assert [line[:4] for line in out] == ["a.tx", "  1|", "> 2|", "  3|"]
    assert len(out[-1]) < 600
    short = repo.head[:12]
    assert run(monkeypatch, capsys, "show", "a.txt:1", "--at", "HEAD").out.startswith(f"a.txt:1  (as of {short})\n")
    made = json.loads(run(monkeypatch, capsys, "show", "a.txt:1-2", "--json").out)
    assert (made["path"], made["line"], made["end_line"], made["revision"]) == ("a.txt", 1, 2, None)
    assert made["lines"][0] == {"line": 1, "text": "one"}
    assert run(monkeypatch, capsys, "show", "a.txt").out.startswith("a.txt:1-3\n")
    assert run(monkeypatch, capsys, "show", "a.txt:9").code == 2
