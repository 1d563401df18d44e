"""Secrets that a name announces: assignments in code, configuration, markup, commands, tables and prose.

Text in, spans out; `secrets.py` calls it. The roots of such names are looked for first; around each, the
name is read to both sides, then what joins it to a value, then the value. How sure the name is (`keywords.py`) says
what the value must look like (`judge.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from trove_git.redaction import joints, keywords
from trove_git.redaction.judge import is_password, is_placeholder, is_random, is_uuid, is_wordy
from trove_git.redaction.words import Words, words_of

MAX_NAME = 80
"""Characters of a name that are read to either side of its root."""
MAX_HEADING = 1000
"""Characters of a table's heading before and after a name, and of the rule under it."""
MIN_WEAK = 20
"""Characters of a value behind a name that is not sure."""
MAX_VALUE = 600
"""Characters after a name that are looked at."""


class Assigned(NamedTuple):
    """One value in a text."""

    start: int
    end: int
    kind: str


_ROOT = re.compile("|".join(re.escape(root) for root in sorted(keywords.ROOTS, key=len, reverse=True)))
MAX_FALLBACK = 160
"""Characters behind a name in which a value stands in for one that is fetched."""


def lower(text: str) -> str:
    """Return a text in small letters and of the same length."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.translate(_ASCII_LOWER)


def find_assigned(text: str, lowered: str = "", words: Words | None = None) -> Iterator[Assigned]:
    """Find the values that names announce, ascending, at most one for each name.

    Args:
        text: the whole text.
        lowered: what `lower` returns for it, where that is known.
        words: those of the text, where they are known.
    """
    lowered = lowered or lower(text)
    done = 0
    for root_start, root_end in _roots(lowered, words or words_of(text)):
        if root_start < done:
            continue
        start, end = _name_around(text, root_start, root_end)
        done = end
        value = _value_of(text, start, end)
        if value:
            done = max(done, value.end)
            yield value


def _roots(lowered: str, words: Words) -> list[tuple[int, int]]:
    """Return where parts of names that count stand, ascending."""
    found = [root.span() for root in _ROOT.finditer(lowered)]
    # What stands behind a vendor's name alone has to be long.
    for vendor in (vendor for vendor in keywords.VENDORS if vendor in words.lowered) if words.tokens else ():
        offset = lowered.find(vendor)
        while offset >= 0:
            found.append((offset, offset + len(vendor)))
            offset = lowered.find(vendor, offset + len(vendor))
    return sorted(found)


_ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def _name_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the identifier around a root starts and ends."""
    before = joints.NAME_BEFORE.match(text[max(0, start - MAX_NAME) : start][::-1])
    assert before is not None
    after = joints.NAME_AFTER.match(text, end, end + MAX_NAME)
    assert after is not None
    return start - before.end(), after.end()


def _value_of(text: str, start: int, end: int) -> Assigned | None:
    """Return the secret that a name announces, if one follows it."""
    name = text[start:end]
    following = joints.WORD_AFTER.match(text, end)
    if following and " " not in name:
        end = following.end()
        again = joints.WORD_AFTER.match(text, end)
        end = again.end() if again else end
        name = text[start:end]
    strength = keywords.strength_of(name.strip("-.$_"))
    if strength <= keywords.WEAK and not name.startswith("-"):
        words = joints.WORDS_BEFORE.search(text, max(0, start - 48), start)
        if words:
            strength = keywords.strength_of(f"{words[0]}{name}")
    if strength == keywords.NO:
        return None
    joint = joints.JOINT.match(text, end, end + 120)
    found = None
    if joint and not (name.lower() == "pass" and joint.lastgroup == "space"):
        found = _after_joint(text, start, joint, strength)
    if name.lower() == "pass" and (joint is None or joint.lastgroup == "space"):
        return None  # the verb
    if found is None and (joint is None or joint.lastgroup in ("space", "cell")):
        found = _in_prose(text, start, end, strength)
    if found is None and strength >= keywords.TOKEN:
        below = joints.BELOW.match(text, end, end + MAX_VALUE)
        if below and is_random(below["value"]):
            return Assigned(below.start("value"), below.end("value"), KINDS[strength])
    if found is None and "|" in text[end : end + 200]:
        found = _in_column(text, start, strength)
    return found


