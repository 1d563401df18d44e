"""Notes of sessions that nobody reviewed: only on request, never in the trove, gone after a review."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.repos import Repo
from tests.support.troves import files_below, write_entry
from trove_git.agents import session as session
from trove_git.agents.session import Session
from trove_git.agents.session_end import MIN_ANSWERS, session_end, session_reviewed

LINE = b'{"type":"assistant","message":{}}\n'


@pytest.fixture
def ended(repo: Repo, tmp_path: Path) -> Session:
    """A session in which something was done, in a repository with a trove, of a user who wants notes."""
    write_entry(repo.path / ".claude" / "trove", "entries/a.md")
    repo.git("config", "trove.capture", "true")
    transcript = tmp_path / "session.jsonl"
    transcript.write_bytes(LINE * MIN_ANSWERS)
    return Session(str(repo.path), "id-1", str(transcript))


def noted(ended: Session) -> list[str]:
    return session.read_noted(session.note_path(session.find_workspace(ended)))


def test_it_is_noted_once(repo: Repo, ended: Session) -> None:
    before = files_below(repo.path)
    assert session_end(ended)
    assert not session_end(ended)
    assert session_end(ended._replace(id="id-2"))
    assert noted(ended) == ["id-1", "id-2"]
    assert files_below(repo.path) == before
    session_reviewed(ended)
    assert noted(ended) == []
    session_reviewed(ended)


def test_only_on_request(repo: Repo, ended: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.git("config", "--unset", "trove.capture")
    assert not session_end(ended)
    # Whoever wrote the repository is not the user.
    repo.commit("settings", {".trove/config": "[trove]\n\tcapture = true\n"})
    assert not session_end(ended)
    monkeypatch.setenv("TROVE_CAPTURE", "1")
    assert session_end(ended)
    repo.git("config", "trove.capture", "true")
    monkeypatch.setenv("TROVE_CAPTURE", "false")
    assert not session_end(ended._replace(id="id-2"))


@pytest.mark.parametrize(
    "change", [{"id": ""}, {"transcript": ""}, {"transcript": "/nowhere"}, {"transcript": "/dev/zero"}]
)
def test_a_session_that_nothing_is_known_of(ended: Session, change: dict[str, str]) -> None:
    assert not session_end(ended._replace(**change))


def test_a_session_in_which_nothing_was_done(ended: Session) -> None:
    Path(ended.transcript).write_bytes(LINE * (MIN_ANSWERS - 1) + b'{"type":"user"}\n' * 9999)
    assert not session_end(ended)


def test_a_session_that_was_reviewed(ended: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    call = b'{"type":"assistant","command":"git trove hook session-reviewed"}\n'
    Path(ended.transcript).write_bytes(LINE * 99 + call + LINE)
    # Of a long transcript the end counts.
    monkeypatch.setattr("trove_git.agents.session_end.MAX_TRANSCRIPT_BYTES", 600)
    assert not session_end(ended)
    Path(ended.transcript).write_bytes(call + LINE * 99)
    assert session_end(ended)


def test_without_a_trove(ended: Session, tmp_path: Path) -> None:
    other = Repo.init(tmp_path / "other")
    other.git("config", "trove.capture", "true")
    assert not session_end(ended._replace(folder=str(other.path)))


def test_worktrees_share_the_note(repo: Repo, ended: Session, tmp_path: Path) -> None:
    repo.commit("trove")
    repo.git("worktree", "add", "-q", str(tmp_path / "other"))
    assert session_end(ended)
    assert noted(ended._replace(folder=str(tmp_path / "other"))) == ["id-1"]


def test_outside_git_the_note_is_in_the_state_folder(
    ended: Session, tmp_path: Path, sealed_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TROVE_CAPTURE", "yes")
    folder = tmp_path / "plain"
    write_entry(folder / ".claude" / "trove", "entries/a.md")
    assert session_end(ended._replace(folder=str(folder)))
    assert (sealed_home / ".local" / "state" / "git-trove" / "unreviewed-sessions").read_text() == "id-1\n"


def test_the_note_stays_short(ended: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MAX_NOTED", 2)
    for number in range(4):
        assert session_end(ended._replace(id=f"id-{number}"))
    assert noted(ended) == ["id-2", "id-3"]


def test_a_note_that_cannot_be_written_or_read(repo: Repo, ended: Session) -> None:
    note = Path(session.note_path(session.find_workspace(ended)))
    note.mkdir(parents=True)
    assert not session_end(ended)
    assert noted(ended) == []
    note.rmdir()
    note.write_bytes(b"id-1\n\xff\n../x y\n")
    assert noted(ended) == ["id-1"]
