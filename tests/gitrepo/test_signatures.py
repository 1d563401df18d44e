"""Signed or not, with a stand-in for gpg that says what a test wants, and notes that it was called."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.gitrepo.repository import Repository, find_root
from trove_git.gitrepo.signatures import NOT_CHECKED, SIGNED, UNKNOWN_KEY, UNSIGNED, signatures_of
from trove_git.records import Oid

KEY = "0123456789ABCDEF"


def opened(repo: Repo) -> Repository:
    found = find_root(str(repo.path), os.environ).repository
    assert found is not None
    return found


def sign(repo: Repo, header: str = "gpgsig", message: str = "msg") -> Oid:
    """Make a commit with something in the place of a signature."""
    raw = repo.git("cat-file", "commit", "HEAD").partition("\n\n")[0]
    fence = "-" * 5
    text = f"{raw}\n{header} {fence}BEGIN PGP SIGNATURE{fence}\n \n x\n {fence}END PGP SIGNATURE{fence}\n\n{message}\n"
    file = repo.path / ".git" / "made"
    file.write_text(text)
    return Oid(repo.git("hash-object", "-t", "commit", "-w", str(file)))


@pytest.fixture
def verifier(repo: Repo, tmp_path: Path):
    """Have git verify with a program that prints some lines of status; return what makes it, and its trace."""
    program, trace = tmp_path / "verify", tmp_path / "called"

    def make(*status: str) -> Path:
        lines = "".join(f"echo '[GNUPG:] {line}'\n" for line in status)
        program.write_text(f"#!/bin/sh\necho x >> '{trace}'\necho\n{lines}")
        program.chmod(0o755)
        repo.git("config", "gpg.program", str(program))
        return trace

    return make


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ([f"GOODSIG {KEY} Someone", "TRUST_FULLY 0"], SIGNED),
        ([f"GOODSIG {KEY} Someone", "TRUST_UNDEFINED 0"], "signed, key not trusted"),
        ([f"ERRSIG {KEY} 1 2 3 4 9", f"NO_PUBKEY {KEY}"], UNKNOWN_KEY),
        ([f"BADSIG {KEY} Someone"], "bad signature"),
        ([f"EXPKEYSIG {KEY} Someone"], "signed, key expired"),
        ([f"REVKEYSIG {KEY} Someone"], "signed, key revoked"),
        ([f"EXPSIG {KEY} Someone"], "signed, expired"),
        ([], NOT_CHECKED),
    ],
)
def test_what_git_says_of_a_signature(repo: Repo, verifier, status: list[str], said: str) -> None:
    plain = repo.commit("plain")
    verifier(*status)
    signed = sign(repo)
    assert signatures_of(opened(repo), [signed, plain, signed]) == {signed: said, plain: UNSIGNED}


def test_nothing_is_run_for_commits_without_a_signature(repo: Repo, verifier) -> None:
    trace = verifier(f"GOODSIG {KEY} Someone", "TRUST_FULLY 0")
    told = repo.commit("a message\n\ngpgsig is no header here\ngpgsig -----BEGIN\n")
    assert signatures_of(opened(repo), [told]) == {told: UNSIGNED}
    assert not trace.exists()
    signatures_of(opened(repo), [sign(repo)])
    assert trace.exists()


def test_a_signature_for_the_other_hash_is_one(repo: Repo) -> None:
    repo.commit("plain")
    signed = sign(repo, "gpgsig-sha256")
    assert signatures_of(opened(repo), [signed])[signed] != UNSIGNED


def test_without_the_program_it_is_said_to_be_unchecked(repo: Repo) -> None:
    repo.commit("plain")
    repo.git("config", "gpg.program", "/nowhere/gpg")
    signed = sign(repo)
    assert signatures_of(opened(repo), [signed]) == {signed: NOT_CHECKED}
