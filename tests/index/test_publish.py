"""Publishing: once a revision, atomically; what killed builders left goes, what is in use stays."""

from __future__ import annotations

import os
import stat
import threading

import pytest

from tests.support.indexes import put
from trove_git.errors import IndexCorrupt, WriteError
from trove_git.index import publish as room
from trove_git.index.publish import KEPT_REVISIONS, clean_up, discard, publish, sweep
from trove_git.index.store import Layer
from trove_git.storage import locked


@pytest.fixture
def layer(tmp_path):
    return Layer(str(tmp_path / "trove"), "knowledge")


def names(layer: Layer) -> list[str]:
    return sorted(os.listdir(layer.directory))


def filled(draft) -> bool:
    draft.finish({"by": "ours"})
    return True


def test_nothing_is_left_beside_the_revision(layer):
    put(layer, "one")
    assert names(layer) == ["one"]


def test_readers_see_nothing_before_it_is_whole(layer):
    def fill(draft):
        assert layer.open("one") is None
        assert layer.list() == ([], True)
        assert draft.directory != layer.path("one")
        return filled(draft)

    assert publish(layer, "one", None, fill)
    assert layer.list() == (["one"], False)


def test_a_draft_that_is_given_up(layer):
    assert publish(layer, "one", None, lambda draft: False) is False
    assert names(layer) == []


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_build_that_fails_leaves_nothing(layer, error):
    def fill(draft):
        raise error

    with pytest.raises(error):
        publish(layer, "one", None, fill)
    assert names(layer) == []


def test_a_base_that_is_broken_leaves_nothing(layer):
    base = put(layer, "base")
    os.unlink(os.path.join(base.directory, "meta.json"))
    with pytest.raises(IndexCorrupt):
        publish(layer, "one", base, filled)
    assert names(layer) == ["base"]


def test_whoever_publishes_first_wins(layer):
    def fill(draft):
        put(layer, "one")
        return filled(draft)

    assert publish(layer, "one", None, fill)
    assert layer.open("one").manifest.state == {"tree": "one"}
    assert names(layer) == ["one"]


def test_two_builders_at_once_publish_one_whole_index(layer):
    results = []
    start = threading.Barrier(2)

    def build():
        start.wait()
        results.append(put(layer, "one").doc_freq("alpha"))

    threads = [threading.Thread(target=build) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [2, 2]
    assert names(layer) == ["one"]


def test_a_file_in_the_place_of_the_revision(layer):
    os.makedirs(layer.directory)
    with open(layer.path("one"), "w") as f:
        f.write("x")
    with pytest.raises(WriteError, match="index cannot be written: Not a directory") as caught:
        publish(layer, "one", None, filled)
    assert caught.value.where == layer.directory
    assert names(layer) == ["one"]


def test_a_place_that_cannot_be_written(tmp_path):
    (tmp_path / "trove").write_text("a file")
    layer = Layer(str(tmp_path / "trove"), "knowledge")
    with pytest.raises(WriteError) as caught:
        publish(layer, "one", None, filled)
    assert caught.value.where == layer.directory


def test_a_disk_that_is_full(layer):
    def fill(draft):
        raise OSError(28, "No space left on device")

    with pytest.raises(WriteError, match="No space left on device"):
        publish(layer, "one", None, fill)
    assert names(layer) == []


def test_an_error_without_a_reason(layer):
    def fill(draft):
        raise OSError("odd")

    with pytest.raises(WriteError, match="index cannot be written: odd"):
        publish(layer, "one", None, fill)


@pytest.mark.parametrize(
    ("place", "file", "folder"), [(0o755, 0o644, 0o755), (0o2775, 0o664, 0o2775), (0o700, 0o600, 0o700)]
)
def test_files_have_the_permissions_of_their_place(layer, place, file, folder):
    os.makedirs(layer.folder)
    os.chmod(layer.folder, place)
    directory = put(layer, "one").directory
    assert stat.S_IMODE(os.stat(directory).st_mode) == folder
    # The lock file was made by whoever opened the index.
    found = {n: stat.S_IMODE(os.stat(os.path.join(directory, n)).st_mode) for n in os.listdir(directory)}
    assert {mode for name, mode in found.items() if not name.endswith(".lock")} == {file}


def test_permissions_of_shared_files_are_left_alone(layer):
    base = put(layer, "base")
    store = os.path.join(base.directory, next(n for n in os.listdir(base.directory) if n.endswith(".store")))
    os.chmod(store, 0o640)
    put(layer, "next", [], base)
    assert stat.S_IMODE(os.stat(store).st_mode) == 0o640


def test_discard(layer):
    index = put(layer, "one")
    put(layer, "two")
    discard(layer, "one")
    assert names(layer) == ["two"]
    assert index.doc_freq("alpha") == 2  # whoever has it open reads on


def test_discard_what_is_not_there(layer):
    discard(layer, "one")
    os.makedirs(layer.directory)
    discard(layer, "one")
    assert names(layer) == []


def aged(layer: Layer, count: int) -> list[str]:
    """Make folders in the place of revisions; r0 is the one used last."""
    for number in range(count):
        os.makedirs(layer.path(f"r{number}"))
        os.utime(layer.path(f"r{number}"), (10_000 - number, 10_000 - number))
    return [f"r{number}" for number in range(count)]


def test_the_latest_used_revisions_stay(layer):
    made = aged(layer, KEPT_REVISIONS + 3)
    clean_up(layer, [])
    assert names(layer) == made[:KEPT_REVISIONS]


def test_revisions_in_use_stay_whatever_their_age(layer):
    made = aged(layer, KEPT_REVISIONS + 3)
    clean_up(layer, [made[0], made[-1], "not there"])
    assert names(layer) == sorted({*made[: KEPT_REVISIONS + 1], made[-1]})


def test_few_revisions_all_stay(layer):
    made = aged(layer, KEPT_REVISIONS)
    clean_up(layer, [])
    assert names(layer) == made
    clean_up(Layer(layer.folder, "none"), [])


def leave(layer: Layer, name: str, lock: bool = True) -> None:
    os.makedirs(layer.path(name))
    with open(os.path.join(layer.path(name), "meta.json"), "w") as f:
        f.write("{}")
    if lock:
        with open(layer.path(f"{name}.lock"), "w") as f:
            f.write("")


def test_what_killed_builders_left_is_swept(layer):
    put(layer, "one")
    leave(layer, "tmp-1")
    leave(layer, "tmp-2", lock=False)
    with open(layer.path("tmp-3.lock"), "w") as f:
        f.write("")
    sweep(layer)
    assert names(layer) == ["one"]


def test_a_build_in_progress_is_not_swept(layer):
    leave(layer, "tmp-1")
    leave(layer, "tmp-2")
    with locked(layer.path("tmp-1.lock"), wait=True):
        sweep(layer)
        assert names(layer) == ["tmp-1", "tmp-1.lock"]
    sweep(layer)
    assert names(layer) == []


def test_a_sweep_during_a_build_takes_nothing_from_it(layer):
    def fill(draft):
        sweep(layer)
        return filled(draft)

    assert publish(layer, "one", None, fill)
    assert names(layer) == ["one"]


def test_sweeping_a_place_that_is_not_there(layer):
    sweep(layer)
    assert not os.path.exists(layer.directory)


def test_sweeping_a_place_that_cannot_be_written(layer, monkeypatch):
    leave(layer, "tmp-1")

    def refused(path, wait):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(room, "locked", refused)
    sweep(layer)
    assert names(layer) == ["tmp-1", "tmp-1.lock"]
