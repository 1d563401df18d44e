"""What a review of the trove says: the values that say so, apart from the records that every question needs."""

from __future__ import annotations

from typing import NamedTuple


class ReviewReason(NamedTuple):
    """One thing that speaks against an entry."""

    text: str
    """One line, as it is printed."""
    strength: float
    """0..1: how likely the fact is false for this reason alone."""
    line: int
    """1-based line of the entry that it is about; 0 for none in particular."""
    path: str
    """File, as it was called when the entry was written, that shows it; empty for none."""
    file_line: int
    """1-based line of that file then; 0 for none."""


class ReviewedCommits(NamedTuple):
    """How often a file was changed since an entry was last known to hold."""

    path: str
    times: int
    last: str
    """Object id of the newest of these commits."""
    last_time: int
    """When it was committed, in seconds since 1970."""


class ReviewedEntry(NamedTuple):
    """What a review says about one entry."""

    level: str
    """`dangling`, `doubtful`, `changed` or `holds`."""
    slug: str
    path: str
    """As the user would type it."""
    line: int
    """1-based: what the strongest reason is about, else where the text begins."""
    title: str
    score: float
    """0..1: how doubtful it is."""
    reasons: tuple[ReviewReason, ...]
    """Strongest first."""
    since: str
    """Object id of the commit in which the fact was last known to hold; empty where that is not known."""
    since_time: int
    """When that was made, in seconds since 1970; 0 where that is not known."""
    files: tuple[str, ...]
    """Files it is about that have changed since, as they were called then."""
    commits: tuple[ReviewedCommits, ...] = ()
    """How often these were changed; only where it was asked for."""
    change: tuple[str, ...] = ()
    """Lines of the diff that made it doubtful, as git prints them; empty where there is none."""


class EntryPair(NamedTuple):
    """Two entries that say nearly the same, or perhaps the opposite."""

    kind: str
    """`near-duplicate` or `contradiction`."""
    similarity: float
    """0..1: the score that each gives the other, as a share of the score that it gives itself."""
    slugs: tuple[str, str]
    paths: tuple[str, str]
    """As the user would type them."""
    lines: tuple[int, int]
    """1-based."""
    texts: tuple[str, str]
    """The two lines; for a near-duplicate the titles."""


class ReviewResult(NamedTuple):
    """What a review found."""

    entries: tuple[ReviewedEntry, ...]
    """Most doubtful first."""
    pairs: tuple[EntryPair, ...]
    """Most alike first."""
    reviewed: int
    """Entries that were looked at."""
    revision: str
    """Object id of the commit that they were compared with; empty where there is none."""
    notes: tuple[str, ...] = ()
    """Lines for the footer, without the leading dashes."""

    def count_of(self, kind: str) -> int:
        """Count entries of a level, or pairs of a kind."""
        return sum(entry.level == kind for entry in self.entries) + sum(pair.kind == kind for pair in self.pairs)
