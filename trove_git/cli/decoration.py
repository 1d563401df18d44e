"""How the terminal of standard output wants text: colours, links, width."""

from __future__ import annotations

import os
import sys


def on_terminal() -> bool:
    """Whether standard output is a terminal, which text of entries must not steer."""
    return sys.stdout.isatty()


def decoration() -> tuple[bool, bool, str, int]:
    """Return whether the terminal wants colours and links, the name of this machine for links, and its width."""
    if not on_terminal():
        return False, False, "", 0
    import platform
    import shutil

    columns = shutil.get_terminal_size().columns
    if os.environ.get("TERM") == "dumb":
        return False, False, "", columns
    return not os.environ.get("NO_COLOR"), _has_links(), platform.node(), columns


def _has_links() -> bool:
    """Whether the terminal is one that opens OSC 8 links; the others mostly ignore them, some print them."""
    if os.environ.get("VTE_VERSION", "0") >= "5000" or "WT_SESSION" in os.environ or "KITTY_WINDOW_ID" in os.environ:
        return True
    programs = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio")
    return os.environ.get("TERM_PROGRAM") in programs or os.environ.get("COLORTERM") == "truecolor"
