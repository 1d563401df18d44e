"""Layers of other settings and versions: gone when nobody has used them for a while, and not before."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.asking.ask import Request, ask
from trove_git.code.versions import FACTS_VERSION
from trove_git.commands.index import index
from trove_git.commands.status import status
from trove_git.layers.names import folders_of
from trove_git.layers.unused import UNUSED_SECONDS, remove_unused
from trove_git.storage import TEMPORARY as WRITTEN
from trove_git.workspace.workspace import Workspace, find_workspace

NOW = time.time()
"""When the tests are collected: a test may run minutes later."""
LATER = NOW + UNUSED_SECONDS + 24 * 3600
OLD_FACTS = f"facts-{FACTS_VERSION - 1}.sqlite"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    repo = Repo.init(tmp_path / "repo")
    repo.commit("Start", {"docs/a.md": "# Alpha\n\nwords\n", "src/a.py": "def alpha():\n    pass\n"})
    workspace = find_workspace(str(repo.path), {"recency": "90d"})
    index(workspace)
    ask(workspace, Request("alpha", kinds=("commit",)))
    ask(workspace, Request("alpha"))
    return workspace


def make(path: Path, *, age: float = 0.0) -> Path:
    """Make a layer with one revision, last used so many seconds ago."""
    revision = path / "1234"
    revision.mkdir(parents=True)
    (revision / "manifest.json").write_text("{}")
    for part in (revision, path):
        os.utime(part, (NOW - age, NOW - age))
    return path


def test_nothing_that_settings_of_today_lead_to_goes(workspace: Workspace) -> None:
    kinds = {path.name.partition("-")[0] for path in (Path(workspace.index_folder) / "1").iterdir() if path.is_dir()}
    assert kinds == {"knowledge", "code", "history", "commits", "ages"}
    assert remove_unused(workspace, LATER) == []


@pytest.mark.parametrize("kind", ["knowledge", "code", "history", "commits"])
def test_what_other_settings_left_goes_when_it_is_old(workspace: Workspace, kind: str) -> None:
    layer = make(Path(workspace.index_folder) / "1" / f"{kind}-0badc0de")
    assert remove_unused(workspace, NOW + UNUSED_SECONDS - 100) == []
    assert layer.exists()
    assert remove_unused(workspace, LATER) == [str(layer)]
    assert not layer.exists()
    assert not list(layer.parent.glob("tmp-*"))


def test_what_is_kept_beside_a_layer_stays_and_goes_with_it(workspace: Workspace) -> None:
    folder = Path(workspace.index_folder) / "1"
    (current,) = (path for path in folder.glob("code-*") if path.is_dir())
    layer = make(folder / "code-0badc0de")
    gone = "knowledge-0badc0de.named"
    for name in (f"{current.name}.later", f"{current.name}.named", "code-0badc0de.later", "code-0badc0de.named", gone):
        (folder / name).write_text("x")
        os.utime(folder / name, (1, 1))
    assert set(remove_unused(workspace, NOW + 100)) == {str(folder / gone)}
    assert remove_unused(workspace, LATER) == [str(layer), f"{layer}.later", f"{layer}.named"]
    assert (folder / f"{current.name}.named").exists()


def test_ages_of_another_history_go(workspace: Workspace) -> None:
    layer = make(Path(workspace.index_folder) / "1" / "ages-0badc0de-12345678")
    assert remove_unused(workspace, LATER) == [str(layer)]


def test_a_revision_that_is_opened_keeps_its_layer(workspace: Workspace) -> None:
    layer = make(Path(workspace.index_folder) / "1" / "knowledge-0badc0de", age=UNUSED_SECONDS * 2)
    os.utime(layer / "1234", (NOW, NOW))
    assert remove_unused(workspace, NOW + 100) == []


def test_reading_ages_is_use(workspace: Workspace) -> None:
    (layer,) = (Path(workspace.index_folder) / "1").glob("ages-*")
    (revision,) = layer.iterdir()
    os.utime(revision, (1, 1))
    ask(workspace, Request("alpha"))
    assert revision.stat().st_mtime > 1


def test_what_is_no_layer_stays(workspace: Workspace) -> None:
    folder = Path(workspace.index_folder)
    kept = [make(folder / name) for name in ("1/notes-0badc0de", "1/knowledge-mine", "other/knowledge-0badc0de")]
    assert remove_unused(workspace, LATER) == []
    assert all(path.exists() for path in kept)


def test_another_format_goes_as_a_whole_and_so_does_what_a_killed_process_left(workspace: Workspace) -> None:
    folder = Path(workspace.index_folder)
    layers = [make(folder / name) for name in ("0/knowledge-0badc0de", f"1/{WRITTEN}12", "1/tmp-12")]
    assert remove_unused(workspace, LATER) == [str(layer) for layer in layers]
    assert not (folder / "0").exists()


def test_facts_of_another_version_go_when_none_of_their_files_changed(workspace: Workspace) -> None:
    folder = Path(workspace.index_folder) / "1"
    files = [folder / OLD_FACTS, folder / f"{OLD_FACTS}-wal"]
    for file in files:
        file.write_text("x")
    os.utime(files[0], (1, 1))
    assert remove_unused(workspace, NOW + 100) == []
    assert remove_unused(workspace, LATER) == [str(file) for file in files]
    assert (folder / f"facts-{FACTS_VERSION}.sqlite").exists()
    assert not list(folder.glob("tmp-*"))


def test_the_user_s_cache_is_cleaned_too(workspace: Workspace) -> None:
    layer = make(Path(folders_of(workspace)[1]) / "1" / "knowledge-0badc0de")
    assert remove_unused(workspace, LATER) == [str(layer)]


def test_what_cannot_be_removed_stays_without_a_word(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("read-only")

    layer = make(Path(workspace.index_folder) / "1" / "knowledge-0badc0de")
    monkeypatch.setattr(os, "rename", refuse)
    assert remove_unused(workspace, LATER) == []
    assert layer.exists()


def test_indexing_cleans_up_and_status_counts_what_is_left(workspace: Workspace) -> None:
    folder = Path(workspace.index_folder) / "1"
    before = status(workspace).size_bytes
    fresh = make(folder / "code-0badc0de")
    (fresh / "1234" / "data").write_bytes(b"x" * 5000)
    assert status(workspace).size_bytes == before + 5002
    old = make(folder / "code-0badc0d0", age=UNUSED_SECONDS * 2)
    index(workspace)
    assert fresh.exists()
    assert not old.exists()
