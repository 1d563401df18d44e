"""Commits as sources."""

from __future__ import annotations

from trove_git.paths import RepoPath
from trove_git.records import HistoryCommit, Oid
from trove_git.sources.commits import MAX_MESSAGE_CHARACTERS, MAX_PATHS, commit_source, message_lines

OID = Oid("a" * 40)


def made(message: str, *paths: str) -> tuple[str, int]:
    commit = HistoryCommit(OID, 1, message.partition("\n")[0], (Oid("b"),), tuple(map(RepoPath, paths)))
    source = commit_source(commit, message)
    assert (source.kind, source.path, source.oid, source.line) == ("commit", OID, OID, 1)
    return source.body, source.end_line


def test_message_and_paths_are_searched() -> None:
    assert made("Fix retry\n\nIt waited.\n", "src/net.py") == ("Fix retry\n\nIt waited.\nsrc/net.py", 3)


def test_an_empty_message() -> None:
    assert made("") == ("", 1)


def test_lines_that_name_people_and_tools_are_left_out_and_keep_their_place() -> None:
    message = "Fix\n\nSigned-off-by: A\nCo-authored-by: B\nChange-Id: I1\nReviewed-By: C\nBaby: no trailer\nCc: D\nlast"
    assert message_lines(message) == ["Fix", "", "", "", "", "", "Baby: no trailer", "", "last"]


def test_what_is_very_long_is_cut() -> None:
    body, _ = made("word " * MAX_MESSAGE_CHARACTERS, *(f"{i}.md" for i in range(MAX_PATHS + 5)))
    assert len(body) < MAX_MESSAGE_CHARACTERS + 10 * MAX_PATHS
    assert f"{MAX_PATHS - 1}.md" in body
    assert f"{MAX_PATHS}.md" not in body
