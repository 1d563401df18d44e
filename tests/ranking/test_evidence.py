"""What speaks for a file: sums by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.support.indexes import source
from trove_git.index.record import Prepared, Record
from trove_git.ranking.evidence import (
    Evidence,
    EvidenceParts,
    FileWord,
    find_words,
    names_norm,
    path_norm,
    stem_and_folder,
    used_factor,
)

about: Any = pytest.approx
"""A number that a record holds in the place of a float."""


@pytest.mark.parametrize(
    ("length", "norm"),
    [
        pytest.param(0, 0.25, id="1 - 0.75 = 0.25"),
        pytest.param(4, 0.625, id="0.25 + 0.75 x 4/8 = 0.625"),
        pytest.param(8, 1.0, id="0.25 + 0.75 x 8/8 = 1"),
        pytest.param(16, 1.75, id="0.25 + 0.75 x 16/8 = 1.75"),
    ],
)
def test_long_paths_count_less(length, norm):
    assert path_norm(length) == pytest.approx(norm)


@pytest.mark.parametrize(
    ("length", "norm"),
    [
        pytest.param(0, 0.5, id="sqrt(0.25) = 0.5"),
        pytest.param(40, 1.0, id="sqrt(0.25 + 0.75 x 40/40) = 1"),
        pytest.param(200, 2.0, id="sqrt(0.25 + 0.75 x 5) = 2"),
    ],
)
def test_files_with_many_names_count_less(length, norm):
    assert names_norm(length) == pytest.approx(norm)


@pytest.mark.parametrize(
    ("used_by", "factor"),
    [
        pytest.param(0, 1.0, id="1 + 0.2 x log10(1) = 1"),
        pytest.param(9, 1.2, id="1 + 0.2 x log10(10) = 1.2"),
        pytest.param(99, 1.4, id="1 + 0.2 x log10(100) = 1.4"),
    ],
)
def test_files_that_others_use_count_more(used_by, factor):
    assert used_factor(used_by) == pytest.approx(factor)


@pytest.mark.parametrize(
    ("path", "stem", "folder"),
    [
        ("a/b/queue.py", "queue", "b"),
        ("queue.py", "queue", ""),
        ("a/queue.test.ts", "queue", "a"),
        ("a/Makefile", "Makefile", "a"),
        ("a/b/__init__.py", "b", "a"),
        ("a/b/index.ts", "b", "a"),
        ("a/b/Main.java", "b", "a"),
        ("b/mod.rs", "b", ""),
        ("lib.rs", "", ""),
    ],
)
def test_stem_and_folder(path, stem, folder):
    assert stem_and_folder(path) == (stem, folder)


def module(path: str, words: str, names: tuple[str, ...] = (), used_by: int = 0) -> Record:
    """A module whose path has some words."""
    made = source(path, "retry of the queue", kind="module", title=path, title_text=words, names=names,
                  used_by=used_by)  # fmt: skip
    return Prepared(made).record


def words(terms: tuple[str, ...], path: tuple[float, ...], names: tuple[float, ...]) -> list[FileWord]:
    found = [FileWord(*word) for word in zip(terms, range(len(terms)), path, names, strict=True)]
    return [word for word in found if word.path_idf or word.names_idf]


def evidence(*terms: str, path: tuple[float, ...], names: tuple[float, ...]) -> Evidence:
    return Evidence(terms, words(terms, path, names))


def test_evidence_by_hand():
    record = module("net/retry.py", "net retry", ("budget", "spend"), used_by=9)
    parts = evidence("retry", "budget", "net", path=(2.0, 0.0, 1.0), names=(0.0, 3.0, 0.0)).of(record)
    # path: (2 + 1) / (0.25 + 0.75 x 2/8); names: 0.4 x 3 / sqrt(0.25 + 0.75 x 2/40)
    # stem: 0.5 x (sqrt(1 in the stem) + 0.5 x sqrt(1 in the folder)) x the mean idf (2 + 0 + 1) / 3 = 0.75
    # used: 1 + 0.2 x log10(10)
    assert parts == EvidenceParts(
        path=about(3 / 0.4375),
        names=about(0.4 * 3 / math.sqrt(0.2875)),
        stem=about(0.75),
        used=about(1.2),
    )
    assert parts.total == pytest.approx(1.2 * (3 / 0.4375 + 1.2 / math.sqrt(0.2875) + 0.75))


@pytest.mark.parametrize(
    ("terms", "path", "names", "found"),
    [
        pytest.param(("retry",), (2.0,), (2.0,), {"path", "stem"}, id="a word of the path"),
        pytest.param(("budget",), (2.0,), (2.0,), {"names"}, id="a name that is defined"),
        pytest.param(("queue",), (2.0,), (2.0,), set(), id="a word of the text alone"),
        pytest.param(("none",), (2.0,), (2.0,), set(), id="no word"),
        pytest.param((), (), (), set(), id="no terms"),
    ],
)
def test_each_part_has_its_own_words(terms, path, names, found):
    parts = evidence(*terms, path=path, names=names).of(module("net/retry.py", "net retry", ("budget",), used_by=99))
    assert {name for name in ("path", "names", "stem") if getattr(parts, name)} == found
    assert parts.used == (pytest.approx(1.4) if found else 1.0)


def test_a_stem_that_says_nothing_is_replaced_by_its_folder():
    terms = evidence("retry", "net", path=(1.0, 1.0), names=(0.0, 0.0))
    # Both: retry stands for the stem and net for the folder, 0.5 x (1 + 0.5 x 1) x 1 = 0.75
    assert terms.of(module("net/retry/__init__.py", "net retry")).stem == pytest.approx(0.75)
    assert terms.of(module("net/retry.py", "net retry")).stem == pytest.approx(0.75)
    # Two words of the stem: 0.5 x sqrt(2)
    assert terms.of(module("src/net_retry.py", "src net retry")).stem == pytest.approx(0.5 * math.sqrt(2))


def test_a_file_whose_whole_name_is_a_word_of_the_question():
    terms = ("prefer", "templat")
    held = words(terms, (1.0, 2.0), (0.0, 0.0))
    named, plain = Evidence(terms, held, {"prefer-template"}), Evidence(terms, held)
    file, longer = (module(f"rules/{name}.js", f"rules {name}") for name in ("prefer-template", "prefer-template-tag"))
    assert named.of(file).stem == pytest.approx(plain.of(file).stem + 3.0)
    assert named.of(longer).stem == plain.of(longer).stem


def counted(held: dict[str, tuple[int, int]]) -> Any:
    """Word → in how many paths, and in how many files' names, it is."""
    return lambda terms: tuple(list(column) for column in zip(*(held.get(term, (0, 0)) for term in terms), strict=True))


