"""The line of a source that is cited, and the sentence around it that is shown.

A line is taken for the most of the question's terms, then of related ones. It is told apart from what stands around
it by a `Markup`: the reader of the page's markup. Lines that say little, such as links to the page itself, give way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from trove_git.markdown import MAX_INLINE_CHARACTERS, plain
from trove_git.markdown_lines import CODE, FENCE, HIDDEN, TEXT, Line, read_lines
from trove_git.terms import source_terms

MAX_CHARACTERS = 200
"""Longer sentences are cut around their first terms: whole paragraphs stand on one line in many docs."""
_LEAD = 40
"""Characters kept before the first term of a text that is cut."""
_WINDOW = 1000
"""Characters of a very long line that are looked at, and half of what is gathered of the lines around it."""
_WORDS_AT_ONCE = 64
"""Words of a long line that are looked through together for the first term."""
_CONFLICT_MARKS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_MARK = "\x03"
"""Stands at both ends of the cited line while markup is taken off the paragraph around it."""
_END = r"[.!?…][\"')\]”’]{0,3}(?=\s+[^\sa-z])|[。！？]"
_ABBREVIATIONS = frozenset(
    "e.g. i.e. etc. vs. cf. approx. no. mr. mrs. ms. dr. st. fig. resp. incl. ca. al. z.b.".split()
)
_LEADS = (
    r"(?:[-*+] +|\[[ xX]\] +|\[\^[^\[\]]{1,80}\]: *|: +|(?:!!!|\?\?\?\+?|:::+) ?[\w-]+ *|===[!+]? *|\[![A-Z]+\] *)+"
)
"""What stands before the text of an item, a task, a footnote, a definition or an admonition."""
_FOOTNOTE = r"\[\^[^\[\]]{1,80}\]"
_IMAGE = r"(?i)!\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])?|<img\b[^<>]*\balt=[\"']([^\"'<>]*)[\"'][^<>]*>"
_CELL = r"(?<!\\)\|"


class Markup(NamedTuple):
    """How the text of a source is written."""

    read: Callable[[Sequence[str]], Iterable[Line]]
    """Lines → what each is."""
    plain: Callable[[str], str]
    """Text of a paragraph → the same without markup; of at most MAX_INLINE_CHARACTERS."""


class Cited(NamedTuple):
    """The line to cite."""

    number: int
    """0-based, in the lines that were given."""
    text: str
    """What is shown of it; empty when the source is its heading only."""


def single_lines(lines: Sequence[str]) -> Iterable[Line]:
    """Read lines that have nothing to do with each other."""
    return (Line(number, TEXT, line, continues=False) for number, line in enumerate(lines))


def paragraphs(lines: Sequence[str]) -> Iterable[Line]:
    """Read text without markup: a paragraph is what no empty line, item or change of indentation ends."""
    indent = -1
    for number, line in enumerate(lines):
        text = line.strip()
        width = len(line) - len(line.lstrip())
        item = text[:2] in ("- ", "* ", "+ ") or text[:3].rstrip(". ").isdecimal()
        yield Line(number, TEXT, text, continues=bool(text) and width == indent and not item)
        indent = (width + 2 if text[:1] in "-*+" else -1) if item else width if text else -1


def plain_markdown(text: str) -> str:
    """Take the markup off a paragraph of Markdown; of a row of a table, off each cell."""
    text = text.strip()
    if text.startswith("|"):
        cells = (plain_markdown(cell) for cell in re.split(_CELL, text.strip("| ")) if cell.strip(" :-"))
        return " | ".join(filter(None, cells))
    mark = _MARK if text.startswith(_MARK) else ""
    text = mark + re.sub(rf"\A{_LEADS}", "", text.removeprefix(_MARK))
    if "[^" in text:
        text = re.sub(_FOOTNOTE, "", text)
    return plain(text)


MARKDOWN = Markup(read_lines, plain_markdown)
LINES = Markup(single_lines, lambda text: text)
PARAGRAPHS = Markup(paragraphs, lambda text: text)


def cite_line(
    lines: Sequence[str], terms: Sequence[str], related: Sequence[str] = (), *, markup: Markup = MARKDOWN
) -> Cited:
    """Choose the line to cite and make it readable.

    The heading of a section repeats its title, so it is cited only when there is nothing else.
    Among equal lines prose wins over code, then the first. A line that says little, such as a link to a place of the
    page or a picture, is cited where no other line has a term, or where there is no other line.

    Args:
        lines: the lines of the source.
        terms: terms of the question.
        related: terms that were looked for beside them; they decide between lines with as many of the question's own.
        markup: how the lines are written.
    """
    wanted, others = frozenset(terms), frozenset(related)
    read = list(markup.read(lines))
    best: list[tuple[tuple[int, int, bool], Line] | None] = [None, None]
    for line in read:
        if line.state == HIDDEN or not _is_seen(line, lines[line.number]) or _is_heading(lines, line):
            continue
        low = line.state == FENCE or not _says_something(line, markup)
        held = frozenset(source_terms(line.text))
        rank = (len(wanted & held), len(others & held), line.state != CODE)
        found = best[low]
        if found is None or rank > found[0]:
            best[low] = rank, line
    first, second = best
    chosen = second if first is None or (second and second[0][:2] > (0, 0) == first[0][:2]) else first
    if chosen is None:
        return Cited(0, "")
    line = chosen[1]
    return Cited(line.number, _shown(read, line, wanted, markup) or shorten(line.text, terms))


def _shown(read: Sequence[Line], line: Line, wanted: frozenset[str], markup: Markup) -> str:
    """Return the sentence around a line of a source."""
    if line.state == CODE:
        return shorten(line.text, tuple(wanted))
    if line.state == FENCE:
        return shorten(line.text.strip("`~ "), tuple(wanted))
    at = next(place for place, other in enumerate(read) if other.number == line.number)
    own = _around(line.text, wanted)
    before = _gathered(read, range(at, 0, -1), -1)
    after = _gathered(read, range(at + 1, len(read)), 0)
    whole = " ".join(filter(None, (*reversed(before), f"{_MARK}{own}{_MARK}", *after)))
    text = markup.plain(whole)
    if _says_less(text, wanted) and re.search(_IMAGE, own):
        text = markup.plain(re.sub(_IMAGE, _alternative, whole))
    begin, end = text.find(_MARK), text.rfind(_MARK) - 1
    text = text.replace(_MARK, "")
    if len(text) <= MAX_CHARACTERS and not before and not after:
        return " ".join(text.split())
    return _sentence(text, max(begin, 0), end if end > begin >= 0 else len(text), wanted)


def _gathered(read: Sequence[Line], places: Iterable[int], step: int) -> list[str]:
    """Return the texts of a paragraph's other lines, the nearest first, up to what markup is taken off at once.

    Args:
        read: all lines.
        places: of the lines that would go on with the paragraph, away from the cited one.
        step: from such a place to the line that is taken.
    """
    texts, size = list[str](), 0
    for place in places:
        text = read[place + step].text.strip()
        size += len(text)
        if (
            not read[place].continues
            or text.startswith(_CONFLICT_MARKS)
            or size > (MAX_INLINE_CHARACTERS - _WINDOW) // 2 - len(texts)
        ):
            break
        texts.append(text)
    return texts


def _around(text: str, wanted: frozenset[str]) -> str:
    """Return a line, of a very long one what stands around the first term."""
    text = text.strip()
    if len(text) <= _WINDOW:
        return text
    words = list(re.finditer(r"\S+", text))
    start = max(0, _first_term(words, wanted) - _WINDOW // 2)
    return text[start : start + _WINDOW]


def _says_less(text: str, wanted: frozenset[str]) -> bool:
    return not any(map(str.isalnum, text)) or not wanted.intersection(source_terms(text))


def _alternative(image: re.Match[str]) -> str:
    return image[1] or image[2] or ""


def _sentence(text: str, begin: int, end: int, wanted: frozenset[str]) -> str:
    """Return the sentences in which the terms between two places stand; where none stands, the first of them."""
    words = [word for word in re.finditer(r"\S+", text) if word.end() > begin and word.start() < end]
    terms = [word for word in words if wanted.intersection(source_terms(word.group()))] or words[:1]
    if not terms:
        return shorten(text, tuple(wanted))
    bounds = [0, *(stop.end() for stop in re.finditer(_END, text) if not _is_abbreviation(text, stop)), len(text)]
    first = max(bound for bound in bounds if bound <= terms[0].start())
    for last in reversed(terms):
        found = text[first : next(bound for bound in bounds if bound >= last.end())].strip()
        if len(found) <= MAX_CHARACTERS:
            return found
    # The sentence is cut: from the cited line on where its terms are in reach, else around the first of them.
    start = max(first, begin) if terms[0].end() - max(first, begin) <= MAX_CHARACTERS else first
    cut = shorten(text[start : next(bound for bound in bounds if bound >= terms[0].end())], tuple(wanted))
    return cut if start == first or cut.startswith("…") else f"… {cut}"


def _is_abbreviation(text: str, stop: re.Match[str]) -> bool:
    word = text[max(0, stop.start() - 12) : stop.start() + 1].rpartition(" ")[2].lstrip("(").lower()
    return word in _ABBREVIATIONS or (len(word) == 2 and word[0].isalpha())


def shorten(line: str, terms: Sequence[str]) -> str:
    """Return a line with single spaces, cut to MAX_CHARACTERS around its first term where it is longer."""
    text = " ".join(line.split())
    if len(text) <= MAX_CHARACTERS:
        return text
    words = list(re.finditer(r"\S+", text))
    first = _first_term(words, frozenset(terms))
    start = max(0, min(first - _LEAD, len(text) - MAX_CHARACTERS))
    # Begin and end at a word where one is near; a line without spaces is cut anywhere.
    start = next((w.start() for w in words if start <= w.start() <= first), start)
    end = next((w.end() for w in reversed(words) if start < w.end() <= start + MAX_CHARACTERS), start + MAX_CHARACTERS)
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")


def _first_term(words: Sequence[re.Match[str]], wanted: frozenset[str]) -> int:
    """Return where the first word with a term begins; 0 where none has one."""
    for begin in range(0, len(words) if wanted else 0, _WORDS_AT_ONCE):
        some = words[begin : begin + _WORDS_AT_ONCE]
        if wanted.intersection(source_terms(" ".join(word.group() for word in some))):
            return next((w.start() for w in some if wanted.intersection(source_terms(w.group()))), some[0].start())
    return 0


def _is_seen(line: Line, raw: str) -> bool:
    """Whether a line has something that a reader sees: no rule, anchor or definition; `raw` is the line in the file."""
    text = line.text.strip()
    if not any(map(str.isalnum, text)) or raw.startswith(_CONFLICT_MARKS):
        return False
    if line.state != TEXT or ("[" not in text and "<" not in text):
        return True
    if text.startswith("[") and not text.startswith("[^") and "]:" in text and text.index("]:") == text.index("]"):
        return False
    return any(map(str.isalnum, plain(re.sub(_IMAGE, _alternative, text[:MAX_INLINE_CHARACTERS]))))


def _says_something(line: Line, markup: Markup) -> bool:
    """Whether a line is more than a picture, a link of a table of contents or the mark of an admonition."""
    text = line.text.strip()
    if line.state == CODE or (text[0].isalnum() and "[" not in text and "<" not in text):
        return True
    if text.startswith(("[", "- [", "* [", "+ [")) and "](#" in text and text.endswith(")"):
        return False
    return any(map(str.isalnum, markup.plain(text[:MAX_INLINE_CHARACTERS])))


def _is_heading(lines: Sequence[str], line: Line) -> bool:
    """Whether a line is a heading, or what underlines one."""
    number, raw = line.number, lines[line.number]
    if line.state == CODE or raw.startswith("    "):
        return False
    text = raw.lstrip()
    if text.startswith("#") and text.lstrip("#")[:1] in (" ", "\t", "\r", ""):
        return True
    if text[:2].lower() == "<h" and text[2:3].isdigit():
        return True
    # A title may have a line of punctuation below, and one above.
    first = number == 0 or (number == 1 and not any(map(str.isalnum, lines[0])) and bool(lines[0].strip()))
    below = lines[number + 1].strip() if first and number + 1 < len(lines) else ""
    if not below or below[0].isalnum() or below.strip(below[0]):
        return False
    return below[0] == "=" or (len(below) > 1 and (below[0] == "-" or len(below) >= len(raw.strip())))
