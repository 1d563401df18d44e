"""Signals that end the program, turned into values of a queue while something must be cleaned up.

A handler that raises could strike in the middle of the clean-up itself. These only note the signal; whoever waits
at the queue sees it there and leaves in an orderly way, and then the signal does what it would have done.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from types import FrameType

from trove_git.errors import ProviderError

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))


class Interrupted(BaseException):
    """A signal came; raised where the queue is waited at, and never seen outside `listening`."""


Event = bytes | int | None
"""What a queue carries: bytes that were read, the number of a signal, or None for the end."""


@contextmanager
def listening() -> Iterator[SimpleQueue[Event]]:
    """Note signals in a queue while the block runs; afterwards they do what they did before.

    Outside the main thread, which alone is told of signals, the queue is plain.
    """
    events: SimpleQueue[Event] = SimpleQueue()
    if threading.current_thread() is not threading.main_thread():
        yield events
        return
    came: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        came.append(number)
        events.put(number)

    before = {}
    for number in ENDING:
        # What is ignored, such as SIGHUP under nohup, stays so; None is a handler that is not Python's.
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            before[number] = signal.signal(number, note)
    try:
        yield events
    except Interrupted:
        # Reached by those whose own handler lets the program go on.
        raise ProviderError("interrupted by a signal") from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])
