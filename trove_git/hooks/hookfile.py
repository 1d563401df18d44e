"""One hook file: may our lines go into it, and what does it look like with them.

A hook that is not a POSIX shell script, is a link, or is not run at all is left alone. In a shell
script our lines come directly behind the first line, so that nothing before them ends the hook.
"""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

from trove_git.hooks import blocks
from trove_git.hooks.changes import Change, Unguarded, read
from trove_git.hooks.stubs import SHEBANG, line_to_add

_SHELLS = frozenset({"sh", "bash", "dash", "ash", "ksh", "mksh"})
_HUSKY_4 = "_/husky.sh"
"""A hook of husky 4 to 8 sources this file, which runs the hook once more from its start."""


class HookFile(NamedTuple):
    """A hook as it lies on disk."""

    name: str
    path: str
    """Absolute."""
    text: str | None
    """None where there is none."""
    problem: str = ""
    """Why it is left alone; empty when our lines may go into it."""

    @property
    def is_ours(self) -> bool:
        """Whether our lines are in it."""
        return self.text is not None and bool(blocks.find(self.text))


def read_hook(folder: str, name: str, *, run_by_git: bool = True) -> HookFile:
    """Read one hook.

    Args:
        folder: where hooks are.
        name: name of the hook.
        run_by_git: git runs the file itself, so that it has to be executable.

    Raises:
        WriteError: the file cannot be read.
    """
    path = os.path.join(folder, name)
    try:
        mode = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return HookFile(name, path, None)
    if stat.S_ISLNK(mode):
        return HookFile(name, path, "", f"it is a symlink to {os.readlink(path)}")
    if not stat.S_ISREG(mode):
        return HookFile(name, path, "", "it is not a regular file")
    text = read(path) or ""
    if run_by_git and not os.access(path, os.X_OK):
        return HookFile(name, path, text, "it is not executable, so git does not run it")
    return HookFile(name, path, text, _refuse(text))


def _refuse(text: str) -> str:
    """Say why our lines cannot go into a hook of this text; empty when they can."""
    first, newline, _ = text.partition("\n")
    if "\0" in text:
        return "it is not a script"
    if not first.startswith("#!"):
        # git hands a script without an interpreter to sh.
        return ""
    if newline and first.endswith("\r"):
        return "its first line ends in CRLF, so its interpreter is not found"
    shell = _interpreter(first)
    return (
        "" if shell in _SHELLS else f"it is written for {shell or 'an unknown interpreter'} and not for a POSIX shell"
    )


def _interpreter(shebang: str) -> str:
    """Return the name of the program that a `#!` line names, looking through `env`."""
    words = shebang[2:].split()
    if words and os.path.basename(words[0]) == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    name = os.path.basename(words[0]) if words else ""
    return words[1] if name == "busybox" and len(words) > 1 else name


def add_body(hook: HookFile, body: str, *, folder_made: bool = False) -> Change | Unguarded:
    """Decide how our lines get into a hook.

    Args:
        hook: the hook as it is.
        body: our lines.
        folder_made: the folder is made with the file.

    Returns:
        The change, which may change nothing; or why the hook is left alone.
    """
    if hook.problem:
        return Unguarded(hook.name, hook.path, hook.problem, line_to_add(hook.name))
    lines = body.rstrip("\n").split("\n")
    removes = blocks.FOLDER if folder_made else blocks.FILE
    if hook.text is not None:
        removes = blocks.made(hook.text) or blocks.LINES
    text = f"{SHEBANG}\n" if hook.text is None else blocks.remove(hook.text)
    after = blocks.insert(text, first_place(text), lines, removes=removes)
    return Change(hook.path, hook.text, after, executable=True)


def first_place(text: str) -> int:
    """Return the line, from 0, that our lines come before in a shell hook."""
    lines = text.split("\n")
    place = 1 if lines[0].startswith("#!") else 0
    for number, line in enumerate(lines):
        if line.rstrip("\r\"' ").endswith(_HUSKY_4) and not line.lstrip().startswith("#"):
            place = number + 1
    # A first line without a line end: ours go behind it.
    return min(place, len(lines))


def remove_body(hook: HookFile) -> Change | None:
    """Decide how our lines get out of a hook; None when there are none."""
    if hook.text is None or not hook.is_ours:
        return None
    made, rest = blocks.made(hook.text), blocks.remove(hook.text)
    if made and rest.strip() in ("", SHEBANG):
        return Change(hook.path, hook.text, None, with_folder=made == blocks.FOLDER)
    return Change(hook.path, hook.text, rest)
