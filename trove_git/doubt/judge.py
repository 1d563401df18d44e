"""How doubtful an entry is: a score, the reasons for it, and the line that says most.

An Entry and its Evidence in, a Doubt out. What counts, from strong to weak:

1. a path that the entry names is gone;
2. a name that it claims stood in the tree and is nowhere any more, or left the files the entry is about;
3. a line that bears it out has the name still but another value (`LIMIT = 30` → `LIMIT = 60`);
4. lines that bear it out are gone, were rewritten, or have lost what they share with it;
5. files that merely changed say nothing.

Each reason has a strength, the chance that it alone makes the fact false; they add up as independent chances do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from trove_git.doubt.claims import CALL, LITERAL, NAME, VALUE, WORD, Claim
from trove_git.doubt.evidence import Evidence, WatchedFile
from trove_git.doubt.support import Support, find_support, make_wanted
from trove_git.entries.entry import Entry
from trove_git.entries.prose import shorten

DANGLING = "dangling"
DOUBTFUL = "doubtful"
CHANGED = "changed"
HOLDS = "holds"

THRESHOLD = 0.4
"""Doubtful from here on: somewhat below one half, because to look once too often costs less than to be misled."""
_GONE_PATH = 0.9
"""Who follows the fact opens a file that is not there."""
_MOVED_PATH = 0.3
"""The file is elsewhere, the fact likely holds."""
_GONE_NAME = 0.75
"""A name that is nowhere was removed or renamed; either misleads."""
_GONE_LITERAL = 0.6
"""A text may have been put in other words."""
_GONE_COMPOUND = 0.2
"""`a.b` is not written in one piece any more, and `b` is still there."""
_LEFT_FILES = {NAME: 0.5, CALL: 0.5, LITERAL: 0.4, WORD: 0.25}
"""The name is in the tree, not in the files the entry is about; a plain word says less."""
_MOVED_NAME = 0.3
"""The name left these files and came to others."""
_LOST_VALUE = 0.6
"""The line has the name still, and another value."""
_LOST_LINES = 1.5
"""Of the share of the weight that the lines lost; a third lost makes the fact doubtful."""
_REWRITTEN_LINES = 0.8
"""Of the share of their weight that no present line reads the same as. Of paragraphs of documentation that stayed as
they are over three years, one in seven had half of these lines rewritten; of paragraphs whose names or numbers were
corrected, two in five."""
_MOST_FOR_LINES = 0.8
_GUESSED = 0.5
"""Of that strength where the files were only guessed from their paths."""

MOST_QUOTED = 80
"""Characters of a line that a reason quotes."""
_LEAST_SAID = 0.1
"""Weaker reasons are not told."""


class Reason(NamedTuple):
    """One thing that speaks against an entry."""

    text: str
    """One line, as it is printed."""
    strength: float
    """0..1: how likely the fact is false for this reason alone."""
    entry_line: int = 0
    """1-based line of the entry's file; 0 for none in particular."""
    path: str = ""
    """The file as it was that shows it; empty for none."""
    line: int = 0
    """1-based line there; 0 for none."""


class Doubt(NamedTuple):
    """What the evidence says about one entry."""

    level: str
    """DANGLING when what it names is gone, DOUBTFUL from the threshold on, CHANGED when only its files did, HOLDS."""
    score: float
    """0..1, rounded to 3 digits."""
    reasons: tuple[Reason, ...] = ()
    """Strongest first."""


def judge(entry: Entry, claims: Sequence[Claim], evidence: Evidence) -> Doubt:
    """Judge one entry."""
    gone = [*_iter_gone_paths(evidence)]
    names = [*_iter_gone_claims(_without_paths(claims, evidence), evidence)]
    reasons = [*gone, *names, *_iter_line_reasons(entry, claims, evidence)]
    reasons.sort(key=lambda reason: -reason.strength)
    score = 1.0
    for reason in reasons:
        score *= 1 - reason.strength
    score = round(1 - score, 3)
    level = CHANGED if any(file.changed for file in evidence.files) else HOLDS
    if score >= THRESHOLD:
        level = DANGLING if any(reason.strength >= _GONE_NAME for reason in (*gone, *names)) else DOUBTFUL
    return Doubt(level, score, tuple(reason for reason in reasons if reason.strength >= _LEAST_SAID))


def holds_text(text: str, claimed: str) -> bool:
    """Whether a text holds a claimed one as whole words."""
    return claimed in text and _whole(claimed).search(text) is not None


@lru_cache(maxsize=1000)
def _whole(claimed: str) -> re.Pattern[str]:
    before = r"(?<!\w)" if re.match(r"\w", claimed) else ""
    behind = r"(?!\w)" if re.search(r"\w\Z", claimed) else ""
    return re.compile(before + re.escape(claimed) + behind)


def _without_paths(claims: Iterable[Claim], evidence: Evidence) -> list[Claim]:
    """Leave out what is a path: whether that is there is known."""
    paths = {file.path for file in evidence.files} | {gone.text for gone in evidence.gone}
    names = {path.rpartition("/")[2] for path in paths}
    return [claim for claim in claims if claim.text.removeprefix("./") not in paths | names]


