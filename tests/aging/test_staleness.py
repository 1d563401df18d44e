"""What speaks against an entry that is a hit: files that changed since, files that are gone, and what nobody knows."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.support.repos import FIRST_COMMIT, Repo, entry
from trove_git.aging import moves, staleness
from trove_git.asking.ask import Request, ask
from trove_git.commands.index import index
from trove_git.gitrepo.repository import Repository
from trove_git.layers import history_layer
from trove_git.output.text import render_ask
from trove_git.records import AskResult, ChangedFile, Hit, MissingReference
from trove_git.wording import stale_lines
from trove_git.workspace.workspace import find_workspace

ENTRIES = ".claude/trove/entries"
DAY = "2023-11-14"
"""Of the first commits."""
GONE = f"no longer exists (removed {DAY})"
ONCE = f"changed in 1 commit since, last {DAY}"


def fact(body: str, title: str = "Zebra", head: str = "") -> str:
    return entry(title, f"zebra {body}").replace("tags: []\n", f"tags: []\n{head}")


def minute(number: int) -> int:
    """Time of a commit of the repository, the first one has number 1."""
    return FIRST_COMMIT + 60 * number


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.init(tmp_path / "repo")
    files = {"src/net/retry.py": "def wait_long():\n    return 1\n", "src/gui.py": "def paint():\n    return 2\n"}
    made.commit(
        "Start", files | {"docs/net.md": "# Net\n\ngiraffe\n", "Makefile": "all:\n", "src/old.py": "import os\n"}
    )
    return made


def write(repo: Repo, body: str, head: str = "", name: str = "zebra") -> None:
    repo.commit("Note", {f"{ENTRIES}/{name}.md": fact(body, name.title(), head)})


def touch(repo: Repo, *paths: str) -> None:
    """Change some files in one commit."""
    repo.commit("Change", {path: (repo.path / path).read_text() + "# more\n" for path in paths})


def asked(repo: Repo, query: str = "zebra", *, revision: str | None = None, **fields: Any) -> AskResult:
    return ask(find_workspace(str(repo.path)), Request(query, revision, **fields))


def hit_of(repo: Repo, revision: str | None = None) -> Hit:
    return next(hit for hit in asked(repo, revision=revision).hits if hit.kind == "project")


def lines(repo: Repo, revision: str | None = None) -> tuple[str, ...]:
    return stale_lines(hit_of(repo, revision).stale)


def test_a_named_file_that_changed_since(repo: Repo) -> None:
    touch(repo, "src/net/retry.py")
    write(repo, "see `src/net/retry.py:1`")
    assert hit_of(repo).stale is None
    touch(repo, "src/net/retry.py", "src/gui.py")
    touch(repo, "src/net/retry.py")
    stale = hit_of(repo).stale
    assert stale is not None
    assert stale.changed == (ChangedFile("src/net/retry.py", 2, minute(5)),)
    assert stale.missing == ()
    assert lines(repo) == (f"stale? src/net/retry.py changed in 2 commits since, last {DAY}",)


def test_a_commit_that_changes_entry_and_file_together_makes_nothing_stale(repo: Repo) -> None:
    write(repo, "see `src/gui.py`")
    touch(repo, "src/gui.py")
    touch(repo, "src/gui.py", f"{ENTRIES}/zebra.md")
    assert hit_of(repo).stale is None


def test_the_line_is_printed_below_the_snippet_and_counted(repo: Repo) -> None:
    write(repo, "see `src/gui.py`")
    before = asked(repo)
    touch(repo, "src/gui.py")
    result = asked(repo)
    line = f"stale? src/gui.py {ONCE}"
    assert render_ask(result).split("\n")[:3][1:] == ["   zebra see src/gui.py", f"   {line}"]
    assert result.tokens - before.tokens == -(-len(line) // 4)


@pytest.mark.parametrize(
    ("body", "head", "shown"),
    [
        pytest.param("`retry.py`", "", "src/net/retry.py", id="bare name of the one file that has it"),
        pytest.param("net/retry.py", "", "src/net/retry.py", id="end of a path"),
        pytest.param("[it](../../../src/net/retry.py)", "", "src/net/retry.py", id="link from the entry's folder"),
        pytest.param("[it](src/net/retry.py)", "", "src/net/retry.py", id="link from the root"),
        pytest.param("it", "paths: src/net/retry.py\n", "src/net/retry.py", id="pinned"),
        pytest.param("it", "paths: retry.py\n", "", id="pinned at the root, where it is not"),
        pytest.param("it", "paths: [src/net/]\n", "src/net/", id="pinned folder"),
        pytest.param("it", "paths: ['src/**/r*.py']\n", "src/**/r*.py", id="pinned pattern"),
        pytest.param("it", "paths: ['retry.*']\n", "retry.*", id="pattern of a name"),
        pytest.param("`wait_long()`", "", "src/net/retry.py (wait_long)", id="name of code"),
        pytest.param("`wait_long` in `src/net/retry.py`", "", "src/net/retry.py", id="named by path and by name"),
        pytest.param("`retry.wait_long`", "", "src/net/retry.py (retry.wait_long)", id="name in a module"),
        pytest.param("`src/net/`", "", "", id="a folder that is only named"),
        pytest.param("it", "paths: src/gui.py, 'docs/*.md'\n", "", id="others"),
        pytest.param("`wait_short()` and `retry.js`", "", "", id="what is not there"),
        pytest.param("\n```\nsrc/net/retry.py\n```", "", "", id="code block"),
    ],
)
def test_which_file_is_meant(repo: Repo, body: str, head: str, shown: str) -> None:
    write(repo, f"see {body}", head)
    touch(repo, "src/net/retry.py")
    index(find_workspace(str(repo.path)))
    expected = (f"stale? {shown} {ONCE}",) if shown else ()
    assert lines(repo) == expected


def test_a_name_that_two_files_have_means_neither(repo: Repo) -> None:
    repo.commit("More", {"lib/retry.py": "def wait_long():\n    return 1\n"})
    write(repo, "`retry.py` and `wait_long()` in `net/retry.py`")
    touch(repo, "src/net/retry.py", "lib/retry.py")
    index(find_workspace(str(repo.path)))
    assert lines(repo) == (f"stale? src/net/retry.py {ONCE}",)
    write(repo, "`retry.py` and `wait_long()`")
    touch(repo, "src/net/retry.py", "lib/retry.py")
    assert lines(repo) == ()


def test_without_an_index_of_the_code_names_mean_nothing(repo: Repo) -> None:
    write(repo, "see `wait_long()`")
    touch(repo, "src/net/retry.py")
    assert len(lines(repo)) == 1
    result = ask(find_workspace(str(repo.path)), Request("zebra", kinds=("project",)))
    assert [hit.stale for hit in result.hits] == [None]


def test_a_path_at_the_root_is_not_one_below(repo: Repo) -> None:
    repo.commit("More", {"sub/Makefile": "all:\n"})
    write(repo, "`Makefile`")
    touch(repo, "sub/Makefile")
    assert lines(repo) == ()


def test_what_the_entry_pins_comes_before_names_of_code_and_two_lines_are_shown(repo: Repo) -> None:
    write(repo, "`wait_long`, `src/gui.py`, `docs/net.md`, `Makefile`")
    touch(repo, "src/net/retry.py")
    touch(repo, "src/net/retry.py")
    touch(repo, "src/gui.py", "docs/net.md", "Makefile")
    touch(repo, "docs/net.md")
    index(find_workspace(str(repo.path)))
    stale = hit_of(repo).stale
    assert stale is not None
    assert [file.path for file in stale.changed] == ["docs/net.md", "Makefile", "src/gui.py", "src/net/retry.py"]
    assert lines(repo) == (
        f"stale? docs/net.md changed in 2 commits since, last {DAY}",
        f"stale? Makefile {ONCE}, +2 more",
    )


# -- what is gone ----------------------------------------------------------------------------------------------------


def test_a_file_that_is_gone_is_said_first(repo: Repo) -> None:
    write(repo, "see `src/gui.py`\n\nand src/old.py")
    touch(repo, "src/gui.py")
    repo.git("rm", "-q", "src/old.py")
    repo.commit("Remove")
    stale = hit_of(repo).stale
    assert stale is not None
    assert stale.missing == (MissingReference("src/old.py", 11, minute(4), path="src/old.py"),)
    assert lines(repo) == (
        f"dangling? src/old.py {GONE}",
        f"stale? src/gui.py {ONCE}",
    )


@pytest.mark.parametrize("changed", [False, True])
def test_a_file_that_moved(repo: Repo, changed: bool) -> None:
    write(repo, "see src/old.py", "paths: src/old.py\n")
    long = "".join(f"line {n}\n" for n in range(40))
    repo.commit(
        "Fill", {"src/old.py": long, f"{ENTRIES}/zebra.md": fact("see src/old.py", "Zebra", "paths: src/old.py\n")}
    )
    repo.git("mv", "src/old.py", "src/new.py")
    repo.commit("Move", {"src/new.py": long + "one more\n"} if changed else {})
    repo.git("mv", "src/new.py", "src/newest.py")
    repo.commit("Move again")
    assert lines(repo) == (f"dangling? src/old.py moved to src/newest.py ({DAY})",)


@pytest.mark.parametrize(
    ("body", "head", "line"),
    [
        pytest.param("`old.py`", "", f"dangling? src/old.py {GONE}", id="bare name"),
        pytest.param("`Makefile`", "", f"dangling? Makefile {GONE}", id="bare name at the root"),
        pytest.param("`src/part`", "", f"dangling? src/part/ {GONE}", id="folder"),
        pytest.param("it", "paths: 'src/part/*.py'\n", f"dangling? src/part/*.py {GONE}", id="pattern"),
        pytest.param("`src/never.py` /etc/hosts.conf `other/x.py`", "", "", id="what never was"),
        pytest.param("it", "paths: 'src/*.py'\n", f"stale? src/*.py {ONCE}", id="pattern that still matches"),
        pytest.param("[[old.py]] ~/src/old.py", "", "", id="elsewhere"),
    ],
)  # fmt: skip
def test_what_is_gone(repo: Repo, body: str, head: str, line: str) -> None:
    repo.commit("Part", {"src/part/a.py": "a\n", "src/part/b.py": "b\n"})
    write(repo, f"see {body}", head)
    repo.git("rm", "-q", "src/old.py", "src/part/a.py", "src/part/b.py", "Makefile")
    repo.commit("Remove")
    assert lines(repo) == ((line,) if line else ())


def test_where_git_cannot_list_the_tree_no_pattern_is_said_to_match_nothing(repo: Repo) -> None:
    write(repo, "see it", "paths: 'src/old*'\n")
    repo.git("rm", "-q", "src/old.py")
    repo.commit("Remove")
    assert lines(repo) == (f"dangling? src/old* {GONE}",)
    oid = repo.oid("HEAD:src/net")
    (repo.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
    assert lines(repo) == ()


def test_an_entry_may_speak_of_what_was_gone_before(repo: Repo) -> None:
    repo.git("rm", "-q", "src/old.py")
    repo.commit("Remove")
    write(repo, "src/old.py was removed", "paths: ['src/old*']\n")
    assert lines(repo) == ()


def test_a_file_that_is_back_on_disk_is_not_gone(repo: Repo) -> None:
    write(repo, "see src/old.py")
    repo.git("rm", "-q", "src/old.py")
    repo.commit("Remove")
    repo.write("src/old.py", "back\n")
    assert lines(repo) == ()
    assert lines(repo, "HEAD") == (f"dangling? src/old.py {GONE}",)


def test_entries_of_the_trove_are_no_files_of_an_entry(repo: Repo) -> None:
    repo.commit("Other", {f"{ENTRIES}/other.md": fact("giraffe", "Other")})
    write(repo, f"see [other](other.md), `{ENTRIES}/other.md` and `other.md`")
    repo.commit("Change", {f"{ENTRIES}/other.md": fact("giraffes", "Other")})
    repo.git("rm", "-q", f"{ENTRIES}/other.md")
    repo.commit("Remove")
    assert lines(repo) == ()


# -- ages ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("day", "stale"), [("2023-11-13", True), (DAY, False), ("2024-01-01", False), ("never", True)])
def test_a_day_on_which_the_entry_was_confirmed(repo: Repo, day: str, stale: bool) -> None:
    write(repo, "see `src/gui.py`", f"confirmed: {day}\n")
    touch(repo, "src/gui.py")
    assert bool(lines(repo)) is stale


def test_an_entry_that_moved_is_as_old_as_before(repo: Repo) -> None:
    write(repo, "see `src/gui.py`")
    touch(repo, "src/gui.py")
    (repo.path / ".claude/trove/memory/entries").mkdir(parents=True)
    repo.git("mv", f"{ENTRIES}/zebra.md", ".claude/trove/memory/entries/zebra.md")
    repo.commit("Move")
    assert len(lines(repo)) == 1


def test_an_uncommitted_entry_is_not_stale_but_may_speak_of_what_is_gone(repo: Repo) -> None:
    write(repo, "see `src/gui.py` and `src/old.py`")
    touch(repo, "src/gui.py")
    repo.git("rm", "-q", "src/old.py")
    repo.commit("Remove")
    assert len(lines(repo)) == 2
    repo.write(f"{ENTRIES}/zebra.md", fact("see `src/gui.py` and `src/old.py`, changed"))
    assert hit_of(repo).uncommitted
    assert lines(repo) == (f"dangling? src/old.py {GONE}",)
    assert len(lines(repo, "HEAD")) == 2


def test_as_of_a_revision(repo: Repo) -> None:
    write(repo, "see `src/gui.py` and `src/old.py`")
    first = repo.head
    touch(repo, "src/gui.py")
    repo.git("rm", "-q", "src/old.py")
    repo.commit("Remove")
    assert lines(repo, first) == ()
    assert len(lines(repo, "HEAD~1")) == 1
    assert len(lines(repo, "HEAD")) == 2


def test_a_merge_counts_with_what_it_changed_itself(repo: Repo) -> None:
    write(repo, "see `src/gui.py`")
    repo.git("checkout", "-q", "-b", "side")
    touch(repo, "src/gui.py")
    repo.git("checkout", "-q", "main")
    touch(repo, "Makefile")
    repo.tick("merge", "-q", "--no-edit", "side")
    assert lines(repo) == (f"stale? src/gui.py {ONCE}",)


def test_beyond_the_newest_commits(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_layer, "NEWEST", 3)
    write(repo, "see `src/gui.py`, `retry.py` and `old.py`")
    for _ in range(4):
        touch(repo, "src/gui.py", "src/net/retry.py", "src/old.py")
    repo.git("rm", "-q", "src/old.py")
    repo.commit("Remove")
    expected = (
        f"dangling? src/old.py {GONE}",
        f"stale? src/gui.py changed in 2+ commits since, last {DAY}, +1 more",
    )
    assert lines(repo) == expected
    # With ages known, the entry's is exact, and older than the commits that were read all the same.
    ask(find_workspace(str(repo.path), {"recency": "90d"}), Request("zebra"))
    assert lines(repo) == expected


def test_a_commit_with_a_wrong_clock_does_not_make_counts_exact(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_layer, "NEWEST", 3)
    touch(repo, "src/gui.py")
    touch(repo, "src/gui.py")
    repo.write(f"{ENTRIES}/zebra.md", fact("see `src/gui.py`"))
    repo.git("add", "-A")
    early = f"{minute(0)} +0000"
    repo.git("commit", "-q", "-m", "Note", GIT_COMMITTER_DATE=early, GIT_AUTHOR_DATE=early)
    assert lines(repo) == (f"stale? src/gui.py changed in 2+ commits since, last {DAY}",)


def test_a_name_is_only_one_where_old_files_are_counted_too(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_layer, "NEWEST", 3)
    repo.commit("More", {"lib/retry.py": "x\n", "lib/old.py": "y\n"})
    write(repo, "see `retry.py` and `old.py`")
    for _ in range(3):
        touch(repo, "src/net/retry.py")
    assert lines(repo) == ()
    repo.git("rm", "-q", "src/old.py")
    repo.commit("Remove")
    assert lines(repo) == ()


def test_of_files_of_code_the_code_layer_knows_whether_a_name_is_only_one(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_layer, "NEWEST", 3)
    repo.commit("More", {"lib/gui.py": "def draw():\n    return 3\n"})
    write(repo, "see `retry.py`, `gui.py` and `net.md`")
    touch(repo, "src/net/retry.py")
    touch(repo, "src/gui.py", "docs/net.md")
    touch(repo, "Makefile")
    index(find_workspace(str(repo.path)))
    expected = {"src/net/retry.py", "docs/net.md"}
    stale = hit_of(repo).stale
    assert stale is not None
    assert {file.path for file in stale.changed} == expected
    # A doc is no file of code.
    assert started_by(repo, monkeypatch).count("ls-tree") == 1
    write(repo, "see `retry.py` and `gui.py`")
    touch(repo, "src/net/retry.py", "src/gui.py")
    index(find_workspace(str(repo.path)))
    assert lines(repo) == (f"stale? src/net/retry.py {ONCE}",)
    assert "ls-tree" not in started_by(repo, monkeypatch)


def started_by(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the commands of git that one question starts."""
    started = []
    real = Repository.start
    with monkeypatch.context() as patched:
        patched.setattr(Repository, "start", lambda self, a, **k: (started.append(a[0]), real(self, a, **k))[1])
        lines(repo)
    return started


