"""What is known about one source file from its bytes alone: its symbols, its imports, its own words about itself.

Facts are plain values, so that they can be kept by the object id of the blob and shared by
all branches and worktrees. Lines are 1-based.
"""

from __future__ import annotations

from typing import NamedTuple

SYMBOL_KINDS = (
    "function", "method", "class", "struct", "interface", "trait", "enum", "type", "union", "macro", "constant",
    "mod", "object", "protocol", "extension",
)  # fmt: skip
"""What a symbol may be, in one vocabulary for all languages."""


class Symbol(NamedTuple):
    """One definition."""

    name: str
    """As written where it is defined."""
    kind: str
    """One of SYMBOL_KINDS."""
    scope: str
    """Names of the definitions around it, joined by `.`; empty at the top of the file."""
    signature: str
    """The definition's head on one line, without its body, at most 200 characters."""
    doc: str
    """First sentence of its documentation, or empty."""
    line: int
    end_line: int
    exported: bool
    """Whether other files may use it, by the rules of its language."""
    count: int = 1  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a symbol
    """How many definitions of this name, kind and scope the file has (overloads); lines are the first one's."""

    @property
    def qualified(self) -> str:
        """Name with its scope, joined by `.`."""
        return f"{self.scope}.{self.name}" if self.scope else self.name


class Import(NamedTuple):
    """One import, include, use or require."""

    target: str
    """What is imported, as written: `./x`, `a.b`, `foo/bar.h`, `crate::x::y`."""
    names: tuple[str, ...]
    """Names that are taken from it, where the statement lists them; without aliases."""
    line: int
    form: str = ""
    """What the resolver must know beside the target: `system` for `<…>` includes, `relative`, `type`, or empty."""


class FileFacts(NamedTuple):
    """Facts of one file."""

    language: str
    """Name of the language, as in `language_table.py`; empty for a file without one."""
    symbols: tuple[Symbol, ...]
    """In the order of the file."""
    imports: tuple[Import, ...]
    package: str
    """Package, namespace or module that the file declares itself to be in; empty for none."""
    doc: str
    """First paragraph of the file's own documentation (module docstring or leading comment behind a licence header)."""
    doc_line: int
    """Line of `doc`; 0 without one."""
    comments: str
    """Text of the comments and docstrings outside licence headers, at most 20,000 characters."""
    line_count: int
    problem: str = ""
    """Why the file was not parsed, or not wholly: `syntax errors`, `timeout`, …; empty for nothing."""
    size_bytes: int = 0
    """Size of the file; filled in by whoever read it."""