def _iter_gone_paths(evidence: Evidence) -> Iterator[Reason]:
    for path, line, was, moved_to in evidence.gone:
        if moved_to:
            yield Reason(f"{path} moved to {moved_to}", _MOVED_PATH, line, was)
        else:
            yield Reason(f"{path} no longer exists", _GONE_PATH, line, was)


def _iter_gone_claims(claims: Iterable[Claim], evidence: Evidence) -> Iterator[Reason]:
    """Yield what is claimed and was there, and is not."""
    for claim in claims:
        if claim.kind == VALUE:
            continue
        holders = [file for file in evidence.files if holds_text(file.text, claim.text)]
        then = evidence.held_then.get(claim.text, frozenset()) | {file.path for file in holders}
        if not then or evidence.held_now is None:
            continue
        now = evidence.held_now.get(claim.text)
        at = _first_place(claim.text, holders)
        if now is not None and not now and claim.kind in (NAME, LITERAL):
            yield Reason(
                f"{claim.text} is nowhere in the tree any more", _strength_of_gone(claim, evidence), claim.line, *at
            )
        else:
            yield from _iter_left(claim, holders, now, evidence)


def _strength_of_gone(claim: Claim, evidence: Evidence) -> float:
    """Weigh a claim that is nowhere any more: of a compound, the last name may still be there."""
    if claim.kind == NAME:
        return _GONE_NAME
    last = re.split(r"\W+", claim.text)[-1]
    files = (*(file.now_text for file in evidence.files), *evidence.elsewhere.values())
    compound = not re.search(r"\s", claim.text) and len(last) > 2 and last != claim.text
    return _GONE_COMPOUND if compound and any(holds_text(text, last) for text in files) else _GONE_LITERAL


def _iter_left(
    claim: Claim, holders: Sequence[WatchedFile], now: frozenset[str] | None, evidence: Evidence
) -> Iterator[Reason]:
    """Yield that a claim left all the files that the entry is about, tests and examples aside."""
    main = [file for file in holders if not file.aside] or holders
    here = [file for file in evidence.files if file in main or not file.aside]
    if not any(file.now for file in main) or any(holds_text(file.now_text, claim.text) for file in here):
        return
    came = (
        (now or frozenset()) - evidence.held_then.get(claim.text, frozenset()) if claim.kind in (NAME, LITERAL) else ()
    )
    at = _first_place(claim.text, main)
    if came:
        yield Reason(f"{claim.text} left {main[0].path} for {min(came)}", _MOVED_NAME, claim.line, *at)
    else:
        yield Reason(f"{claim.text} is no longer in {main[0].now}", _LEFT_FILES[claim.kind], claim.line, *at)


def _first_place(text: str, files: Iterable[WatchedFile]) -> tuple[str, int]:
    """Return path and line of the first old line that holds a text."""
    for file in files:
        match = _whole(text).search(file.text)
        if match is not None:
            return file.path, file.text.count("\n", 0, match.start()) + 1
    return "", 0


def _iter_line_reasons(entry: Entry, claims: Sequence[Claim], evidence: Evidence) -> Iterator[Reason]:
    """Yield what has become of the lines that bear the entry out."""
    then = {file.path: file.text for file in evidence.files}
    now = {file.now: file.now_text for file in evidence.files if file.now} | dict(evidence.elsewhere)
    if then == now or not now:
        return
    names = [claim.text for claim in claims if claim.kind != VALUE]
    values = [claim.text for claim in claims if claim.kind == VALUE]
    supports = find_support(then, now, make_wanted((entry.title, entry.body), names, values))
    yield from _iter_lost_values(supports)
    # A line with another value is told already.
    supports = [support for support in supports if not support.lost_values]
    rewritten = [support for support in supports if not support.kept]
    if not rewritten:
        return
    total = sum(support.weight for support in supports)
    lost = sum(support.weight * support.lost for support in rewritten) / total
    share = sum(support.weight for support in rewritten) / total
    worst = max(rewritten, key=lambda support: support.weight * (support.lost, 1)[not lost])
    gone = f"{len(rewritten)} of {len(supports)} lines that bear it out are gone or rewritten"
    text = f"{gone}: {shorten(worst.text, MOST_QUOTED)}"
    factor = _GUESSED if all(file.guessed for file in evidence.files) else 1.0
    strength = min(_MOST_FOR_LINES, max(_LOST_LINES * lost, _REWRITTEN_LINES * share))
    yield Reason(text, factor * strength, 0, worst.path, worst.line)


def _iter_lost_values(supports: Iterable[Support]) -> Iterator[Reason]:
    """Yield the values that changed beside what stayed, each once."""
    told: set[str] = set()
    for support in supports:
        for value in sorted(support.lost_values - told):
            told.add(value)
            yield Reason(
                f"{value} changed: {shorten(support.text, MOST_QUOTED)}", _LOST_VALUE, 0, support.path, support.line
            )