def test_beyond_the_edge_of_a_shallow_clone_nothing_is_stale(repo: Repo, tmp_path: Path) -> None:
    write(repo, "see `src/gui.py` and `src/old.py`")
    touch(repo, "src/gui.py")
    touch(repo, "src/gui.py")
    repo.git("rm", "-q", "src/old.py")
    repo.commit("Remove")
    repo.git("clone", "-q", "--depth=3", f"file://{repo.path}", str(tmp_path / "shallow"))
    # What is gone went after everything beyond the edge.
    assert lines(Repo(tmp_path / "shallow")) == (f"dangling? src/old.py {GONE}",)


@pytest.mark.parametrize("kept", ["blob:none", "tree:0"])
def test_a_partial_clone_says_what_it_knows_and_fetches_nothing(repo: Repo, tmp_path: Path, kept: str) -> None:
    write(repo, "see `src/gui.py` and `src/old.py`")
    touch(repo, "src/gui.py")
    repo.git("rm", "-q", "src/old.py")
    repo.commit("Remove")
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "partial"
    repo.git("clone", "-q", f"--filter={kept}", f"file://{repo.path}", str(clone))
    if kept == "tree:0":
        # The trees of HEAD are there, those of the history are not.
        assert lines(Repo(clone)) == ()
    else:
        assert len(lines(Repo(clone))) == 2
    before = sorted(path.name for path in (clone / ".git/objects").rglob("*.pack"))
    asked(Repo(clone))
    assert sorted(path.name for path in (clone / ".git/objects").rglob("*.pack")) == before


