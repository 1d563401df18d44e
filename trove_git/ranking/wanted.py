"""What sort of place a question asks for, by its wording, and by how much other sources count less.

`who calls retry` does not ask for the definition of `retry`, `where is retry tested` not for its code, `what is
src/retry.py for` for that file and for nothing else. Each pattern is one such wording; a question that fits none
wants nothing in particular, and its ranking is as if this did not exist.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from trove_git.index.record import Record, own_term
from trove_git.ranking import boosts
from trove_git.records import CODE_KINDS
from trove_git.terms import question_terms

TEST, CALL, FILE, PART, WHOLE = "test", "call", "file", "part", "whole"
"""Where something is tested; what uses it; a file; a subsystem; the project as a whole."""
TOOL, SETTING, PAGE = "tool", "setting", "page"
"""An installed command; where something is configured; where it is documented."""

_SORT_OF_KIND = {"arch": WHOLE, "subsystem": PART}
_THING = "tool|program|command|utility|executable"
_PROJECT = "code ?base|repository|repo|monorepo|project|source|code"
_ORGANISED = "organi[sz]ed|laid out|structured|layout|structure"
_PATTERNS = {
    TEST: r"\bwhere\b.*\b(?:tests?|tested|specs?)\b|\b(?:which|what) (?:\w+ )?(?:tests?|specs?)\b|\btests (?:for|of) ",
    CALL: r"\b(?:who|what|which \w+) (?:calls|uses|invokes|imports) (?P<first>\S+)"
    r"|\bwhere (?:is|are) (?:the )?(?P<second>\S+) (?:called|used|invoked|imported)\b"
    r"|\bcallers? of (?P<third>\S+)",
    PART: r"\bsubsystems?\b",
    FILE: r"\b(?:which|what) (?:\w+ )?(?:files?|modules?)\b|^(?:the )?files? (?:that|which|with)\b",
    WHOLE: rf"\b(?:{_PROJECT}|it)\b.*\b(?:{_ORGANISED})\b|\bhow is .*\b(?:{_ORGANISED})\b|\bmain parts\b"
    rf"|\b(?:packages|crates|modules|parts|components)\b.*\b(?:{_PROJECT})\b.*\bwhat\b"
    rf"|\bwhat (?:does|is|are) (?:this|the) (?:{_PROJECT}|package|library)(?: (?:do|about|for|all about))?\W*$"
    r"|^\W*what (?:does|is) (?:this|it)(?: (?:do|about|for|all about))?\W*$"
    r"|\barchitecture\b|\bcode ?base\b|^\W*overview\b|\boverview of (?:the |this )?(?:code|project|repo)",
    SETTING: r"\bwhere\b.*\b(?:configured?|set|defaults?)\b",
    PAGE: r"\bwhere\b.*\b(?:documented|described|explained)\b|\b(?:docs?|documentation|page|guide) (?:for|about|on) ",
    TOOL: rf"\b(?:{_THING}|something|anything)s?\b.*"
    r"\b(?:installed(?=\W*$| (?:on|here|that|which|for|to|already|locally)\b)"
    r"|on (?:this|my) (?:machine|computer|system)\b)"
    rf"|\b(?:which|what|is an?) installed (?:{_THING})\b|\bis (?:something|anything) installed\b",
}
"""Of questions in small letters."""
_SIGNS = {
    TEST: ("test", "spec"),
    CALL: ("call", "use", "invoke", "import"),
    PART: ("subsystem",),
    FILE: ("file", "module"),
    WHOLE: ("organi", "laid out", "structure", "layout", "main parts", "what", "architecture", "code", "overview"),
    SETTING: ("where",),
    PAGE: ("document", "describe", "explain", "doc", "page", "guide"),
    TOOL: ("install", "machine", "computer", "system"),
}
"""A question that fits has one of these: a pattern takes a millisecond to compile, and most questions fit none."""
_HOW = ("how do ", "how to ", "how can ", "how should ", "why ")
"""A question about how to do a thing asks for words, whatever it names."""
_SUFFIX = (
    "bash|c|cc|clj|cpp|cs|css|ex|exs|go|h|hpp|hs|html|java|jl|js|json|jsx|kt|lua|md|mjs|ml|php|pl|py|rb|rs|rst|scala|sh"
    "|sql|swift|tcl|tf|toml|ts|tsx|txt|vue|yaml|yml|zig"
)
_PATH = (
    r"(?<![\w/:.])(?:\./)?[\w.@+-]+(?:/[\w.@+-]+)+/?(?![\w/])"
    rf"|(?<![\w/.-])[\w-]+(?:\.[\w-]+)*\.(?:{_SUFFIX})\b"
)
_JOINED = r"(?<![\w-])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+(?![\w-])"


class Wanted(NamedTuple):
    """What a question asks for."""

    sorts: frozenset[str] = frozenset()
    """The sorts of places, as above; none for nothing in particular."""
    used: frozenset[str] = frozenset()
    """Terms of the name whose uses are asked for."""
    paths: tuple[str, ...] = ()
    """Paths that the question quotes, without slashes at the ends."""
    files: frozenset[str] = frozenset()
    """Words of several parts, in small letters: a file of that name is meant."""

    @property
    def is_place(self) -> bool:
        """Whether only code can be that place."""
        return not self.sorts.isdisjoint((TEST, CALL, FILE))


NOTHING = Wanted()


def read_wanted(question: str) -> Wanted:
    """Return what a question asks for, by its wording."""
    lower = question.lower()
    paths = _quoted_paths(question) if "/" in question or "." in question else ()
    files = frozenset(re.findall(_JOINED, lower)) if "-" in question or "_" in question else frozenset[str]()
    about = lower.lstrip()
    matches = {want: match for want in _PATTERNS if (match := _match(want, lower))}
    if about.startswith(_HOW) and WHOLE not in matches:
        return Wanted(paths=paths, files=files)
    used: frozenset[str] = frozenset()
    if CALL in matches:
        name = next(filter(None, matches[CALL].groups())).strip("`'\"()?!,;")
        used = frozenset(question_terms(re.split(r"::|\.|#", name)[-1])[:1])
        if not used:
            del matches[CALL]
    return Wanted(frozenset(matches), used, paths, files)


def _match(want: str, lower: str) -> re.Match[str] | None:
    """Return where a question in small letters asks for a sort of place."""
    return re.search(_PATTERNS[want], lower) if any(sign in lower for sign in _SIGNS[want]) else None


def _quoted_paths(question: str) -> tuple[str, ...]:
    found = (path.strip("/").removeprefix("./").rstrip(".") for path in re.findall(_PATH, question))
    return tuple(dict.fromkeys(found))


def quotes(wanted: Wanted, path: str) -> bool:
    """Whether a question quotes a path, or the end of it after a slash."""
    return bool(wanted.paths) and any(path == quoted or path.endswith(f"/{quoted}") for quoted in wanted.paths)


def asks_for(wanted: Wanted, kind: str) -> bool:
    """Whether a question asks for the one sort of source that a kind is: the architecture, or a subsystem."""
    return _SORT_OF_KIND.get(kind) in wanted.sorts


def wanted_factor(wanted: Wanted, record: Record) -> float:
    """Return the factor of a source, from what the question asks for.

    It is above 1 for tools and sources made from code, whose candidates need no bound, and for docs and entries
    whose path is quoted, up to `highest_factor`.
    """
    if wanted == NOTHING:
        return 1.0
    if TOOL in wanted.sorts:
        return boosts.WANTED_MORE if record.kind == "tool" else boosts.WANTED_LESS
    if record.kind not in CODE_KINDS:
        if quotes(wanted, record.path):
            return boosts.WANTED_MORE
        return boosts.WANTED_LESS if wanted.is_place else 1.0
    factor = boosts.WANTED_LESS if PAGE in wanted.sorts else 1.0
    if TEST in wanted.sorts and not _is_test(record):
        factor *= boosts.WANTED_LESS
    if CALL in wanted.sorts and record.kind != "symbol":
        factor *= boosts.WANTED_LESS
    elif CALL in wanted.sorts and own_term(record.title) in wanted.used:
        # Twice, because all that speaks for its file speaks for the name.
        factor *= boosts.WANTED_LESS**2
    if FILE in wanted.sorts and record.kind == "symbol":
        factor *= boosts.WANTED_LESS
    if asks_for(wanted, record.kind) or _is_quoted_place(wanted, record):
        factor *= boosts.WANTED_MORE
    return factor


def highest_factor(wanted: Wanted) -> float:
    """Return what the factor of no doc or entry exceeds."""
    return boosts.WANTED_MORE if wanted.paths else 1.0


def _is_test(record: Record) -> bool:
    """Whether a source is a test by its file or its name: many languages keep tests beside the code."""
    stem = record.path.rpartition("/")[2]
    return record.category == "test" or any(
        "test" in name.lower() or "spec" in name.lower() for name in (stem, record.title)
    )


def _is_quoted_place(wanted: Wanted, record: Record) -> bool:
    """Whether a source is what a quoted path names: a file, a folder, or the file that stands for a folder."""
    if not wanted.paths or record.kind not in ("module", "subsystem"):
        return False
    if quotes(wanted, record.path):
        return True
    folder, _, name = record.path.rpartition("/")
    return name.partition(".")[0].lower() in boosts.EMPTY_STEMS and quotes(wanted, folder)
