"""Dates: what git resolves, what it would misread, and what it would take for now."""

from __future__ import annotations

import os
import time

import pytest

from tests.support.repos import Repo
from trove_git.errors import GitError, UsageError
from trove_git.gitrepo.repository import find_root
from trove_git.gitrepo.since import parse_since

DAY = 24 * 3600
NEW_YEAR = 1_767_225_600
"""2026-01-01 00:00 UTC."""


@pytest.fixture(autouse=True)
def in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    # git reads the clock here where the variable is set.
    monkeypatch.setenv("GIT_TEST_DATE_NOW", str(NEW_YEAR + 100 * DAY + 3600 * 18))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2026-01-01", NEW_YEAR),
        ("2026/1/1", NEW_YEAR),
        (" 2026.01.01 ", NEW_YEAR),
        ("2026-01-01 10:00", NEW_YEAR + 36_000),
        ("2026-01-01T10:00:00Z", NEW_YEAR + 36_000),
        ("2026-01-01 10:00 +0200", NEW_YEAR + 28_800),
        ("1700000000", 1_700_000_000),
        ("@1700000000", 1_700_000_000),
        ("2.weeks", NEW_YEAR + 86 * DAY + 3600 * 18),
        ("2 weeks ago", NEW_YEAR + 86 * DAY + 3600 * 18),
        ("three.days.ago", NEW_YEAR + 97 * DAY + 3600 * 18),
        ("Yesterday", NEW_YEAR + 99 * DAY + 3600 * 18),
        ("today", NEW_YEAR + 100 * DAY),
        ("midnight", NEW_YEAR + 100 * DAY),
        ("noon", NEW_YEAR + 100 * DAY + 3600 * 12),
        ("now", NEW_YEAR + 100 * DAY + 3600 * 18),
        ("never", 0),
        ("Jan 1 2026 00:00", NEW_YEAR),
        ("1st of january 2026 0:00", NEW_YEAR),
    ],
)
def test_dates(repo: Repo, text: str, seconds: int) -> None:
    repository = find_root(str(repo.path), os.environ).repository
    assert repository is not None
    assert parse_since(repository, text) == seconds


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no date"),
        ("...", "is no date"),
        ("garbage", "knows no garbage"),
        ("2 wekks", "knows no wekks"),
        ("next week", "knows no next"),
        ("tomorrow", "knows no tomorrow"),
        ("ja 5", "knows no ja"),
        ("2026-13-45", "month must be"),
        ("2026-02-30 10:00", "day is out of range"),
        ("2026-01", "is no date"),
        ("2026", "is no date"),
        ("20260101", "is no date"),
        ("5", "is no date"),
        ("-5", "is no date"),
    ],
)
def test_what_git_would_take_for_some_other_day(repo: Repo, text: str, why: str) -> None:
    repository = find_root(str(repo.path), os.environ).repository
    assert repository is not None
    with pytest.raises(UsageError, match=why) as caught:
        parse_since(repository, text)
    assert caught.value.hint


def test_without_a_clock_of_its_own_git_reads_that_of_the_machine(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GIT_TEST_DATE_NOW")
    repository = find_root(str(repo.path), os.environ).repository
    assert repository is not None
    assert abs(parse_since(repository, "1 day ago") - (time.time() - DAY)) < 60


def test_a_git_that_prints_something_else(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = find_root(str(repo.path), os.environ).repository
    assert repository is not None
    monkeypatch.setattr(type(repository), "run", lambda *_: b"--max-age=soon\n")
    with pytest.raises(GitError, match="cannot read the date"):
        parse_since(repository, "yesterday")
