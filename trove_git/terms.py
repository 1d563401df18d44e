"""Text → terms: the one tokenizer, used for sources when indexing and for questions when asking.

1. NFKC, so that full-width letters and ligatures match their plain forms.
2. Words: runs of letters and digits, joined by `_`. Scripts written without spaces
   (Han, kana, Thai and their neighbours) are cut out of them and yield character bigrams.
3. A word of several parts (`fetchWithRetry`, `fetch_with_retry`) yields the whole, parts
   joined, and each part; so both spellings share one whole.
4. Each is case-folded, loses the accents of Latin letters, and is folded to one form for
   singular and plural, with and without `ing` (`cache`, `caches`, `caching`); words in
   Cyrillic are stemmed with the Snowball algorithm.
5. Stop words go.

`question_terms` differs from `source_terms` in two ways: each term counts once, and a run
of Han characters yields no single characters beside its bigrams.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

TERMS_VERSION = 5
"""Raise when any text would yield other terms: published indexes are then built again. One line for each version.

1 (2026-11-30): words and their parts, folded; stop words of English and German; stems of Cyrillic; bigrams.
2 (2026-12-01): IPv6, OAuth and GraphQL are one part of a name.
3 (2026-12-01): more English function words (`between`, `about`) are stop words; `theme` and `cans` are none.
4 (2026-12-01): a word with digits keeps its final `en`: `OAuth2Token`.
5 (2026-12-01): combining marks belong to the word; more letters fold; C++, C#, F#, .NET, Node.js
and Objective-C are words.
"""

MAX_TERM_CHARACTERS = 64
"""Longer words are hashes, base64 or generated data; nobody asks for them by hand."""

STOP_WORDS = frozenset(
    # English function words, and the question words that say nothing about the subject.
    "a an and any are as at be been being but by can could did do does doing for from had has have how i if in "
    "into is it its itself just me my of on or our s shall should so some such t than that the their them then "
    "there these they this those to too up us use used uses using very via was we were what when where whether "
    "which while who whom why will with would you your "
    "about above against also am among because below between both during each further he her him his however me "
    "might must no she therefore thus upon within "
    # German; words that are also English ones of weight ("die", "man") stay searchable.
    "aber als am auf aus bei beim bin bis das dass dem den der des dich dies diese dieser dieses doch du ein eine "
    "einem einen einer eines er es fur habe haben hat ich ihr im ist kann konnen mein mit nach nicht noch nur "
    "oder ohne sich sie sind uber um und uns unser unter vom von vor wann warum wenn wer werden wie wieso wir "
    "wird wo woher womit wurde zu zum zur zwischen "
    # Russian.
    "а без бы был была были было быть в вам вас во вот все вы где да для до его ее если есть еще же за и из или "
    "им их к как какой когда ко кто ли мне мы на над не нет но ну о об он она они от по под почему при про с со "
    "так там то тоже только у уже чем что чтобы это этот я ".split()
)

_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3"
)
"""Marks above and below letters that many leave out: accents, points and vowels of Hebrew, Arabic, Syriac, Thaana."""
_INSIDE = (
    "\u0900-\u0963\u0971-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37"
    "\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1712-\u1715\u17b4-"
    "\u17d3\u17dd\u1ab0-\u1aff\u1b00-\u1b04\u1b34-\u1b44\u1dc0-\u1dff\u20d0-\u20f0\ua8b4-\ua8c5\ufe20-\ufe2f"
)
"""Marks that are a part of the word: vowels of the scripts of India, Thai, Lao, Tibetan, Burmese, Khmer and others."""
_ZERO_WIDTH = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
"""Soft hyphens and characters without a width: they part no word."""
_WORD = re.compile(r"[^\W_]+(?:_+[^\W_]+)*")
_WORD_WITH_MARKS = re.compile(rf"[^\W_](?:[^\W_]+|[{_MARKS}{_INSIDE}]+|_+(?=[^\W_]))*")
_HAS_MARKS = re.compile(f"[{_MARKS}{_INSIDE}{_ZERO_WIDTH}]")
"""Few texts have any, and the pattern for their words takes six times as long."""
_MARK = re.compile(f"[{_MARKS}]")
_UNSEEN = dict.fromkeys(map(ord, _ZERO_WIDTH))
_PLAIN = str.maketrans({
    "\u0131": "i", "\u0142": "l", "\u0141": "L", "\u00f8": "o", "\u00d8": "O", "\u0111": "d", "\u0110": "D",
    "\u00e6": "ae", "\u00c6": "AE", "\u0153": "oe", "\u0152": "OE", "\u00fe": "th", "\u00de": "Th", "\u00f0": "d",
    "\u00d0": "D", "\u0127": "h", "\u0126": "H", "\u0167": "t", "\u0166": "T", "\u0138": "k", "\u014b": "n",
    "\u014a": "N",
})  # fmt: skip
"""Letters that Unicode does not take apart, as those without them on the keyboard write them."""
_LANGUAGE = re.compile(
    r"C(?<![\w+#.]C)(?:\+\+(?!\+)|#(?!#))|F(?<![\w+#.]F)#(?!#)|c(?<![\w+#.]c)\+\+(?=[0-9])|Objective-C\b"
    r"|\.NET\b(?<!\.\.NET)|[A-Z](?<!\w.)[a-z]+\.js\b"
)
"""Names of the field that have a sign in them, as docs and code write them. Each begins with a character, not with what
may stand before it: so they are found at a quarter of the cost."""
_LANGUAGE_ASKED = re.compile(
    r"(?<![\w+#.])(?:c\+\+(?!\+)|[cf]#(?!#)|objective[- ]c\b)|(?<!\.)\.net\b|\b[a-z]+\.js\b",
    re.IGNORECASE,
)
"""The same in questions, where many write small letters."""
_SIGNS = ("C++", "c++1", "c++2", "C#", "F#", "Objective-C", ".NET", ".js")
"""What a text has that may hold such a name: a search for each costs a part of one with the pattern."""
_BLANKED = bytes(byte if byte < 128 and (chr(byte).isalnum() or byte == 0x5F) else 0x20 for byte in range(256))
"""Every byte of ASCII text, blank where it belongs to no word."""
_ONE_WORD = r"IPv(?=[0-9])|OAuth(?![a-z])|[Gg]raphQL(?![a-z])"
"""Words of the field whose capitals begin no part."""
_PART = re.compile(
    _ONE_WORD + r"|[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+" + rf"|(?:[^\W\dA-Za-z_]|[{_INSIDE}])+"
)
_UNSPACED = (
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\U00020000-\U0003134f]+)"
)
_HAN = "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]"
_CYRILLIC = "[\u0400-\u04ff]"
SAME_AS = {
    "config": "configure",
    "configuration": "configure",
    "deployment": "deploy",
    "installation": "install",
    "installer": "install",
    "cpp": "cplusplus",
}
"""Noun → the verb that newcomers ask by: the docs say `Installation`, they ask how to install."""

_MIN_PLURAL = 4
_MIN_ACRONYM = 3
_MIN_ING = 6
_MIN_FINAL_E = 4
_VOWELS = frozenset("aeiouy")
_KEEP_DOUBLE = frozenset("lsz")
_MIN_GERMAN_PLURAL = 7


def source_terms(text: str) -> list[str]:
    """Return the terms of a source's text, in order, with repetitions."""
    return list(chain.from_iterable(map(_WORD_TERMS.__getitem__, _source_words(text))))


