"""The values that rooms hand to each other: immutable records, no behaviour beyond their own text.

They are named tuples because defining one takes a seventh of the time of a frozen dataclass,
and `git trove ask` defines them all before it can answer.

A path that is plain `str` is relative to the searched root; `paths.py` has the types of those that say where
they begin. All are decoded from Git's bytes with `surrogateescape`; `os.fsencode` gives the bytes back.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple, NewType

from trove_git.paths import RepoPath

Oid = NewType("Oid", str)
"""Object id of a commit, tree, blob or tag, in full; all zeros where git itself says that there is none."""

NO_OID = Oid("")
"""What stands for an object where there is none: of a file on disk, of what is not committed."""

TreeOid = NewType("TreeOid", str)
"""Object id of a tree, as what is listed and compared; a commit's own is another."""

KINDS = ("personal", "project", "doc", "arch", "subsystem", "module", "symbol", "tool", "commit")
"""Every kind of source, in the order in which counts are listed; each can be asked for."""

CODE_KINDS = ("arch", "subsystem", "module", "symbol")
"""The kinds that are made from code."""

DERIVED_KINDS = ("arch", "subsystem", "module")
"""The kinds that are made from facts of many files, and are cited by their folder or file."""

ENTRY_KINDS = ("personal", "project")
"""The kinds that are entries of a trove."""

ENTRY_TYPES = ("decision", "gotcha", "preference", "reference", "project", "snippet")
"""What an entry's `type` may be."""


class Source(NamedTuple):
    """One retrievable unit: an entry, a doc section, a symbol, a tool."""

    kind: str
    """One of KINDS."""
    path: str
    """Path below the searched root; for a personal entry, below the personal trove; for a tool, its absolute path."""
    line: int
    """First line of the source in its file, 1-based; 0 for a tool."""
    end_line: int
    """Last line of the source in its file, inclusive."""
    title: str
    """Title as shown."""
    body: str
    """Text that is searched and cited, the file's lines `line`..`end_line`."""
    title_text: str = ""
    """Text whose words count as title words, the shown title among them."""
    keywords: tuple[str, ...] = ()
    """Further title words that narrow a question: an entry's type and tags."""
    entry_type: str = ""
    """Type of an entry, else empty."""
    tags: tuple[str, ...] = ()
    """Tags of an entry."""
    pinned: tuple[str, ...] = ()
    """Paths and patterns that an entry is pinned to, below its root: its `paths:`."""
    oid: str = ""
    """Object id of the blob the source was read from; empty when read from disk."""
    category: str = ""
    """What makes the source count less unless the question asks for it: `changelog`,
    `contributing`, `blog`, `test`, `example`, `deprecated`, `vendored`; empty for none."""
    names: tuple[str, ...] = ()
    """Names that a module defines; evidence for every source of its file."""
    used_by: int = 0
    """Files of the repository that use the module's file."""
    symbol_kind: str = ""
    """What a symbol is, such as `function` or `class`."""
    summary: tuple[str, ...] = ()
    """Lines of a module's, subsystem's or architecture's summary; they are derived, so no file has them.
    Of a tool: what it does, and where that comes from. Of an entry: what it speaks about, as `sources/references.py`
    writes it."""


class HistoryCommit(NamedTuple):
    """One commit, as far as it speaks about files."""

    oid: Oid
    time: int
    """When it was committed, in seconds since 1970."""
    subject: str
    parents: tuple[Oid, ...]
    paths: tuple[RepoPath, ...]
    """Files of the whole tree that differ from the first parent."""
    renames: tuple[tuple[RepoPath, RepoPath], ...] = ()
    """Old and new path of each file that it moved without changing it."""
    own: tuple[RepoPath, ...] = ()
    """Of a merge, the files that differ from all parents."""

    @property
    def touched(self) -> tuple[RepoPath, ...]:
        """The files that it changed itself: what a merge brings in was changed by others."""
        return self.paths if len(self.parents) < 2 else self.own


class Reference(NamedTuple):
    """One file or name of code that an entry speaks about."""

    text: str
    """As it is to be looked for: a path with `/` and without line number, `./` or final slash; a glob; a name without
    its arguments."""
    kind: str
    """`path`, `symbol` or `pattern`."""
    line: int
    """1-based line of the entry's file."""
    pinned: bool = False
    """Whether it is from `paths:`."""
    beside: bool = False
    """Whether it is the target of a Markdown link, which leads from the entry's own folder first."""


