"""A trove's whole life by the commands alone, as the skills run them, until the next session knows the fact."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from tests.support.repos import Repo
from tests.support.sessions import HERE, PLUGIN, context, run_script, tools_only


def shell(cwd: Path, command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command], cwd=cwd, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def test_from_init_to_the_next_session(repo: Repo, tmp_path: Path) -> None:
    repo.commit("code", {"src/db/bulk.py": "def insert():\n    pass\n"})
    below = repo.path / "src"
    path = f"{HERE}{os.pathsep}{tools_only(tmp_path / 'bin')}"

    def start() -> str:
        given = {"cwd": str(below), "source": "startup"}
        return context(run_script("session-start.sh", shell="bash", cwd=below, path=path, given=given).stdout)

    assert start() == ""
    assert shell(below, "git trove init").returncode == 0

    # The command that the skill shows, to the letter.
    skill = (PLUGIN / "skills" / "remember" / "SKILL.md").read_text(encoding="utf-8")
    command = re.search(r"```sh\n(.*?)```", skill, re.DOTALL)
    assert command is not None
    text = re.sub(r"^   ", "", command[1], flags=re.MULTILINE)
    first = shell(below, text)
    entry = ".claude/trove/entries/bulk-inserts-need-one-transaction.md"
    assert (first.returncode, first.stdout) == (0, f"created {entry}\n"), first.stderr
    second = shell(below, text)
    assert second.returncode == 2
    assert "--update bulk-inserts-need-one-transaction" in second.stderr

    recalled = shell(below, "git trove ask --kind project 'why do bulk inserts need a transaction'")
    assert recalled.returncode == 0
    assert re.search(
        rf"^1  project  {re.escape(entry)}:\d+  Bulk inserts need one transaction", recalled.stdout, re.MULTILINE
    )
    assert "bulk.py" in shell(below, "git trove show bulk-inserts-need-one-transaction").stdout

    repo.commit("what we know")
    assert repo.git("status", "--porcelain") == ""
    text = start()
    assert (
        "- [Bulk inserts need one transaction](entries/bulk-inserts-need-one-transaction.md) - Bulk inserts must run"
        in text
    )
    assert repo.git("status", "--porcelain") == ""
