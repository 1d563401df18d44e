"""Which entries that came are ones that went."""

from __future__ import annotations

import pytest

from trove_git.entries.entry import Entry, parse_entry
from trove_git.entries.pairing import pair


def entries(**bodies: str) -> dict[str, Entry | None]:
    """Entries by path; one without a body is one whose text is not known."""
    found: dict[str, Entry | None] = {}
    for name, body in bodies.items():
        path = f"{name.replace('_', '/')}.md"
        text = f"---\ntitle: {body[:1]}\ntype: gotcha\ncreated: 2024-01-01\n---\n{body}"
        found[path] = parse_entry(text.encode(), path) if body else None
    return found


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"e_a": "x"}, {"m_a": "totally different"}, {"m/a.md": "e/a.md"}),
        ({"e_a": "one text", "e_b": "other words"}, {"e_c": "other words"}, {"e/c.md": "e/b.md"}),
        ({"e_a": "p q r s t u", "e_b": "p q r s t v"}, {"e_c": "p q r s t v w"}, {"e/c.md": "e/b.md"}),
        ({"e_a": "aa bb cc dd ee ff gg hh ii jj"}, {"e_b": "kk ll mm nn oo pp qq rr ss tt"}, {}),
        ({"e_a": ""}, {"e_b": ""}, {}),
        ({"e_a": ""}, {"m_a": ""}, {"m/a.md": "e/a.md"}),
        ({"e_a": "same"}, {"e_b": "same", "e_c": "same"}, {"e/b.md": "e/a.md"}),
    ],
    ids=["slug", "text", "most alike", "unlike", "no texts", "slug without texts", "once only"],
)
def test_which_entries_are_one(old, new, expected) -> None:
    gone, came = entries(**old), entries(**new)
    assert pair(gone, came) == expected


def test_of_very_many_only_equal_texts_are_the_same() -> None:
    old = entries(**{f"e_a{n}": f"old words number {n}" for n in range(102)})
    new = entries(**{f"e_b{n}": f"old words number {n} more" for n in range(100)}, e_same="old words number 7")
    assert pair(old, new) == {"e/same.md": "e/a7.md"}
