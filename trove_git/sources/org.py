"""The sections of an Org file: its headings, without keywords, priorities and tags.

Source: the Org manual, "Headlines", "TODO Items", "Tags", "Drawers" and "Comment Lines".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from trove_git.sources.sections import Page, Section

MAX_TITLE_CHARACTERS = 300
_HEADING = re.compile(r"(\*+)[ \t]+(\S.*)\Z")
_TAGS = re.compile(r"(?:\A|[ \t]):(?:[\w@#%]{1,100}:){1,50}\Z")
_PRIORITY = re.compile(r"\[#[A-Z0-9]\][ \t]*")
_KEYWORDS = frozenset("TODO DONE NEXT WAITING CANCELLED CANCELED HOLD STARTED".split())
_SETTING = re.compile(r"#\+([A-Za-z_]+):[ \t]*(.*)\Z")
_WORDS = frozenset(("description", "keywords", "filetags", "subtitle"))
"""Settings that are words of the page, beside its title."""
_LINK = re.compile(r"\[\[([^\[\]]{1,500})\](?:\[([^\[\]]{1,500})\])?\]")
_EMPHASIS = re.compile(r"(?<![\w*/=~+_])([*/=~+_])(?=\S)([^\n*/=~+]{1,300}?)(?<=\S)\1(?![\w*/=~+_])")
_DRAWER = re.compile(r"[ \t]*:(?!END:)[\w-]{1,60}:[ \t]*\Z")
_DRAWER_END = re.compile(r"[ \t]*:END:[ \t]*\Z", re.IGNORECASE)
_COMMENT = re.compile(r"[ \t]*#(?: |\Z)")
_BEGIN_COMMENT = re.compile(r"[ \t]*#\+begin_(comment|export)\b", re.IGNORECASE)


def read_org(lines: Sequence[str]) -> Page:
    """Read the lines of an Org file, without their line feeds."""
    sections = [Section(0, "", 1)]
    hidden: set[int] = set()
    words: dict[str, list[str]] = {}
    closing = ""
    for number, line in enumerate(lines):
        text = line.rstrip()
        heading = _HEADING.match(text)
        if heading is not None:
            # A heading ends whatever is open: a star that is none has a comma before it.
            sections.append(Section(len(heading[1]), _titled(heading[2]), number + 1))
            closing = ""
        elif closing:
            hidden.add(number)
            ends = _DRAWER_END.match(text) if closing == ":" else text.strip().lower() == f"#+end_{closing}"
            closing = "" if ends else closing
        elif begun := _BEGIN_COMMENT.match(text):
            closing = begun[1].lower()
            hidden.add(number)
        elif _DRAWER.match(text) and _closes(lines, number):
            closing = ":"
            hidden.add(number)
        elif setting := _SETTING.match(text):
            hidden.add(number)
            words.setdefault(setting[1].lower(), []).append(setting[2])
        elif _COMMENT.match(text) or text.lstrip().lower().startswith(("#+begin_", "#+end_")):
            hidden.add(number)
    title = plain_org(" ".join(words.get("title", ())))
    about = "\n".join(text for name in sorted(_WORDS) for text in words.get(name, ()))
    return Page(sections, frozenset(hidden), title, about)


def plain_org(text: str) -> str:
    """Return a title or paragraph without inline markup."""
    text = _LINK.sub(lambda found: found[2] or found[1], text)
    return " ".join(_EMPHASIS.sub(r"\2", text).split())


MAX_DRAWER_LINES = 200


def _closes(lines: Sequence[str], number: int) -> bool:
    """Whether the drawer that a line opens is closed before the next heading."""
    for line in lines[number + 1 : number + 1 + MAX_DRAWER_LINES]:
        if _DRAWER_END.match(line.rstrip()):
            return True
        if _HEADING.match(line):
            return False
    return False


def _titled(text: str) -> str:
    keyword, _, rest = text.partition(" ")
    text = rest if keyword in _KEYWORDS else text
    text = _PRIORITY.sub("", text, count=1) if text.startswith("[#") else text
    text = text.removeprefix("COMMENT ")
    tags = _TAGS.search(text) if text.endswith(":") else None
    return plain_org(text[: tags.start()] if tags else text)[:MAX_TITLE_CHARACTERS]
