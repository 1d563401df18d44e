"""`git trove eval` as a user runs it."""

from __future__ import annotations

import json

import pytest

from tests.support.repos import Repo
from tests.support.troves import run

DOC = "# Guide\n\n## Lanterns\n\nTrim the wick of a lantern.\n\n## Kettles\n\nDescale a kettle.\n"


@pytest.fixture
def project(repo: Repo, monkeypatch) -> Repo:
    repo.commit(files={"docs/guide.md": DOC, "README.md": "# Harbour\n\nBoats.\n"})
    monkeypatch.chdir(repo.path)
    return repo


def test_add_ask_and_marks(project, monkeypatch, capsys):
    said = "added to .trove/eval.jsonl:1  docs/guide.md:5\n"
    assert run(monkeypatch, capsys, "eval", "--add", "trim the wick", "docs/guide.md:5") == (0, said, "")
    again = run(monkeypatch, capsys, "eval", "--json", "--add", "trim the wick", "docs/guide.md:5")
    assert json.loads(again.out)["added"] is False
    run(monkeypatch, capsys, "eval", "--add", "descale a kettle", "README.md")
    result = run(monkeypatch, capsys, "eval", "--min-first", "0.5", "--min-mrr", "0.5")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("2 questions of .trove/eval.jsonl\n   first            1  0.500\n")
    assert "   right: not found, README.md\n   first: docs/guide.md:9  Guide > Kettles\n" in result.out
    low = run(monkeypatch, capsys, "eval", "--min-first", "0.6")
    assert (low.code, "-- first 0.500 is below 0.6\n" in low.out) == (1, True)
    value = json.loads(run(monkeypatch, capsys, "eval", "--json", "--min-mrr", "1", "--at", "HEAD").out)
    assert (value["revision"], value["below"]) == (project.head, ["MRR 0.500 is below 1"])


def test_a_file_by_name_and_what_is_wrong_with_it(project, monkeypatch, capsys):
    project.write("docs/q.jsonl", '{"question": "wick", "places": ["docs/guide.md"]}\n\n{"question": 1}\n')
    monkeypatch.chdir(project.path / "docs")
    result = run(monkeypatch, capsys, "eval", "q.jsonl")
    assert (result.code, result.out) == (2, "")
    assert "(q.jsonl:3)\nhint: edit q.jsonl:3\n" in result.err
    project.write("docs/q.jsonl", '{"question": "wick", "places": ["docs/guide.md"]}\n')
    assert run(monkeypatch, capsys, "eval", "q.jsonl", "--min-first", "1").code == 0


@pytest.mark.parametrize(
    "arguments",
    ["", "a b", "--min-first 2", "--add q", "--add q x.md", "--add q README.md --at HEAD"],
)
def test_errors_of_the_user(project, monkeypatch, capsys, arguments):
    result = run(monkeypatch, capsys, "eval", *arguments.split())
    assert (result.code, result.out) == (2, "")
    assert not (project.path / ".trove").exists()
