"""The program in a terminal of its own: what a person types, and what the screen is sent."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

PROMPT = "trove> "
_START = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_SECONDS = 20.0


class Terminal:
    """A process at the other end of a pseudo-terminal; a context manager.

    Args:
        folder: where it is started.
        columns: width of the terminal.
        command: what is started; the program where none is given.
        variables: more of its environment.
    """

    def __init__(self, folder: Path, *, columns: int = 80, command: tuple[str, ...] = (), **variables: str) -> None:
        self._end, other = pty.openpty()
        self.resize(columns)
        self.raw = ""
        """Everything it sent, escapes and all."""
        started = command or (sys.executable, "-m", "trove_git")
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, *started], cwd=folder, stdin=other, stdout=other, stderr=other,
            env=os.environ | {"TERM": "xterm", "INPUTRC": os.devnull} | variables, start_new_session=True,
        )  # fmt: skip
        os.close(other)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._end)

    def resize(self, columns: int) -> None:
        """Make the terminal wider or narrower; whoever is there gets SIGWINCH."""
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def type(self, keys: str) -> None:
        """Type."""
        os.write(self._end, keys.encode())

    def wait_for(self, text: str, start: int = 0, seconds: float = _SECONDS) -> int:
        """Wait until a text has come behind a place of what was shown, and return the place behind it."""
        end = time.monotonic() + seconds
        while text not in self.shown[start:]:
            assert time.monotonic() < end, f"no {text!r} in {self.shown[start:]!r}"
            if select.select([self._end], [], [], 0.1)[0]:
                try:
                    self.raw += os.read(self._end, 65536).decode("utf-8", "replace")
                except OSError as error:
                    raise AssertionError(f"it has ended: {self.shown!r}") from error
        return self.shown.index(text, start) + len(text)

    def interrupt(self, keys: str = "") -> None:
        """Type some keys and Ctrl-C, and wait for the prompt that follows.

        A signal between the prompt and the wait for keys is seen at the next key only (CPython's readline
        looks for signals before it waits), and one right after another is that one again. No person is so quick.
        """
        before = len(self.shown)
        time.sleep(0.4)
        self.type(f"{keys}\x03")
        try:
            self.wait_for(f"\n{PROMPT}", before, 3)
        except AssertionError:
            self.type("\x03")
            self.wait_for(f"\n{PROMPT}", before)

    @property
    def shown(self) -> str:
        """What it sent, without escapes."""
        return _ESCAPES.sub("", self.raw).replace("\r\n", "\n")

    def ask(self, line: str, enter: str = "\r") -> str:
        """Type a line at a prompt, and return what comes before the next one."""
        start = len(self.shown)
        self.type(line + enter)
        begun = self.wait_for("\n", start)
        end = self.wait_for(PROMPT, begun)
        return self.shown[begun : end - len(PROMPT)]

    def end(self) -> int:
        """Wait until it ends, and return its exit code."""
        code = self._process.wait(_SECONDS)
        try:
            while select.select([self._end], [], [], 0)[0]:
                self.raw += os.read(self._end, 65536).decode("utf-8", "replace")
        except OSError:
            pass
        return code
