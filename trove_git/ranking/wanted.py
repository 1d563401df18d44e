"""What sort of place a question asks for, by its wording, and by how much other sources count less.

`who calls retry` does not ask for the definition of `retry`, `where is retry tested` not for its code, `what is
src/retry.py for` for that file and for nothing else. Each pattern is one such wording; a question that fits none
wants nothing in particular, and its ranking is as if this did not exist.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from trove_git.index.record import Record
from trove_git.ranking import boosts
from trove_git.records import CODE_KINDS
from trove_git.terms import question_terms

TEST, CALL, FILE, WHOLE, TOOL = "test", "call", "file", "whole", "tool"
"""Where something is tested; what uses it; a file; the project as a whole; an installed command."""

_THING = "tool|program|command|utility|executable"
_PROJECT = "code ?base|repository|repo|monorepo|project|source|code"
_ORGANISED = "organi[sz]ed|laid out|structured|layout|structure"
_PATTERNS = {
    TEST: r"\bwhere\b.*\b(?:tests?|tested|specs?)\b|\b(?:which|what) (?:\w+ )?(?:tests?|specs?)\b|\btests (?:for|of) ",
    CALL: r"\b(?:who|what|which \w+) (?:calls|uses|invokes|imports) (?P<first>\S+)"
    r"|\bwhere (?:is|are) (?:the )?(?P<second>\S+) (?:called|used|invoked|imported)\b"
    r"|\bcallers? of (?P<third>\S+)",
    FILE: r"\b(?:which|what) (?:\w+ )?files?\b|^(?:the )?files? (?:that|which|with)\b",
    WHOLE: rf"\b(?:{_PROJECT}|it)\b.*\b(?:{_ORGANISED})\b|\bhow is .*\b(?:{_ORGANISED})\b|\bmain parts\b"
    rf"|\b(?:packages|crates|modules|parts|components)\b.*\b(?:{_PROJECT})\b.*\bwhat\b"
    r"|\barchitecture\b|\bcode ?base\b|^\W*overview\b|\boverview of (?:the |this )?(?:code|project|repo)",
    TOOL: rf"\b(?:{_THING}|something|anything)\b.*\b(?:installed|on (?:this|my) (?:machine|computer|system))\b"
    rf"|\b(?:which|what|is an?) installed (?:{_THING})\b|\bis (?:something|anything) installed\b",
}
_COMPILED = {want: re.compile(pattern, re.IGNORECASE) for want, pattern in _PATTERNS.items()}
_HOW = re.compile(r"\s*(?:how (?:do|to|can|should)|why)\b", re.IGNORECASE)
"""A question about how to do a thing asks for words, whatever it names."""
_SUFFIX = (
    "bash|c|cc|clj|cpp|cs|css|ex|exs|go|h|hpp|hs|html|java|jl|js|json|jsx|kt|lua|md|mjs|ml|php|pl|py|rb|rs|rst|scala|sh"
    "|sql|swift|tcl|tf|toml|ts|tsx|txt|vue|yaml|yml|zig"
)
_PATH = re.compile(
    rf"(?<![\w/:.])(?:\./)?[\w.@+-]+(?:/[\w.@+-]+)+/?(?![\w/])|(?<![\w/.-])[\w-]+(?:\.[\w-]+)*\.(?:{_SUFFIX})\b"
)


class Wanted(NamedTuple):
    """What a question asks for."""

    sorts: frozenset[str] = frozenset()
    """The sorts of places, as above; none for nothing in particular."""
    used: frozenset[str] = frozenset()
    """Terms of the name whose uses are asked for."""
    paths: tuple[str, ...] = ()
    """Paths that the question quotes, without slashes at the ends."""

    @property
    def is_place(self) -> bool:
        """Whether only code can be that place."""
        return not self.sorts.isdisjoint((TEST, CALL, FILE))


NOTHING = Wanted()


def read_wanted(question: str) -> Wanted:
    """Return what a question asks for, by its wording."""
    paths = tuple(dict.fromkeys(found.strip("/").removeprefix("./").rstrip(".") for found in _PATH.findall(question)))
    if _HOW.match(question) and not _COMPILED[WHOLE].search(question):
        return Wanted(paths=paths)
    matches = {want: match for want, pattern in _COMPILED.items() if (match := pattern.search(question))}
    used: frozenset[str] = frozenset()
    if CALL in matches:
        name = next(filter(None, matches[CALL].groups()))
        used = frozenset(question_terms(re.split(r"::|\.|#", name.strip("`'\"()?!,;"))[-1])[:1])
        if not used:
            del matches[CALL]
    return Wanted(frozenset(matches), used, paths)


def quotes(wanted: Wanted, path: str) -> bool:
    """Whether a question quotes a path, or the end of it after a slash."""
    return any(path == quoted or path.endswith(f"/{quoted}") for quoted in wanted.paths)


def wanted_factor(wanted: Wanted, record: Record) -> float:
    """Return the factor of a source, from what the question asks for.

    It is above 1 only for tools and sources made from code, whose candidates need no bound.
    """
    if wanted == NOTHING:
        return 1.0
    if TOOL in wanted.sorts:
        return boosts.WANTED_MORE if record.kind == "tool" else boosts.WANTED_LESS
    if record.kind not in CODE_KINDS:
        return boosts.WANTED_LESS if wanted.is_place else 1.0
    factor = 1.0
    if TEST in wanted.sorts and not _is_test(record):
        factor *= boosts.WANTED_LESS
    if CALL in wanted.sorts and (record.kind != "symbol" or _name(record) in wanted.used):
        factor *= boosts.WANTED_LESS
    if FILE in wanted.sorts and record.kind == "symbol":
        factor *= boosts.WANTED_LESS
    if (record.kind == "arch" and WHOLE in wanted.sorts) or _is_quoted_place(wanted, record):
        factor *= boosts.WANTED_MORE
    return factor


def _is_test(record: Record) -> bool:
    """Whether a source is a test by its file or its name: many languages keep tests beside the code."""
    stem = record.path.rpartition("/")[2]
    return record.category == "test" or any(
        "test" in name.lower() or "spec" in name.lower() for name in (stem, record.title)
    )


def _name(record: Record) -> str:
    """Return the term of a symbol's own name."""
    terms = question_terms(record.title.rpartition(".")[2].rpartition("::")[2] or record.title)
    return terms[0] if terms else ""


def _is_quoted_place(wanted: Wanted, record: Record) -> bool:
    """Whether a source is what a quoted path names: a file, a folder, or the file that stands for a folder."""
    if not wanted.paths or record.kind not in ("module", "subsystem"):
        return False
    if quotes(wanted, record.path.rstrip("/")):
        return True
    folder, _, name = record.path.rpartition("/")
    return name.partition(".")[0].lower() in boosts.EMPTY_STEMS and quotes(wanted, folder)
