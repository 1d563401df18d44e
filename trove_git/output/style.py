"""How text is decorated, and what is never let through to a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable

_DIM = "\x1b[2m"
_BOLD = "\x1b[1m"
_CYAN = "\x1b[36m"
_YELLOW = "\x1b[33m"
_GREEN = "\x1b[32m"
_RED = "\x1b[31m"
_RESET = "\x1b[0m"


class Style:
    """How text is decorated: colours, and links on terminals that open them.

    Args:
        colour: whether to use colours.
        links: whether to write OSC 8 hyperlinks.
        host: name of this machine, as file links carry it.
        columns: width at which the cited lines are wrapped; 0 for never.
    """

    def __init__(self, colour: bool = False, links: bool = False, host: str = "", columns: int = 0) -> None:
        self.columns = columns
        self._colour = colour
        self._links = links
        self._host = host

    def paint(self, text: str, code: str) -> str:
        """Return text in a colour."""
        return f"{code}{text}{_RESET}" if self._colour and text else text

    def kind(self, text: str) -> str:
        """Return the name of a kind, as it is shown."""
        return self.paint(text, _YELLOW)

    def cite(self, text: str) -> str:
        """Return a citation, as it is shown."""
        return self.paint(text, _CYAN)

    def title(self, text: str) -> str:
        """Return a title, as it is shown."""
        return self.paint(text, _BOLD)

    def dim(self, text: str) -> str:
        """Return what is said beside, as it is shown."""
        return self.paint(text, _DIM)

    def added(self, text: str) -> str:
        """Return an added line of a diff, as it is shown."""
        return self.paint(text, _GREEN)

    def removed(self, text: str) -> str:
        """Return a removed line of a diff, as it is shown."""
        return self.paint(text, _RED)

    def warn(self, text: str) -> str:
        """Return what speaks against something, as it is shown."""
        return self.paint(text, _YELLOW)

    def link(self, text: str, location: str) -> str:
        """Return text that opens a file."""
        if not self._links or not location:
            return text
        from urllib.parse import quote

        target = f"file://{self._host}{quote(location, errors='surrogateescape')}"
        return f"\x1b]8;;{target}\x1b\\{text}\x1b]8;;\x1b\\"


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Return text without control characters and marks that turn its direction.

    A file of a cloned repository must not steer the terminal of whoever asks about it.
    """
    return _CONTROL.sub("\ufffd", text)


def printable(text: str, *, terminal: bool) -> str:
    """Return text of entries fit for standard output.

    Bytes of a path that are no UTF-8 become a replacement character. On a terminal so do control
    characters and marks that turn the direction of text: a cloned entry must not steer the terminal.
    """
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return clean(text.replace("\r\n", "\n")) if terminal else text


def block(lines: Iterable[str]) -> str:
    """Return lines as one text, each ended."""
    return "".join(f"{line}\n" for line in lines)


PLAIN = Style()
