"""Our block in a file of instructions."""

from __future__ import annotations

import pytest

from trove_git.errors import EntryError
from trove_git.skills.agents_md import BEGIN, BLOCK, END, put, take_out

CRLF = BLOCK.replace("\n", "\r\n")

ROWS = [
    ("no file", "", BLOCK, ""),
    ("blank file", "\n\n", BLOCK, ""),
    ("text", "# Rules\n", f"# Rules\n\n{BLOCK}", "# Rules\n"),
    ("text with a blank line", "# Rules\n\n", f"# Rules\n\n{BLOCK}", "# Rules\n"),
    ("text without a line end", "# Rules", f"# Rules\n\n{BLOCK}", "# Rules\n"),
    ("carriage returns", "# Rules\r\n", f"# Rules\r\n\r\n{CRLF}", "# Rules\r\n"),
    ("a byte order mark", "\ufeff# Rules\n", f"\ufeff# Rules\n\n{BLOCK}", "\ufeff# Rules\n"),
    ("an old block", f"a\n\n{BEGIN}\nold\n{END}\n\nb\n", f"a\n\n{BLOCK}\nb\n", "a\n\n\nb\n"),
    ("an old block at the top", f"{BEGIN}\nold\n{END}\nb\n", f"{BLOCK}b\n", "b\n"),
    ("an old block behind a mark", f"\ufeff{BEGIN}\nold\n{END}\nb\n", f"\ufeff{BLOCK}b\n", "\ufeffb\n"),
    ("an old block without a line end", f"a\n{BEGIN}\nold\n{END}", f"a\n{BLOCK}", "a\n"),
]


@pytest.mark.parametrize(("before", "after", "_without"), [r[1:] for r in ROWS], ids=[r[0] for r in ROWS])
def test_put(before: str, after: str, _without: str) -> None:
    assert put(before) == after
    assert put(after) == after


@pytest.mark.parametrize(("_before", "after", "without"), [r[1:] for r in ROWS], ids=[r[0] for r in ROWS])
def test_take_out(_before: str, after: str, without: str) -> None:
    assert take_out(after) == without
    assert take_out(without) == without


@pytest.mark.parametrize(
    ("text", "line"),
    [(f"a\n{BEGIN}\nb\n", 2), (f"a\nb\n{END}\n", 3), (f"{END}\n{BEGIN}\n", 2), (f"{BLOCK}{BLOCK}", 1)],
    ids=["no end", "no beginning", "the wrong way round", "twice"],
)
def test_marks_that_do_not_fit(text: str, line: int) -> None:
    for change in (put, take_out):
        with pytest.raises(EntryError) as caught:
            change(text, "AGENTS.md")
        assert caught.value.where == f"AGENTS.md:{line}"


def test_the_two_commands_are_in_it() -> None:
    assert "`git trove ask '" in BLOCK
    assert "`git trove remember '" in BLOCK
