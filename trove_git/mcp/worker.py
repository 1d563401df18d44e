"""One thread that answers calls, one after the other: what is open belongs to it alone, so nothing is locked.

The thread is a daemon of our own. A pool's thread would be waited for at the end of the process.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import NamedTuple

IDLE_SECONDS = 900.0
"""After which what is open is closed; the next call opens it again."""
END_SECONDS = 1.0
"""How long the end of the server waits for what is being done to stop."""


class Cancelled(Exception):
    """The call that is being answered is not wanted any more."""


class Call:
    """One call, seen from both sides: whether it is still wanted, and how far it is."""

    def __init__(self) -> None:
        self.cancelled = threading.Event()
        self.progress: tuple[int, int] | None = None
        """Files done, and files in all; None while nothing is built."""


class _Job(NamedTuple):
    call: Call
    work: Callable[[], str]
    future: Future[str]


class Worker:
    """Answers calls in the order in which they come.

    Args:
        idle: called in the thread when nothing has come for a while, and at the end.
        idle_seconds: how long that is.
    """

    def __init__(self, idle: Callable[[], None], idle_seconds: float = IDLE_SECONDS) -> None:
        self._idle, self._idle_seconds = idle, idle_seconds
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._current: Call | None = None
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="trove-mcp", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[], str], call: Call | None = None) -> Future[str]:
        """Have something done; the future is cancelled where the call was before its turn came.

        Args:
            work: makes the text of an answer, in the thread.
            call: what the caller cancels and looks at.
        """
        future: Future[str] = Future()
        self._jobs.put(_Job(call or Call(), work, future))
        return future

    def building(self, _oid: str) -> Callable[[int, int], None]:
        """Return what a build of code tells how far it is, which ends the build of a call that was cancelled."""
        call = self._current

        def tell(done: int, total: int) -> None:
            if call is not None:
                call.progress = (done, total)
                if call.cancelled.is_set():
                    raise Cancelled

        return tell

    def stop(self) -> None:
        """End the thread; what it does is cancelled."""
        self._ended = True
        current = self._current
        if current is not None:
            current.cancelled.set()
        self._jobs.put(None)
        self._thread.join(END_SECONDS)

    def _run(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=self._idle_seconds)
            except Empty:
                self._idle()
                continue
            if job is None or self._ended:
                self._idle()
                return
            self._do(job)

    def _do(self, job: _Job) -> None:
        if job.call.cancelled.is_set() or not job.future.set_running_or_notify_cancel():
            job.future.cancel()
            return
        self._current = job.call
        try:
            result = job.work()
        except BaseException as error:  # noqa: BLE001  # whoever waits for the future raises it
            job.future.set_exception(error)
        else:
            job.future.set_result(result)
        finally:
            self._current = None
