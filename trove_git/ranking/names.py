"""The names that a question uses, and how much each says that its definition is meant.

`HookRecorder`, `where is Pool::reap defined` and a pasted signature ask for one definition. `how does HookRecorder
work` names it in passing, `hash code builder` spells `HashCodeBuilder` as a person says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trove_git.ranking import boosts
from trove_git.terms import STOP_WORDS, question_terms

_NAME = r"[$@]{0,2}[^\W\d]\w*[?!]?"
_JOINT = r"(?:::|->|\.|#|\\|/)"
_QUALIFIED = re.compile(rf"(?:{_JOINT})?{_NAME}(?:{_JOINT}{_NAME})*(?:\(\))?")
_JOINTS = re.compile(_JOINT)
_SIGNATURE = re.compile(
    r"^\W{0,3}(?:(?:pub(?:lic|\([^)]{0,40}\))?|private|protected|internal|static|final|abstract|export|default|async|unsafe|override"
    r"|virtual|inline|const|suspend|open|data|sealed|extern)\s+){0,6}"
    r"(?:def|defp|defmodule|fn|func|fun|function|class|struct|interface|trait|enum|type|object|module|macro|protocol"
    r"|record|union|namespace)\s+"
    rf"(?:\([^)]{{0,200}}\)\s*)?(?:self\.)?({_NAME}(?:{_JOINT}{_NAME}){{0,8}})"
)
"""A definition as it stands in a file; Go has the receiver before the name."""
_BEFORE = (
    r"(?:(?:where|what|which)(?:'s|s| is| are| does)? |(?:show|find|open|get|see|locate|jump to|go to|goto) (?:me )?)?"
    r"(?:(?:the |a |an )?(?:definition|declaration|implementation|source|code) (?:of |for ))?"
    r"(?P<article>the |a |an )?"
)
_SORT = (
    r"(?:class|struct|interface|trait|enum|type|function|func|fn|def|method|module|macro|constant|const|variable|object"
    r"|protocol|union|record|decorator|component|hook)"
)
_AFTER = (
    r"(?: (?:is |are |gets? )?(?:defined|declared|implemented|located|live|lives|come from|comes from|definition"
    r"|declaration|implementation|source))?"
)
_ASKS = re.compile(
    rf"^\W*{_BEFORE}(?P<sort>{_SORT} )?[`'\"]?(?P<name>{_QUALIFIED.pattern})[`'\"]?(?P<behind> {_SORT})?{_AFTER}\W*$",
    re.IGNORECASE,
)
_WHAT = re.compile(r"\W*(?:what|which)\b", re.IGNORECASE)
_IDENTIFIER = re.compile(
    r"\b(?:[a-z][a-z0-9]*[A-Z]\w*|[A-Z]+[a-z0-9]+[A-Z]\w*|[A-Z]{2,}[a-z]\w+|[^\W_]\w*_\w+|_+[^\W_]\w*)\b"
    rf"|(?<!\w){_NAME}(?:(?:::|->|\.){_NAME})+|\b\w+(?=\(\))"
)
"""Each part begins where a word does: from every character of a long one, it would be read to its end."""
_CAPITALISED = re.compile(r"\b[A-Z][a-z]{2,}\w*\b")
_WORD = re.compile(r"[^\W_]+")
MOST_WORDS = 60
"""Words of a question that are looked at for names of several words; more are a pasted text."""


class Name(NamedTuple):
    """A name that a question uses."""

    own: str
    """The name itself, as it is typed; of a name of several words, the words joined in small letters."""
    weight: float
    """How much it says that its definition is meant."""
    scope: tuple[str, ...] = ()
    """What it lies in, outermost first."""
    spelled: bool = True
    """Whether it is typed as a name is, and not as words."""
    certain: bool = False
    """Whether it can be nothing but a name: it is typed as no word of a sentence is, or a definition is asked for."""

    @property
    def term(self) -> str:
        """The term that stands for the whole name; empty where it has none."""
        terms = question_terms(self.own)
        return terms[0] if terms else ""


class Names(NamedTuple):
    """All names of a question."""

    found: tuple[Name, ...] = ()
    asked_for: bool = False
    """Whether the question is a name, or asks where one is defined, and for nothing else."""


NONE = Names()


def read_names(question: str, paths: Sequence[str] = ()) -> Names:
    """Return the names that a question uses.

    Args:
        question: as it was asked.
        paths: that it quotes; the end of a file's name is no name of code.
    """
    text = _without_files(question, paths).strip()
    if (signature := _SIGNATURE.match(text)) is not None and _looks_like_code(text):
        return Names((_name(signature[1], boosts.NAME_ASKED, certain=True),), asked_for=True)
    asks = _ASKS.match(text)
    if asks is not None and asks["name"].lower() not in STOP_WORDS:
        certain = _is_certain(asks, text)
        if certain or _may_be_name(asks, text):
            return Names((_name(asks["name"], boosts.NAME_ASKED, certain=certain),), asked_for=True)
    found = [_name(match[0], boosts.NAME_IDENTIFIER, certain=True) for match in _IDENTIFIER.finditer(text)]
    known = {name.own for name in found}
    first = _WORD.search(text)
    found += (
        Name(match[0], boosts.NAME_CAPITALISED)
        for match in _CAPITALISED.finditer(text)
        if match[0] not in known and (first is None or match.start() != first.start())
    )
    found += (Name(joined, boosts.NAME_ADJACENT, spelled=False) for joined in _adjacent(text))
    return Names(tuple(dict.fromkeys(name for name in found if name.term)))


def _without_files(question: str, paths: Sequence[str]) -> str:
    files = [re.escape(path) for path in paths if "." in path.rpartition("/")[2]]
    # `response.json()` reads like a file, and is a call.
    return re.sub(rf"(?<![\w/])(?:{'|'.join(files)})(?![\w(])", " ", question) if files else question


def _looks_like_code(text: str) -> bool:
    return any(sign in text for sign in "({:;<")


def _is_certain(asks: re.Match[str], text: str) -> bool:
    """Whether what a question asks for can be nothing but a name."""
    name = asks["name"].rstrip("?!")
    return bool(
        asks["sort"]
        or asks["behind"]
        or not (name.isalpha() and name.islower())
        or "()" in text
        or text[0] in "$@"
        or re.search(r"\b(?:defined|declared|definition|declaration)\b", text, re.IGNORECASE)
    )


def _may_be_name(asks: re.Match[str], text: str) -> bool:
    """Whether an everyday word that is asked for may be a name: `pool`, `where is pool`, not `what is a pool`."""
    return asks["article"] is None and not _WHAT.match(text)


def _name(text: str, weight: float, *, certain: bool) -> Name:
    parts = [part for part in _JOINTS.split(text.strip("`'\"").removesuffix("()")) if part]
    return Name(parts[-1], weight, tuple(parts[:-1]), certain=certain) if parts else Name("", weight)


def _adjacent(text: str) -> Iterator[str]:
    """Yield each two and three words that stand side by side, joined, without stop words."""
    words = _WORD.findall(text.lower())[:MOST_WORDS]
    for count in (2, 3):
        for at in range(len(words) - count + 1):
            group = words[at : at + count]
            if STOP_WORDS.isdisjoint(group):
                yield "".join(group)


def scope_of(title: str) -> Sequence[str]:
    """Return the names that a symbol lies in, outermost first."""
    return title.split(".")[:-1]
