"""Packing: what a hit costs, and which hits fit."""

from __future__ import annotations

import pytest

from trove_git.packing import hit_tokens, pack, tokens_of
from trove_git.records import ChangedFile, Hit, ScoreParts, Staleness

PARTS = ScoreParts(bm25=1.0, title=0.0, coverage=1.0, prior=1.0, page=1.0, category="", recency=1.0)

STALE = Staleness(tuple(ChangedFile(f"{name}.go", 2, 0) for name in "abc"))


def hit(cite: str, title: str = "", snippet: str = "") -> Hit:
    return Hit("doc", "a.md", 1, title, snippet, 1.0, PARTS, cite)


@pytest.mark.parametrize(
    ("made", "tokens"),
    [
        pytest.param(hit("abcd"), 1, id="4 bytes / 4"),
        pytest.param(hit("abcd", "e"), 2, id="(4 + 1) / 4, rounded up"),
        pytest.param(hit("abcd", "efgh", "ijkl"), 3, id="(4 + 4 + 4) / 4"),
        pytest.param(hit("abcd", "abcd", "ijkl"), 2, id="a title equal to the citation is not printed"),
        pytest.param(hit("数"), 1, id="3 bytes"),
        pytest.param(hit("数数"), 2, id="6 bytes, not 2 characters"),
        pytest.param(hit("abc\udce9"), 1, id="a byte outside UTF-8 counts one"),
        pytest.param(hit(""), 0, id="nothing"),
        pytest.param(
            hit("abcd")._replace(stale=STALE), 31, id="(4 + 55 + 55 + 9) / 4: of three remarks two lines and a count"
        ),
    ],
)
def test_cost_of_a_hit(made, tokens):
    assert hit_tokens(made) == tokens


def sized(*tokens: int) -> list[Hit]:
    return [hit("x" * (4 * n)) for n in tokens]


@pytest.mark.parametrize(
    ("costs", "budget", "kept", "used"),
    [
        pytest.param([], 10, [], 0, id="no hits"),
        pytest.param([3, 3, 4], 10, [3, 3, 4], 10, id="3 + 3 + 4 = 10 fit"),
        pytest.param([3, 3, 5], 10, [3, 3], 6, id="11 do not"),
        pytest.param([3, 9, 4], 10, [3, 4], 7, id="a hit that does not fit is passed over"),
        pytest.param([30, 1], 10, [30], 30, id="the first stays, and leaves no room"),
        pytest.param([30, 9, 1], 1, [30], 30, id="smallest budget"),
    ],
)
def test_pack(costs, budget, kept, used):
    hits = sized(*costs)
    packed, tokens = pack(iter(hits), budget)
    assert [len(h.cite) // 4 for h in packed] == kept
    assert tokens == used


def test_pack_by_another_cost():
    hits = sized(1, 1, 1)
    packed, tokens = pack(hits, 10, lambda made: 6 if made is hits[1] else 4)
    # 4 + 6 fill the budget, and the third has no room.
    assert (packed, tokens) == (hits[:2], 10)


@pytest.mark.parametrize(("size", "tokens"), [(0, 0), (1, 1), (4, 1), (5, 2)])
def test_tokens(size, tokens):
    assert tokens_of(size) == tokens
