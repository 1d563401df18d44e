"""Factors and additions around BM25: title, coverage, the prior of a kind, pages that count less.

Most numbers of the ranking stand here, each with its reason; `place.py`, `strength.py`, `facts.py`, `evidence.py` and
`code.py` hold the others. docs/ranking.md explains them to users.
"""

from __future__ import annotations

from trove_git.terms import question_terms

TITLE_WEIGHT = 1.0
"""A term in the title adds this times its idf: as much as the term being there a second time."""

SYMBOL_TITLE_WEIGHT = 0.7
"""The same for symbols, whose names are evidence of their file too."""

COVERAGE_EXPONENT = 0.3
"""Exponent of the share of the question's terms that a source holds. With 1 a long question finds whatever
shares its filler words; 0.2 to 0.4 are equal on questions about docs, and better than 0 and 1."""

PRIOR_BY_KIND = {
    "personal": 1.25,
    "project": 1.25,
    "doc": 1.1,
    "arch": 1.0,
    "subsystem": 1.0,
    "module": 1.0,
    "symbol": 0.9,
    "tool": 0.6,
    "commit": 1.0,
}
"""Curated notes are trusted a little more than docs, docs more than generated summaries."""

RECENCY_WEIGHT = 0.2
"""What was changed just now counts this much more, where recency is asked for: enough to decide between two sources
of about the same score, and not enough to lift what matches badly."""

STALE_FACTOR = 0.7
DANGLING_FACTOR = 0.5
"""Factors of an entry whose files commits have changed since, and of one that speaks of files that are gone, where
fresh entries are preferred: a doubt decides between two entries of about the same score, a gone file weighs more than
a changed one, and an entry that matches twice as well stays first, since many changes touch no fact."""

TOOL_SHARE = 0.5
"""A tool that holds less than this share of the question, by the weights of its terms, is no answer: among two
thousand one-line descriptions nearly every question finds some that share a word with it."""

TOOL_SHARE_WANTED = 0.1
"""The same share where the question asks for an installed tool."""

TOOL_FLOOR = 0.4
"""A tool whose score is below this share of the best hit's is none either, unless it holds a word of the question that
no hit of the repository has: docs answer `run the tests`, and no doc about images answers `resize an image`."""
TOOL_NAME_WEIGHT = 0.5
"""A term that is the whole name of a tool adds this times its idf: `git` is git before `git-hook`."""

RELATED_WEIGHT = 0.5
"""A word that is related to one of the question, as `optimizer` is to `optimize`, counts half of it, and never more
than half of what it would itself. 0.3 to 0.5 are equal; with 1 the second form of a word outweighs a second word."""
RELATED_FORMS = 2
"""Of the forms of a word the most frequent; more bring nothing."""
RELATED_COVERAGE = 0.5
"""A source that holds relatives only covers the question as one with half a term does."""

CODE_COVERAGE_EXPONENT = 0.7
"""The same for code, whose sources are many: 0.5 to 0.8 are better than 0 and 0.3 on both sets about code."""

CODE_UNSURE = 0.5
CODE_OF_USER = 0.4
CODE_ASKED = 0.8
CODE_NAMED = 2.0
"""How much the best of the code counts beside the best entry or doc of equal strength: usually; when somebody asks how
to do a thing; when the question asks where or how something is done; when it defines a name that the question uses.
From 0.5 to 0.7 and from 0.8 to 1.6 questions about code gain what questions about use lose."""

WANTED_LESS = 0.3
WANTED_MORE = 3.0
"""Factors of what a question does not ask for by its wording (the code of a function whose test is asked for), and of
the one thing that it does ask for (the file whose path it quotes). From 0.1 to 0.5, and from 2 up, all is equal."""

MODULE_K1 = 3.0
"""Saturation of a term's frequency in the words of a whole file."""

PATH_WEIGHT = 1.0
"""Words of a file's path, by their rarity among paths."""
MEAN_PATH_LEN = 8.0
"""Words of a usual path; longer ones count less."""

NAMES_WEIGHT = 0.4
"""Words of the names that a file defines."""
MEAN_NAMES_LEN = 40.0

STEM_WEIGHT = 0.5
"""Share of the question in the file's own name and its folder."""
NAMED_FILE_WEIGHT = 1.0
"""A file whose whole name is a word of the question, as `prefer-template` is of `prefer-template.js`: each of its words
adds this times its idf. Worth 0.003 to commits whose files are known; 2 as well, and from there on code loses."""
EMPTY_STEMS = frozenset(("__init__", "index", "lib", "main", "mod", "init"))
"""Stems that say nothing; the folder's name stands for them."""

USED_WEIGHT = 0.2
"""Files that many others use are asked for more often."""

GOOD_UNITS = 5
UNIT_DECAY = 0.5
"""Each further good source of a file adds half of what the one before added."""

