"""What commits say about files: anchor text and the commits most like the question, by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from trove_git.index.history import PublishedHistory, write_history
from trove_git.paths import RepoPath
from trove_git.ranking import bm25, boosts
from trove_git.ranking.history import NOTHING, HistoryEvidence
from trove_git.records import HistoryCommit, Oid


def commit(number: int, subject: str, *paths: str) -> HistoryCommit:
    return HistoryCommit(Oid(f"{number:040x}"), 1000 - number, subject, (Oid("p"),), tuple(map(RepoPath, paths)))


def history(tmp_path: Path, *commits: HistoryCommit) -> PublishedHistory:
    write_history(str(tmp_path), commits, {})
    return PublishedHistory(str(tmp_path))


def test_the_evidence_by_hand(tmp_path: Path) -> None:
    found = history(tmp_path, commit(0, "retry budget", "src/a.py", "src/b.py"), commit(1, "fix typo", "src/c.py"))
    evidence = HistoryEvidence(found, ("retry", "missing"), "src/")
    one = evidence.of("a.py")
    # Anchor texts of 1, 1 and 2 terms, mean 4/3; "retry" is half a time in two of three: idf = ln(1 + 1.5/2.5);
    # norm = 0.5 x (0.25 + 0.75 x 1/(4/3)) = 0.40625
    idf = math.log(1 + 1.5 / 2.5)
    norm = boosts.ANCHOR_K1 * (1 - bm25.B + bm25.B * 0.75)
    expected = boosts.ANCHOR_WEIGHT * idf * 0.5 * (boosts.ANCHOR_K1 + 1) / (0.5 + norm)
    assert one.anchor == pytest.approx(expected)
    # Half a time is more than a quarter, so it is held in full.
    assert list(one.held) == [1.0, 0.0]
    # The commit has "retry" once among its two terms, as many as the mean: idf = ln(1 + 1.5/1.5), factor 2.2/2.2;
    # two files share by the root of two.
    assert one.similar == pytest.approx(boosts.SIMILAR_WEIGHT * math.log(2) / math.sqrt(2))
    assert evidence.of("c.py") == NOTHING
    assert evidence.of("src/a.py") == NOTHING
    assert evidence.strongest(5) == ["a.py", "b.py"]
    assert evidence.strongest(1) == ["a.py"]


def test_a_term_that_few_subjects_hold_for_a_file_is_held_in_part(tmp_path: Path) -> None:
    files = tuple(f"{i}.py" for i in range(10))
    evidence = HistoryEvidence(history(tmp_path, commit(0, "retry", *files)), ("retry",))
    assert list(evidence.of("0.py").held) == [pytest.approx(0.1 / boosts.ANCHOR_HELD)]


def test_commits_of_many_files_say_little(tmp_path: Path) -> None:
    eleven = tuple(f"{i}.py" for i in range(11))
    thirty_one = tuple(f"x/{i}.py" for i in range(31))
    found = history(tmp_path, commit(0, "retry", *eleven), commit(1, "retry", *thirty_one), commit(2, "retry"))
    evidence = HistoryEvidence(found, ("retry",))
    assert evidence.of("0.py").similar == 0
    assert evidence.of("0.py").anchor > 0
    assert evidence.of("x/0.py") == NOTHING


def test_only_the_most_similar_commits_share_their_score(tmp_path: Path) -> None:
    commits = [commit(i, "retry" + " more" * i, f"{i}.py") for i in range(boosts.SIMILAR_COMMITS + 5)]
    evidence = HistoryEvidence(history(tmp_path, *commits), ("retry",))
    shared = [i for i in range(len(commits)) if evidence.of(f"{i}.py").similar]
    assert shared == list(range(boosts.SIMILAR_COMMITS))
