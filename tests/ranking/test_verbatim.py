"""What a question quotes word for word, and where a text has it."""

from __future__ import annotations

import pytest

from trove_git.ranking.verbatim import MOST_WORDS, Phrase, Run, find_run, phrases


def quoted(question: str) -> list[tuple[str, bool]]:
    return [(" ".join(phrase.words), phrase.quoted) for phrase in phrases(question)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        pytest.param('where is "store is busy" printed', [("store is busy", True)], id="in quotation marks"),
        pytest.param("where is `store is busy` printed", [("store is busy", True)], id="in backquotes"),
        pytest.param("'store is busy'", [("store is busy", True)], id="in single ones"),
        pytest.param("“store is busy”", [("store is busy", True)], id="typographic"),
        pytest.param("the store doesn't say it's busy", [("the store doesn t say it s busy", False)], id="apostrophes"),
        pytest.param("Error: the store is busy", [("error the store is busy", False)], id="a message"),
        pytest.param(
            'cannot find the part "x y" of store 7',
            [("cannot find the part x y of store 7", False)],
            id="a value in it",
        ),
        pytest.param("how do I make the store less busy", [], id="a question"),
        pytest.param("store is busy", [], id="too short"),
        pytest.param("what is it and how are they", [], id="stop words"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_what_a_question_may_quote(question, expected):
    assert quoted(question) == expected


def test_of_a_pasted_page_the_beginning_counts():
    assert len(phrases("word number " * 500)[0].words) == MOST_WORDS


def phrase(text: str, *, whole: bool = False) -> Phrase:
    return Phrase(tuple(text.lower().split()), quoted=whole)


@pytest.mark.parametrize(
    ("words", "text", "run"),
    [
        pytest.param("the store is busy now", 'raise Busy("The store is busy now!")', Run(5, 0), id="word for word"),
        pytest.param("the store is busy now", "x\ny\n  The store\n  is busy now", Run(5, 2), id="over two lines"),
        pytest.param("part 7 of the store is lost", "part %d of the store is lost", Run(6, 0), id="a number"),
        pytest.param(
            "cannot read /srv/a/b.txt the disk is full".replace("/", " ").replace(".", " "),
            'f"cannot read {path}: the disk is full"', Run(6, 0), id="a path",
        ),
        pytest.param(
            "pending parts are lost again", "def pending_parts():\n    'Pending parts are lost again'", Run(5, 1),
            id="the nearest beginning",
        ),
        pytest.param("the store is busy now", "the busy store is now closed", Run(), id="another order"),
        pytest.param("stop the store from losing parts", "stop x x x the x x x store", Run(), id="far apart"),
        pytest.param("make all parts of it small again", "all or most of its parts are small", Run(), id="by chance"),
        pytest.param("the store is busy now", "İİİİ the\nstore is busy now", Run(5, 0), id="longer in lower case"),
        pytest.param("the store is busy now", "", Run(), id="no text"),
    ],
)  # fmt: skip
def test_the_longest_run_of_a_text(words, text, run):
    assert find_run(phrase(words), text) == run


def test_all_of_what_stands_in_quotation_marks_is_meant():
    assert find_run(phrase("store is busy", whole=True), "a\nthe store is busy") == Run(3, 1)
    assert find_run(phrase("store is busy", whole=True), "the store is really busy") == Run()
    assert find_run(phrase("is busy", whole=True), "the store is busy") == Run(2, 0)
