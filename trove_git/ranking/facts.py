"""What makes two hits one fact, which takes one place in the list.

1. Copies: sources of one title and one text, such as an entry in both troves, a generated copy, a vendored file.
2. A doc and its translations, or its copies for other versions: their paths differ in nothing but a part that
   names a language or a version.
3. A module behind one of its symbols: the symbol says more precisely where it is.
4. Commits that repeat a subject: a merge repeats that of the commit it brings, often with the number of a pull
   request, and a fix that was carried to another branch comes back with it.

The best of them stays.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator

from trove_git.index.record import Record
from trove_git.records import ENTRY_KINDS

SUBJECT_WORDS = 4
"""Words from which on two commits of one subject say the same; `fix typo` is said of many things."""
_LANGUAGES = frozenset(
    "ar bn cs da de el en es fa fi fr he hi hu id it ja ko nl no pl pt ro ru sv th tr uk ur vi zh".split()
)
_REGIONS = frozenset("br cn gb hans hant hk latn pt tw us".split())


class Told:
    """The facts that a list has told so far.

    Args:
        modules_apart: whether a module is a fact of its own, though one of its symbols was told.
    """

    def __init__(self, *, modules_apart: bool = False) -> None:
        self._modules_apart = modules_apart
        self._facts: set[Hashable] = set()
        self._files: dict[str, str] = {}
        """Path without language and version → the path that took the place."""
        self._with_symbols: set[str] = set()

    def is_news(self, record: Record) -> bool:
        """Whether a source adds a fact to those that are told."""
        if record.kind == "module" and record.path in self._with_symbols and not self._modules_apart:
            return False
        if record.kind == "doc" and self._files.get(plain_path(record.path), record.path) != record.path:
            return False
        return self._facts.isdisjoint(_facts_of(record))

    def tell(self, record: Record) -> None:
        """Remember a source that takes a place."""
        self._facts.update(_facts_of(record))
        if record.kind == "symbol":
            self._with_symbols.add(record.path)
        elif record.kind == "doc":
            self._files[plain_path(record.path)] = record.path


def plain_path(path: str) -> str:
    """Return the path of a doc without what names a language or a version in it.

    The folder of a translation and the file beside the original both lead to the same: `docs/ja/guide.md`,
    `docs/en/guide.md` and `docs/guide.md`, `README.zh-CN.md` and `README.md`.
    """
    *folders, name = path.split("/")
    kept = [folder for folder in folders if not (_is_language(folder) or _is_version(folder))]
    stem, dot, suffix = name.rpartition(".")
    # Of `README.zh-CN` the language has a part of its own.
    for at in range(len(stem) - 1, max(0, len(stem) - 8), -1):
        if stem[at] in "._-" and _is_language(stem[at + 1 :]):
            stem = stem[:at]
    return "/".join([*kept, f"{stem}{dot}{suffix}"])


def _is_language(name: str) -> bool:
    """Whether a name is a language, with or without a region: `ja`, `zh-CN`, `pt_BR`."""
    language, _, region = name.lower().replace("_", "-").partition("-")
    return language in _LANGUAGES and (not region or region in _REGIONS)


def _is_version(name: str) -> bool:
    """Whether a name is a version: `v2`, `version-1.4`, `1.x`; a number alone may be a year."""
    lower = name.lower()
    number = lower.removeprefix("version").lstrip("-_") if lower.startswith("version") else lower.removeprefix("v")
    first, *others = number.split(".")
    return first.isdigit() and (number != lower or bool(others)) and all(p.isdigit() or p == "x" for p in others)


def subject_fact(subject: str) -> str:
    """Return what a commit says in its subject, to tell it once; empty where that is too little to tell facts apart."""
    plain = re.sub(r"(?:\s*\(#[0-9]+\))+\s*\Z", "", subject).casefold()
    return plain if len(re.findall(r"[^\W_]+", plain)) >= SUBJECT_WORDS else ""


def _facts_of(record: Record) -> Iterator[Hashable]:
    if record.kind == "commit":
        if fact := subject_fact(record.title):
            yield fact
    elif record.kind in ("doc", "symbol", *ENTRY_KINDS):
        yield ("entry" if record.kind in ENTRY_KINDS else record.kind, record.title, record.packed_terms)
