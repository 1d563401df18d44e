"""docs/ranking.md: its example is a repository that is built here, and every number of it is what comes out."""

from __future__ import annotations

import json
import math
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.asking.word_notes import RARE
from trove_git.ranking import balance, bm25, boosts, place, strength, verbatim
from trove_git.ranking.asked import read_question
from trove_git.settings import TOOLS_LIMIT

PAGE = (Path(__file__).parent.parent.parent / "docs" / "ranking.md").read_text(encoding="utf-8")
EXAMPLE = PAGE.partition("\n## An example\n")[2].partition("\n## ")[0]
PLAIN_PAGE = " ".join(PAGE.split())
BLOCK = r"((?:    .*\n|\n)+)"
STEP = re.compile(r"    (?P<name>\w+) += (?P<sum>.+?) = (?P<value>[0-9.]+)(?:  +(?P<because>.+))?\n")
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
ARITHMETIC = {"ln": math.log, "sqrt": math.sqrt, "__builtins__": {}}
NOT_PARTS = {
    "retry", "upload", "work", "length", "one", "told", "shared", "rare", "subject", "alike", "plain", "held", "behind",
    "doc_retry", "doc_work", "doc_upload", "doc_bm25", "doc", "doc_held", "strength", "factor",
}  # fmt: skip
"""Steps on the way to a part of the score."""


def plain(block: str) -> str:
    return "".join(line.removeprefix("    ") for line in block.splitlines(keepends=True)).rstrip("\n") + "\n"


def commits_of_the_page() -> Iterator[tuple[str, dict[str, str]]]:
    for part in re.split(r"^Commit ", EXAMPLE, flags=re.MULTILINE)[1:]:
        files = {m[1]: plain(m[2]) for m in re.finditer(rf"^`(\S+)`\n\n{BLOCK}", part, re.MULTILINE)}
        yield part.splitlines()[0].strip("`"), files


@pytest.fixture
def example(repo: Repo) -> Repo:
    for subject, files in commits_of_the_page():
        repo.commit(subject, files)
    trove(repo, "index")
    return repo


def trove(repo: Repo, *arguments: str) -> str:
    command = [sys.executable, "-m", "trove_git", *arguments]
    return subprocess.run(command, cwd=repo.path, capture_output=True, text=True, check=True).stdout


def test_the_example_is_what_explain_prints(example: Repo) -> None:
    command, shown = re.search(rf"^    \$ git trove (.+)\n{BLOCK}", EXAMPLE, re.MULTILINE).groups()
    assert trove(example, *shlex.split(command)) == plain(shown)


def test_every_step_leads_to_the_score_of_the_first(example: Repo) -> None:
    asked = json.loads(trove(example, "ask", "--explain", "--json", "how upload retries work"))
    first = asked["sources"][0]
    values: dict[str, float] = {}
    for step in STEP.finditer(EXAMPLE):
        name, summed, shown = step["name"], step["sum"], step["value"]
        values[name] = eval(summed.replace("^", "**"), ARITHMETIC, values)
        assert f"{values[name]:.3f}" == shown, name
        assert set(NUMBER.findall(step["because"] or "")) <= set(NUMBER.findall(summed)), name
    found = first["explain"] | first["explain"]["evidence"] | {"score": first["score"]}
    parts = {name: value for name, value in values.items() if name not in NOT_PARTS}
    assert parts == pytest.approx({name: found[name] for name in parts}, rel=1e-6)
    # Nothing that --explain prints is left out of the sum.
    assert {*first["explain"]["evidence"], "bm25", "title", "coverage", "prior", "score"} == parts.keys()
    assert {found[name] for name in ("page", "recency", "place", "wanted", "used", "fresh")} == {1.0}


def test_what_the_page_says_would_change_it_does(example: Repo) -> None:
    question, weight, usual, prior, score = re.search(
        r"Asked as `(.+)`, which .+\s.+ its weight is (\S+) in place of (\S+), its prior is (\S+) and its\s+"
        r"score (\S+)\.",
        EXAMPLE,
    ).groups()
    asked = (question, "how upload retries work")
    assert [read_question(one).code for one in asked] == [float(weight), float(usual)]
    hits = json.loads(trove(example, "ask", "--explain", "--json", question))["sources"]
    symbol = next(hit for hit in hits if hit["kind"] == "symbol")
    assert f"{symbol['explain']['prior']:.3f}" == prior
    assert f"{symbol['score']:.3f}" == score
    assert "1  symbol  src/upload.py:6" in trove(example, "ask", "--kind", "symbol", "how upload retries work")
    assert "module  src/upload.py" not in trove(example, "ask", "how upload retries work")
    assert "module  src/upload.py" in trove(example, "ask", "--kind", "module", "how upload retries work")


