"""Hits in rank order → the hits that fit the token budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from trove_git.records import Hit
from trove_git.wording import stale_lines

BYTES_A_TOKEN = 4
"""The usual estimate for English text and code."""


def hit_tokens(hit: Hit) -> int:
    """Estimate what printing a hit costs: citation, title, the cited line and what speaks against it, in tokens."""
    title = "" if hit.title == hit.cite else hit.title
    texts = (hit.cite, title, hit.snippet, *stale_lines(hit.stale))
    return tokens_of(sum(len(text.encode("utf-8", "replace")) for text in texts))


def tokens_of(size_bytes: int) -> int:
    """Estimate how many tokens a text of some length is."""
    return -(-size_bytes // BYTES_A_TOKEN)


def pack(hits: Iterable[Hit], budget_tokens: int, cost_of: Callable[[Hit], int] = hit_tokens) -> tuple[list[Hit], int]:
    """Keep hits while they fit.

    A hit that does not fit is passed over, and smaller ones after it may still fit. The first
    hit always stays, so that the smallest budget answers something.

    Returns:
        The hits that stay, in order, and the tokens they take.
    """
    kept: list[Hit] = []
    used = 0
    for hit in hits:
        cost = cost_of(hit)
        if kept and used + cost > budget_tokens:
            continue
        kept.append(hit)
        used += cost
    return kept, used
