"""Values that a sentence, a heading or a list announces, in any order of words and in many languages.

Text in, spans out; `secrets.py` calls it. `assignments.py` reads names of programs and what joins them to a value; here
an everyday word for a password or a key stands anywhere in the sentence, so the value itself has to look made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from trove_git.redaction.assignments import KINDS, Assigned, is_secret_value
from trove_git.redaction.judge import (
    has_name_parts,
    is_password,
    is_placeholder,
    is_random,
    is_reference,
    is_uuid,
    is_wordy,
)  # fmt: skip
from trove_git.redaction.keywords import PASSWORD, TOKEN
from trove_git.redaction.mixed import changes
from trove_git.redaction.nouns import PASSWORD_NOUNS, TOKEN_NOUNS, stems
from trove_git.redaction.words import Words, words_of

REACH = 72
"""Characters of a sentence to either side of a word that announces a value."""
NEAR = 24
"""Characters between them within which an ordinary password counts."""
MIN_MADE = 0.3
"""Share of neighbours of different class from which a value in a sentence was made up."""

MAX_WORDY = 0.45
"""The same share from which even what is wordy by accident is no name: names in camel case have less."""
MAX_PARTS = 0.3
"""The same for words with a number between them."""


def _alternatives(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in words)


@cache
def _nouns(strength: int) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the expressions of the words that announce so surely: for a text of ASCII alone, and for any other."""
    every = stems(PASSWORD_NOUNS if strength == PASSWORD else TOKEN_NOUNS)
    # A word in letters goes on with an ending; scripts that write no blanks have no border at all.
    latin = [word for word in every if re.match(r"[a-zà-žա-ևა-ჰѐ-ӿ\u0370-\u03ffа-я]", word)]
    others = [word for word in every if word not in latin]
    ascii_words = [word for word in latin if word.isascii()]
    ending = r"\w{0,4}(?!\w)"
    plain = re.compile(rf"(?<![A-Za-z0-9_])(?:{_alternatives(ascii_words)}){ending}", re.IGNORECASE)
    wide = re.compile(rf"(?<!\w)(?:{_alternatives(latin)}){ending}|{_alternatives(others)}", re.IGNORECASE)
    return plain, wide


_SENTENCE_END = re.compile(r"\n|[.!?;](?=\s)|[。！？]")
_VALUE = re.compile(r"[!-~]{6,300}")
_AROUND = "\"'`*_.,:;()[]{}<>|"
_DIRECT = re.compile(
    r"""[\s"'`*_)\]]*(?:\([^()\n]{1,30}\))?[\s:=(\[,"'`>→|-]*
    (?:(?:is|was|are|now|of|to|as|ist|lautet|est|es|é|è|jest|je|er|är|on|to|este|é|—|означает|это|:|：|=)[\s:"'`(\[]+)?""",
    re.VERBOSE,
)
_NAMED_BEHIND = re.compile(
    r"[\s\"'`*_)\],]*(?:as|is|was|are|being|for|comme|est|ist|als|como|es|\u00e9|come|jako|som|er|\u00e4r|on)[ ]"
    r"(?:[\w']+[ ]){0,3}?[\"'`*_]*"
)
"""What stands between a value and the word behind it that says what it is: `… as the admin `."""
_TECHNICAL = re.compile(
    r"(?:sha|md|aes|rsa|dsa|ecdsa|ed|hmac|pbkdf|argon|bcrypt|utf|iso|rfc|base|oauth|http|tls|ssl|pkcs|ipv|python|node|es|"
    r"java|jdk|php|ruby|go|version|cve|ntlm|kerberos|win|mysql|postgres|redis|log|web|fips|hs|rs|ps|des|blake|ripemd|"
    r"crc|curve|chacha|secp|latin|cp|windows|ubuntu|debian|issue|pr|gh|bug|step|line|page|ch)[-_ ]?v?\d"
    r"|[a-z]{1,2}\d+(?:[._-]\d+)*(?:[._-][a-z]{2,8})*\d*\Z",
    re.IGNORECASE,
)
"""Names of algorithms, programs and standards with a number behind them."""
_NO_VALUE = re.compile(
    r"://|^[\w.+-]+@[\w-]+\.|^\$|[<>{}]|\w\(|\]\(|^--?[a-z]|^#?\d[\d.,:/-]*\w{0,2}$|^v?\d+\.\d+|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,6}"
    r"(?::\d+)?$|^~?\.{0,2}/|^[\w.-]+/[\w./-]+$|^[A-Za-z_]\w*[.:=][A-Za-z_]|^[A-Z0-9]+(?:_[A-Z0-9]+)+$|^U\+|&&|\|\||::|\*\*"
)
"""URLs, addresses, code, options, numbers, versions, hosts, paths and names of settings."""
_NAMES = re.compile(r"[A-Za-z0-9_.-]+[:=]\S")
_BELOW = re.compile(
    r"[^\n:：`|\"'{}=;]{0,40}[:：]?[ \t*_:#\r]*\n(?:[ \t>]*[=~^\"*+#-]{3,}[ \t]*\r?\n)?(?:[ \t>]*\r?\n){0,2}"
    r"(?:[ \t>]*(?:```|~~~)[\w-]*[ \t]*\r?\n)?[ \t>]*(?:[-*+:•][ \t]+|\d{1,2}[.)][ \t]+)?[`\"'*_]*"
)
"""What stands between a word in a heading, an item of a list or a line of its own, and a value alone on a line."""
MAX_ABOVE = 240
"""Characters before a value in which that word is looked for."""
_BESIDE = re.compile(r"[ \t>]*(?:[-*+:•][ \t]+|\d{1,2}[.)][ \t]+)?[`\"'*_]*")


