"""The history layer: made once, taken over, exact in any order of steps; ages and recency in answers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.repos import FIRST_COMMIT, Repo, entry
from trove_git.asking.ask import Request, ask
from trove_git.commands.index import index
from trove_git.errors import SettingError
from trove_git.gitrepo.history import start_newest
from trove_git.index.history import COMMITS_NAME, NAME
from trove_git.layers import ages as ages_room
from trove_git.layers import history_build
from trove_git.layers import history_layer as room
from trove_git.layers.ages import open_ages, read_ages
from trove_git.layers.history import open_history
from trove_git.layers.history_layer import history_layer_in
from trove_git.records import AskResult
from trove_git.workspace.workspace import Workspace, find_workspace


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.init(tmp_path / "repo")
    made.commit("Spend the retry budget", {"src/net.py": "def wait():\n    pass\n"})
    made.commit("Draw the screen", {"src/gui.py": "def paint():\n    pass\n", "docs/one.md": "# Alpha\n\nsame words\n"})
    made.commit("Write", {"docs/two.md": "# Alpha\n\nsame words\n"})
    return made


def place_of(repo: Repo, **flags: str) -> Workspace:
    return find_workspace(str(repo.path), flags)


def question(
    repo: Repo, text: str, *, revision: str | None = None, kinds: tuple[str, ...] = (), **flags: str
) -> AskResult:
    return ask(place_of(repo, **flags), Request(text, revision, kinds, dated=True))


def file_of(workspace: Workspace, name: str = NAME) -> Path:
    assert workspace.repository.head is not None
    return Path(history_layer_in(workspace, workspace.index_folder).path(workspace.repository.head.oid)) / name


def open_head(repo: Repo) -> Workspace:
    workspace = place_of(repo)
    assert workspace.repository.head is not None
    assert open_history(workspace, workspace.repository.head) is not None
    return workspace


def test_words_of_a_commit_find_the_file_it_touched(repo: Repo) -> None:
    index(place_of(repo))
    hits = question(repo, "retry budget").hits
    assert hits[0].path == "src/net.py"
    assert dict(hits[0].parts.evidence).keys() >= {"anchor", "commits"}


def test_a_history_reached_step_by_step_is_the_one_made_at_once(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_head(repo)
    repo.git("mv", "docs/one.md", "docs/three.md")
    repo.commit("Move")
    repo.git("checkout", "-q", "-b", "side", "HEAD~2")
    repo.commit("Side", {"src/gui.py": "def paint():\n    return 1\n"})
    repo.git("checkout", "-q", "main")
    repo.tick("merge", "-q", "--no-edit", "side")
    asked = []
    monkeypatch.setattr(history_build, "start_newest", lambda *a: (asked.append(a), start_newest(*a))[1])
    stepwise = open_head(repo)
    assert not asked
    other = tmp_path / "other"
    repo.git("clone", "-q", str(repo.path), str(other))
    fresh = open_head(Repo(other))
    assert asked
    for name in (NAME, COMMITS_NAME):
        assert file_of(stepwise, name).read_bytes() == file_of(fresh, name).read_bytes()


def test_the_window_of_newest_commits_moves_on(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "NEWEST", 2)
    open_head(repo)
    repo.commit("Newer", {"x.md": "x"})
    workspace = open_head(repo)
    assert workspace.repository.head is not None
    history = open_history(workspace, workspace.repository.head)
    assert history is not None
    assert [history.subject(n) for n in range(history.commit_count)] == ["Newer", "Write"]


@pytest.mark.parametrize("name", [NAME, COMMITS_NAME])
def test_a_broken_history_is_made_again(repo: Repo, name: str) -> None:
    workspace = open_head(repo)
    file_of(workspace, name).write_bytes(b"")
    repo.commit("Next")
    question(repo, "alpha")
    open_head(repo)


@pytest.mark.parametrize("how", ["shallow", "replace", "packed replace"])
def test_what_git_is_told_about_ancestors_makes_another_history(repo: Repo, tmp_path: Path, how: str) -> None:
    if how == "shallow":
        repo.git("clone", "-q", "--depth", "1", f"file://{repo.path}", str(tmp_path / "clone"))
        repo = Repo(tmp_path / "clone")
    before = file_of(open_head(repo)).read_bytes()
    if how == "shallow":
        repo.git("fetch", "-q", "--unshallow")
    else:
        repo.git("replace", "--graft", "HEAD")
        repo.git("replace", "--graft", "HEAD~1", check=False)
    if how == "packed replace":
        repo.git("pack-refs", "--all")
    assert file_of(open_head(repo)).read_bytes() != before


def test_a_history_that_cannot_be_read_stops_no_question(repo: Repo) -> None:
    index(place_of(repo))
    tree = repo.oid("HEAD~1:docs")
    repo.commit("Next", {"docs/two.md": "# Alpha\n\nother words\n"})
    os.unlink(repo.path / ".git" / "objects" / tree[:2] / tree[2:])
    assert question(repo, "alpha").hits


def test_dates_of_hits(repo: Repo, tmp_path: Path) -> None:
    index(place_of(repo))
    (hit,) = [h for h in question(repo, "alpha").hits if h.path == "docs/one.md"]
    assert hit.changed_at == FIRST_COMMIT + 120
    found = question(repo, "net wait", kinds=("module",)).hits
    (module,) = [h for h in found if h.path == "src/net.py"]
    assert module.changed_at == FIRST_COMMIT + 60
    repo.write("docs/one.md", "# Alpha\n\nedited\n")
    assert [h.changed_at for h in question(repo, "edited").hits] == [None]
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.path}", str(tmp_path / "shallow"))
    (old,) = [h for h in question(Repo(tmp_path / "shallow"), "alpha").hits if h.path == "docs/one.md"]
    assert (old.changed_at, old.changed_before) == (None, FIRST_COMMIT + 180)


def test_recency_decides_between_equals_and_is_off_by_default(repo: Repo) -> None:
    assert [h.path for h in question(repo, "alpha").hits] == ["docs/one.md", "docs/two.md"]
    recent = question(repo, "alpha", recency="1h").hits
    assert [h.path for h in recent] == ["docs/two.md", "docs/one.md"]
    # b is of the newest commit; a is a minute older
    assert recent[0].parts.recency == pytest.approx(1.2)
    assert recent[1].parts.recency == pytest.approx(1 + 0.2 * 2 ** (-60 / 3600))
    repo.git("config", "trove.recency", "90d")
    assert [h.path for h in question(repo, "alpha").hits] == ["docs/two.md", "docs/one.md"]
    assert [h.path for h in question(repo, "alpha", recency="off").hits] == ["docs/one.md", "docs/two.md"]


def test_an_old_revision_is_asked_as_of_its_day(repo: Repo) -> None:
    (hit,) = question(repo, "alpha", revision="HEAD~1", recency="1h").hits
    assert hit.parts.recency == pytest.approx(1.2)


def test_dates_in_the_future_count_as_now_and_zero_as_old(repo: Repo) -> None:
    for name, date in (("future", 1 << 33), ("zero", 0)):
        repo.write(f"docs/{name}.md", "# Alpha\n\nsame words\n")
        repo.git("add", "-A")
        repo.git("commit", "-q", "-m", name, GIT_COMMITTER_DATE=f"@{date} +0000")
    factors = {h.path: h.parts.recency for h in question(repo, "alpha", recency="1d").hits}
    assert factors["docs/future.md"] == pytest.approx(1.2)
    assert factors["docs/zero.md"] == pytest.approx(1.0)


@pytest.mark.parametrize("value", ["90", "d", "-3d", "3x", "0d"])
def test_a_span_that_is_none_is_refused(repo: Repo, value: str) -> None:
    with pytest.raises(SettingError):
        question(repo, "alpha", recency=value)


def test_ages_at_any_depth_and_taken_over(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "NEWEST", 2)
    repo.commit("New entry", {".claude/trove/entries/x.md": entry("X", "fact")})
    workspace = place_of(repo)
    assert workspace.repository.head is not None
    assert read_ages(workspace, workspace.repository.head) is None
    expected = {
        "docs/one.md": FIRST_COMMIT + 120, "docs/two.md": FIRST_COMMIT + 180,
        ".claude/trove/entries/x.md": FIRST_COMMIT + 240,
    }  # fmt: skip
    assert open_ages(workspace, workspace.repository.head) == expected
    assert read_ages(workspace, workspace.repository.head) == expected
    monkeypatch.setattr(ages_room, "_walk_beyond", lambda *_: pytest.fail("the earlier ages were not taken over"))
    repo.commit("Edit", {"docs/two.md": "# Alpha\n\nnew\n"})
    workspace = place_of(repo)
    assert workspace.repository.head is not None
    assert open_ages(workspace, workspace.repository.head) == {**expected, "docs/two.md": FIRST_COMMIT + 300}


def test_ages_that_are_broken_are_found_again_and_what_a_killed_builder_left_is_swept(repo: Repo) -> None:
    workspace = place_of(repo)
    head = workspace.repository.head
    assert head is not None
    expected = open_ages(workspace, head)
    layer = ages_room.ages_layer_in(workspace, workspace.index_folder)
    file = Path(layer.path(head.oid)) / ages_room.NAME
    for broken in ("", "[]", "{", '{"docs/one.md": "soon"}'):
        file.write_text(broken)
        left = Path(layer.path("tmp-12"))
        left.mkdir()
        assert open_ages(workspace, head) == expected
        assert read_ages(workspace, head) == expected
        assert not left.exists()


def test_ages_where_no_place_can_be_written(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {"docs/one.md": FIRST_COMMIT + 120, "docs/two.md": FIRST_COMMIT + 180}
    repo.write("file", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(repo.path / "file" / "below"))
    (repo.path / ".git" / "trove").write_text("a file is in the way")
    workspace = place_of(repo)
    assert workspace.repository.head is not None
    assert open_history(workspace, workspace.repository.head) is None
    assert open_ages(workspace, workspace.repository.head) == expected
    hits = question(repo, "alpha", recency="1h").hits
    assert [(h.path, h.changed_at) for h in hits] == [
        ("docs/two.md", FIRST_COMMIT + 180), ("docs/one.md", FIRST_COMMIT + 120),
    ]  # fmt: skip


def test_ages_that_lie_in_the_user_s_cache_are_read_there(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    (repo.path / ".git" / "trove").write_text("a file is in the way")
    workspace = place_of(repo)
    assert workspace.repository.head is not None
    expected = open_ages(workspace, workspace.repository.head)
    monkeypatch.setattr(ages_room, "_find", lambda *_: pytest.fail("the ages were not kept"))
    assert open_ages(workspace, workspace.repository.head) == expected