def _source_words(text: str) -> list[str]:
    """Return the words of a text; in ASCII with the `_` around them, at a quarter of the cost of a pattern."""
    if any(sign in text for sign in _SIGNS):
        text = _LANGUAGE.sub(_spelled, text)
    if text.isascii():
        return text.encode("ascii").translate(_BLANKED).decode("ascii").split()
    return _words(text)


def _words(text: str) -> list[str]:
    """Return the words of any text."""
    text = unicodedata.normalize("NFKC", text)
    if _HAS_MARKS.search(text) is None:
        return _WORD.findall(text)
    return _WORD_WITH_MARKS.findall(text.translate(_UNSEEN))


def _spelled(found: re.Match[str]) -> str:
    """Return a name with a sign in it as a word."""
    name = found[0]
    lower = name.lower()
    if lower.endswith(".js"):
        return f"{name[:-3]}Js"
    if lower[1] == "#":
        return f"{name[0]}sharp"
    return {"c": "Cplusplus ", "o": "Objectivec", ".": " Dotnet"}[lower[0]]


class _WordTerms(dict[str, tuple[str, ...]]):
    """Terms of words as they stand in a source; a word is cut once, and then costs a look into a dict."""

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= MAX_KEPT_WORDS:
            self.clear()
        bare = word.strip("_")
        terms = self[word] = _terms_of(bare, with_single_characters=True) if bare else ()
        return terms


_WORD_TERMS = _WordTerms()
MAX_KEPT_WORDS = 200_000


def question_terms(text: str) -> list[str]:
    """Return the distinct terms of a question, in order of their first appearance; none when it has only stop words."""
    return list(dict.fromkeys(term for _, terms in question_words(text) for term in terms))


