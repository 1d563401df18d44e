"""Locks: one holder at a time, gone with its process; with the standard library and without."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import threading

import pytest

from trove_git.index import lock as room
from trove_git.index.lock import locked

HOLDER = """
import sys
from trove_git.index.lock import locked
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
