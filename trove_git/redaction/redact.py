"""Put placeholders in the place of secrets and of what is private: text in, text out, and counts by category.

`commands/redact.py` and `answers/` call it for everything that leaves the machine. A placeholder is
`[REDACTED:category-number]`; the same value gets the same number in every text of one Redactor.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from trove_git.redaction.judge import is_wordy
from trove_git.redaction.mixed import find_symbolic, is_name
from trove_git.redaction.private import PRIVATE_CATEGORIES, Names, Private, add_apart, find_private
from trove_git.redaction.reading import find_as_read
from trove_git.redaction.secrets import ENTRY, find_secrets
from trove_git.redaction.wide import find_wide

SECRET = "secret"  # noqa: S105  # a category
CATEGORIES = (SECRET, *PRIVATE_CATEGORIES)
PLACEHOLDER = re.compile(r"\[REDACTED:(?P<category>[a-z]+)-(?P<number>[0-9]{1,18})\]")
FILLER = "…"
"""What detectors see in the place of a placeholder: part of no value, and no blank that would join its neighbours."""
MIN_KNOWN = 8
"""Characters of a secret that is looked for wherever else it may stand."""
FRAGMENT = 16
"""Characters of a part of a secret that counts as the secret."""
_LONG_PIECES = re.compile(rf"[A-Za-z0-9+/_-]{{{FRAGMENT},}}")
_OBJECT_ID = re.compile(r"[0-9a-f]{7,64}")


def _no_object(_oid: str) -> bool:
    return False


class Redactor:
    """Redacts texts that belong together, so that one value has one placeholder in all of them.

    Args:
        customers: names of customers, found in any case of letters.
        internal_domains: domains whose hosts are internal.
        user_name: who uses this machine; empty for nobody.
        keep_nonsecret: replace secrets only.
        is_object: whether 7 to 64 hexadecimal digits are the id of an object that may be shown.
        categories: categories that are replaced beside secrets, of PRIVATE_CATEGORIES.
    """

    def __init__(
        self,
        *,
        customers: Sequence[str] = (),
        internal_domains: Sequence[str] = (),
        user_name: str = "",
        keep_nonsecret: bool = False,
        is_object: Callable[[str], bool] = _no_object,
        categories: Collection[str] = PRIVATE_CATEGORIES,
    ) -> None:
        self._names = Names(tuple(customers), tuple(internal_domains), user_name)
        self._categories = frozenset() if keep_nonsecret else frozenset(categories)
        self._is_object = is_object
        self._numbers: dict[tuple[str, str], int] = {}
        self._reserved: dict[str, set[int]] = {category: set() for category in CATEGORIES}
        self._known: list[str] = []
        self._parts: set[str] = set()
        self._counts: Counter[str] = Counter()

    @property
    def counts(self) -> dict[str, int]:
        """Category → pieces replaced so far; one that has none is left out, and counts 0 when asked for."""
        return Counter({category: self._counts[category] for category in CATEGORIES if self._counts[category]})

    @property
    def total(self) -> int:
        """Pieces replaced so far."""
        return sum(self._counts.values())

    def reserve(self, text: str) -> None:
        """Give no number to a value that a placeholder of this text has already.

        `redact` does so for its own text; call this first for all of several texts that may hold placeholders.
        """
        for match in PLACEHOLDER.finditer(text):
            if match["category"] in self._reserved:
                self._reserved[match["category"]].add(int(match["number"]))

    def redact(self, text: str) -> str:
        """Return a text with placeholders; without anything to replace, the same text.

        What is left is looked at until nothing is found any more, so doing it again changes nothing:
        each round replaces characters that no placeholder holds, of which there are ever fewer.
        """
        self.reserve(text)
        spans = self._find(text)
        while spans:
            text = self._replace(text, spans)
            spans = self._find(text)
        return text

    def survives(self, text: str) -> bool:
        """Whether anything that looks like a secret, or is a part of one that was replaced, stands in a text."""
        return bool(self._find_secrets(text, _masked(text, _placeholders(text))))

    def _replace(self, text: str, spans: Iterable[Private]) -> str:
        """Replace spans that are ascending and apart."""
        parts, done = [], 0
        for span in spans:
            value = text[span.start : span.end]
            parts += [text[done : span.start], f"[REDACTED:{span.category}-{self._number(span.category, value)}]"]
            done = span.end
            self._counts[span.category] += 1
            if span.category == SECRET:
                self._remember(value)
        return "".join([*parts, text[done:]])

    def _number(self, category: str, value: str) -> int:
        """Return the number of a value."""
        known = self._numbers.get((category, value))
        if known is None:
            taken = self._reserved[category]
            known = 1
            while known in taken:
                known += 1
            taken.add(known)
            self._numbers[category, value] = known
        return known

    def _remember(self, value: str) -> None:
        """Keep a secret that is no word, to find it where nothing announces it."""
        if len(value) >= MIN_KNOWN and value not in self._known and not (value.isalpha() and is_wordy(value)):
            self._known.append(value)
            self._known.sort(key=len, reverse=True)
            for piece in _LONG_PIECES.findall(value):
                self._parts.update(part for part in _parts(piece) if _tells(part))

    def _find(self, text: str) -> list[Private]:
        """Find what is to be replaced, ascending and apart, nothing of it in a placeholder."""
        masked = _masked(text, _placeholders(text))
        found = self._find_secrets(text, masked)
        if self._categories:
            masked = _masked(masked, [(span.start, span.end) for span in found])
            private = find_private(masked, self._names, self._categories)
            found = add_apart(found, [span for span in private if self._counts_as_hit(masked, span)])
        return found

    def _find_secrets(self, text: str, masked: str) -> list[Private]:
        """Find the secrets of a text: what the gate finds, what is known already, what is wider than the gate."""
        placeholders = _placeholders(text)
        gate = [(finding.start, finding.end) for finding in find_secrets(masked, ENTRY)]
        found = self._add(masked, [], find_symbolic(masked), placeholders)
        found = self._add(masked, found, gate, placeholders)
        masked = _masked(masked, [(span.start, span.end) for span in found])
        found = self._add(masked, found, self._find_known(masked), placeholders)
        masked = _masked(masked, [(span.start, span.end) for span in found])
        return self._add(masked, found, find_as_read(masked, find_wide), placeholders)

    def _add(
        self, masked: str, taken: list[Private], found: Iterable[tuple[int, int]], placeholders: list[tuple[int, int]]
    ) -> list[Private]:
        """Add spans of secrets to those that are taken; what a placeholder cuts counts by its pieces."""
        pieces = [
            Private(start, end, SECRET)
            for whole in found
            for start, end in _outside(whole, placeholders)
            if any(c.isalnum() for c in masked[start:end])
        ]
        return add_apart(taken, [span for span in pieces if self._counts_as_hit(masked, span)])

    def _counts_as_hit(self, masked: str, span: Private) -> bool:
        """Whether a span is no object id of the repository."""
        value = masked[span.start : span.end]
        return not (_OBJECT_ID.fullmatch(value) and self._is_object(value))

    def _find_known(self, masked: str) -> Iterator[tuple[int, int]]:
        """Find the secrets that were replaced before, short ones as words of their own, and parts of long ones."""
        for value in self._known:
            start = masked.find(value)
            while start >= 0:
                end = start + len(value)
                joined = masked[start - 1 : start].isalnum() or masked[end : end + 1].isalnum()
                if len(value) >= FRAGMENT or not joined:
                    yield start, end
                start = masked.find(value, start + 1)
        for piece in _LONG_PIECES.finditer(masked) if self._parts else ():
            offsets = [offset for offset, part in enumerate(_parts(piece[0]), piece.start()) if part in self._parts]
            for first, last in _runs(offsets):
                yield first, last + FRAGMENT


def _parts(piece: str) -> list[str]:
    """Return every part of FRAGMENT characters, in order."""
    return [piece[start : start + FRAGMENT] for start in range(len(piece) - FRAGMENT + 1)]


def _tells(part: str) -> bool:
    """Whether a part of a secret stands nowhere else by accident."""
    return sum(c.isdigit() for c in part) >= 2 and not is_name(part)


def _runs(offsets: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of offsets, ascending, whose parts overlap or touch."""
    start = 0
    for number, offset in enumerate(offsets):
        if number + 1 == len(offsets) or offsets[number + 1] > offset + FRAGMENT:
            yield offsets[start], offset
            start = number + 1


def _placeholders(text: str) -> list[tuple[int, int]]:
    """Return where the placeholders of a text are, ascending."""
    return [match.span() for match in PLACEHOLDER.finditer(text)] if "[REDACTED:" in text else []


def _masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text of the same length with FILLER in spans, which are ascending and apart."""
    parts, done = [], 0
    for start, end in spans:
        parts += [text[done:start], FILLER * (end - start)]
        done = end
    return "".join([*parts, text[done:]]) if done else text


def _outside(span: tuple[int, int], placeholders: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the pieces of a span that lie outside placeholders."""
    start, end = span
    for begin, stop in placeholders[max(0, bisect_right(placeholders, (start, start)) - 1) :]:
        if begin >= end:
            break
        if stop > start:
            if begin > start:
                yield start, begin
            start = max(start, stop)
    if start < end:
        yield start, end