def question_words(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return each word of a question with its terms; stop words have none."""
    text = _LANGUAGE_ASKED.sub(_spelled, text)
    return [(word, _question_word_terms(word)) for word in _words(text)]


def _question_word_terms(word: str) -> tuple[str, ...]:
    return _terms_of(word, with_single_characters=False)


def _terms_of(word: str, *, with_single_characters: bool) -> tuple[str, ...]:
    if word.isascii():
        return tuple(_spaced_terms(word))
    terms: list[str] = []
    for piece in filter(None, re.split(_UNSPACED, word)):
        if re.match(_UNSPACED, piece):
            terms += _bigrams(piece, with_single_characters)
        else:
            terms += _spaced_terms(piece)
    return tuple(terms)


def _bigrams(run: str, with_single_characters: bool) -> Iterator[str]:
    """Character bigrams of a run without spaces; a run of one character is its own term."""
    if len(run) == 1:
        yield run
        return
    for i in range(len(run) - 1):
        yield run[i : i + 2]
    if with_single_characters:
        yield from re.findall(_HAN, run)


def _spaced_terms(word: str) -> list[str]:
    """The whole of a word and, when it has several, its parts."""
    if len(word) > MAX_TERM_CHARACTERS:
        return []
    if not word.isascii():
        word = _MARK.sub("", "".join(map(_without_accent, word)).translate(_PLAIN))
    pieces = word.split("_") if "_" in word else (word,)
    parts = [part for piece in pieces if piece for part in _split_camel(piece)]
    terms = [_fold("".join(parts))] if len(parts) > 1 else []
    terms += [term for part in parts if (term := _fold(part)) and not _is_stop_word(part)]
    return terms


def _is_stop_word(part: str) -> bool:
    """Whether a word as it stands is a stop word; that its folded form reads like one does not count: `theme`."""
    return part.casefold().replace("ё", "е") in STOP_WORDS


def _split_camel(piece: str) -> list[str]:
    """Split `parseHTTPHeader2` into `parse HTTP Header2`; plain words stay whole.

    Digits stay with the letters before them (`utf8`, `v2`, `sha256`).
    """
    if piece[1:].islower() or piece.islower() or piece.isupper() or piece.isdigit():
        return [piece]
    parts: list[str] = []
    for part in _PART.findall(piece):
        if parts and part.isdigit():
            parts[-1] += part
        else:
            parts.append(part)
    return parts


@lru_cache(maxsize=200_000)
def _fold(word: str) -> str:
    """One form for case, accents, singular and plural."""
    if word.endswith("s") and len(word) >= _MIN_ACRONYM and word[:-1].isupper():
        word = word[:-1]
    folded = word.casefold()
    if folded in STOP_WORDS:
        return folded
    if not folded.isascii() and re.search(_CYRILLIC, folded):
        folded = folded.replace("ё", "е")
        return folded if folded in STOP_WORDS else _stem_russian(folded)
    singular = _singular(folded)
    return _stem(SAME_AS.get(singular, singular))


def _without_accent(character: str) -> str:
    """The base of an accented letter of Latin or Greek; every other character as it is."""
    base = unicodedata.normalize("NFD", character)[0]
    return base if base.isascii() or "\u0370" <= base <= "\u03ff" else character


def _singular(word: str) -> str:
    """Fold simple plurals: `entries` → `entry`, `classes` → `class`, `hits` → `hit`.

    Long words also lose a final `en`, the plural and infinitive ending of German
    (`Verbindungen`, `Datenbanken`), which does not merge English words of different meaning.
    Words with digits are names of code and keep it.
    """
    n = len(word)
    if n >= _MIN_GERMAN_PLURAL and word.endswith("en") and word.isalpha():
        return word[:-2]
    if n < _MIN_PLURAL or not word.endswith("s"):
        return word
    if word.endswith("ies") and n > _MIN_PLURAL:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    if word.endswith(("ss", "us", "is")):
        return word
    return word[:-1]


def _stem(word: str) -> str:
    """Fold the English `ing` and a final `e`: `caching`, `cache` → `cach`; `mapping`, `map` → `map`.

    Only inflection goes: a full stemmer merges `valid`, `validator` and `validation`, and loses
    more than it finds. `ed` stays for the same reason.
    """
    if not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ing") and len(word) >= _MIN_ING and _VOWELS.intersection(word[:-3]):
        word = word[:-3]
        if word[-1] == word[-2] and word[-1] not in _KEEP_DOUBLE:
            word = word[:-1]
    return word[:-1] if len(word) >= _MIN_FINAL_E and word.endswith("e") else word


def _stem_russian(word: str) -> str:
    from snowballstemmer.russian_stemmer import RussianStemmer

    stem: str = RussianStemmer().stemWord(word)
    return stem
