"""What counts as claimed word for word."""

from __future__ import annotations

import pytest

from trove_git.doubt.claims import CALL, LITERAL, NAME, VALUE, WORD, find_claims
from trove_git.entries.entry import parse_entry


def claims(body: str, title: str = "T") -> list[tuple[str, str]]:
    entry = parse_entry(f"---\ntitle: {title}\n---\n{body}\n".encode(), "a.md")
    return [(claim.text, claim.kind) for claim in find_claims(entry)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("A plain sentence, with nothing in it.", []),
        ("Falls back to cp1252 and retry_limit.", [("cp1252", NAME), ("retry_limit", NAME)]),
        ("`RETRY_LIMIT = 30` stands there.", [("RETRY_LIMIT = 30", LITERAL), ("RETRY_LIMIT", NAME), ("30", VALUE)]),
        ("Call `Client.get_page()`.", [("Client.get_page", LITERAL), ("get_page", NAME)]),
        ("`process()` is a call, `process` a word.", [("process", CALL)]),
        ("`fast` and `--no-cache`", [("fast", WORD), ("--no-cache", NAME)]),
        ("`min-replicas` is a setting.", [("min-replicas", NAME)]),
        ('It logs "Ready to accept" first.', [("Ready to accept", LITERAL)]),
        ("`SSL *` ends in letters.", [("SSL", WORD)]),
        ("After 1,000 ms, 2.5 s or 30s.", [("1,000", VALUE), ("2.5", VALUE), ("30", VALUE)]),
        ("The default is `True`, then false.", [("true", VALUE), ("false", VALUE)]),
        ("On 2024-01-02, see https://example.org/a_b and [x](c_d.md) and [[e_f]].", []),
        ("```\ncode_in_a_block = 1\n```", []),
    ],
)  # fmt: skip
def test_claims_of_a_body(body, expected):
    assert claims(body) == expected


def test_lines_are_those_of_the_file():
    entry = parse_entry(b"---\ntitle: About max_size\n---\n\nText.\nSee `min_size`.\n", "a.md")
    assert [(c.text, c.line) for c in find_claims(entry)] == [("max_size", 2), ("min_size", 6)]
