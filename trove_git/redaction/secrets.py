"""Find the secrets of a text: one set of detectors for the gate and for redaction.

Text or bytes in, findings out: where, of which kind, how long, never the secret itself. Three sets of our own rules
and the provider plugins of detect-secrets are asked; `engine.py` is the door to that package and loads it late.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from trove_git.redaction.announced import find_announced
from trove_git.redaction.assignments import find_assigned, lower
from trove_git.redaction.key_blocks import find_key_blocks
from trove_git.redaction.prefixed import find_tokens
from trove_git.redaction.providers import find_triggers
from trove_git.redaction.reading import read_plain
from trove_git.redaction.structured import find_structured
from trove_git.redaction.words import words_of

ENTRY = "entry"
DOC = "doc"
TEXT_KINDS = (ENTRY, DOC)
"""Where a text is from: every finding blocks an entry; a doc only those of BLOCKING_CLASSES."""

PREFIXED = "prefixed"
KEY_BLOCK = "key-block"
CREDENTIAL_URL = "credential-url"
STRUCTURED = "structured"
CONTEXT = "context"
UNREADABLE = "unreadable"
CLASSES = (KEY_BLOCK, PREFIXED, CREDENTIAL_URL, STRUCTURED, CONTEXT, UNREADABLE)
"""The classes of rules, the surest first."""
BLOCKING_CLASSES = frozenset({KEY_BLOCK, PREFIXED, CREDENTIAL_URL})
"""What blocks a doc, where much is an example."""


class Finding(NamedTuple):
    """One secret: its line and kind. It holds no character of the secret."""

    line: int
    """Line in which it starts, 1-based; lines end with a line feed."""
    end_line: int
    """Line in which it ends, inclusive."""
    kind: str
    """Name of the rule."""
    length: int
    """Characters of the secret."""
    start: int
    """Offset of its first character in the text, 0-based."""
    end: int
    """Offset behind its last character."""
    rule_class: str
    """One of CLASSES."""
    blocks: bool
    """Whether it blocks a commit."""


class Scan(NamedTuple):
    """What was found in bytes, and the text that offsets of findings are into."""

    text: str
    findings: list[Finding]

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.split("\n")

    def is_text(self, finding: Finding) -> bool:
        """Whether a finding stands in the text; that bytes are no text does not."""
        return finding.rule_class != UNREADABLE


class _Span(NamedTuple):
    start: int
    end: int
    kind: str
    rule_class: str


def find_secrets(text: str, taken_as: str) -> list[Finding]:
    """Find the secrets of one file's text.

    Args:
        text: the whole text, with its line ends as they are.
        taken_as: one of TEXT_KINDS.

    Returns:
        Findings in the order of the text; where rules overlap, the finding of the surest class.
    """
    assert taken_as in TEXT_KINDS
    spans = _without_overlaps(_spans_as_read(text))
    if not spans:
        return []
    starts = _line_starts(text)
    return [
        Finding(
            line=bisect_right(starts, span.start),
            end_line=bisect_right(starts, max(span.start, span.end - 1)),
            kind=span.kind,
            length=span.end - span.start,
            start=span.start,
            end=span.end,
            rule_class=span.rule_class,
            blocks=taken_as == ENTRY or span.rule_class in BLOCKING_CLASSES,
        )
        for span in spans
    ]


def scan_bytes(data: bytes, taken_as: str) -> list[Finding]:
    """Find the secrets of one file's bytes; see `scan`."""
    return scan(data, taken_as).findings


def scan(data: bytes, taken_as: str) -> Scan:
    """Find the secrets of one file's bytes.

    Bytes that are not UTF-8 (or UTF-16 with its mark) are a finding of the class UNREADABLE themselves; the
    text is looked at as far as it can be read, so that the other findings are right about kind and line.
    """
    text, bad = _decode(data)
    findings = find_secrets(text, taken_as)
    if bad is not None:
        line = data.count(b"\n", 0, bad) + 1
        unreadable = Finding(line, line, "text that is not UTF-8", 1, bad, bad + 1, UNREADABLE, taken_as == ENTRY)
        findings.insert(sum(finding.line < line for finding in findings), unreadable)
    return Scan(text, findings)


def _decode(data: bytes) -> tuple[str, int | None]:
    """Return the text of bytes, and the offset of the first byte that is no text, if one is not."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        # Bytes of ASCII stay what they are, and text of two or four bytes a character loses its zeros.
        return data.replace(b"\0", b"").decode("latin-1"), error.start
    zero = text.find("\0")
    if zero < 0:
        return text, None
    return text.replace("\0", ""), data.find(b"\0")


def _spans(text: str) -> list[_Span]:
    """Return what every detector finds."""
    lowered, words = lower(text), words_of(text)
    spans = [_Span(block.start, block.end, block.kind, KEY_BLOCK) for block in find_key_blocks(text)]
    spans += (_Span(token.start, token.end, token.kind, PREFIXED) for token in find_tokens(text, words))
    for hit in find_structured(text, words):
        spans.append(_Span(hit.start, hit.end, hit.kind, CREDENTIAL_URL if hit.is_url else STRUCTURED))
    triggered = find_triggers(text, lowered, words, known=[(span.start, span.end) for span in spans])
    spans += (_Span(value.start, value.end, value.kind, CONTEXT) for value in find_assigned(text, lowered, words))
    spans += (_Span(value.start, value.end, value.kind, CONTEXT) for value in find_announced(text, words))
    if triggered:
        from trove_git.redaction.engine import find_with_plugins

        for found in find_with_plugins(text, triggered):
            spans.append(_Span(found.start, found.end, found.kind, PREFIXED if found.sure else CONTEXT))
    return spans


def _spans_as_read(text: str) -> list[_Span]:
    """Return what every detector finds in a text as it is written, and what more in the text as it is read."""
    reading = read_plain(text, words_of(text))
    if reading is None:
        return _spans(text)
    # One text of both, because much of the time of a detector goes into looking at a text at all.
    found = _spans(f"{text}{_BORDER}{reading.text}")
    offset = len(text) + len(_BORDER)
    spans = [span for span in found if span.end <= len(text)]
    known = sorted(spans)
    for span in found:
        if span.start < offset:
            continue
        start, end = reading.written(span.start - offset, span.end - offset)
        sure = CLASSES.index(span.rule_class)
        if not any(k.start < end and start < k.end and CLASSES.index(k.rule_class) <= sure for k in known):
            spans.append(_Span(start, end, span.kind, span.rule_class))
    return spans


_BORDER = "\n\n---\n\n"


def _without_overlaps(spans: Iterable[_Span]) -> list[_Span]:
    """Keep the surest of spans that overlap, the longer of equals, in the order of the text."""
    ordered = sorted(
        spans, key=lambda span: (CLASSES.index(span.rule_class), span.start - span.end, span.start, span.kind)
    )
    kept: list[_Span] = []
    taken: list[tuple[int, int]] = []
    for span in ordered:
        at = bisect_right(taken, (span.start, span.end))
        if (at > 0 and taken[at - 1][1] > span.start) or (at < len(taken) and taken[at][0] < span.end):
            continue
        taken.insert(at, (span.start, span.end))
        kept.append(span)
    return sorted(kept)


def _line_starts(text: str) -> list[int]:
    """Return the offset of each line's first character."""
    starts = [0]
    position = text.find("\n")
    while position >= 0:
        starts.append(position + 1)
        position = text.find("\n", position + 1)
    return starts
