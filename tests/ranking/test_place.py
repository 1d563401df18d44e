"""What an entry is pinned to, and where a question is asked from."""

from __future__ import annotations

import pytest

from tests.support.indexes import put, source
from trove_git.index.record import Prepared
from trove_git.index.search import Filter, MemoryIndex
from trove_git.index.store import Layer
from trove_git.ranking import rank as room
from trove_git.ranking.place import PLACE_FACTOR, AskedFrom, covers, place_factor
from trove_git.ranking.rank import Limits, rank
from trove_git.ranking.score import combine
from trove_git.ranking.searched import WordsLayer

FOLDERS = [
    # pattern, folder that somebody stands in, whether it is covered
    ("packages/api/**", "packages/api", True),
    ("packages/api/**", "packages/api/src/deep", True),
    ("packages/api/**", "packages", False),
    ("packages/api/**", "packages/api2", False),
    ("packages/api/**", "packages/web", False),
    ("packages/api/**", "other/packages/api", False),
    ("packages/api/", "packages/api", True),
    ("packages/api", "packages/api/src", True),
    ("packages/api", "packages", False),
    ("./packages/api", "packages/api", True),
    ("/packages/api/", "packages/api", True),
    (" packages/api ", "packages/api", True),
    ("packages", "packages/api", True),
    ("api", "packages/api", False),
    ("packages/api/src/retry.ts", "packages/api/src", True),
    ("packages/api/src/retry.ts", "packages/api", False),
    ("packages/api/src/retry.ts", "packages/api/src/deep", False),
    ("packages/api/src/*.ts", "packages/api/src", True),
    ("packages/api/src/*.ts", "packages/api/src/deep", False),
    ("packages/api/**/*.ts", "packages/api", True),
    ("packages/api/**/*.ts", "packages/api/src/deep", True),
    ("packages/api/**/*.ts", "packages", False),
    ("packages/*/src/**", "packages/api/src/deep", True),
    ("packages/*/src/**", "packages/api", False),
    ("packages/*", "packages/api/src", True),
    ("packages/*", "packages", True),
    ("**/test/**", "packages/api/test/unit", True),
    ("**/test/**", "test", True),
    ("**/test/**", "packages/testing", False),
    ("**/test/*.py", "packages/test", True),
    ("te?t/[a-c]/**", "test/b/x", True),
    ("te?t/[a-c]/**", "test/d/x", False),
    ("te?t/[!a-c]/**", "test/d/x", True),
    ("*.ts", "src", False),
    ("**/*.ts", "src", False),
    ("*/package.json", "src", False),
    ("README.md", "docs", False),
    ("**", "src", False),
    ("**/*", "src", False),
    ("*", "src", False),
    ("*/", "src", False),
    ("/", "src", False),
    (".", "src", False),
    ("", "src", False),
    ("src/a b/ü.py", "src/a b", True),
    ("Src/**", "src", False),
]

FILES = [
    # pattern, file that somebody works on, whether it is covered
    ("packages/api/src/retry.ts", "packages/api/src/retry.ts", True),
    ("packages/api/src/retry.ts", "packages/api/src/other.ts", False),
    ("packages/api/**", "packages/api/src/retry.ts", True),
    ("packages/api/", "packages/api/src/retry.ts", True),
    ("packages/api", "packages/api/src/retry.ts", True),
    ("packages/api/retry.ts/", "packages/api/retry.ts", False),
    ("packages/api/retry.ts/**", "packages/api/retry.ts", False),
    ("**/*.ts", "packages/api/src/retry.ts", True),
    ("**/*.ts", "retry.ts", True),
    ("*.ts", "packages/api/src/retry.ts", True),
    ("*.ts", "packages/api/src/retry.py", False),
    ("/*.ts", "src/retry.ts", False),
    ("/*.ts", "retry.ts", True),
    ("src/*.ts", "src/deep/retry.ts", False),
    ("src/**/*.ts", "src/retry.ts", True),
    ("Makefile", "Makefile", True),
    ("Makefile", "packages/api/Makefile", False),
    ("**", "src/retry.ts", False),
]


