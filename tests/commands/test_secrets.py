"""Scanning files, folders and standard input."""

from __future__ import annotations

import os

import pytest

from tests.support.secrets import Maker
from trove_git.commands.secrets import scan
from trove_git.errors import TroveError

TOKEN = "gh" + "p_" + Maker().alnum(36)


def test_files_folders_and_standard_input(tmp_path):
    (tmp_path / "sub" / ".git").mkdir(parents=True)
    (tmp_path / "b.md").write_text(f"one\n{TOKEN}\n")
    (tmp_path / "sub" / "a.md").write_text("clean\n")
    (tmp_path / "sub" / ".git" / "config").write_text(TOKEN)
    result = scan([str(tmp_path), "-"], standard_input=f"x {TOKEN}".encode())
    assert result.file_count == 3
    assert [str(located) for located in result.findings] == [
        f"{tmp_path / 'b.md'}:2: github-token (40 characters)",
        "-:1: github-token (40 characters)",
    ]


def test_only_what_blocks(tmp_path):
    path = tmp_path / "doc.md"
    path.write_text(f"Acme api key: {Maker().alnum(32)}\n{TOKEN}\n")
    assert [f.finding.line for f in scan([str(path)], taken_as="doc").findings] == [1, 2]
    assert [f.finding.line for f in scan([str(path)], taken_as="doc", blocking=True).findings] == [2]
    assert [f.finding.line for f in scan([str(path)], taken_as="entry", blocking=True).findings] == [1, 2]


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(TroveError) as caught:
        scan([str(tmp_path / "none.md")])
    assert str(caught.value) == f"cannot be scanned: No such file or directory ({tmp_path / 'none.md'})"
    os.symlink("nowhere", tmp_path / "link.md")
    with pytest.raises(TroveError):
        scan([str(tmp_path)])