class ChangedFile(NamedTuple):
    """A file that an entry speaks about, and that commits changed after the entry."""

    path: str
    """Path below the root; of a pinned folder or pattern, what the entry pins."""
    commits: int
    """How many, at least 1."""
    last: int
    """Time of the newest, in seconds since 1970."""
    at_least: bool = False
    """Whether older commits that were not looked at may have changed it too."""
    symbol: str = ""
    """The name of code that it defines, where the entry names that and not the file."""


class MissingReference(NamedTuple):
    """Something that an entry speaks about, and that was there and is no more."""

    reference: str
    """As `Reference.text` has it."""
    line: int
    """1-based line of the entry's file."""
    removed: int | None = None
    """When it went, in seconds since 1970; None for not known."""
    moved_to: str = ""
    """Where the file is now, below the root; empty where that is not known."""
    path: str = ""
    """The file that is gone, below the root; empty for a name of code."""


class Staleness(NamedTuple):
    """What speaks against an entry; it has one thing at least."""

    changed: tuple[ChangedFile, ...] = ()
    """Files that the entry names before those of names of code, the most changed first."""
    missing: tuple[MissingReference, ...] = ()
    """By line."""


class Note(NamedTuple):
    """Something the reader of a result should know about how it was made."""

    text: str
    """One line, lower case, no full stop."""
    path: str = ""
    """The file it is about, if one."""
    line: int = 0
    """1-based line in that file; 0 for none."""

    def __str__(self) -> str:
        if self.path and self.line:
            return f"{self.path}:{self.line}: {self.text}"
        return f"{self.path}: {self.text}" if self.path else self.text


class ScoreParts(NamedTuple):
    """The parts of a hit's score; `ranking/score.py` makes the score of them."""

    bm25: float
    """Sum of the BM25 scores of the question's terms in the body."""
    title: float
    """What the terms in the title add."""
    coverage: float
    """Factor 0..1 from the share of the question's terms that the source holds."""
    prior: float
    """Factor of the kind."""
    page: float
    """Factor of a page that counts less, such as a changelog; 1 for every other."""
    category: str
    """Why the page counts less; empty when it does not."""
    recency: float
    """Factor from the age of the last change, at least 1."""
    evidence: tuple[tuple[str, float], ...] = ()
    """What speaks for the file of a symbol or module, by name; it adds to bm25 and title."""
    used: float = 1.0
    """Factor from how many files use the file, at least 1."""
    terms: tuple[tuple[str, float], ...] = ()
    """Each matched term with its share of bm25 plus title, best first; filled on request."""
    held: int = 0
    """Which of the question's terms the source holds, a bit each, the first term lowest."""
    forms: int = 0
    """The same for those that it holds in another form only."""
    share: float = 0.0
    """Share of the question that the source holds, each term by how rare it is; what stands in for one counts half."""
    wanted: float = 1.0
    """Factor from what the question asks for by its wording."""
    place: float = 1.0
    """Factor of an entry that is pinned to where the question is asked from, at least 1."""
    fresh: float = 1.0
    """Factor of an entry whose files have changed since or are gone, where fresh ones are preferred; else 1."""


class Hit(NamedTuple):
    """One ranked source, ready to be cited."""

    kind: str
    path: str
    """Path below the searched root; absolute for a tool."""
    line: int
    """The cited line, 1-based; 0 where the file or folder as a whole is cited."""
    title: str
    snippet: str
    """The cited line's text, stripped."""
    score: float
    """Rounded to 9 digits; comparable within one answer only."""
    parts: ScoreParts
    cite: str
    """The citation as printed, `path:line`."""
    location: str = ""
    """Absolute path on disk for a link, or empty."""
    uncommitted: bool = False
    """True when the text differs from the commit that was asked."""
    changed_at: int | None = None
    """When the file, or anything in the folder, was last changed, in seconds since 1970; None for not known."""
    changed_before: int | None = None
    """Where `changed_at` is not known: a time before which it was."""
    stale: Staleness | None = None
    """What speaks against an entry; None for nothing that is known."""
    excerpt: tuple[tuple[int, str], ...] = ()
    """1-based number and text of lines that are shown of the file; then `cite` names the first and the last."""