@pytest.mark.parametrize(("pattern", "folder", "expected"), FOLDERS, ids=[f"{p} from {f}" for p, f, _ in FOLDERS])
def test_a_folder_is_covered(pattern: str, folder: str, expected: bool) -> None:
    below = frozenset({"api"}) if folder == "packages" else frozenset()
    assert covers(pattern, AskedFrom(folder, is_folder=True, subfolders=below)) is expected


@pytest.mark.parametrize(("pattern", "file", "expected"), FILES, ids=[f"{p} for {f}" for p, f, _ in FILES])
def test_a_file_is_covered(pattern: str, file: str, expected: bool) -> None:
    assert covers(pattern, AskedFrom(file, is_folder=False)) is expected


def test_a_name_that_is_no_folder_is_a_file_of_its_folder() -> None:
    assert covers("deploy/Makefile", AskedFrom("deploy", is_folder=True, subfolders=frozenset({"charts"})))
    assert not covers("deploy/charts", AskedFrom("deploy", is_folder=True, subfolders=frozenset({"charts"})))


def test_no_pattern_takes_long() -> None:
    pattern = "**/a/" * 40 + "b"
    # Following one way after the other would take years.
    assert not covers(pattern, AskedFrom("a/" * 300 + "c", is_folder=False))


API, WEB = AskedFrom("api", is_folder=True), AskedFrom("web/x.ts", is_folder=False)


@pytest.mark.parametrize(
    ("patterns", "asked_from", "expected"),
    [
        pytest.param(("api/**",), (API,), PLACE_FACTOR, id="covered"),
        pytest.param(("api/**", "api"), (API, API), PLACE_FACTOR, id="once, however often"),
        pytest.param(("docs/**", "web/**"), (API, WEB), PLACE_FACTOR, id="any pattern, any place"),
        pytest.param(("docs/**",), (API, WEB), 1.0, id="elsewhere"),
        pytest.param((), (API,), 1.0, id="pinned to nothing"),
        pytest.param(("api/**",), (), 1.0, id="asked from nowhere"),
    ],
)
def test_the_factor(patterns: tuple[str, ...], asked_from: tuple[AskedFrom, ...], expected: float) -> None:
    assert place_factor(patterns, asked_from) == expected


WIDE = Limits(100, 100, {})


@pytest.mark.parametrize(("kind", "factor"), [("project", 1.25), ("personal", 1.25), ("doc", 1.0)])
def test_entries_count_more_where_they_are_pinned_to(kind: str, factor: float) -> None:
    layers = [WordsLayer(MemoryIndex([Prepared(source("a.md", "alpha", kind=kind, pinned=("api/**",)))]))]
    (plain,) = rank(layers, ("alpha",), Filter(), WIDE)
    (here,) = rank(layers, ("alpha",), Filter(), WIDE, asked_from=[API])
    assert (plain.parts.place, here.parts.place) == (1.0, factor)
    assert here.parts._replace(place=1.0) == plain.parts
    assert here.score == pytest.approx(factor * plain.score, abs=2e-9)
    assert combine(here.parts) == pytest.approx(here.score, abs=1e-9)


@pytest.mark.parametrize("first", [1, 2, 120])
def test_the_entry_of_the_place_is_found_below_many_better_ones(tmp_path, monkeypatch, first: int) -> None:
    """The engine knows nothing of places: by its score the entry comes after all those of other folders."""
    monkeypatch.setattr(room, "FIRST_CANDIDATES", first)
    monkeypatch.setattr(room, "MORE_CANDIDATES", 2)
    others = [source(f"{i}.md", "alpha beta", kind="project", pinned=("web/**",)) for i in range(40)]
    own = source("own.md", "alpha beta gamma", kind="project", pinned=("api/**",))
    index = put(Layer(str(tmp_path), "k"), "r", [*others, own])
    for asked_from, expected in (([], "0.md"), ([API], "own.md"), ([WEB], "0.md")):
        (best,) = rank([WordsLayer(index)], ("alpha", "beta"), Filter(), Limits(1, 1, {}), asked_from=asked_from)
        assert best.record.path == expected
