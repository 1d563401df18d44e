"""The history on disk: what a question reads of it, what the next builder takes over, damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from trove_git.errors import IndexCorrupt
from trove_git.index import history as module
from trove_git.index.history import COMMITS_NAME, NAME, PublishedHistory, read_commits, write_history
from trove_git.paths import RepoPath
from trove_git.records import HistoryCommit, Oid

A, B, X, CAFE = map(RepoPath, ("src/a.py", "b.py", "x.md", "caf\udce9.md"))
COMMITS = (
    HistoryCommit(
        Oid("c" * 40),
        300,
        "Retry the retry budget",
        (Oid("b" * 40), Oid("d" * 40)),
        (A, X),
        (),
        (X,),
    ),
    HistoryCommit(Oid("b" * 40), 200, "", (Oid("a" * 40),), (A, CAFE), ((X, CAFE),)),
    HistoryCommit(Oid("a" * 40), -5, "Budgets für 予算", (), (A, B)),
)
TIMES = {A: 200, X: 300, RepoPath("only/here.md"): 0}


@pytest.fixture
def history(tmp_path: Path) -> PublishedHistory:
    write_history(str(tmp_path), COMMITS, TIMES)
    return PublishedHistory(str(tmp_path))


@pytest.mark.parametrize(
    ("term", "expected"),
    [("retry", [(0, 2)]), ("budget", [(0, 1), (2, 1)]), ("the", []), ("ret", []), ("予算", [(2, 1)])],
)
def test_commits_by_the_terms_of_their_subjects(history: PublishedHistory, term: str, expected: object) -> None:
    assert history.commits_with(term) == expected


def test_files_by_the_terms_of_their_commits(history: PublishedHistory) -> None:
    def anchors(term: str) -> dict[str, float]:
        return {history.path(n): share for n, share in history.anchors_with(term).items()}

    # Twice in the subject of a commit of one file; once in that and in one of a commit of two.
    assert anchors("retry") == {"x.md": 2.0}
    assert anchors("budget") == {"x.md": 1.0, "src/a.py": 0.5, "b.py": 0.5}
    assert anchors("the") == {}
    assert history.anchors_with("budget") is history.anchors_with("budget")
    assert history.commits_with("budget") is history.commits_with("budget")


def test_paths_and_the_commits_that_touched_them(history: PublishedHistory) -> None:
    def names(numbers: list[int]) -> set[str]:
        return {history.path(number) for number in numbers}

    number = history.find_path(RepoPath("src/a.py"))
    assert number is not None
    assert history.path(number) == "src/a.py"
    # The newest is a merge that brought it in and did not change it itself.
    assert history.commits_of(number) == [1, 2]
    assert history.known_time(number) == 200
    odd = history.find_path(RepoPath("caf\udce9.md"))
    assert odd is not None
    assert (history.commits_of(odd), history.known_time(odd)) == ([1], None)
    for missing in ("a.py", "src/a", "src", "x.mdsrc/a.py", "md", "\udce9.md", "new.md"):
        assert history.find_path(RepoPath(missing)) is None
    assert names(history.paths_ending("a.py")) == {"src/a.py"}
    assert names(history.paths_ending("src/a.py")) == set()
    assert names(history.paths_ending("py")) == set()
    assert names(history.paths_below("src/")) == {"src/a.py"}
    assert names(history.paths_below("sr")) == {"src/a.py"}
    assert names(history.paths_below("a/")) == set()
    assert [history.has_below(folder) for folder in ("src/", "only/", "a/", "b.py/")] == [True, True, False, False]


@pytest.mark.parametrize("most", [0, 2, 60])
def test_a_path_is_found_whatever_was_looked_for_before(history: PublishedHistory, monkeypatch, most: int) -> None:
    monkeypatch.setattr(module, "MAX_SEARCHED_PATHS", most)
    for _ in range(2):
        for path in ("src/a.py", "nothing", "x.md", "b.py", "src", "caf\udce9.md"):
            number = history.find_path(RepoPath(path))
            assert (number is None) == (path in ("nothing", "src"))
            assert number is None or history.path(number) == path


def test_a_path_is_found_among_many_commits(tmp_path: Path) -> None:
    # Numbers of several bytes whose bytes look like those of others.
    commits = [
        HistoryCommit(
            Oid(f"{n:040x}"), n, "s", (Oid(f"{n + 1:040x}"),), tuple(map(RepoPath, (f"f{n}", f"f{n % 7}", "all")))
        )
        for n in range(600)
    ]
    write_history(str(tmp_path), commits, {})
    history = PublishedHistory(str(tmp_path))
    for name in ("f0", "f1", "f255", "f256", "f257", "f511", "f599", "all"):
        number = history.find_path(RepoPath(name))
        assert number is not None
        expected = [n for n, commit in enumerate(commits) if name in commit.paths]
        assert list(dict.fromkeys(history.commits_of(number))) == expected


def test_no_more_is_kept_than_a_few_questions_need(history: PublishedHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_KEPT_TERMS", 2)
    kept = history.anchors_with("retry")
    for term in ("budget", "the", "other"):
        history.anchors_with(term)
    assert history.anchors_with("retry") == kept
    assert history.anchors_with("retry") is not kept


def test_what_a_question_reads(history: PublishedHistory) -> None:
    assert history.commit_count == 3
    assert [history.oid(n)[0] for n in range(3)] == ["c", "b", "a"]
    assert [history.subject(n) for n in range(3)] == [commit.subject for commit in COMMITS]
    assert [[history.path(f) for f in history.files_of(n)] for n in range(3)] == [
        ["x.md"], ["src/a.py", "caf\udce9.md"], ["src/a.py", "b.py"],
    ]  # fmt: skip
    # retry, retry, budget; nothing; budget and the characters, alone and as a pair
    assert [history.subject_len(n) for n in range(3)] == [3, 0, 4]
    assert history.mean_subject_len == pytest.approx(7 / 3)
    lens = {history.path(n): history.anchor_lens[n] for n in range(history.path_count)}
    # Three terms to the merge's one file; four terms to two files.
    assert lens == {"x.md": 3, "src/a.py": 2, "caf\udce9.md": 0, "b.py": 2, "only/here.md": 0}


def test_times_of_paths_and_folders(history: PublishedHistory) -> None:
    assert history.path_time(RepoPath("src/a.py")) == 200
    assert history.path_time(RepoPath("only/here.md")) == 0
    assert history.path_time(RepoPath("b.py")) is None
    assert history.path_time(RepoPath("not/there")) is None
    assert history.folder_time("src/") == 200
    assert history.folder_time("") == 300
    assert history.folder_time("not/") is None


def test_the_next_builder_gets_the_commits_as_they_were(history: PublishedHistory) -> None:
    assert tuple(read_commits(history.directory)) == COMMITS


def test_a_commit_of_many_files_is_no_anchor(tmp_path: Path) -> None:
    many = tuple(RepoPath(f"{i}.md") for i in range(31))
    write_history(str(tmp_path), (HistoryCommit(Oid("a" * 40), 1, "sweep", (), many),), {})
    assert set(PublishedHistory(str(tmp_path)).anchor_lens) == {0.0}


def test_a_history_without_commits(tmp_path: Path) -> None:
    write_history(str(tmp_path), (), {})
    empty = PublishedHistory(str(tmp_path))
    assert empty.commits_with("x") == []
    assert empty.mean_subject_len == 0.0


@pytest.mark.parametrize(
    "damage", [lambda b: b[:-3], lambda b: b"", lambda b: b.replace(b'"little"', b'"middle"'), lambda b: b"{}\n" + b]
)
def test_a_damaged_history_is_said_to_be_corrupt(history: PublishedHistory, damage: object) -> None:
    file = Path(history.directory) / NAME
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]
    with pytest.raises(IndexCorrupt):
        PublishedHistory(history.directory)


def test_damaged_commits_are_said_to_be_corrupt(history: PublishedHistory) -> None:
    (Path(history.directory) / COMMITS_NAME).write_text("[[1]]")
    with pytest.raises(IndexCorrupt):
        read_commits(history.directory)