ANCHOR_WEIGHT = 0.5
ANCHOR_K1 = 0.5
"""Subjects of the commits that touched a file. Weights 0.3 to 0.8 are equal on commits whose files are known; with
a commit shared among its files a term's frequency is small, so it saturates early."""
ANCHOR_HELD = 0.25
ANCHOR_COVERAGE = 0.5
"""A term that only the subjects hold counts half for coverage, in full from a frequency of a quarter on: as much as
one commit of four files gives."""
SIMILAR_COMMITS = 20
SIMILAR_FILES = 10
SIMILAR_WEIGHT = 0.5
"""The commits most like the question, unless they touched many files. 10 to 40 commits are equal."""

NAME_ASKED = 2.0
NAME_IDENTIFIER = 1.0
NAME_CAPITALISED = 0.6
NAME_ADJACENT = 0.6
"""What the definition of a name adds, as a share of the best file's score: when the question asks for that name, when
it uses it, when it has a capitalised word of that name, or words side by side that together are it."""
NAME_FILES = 3
"""A name that more files define counts less, by the root of their number over this."""
NAME_OTHER_CASE = 0.6
"""Share for a definition whose name is written with other capitals."""
NAME_OTHER_SCOPE = 0.3
"""Share for one that does not lie in what the question says that it lies in."""
NAME_OF_FILE = 1.5
"""Factor where the file has the name too."""
DEFINITION_KIND = {
    "class": 1.0, "struct": 1.0, "interface": 1.0, "trait": 1.0, "enum": 1.0, "type": 1.0, "union": 1.0,
    "protocol": 1.0, "object": 1.0, "mod": 0.7, "function": 0.7, "method": 0.7, "macro": 0.7, "extension": 0.4,
    "constant": 0.4,
}  # fmt: skip

CODE_CATEGORY_FACTOR = {
    "changelog": 0.3, "contributing": 0.3, "blog": 0.3, "test": 0.2, "example": 0.2, "deprecated": 0.2,
    "vendored": 0.2, "stub": 0.5, "config": 0.3,
}  # fmt: skip
"""Files of code that count less, unless the question asks for them."""

CATEGORY_FACTOR = {
    "changelog": 0.4,
    "contributing": 0.4,
    "blog": 0.4,
    "test": 0.4,
    "example": 0.4,
    "deprecated": 0.4,
    "vendored": 0.4,
    "stub": 0.5,
    "config": 0.4,
}
"""Pages that mention everything and explain little; the most consistent gain on questions about docs."""


def _folded(words: str) -> frozenset[str]:
    """Return words as the terms that a question has."""
    return frozenset(question_terms(words))


CATEGORY_TERMS: dict[str, frozenset[str]] = {
    "changelog": _folded("change changed changelog release released history news version since"),
    "contributing": _folded(
        "contribute contributor maintainer conduct governance pr patch test build compile source debug develop"
        " development setup lint release"
    ),
    "blog": _folded("blog post announcement announced"),
    "test": _folded("test tested spec fixture playground"),
    "example": _folded("example sample demo benchmark template"),
    "deprecated": _folded("deprecated legacy archive obsolete old"),
    "vendored": _folded("vendored vendor third external"),
    "stub": _folded("init stub declaration typing"),
    "config": _folded("config configured setting option lint build ci workflow package version dependency"),
}
"""A question with one of these terms asks for such pages; then they count in full."""


def coverage(matched: float, total: float, *, code: bool = False) -> float:
    """Return the factor for the share of the question that a source holds.

    Args:
        matched: number of the question's terms in the source.
        total: number of the question's terms.
        code: whether the source is made from code.
    """
    return float((matched / total) ** (CODE_COVERAGE_EXPONENT if code else COVERAGE_EXPONENT))


def recency(age_seconds: float, half_life_seconds: float) -> float:
    """Return the factor of a source by the age of its last change, from 1 to 1 + RECENCY_WEIGHT.

    Args:
        age_seconds: below 0, from a clock that was wrong, counts as 0.
        half_life_seconds: age at which the advantage is half, above 0.
    """
    return float(1 + RECENCY_WEIGHT * 2 ** (-max(0.0, age_seconds) / half_life_seconds))


def page_factor(category: str, asked: frozenset[str], *, code: bool = False) -> float:
    """Return the factor of a source's page or file, 1 for most.

    Args:
        category: category of the page, or empty.
        asked: categories that the question asks for.
        code: whether the source is made from code.
    """
    if not category or category in asked:
        return 1.0
    return CODE_CATEGORY_FACTOR[category] if code else CATEGORY_FACTOR[category]


def asked_categories(terms: tuple[str, ...]) -> frozenset[str]:
    """Return the categories of pages that a question names."""
    words = set(terms)
    return frozenset(name for name, triggers in CATEGORY_TERMS.items() if words & triggers)
