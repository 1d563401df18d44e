"""The fast path returns the same top 12 as the plain scorer, on generated corpora of every size and on real text."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.answers import answer
from tests.support.reference import ReferenceIndex
from tests.support.scale import FULL
from trove_git.index.build import Draft
from trove_git.index.publish import publish
from trove_git.index.published import PublishedIndex
from trove_git.index.record import Prepared
from trove_git.index.search import MemoryIndex
from trove_git.index.store import Layer
from trove_git.ranking.rank import Limits
from trove_git.records import Source

CATEGORIES = ("", "", "", "", "changelog", "test", "example")
TYPES = ("decision", "gotcha", "")
PINS = ("a/**", "a/b/**", "b/**", "b/c/**")
FOLDERS = ("", "a", "a/b", "b/c/d", "c")
"""Where questions are asked from, in turn."""


def generate(count: int, seed: int) -> list[Source]:
    """Sources whose words follow Zipf's law, with lengths from a few words to a thousand."""
    rng = random.Random(seed)
    vocabulary = [f"w{i}" for i in range(3000)]
    weights = [1 / (rank + 2.7) for rank in range(len(vocabulary))]
    sources = []
    for number in range(count):
        length = max(1, int(rng.lognormvariate(3.5, 1.1)))
        body = rng.choices(vocabulary, weights, k=min(length, 1000))
        title = rng.choices(vocabulary, weights, k=rng.randint(1, 5))
        kind = rng.choices(("doc", "project", "personal"), (90, 8, 2))[0]
        sources.append(
            Source(
                kind=kind,
                path=f"docs/{number % 997}/{number}.md",
                line=rng.randint(1, 400),
                end_line=500,
                title=" ".join(title),
                body=" ".join(body),
                keywords=(rng.choice(TYPES),) if kind != "doc" else (),
                category=rng.choice(CATEGORIES) if kind == "doc" else "",
                pinned=tuple(rng.sample(PINS, rng.choice((0, 1, 2)))) if kind != "doc" else (),
            )
        )
    # Twins tie, and only path and line decide between them.
    return sources + [s._replace(path=f"twin/{i}.md") for i, s in enumerate(sources[: count // 20])]


def questions(count: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        n = rng.choice((1, 2, 2, 3, 3, 4, 5, 7, 12, 40))
        made.append(" ".join(f"w{int(rng.paretovariate(0.35)) % 3000}" for _ in range(n)))
    return [*made, "w1 test", "w2 example w3", "changelog w5", "gotcha w9", "decision"]


def publish_sources(folder: Path, sources: Sequence[Source]) -> PublishedIndex:
    def fill(draft: Draft) -> bool:
        draft.add(sources)
        draft.finish({})
        return True

    layer = Layer(str(folder), "test")
    publish(layer, "0" * 40, None, fill)
    index = layer.open("0" * 40)
    assert index is not None
    return index


SIZES = ((30, 40), (700, 60), (4000, 60)) if not FULL else ((30, 300), (700, 300), (5000, 400), (50_000, 1000))


@pytest.mark.parametrize(("count", "asked"), SIZES)
def test_the_fast_path_returns_the_top_of_the_plain_scorer(tmp_path: Path, count: int, asked: int) -> None:
    sources = generate(count, seed=count)
    reference = ReferenceIndex(sources)
    index = publish_sources(tmp_path, sources)
    for number, question in enumerate(questions(asked, seed=count)):
        folder = FOLDERS[number % len(FOLDERS)]
        assert answer(index, question, folder=folder) == reference.ask(question, folder=folder), question


def test_related_terms_are_exact_too(tmp_path: Path) -> None:
    """Words that differ by their endings, joined words and words with an error."""
    rng = random.Random(17)
    stems = [
        "".join(rng.choice(pair) for pair in ("bdfgklmnprst", "aeiou", "lmnrst", "aiou", "dkmnt")) for _ in range(300)
    ]
    words = [stem + ending for stem in stems for ending in ("", "ed", "ation", "er")]
    weights = [1 / (rank + 2.7) for rank in range(len(words))]
    sources = [
        Source(
            kind="doc", path=f"{number}.md", line=1, end_line=9, title=" ".join(rng.choices(words, weights, k=2)),
            body=" ".join(rng.choices(words, weights, k=rng.randint(2, 60))), category=rng.choice(CATEGORIES),
        )
        for number in range(900)
    ]  # fmt: skip
    sources += [Source("doc", f"joined{i}.md", 1, 9, "one", words[i] + words[i + 9]) for i in range(40)]
    reference = ReferenceIndex(sources)
    index = publish_sources(tmp_path, sources)
    compared = 0
    for number in range(80):
        asked = rng.choices(words[:400], k=rng.choice((1, 2, 3, 5, 9)))
        asked[0] = rng.choice((asked[0], asked[0][:3] + asked[0][4:], words[number % 40], asked[0] + "ation"))
        question = " ".join([*asked, words[number % 40 + 9]])
        wanted = reference.ask(question, expanded=True)
        assert answer(index, question, expanded=True) == wanted, question
        compared += wanted != reference.ask(question)
    assert compared > 20


def test_wide_limits_are_exact_too(tmp_path: Path) -> None:
    sources = generate(1500, seed=5)
    reference = ReferenceIndex(sources)
    index = publish_sources(tmp_path, sources)
    for question in questions(25, seed=3):
        assert answer(index, question, Limits(40, 40, {})) == reference.ask(question, 40, 40), question


def test_an_index_in_memory_answers_like_a_published_one(tmp_path: Path) -> None:
    sources = generate(400, seed=11)
    index = publish_sources(tmp_path, sources)
    memory = MemoryIndex([Prepared(source) for source in sources])
    for question in questions(60, seed=2):
        assert answer(memory, question) == answer(index, question), question