def _after_joint(text: str, start: int, joint: re.Match[str], strength: int) -> Assigned | None:
    """Judge the value right after what joins it to its name."""
    how = joint.lastgroup
    if how == "space" and not joints.SPACE_NAMES.search(text, max(0, start - 24), joint.start()):
        return _after_space(text, start, joint, strength)
    if how == "element" and not _is_element(text, start):
        return None
    if how == "cell" and "|" not in _before_on_line(text, start) and strength < keywords.TOKEN:
        return None
    match = joints.VALUE.match(text, joint.end(), joint.end() + MAX_VALUE)
    if match is None:
        return None
    found = _judged(match, strength, sure=how != "cell")
    if found is None and how == "assign":
        for instead in _instead(text, joint.end()):
            if is_secret_value(instead["value"], strength, quoted=True):
                return Assigned(*instead.span("value"), KINDS[strength])
    return found


def _instead(text: str, start: int) -> Iterator[re.Match[str]]:
    """Yield what is in `Type("value")`, and what stands in for a value that is fetched: `… || "value"`."""
    line_end = text.find("\n", start, start + MAX_FALLBACK)
    end = min(len(text), start + MAX_FALLBACK) if line_end < 0 else line_end
    wrapped = joints.WRAPPED.match(text, start, end)
    if wrapped:
        yield wrapped
    if any(text.find(sign, start, end) >= 0 for sign in ("||", "??", " or ", ":-")):
        fallback = joints.FALLBACK.search(text, start, end)
        if fallback:
            yield fallback


def _after_space(text: str, start: int, joint: re.Match[str], strength: int) -> Assigned | None:
    """Judge a value that only a blank parts from its name: `PASSWORD 'value'`, or a line of a name and a value."""
    match = joints.VALUE.match(text, joint.end(), joint.end() + MAX_VALUE)
    if match is None or strength < keywords.TOKEN:
        return None
    alone = not _before_on_line(text, start).strip(" \t>") and joints.LINE_END.match(text, match.end())
    if match["quoted"] is None and not alone:
        return None
    found = _judged(match, strength, sure=True)
    return found if found and _is_firm(text[found.start : found.end], strength) else None


def _before_on_line(text: str, start: int) -> str:
    """Return what stands before a name on its line, at most MAX_NAME characters."""
    before = text[max(0, start - MAX_NAME) : start]
    return before[before.rfind("\n") + 1 :]


def _is_element(text: str, start: int) -> bool:
    """Whether a name stands in a tag: `<name>` or `<tag attribute="name">`."""
    opening = text.rfind("<", max(0, start - 120), start)
    return opening >= 0 and ">" not in text[opening:start] and "\n" not in text[opening:start]


def _judged(match: re.Match[str], strength: int, *, sure: bool) -> Assigned | None:
    """Return the value of a match when it looks like a secret of a name that strong."""
    quoted = match["quoted"] is not None
    start, end = match.span("quoted" if quoted else "bare")
    value = match["quoted"] if quoted else _bare(match["bare"])
    end = start + len(value)
    stripped = value.strip()
    if not stripped or (quoted and any(c.isspace() for c in stripped)):
        return None
    other = joints.OTHER_NAME.match(stripped) if quoted and strength < keywords.PASSWORD else None
    if other and is_wordy(other[1]):
        return None
    if not is_secret_value(stripped, strength, quoted=quoted and sure):
        return None
    return Assigned(start, end, KINDS[strength])


KINDS = {keywords.WEAK: "assigned-key", keywords.TOKEN: "assigned-token", keywords.PASSWORD: "assigned-password"}


