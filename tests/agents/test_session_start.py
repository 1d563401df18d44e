"""The text at the start of a session: within its room, the right entries first, the same again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.repos import Repo
from tests.support.sessions import context
from tests.support.troves import files_below, write_entry
from trove_git.agents import session as session
from trove_git.agents import session_start
from trove_git.agents.session import Session
from trove_git.agents.session_start import MAX_CHARACTERS, MAX_LINE_CHARACTERS, cost
from trove_git.entries.trove import INDEX_NAME


def start(folder: Path, name: str = "") -> str:
    return session_start.session_start(Session(str(folder), name))


def text_of(folder: Path, name: str = "") -> str:
    return context(start(folder, name).encode())


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def make(trove: Path, count: int, hook: str = "What it says, in a line of usual length.") -> None:
    """Write entries `fact-0` (the newest) to `fact-N`, and an INDEX.md."""
    lines = []
    for number in range(count):
        write_entry(trove, f"entries/fact-{number}.md", f"Fact {number}")
        lines.append(f"- [Fact {number}](entries/fact-{number}.md) - {hook}\n")
    (trove / INDEX_NAME).write_text("# Trove\n\n" + "".join(lines), encoding="utf-8")


@pytest.fixture
def trove(repo: Repo) -> Path:
    folder = repo.path / ".claude" / "trove"
    folder.mkdir(parents=True)
    return folder


def order(text: str) -> list[int]:
    """Return the numbers of the facts, in the order in which they are listed."""
    return [int(line.partition("](")[0].split()[-1]) for line in text.split("\n") if line.startswith("- [Fact ")]


@pytest.mark.parametrize("line", ["", "plain", 'a "b" \\ c', "ü日", "\U0001f600", "\x01\x1f"])
def test_the_cost_of_a_line_is_what_json_takes(line: str) -> None:
    assert cost(line) == utf16(json.dumps(f"{line}\n", ensure_ascii=False)) - 2


def test_all_fits_and_git_is_not_asked(repo: Repo, trove: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(trove, 20)
    monkeypatch.setattr("trove_git.agents.session_branch.changed_paths", lambda _workspace: pytest.fail("asked"))
    text = text_of(repo.path)
    assert order(text) == list(range(20))
    assert "left out" not in text


def test_what_people_wrote_between_stays_while_there_is_room(repo: Repo, trove: Path) -> None:
    make(trove, 2)
    index = trove / INDEX_NAME
    index.write_text(index.read_text() + "\n## Read first\n\nDeploys are on Mondays.\n")
    assert text_of(repo.path).endswith("\n## Read first\nDeploys are on Mondays.")
    index.write_text(index.read_text() + "Deploys are on Mondays, and on no other day of the week.\n" * 200)
    crowded = text_of(repo.path)
    assert order(crowded) == [0, 1]
    assert "Mondays" not in crowded
    assert "left out" not in crowded


@pytest.mark.parametrize("hook", ["short", "ü日" * 60, "\U0001f600" * 90, '"\\' * 80, "x" * 900])
@pytest.mark.parametrize("count", [15, 300])
def test_it_is_never_longer_than_the_client_takes(
    repo: Repo, trove: Path, sealed_home: Path, hook: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(trove, count, hook)
    make(sealed_home / ".claude" / "trove", count, hook)
    long = "/home/somebody/" + "long folder/" * 20 + "git-trove"
    monkeypatch.setattr(session_start, "_program", lambda _workspace: long)
    printed = start(repo.path)
    assert utf16(printed) <= MAX_CHARACTERS
    assert all(len(line) <= MAX_LINE_CHARACTERS for line in context(printed.encode()).split("\n")[1:-1])
    if count == 300:
        # As much as fits is there: less than the longest line is free.
        assert utf16(printed) > MAX_CHARACTERS - 2 * MAX_LINE_CHARACTERS - 100


def test_the_last_line_says_what_is_left_out_and_how_to_get_it(repo: Repo, trove: Path, sealed_home: Path) -> None:
    make(trove, 300)
    make(sealed_home / ".claude" / "trove", 200)
    text = text_of(repo.path)
    project, _, personal = text.partition("Personal notes")
    last = text.split("\n")[-1]
    left = [300 - len(order(project)), 200 - len(order(personal))]
    assert f"{left[0]} of 300 project notes and {left[1]} of 200 personal notes are left out" in last
    assert "`git trove list`" in last
    assert 10 < len(order(personal)) < len(order(project))


def test_entries_about_what_the_branch_changed_come_first(repo: Repo, trove: Path) -> None:
    make(trove, 300)
    write_entry(trove, "entries/fact-250.md", "Fact 250", paths="[src/db.py]")
    write_entry(trove, "entries/fact-260.md", "Fact 260", "See [[fact-250]].")
    write_entry(trove, "entries/fact-270.md", "Fact 270", "See [the code](../../../src/db.py).")
    repo.commit("first", {"src/db.py": "1\n", "src/other.py": "1\n"})
    assert order(text_of(repo.path))[:2] == [0, 1]
    repo.git("switch", "-q", "-c", "feature")
    repo.commit("second", {"src/db.py": "2\n"})
    assert order(text_of(repo.path))[:5] == [250, 260, 270, 0, 1]
    # What is not committed counts too, and what the base did meanwhile does not.
    repo.git("switch", "-q", "main")
    write_entry(trove, "entries/fact-280.md", "Fact 280", paths="src/other.py")
    repo.commit("third")
    repo.write("src/other.py", "2\n")
    assert order(text_of(repo.path))[:2] == [280, 0]


def test_entries_pinned_to_where_the_session_starts_come_after_those_of_the_branch(repo: Repo, trove: Path) -> None:
    make(trove, 300)
    write_entry(trove, "entries/fact-250.md", "Fact 250", paths="[src/db.py]")
    write_entry(trove, "entries/fact-260.md", "Fact 260", paths="[packages/api/**]")
    repo.commit("first", {"src/db.py": "1\n", "packages/api/a.py": "1\n"})
    repo.write("src/db.py", "2\n")
    text = text_of(repo.path / "packages" / "api")
    assert order(text)[:3] == [250, 260, 0]
    assert "about what this branch changed, then those pinned to packages/api, then the newest. `" in text
    plain = text_of(repo.path)
    assert order(plain)[:3] == [250, 0, 1]
    assert "about what this branch changed, then the newest. `" in plain


def test_the_same_text_again(repo: Repo, trove: Path) -> None:
    make(trove, 300)
    before = files_below(repo.path)
    assert start(repo.path) == start(repo.path)
    assert files_below(repo.path) == before


def test_without_an_index_entries_are_listed_from_their_files(repo: Repo, trove: Path) -> None:
    write_entry(trove, "memory/old.md", "An old one", "It says this. And that.", created="2020-01-01")
    write_entry(trove, "context/new.md", "A new one", created="2024-01-01")
    text = text_of(repo.path)
    assert "- [A new one](context/new.md) - Text.\n- [An old one](memory/old.md) - It says this." in text
    assert not (trove / INDEX_NAME).exists()


def test_an_empty_trove_is_said_to_be_empty(repo: Repo, trove: Path) -> None:
    make(trove, 0)
    (trove / INDEX_NAME).write_text("")
    assert text_of(repo.path).endswith(f"Project notes, in {trove}: none yet")


def test_a_folder_without_entries_is_no_trove(repo: Repo, trove: Path) -> None:
    assert start(repo.path) == ""


def test_a_bare_repository_has_the_personal_trove_only(tmp_path: Path, sealed_home: Path) -> None:
    make(sealed_home / ".claude" / "trove", 1)
    bare = Repo.init(tmp_path / "bare.git", "--bare")
    assert order(text_of(bare.path)) == [0]


def test_a_repository_that_git_refuses_is_read_from_its_files(repo: Repo, trove: Path) -> None:
    make(trove, 1)
    (repo.path / ".git" / "HEAD").write_text("nonsense")
    (repo.path / "src").mkdir()
    assert order(text_of(repo.path / "src")) == [0]


def test_bytes_that_are_no_text(repo: Repo, trove: Path) -> None:
    (trove / INDEX_NAME).write_bytes(b"\xef\xbb\xbf- [A](entries/a.md) - caf\xe9\n")
    assert "- [A](entries/a.md) - caf\ufffd" in text_of(repo.path)


def test_a_huge_index_is_read_in_part(repo: Repo, trove: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(trove, 100)
    monkeypatch.setattr(session_start, "MAX_INDEX_BYTES", 500)
    found = order(text_of(repo.path))
    assert found == list(range(len(found)))
    assert 3 < len(found) < 10


def test_sessions_nobody_reviewed_are_mentioned_but_not_the_own_one(repo: Repo, trove: Path) -> None:
    make(trove, 1)
    note = Path(session.note_path(session.find_workspace(Session(str(repo.path)))))
    note.parent.mkdir(exist_ok=True)
    plain = text_of(repo.path, "own")
    note.write_text("own\n")
    assert text_of(repo.path, "own") == plain
    note.write_text("own\nother\n")
    mentioned = text_of(repo.path, "own")
    assert "not yet reviewed" in mentioned
    assert mentioned != plain
    note.write_text("own\nother\nthird\n")
    assert text_of(repo.path, "own") == mentioned


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", Session()),
        (b"{", Session()),
        (b"[" * 100_000, Session()),
        (b'"x"', Session()),
        (b'{"cwd": 1, "session_id": [], "transcript_path": null}', Session()),
        (b'{"cwd": "/a", "session_id": "b-1", "transcript_path": "/c"}', Session("/a", "b-1", "/c")),
        (b'{"cwd": "a\\u0000b", "session_id": "x y"}', Session()),
        (b'{"session_id": "a\\nb"}', Session()),
    ],
)
def test_input(data: bytes, expected: Session) -> None:
    assert session.parse_input(data) == expected
