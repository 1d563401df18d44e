"""Bundles: what is written comes back as it was, and what comes from elsewhere is not trusted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.entries import bundle as room
from trove_git.entries.bundle import BundledEntry, parse_bundle, render_json, render_markdown
from trove_git.errors import EntryError

HEAD = "---\ntitle: T\n---\n"
FORMS = [render_json, render_markdown]
TRAPS = (
    "<!-- /entry -->\n<!-- entry {} -->\n\\<!-- /entry -->\n\\\\<!-- entry\n",
    "no end of line", "", "\n\n\n", "a\r\nb\r\n", "\u2028\x85\x0b", "<!-- trove-bundle 2 -->\n", "```\n---\n",
)  # fmt: skip


def of(text: str, path: str = "entries/a.md", **origin: str) -> BundledEntry:
    return BundledEntry(path, text, origin)


def without_lines(entries: tuple[BundledEntry, ...]) -> list[BundledEntry]:
    return [entry._replace(line=0) for entry in entries]


@pytest.mark.parametrize("render", FORMS)
@pytest.mark.parametrize("trap", TRAPS)
def test_text_comes_back_as_it_was(render, trap: str) -> None:
    entries = [of(HEAD + trap), of("\ufeff" + HEAD + trap, "memory/entries/b.md"), of(HEAD, "flat.md")]
    assert without_lines(parse_bundle(render(entries).encode(), "b")) == entries


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"), max_size=60))
def test_any_text_comes_back(text: str) -> None:
    entries = [of(f"{HEAD}x\n{text}", author=" ".join(text.split()) or "x")]
    for render in FORMS:
        if "<<<<<<<" not in text:
            assert without_lines(parse_bundle(render(entries).encode(), "b")) == entries


def test_an_origin_comes_back_and_ends_no_comment() -> None:
    origin = {
        "author": "A --> <!-- /entry -->",
        "date": "2024-01-01T00:00:00Z",
        "commit": "1" * 40,
        "repository": "https://h/p",
    }
    for render in FORMS:
        (entry,) = parse_bundle(render([of(HEAD, **origin)]).encode(), "b")
        assert entry.origin == origin


def test_lines_are_those_of_the_bundle() -> None:
    text = render_markdown([of(HEAD), of(HEAD, "entries/b.md")])
    entries = parse_bundle(text.encode(), "b")
    assert [text.split("\n")[entry.line - 1] for entry in entries] == ["---", "---"]


def test_unknown_origins_are_left_behind() -> None:
    value = json.loads(render_json([of(HEAD, author="A")]))
    value["entries"][0]["origin"]["evil"] = {"x": 1}
    (entry,) = parse_bundle(json.dumps(value).encode(), "b")
    assert entry.origin == {"author": "A"}


def as_json(path: str = "entries/a.md", text: object = HEAD, **more: Any) -> bytes:
    value = {"format": "trove-bundle", "version": 1, "entries": [{"path": path, "text": text, **more}]}
    return json.dumps(value).encode()


def as_markdown(*rows: str) -> bytes:
    return "\n".join(("<!-- trove-bundle 1 -->", *rows, "")).encode()


ENTRY = '<!-- entry {"path": "entries/a.md"} -->'
END = "<!-- /entry -->"


@pytest.mark.parametrize(
    ("data", "message", "line"),
    [
        (b"", "not a bundle", 1),
        (b"# Readme\n", "not a bundle", 1),
        (b"{}", "not a bundle", 1),
        (b'{"format": "trove-bundle",\n "version": }', "not valid JSON", 2),
        (b'{"a":' * 100_000, "not readable JSON", 1),
        (b'{"format": "trove-bundle", "version": 2, "entries": []}', "a bundle of version 2", 1),
        (b'{"format": "trove-bundle", "version": true, "entries": []}', "a bundle of version True", 1),
        (b'{"format": "trove-bundle", "version": 1, "entries": {}}', '"entries" is not a list', 1),
        (b"<!-- trove-bundle 9 -->\n", "a bundle of version 9", 1),
        (b"<!-- trove-bundle 1 -->\n\nnul \0 here", "a NUL byte", 3),
        (b"<!-- trove-bundle 1 -->\n\xff", "not UTF-8", 2),
        (as_json(text="a\0b"), "is not text", 1),
        (as_json(text="\ud800"), "is not text", 1),
        (as_json(text=5), "is not text", 1),
        (as_json(path="../../etc/passwd.md"), "no path of an entry", 1),
        (as_json(path="/etc/entries/a.md"), "no path of an entry", 1),
        (as_json(path="entries/../../x.md"), "no path of an entry", 1),
        (as_json(path="entries\\..\\x.md"), "no path of an entry", 1),
        (as_json(path="entries/.md"), "no path of an entry", 1),
        (as_json(path="entries/a\nb.md"), "no path of an entry", 1),
        (as_json(path="hooks/entries/a.md"), "no path of an entry", 1),
        (as_json(path=f"entries/{'a' * 300}.md"), "no path of an entry", 1),
        (as_json(origin=[1]), "origin's 'author'", 1),
        (as_json(origin={"author": "x" * 2000}), "origin's 'author'", 1),
        (as_json(text="---\ntitle: [\n---\n"), "front matter is not YAML", 1),
        (as_json(text="---\ntitle: &a x\nb: *a\n---\n"), "aliases are not read", 1),
        (as_json(text="no head"), "no front matter", 1),
        (as_markdown("stray"), "text outside an entry", 2),
        (as_markdown(ENTRY, *HEAD.split("\n")), "cut off", 3),
        (as_markdown(ENTRY, ENTRY), "an entry begins in another one", 3),
        (as_markdown('<!-- entry {"path": 1} -->', END), "an entry without a path", 2),
        (as_markdown("<!-- entry {broken} -->", END), "not valid JSON", 2),
        (as_markdown(ENTRY, "---", "title: [", "---", END), "front matter is not YAML", 4),
    ],
)
def test_what_is_wrong_is_said_with_its_line(data: bytes, message: str, line: int) -> None:
    with pytest.raises(EntryError) as raised:
        parse_bundle(data, "bundle")
    assert message in raised.value.message
    assert (raised.value.where, bool(raised.value.hint)) == (f"bundle:{line}", True)


def test_two_entries_of_one_slug(monkeypatch: pytest.MonkeyPatch) -> None:
    data = render_json([of(HEAD), of(HEAD, "memory/A.md")]).encode()
    with pytest.raises(EntryError, match=r"two entries have the slug 'A': 'entries/a.md' and 'memory/A.md'"):
        parse_bundle(data, "b")


@pytest.mark.parametrize(("limit", "most"), [("MAX_BUNDLE_BYTES", 10), ("MOST_ENTRIES", 1), ("MAX_ENTRY_BYTES", 5)])
def test_sizes_are_bounded(monkeypatch: pytest.MonkeyPatch, limit: str, most: int) -> None:
    monkeypatch.setattr(room, limit, most)
    with pytest.raises(EntryError, match=r"larger than|more than"):
        parse_bundle(render_json([of(HEAD), of(HEAD, "entries/b.md")]).encode(), "b")
