"""The terminal of the prompt: lines that can be edited and recalled, and an editor that takes the terminal over."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from types import TracebackType

from trove_git.commands.prompt import COMMANDS
from trove_git.commands.prompt_history import PromptHistory, history_path
from trove_git.errors import UsageError

try:
    import readline
except ImportError:  # Windows: the console edits lines itself
    readline = None  # type: ignore[assignment]


TWICE_SECONDS = 0.3
"""Within this time a second Ctrl-C is the first one again."""


class CtrlC:
    """Ctrl-C as KeyboardInterrupt, once for each thing that is done; a context manager around all of them.

    Between two things it does nothing, nor right after it did something: `git trove` gets it beside us and passes
    it on, so that it comes twice.
    """

    def __init__(self) -> None:
        self._armed = False
        self._last = 0.0
        self._before: object = None

    def __enter__(self) -> CtrlC:
        self._before = signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)  # type: ignore[arg-type]  # what `signal` returned

    @contextlib.contextmanager
    def armed(self) -> Iterator[None]:
        """Do something that Ctrl-C ends."""
        self._armed = True
        try:
            yield
        except SystemError as error:
            # CPython's `input` may return a line although Ctrl-C came while it was completed, and then fails like this.
            if isinstance(error.__cause__, KeyboardInterrupt):
                raise KeyboardInterrupt from error
            raise
        finally:
            self._armed = False

    def _handle(self, _number: int, _frame: object) -> None:
        now = time.monotonic()
        if self._armed and now - self._last > TWICE_SECONDS:
            self._armed, self._last = False, now
            raise KeyboardInterrupt


class TerminalLines:
    """Lines that a person types.

    Args:
        prompt: what stands before each.
        aside: whether the prompt goes to standard error, because answers go elsewhere.
    """

    def __init__(self, prompt: str, *, aside: bool) -> None:
        self._prompt = prompt
        self._aside = aside
        self._history = PromptHistory(history_path(os.environ))
        if readline is not None:
            _prepare(self._history.read())

    def read(self) -> str | None:
        """Return the next line; None at its end, which Ctrl-D is.

        Raises:
            KeyboardInterrupt: Ctrl-C.
        """
        if self._aside:
            sys.stderr.write(self._prompt)
            sys.stderr.flush()
        try:
            return input("" if self._aside else self._prompt)
        except EOFError:
            return None

    def keep(self, line: str) -> None:
        """Make a line one that can be recalled."""
        if self._history.keep(line) and readline is not None:
            readline.add_history(" ".join(line.split()))


def _prepare(lines: list[str]) -> None:
    """Fill the history, and complete commands on Tab."""
    readline.set_auto_history(False)
    readline.clear_history()
    for line in lines:
        readline.add_history(line)
    readline.set_completer_delims(" \t\n")
    readline.set_completer(_complete)
    # The editor of BSD and macOS has a language of its own.
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")


def _complete(text: str, state: int) -> str | None:
    """Return the command number `state` that begins like the text; questions are not completed."""
    if readline.get_begidx() or not text.startswith(":"):
        return None
    found = [f":{name}" for name in COMMANDS if name.startswith(text[1:])]
    return found[state] if state < len(found) else None


def run_editor(command: list[str]) -> None:
    """Run an editor and wait for it; Ctrl-C is the editor's.

    Raises:
        UsageError: it cannot be started, or says that it failed.
    """
    try:
        process = subprocess.Popen(command)
    except OSError as error:
        raise UsageError(f"the editor cannot be started: {error.strerror}", where=command[0]) from error
    while True:
        try:
            code = process.wait()
            break
        except KeyboardInterrupt:
            continue
    if code:
        raise UsageError(f"the editor ended with {code}", where=command[0])
