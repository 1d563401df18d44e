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
_WORD = re.compile(r"[^\W_]+")
_PULL_REQUEST = re.compile(r"(?:\s*\(#[0-9]+\))+\s*\Z")
_LANGUAGE = (
    r"(?:ar|bn|cs|da|de|el|en|es|fa|fi|fr|he|hi|hu|id|it|ja|ko|nl|no|pl|pt|ro|ru|sv|th|tr|uk|ur|vi|zh)"
    r"(?:[-_](?:br|cn|gb|hans|hant|hk|latn|pt|tw|us))?"
)
_VERSION = r"(?:v|version[-_]?)[0-9]+(?:\.[0-9x]+)*|[0-9]+(?:\.[0-9x]+)+"
_PART = re.compile(rf"(?:{_LANGUAGE}|{_VERSION})\Z", re.IGNORECASE)
_SUFFIX = re.compile(rf"[._-]{_LANGUAGE}(?=\.[a-z]+\Z)", re.IGNORECASE)


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
    kept = [folder for folder in folders if not _PART.match(folder)]
    return "/".join([*kept, _SUFFIX.sub("", name)])


def subject_fact(subject: str) -> str:
    """Return what a commit says in its subject, to tell it once; empty where that is too little to tell facts apart."""
    plain = _PULL_REQUEST.sub("", subject).casefold()
    return plain if len(_WORD.findall(plain)) >= SUBJECT_WORDS else ""


def _facts_of(record: Record) -> Iterator[Hashable]:
    if record.kind == "commit":
        if fact := subject_fact(record.title):
            yield fact
    elif record.kind in ("doc", "symbol", *ENTRY_KINDS):
        yield ("entry" if record.kind in ENTRY_KINDS else record.kind, record.title, record.packed_terms)
