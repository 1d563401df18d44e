"""`git trove query` is wired."""

from __future__ import annotations

import json

from tests.support.repos import Repo
from trove_git.cli.main import main


def test_query(repo: Repo, monkeypatch, capsys) -> None:
    repo.commit("first", {"net/upload.py": "def retry(upload):\n    return upload\n"})
    monkeypatch.chdir(repo.path)
    assert main(["query", "retry", "an", "upload"]) == 0
    assert (
        "symbol  net/upload.py:1  retry\n   def retry(upload):\n   why: named retry; holds upload\n"
        in capsys.readouterr().out
    )
    assert main(["query", "--json", "--budget", "5", "retry"]) == 0
    assert json.loads(capsys.readouterr().out)["budget"] == 5
    assert main(["query", "zebra"]) == 1
