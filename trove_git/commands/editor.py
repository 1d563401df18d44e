"""The command that opens a file at a line, in the editor that the user has chosen."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping

from trove_git.errors import UsageError
from trove_git.records import AskResult, Hit

PLUS_LINE = frozenset(
    "vi vim nvim gvim mvim view ex vis elvis nano pico micro emacs emacsclient mg zile jed jmacs joe jove kak ne ed"
    " gedit gnome-text-editor pluma xed bbedit nvim-qt".split()
)
"""`EDITOR +LINE FILE`."""
GOTO = frozenset("code code-insiders code-oss codium vscodium cursor windsurf positron trae".split())
"""`EDITOR -g FILE:LINE`."""
COLON = frozenset("subl sublime_text zed zeditor hx helix lapce fresh".split())
"""`EDITOR FILE:LINE`."""
OPTION = {
    "idea": "--line", "pycharm": "--line", "goland": "--line", "webstorm": "--line", "clion": "--line",
    "rubymine": "--line", "phpstorm": "--line", "rider": "--line", "rustrover": "--line",
    "kate": "--line", "kwrite": "--line", "mate": "--line", "xcode": "--line", "xed-xcode": "--line",
}  # fmt: skip
"""`EDITOR --line LINE FILE`."""


def editor_of(environment: Mapping[str, str]) -> list[str]:
    """Return the editor and its own arguments.

    Raises:
        UsageError: none is set, or what is set cannot be read as a command.
    """
    for variable in ("VISUAL", "EDITOR"):
        text = environment.get(variable, "").strip()
        if text:
            try:
                return shlex.split(text, posix=os.name != "nt")
            except ValueError as error:
                raise UsageError(f"not a command: {text}", where=variable) from error
    raise UsageError("no editor is set", hint="export VISUAL=vim, or EDITOR")


def editor_command(editor: list[str], path: str, line: int) -> list[str]:
    """Return the command that opens a file.

    Args:
        editor: as `editor_of` returns it.
        path: absolute.
        line: 1-based; 0 for no line. An editor that is not known is not told the line: what it would
            make of it cannot be known either.
    """
    name = os.path.basename(editor[0]).lower().removesuffix(".exe").removesuffix(".cmd")
    if line < 1:
        return [*editor, path]
    if name in PLUS_LINE:
        return [*editor, f"+{line}", path]
    if name in GOTO:
        return [*editor, "-g", f"{path}:{line}"]
    if name in COLON:
        return [*editor, f"{path}:{line}"]
    if name in OPTION:
        return [*editor, OPTION[name], str(line), path]
    return [*editor, path]


def find_hit(result: AskResult | None, number: int, prefix: str = "") -> Hit:
    """Return a hit that has a file to open.

    Args:
        result: the last answer; None before the first.
        number: 1-based.
        prefix: path of the root below the top of the tree, with a final slash; empty at the top.

    Raises:
        UsageError: there is no such hit, or it has no file on disk to open.
    """
    if result is None or not result.hits:
        raise UsageError("nothing to open yet", hint="ask something first")
    if number > len(result.hits):
        many = len(result.hits)
        raise UsageError(f"no hit {number}", hint=f"the last answer has {many}: :open {many}")
    hit = result.hits[number - 1]
    if hit.kind == "tool":
        raise UsageError(f"hit {number} is a program", where=hit.path, hint=f":tool {hit.title} describes it")
    if not hit.location:
        thing = hit.path if hit.kind == "commit" else f"{result.revision[:12]}:{prefix}{hit.path}"
        raise UsageError(f"hit {number} is not a file on disk", where=hit.cite, hint=f"git show {thing}")
    if not os.path.lexists(hit.location):
        raise UsageError(f"hit {number} is not on disk any more", where=hit.cite)
    return hit
