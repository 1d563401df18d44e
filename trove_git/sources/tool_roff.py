r"""The NAME section of a manual page → what each command does; pure functions of the page's first lines.

A page is written with the man macros (`.SH NAME`, then `ls, dir \- list directory contents`)
or with the mdoc macros (`.Sh NAME`, `.Nm ls`, `.Nd list directory contents`).
Source: man(7), mdoc(7) and groff_char(7).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

MAX_DESCRIPTION = 200
"""Longer descriptions are whole paragraphs and are cut at a word."""

_SECTION = re.compile(r"^[.'][ \t]*(S[Hh])[ \t]+(.*)$")
_REDIRECTION = re.compile(r"^[.'][ \t]*so[ \t]+(\S+)")
_ESCAPE = re.compile(
    r"""\\(?:
      ["\#].*                                       # a comment
    | [*]\((?P<string>..) | [*]\[(?P<string2>[^\]]*)\] | [*](?P<string3>.)
    | \((?P<char>..) | \[(?P<char2>[^\]]*)\]
    | [fFmMgkYVn]\(.. | [fFmMgkYVn][+-]?\[[^\]]*\] | [fFmMgkYVn].
    | s[+-]?\(.. | s[+-]?\[[^\]]*\] | s'[^']*' | s[+-]?\d
    | [hvwlLbCDNoSXxZAB]'[^']*'
    | (?P<one>.)
    )""",
    re.VERBOSE,
)
_ONE = {"-": "-", "e": "\\", "\\": "\\", " ": " ", "~": " ", "0": " ", "'": "'", "`": "`", ".": ".", "t": " "}
"""Escapes of one character; every other prints nothing."""
_STRINGS = {"--": "--", 'L"': '"', 'R"': '"', "C+": "C++", "C`": '"', "C'": '"', "lq": '"', "rq": '"', "R": "®",
            "Tm": "™", "Aq": "'", "aq": "'"}  # fmt: skip
_CHARACTERS = {
    "em": "—", "en": "–", "hy": "-", "mi": "-", "bu": "•", "lq": '"', "rq": '"', "dq": '"', "oq": "'", "cq": "'",
    "aq": "'", "ga": "`", "ha": "^", "ti": "~", "rs": "\\", "co": "©", "rg": "®", "tm": "™", "->": "→", "<-": "←",
    "mu": "×", "ss": "ß", "at": "@", "sh": "#", "Do": "$", "ba": "|", "or": "|", "sl": "/", "lB": "[", "rB": "]",
}  # fmt: skip
_ACCENTS = {"'": "\u0301", "`": "\u0300", ":": "\u0308", "^": "\u0302", "~": "\u0303", ",": "\u0327", "o": "\u030a"}
_FONTS = frozenset("B I BI IB BR RB IR RI SM SB R".split())
_BREAKS = frozenset("br PP P LP TP IP HP sp Pp bp".split())
_DEFINITION = re.compile(r"^[.'][ \t]*(?:de|am|ig|dei|ami|de1|am1)(?:[ \t]|$)")
"""Begins lines that print nothing, up to `..`."""
_DASH = re.compile(r"\s+[-\u2013\u2014\u2212]+\s+")
_TIGHT_DASH = re.compile(r"(?<=\w)\s*[-\u2013\u2014]+\s+|\s+[-\u2013\u2014]+(?=\w)")
_GENERATED = re.compile(r"manual page for \S+", re.IGNORECASE)
"""What help2man writes where the program told it nothing."""
_MDOC_JOINERS = frozenset("Ns Ap Pf No Em Sy Pq Dq Sq Li Nm Ar Fl Cm Xr".split())


class Named(NamedTuple):
    """What a page says about the commands it is for."""

    names: tuple[str, ...]
    """As the page writes them; may be empty."""
    description: str


def find_redirection(text: str) -> str:
    """Return the page that stands in place of this one (`.so man1/xz.1`), or an empty string."""
    for line in text.split("\n", 20)[:20]:
        found = _REDIRECTION.match(line)
        if found:
            return found[1]
        if line and not line.startswith(('.\\"', "'\\\"")):
            break
    return ""


def is_complete(text: str) -> bool:
    """Whether the NAME section has ended before the end of the text."""
    names = [name.strip('" \t').upper() for _, name in _sections(text)]
    return "NAME" in names and names[-1] != "NAME"


def parse_names(text: str) -> list[Named]:
    """Return what the NAME section says, in the page's order; nothing where there is no such section.

    Args:
        text: the page, or its beginning.
    """
    lines = _name_lines(text)
    if any(line.startswith((".Nd", ".Nm")) for line in lines):
        return _parse_mdoc(lines)
    found: list[Named] = []
    waiting = ""
    for block in _blocks(lines):
        halves = _split(f"{waiting} {block}".strip())
        if halves is not None:
            found.append(halves)
            waiting = ""
        elif not found:
            waiting = f"{waiting} {block}".strip()
    finished = [named._replace(description=_finish(named.description)) for named in found]
    return [named for named in finished if named.description]


def plain(text: str) -> str:
    """Return text without roff escapes."""
    return " ".join(_ESCAPE.sub(_unescape, text).split()) if "\\" in text else " ".join(text.split())


def _sections(text: str) -> list[tuple[int, str]]:
    """Return the number of each line that begins a section, and the section's name."""
    return [(i, found[2]) for i, line in enumerate(text.split("\n")) if (found := _SECTION.match(line))]


