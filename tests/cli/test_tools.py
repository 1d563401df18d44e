"""`git trove tools` and `git trove tool` as a user runs them, and `ask --no-tools`."""

from __future__ import annotations

import json

import pytest

from tests.support.tools import FakeMachine
from tests.support.troves import make_folders, run


@pytest.fixture
def fake(tmp_path, monkeypatch) -> FakeMachine:
    make_folders(tmp_path, monkeypatch)
    made = FakeMachine(tmp_path / "machine")
    made.described("pdftotext", "PDF to text converter")
    made.described("pdfunite", "PDF page merger")
    made.use(monkeypatch)
    return made


def test_tools_are_listed_and_searched(fake, monkeypatch, capsys):
    listed = "git\npdftotext  PDF to text converter\npdfunite   PDF page merger\n"
    assert run(monkeypatch, capsys, "tools") == (0, listed, "")
    assert run(monkeypatch, capsys, "tools", "merge", "merger") == (0, "pdfunite  PDF page merger\n", "")
    limited = "pdftotext  PDF to text converter\n-- 1 of 2 matches | 3 tools\n"
    assert run(monkeypatch, capsys, "tools", "--limit", "1", "pdf", "text") == (0, limited, "")
    assert run(monkeypatch, capsys, "tools", "zebra") == (1, 'no matches for "zebra" in 3 tools\n', "")


def test_no_tools_at_all(fake, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(fake.root / "git"))
    (fake.root / "git" / "git").rename(fake.root / "git" / ".git-hidden")
    assert run(monkeypatch, capsys, "tools", "--repo", str(fake.root))[:2] == (1, "no tools on PATH\n")


def test_tools_as_json(fake, monkeypatch, capsys):
    value = json.loads(run(monkeypatch, capsys, "tools", "--json", "merger").out)
    tool = {
        "name": "pdfunite",
        "path": str(fake.bin / "pdfunite"),
        "description": "PDF page merger",
        "source": f"man {fake.man}/man1/pdfunite.1",
    }
    assert value == {"tools": [tool], "matches": 1, "known": 3}


def test_one_tool(fake, monkeypatch, capsys):
    other = fake.command("pdfunite", fake.root / "venv" / "bin")
    monkeypatch.setenv("PATH", f"{fake.bin}:{other.parent}:{fake.root / 'git'}")
    lines = [
        "pdfunite  PDF page merger",
        f"   path: {fake.bin}/pdfunite",
        f"   shadowed: {other}",
        f"   manual: {fake.man}/man1/pdfunite.1",
        "   described by: manual page",
    ]
    assert run(monkeypatch, capsys, "tool", "pdfunite") == (0, "\n".join(lines) + "\n", "")
    value = json.loads(run(monkeypatch, capsys, "tool", "--json", "pdfunite").out)
    assert value["found"] is True
    assert value["paths"] == [f"{fake.bin}/pdfunite", str(other)]


def test_a_tool_described_by_its_package(fake, monkeypatch, capsys):
    package = fake.bin.parent / "lib" / "node_modules" / "tsc"
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"name": "tsc", "description": "a compiler", "bin": "tsc.js"}')
    fake.command("tsc", target=fake.command("tsc.js", package))
    fake.command("plain")
    lines = [
        "tsc  a compiler",
        f"   path: {fake.bin}/tsc -> {package}/tsc.js",
        "   package: tsc",
        "   described by: npm package",
    ]
    assert run(monkeypatch, capsys, "tool", "tsc") == (0, "\n".join(lines) + "\n", "")
    lines = ["plain", f"   path: {fake.bin}/plain", "   nothing describes it"]
    assert run(monkeypatch, capsys, "tool", "plain") == (0, "\n".join(lines) + "\n", "")


def test_no_such_tool(fake, monkeypatch, capsys):
    assert run(monkeypatch, capsys, "tool", "pdfunit") == (1, "", "no tool pdfunit; near: pdfunite\n")
    assert run(monkeypatch, capsys, "tool", "zebra") == (1, "", "no tool zebra\n")
    value = json.loads(run(monkeypatch, capsys, "tool", "--json", "zebra").out)
    assert value == {"name": "zebra", "found": False, "near": []}


def test_ask_without_tools(fake, monkeypatch, capsys):
    shown = run(monkeypatch, capsys, "ask", "pdf converter")
    assert shown.code == 0
    assert shown.out.startswith(f"1  tool  {fake.bin}/pdftotext  pdftotext\n   PDF to text converter\n")
    assert run(monkeypatch, capsys, "ask", "--no-tools", "pdf converter").code == 1