def find_announced(text: str, words: Words | None = None) -> Iterator[Assigned]:
    """Find the values that words announce, ascending.

    Values are looked for first: few words look made, and the words that announce one are many.
    """
    words = words or words_of(text)
    for start, end in words.values(text, MIN_VALUE):
        for run in _VALUE.finditer(text, start, end):
            first, last = _trimmed(text, *run.span())
            if _may_be_value(text[first:last]):
                strength = _announced(text, first, last)
                if strength:
                    yield Assigned(first, last, KINDS[strength])


MIN_VALUE = 8
"""Characters of the shortest value."""
_DIGIT_AND_LETTER = re.compile(r"(?=[^0-9]*+[0-9])[^A-Za-z]*+[A-Za-z]")
_SIGNS_AND_CASES = re.compile(r"(?=[^A-Z]*+[A-Z])(?=[^a-z]*+[a-z])(?:[A-Za-z0-9._-]*+[!@#$%^&*+?~]){2}")


def _announced(text: str, start: int, end: int) -> int:
    """Return how sure the words around a value are that it is a secret; 0 where they are not."""
    value = text[start:end]
    before, behind = _sentence(text, start, end)
    wide = not text[before:behind].isascii()
    above = max(0, start - MAX_ABOVE)
    for strength in (PASSWORD, TOKEN):
        nouns = _nouns(strength)
        for noun in nouns[wide].finditer(text, before, behind):
            if noun.start() < end and start < noun.end():
                continue
            direct = _DIRECT.match(text, noun.end(), end)
            near = direct is not None and start - 1 <= direct.end() <= start + 1
            near = near or _NAMED_BEHIND.fullmatch(text, end, noun.start()) is not None
            distance = start - noun.end() if start >= noun.end() else noun.start() - end
            if _is_value(value, strength, distance, direct=near):
                return strength
        if _is_alone(text, start, end) and _is_made(value, strength):
            for noun in nouns[not text[above:start].isascii()].finditer(text, above, start):
                below = _BELOW.match(text, noun.end(), end)
                if below and below.end() == start and _is_title(text, noun.start()):
                    return strength
    return 0


def _is_alone(text: str, start: int, end: int) -> bool:
    """Whether a value has nothing but a mark of a list, quotes and blanks beside it on its line."""
    line_start, line_end = text.rfind("\n", max(0, start - 40), start) + 1, text.find("\n", end, end + 40)
    before = text[line_start:start] if line_start or start < 40 else "x"
    behind = text[end : line_end if line_end >= 0 else end + 40]
    return bool(_BESIDE.fullmatch(before)) and not behind.strip(" \t\r`\"'.*_")


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the part of a sentence around a word, whole words of it."""
    first = max(0, start - REACH)
    for found in _SENTENCE_END.finditer(text, first, start):
        first = found.end()
    stop = _SENTENCE_END.search(text, end, end + REACH)
    last = stop.start() if stop else min(len(text), end + REACH)
    if first > 0 and not text[first - 1].isspace() and text[first - 1].isascii():
        while first < start and not text[first].isspace():
            first += 1
    while not stop and last < len(text) and last < end + 4 * REACH and "!" <= text[last] <= "~":
        last += 1
    return first, last


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Take the signs of a sentence away from a value; what follows a name and a colon is the value."""
    while start < end and text[start] in _AROUND:
        start += 1
    while end > start and text[end - 1] in _AROUND:
        end -= 1
    return start, end


def _may_be_value(value: str) -> bool:
    """Whether a piece of a text may be a value at all, whatever stands around it."""
    if len(value) < MIN_VALUE or not (_DIGIT_AND_LETTER.match(value) or _SIGNS_AND_CASES.match(value)):
        return False
    if _NO_VALUE.search(value) or _NAMES.match(value) or _TECHNICAL.match(value):
        return False
    return not is_placeholder(value) and not is_reference(value)


def _is_value(value: str, strength: int, distance: int, *, direct: bool) -> bool:
    """Whether a piece of a sentence is the value that a word of it announces."""
    symbols = any(not c.isalnum() and c not in "-_./:" for c in value)
    name = _is_name(value)
    if direct and strength == PASSWORD:
        return is_password(value, quoted=False) and (symbols or not name or is_random(value, 12))
    if direct:
        return is_uuid(value) or (is_random(value, 12) and not name)
    if is_uuid(value) or name:
        return symbols and not is_wordy(value) and strength == PASSWORD and distance <= NEAR
    if strength == PASSWORD and distance <= NEAR:
        return (symbols or changes(value) >= MIN_MADE) and is_password(value, quoted=False)
    mixed = changes(value) >= MIN_MADE and value not in (value.lower(), value.upper())
    return len(value) >= 12 and mixed and is_random(value, 12)


def _is_name(value: str) -> bool:
    """Whether a value is words and numbers as in the name of a thing."""
    share = changes(value)
    return (is_wordy(value) and share < MAX_WORDY) or (has_name_parts(value) and share < MAX_PARTS)


def _is_title(text: str, start: int) -> bool:
    """Whether a word is near the beginning of its line, as in a heading or a list."""
    line = text.rfind("\n", max(0, start - 60), start)
    return start < 60 or line >= 0


def _is_made(value: str, strength: int) -> bool:
    """Whether a value alone on its line is a secret."""
    if is_uuid(value) or not value[-1].isalnum():
        return is_secret_value(value, strength, quoted=False)
    return not (has_name_parts(value) and _is_name(value)) and is_secret_value(value, strength, quoted=False)