# -- places ----------------------------------------------------------------------------------------------------------


def test_a_bare_repository(repo: Repo, tmp_path: Path) -> None:
    write(repo, "see `src/gui.py`")
    touch(repo, "src/gui.py")
    repo.git("clone", "-q", "--bare", str(repo.path), str(tmp_path / "bare.git"))
    assert len(lines(Repo(tmp_path / "bare.git"))) == 1


def test_before_the_first_commit_and_outside_git(tmp_path: Path) -> None:
    unborn = Repo.init(tmp_path / "unborn")
    for folder in (unborn, Repo(tmp_path)):
        folder.write(f"{ENTRIES}/zebra.md", fact("see `src/gui.py`", "Zebra", "paths: src/x.py\n"))
        assert asked(folder).hits[0].stale is None
    assert asked(Repo(tmp_path), fresh=True).hits


def test_a_folder_that_is_a_root_of_its_own(repo: Repo) -> None:
    inner = {".trove/config": "", "src/gui.py": "x\n", "src/old.py": "y\n", f"{ENTRIES}/zebra.md": fact(
        "see `src/gui.py`, [up](../../../../src/gui.py), `src/net/retry.py` and old.py", "Zebra", "paths: 'src/g*.py'\n"
    )}  # fmt: skip
    repo.commit("Inner", {f"inner/{path}": text for path, text in inner.items()})
    touch(repo, "inner/src/gui.py")
    touch(repo, "src/net/retry.py")
    repo.git("rm", "-q", "inner/src/old.py")
    repo.commit("Remove")
    stale = hit_of(Repo(repo.path / "inner")).stale
    assert stale is not None
    assert [(file.path, file.commits) for file in stale.changed] == [
        ("src/g*.py", 1), ("src/gui.py", 1), ("src/net/retry.py", 1),
    ]  # fmt: skip
    assert [gone.path for gone in stale.missing] == ["src/old.py"]


