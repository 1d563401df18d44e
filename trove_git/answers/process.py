"""A program that is given bytes and read piece by piece, with an end to the waiting."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO

from trove_git.answers.signals import Event, Interrupted
from trove_git.errors import ProviderError

READ_BYTES = 1 << 16
ERROR_BYTES = 1 << 16
"""What is kept of a program's standard error, its end."""
GRACE_SECONDS = 2.0
"""How long a program may take to end when it is told to, and its standard error to close when it has ended."""


class Program:
    """A running program; a context manager that ends it.

    Args:
        arguments: the command.
        given: its standard input.
        environment: its complete environment.
        events: the queue in which its output arrives, see `signals.listening`.
        seconds: the time it has.

    Raises:
        ProviderError: the program cannot be started.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        given: bytes,
        environment: Mapping[str, str],
        events: SimpleQueue[Event],
        seconds: float,
    ) -> None:
        self._name, self._events, self._seconds = arguments[0], events, seconds
        self._deadline = time.monotonic() + seconds
        self._stderr = b""
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, env=environment)
        except OSError as error:
            raise ProviderError(f"{self._name} cannot be run: {error.strerror}") from error
        self._reader = self._thread(self._read_out, self._process.stdout)
        self._complainer = self._thread(self._read_err, self._process.stderr)
        # Written beside, as a program may print before it has read everything.
        self._writer = self._thread(self._write, self._process.stdin, given)

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def pieces(self) -> Iterator[bytes]:
        """Yield the standard output as it comes, to its end.

        Raises:
            ProviderError: the time is over.
            Interrupted: a signal came.
        """
        while True:
            try:
                event = self._events.get(timeout=max(0.0, self._deadline - time.monotonic()))
            except Empty:
                raise ProviderError(f"{self._name}: no whole answer within {self._seconds:g} seconds") from None
            if isinstance(event, int):
                raise Interrupted
            if event is None:
                return
            yield event

    def status(self) -> int:
        """Return the status with which the program ended; negative for the signal that ended it."""
        try:
            return self._process.wait(max(GRACE_SECONDS, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            # It closed its output and goes on: what it printed is all there is.
            return 0

    def complaint(self) -> str:
        """Return what the program printed on its standard error."""
        self._complainer.join(GRACE_SECONDS)
        return self._stderr.decode("utf-8", "replace").strip()

    def stop(self) -> None:
        """End the program if it still runs."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(GRACE_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        for thread in (self._reader, self._complainer, self._writer):
            # One that a grandchild keeps waiting is left behind; it dies with us.
            thread.join(GRACE_SECONDS / 4)

    @staticmethod
    def _thread(work: Callable[..., None], *arguments: object) -> threading.Thread:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        thread.start()
        return thread

    def _read_out(self, stream: IO[bytes]) -> None:
        with stream:
            while piece := stream.read1(READ_BYTES):  # type: ignore[attr-defined]  # a BufferedReader
                self._events.put(piece)
        self._events.put(None)

    def _read_err(self, stream: IO[bytes]) -> None:
        with stream:
            while piece := stream.read1(READ_BYTES):  # type: ignore[attr-defined]  # a BufferedReader
                self._stderr = (self._stderr + piece)[-ERROR_BYTES:]

    @staticmethod
    def _write(stream: IO[bytes], given: bytes) -> None:
        try:
            with stream:
                stream.write(given)
        except OSError:
            # It does not want to read everything; what it makes of that shows in its output.
            pass
