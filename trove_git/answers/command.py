"""Any command that reads the prompt on its standard input and prints the answer."""

from __future__ import annotations

import codecs
import os
import shlex
import shutil
from collections.abc import Generator, Mapping

from trove_git.answers.process import Program
from trove_git.answers.provider import TIMEOUT_SECONDS, Prompt, one_line
from trove_git.answers.signals import listening
from trove_git.errors import ProviderError

DEFAULT_COMMAND = "claude -p"
VARIABLE = "TROVE_LLM_CMD"
SHELL = "/bin/sh"
LOG_CHARACTERS = 4000
"""What is handed on of a failed command's standard error, its end."""
_ANYWHERE = frozenset("|&;<>()$`*?[]{}!\n")
"""Characters that mean something to a shell outside quotes (POSIX 2.2, and braces and `!` of other shells)."""
_AT_START = frozenset("~#")
_IN_DOUBLE_QUOTES = frozenset("$`!")


class Command:
    """A command of the user's.

    Args:
        model: named to the command as TROVE_MODEL; empty for none.
        environment: of this process; the command gets all of it, as it may need a key of its own.
        seconds: time for the whole answer.
    """

    name = "cmd"

    def __init__(self, model: str, environment: Mapping[str, str], seconds: float = TIMEOUT_SECONDS) -> None:
        self.model = model
        self.cut_off = False
        self._command = environment.get(VARIABLE, "").strip() or DEFAULT_COMMAND
        self._environment = {**environment, **({"TROVE_MODEL": model} if model else {})}
        self._seconds = seconds

    def check(self) -> None:
        """Make sure that the command is there."""
        self._arguments()

    def stream(self, prompt: Prompt, *, whole: bool) -> Generator[str]:  # noqa: ARG002  # it prints as it likes
        """Run the command and yield what it prints, see `provider.Provider`."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        given = f"{prompt.text}\n".encode("utf-8", "replace")
        arguments = self._arguments()
        with listening() as events, Program(arguments, given, self._environment, events, self._seconds) as program:
            for piece in program.pieces():
                yield decoder.decode(piece)
            yield decoder.decode(b"", final=True)
            status = program.status()
            if status:
                complaint = program.complaint()
                how = f"ended with status {status}" if status > 0 else f"was ended by signal {-status}"
                last = next((line for line in reversed(complaint.splitlines()) if line.strip()), "")
                said = f": {one_line(last)}" if last else ""
                # Not the whole command: a key may be among its words.
                shown = VARIABLE if needs_shell(self._command) else shlex.split(self._command)[0]
                raise ProviderError(f"{shown} {how}{said}", log=complaint[-LOG_CHARACTERS:])

    def _arguments(self) -> list[str]:
        """Return what is run: the command itself, or a shell where the command is written for one."""
        if needs_shell(self._command):
            return [SHELL, "-c", self._command] if os.name == "posix" else ["cmd", "/c", self._command]
        try:
            arguments = shlex.split(self._command, posix=os.name == "posix")
        except ValueError as error:
            raise ProviderError(f"{VARIABLE}: {str(error).lower()}") from error
        path = shutil.which(arguments[0], path=self._environment.get("PATH"))
        if path is None:
            raise ProviderError(f"{arguments[0]} is not installed or not on PATH; set {VARIABLE} to another command")
        return [path, *arguments[1:]]


def needs_shell(command: str) -> bool:
    """Whether a command has syntax beyond words and quotes, which only a shell understands."""
    quote, start, escaped = "", True, False
    for character in command:
        if escaped:
            escaped = start = False
            continue
        if character == "\\" and quote != "'":
            escaped = True
            continue
        if quote:
            if character == quote:
                quote = ""
            elif quote == '"' and character in _IN_DOUBLE_QUOTES:
                return True
        elif character in "'\"":
            quote = character
        elif character in _ANYWHERE or (start and character in _AT_START):
            return True
        start = character in " \t"
    first = command.split(maxsplit=1)[:1]
    # A word such as KEY=value before the command sets a variable for it.
    return bool(first) and "=" in first[0]
