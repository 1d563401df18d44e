"""INDEX.md is derived from the entries, and keeps what a person wrote in it."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.entries.entry import parse_entry
from trove_git.entries.index_file import derive_hook, parse_index, read_index, render_index, write_index
from trove_git.entries.trove import TroveLocation
from trove_git.errors import WriteError


def entry(path: str, title: str = "", created: str = "2024-01-01", body: str = "First. Second.", **extra: str):
    head = "".join(f"{k}: {v}\n" for k, v in {"title": title, "created": created, **extra}.items() if v)
    return parse_entry(f"---\n{head}---\n{body}\n".encode(), path)


def entries(*rows):
    return {path: entry(path, *rest) for path, *rest in rows}


A = ("entries/a.md", "A")
B = ("memory/entries/b.md", "B", "2024-02-01", "Other body.")
LINE_A = "- [A](entries/a.md) - First."
LINE_B = "- [B](memory/entries/b.md) - Other body."


def test_a_new_index_lists_the_newest_first():
    text = render_index("", entries(A, B, ("entries/0.md", "Zero"), ("entries/u.md", "Undated", "")))
    head, _, rest = text.partition("\n\n- ")
    assert head.startswith("# Trove\n\nOne line an entry")
    assert [line.split("]")[0] for line in ("- " + rest).splitlines()] == ["- [B", "- [Zero", "- [A", "- [Undated"]


@pytest.mark.parametrize(
    ("existing", "expected"),
    [
        pytest.param("# Mine\n", f"# Mine\n\n{LINE_B}\n{LINE_A}\n", id="no-list-yet"),
        pytest.param("# Mine\nIntro\n" + LINE_A + "\n", f"# Mine\nIntro\n{LINE_B}\n{LINE_A}\n", id="head-as-it-is"),
        pytest.param(f"{LINE_A}\n\nAfter\n", f"{LINE_B}\n{LINE_A}\n\nAfter\n", id="text-after"),
        pytest.param(f"{LINE_A}\n## Old\n{LINE_B}\nend", f"{LINE_B}\n{LINE_A}\n\n## Old\nend\n", id="text-between"),
        pytest.param(f"{LINE_A}\n{LINE_B}\n{LINE_A}\n", f"{LINE_B}\n{LINE_A}\n", id="union-duplicates"),
        pytest.param("- [gone](entries/gone.md) - x\n", f"{LINE_B}\n{LINE_A}\n", id="dead-line"),
        pytest.param(
            "- [A](entries/a.md) - By hand\n", f"{LINE_B}\n- [A](entries/a.md) - By hand\n", id="hook-by-hand"
        ),
        pytest.param(
            "* [Old title](./entries/a.md): By hand\n", f"{LINE_B}\n- [A](entries/a.md) - By hand\n", id="other-form"
        ),
        pytest.param("- [A](entries/a.md) — By hand\n", f"{LINE_B}\n- [A](entries/a.md) - By hand\n", id="long-dash"),
        pytest.param("- [A](entries/a.md)\n", f"{LINE_B}\n{LINE_A}\n", id="no-hook"),
        pytest.param(
            f"{LINE_A}\n- [A](entries/a.md) - By hand\n",
            f"{LINE_B}\n- [A](entries/a.md) - By hand\n",
            id="derived-and-by-hand",
        ),
        pytest.param(
            f"\ufeff# M\r\n\r\n{LINE_A}\r\n", f"\ufeff# M\r\n\r\n{LINE_B}\r\n{LINE_A}\r\n", id="crlf-and-mark"
        ),
        pytest.param(
            "- see [docs](https://x.org/a.md)\n- [x](docs/a.md)\n- text\n",
            f"- see [docs](https://x.org/a.md)\n- [x](docs/a.md)\n- text\n\n{LINE_B}\n{LINE_A}\n",
            id="other-bullets",
        ),
        pytest.param(
            "```\n- [T](entries/a.md) - x\n```\n",
            f"```\n- [T](entries/a.md) - x\n```\n\n{LINE_B}\n{LINE_A}\n",
            id="fenced-example",
        ),
        pytest.param(
            "text\r\ntail\r\r\n<<<<<<< a",
            f"text\r\ntail\r\n\r\n{LINE_B}\r\n{LINE_A}\r\n",
            id="lone-return-before-marker",
        ),
        pytest.param(f"```\n{LINE_A}\n", f"```\n{LINE_B}\n{LINE_A}\n", id="open-fence"),
        pytest.param(
            f"# M\n\n<<<<<<< HEAD\n{LINE_A}\n||||||| base\n=======\n{LINE_B}\n>>>>>>> x\n",
            f"# M\n\n{LINE_B}\n{LINE_A}\n",
            id="conflict",
        ),
    ],
)
def test_what_a_person_wrote_survives(existing, expected):
    assert render_index(existing, entries(A, B)) == expected


@pytest.mark.parametrize(
    ("existing", "expected"),
    [
        ("# Mine\nfree text", "# Mine\nfree text"),
        (f"# Mine\n\n{LINE_A}\n\nAfter\n", "# Mine\n\nAfter\n"),
        (f"{LINE_A}\n", "\n"),
    ],
)
def test_without_entries_only_the_text_stays(existing, expected):
    assert render_index(existing, {}) == expected


def test_an_empty_index_of_no_entries_has_a_heading():
    assert render_index("", {}).startswith("# Trove\n")


def test_a_summary_is_the_hook_and_replaces_a_derived_one():
    with_summary = {"entries/a.md": entry("entries/a.md", "A", summary="Short")}
    assert derive_hook(with_summary["entries/a.md"]) == "Short"
    assert render_index(LINE_A + "\n", with_summary) == "- [A](entries/a.md) - Short\n"


def test_a_hook_derived_from_the_old_body_follows_the_new_one():
    old, new = entries(A), entries(("entries/a.md", "A", "2024-01-01", "Changed."))
    assert render_index(LINE_A + "\n", new, before=old) == "- [A](entries/a.md) - Changed.\n"
    by_hand = "- [A](entries/a.md) - By hand\n"
    assert render_index(by_hand, new, before=old) == by_hand


def test_an_entry_without_text_has_no_hook():
    assert render_index("x", entries(("entries/a.md", "A", "", "```\n```"))) == "x\n\n- [A](entries/a.md)\n"


def test_marks_in_titles_and_paths_do_not_break_the_line():
    path = "entries/a (b) 100%\n\udcff.md"
    text = render_index("x", {path: entry(path, '"a [b](c)\\n \\\\ d"')})
    assert text == "x\n\n- [a \\[b\\](c) \\\\ d](entries/a%20%28b%29%20100%25%0A%FF.md) - First.\n"
    assert [row.path for row in parse_index(text)] == [path]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- [a [b] c](entries/a.md) - h", [("entries/a.md", "h")]),
        ("- [x](http://e.org/a.md) [b](entries/a.md)", []),
        ("  - [a](entries/a.md)", [("entries/a.md", "")]),
        ("    - [a](entries/a.md)", []),
        ("- [a](cafe\u0301.md) -hyphen", []),
        ("- [a](entries/cafe\u0301.md) -hyphen", [("entries/café.md", "-hyphen")]),
        ("- [a](../entries/a.md)", []),
        ("- [a](entries/a.md)x", []),
    ],
)
def test_parse_index(line, expected):
    assert [(row.path, row.hook) for row in parse_index(line)] == expected


def test_a_link_without_a_folder_is_an_entry_of_a_personal_trove_only():
    assert parse_index("- [a](a.md)") == []
    assert [row.path for row in parse_index("- [a](a.md)", personal=True)] == ["a.md"]


TITLES = st.text(alphabet="ab[]()\\-:`* \u2028", min_size=1, max_size=12)
BULLETS = ("- [A](entries/a.md) - hand", "- [B](entries/b.md)", "- [x](entries/x.md) - dead", "- bullet")
CONFLICT = ("<<<<<<< a", "=======", ">>>>>>> b")
ROWS = st.sampled_from(["", "# H", "text", "```", "tail\r", "a\rb", *BULLETS, *CONFLICT])


@given(st.lists(ROWS, max_size=10), st.sampled_from(["\n", "\r\n"]), st.lists(TITLES, max_size=3), TITLES)
def test_rendering_twice_is_rendering_once(rows, newline, titles, body):
    found = {}
    for name, title in zip("abc", titles, strict=False):
        quoted = title.replace("\\", "\\\\")
        found[f"entries/{name}.md"] = entry(f"entries/{name}.md", f'"{quoted}"', "", body)
    once = render_index(newline.join(rows), found)
    assert render_index(once, found) == once
    assert len(parse_index(once)) == len(found)
    for row in ("# H", "text", "- bullet"):
        assert once.count(row) >= min(rows.count(row), 1)


def test_writing_says_whether_the_file_changed(tmp_path):
    location = TroveLocation(tmp_path, ".claude/trove", False, tmp_path, tmp_path / "locks")
    assert read_index(location) is None
    assert write_index(location, entries(A)) is True
    assert write_index(location, entries(A)) is False
    assert LINE_A in read_index(location)


def test_bytes_that_are_no_utf_8_survive(tmp_path):
    (tmp_path / "INDEX.md").write_bytes(b"caf\xe9\n")
    write_index(TroveLocation(tmp_path, ".claude/trove", False, tmp_path, tmp_path / "locks"), entries(A))
    assert (tmp_path / "INDEX.md").read_bytes() == b"caf\xe9\n\n" + LINE_A.encode() + b"\n"


def test_an_index_that_cannot_be_read_is_an_error_the_user_can_fix(tmp_path):
    (tmp_path / "INDEX.md").mkdir()
    with pytest.raises(WriteError, match="cannot read the file: is a directory"):
        read_index(TroveLocation(tmp_path, ".claude/trove", False, tmp_path, tmp_path / "locks"))
    assert os.listdir(tmp_path) == ["INDEX.md"]
