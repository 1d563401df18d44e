"""Our lines in texts of others: in, found, out."""

from __future__ import annotations

import pytest

from trove_git.hooks import blocks

TEXTS = {
    "empty": "",
    "one line": "#!/bin/sh\n",
    "no line end": "#!/bin/sh",
    "several": "#!/bin/sh\nset -e\n\nnpm test\n",
    "several without the last line end": "a\nb",
    "crlf": "a\r\nb\r\n",
    "blank lines at the end": "a\n\n\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_what_goes_in_comes_out_everywhere(text: str, newline: str) -> None:
    for at in range(len(text.split("\n")) + 1):
        with_ours = blocks.insert(text, at, ["one", "", "two"], newline=newline, indent="  ")
        assert blocks.remove(with_ours) == text, at
        assert "  one" in with_ours


def test_a_replaced_line_comes_back_as_it_was() -> None:
    text = "a: 1\r\nkey: [x]   # mine\r\nb\r\n"
    with_ours = blocks.insert(text, 1, ["key: [x, y]"], was=True, newline="\r\n")
    assert with_ours == (
        "a: 1\r\n# >>> git-trove: git trove uninstall removes these lines >>>\r\n# was: key: [x]   # mine\r\n"
        "key: [x, y]\r\n# <<< git-trove <<<\r\nb\r\n"
    )
    assert blocks.remove(with_ours) == text


def test_several_blocks() -> None:
    text = blocks.insert(blocks.insert("a\nb\n", 0, ["x"]), 5, ["y"])
    assert len(blocks.find(text)) == 2
    assert blocks.remove(text) == "a\nb\n"


@pytest.mark.parametrize("removes", [blocks.LINES, blocks.FILE, blocks.FOLDER])
def test_what_uninstalling_removes_is_kept_in_the_first_line(removes: str) -> None:
    text = blocks.insert("", 0, ["x"], removes=removes)
    assert blocks.find(text) == [blocks.Block(0, 2, removes)]
    assert blocks.made(text) == ("" if removes == blocks.LINES else removes)


@pytest.mark.parametrize(
    "text",
    [
        "# >>> git-trove: git trove uninstall removes these lines >>>\nuser text\n",
        "# <<< git-trove <<<\nuser text\n",
        "# >>> git-trove >>>\nuser text\n# <<< git-trove <<<\n",
    ],
    ids=["no end", "no beginning", "another beginning"],
)
def test_half_a_block_is_not_ours(text: str) -> None:
    assert blocks.find(text) == []
    assert blocks.remove(text) == text
