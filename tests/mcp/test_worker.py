from __future__ import annotations

import threading

import pytest

from trove_git.mcp.worker import Call, Cancelled, Worker


@pytest.fixture
def worker():
    made = Worker(lambda: None)
    yield made
    made.stop()


def test_calls_are_answered_in_their_order_in_one_thread(worker):
    seen: list[tuple[int, int]] = []

    def note(number):
        seen.append((number, threading.get_ident()))
        return str(number)

    futures = [worker.submit(lambda number=number: note(number)) for number in range(20)]
    assert [future.result() for future in futures] == [str(number) for number in range(20)]
    assert [number for number, _ in seen] == list(range(20))
    assert {thread for _, thread in seen} != {threading.get_ident()}
    assert len({thread for _, thread in seen}) == 1


def test_what_a_call_raises_is_its_own(worker):
    def fail():
        raise ValueError("no")

    failed = worker.submit(fail)
    assert worker.submit(lambda: "next").result() == "next"
    with pytest.raises(ValueError, match="no"):
        failed.result()


def test_a_call_that_is_cancelled_before_its_turn_is_never_begun(worker):
    gate, begun, call = threading.Event(), [], Call()
    first = worker.submit(lambda: str(gate.wait()))
    second = worker.submit(lambda: begun.append("second") or "", call)
    call.cancelled.set()
    gate.set()
    assert first.result() == "True"
    assert worker.submit(lambda: "third").result() == "third"
    assert second.cancelled()
    assert begun == []


def test_a_build_ends_when_its_call_is_cancelled(worker):
    call = Call()

    def build():
        tell = worker.building("0" * 40)
        tell(1, 3)
        call.cancelled.set()
        tell(2, 3)
        return "built"

    with pytest.raises(Cancelled):
        worker.submit(build, call).result()
    assert call.progress == (2, 3)


def test_what_is_open_is_closed_when_nothing_comes_and_at_the_end():
    idle = threading.Event()
    worker = Worker(idle.set, idle_seconds=0.001)
    idle.wait()
    assert worker.submit(lambda: "again").result() == "again"
    idle.clear()
    worker.stop()
    assert idle.is_set()