def _name_lines(text: str) -> list[str]:
    """Return the lines of the NAME section without comments."""
    lines = text.split("\n")
    sections = _sections(text)
    ends = [at for at, _ in sections[1:]] + [len(lines)]
    for (start, name), end in zip(sections, ends, strict=False):
        if plain(name).strip('" ').upper() == "NAME":
            return [line for line in lines[start + 1 : end] if not line.startswith(('.\\"', "'\\\"", '\\"'))]
    return []


def _parse_mdoc(lines: Iterable[str]) -> list[Named]:
    names: list[str] = []
    words: list[str] = []
    for line in lines:
        macro, _, rest = line.partition(" ")
        if macro == ".Nm" and not words:
            names += [word for word in plain(rest).split() if word not in _MDOC_JOINERS and word != ","]
        elif macro == ".Nd":
            words.append(rest)
        elif words and not line.startswith("."):
            words.append(line)
        elif words and macro.lstrip(".") in _BREAKS:
            break
        elif words:
            # A macro inside the description, such as `.Xr awk 1`: its words count, its name does not.
            words.append(rest)
    tokens = [word for word in plain(" ".join(words)).split() if word not in _MDOC_JOINERS]
    description = _finish(" ".join(tokens))
    return [Named(tuple(name.strip(",") for name in names), description)] if description else []


def _blocks(lines: Iterable[str]) -> list[str]:
    """Return the plain text between breaks; macros that print nothing are left out."""
    blocks = [""]
    in_definition = False
    for line in lines:
        text = line
        if in_definition or _DEFINITION.match(line):
            in_definition = line.rstrip() != ".."
            continue
        if line.startswith((".", "'")):
            macro, _, rest = line[1:].strip().partition(" ")
            if macro in _BREAKS:
                blocks.append("")
            if macro not in _FONTS:
                continue
            # The arguments of a macro of two fonts are printed without spaces between them.
            words = re.findall(r'"((?:[^"]|"")*)"|(\S+)', rest)
            text = ("" if len(macro) == 2 and macro not in ("SM", "SB") else " ").join(a or b for a, b in words)
        elif not line.strip():
            blocks.append("")
        blocks[-1] += f" {text}"
    return [text for block in blocks if (text := plain(block))]


def _split(text: str) -> Named | None:
    """Cut `ls, dir - list directory contents` in two; None where nothing separates names from a description."""
    for pattern in (_DASH, _TIGHT_DASH):
        parts = pattern.split(text, maxsplit=1)
        if len(parts) == 2 and parts[0] and len(parts[0].split()) <= 40:
            names = tuple(name for name in re.split(r"[,\s]+", parts[0]) if name)
            again = pattern.split(parts[1], maxsplit=1)
            # Some pages repeat the names: `lz4 - lz4, unlz4 - Compress files`.
            repeated = len(again) == 2 and names[0] in re.split(r"[,\s]+", again[0])
            return Named(names, again[1] if repeated else parts[1])
    return None


def _finish(description: str) -> str:
    """Return a description on one line and of usable length; nothing for one that says nothing."""
    text = " ".join(description.split())
    if _GENERATED.match(text) or not any(map(str.isalpha, text)):
        return ""
    if len(text) > MAX_DESCRIPTION:
        text = text[:MAX_DESCRIPTION].rsplit(" ", 1)[0] + " …"
    return text


def _unescape(found: re.Match[str]) -> str:
    groups = found.groupdict()
    if groups["one"] is not None:
        return _ONE.get(groups["one"], "")
    string = groups["string"] or groups["string2"] or groups["string3"]
    if string:
        return _STRINGS.get(string, "")
    name = groups["char"] or groups["char2"]
    return _character(name) if name else ""


def _character(name: str) -> str:
    """Return a character by its groff name: of the table, by its number (`u00E9`), or a letter with an accent."""
    if name in _CHARACTERS:
        return _CHARACTERS[name]
    if re.fullmatch(r"u[0-9A-F]{4,6}", name):
        code = int(name[1:], 16)
        return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
    if len(name) == 2 and name[0] in _ACCENTS and name[1].isalpha():
        return unicodedata.normalize("NFC", name[1] + _ACCENTS[name[0]])
    return ""
