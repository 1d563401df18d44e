"""The structure check: one table row a finding."""

from __future__ import annotations

import pytest

from trove_git.entries.check import check_trove
from trove_git.entries.entry import parse_entry

INDEX = ".claude/trove/INDEX.md"
HEAD = "title: A\nslug: a\ntype: gotcha\ncreated: 2024-01-01\n"
BODY = "Text.\n\n**Why it matters:** x\n\n**Related:** [[a]]\n"
LISTED = "- [A](entries/a.md) - x\n"


def check(files: dict[str, str], index: str | None = LISTED, personal: bool = False):
    entries = {path: parse_entry(text.encode(), path) for path, text in files.items()}
    findings = check_trove(entries, index, index_path=INDEX, today="2024-06-01", personal=personal)
    return [str(finding) for finding in findings]


def md(head: str = HEAD, body: str = BODY) -> str:
    return f"---\n{head}---\n{body}"


def test_a_good_trove_has_no_findings():
    assert check({"entries/a.md": md()}) == []


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        (HEAD.replace("slug: a", "slug: b"), BODY, ["entries/a.md:3: slug 'b' is not the file name 'a'"]),
        (
            HEAD.replace("gotcha", "idea"),
            BODY,
            ["entries/a.md:4: type 'idea' is none of decision, gotcha, preference, reference, project, snippet"],
        ),
        (HEAD + "confirmed: 2024-01-02\n", BODY, []),
        (HEAD + "confirmed: 2030-01-02\n", BODY, ["entries/a.md:6: note: confirmed in the future: 2030-01-02"]),
        (HEAD + "confirmed: soon\n", BODY, ["entries/a.md:6: 'confirmed' is not a date (YYYY-MM-DD): soon"]),
        (HEAD.replace("2024-01", "2030-01"), BODY, ["entries/a.md:5: note: created in the future: 2030-01-01"]),
        (HEAD.replace("01-01", "13-01"), BODY, ["entries/a.md:5: 'created' is not a date (YYYY-MM-DD): 2024-13-01"]),
        (
            "title: A\n",
            BODY,
            [f"entries/a.md:1: note: no {key!r} key" for key in ("created", "slug", "type")],
        ),
        (HEAD.replace("title: A\n", ""), BODY, ["entries/a.md:1: no title"]),
        (HEAD, BODY + "[[nowhere]]\n", ["entries/a.md:12: note: link to an entry that is not here: [[nowhere]]"]),
        (HEAD, "Text.\n**Related:** [[a]]", ["entries/a.md:8: note: no **Why it matters:** line"]),
        (HEAD, "Text.\n**Why it matters:** x\n", ["entries/a.md:8: note: no **Related:** line"]),
        (
            HEAD,
            BODY + "<<<<<<< a\n=======\n>>>>>>> b\n",
            ["entries/a.md:12: merge conflict"],
        ),
    ],
)
def test_findings_of_an_entry(head, body, expected):
    assert check({"entries/a.md": md(head, body)}) == expected


def test_an_entry_without_a_head_is_reported_once():
    assert check({"entries/a.md": BODY}) == ["entries/a.md:1: no front matter (keys between two lines of ---)"]


def test_json_is_checked_without_the_closing_lines():
    good = '{"title": "A", "slug": "a", "type": "gotcha", "created": "2024-01-01", "data": 1}'
    assert check({"entries/a.json": good}, "- [A](entries/a.json)\n") == []
    assert check({"entries/a.json": "{\n"}, "- [A](entries/a.json)\n") == [
        "entries/a.json:2: not valid JSON: expecting a key in double quotes"
    ]


def test_a_slug_is_taken_once_in_all_sections():
    files = {"entries/a.md": md(), "memory/A.md": md(HEAD.replace("slug: a", "slug: A"))}
    assert check(files, LISTED + "- [A](memory/A.md)\n") == ["memory/A.md:3: slug 'A' is taken by entries/a.md"]


def test_a_slug_composed_or_not_is_the_same_slug():
    body = BODY.replace("[[a]]", "[[cafe\u0301]]")
    files = {"entries/cafe\u0301.md": md(HEAD.replace("slug: a", "slug: café"), body)}
    assert check(files, "- [A](entries/café.md)\n") == []


@pytest.mark.parametrize(
    ("index", "expected"),
    [
        pytest.param(None, [f"{INDEX}: missing; git trove check --fix writes it"], id="missing"),
        pytest.param("# T\n", ["entries/a.md: not listed in INDEX.md; git trove check --fix adds it"], id="not-listed"),
        pytest.param(
            LISTED + "\n- [B](entries/b.md)\n",
            [f"{INDEX}:3: lists an entry that does not exist: entries/b.md"],
            id="dead",
        ),
        pytest.param(LISTED * 2, [f"{INDEX}:2: lists an entry twice, first in line 1: entries/a.md"], id="twice"),
        pytest.param(
            f"<<<<<<< a\n{LISTED}=======\n>>>>>>> b\n",
            [f"{INDEX}:1: merge conflict; git trove check --fix resolves it"],
            id="conflict",
        ),
    ],
)
def test_findings_of_the_index(index, expected):
    assert check({"entries/a.md": md()}, index) == expected


def test_an_empty_trove_needs_no_index():
    assert check({}, None) == []


def test_a_personal_trove_lists_files_directly_in_it():
    assert check({"a.md": md()}, "- [A](a.md)\n", personal=True) == []
    assert check({"a.md": md()}, "- [A](a.md)\n- [B](b.md)\n", personal=True) == [
        f"{INDEX}:2: lists an entry that does not exist: b.md"
    ]