PRIOR = boosts.PRIOR_BY_KIND
CODE_PAGES = boosts.CODE_CATEGORY_FACTOR.values()


@pytest.mark.parametrize(
    "said",
    [
        f"(k1 = {bm25.K1}, for whole files {boosts.MODULE_K1:g}) and counts less in long sources (b = {bm25.B})",
        f"the idf once more for each word in the title, for symbols {boosts.SYMBOL_TITLE_WEIGHT} of it",
        f"{PRIOR['project']} for entries, {PRIOR['doc']} for docs, {PRIOR['commit']:g} for commits, modules,"
        f" subsystems and the architecture, {PRIOR['symbol']} for symbols, {PRIOR['tool']} for tools",
        f"by its path: {boosts.CATEGORY_FACTOR['changelog']}, in code {min(CODE_PAGES)} to {max(CODE_PAGES)}.",
        f"up to {1 + boosts.RECENCY_WEIGHT}: 1 + {boosts.RECENCY_WEIGHT} · 2^(−age / 90 days)",
        f"{place.PLACE_FACTOR} for an entry whose `paths:` cover",
        f"{boosts.WANTED_LESS} or {boosts.WANTED_MORE:g}, by [what the question asks for]",
        f"to the power {boosts.COVERAGE_EXPONENT}, in code {boosts.CODE_COVERAGE_EXPONENT}:",
        f"1 plus {boosts.USED_WEIGHT} · log10(1 + number of files that use the file)",
        f"{boosts.STALE_FACTOR} for an entry whose files commits have changed since, {boosts.DANGLING_FACTOR} for one",
        f"entries and docs get `asked for {boosts.WANTED_LESS:.2f}`",
        f"a doc and an entry get `asked for {boosts.WANTED_MORE:.2f}`",
        f"`retry.js`) | {boosts.CODE_NAMED:g} |",
        f"not where something is set or configured | {boosts.CODE_OF_USER} |",
        f"`implemented`, `architecture` | {boosts.CODE_ASKED:g} |",
        f"one everyday word in small letters | {boosts.CODE_UNSURE} |",
        f"each word by its rarity, plus {balance.LEAST}.",
        f"before priors and factors: {boosts.NAME_ASKED:g} where the question is the name",
        f"{boosts.NAME_IDENTIFIER:g} for an identifier",
        f"{boosts.NAME_CAPITALISED} for a capitalised word that is not the first",
        f"{boosts.NAME_ADJACENT} for two or three words side by side",
        f"macros and modules count {boosts.DEFINITION_KIND['function']} of that, constants and extensions"
        f" {boosts.DEFINITION_KIND['constant']}. Other capitals count {boosts.NAME_OTHER_CASE}, as does a"
        f" missing `?` or `!` of Ruby; another scope than"
        f" the one that is named {boosts.NAME_OTHER_SCOPE}, a file of the same name {boosts.NAME_OF_FILE};"
        f" a name that n > {boosts.NAME_FILES} files define counts √({boosts.NAME_FILES} / n).",
        f"the {boosts.SIMILAR_COMMITS} commits most like the question share their score among the files they touched,"
        f" if those are {boosts.SIMILAR_FILES} at most",
        f"its score is below {boosts.TOOL_FLOOR} of the best hit's",
        f"At most {TOOLS_LIMIT} tools are hits.",
        f"times the square root of the number of the question's words, is below {strength.WEAK}.",
    ],
)
def test_the_numbers_of_the_page_are_those_of_the_ranking(said: str) -> None:
    assert said in PLAIN_PAGE


def test_what_the_page_puts_in_words_is_so() -> None:
    """Halves and tenths, that the page does not write as numbers."""
    assert boosts.TITLE_WEIGHT == 1
    assert (boosts.RELATED_WEIGHT, boosts.RELATED_COVERAGE, boosts.RELATED_FORMS) == (0.5, 0.5, 2)
    assert (boosts.UNIT_DECAY, boosts.ANCHOR_COVERAGE, boosts.TOOL_NAME_WEIGHT) == (0.5, 0.5, 0.5)
    assert (boosts.TOOL_SHARE, boosts.TOOL_SHARE_WANTED) == (0.5, 0.1)
    assert balance.BEHIND == 5
    assert (verbatim.LEAST_WORDS, verbatim.LEAST_SHARE, verbatim.LEAST_TOGETHER) == (4, 0.5, 3)
    assert (verbatim.GAP_IN_TEXT, verbatim.GAP_IN_QUESTION, RARE) == (2, 4, 10)
    assert {name for name in boosts.CATEGORY_FACTOR if f"**{name}**" not in PAGE} == set()
