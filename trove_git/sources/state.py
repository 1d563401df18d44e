"""What follows from a whole tree and is kept beside its index, to search it and to update it."""

from __future__ import annotations

from collections.abc import Mapping

from trove_git.paths import RootPath
from trove_git.records import Note, Oid, TreeOid
from trove_git.sources.doc_rules import DocRules, choose_doc_root


class TreeState:
    """State of one tree; every attribute is plain data, so that it can be written as JSON.

    Args:
        saved: what `to_json` returned.
    """

    __slots__ = ("config", "doc_roots", "links", "notes", "skipped", "tree", "unread")

    def __init__(self, saved: Mapping[str, object] | None = None) -> None:
        saved = saved or {}
        self.doc_roots: dict[str, int] = dict(saved.get("doc_roots", {}))  # type: ignore[call-overload]
        """Docs that each possible folder of documentation would have."""
        self.config: dict[str, list[str]] = dict(saved.get("config", {}))  # type: ignore[call-overload]
        """Safe settings of the tree's `.trove/config`."""
        self.tree = TreeOid(str(saved.get("tree", "")))
        """Object id of the tree."""
        self.unread: dict[RootPath, Oid] = dict(saved.get("unread", {}))  # type: ignore[call-overload]
        """Path → object id of a blob that was missing or broken, and may be there another time."""
        self.links: dict[RootPath, list[RootPath]] = dict(saved.get("links", {}))  # type: ignore[call-overload]
        """Symbolic links that lie where sources may lie → every path that their target depends on."""
        self.notes: dict[str, list[tuple[int, str]]] = dict(saved.get("notes", {}))  # type: ignore[call-overload]
        """Path → what is wrong with it: line and text."""
        self.skipped: dict[str, str] = dict(saved.get("skipped", {}))  # type: ignore[call-overload]
        """Path → why the file was not read."""

    def to_json(self) -> dict[str, object]:
        """Return the state as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}

    def doc_rules(self, patterns: tuple[str, ...]) -> DocRules:
        """Return what is a doc in the tree; `patterns` given by the user win over the tree's own."""
        return DocRules(choose_doc_root(self.doc_roots), patterns or tuple(self.config.get("docs", ())))

    def without(self, paths: frozenset[RootPath]) -> TreeState:
        """Return the state with nothing to say about some paths."""
        other = TreeState(self.to_json())
        other.notes = {path: notes for path, notes in self.notes.items() if path not in paths}
        other.skipped = {path: why for path, why in self.skipped.items() if path not in paths}
        other.unread = {path: oid for path, oid in self.unread.items() if path not in paths}
        return other

    def add_notes(self, path: str, notes: list[Note]) -> None:
        """Keep what is wrong with a file."""
        if notes:
            self.notes[path] = [(note.line, note.text) for note in notes]
