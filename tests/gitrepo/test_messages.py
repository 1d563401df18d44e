"""Messages of commits as text, and their short names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gitrepo.test_history import repository_of
from tests.support.repos import Repo
from trove_git.gitrepo.messages import abbreviate, iter_messages, message_of
from trove_git.records import Oid

HEAD = b"tree 1\nauthor A <a@example.org> 0 +0000\n"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(HEAD + b"\nSubject\n\nbody\n", "Subject\n\nbody\n", id="plain"),
        pytest.param(HEAD + b"\ncaf\xc3\xa9\n", "café\n", id="utf-8"),
        pytest.param(HEAD + b"encoding ISO-8859-1\n\ncaf\xe9\n", "café\n", id="named"),
        pytest.param(HEAD + b"encoding shift_jis\n\n\x83e\n", "テ\n", id="a multi-byte encoding"),
        pytest.param(HEAD + b"\ncaf\xe9\n", "café\n", id="not what it should be"),
        pytest.param(HEAD + b"encoding klingon\n\ncaf\xe9\n", "café\n", id="unknown"),
        pytest.param(HEAD + b"encoding undefined\n\ncaf\xe9\n", "café\n", id="a codec that decodes nothing"),
        pytest.param(HEAD + b"encoding idna\n\ncaf\xe9\n", "café\n", id="a codec for something else"),
        pytest.param(HEAD + b"encoding a\0b\n\ncaf\xe9\n", "café\n", id="no name of a codec"),
        pytest.param(HEAD + b"gpgsig -----\n encoding x\n\nSubject\n", "Subject\n", id="signed"),
        pytest.param(b"", "", id="unreadable"),
    ],
)
def test_message(data: bytes, expected: str) -> None:
    assert message_of(data) == expected


def test_messages_and_short_names_of_a_repository(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "repo")
    oids = [repo.commit(f"Number {i}\n\nbody {i}") for i in range(3)]
    lost = Oid("1" * 40)
    assert list(iter_messages(repository_of(repo), [*oids, lost])) == [
        "Number 0\n\nbody 0\n", "Number 1\n\nbody 1\n", "Number 2\n\nbody 2\n", "",
    ]  # fmt: skip
    assert abbreviate(repository_of(repo), oids) == {oid: repo.git("rev-parse", "--short", oid) for oid in oids}
    assert abbreviate(repository_of(repo), [lost]) == {lost: lost[:12]}
    assert abbreviate(repository_of(repo), []) == {}
