"""Which tools are hits beside those of a repository."""

from __future__ import annotations

import pytest

from trove_git.index.onefile import OneFileIndex, write_index
from trove_git.index.record import Prepared
from trove_git.index.search import Filter, MemoryIndex
from trove_git.ranking import boosts
from trove_git.ranking.rank import Limits, rank
from trove_git.ranking.score import Ranked
from trove_git.ranking.searched import Searched, ToolsLayer, WordsLayer
from trove_git.records import Source
from trove_git.terms import question_terms

TOOLS = {
    "convert": "resize an image and convert between formats",
    "mogrify": "resize an image in place",
    "pdftotext": "PDF to text converter",
    "prove": "run tests through a harness",
    "rein": "harness",
    "login": "begin a session",
    "git": "the stupid content tracker",
    "git-am": "apply patches from git mail",
    "git-hook": "run git hooks",
    "unxz": "compress or expand files",
    "xz": "compress or expand files",
    "mystery": "",
}
DOCS = {
    "Running the tests": "Run the tests with pytest. Tests run in parallel.",
    "Sessions": "How a session works, and where it is kept.",
    "Images": "An image is stored in layers.",
    "Git": "We keep everything in git.",
    "Other": "Nothing of it.",
}


EVERYTHING = Filter()


def tool(name: str, description: str) -> Prepared:
    return Prepared(Source("tool", f"/usr/bin/{name}", 0, 0, name, description, summary=(description, "man x")))


def doc(title: str, body: str) -> Prepared:
    return Prepared(Source("doc", f"docs/{title}.md", 1, 3, title, body))


CATALOG = ToolsLayer(OneFileIndex(write_index([tool(*item) for item in sorted(TOOLS.items())], {})))
REPOSITORY = WordsLayer(MemoryIndex([doc(*item) for item in DOCS.items()]))


def ask(question: str, *layers: Searched, narrowing: Filter = EVERYTHING, cap: int = 3) -> list[Ranked]:
    return rank(layers, question_terms(question), narrowing, Limits(12, 6, {"tool": cap}))


def tools(found: list[Ranked]) -> list[str]:
    return [ranked.record.title for ranked in found if ranked.record.kind == "tool"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        pytest.param("resize an image", ["mogrify", "convert"], id="a word that the repository does not have"),
        pytest.param("extract text from a pdf", ["pdftotext"], id="two words of three"),
        pytest.param("how do sessions work", [], id="one word that the repository has"),
        pytest.param("how do sessions begin and end and restart", [], id="too little of the question"),
        pytest.param("a harness for parallel zebras", [], id="one word of three, though nothing else holds it"),
        pytest.param("run the tests", [], id="the repository answers it better"),
        pytest.param("git", ["git"], id="one word that is the whole name"),
        pytest.param("compress files", ["xz"], id="of one description the short name"),
        pytest.param("compress files like unxz", ["unxz"], id="of one description the one that is named"),
        pytest.param("mystery", ["mystery"], id="a name without a description"),
        pytest.param("nowhere", [], id="nothing"),
    ],
)
def test_which_tools_are_hits(question, expected):
    assert tools(ask(question, REPOSITORY, CATALOG)) == expected


def test_where_only_tools_are_asked_for_nothing_is_left_out():
    only = Filter(("tool",))
    assert set(tools(ask("how do sessions work", REPOSITORY, CATALOG, narrowing=only))) == {"login"}
    assert set(tools(ask("compress files", CATALOG, narrowing=only))) == {"xz", "unxz"}
    assert tools(ask("git", CATALOG, narrowing=only))[0] == "git"


def test_another_kind_leaves_them_out():
    assert tools(ask("resize an image", REPOSITORY, CATALOG, narrowing=Filter(("doc",)))) == []


def test_without_a_repository_any_tool_that_holds_enough_is_a_hit():
    assert tools(ask("begin session", CATALOG)) == ["login"]


def test_the_cap():
    assert len(tools(ask("resize an image", REPOSITORY, CATALOG, cap=1))) == 1


@pytest.mark.parametrize("question", ["resize an image", "git", "run the tests", "how do sessions work"])
def test_scores_of_the_repository_stay_as_they_are(question):
    without = ask(question, REPOSITORY)
    assert [r for r in ask(question, REPOSITORY, CATALOG) if r.record.kind != "tool"] == without


def test_the_whole_name_counts_half_an_idf_more():
    (git, *_) = ask("git", CATALOG, narrowing=Filter(("tool",)))
    ((name, value),) = git.parts.evidence
    assert name == "name"
    assert value == pytest.approx(boosts.TOOL_NAME_WEIGHT * git.parts.title / boosts.TITLE_WEIGHT)
    other = next(r for r in ask("git", CATALOG, narrowing=Filter(("tool",))) if r.record.title == "git-am")
    # `am` is a common word and no term, so `git` is the only term of the name, but not the name.
    assert (other.record.title_len, other.parts.evidence) == (1, ())
