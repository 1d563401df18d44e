"""Redacting files and standard input with the names that a repository and its user keep private."""

from __future__ import annotations

import pytest

from tests.support.secrets import Maker
from trove_git.commands.redact import redact, total_counts, user_name
from trove_git.errors import GitError, TroveError
from trove_git.workspace.workspace import find_workspace

TOKEN, OTHER = ("gh" + "p_" + Maker(seed).alnum(36) for seed in (1, 2))


def test_a_value_has_one_number_in_all_files(repo):
    first, second = repo.write("a.md", f"{TOKEN}\r\n"), repo.write("b.md", f"[REDACTED:secret-1] {OTHER} {TOKEN}")
    done = redact(find_workspace(str(repo.path)), [str(first), "-", str(second)], standard_input=b"me@acme.io")
    assert [one.data for one in done] == [
        b"[REDACTED:secret-2]\r\n",
        b"[REDACTED:email-1]",
        b"[REDACTED:secret-1] [REDACTED:secret-3] [REDACTED:secret-2]",
    ]
    assert [dict(one.by_category) for one in done] == [{"secret": 1}, {"email": 1}, {"secret": 2}]
    assert total_counts(done) == {"secret": 3, "email": 1}
    assert all(one.changed for one in done)


def one(repo, text, **options):
    data = text if isinstance(text, bytes) else text.encode()
    (done,) = redact(find_workspace(str(repo.path)), ["-"], standard_input=data, **options)
    return done


def test_bytes_that_are_not_replaced_stay(repo):
    data = b"caf\xe9 \xff\r\n\xef\xbb\xbfx\r"
    done = one(repo, data)
    assert (done.data, done.changed) == (data, False)
    assert one(repo, data + TOKEN.encode()).data == data + b"[REDACTED:secret-1]"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16(repo, encoding):
    done = one(repo, f"\ufeffa {TOKEN} \u00e9".encode(encoding))
    assert done.data.decode(encoding) == done.text == "\ufeffa [REDACTED:secret-1] \u00e9"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"g\0h\0p\0", "cannot be redacted: not text (-)", id="zeros"),
        pytest.param(b"\xff\xfea\x00b", "cannot be redacted: not the UTF-16 that it says (-)", id="half a character"),
    ],
)
def test_what_is_no_text_is_an_error(repo, data, message):
    with pytest.raises(TroveError) as caught:
        one(repo, data)
    assert str(caught.value) == message


def test_a_file_that_cannot_be_read_is_an_error(repo):
    with pytest.raises(TroveError) as caught:
        redact(find_workspace(str(repo.path)), [str(repo.path)])
    assert str(caught.value) == f"cannot be redacted: Is a directory ({repo.path})"


def test_names_come_from_git_and_from_the_repository(repo, monkeypatch):
    for name in ("USER", "LOGNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LOGNAME", "mwik")
    config = "[trove]\n\tcustomer = Zeb\n\tcustomer = Yola Inc\n\tinternalDomain = acme.example\n"
    repo.commit("first", {".trove/config": config})
    repo.git("config", "--add", "trove.customer", "Xanthe")
    repo.git("config", "--add", "trove.internalDomain", "corp.example")
    text = "Zeb yola-inc Xanthe a.acme.example b.corp.example mwik"
    assert one(repo, text).data == (
        b"[REDACTED:customer-1] [REDACTED:customer-2] [REDACTED:customer-3] [REDACTED:host-1] [REDACTED:host-2] "
        b"[REDACTED:path-1]"
    )
    assert not one(repo, text, keep_nonsecret=True).changed


def test_the_repositorys_file_counts_as_it_is_at_head(repo):
    repo.commit("first", {"a.md": "x"})
    repo.write(".trove/config", "[trove]\n\tcustomer = Zeb\n")
    assert not one(repo, "Zeb").changed
    repo.commit("second")
    assert one(repo, "Zeb").changed


def test_names_that_cannot_be_read_are_an_error(repo):
    repo.commit("first", {".trove/config": "[trove\ncustomer = Zeb\n"})
    with pytest.raises(GitError):
        one(repo, "Zeb")


def test_objects_of_the_repository_stay(repo):
    commit = repo.commit("first", {"a.md": "x", "empty.md": ""})
    tree, empty = repo.oid("HEAD^{tree}"), repo.oid("HEAD:empty.md")
    other = Maker(5).hex(40)
    text = f"token: {commit} {tree} {empty} token: {commit[:12]} {commit} {other}"
    assert one(repo, text).data.decode() == text.replace(other, "[REDACTED:secret-1]")


def test_outside_of_a_repository(tmp_path):
    oid = Maker(5).hex(40)
    (done,) = redact(find_workspace(str(tmp_path)), ["-"], standard_input=f"{oid} ana@acme.io".encode())
    assert done.data == b"[REDACTED:secret-1] [REDACTED:email-1]"


def test_before_the_first_commit(repo):
    assert one(repo, TOKEN).data == b"[REDACTED:secret-1]"


@pytest.mark.parametrize(
    ("environment", "name"),
    [({"USER": "ana", "LOGNAME": "bo"}, "ana"), ({"USER": "", "USERNAME": "bo"}, "bo"), ({}, "")],
)
def test_the_name_of_the_user(environment, name):
    assert user_name(environment) == name