def test_words_that_no_file_has_are_left_out_and_other_forms_are_looked_for():
    found = find_words(("load", "plugin"), counted({"plugin": (1, 0), "loader": (2, 3), "loaded": (0, 0)}), 10)
    # ln(1 + (10 - n + 0.5) / (n + 0.5)) for n of ten files
    assert found == [
        FileWord("plugin", 1, about(math.log(1 + 9.5 / 1.5)), 0.0),
        FileWord("loader", 0, about(math.log(1 + 8.5 / 2.5)), about(math.log(1 + 7.5 / 3.5))),
    ]


def test_a_word_of_the_question_is_not_looked_for_as_a_form_of_another():
    found = find_words(("load", "loader"), counted({"load": (1, 1), "loader": (1, 1)}), 10)
    assert [(word.term, word.of) for word in found] == [("load", 0), ("loader", 1)]


def test_another_form_counts_as_the_word_itself_and_both_count_once():
    held = [FileWord("load", 0, 1.0, 1.0), FileWord("loader", 0, 2.0, 3.0)]
    found = Evidence(("load",), held)
    other = found.of(module("plugin/loader.py", "plugin loader", ("loader",)))
    # path: 2 / (0.25 + 0.75 x 2/8); names: 0.4 x 3 / sqrt(0.25 + 0.75 x 1/40); stem: 0.5 x 1 x 2
    assert other[:3] == about((2 / 0.4375, 1.2 / math.sqrt(0.26875), 1.0))
    both = found.of(module("load/loader.py", "load loader", ("loader",)))
    assert both.path == other.path
    assert both.names == other.names
    assert both.stem == about(0.5 * 1.5 * 2)
