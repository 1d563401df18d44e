"""`git trove log`, `diff`, `blame` and `show --at` as a user runs them."""

from __future__ import annotations

import json
import sys

import pytest

from tests.support.lives import ENTRIES, LINES, TROVE, fact, move
from tests.support.repos import Repo
from tests.support.troves import run


@pytest.fixture
def lived(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    first = fact("A", "Wait 30 seconds between tries.\n", tags="[x, y]")
    repo.commit("born", {f"{ENTRIES}/a.md": first, f"{TROVE}/INDEX.md": "i\n", "net.py": "def wait(n): ...\n"})
    second = fact("B", "Wait 60 seconds between tries.\n\nNew.\n", type="decision", tags="[y, z]", summary="s")
    move(repo, "entries/a.md", "memory/entries/b.md", second, "rename")
    repo.commit("index", {f"{TROVE}/INDEX.md": "j\n", "net.py": "def wait(n, m): ...\ndef more(): ...\n"})
    monkeypatch.chdir(repo.path)
    return repo


def short(repo: Repo, revision: str) -> str:
    return repo.oid(revision)[:9]


def test_log(lived: Repo, monkeypatch, capsys) -> None:
    assert run(monkeypatch, capsys, "log") == (
        0,
        f"{short(lived, 'HEAD')}  2023-11-14  A Tester  index\n"
        "  .claude/trove/INDEX.md\n"
        f"{short(lived, 'HEAD~1')}  2023-11-14  A Tester  rename\n"
        "  ~ B  (a -> b, moved from entries to memory/entries, changed, was: A)\n"
        f"{short(lived, 'HEAD~2')}  2023-11-14  A Tester  born\n"
        "  + A  (a)\n",
        "",
    )
    assert run(monkeypatch, capsys, "log", "a", "--limit", "1").err == (
        "-- there are more; a larger --limit shows them\n-- the entry is called b now\n"
    )


def test_log_of_every_action(repo: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(repo.path)
    assert run(monkeypatch, capsys, "log") == (1, "", "-- no commit yet\nno commits\n")
    repo.commit("many", {f"{ENTRIES}/e{n:02}.md": fact(f"E{n}", f"{n}\n") for n in range(22)})
    move(repo, "entries/e00.md", "memory/entries/e00.md")
    move(repo, "memory/entries/e00.md", "archive/memory/entries/e00.md")
    move(repo, "archive/memory/entries/e00.md", "entries/e00.md")
    repo.git("rm", "-q", f"{ENTRIES}/e00.md")
    repo.commit("gone")
    lines = run(monkeypatch, capsys, "log").out.split("\n")
    assert [line for line in lines if line.startswith("  ")][:4] == [
        "  - E0  (e00)",
        "  + E0  (e00, restored)",
        "  - E0  (e00, retired)",
        "  ~ E0  (e00, moved from entries to memory/entries)",
    ]
    assert lines[-2] == "  and 2 more; --json lists all"


def test_log_as_json(lived: Repo, monkeypatch, capsys) -> None:
    value = json.loads(run(monkeypatch, capsys, "log", "--json", "b").out)
    assert (value["revision"], value["more"], "notes" in value) == (lived.head, False, False)
    assert value["commits"][0] == {
        "commit": lived.git("rev-parse", "HEAD~1"),
        "date": "2023-11-14T22:15:20Z",
        "author": "A Tester",
        "email": "tester@example.org",
        "subject": "rename",
        "changes": [
            {
                "action": "renamed", "slug": "b", "path": f"{TROVE}/memory/entries/b.md", "old_slug": "a",
                "old_path": f"{ENTRIES}/a.md", "edited": True, "title": "B", "old_title": "A",
            }
        ],
        "others": [],
    }  # fmt: skip
    assert json.loads(run(monkeypatch, capsys, "log", "--json", "a").out)["notes"] == ["the entry is called b now"]


def test_log_on_a_terminal_is_not_steered_by_a_commit(repo: Repo, monkeypatch, capsys) -> None:
    repo.commit("red \x1b[31m", {f"{ENTRIES}/a.md": fact('"T\\e[31m"')})
    monkeypatch.chdir(repo.path)
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
    assert "\x1b" not in run(monkeypatch, capsys, "log").out


def test_log_of_nothing_is_an_error_with_a_hint(lived: Repo, monkeypatch, capsys) -> None:
    assert run(monkeypatch, capsys, "log", "bb") == (2, "", "error: no entry has this slug (bb)\nhint: close: b\n")
    assert run(monkeypatch, capsys, "log", "--since", "soon").err.startswith("error: not a date (soon)\nhint: ")


def test_diff(lived: Repo, monkeypatch, capsys) -> None:
    assert run(monkeypatch, capsys, "diff", "HEAD~2..HEAD", "--code") == (
        0,
        "~ B  (.claude/trove/memory/entries/b.md, renamed from a)\n"
        "    title A -> B\n"
        "    type gotcha -> decision\n"
        "    tags +z -x\n"
        "    summary +s\n"
        "    9: Wait [-30-]{+60+} seconds between tries.\n"
        "    11 + New.\n"
        "~ function wait  net.py:1\n"
        "    - def wait(n)\n"
        "    + def wait(n, m)\n"
        "+ function more  net.py:2\n"
        "      def more()\n",
        "",
    )
    assert run(monkeypatch, capsys, "diff") == (1, "", "nothing differs\n")
    both = run(monkeypatch, capsys, "diff", "HEAD~2", "HEAD~1")
    assert both.code == 0
    assert both == run(monkeypatch, capsys, "diff", "HEAD~2..HEAD~1")
    for wrong in (["HEAD~2..HEAD", "HEAD"], ["HEAD", "HEAD", "HEAD"]):
        assert run(monkeypatch, capsys, "diff", *wrong).err.startswith(f"error: not two revisions: {' '.join(wrong)}")


def test_diff_of_every_action(repo: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(repo.path)
    repo.commit("one", {f"{ENTRIES}/{n}.md": fact(n, f"{n} {LINES}".replace("Line", n)) for n in ("a", "b", "c")})
    repo.write(f"{ENTRIES}/c.md", fact("c", f"c {LINES}".replace("Line", "c"), tags="[x]"))
    (repo.path / TROVE / "archive").mkdir()
    (repo.path / TROVE / "memory").mkdir()
    (repo.path / ENTRIES / "a.md").rename(repo.path / TROVE / "archive" / "a.md")
    (repo.path / ENTRIES / "b.md").rename(repo.path / TROVE / "memory" / "b.md")
    assert run(monkeypatch, capsys, "diff").out == (
        "- a  (.claude/trove/archive/a.md, retired from entries)\n"
        "~ c  (.claude/trove/entries/c.md)\n"
        "    tags +x\n"
        "~ b  (.claude/trove/memory/b.md, moved from entries)\n"
    )


def test_diff_as_json(lived: Repo, monkeypatch, capsys) -> None:
    value = json.loads(run(monkeypatch, capsys, "diff", "HEAD~2", "--code", "--json").out)
    assert (value["old"], value["new"], value["skipped"]) == (lived.git("rev-parse", "HEAD~2"), lived.head, {})
    (entry,) = value["entries"]
    assert entry["fields"]["tags"] == {"old": ["x", "y"], "new": ["y", "z"]}
    assert entry["fields"]["summary"] == {"old": None, "new": "s"}
    assert entry["body"] == [
        {"line": 9, "old": "Wait 30 seconds between tries.", "new": "Wait 60 seconds between tries."},
        {"line": 11, "new": "New."},
    ]
    assert [(entry[key]) for key in ("action", "slug", "title", "old_path")] == ["renamed", "b", "B", f"{ENTRIES}/a.md"]
    assert [(one["action"], one["name"], one.get("old_signature")) for one in value["symbols"]] == [
        ("changed", "wait", "def wait(n)"),
        ("added", "more", None),
    ]
    assert json.loads(run(monkeypatch, capsys, "diff", "--json").out) == {
        "old": lived.head, "new": None, "entries": [],
    }  # fmt: skip


def test_diff_says_what_it_cannot_compare(repo: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(repo.path)
    repo.commit("one", {"a.py": "def stays(): ...\ndef goes(): ...\n"})
    repo.write("a.py", "def stays(): ...\ndef broken(:\n")
    repo.write("b.py", "def goes(): ...\n")
    (repo.path / ENTRIES).mkdir(parents=True)
    (repo.path / ENTRIES / "a.md").symlink_to("/nowhere")
    result = run(monkeypatch, capsys, "diff", "--code")
    assert "~ function goes  b.py:1  moved from a.py\n" in result.out
    assert result.err == (
        "-- 1 file of code not parsed, or not wholly; --json names them\n"
        "-- .claude/trove/entries/a.md: a symlink leads out of the repository or trove; it is not followed\n"
    )
    value = json.loads(run(monkeypatch, capsys, "diff", "--code", "--json").out)
    assert list(value["skipped"]) == ["a.py"]
    assert {one["name"]: one.get("old_path") for one in value["symbols"]}["goes"] == "a.py"
    assert len(value["notes"]) == 1


def test_diff_of_lines_and_orders(repo: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(repo.path)
    repo.commit("one", {f"{ENTRIES}/a.md": fact("A", "Gone one.\nStays.\n", tags="[x, y]", owner="me")})
    repo.write(f"{ENTRIES}/a.md", fact("A", "Stays.\n", tags="[y, x]"))
    assert run(monkeypatch, capsys, "diff").out == (
        "~ A  (.claude/trove/entries/a.md)\n    tags in another order\n    owner -me\n    9 - Gone one.\n"
    )
    (entry,) = json.loads(run(monkeypatch, capsys, "diff", "--json").out)["entries"]
    assert entry["body"] == [{"line": 9, "old": "Gone one."}]


def test_blame(repo: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(repo.path)
    first = repo.commit("one", {f"{ENTRIES}/a.md": fact("A")})
    repo.write(f"{ENTRIES}/a.md", fact("A", type="decision"))
    rows = run(monkeypatch, capsys, "blame", "a").out.split("\n")
    assert rows[0] == f"{first[:9]}  2023-11-14  A Tester  unsigned     1   ---"
    assert rows[2] == "-          -           -         uncommitted  3   type: decision"
    value = json.loads(run(monkeypatch, capsys, "blame", "a", "--json").out)
    assert (value["path"], value["revision"]) == (f"{ENTRIES}/a.md", None)
    assert value["lines"][0] == {
        "line": 1, "text": "---", "signature": "unsigned", "commit": first,
        "date": "2023-11-14T22:14:20Z", "author": "A Tester", "email": "tester@example.org",
    }  # fmt: skip
    assert value["lines"][2] == {"line": 3, "text": "type: decision", "signature": "uncommitted", "commit": None}


def test_blame_says_days_where_authors_were_and_marks_the_edge(repo: Repo, tmp_path, monkeypatch, capsys) -> None:
    repo.commit("one")
    repo.write(f"{ENTRIES}/a.md", fact("A"))
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "two", GIT_AUTHOR_DATE="1700000000 +1100")
    repo.git("clone", "-q", "--depth=1", f"file://{repo.path}", str(tmp_path / "clone"))
    result = run(monkeypatch, capsys, "blame", "a", "--repo", str(tmp_path / "clone"))
    assert result.out.startswith(f"^{repo.head[:9]}  2023-11-15  A Tester  unsigned  1   ---\n")
    assert result.err == "-- lines of ^ commits may be older: the clone is shallow\n"


def test_show_at(lived: Repo, monkeypatch, capsys) -> None:
    then = lived.git("show", f"HEAD~2:{ENTRIES}/a.md")
    assert run(monkeypatch, capsys, "show", "b", "--at", "HEAD~2") == (0, f"{then}\n", "")
    value = json.loads(run(monkeypatch, capsys, "show", "b", "--at", "HEAD~2", "--json").out)
    assert (value["revision"], value["slug"], value["path"]) == (
        lived.git("rev-parse", "HEAD~2"),
        "a",
        f"{ENTRIES}/a.md",
    )
    assert run(monkeypatch, capsys, "show", "b", "--at", "nothing").code == 2


@pytest.mark.parametrize("command", [["log"], ["log", "a"], ["diff"], ["blame", "a"], ["show", "a", "--at", "HEAD"]])
def test_outside_git(tmp_path, monkeypatch, capsys, command: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(monkeypatch, capsys, *command)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: not in a Git repository")
