"""Lines of a summary → the few that help with a task, none too long.

In: the lines that the index keeps for a module, a part, the architecture. Out: lines for `git trove query`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile

from trove_git.code.testfiles import is_test
from trove_git.terms import source_terms

LINE_CHARACTERS = 200
"""A longer line is cut."""
NAMES = 6
"""Definitions that a line names where they hold words of the task."""
OTHER_NAMES = 4
"""A line is filled up to so many with others."""
LISTED = 3
"""Files or folders that a line names."""
SIGNATURE_LINES = 12
"""A signature that is longer is cut."""

_DEFINED = re.compile(r"- (.+) \(\w+\)")
_TYPE = re.compile(r"type (.+?)(?: \([^()]*\))?")
_CITED = re.compile(r" \((?:\.|\S+/|\S+:\d+)\)$")
_USERS = ("used by: ", "tests: ")


def module_lines(summary: Sequence[str], terms: Collection[str]) -> tuple[str, ...]:
    """Return what a file is for, the names it defines, who uses it and its tests.

    Args:
        summary: lines of the module.
        terms: of the task; names that hold one come first.
    """
    names = [match[1] for line in summary if (match := _DEFINED.fullmatch(line))]
    purpose = [line for line in summary[:1] if not _is_fact(line)]
    users = [_few(line) for label in _USERS for line in summary if line.startswith(label)]
    return tuple(map(cut, (*purpose, *_joined("defines", names, terms), *users)))


def part_lines(summary: Sequence[str], terms: Collection[str]) -> tuple[str, ...]:
    """Return what a part is for, its types and who imports it.

    Args:
        summary: lines of the subsystem.
        terms: of the task; types that hold one come first.
    """
    types = [match[1] for line in summary if (match := _TYPE.fullmatch(line))]
    said = takewhile(lambda line: not line.startswith(("type ", "imports ", "imported by: ")), summary)
    plain = [line for line in said if not line.startswith("named ")][:1]
    users = [_few(line) for line in summary if line.startswith("imported by: ")]
    return tuple(map(cut, (*plain, *_joined("types", types, terms), *users)))


def architecture_lines(summary: Sequence[str], folders: Sequence[str], shown: Collection[str]) -> tuple[str, ...]:
    """Return what the repository is, the parts that hold some folders, and how it is tested.

    Args:
        summary: lines of the architecture.
        folders: of the parts that hold the chosen files.
        shown: folders that are shown themselves; a line about them would say it twice.
    """
    first = [line for line in summary[:2] if not line.startswith("part ")]
    parts = [line.partition(" | ")[0] for line in summary if line.startswith("part ") and _holds(line, folders)]
    parts = [line for line in parts if _folder(line) not in ("", *shown)]
    tests = [line for line in summary if line.startswith("test with:")][:2]
    return tuple(map(cut, (*first, *parts, *tests)))


def signature(lines: Iterable[str]) -> str:
    """Return the signature that some lines begin with, on one line: up to where its brackets are closed."""
    joined = ""
    for number, line in enumerate(lines):
        text = line.strip()
        joined = _continue(joined, text)
        opened = sum(map(joined.count, "([")) - sum(map(joined.count, ")]"))
        if opened <= 0 or number + 1 == SIGNATURE_LINES or len(joined) > LINE_CHARACTERS:
            break
    return cut(joined)


def _continue(joined: str, text: str) -> str:
    """Add a line to a signature; the fields of a type in braces may end with the line only."""
    if text.startswith((")", "]")):
        return joined.removesuffix(",") + text
    if not joined or joined.endswith(("(", "[", "<")):
        return joined + text
    is_field = joined.count("{") > joined.count("}") and not joined.endswith(("{", ",", ";")) and text[:1] != "}"
    return f"{joined}; {text}" if is_field else f"{joined} {text}"


def cut(line: str) -> str:
    """Cut a line behind a word, so that it has LINE_CHARACTERS at most."""
    if len(line) <= LINE_CHARACTERS:
        return line
    return (line[: LINE_CHARACTERS - 2].rpartition(" ")[0] or line[: LINE_CHARACTERS - 2]) + " …"


def _is_fact(line: str) -> bool:
    return bool(_DEFINED.fullmatch(line)) or line.startswith(("imports: ", "external: ", *_USERS))


def _joined(label: str, names: Sequence[str], terms: Collection[str]) -> list[str]:
    """Join names, those with most words of the task first and otherwise in their order."""
    names = list(dict.fromkeys(names))
    wanted = {name: len(set(terms).intersection(source_terms(name))) for name in names}
    shown = sorted(names, key=lambda name: -wanted[name])[:NAMES]
    shown = [name for number, name in enumerate(shown) if wanted[name] or number < OTHER_NAMES]
    more = ", …" if len(names) > len(shown) else ""
    return [f"{label}: {', '.join(shown)}{more}"] if shown else []


def listed_tests(summary: Sequence[str]) -> list[str]:
    """Return the tests that the summary of a file lists; where it has many, the first of them."""
    return [path for line in summary if line.startswith("tests: ") for path in _split(line)[1]]


def _few(line: str) -> str:
    """Cut a list of files or folders to its first few, tests last."""
    label, names, hidden = _split(line)
    names.sort(key=is_test)
    hidden += len(names[LISTED:])
    return f"{label}: {', '.join(names[:LISTED])}" + (f" and {hidden} more" if hidden else "")


def _split(line: str) -> tuple[str, list[str], int]:
    """Return what a line lists, the names, and how many more there are."""
    label, _, listed = line.partition(": ")
    *names, last = _CITED.sub("", listed).split(", ")
    last, _, count = last.partition(" and ")
    return label, [*names, last], int(count.removesuffix(" more")) if count else 0


def _folder(line: str) -> str:
    """Return the folder that a line of the architecture is about; empty for the root."""
    folder = line.split(" ")[1].rstrip("/")
    return "" if folder == "." else folder


def _holds(line: str, folders: Sequence[str]) -> bool:
    part = _folder(line)
    return any(folder == part or folder.startswith(f"{part}/") for folder in folders)