def test_odd_names(repo: Repo) -> None:
    repo.commit("Odd", {"src/m y.py": "x\n", "src/näh.py": "y\n", "src/a[1].py": "z\n"})
    write(repo, "see [a](../../../src/m%20y.py), `src/näh.py`, `src/a[1].py`")
    touch(repo, "src/m y.py", "src/näh.py", "src/a[1].py")
    stale = hit_of(repo).stale
    assert stale is not None
    assert {file.path for file in stale.changed} == {"src/m y.py", "src/näh.py", "src/a[1].py"}


def test_below_a_submodule_or_a_link_nothing_is_known(repo: Repo) -> None:
    repo.commit("Lib", {"lib/a.py": "x\n"})
    write(repo, "see `lib/a.py`")
    repo.git("mv", "lib", "other")
    os.symlink("other", repo.path / "lib")
    repo.commit("Link")
    assert lines(repo) == ()


def test_a_personal_entry_is_about_files_elsewhere(repo: Repo) -> None:
    touch(repo, "src/gui.py")
    personal = Path(os.environ["HOME"]) / ".claude/trove/entries/zebra.md"
    personal.parent.mkdir(parents=True)
    personal.write_text(fact("see `src/gui.py`", "Zebra", "paths: src/old.py\n"))
    (hit,) = asked(repo).hits
    assert (hit.kind, hit.stale) == ("personal", None)