class AskResult(NamedTuple):
    """What `ask` found."""

    query: str
    hits: tuple[Hit, ...]
    """In rank order, packed into the budget."""
    matches: int
    """Sources that hold at least one term of the question."""
    searched: int
    """Sources that were searched."""
    tokens: int
    """Estimated tokens of the packed hits."""
    budget: int
    """Token budget that was given."""
    revision: str
    """Object id of the commit that was asked, or empty outside commits."""
    notes: tuple[str, ...] = ()
    """Lines for the footer, without the leading dashes."""
    mode: str = "retrieval"
    """`retrieval`, or `llm` where there is a written answer."""
    counts: Mapping[str, int] = {}
    """Sources per kind."""
    provider: str = ""
    """Who was to write an answer; empty where nobody was asked."""
    model: str = ""
    """The model; empty where the provider chose."""
    answer: str = ""
    """The written answer; empty where there is none."""
    answer_error: str = ""
    """Why there is no written answer, in one line."""
    provider_log: str = ""
    """What the provider's program printed on its standard error when it failed."""
    redaction: Mapping[str, int] | None = None
    """Category → how many private things were taken out of what was sent; None where nothing was sent."""


QUERY_TIERS = ("notes", "architecture", "subsystem", "module", "test", "symbol")
"""The tiers of what to read for a task, in the order in which they are shown."""


class QueryItem(NamedTuple):
    """One thing to read for a task."""

    tier: str
    """One of QUERY_TIERS."""
    cite: str
    title: str
    lines: tuple[str, ...]
    """What it is: of a summary the lines that matter here, of a symbol its signature."""
    why: str
    """Why it is here."""


class QueryResult(NamedTuple):
    """What to read for a task."""

    task: str
    items: tuple[QueryItem, ...]
    left_out: Mapping[str, int]
    """Tier → things that were found and not shown: weaker than what is shown, or too large for the budget."""
    stopped: str
    """Why the list ends above the symbols; empty when it does not."""
    tokens: int
    """Estimated tokens of the items."""
    budget: int
    revision: str
    """Object id of the commit, or empty outside commits."""
    notes: tuple[str, ...] = ()
    """Lines for the footer, without the leading dashes."""


class Finding(NamedTuple):
    """Something that a check found wrong, or worth a note."""

    path: str
    line: int
    """1-based; 0 when the whole file is meant."""
    message: str
    severity: str = "error"
    """`error` or `note`; only errors make a check fail."""

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        prefix = "note: " if self.severity == "note" else ""
        return f"{place}: {prefix}{self.message}"


class PushedRef(NamedTuple):
    """One ref that a push updates, as git tells the pre-push hook."""

    local_ref: str
    local_oid: Oid
    """All zeros when the ref is deleted."""
    remote_ref: str
    remote_oid: Oid
    """All zeros when the remote lacks the ref."""


class Verdict(NamedTuple):
    """What the gate says."""

    clean: bool
    findings: tuple[str, ...] = ()
    """`path:line: type (N characters)`, for standard output."""
    notes: tuple[str, ...] = ()
    """How many files were scanned and how to go on, for standard error."""
    warnings: tuple[str, ...] = ()
    """What was found and blocks nothing, and what is wrong with the allowances, for standard error."""


FIRST_SECOND = -62_135_596_800
"""0001-01-01T00:00:00Z, the first that a calendar has."""
LAST_SECOND = 253_402_300_799
"""9999-12-31T23:59:59Z, the last that a calendar has."""


def day_of(seconds: int) -> str:
    """Return the day of a time, `YYYY-MM-DD` in UTC; one that no calendar has becomes the nearest that it has."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(min(max(seconds, FIRST_SECOND), LAST_SECOND), UTC).date().isoformat()


def display_path(path: str) -> str:
    """Return a path as it is printed: as it is, or quoted as git does where it would break a line."""
    if path.isprintable() and not path.startswith('"'):
        return path
    quoted = []
    for byte in os.fsencode(path):
        character = chr(byte)
        if character in '"\\':
            quoted.append("\\" + character)
        elif 0x20 <= byte < 0x7F:
            quoted.append(character)
        else:
            quoted.append({0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r"}.get(byte, f"\\{byte:03o}"))
    return '"' + "".join(quoted) + '"'
