"""The lines that were typed at the prompt: one file a user, readable by nobody else, without secrets."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping

from trove_git.storage import replace_file
from trove_git.workspace.userdirs import state_folder

MAX_LINES = 1000
"""Lines that are kept; the file is cut when it has twice as many."""
MAX_CHARACTERS = 2000
"""A longer line was pasted, and nobody wants to recall it."""


class PromptHistory:
    """The lines of earlier prompts and of this one. A folder that cannot be written keeps none, and stops nothing.

    Args:
        path: the file; its folder is made when a line is kept.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._last = ""

    def read(self) -> list[str]:
        """Return the lines of earlier prompts, oldest first."""
        try:
            with open(self._path, encoding="utf-8", errors="surrogateescape") as f:
                lines = f.read().split("\n")[:-1]
        except OSError:
            return []
        if len(lines) > 2 * MAX_LINES:
            self._cut(lines[-MAX_LINES:])
        lines = lines[-MAX_LINES:]
        self._last = lines[-1] if lines else ""
        return lines

    def keep(self, line: str) -> bool:
        """Keep a line, unless it is the one before again, begins with a space, or holds what looks like a secret.

        Returns:
            Whether it may be recalled.
        """
        text = " ".join(line.split())
        if not text or line[0].isspace() or text == self._last or len(text) > MAX_CHARACTERS:
            return False
        # Loading the detectors takes longer than answering.
        from trove_git.redaction.secrets import ENTRY, find_secrets

        if find_secrets(text, ENTRY):
            return False
        self._last = text
        with contextlib.suppress(OSError):
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            self._append(f"{text}\n")
        return True

    def _cut(self, lines: list[str]) -> None:
        text = "".join(f"{line}\n" for line in lines)
        with contextlib.suppress(OSError):
            replace_file(self._path, text.encode("utf-8", "surrogateescape"), keep_mode=False, new_mode=0o600)

    def _append(self, text: str) -> None:
        handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | os.O_APPEND, 0o600)
        with open(handle, "wb") as f:
            if hasattr(os, "fchmod"):
                # The file may be older than this rule, or come from a backup.
                os.fchmod(handle, 0o600)
            f.write(text.encode("utf-8", "surrogateescape"))


def history_path(environment: Mapping[str, str]) -> str:
    """Return where the lines of this user are kept."""
    return os.path.join(state_folder(environment), "prompt-history")