def test_a_history_that_cannot_be_read_says_nothing(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    write(repo, "see `src/gui.py`")
    touch(repo, "src/gui.py")
    monkeypatch.setattr(staleness, "open_history", lambda *_: None)
    result = ask(find_workspace(str(repo.path)), Request("zebra", kinds=("project",), fresh=True))
    assert [hit.stale for hit in result.hits] == [None]


def test_of_many_moves_only_some_are_followed(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"src/moved{n}.py" for n in range(5)]
    repo.commit("Files", {name: f"{name}\n" * 30 for name in names})
    write(repo, " ".join(names))
    for name in names:
        repo.git("mv", name, name.replace("moved", "new"))
        repo.commit("Move")
    compared = []
    real = moves.find_moves
    monkeypatch.setattr(moves, "find_moves", lambda *a: (compared.append(a), real(*a))[1])
    stale = hit_of(repo).stale
    assert stale is not None
    assert [gone.moved_to for gone in stale.missing] == [f"src/new{n}.py" if n < 3 else "" for n in range(5)]
    assert len(compared) == staleness.MOST_COMMITS_COMPARED


def test_without_a_code_index_and_with_whole_histories_git_is_not_asked_again(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(repo, "see `src/gui.py`, `retry.py` and `wait_long()`", "paths: 'src/*.py'\n")
    touch(repo, "src/gui.py", "src/net/retry.py")
    asked(repo)
    index(find_workspace(str(repo.path)))
    assert len(lines(repo)) == 2
    with_remarks = started_by(repo, monkeypatch)
    monkeypatch.setattr("trove_git.aging.remarks.Remarks.of", lambda *_: None)
    assert lines(repo) == ()
    assert started_by(repo, monkeypatch) == with_remarks


# -- ranking ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def three(repo: Repo) -> Repo:
    """Three entries that match alike: of `a` a file is gone, of `b` one has changed, of `c` nothing happened."""
    texts = {"a": "`src/old.py`", "b": "`src/gui.py`", "c": "`docs/net.md`"}
    repo.commit("Notes", {f"{ENTRIES}/{name}.md": fact(f"see {text}", "Same") for name, text in texts.items()})
    touch(repo, "src/gui.py")
    repo.git("rm", "-q", "src/old.py")
    repo.commit("Remove")
    return repo


def order(result: AskResult) -> list[str]:
    return [Path(hit.path).stem for hit in result.hits if hit.kind == "project"]


def test_fresh_entries_first(three: Repo) -> None:
    assert order(asked(three)) == ["a", "b", "c"]
    result = asked(three, fresh=True, explain=True)
    assert order(result) == ["c", "b", "a"]
    assert [hit.parts.fresh for hit in result.hits] == [1.0, 0.7, 0.5]
    scores = [hit.score for hit in asked(three).hits]
    assert [hit.score for hit in result.hits] == pytest.approx([scores[2], 0.7 * scores[1], 0.5 * scores[0]])
    assert " x fresh 0.70 x " in render_ask(result, explain=True)


def test_without_fresh_the_remarks_change_no_ranking(three: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    with_remarks = asked(three)
    monkeypatch.setattr("trove_git.aging.remarks.Remarks.of", lambda *_: None)
    without = asked(three)
    assert [hit._replace(stale=None) for hit in with_remarks.hits] == list(without.hits)
    assert len([hit for hit in with_remarks.hits if hit.stale]) == 2


def test_a_fresh_entry_comes_in_from_below_the_limit(three: Repo) -> None:
    workspace = find_workspace(str(three.path), {"limit": "1"})
    assert order(ask(workspace, Request("zebra"))) == ["a"]
    assert order(ask(workspace, Request("zebra", fresh=True))) == ["c"]


def test_a_personal_copy_does_not_hide_what_speaks_against_the_project_s_entry(repo: Repo, sealed_home: Path) -> None:
    write(repo, "see `src/net/retry.py`")
    touch(repo, "src/net/retry.py")
    mine = sealed_home / ".claude/trove/entries"
    mine.mkdir(parents=True)
    (mine / "zebra.md").write_text((repo.path / ENTRIES / "zebra.md").read_text())
    (mine / "apart.md").write_text(fact("of another kind", "Apart"))
    for fresh in (False, True):
        hits = asked(repo, fresh=fresh).hits
        assert [hit.kind for hit in hits if hit.title == "Zebra"] == ["project"], fresh
        assert {hit.title: hit.parts.fresh for hit in hits} == {"Zebra": 0.7 if fresh else 1.0, "Apart": 1.0}