def is_secret_value(value: str, strength: int, *, quoted: bool) -> bool:
    """Whether a value is a secret where a name of this strength announced it."""
    if is_uuid(value):
        return strength >= keywords.TOKEN and not is_placeholder(value)
    if strength == keywords.WEAK:
        return is_random(value, MIN_WEAK)
    if is_random(value, 10 if quoted else 12):
        return True
    if strength == keywords.PASSWORD:
        return is_password(value, quoted=quoted)
    return len(value) >= 10 and _DIGIT_AND_SYMBOL.search(value) is not None and is_password(value, quoted=quoted)


_DIGIT_AND_SYMBOL = re.compile(r"(?=[^0-9]*[0-9])(?=.*[!@#$%^&*+?~])")


def _bare(value: str) -> str:
    """Cut a value without quotes where it ends: at an escape, a separator, closing brackets, a full stop."""
    end = joints.BARE_END.search(value)
    if end:
        value = value[: end.start()]
    value = value.rstrip(".,:>")
    for closing, opening in ((")", "("), ("]", "["), ("}", "{")):
        while value.endswith(closing) and value.count(closing) > value.count(opening):
            value = value[:-1]
    return value.rstrip("*_") if value.endswith("**") else value


def _in_prose(text: str, start: int, end: int, strength: int) -> Assigned | None:
    """Look for a value that a sentence gives: `the API key for staging is …`."""
    if strength < keywords.TOKEN:
        return None
    joint = joints.PROSE.match(text, end, end + 160)
    while joint:
        match = joints.VALUE.match(text, joint.end(), joint.end() + MAX_VALUE)
        if match is None:
            return None
        found = _judged(match, strength, sure=match["quoted"] is not None)
        if found and _is_firm(text[found.start : found.end], strength):
            return found
        joint = joints.PROSE.match(text, joint.end(), end + 200) if joint.end() < end + 100 else None
    before = joints.VALUE_BEFORE.search(text, max(0, start - 240), start)
    if before and is_secret_value(before["value"], strength, quoted=True) and _is_firm(before["value"], strength):
        return Assigned(before.start("value"), before.end("value"), KINDS[strength])
    return None


def _is_firm(value: str, strength: int) -> bool:
    """Whether a value in a sentence is no word of the sentence: it has a digit, or comes from a generator."""
    if is_random(value, 16):
        return True
    if strength < keywords.PASSWORD:
        return len(value) >= 12 and any(c.isdigit() for c in value)
    return any(c.isdigit() for c in value) and (len(value) >= 8 or any(not c.isalnum() for c in value))


def _in_column(text: str, start: int, strength: int) -> Assigned | None:
    """Look for a value in the column of a table that a heading names."""
    line_start = text.rfind("\n", max(0, start - MAX_HEADING), start) + 1
    line_end = text.find("\n", start, start + MAX_HEADING)
    if line_end < 0 or "|" not in text[line_start:line_end] or (line_start == 0 and start >= MAX_HEADING):
        return None
    rule_end = text.find("\n", line_end + 1, line_end + MAX_HEADING)
    if rule_end < 0 or not joints.TABLE_RULE.match(text[line_end + 1 : rule_end].rstrip("\r")):
        return None
    column = text.count("|", line_start, start)
    position = rule_end + 1
    for _ in range(50):
        row_end = text.find("\n", position, position + 4 * MAX_HEADING)
        row_end = min(len(text), position + 4 * MAX_HEADING) if row_end < 0 else row_end
        found = _in_row(text[position:row_end], position, column, strength)
        if found:
            return found
        if "|" not in text[position:row_end] or row_end == len(text):
            return None
        position = row_end + 1
    return None


def _in_row(row: str, offset: int, column: int, strength: int) -> Assigned | None:
    """Judge the cell of one row."""
    cells = re.split(r"(?<!\\)\|", row)
    if column >= len(cells):
        return None
    start = sum(len(cell) + 1 for cell in cells[:column])
    cell = cells[column]
    value = cell.strip(" \t`*\"'")
    if not value or " " in value or not is_secret_value(value, strength, quoted=True):
        return None
    start += cell.index(value)
    return Assigned(offset + start, offset + start + len(value), KINDS[strength])
