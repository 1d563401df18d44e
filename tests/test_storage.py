"""Files are replaced whole; a lock has one holder at a time and ends with its process."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from trove_git import storage as room
from trove_git.errors import WriteError
from trove_git.storage import TEMPORARY, locked, replace_file, temporary_path, write_atomically

HOLDER = """
import sys
from trove_git.storage import locked
with locked(sys.argv[1], wait=True) as held:
    print(held, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(params=["standard library", "elsewhere"])
def path(request, tmp_path, monkeypatch):
    if request.param == "elsewhere":
        monkeypatch.setattr(room, "fcntl", None)
    return str(tmp_path / "a.lock")


def test_a_free_lock(path):
    for wait in (True, False):
        with locked(path, wait=wait) as held:
            assert held is True


def test_a_lock_that_is_held(path):
    with locked(path, wait=True), locked(path, wait=False) as held:
        assert held is False
    with locked(path, wait=False) as held:
        assert held is True


def test_waiting_for_a_lock(path):
    order = []
    inside, release = threading.Event(), threading.Event()

    def hold():
        with locked(path, wait=True):
            inside.set()
            release.wait(10)
            order.append("first")

    thread = threading.Thread(target=hold)
    thread.start()
    inside.wait(10)
    threading.Timer(0.05, release.set).start()
    with locked(path, wait=True) as held:
        order.append("second")
        assert held is True
    thread.join()
    assert order == ["first", "second"]


def test_waiting_for_a_lock_for_a_while(path):
    with locked(path, wait=True), locked(path, wait=True, limit_seconds=0.03) as held:
        assert held is False
    with locked(path, wait=True, limit_seconds=0.03) as held:
        assert held is True


def test_a_lock_is_free_after_an_error(path):
    with pytest.raises(ValueError, match="boom"), locked(path, wait=True):
        raise ValueError("boom")
    with locked(path, wait=False) as held:
        assert held is True


def test_a_lock_ends_with_the_process_that_holds_it(tmp_path):
    path = str(tmp_path / "a.lock")
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout.readline() == "True\n"
        with locked(path, wait=False) as held:
            assert held is False
        holder.kill()
        holder.wait()
        with locked(path, wait=False) as held:
            assert held is True


def test_a_lock_in_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError), locked(str(tmp_path / "none" / "a.lock"), wait=True):
        raise AssertionError("held")


def test_a_system_without_flock(monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    spec = importlib.util.spec_from_file_location("lock_elsewhere", room.__file__)
    elsewhere = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(elsewhere)
    assert elsewhere.fcntl is None


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path):
    path = tmp_path / "a" / "b.md"
    write_atomically(path, b"one")
    path.chmod(0o640)
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(path.parent) == ["b.md"]


def test_a_new_file_has_the_mode_of_the_umask(tmp_path):
    old = os.umask(0o027)
    try:
        write_atomically(tmp_path / "a", b"")
    finally:
        os.umask(old)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


def test_a_symlink_is_replaced_and_not_written_through(tmp_path):
    (tmp_path / "target").write_text("keep")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "target").read_text() == "keep"
    assert (tmp_path / "link").read_text() == "new"


def test_two_writers_have_a_temporary_file_each(tmp_path):
    made = {temporary_path(str(tmp_path)) for _ in range(20)}
    assert len(made) == 20
    assert {(os.path.dirname(path), os.path.basename(path).startswith(TEMPORARY)) for path in made} == {
        (str(tmp_path), True)
    }


def test_a_failed_write_leaves_the_old_content(tmp_path, monkeypatch):
    path = tmp_path / "a"
    path.write_text("old")

    def fail(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(WriteError, match="no space left on device"):
        write_atomically(path, b"new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a"]


def test_a_folder_in_the_way_is_an_error_the_user_can_fix(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(WriteError, match="cannot write the file"):
        write_atomically(tmp_path / "a", b"")
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match="cannot write the file"):
        write_atomically(tmp_path / "file" / "b", b"")


@pytest.mark.parametrize(("keeps", "mode"), [(True, 0o644), (False, 0o600)])
def test_a_private_file_may_keep_its_mode_or_not(tmp_path, keeps, mode):
    path = tmp_path / "a"
    replace_file(str(path), b"", keep_mode=keeps, new_mode=0o600)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    replace_file(str(path), b"", keep_mode=keeps, new_mode=0o600)
    assert path.stat().st_mode & 0o777 == mode


def test_only_what_cannot_be_made_again_waits_for_the_disk(tmp_path, monkeypatch):
    waited: list[int] = []
    monkeypatch.setattr(os, "fsync", waited.append)
    replace_file(str(tmp_path / "a"), b"")
    assert waited == []
    replace_file(str(tmp_path / "a"), b"", sync=True)
    assert len(waited) == 1


def test_a_folder_that_is_missing_is_made_only_for_the_user(tmp_path):
    with pytest.raises(FileNotFoundError):
        replace_file(str(tmp_path / "none" / "a"), b"")
    write_atomically(tmp_path / "none" / "a", b"x")
    assert os.listdir(tmp_path / "none") == ["a"]


def test_one_piece_names_and_renames():
    """Whoever writes a file that others read does it through this module."""
    root = Path(room.__file__).parent
    calls = ("os.replace(", "mkstemp(", "os.getpid(")
    found = {p.name for p in root.rglob("*.py") if any(call in p.read_text(encoding="utf-8") for call in calls)}
    assert found == {"storage.py"}
