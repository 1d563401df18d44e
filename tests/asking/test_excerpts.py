from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.support.repos import Repo
from trove_git.cli.main import main
from trove_git.packing import tokens_of

SHORT = 'def retry_upload(part):\n    """Send a part again."""\n    pause(part)\n    return send(part)\n'
LONG = (
    "def transfer_everything(files):\n"
    + "".join(f"    step_{number} = prepare({number})\n" for number in range(300))
    + "    quokka = wombat(step_1)\n    numbat = quokka + 1\n"
    + "".join(f"    other_{number} = finish({number})\n" for number in range(300))
)


@pytest.fixture
def asked(repo: Repo, capsys, monkeypatch):
    repo.commit(files={"src/retry.py": f"import os\n\n\n{SHORT}", "src/transfer.py": LONG})
    monkeypatch.chdir(repo.path)

    def ask(*arguments):
        main(["ask", "--kind", "code", *arguments])
        return capsys.readouterr().out

    return ask


def test_a_symbol_that_fits_is_shown_whole_and_cited_by_its_lines(asked):
    text = asked("--excerpts", "retry upload")
    numbered = "".join(f"{number}| {line}\n" for number, line in enumerate(SHORT.splitlines(), 4))
    assert f"src/retry.py:4-7  retry_upload\n{numbered}" in text


def test_of_a_long_symbol_the_lines_that_match_are_shown(asked):
    text = asked("--excerpts", "--budget", "300", "transfer everything quokka numbat")
    assert "302|     quokka = wombat(step_1)\n303|     numbat = quokka + 1\n" in text
    assert "   def transfer_everything(files):\n" in text
    assert "src/transfer.py:302-" in text


@pytest.mark.parametrize("budget", [60, 100, 200, 500, 1500, 4000])
def test_excerpts_stay_within_the_budget_and_take_the_place_of_no_hit(asked, budget):
    plain = json.loads(asked("--budget", str(budget), "--json", "transfer retry upload quokka"))
    made = json.loads(asked("--budget", str(budget), "--json", "--excerpts", "transfer retry upload quokka"))
    assert [one["title"] for one in made["sources"]] == [one["title"] for one in plain["sources"]]
    assert plain["tokens"] <= made["tokens"] <= max(budget, plain["tokens"])
    lines = [line for one in made["sources"] for line in one.get("excerpt", [])]
    assert (
        sum(tokens_of(len(f"{line['line']}| {line['text']}\n")) for line in lines) == made["tokens"] - plain["tokens"]
    )


def test_an_edited_file_has_no_excerpt(asked, repo):
    repo.write("src/retry.py", f"import os\nimport sys\n\n\n{SHORT}")
    assert "| def retry_upload" not in asked("--excerpts", "retry upload")
    assert "4| def retry_upload" in asked("--excerpts", "--at", "HEAD", "retry upload")


def test_no_line_is_shown_twice(asked, repo):
    repo.commit(files={"src/zoo.py": "class Zoo:\n    def feed_zoo(self):\n        return zoo\n"})
    text = asked("--excerpts", "zoo feed_zoo")
    assert text.count("|     def feed_zoo(self):") == 1


@pytest.mark.parametrize(
    ("variables", "shown"), [({}, False), ({"CLAUDECODE": "1"}, True), ({"CLAUDECODE": ""}, False)]
)
def test_they_are_the_default_of_agents(asked, repo, variables, shown, monkeypatch):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    command = [sys.executable, "-m", "trove_git", "ask", "retry upload"]
    done = subprocess.run(command, cwd=repo.path, capture_output=True, text=True, check=True)
    assert ("4| def retry_upload" in done.stdout) == shown
    assert ("--provider" in done.stdout) != shown
    assert "4| def retry_upload" not in asked("--no-excerpts", "retry upload")
