"""The documents are true: the reference equals the help, links lead somewhere, examples show what is printed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.repos import Repo, entry
from trove_git import __version__, errors
from trove_git.cli import reference
from trove_git.cli.main import COMMANDS

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")]


def test_the_reference_is_what_the_commands_say() -> None:
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == reference.markdown()
    assert (ROOT / "docs" / "git-trove.1").read_text(encoding="utf-8") == reference.manual_page()


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_takes_both_help_options(command: str) -> None:
    texts = [
        subprocess.run([sys.executable, "-m", "trove_git", command, option], capture_output=True, text=True, check=True)
        for option in ("-h", "--help")
    ]
    assert texts[0].stdout == texts[1].stdout
    assert texts[0].stdout.startswith(f"Usage: git trove {command}")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_page_about_the_house_names_every_room() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = {p.name for p in (ROOT / "trove_git").iterdir() if not p.name.startswith("__") and p.suffix in ("", ".py")}
    assert {room for room in rooms if f"](../trove_git/{room})" not in page} == set()


def test_the_tree_of_errors_is_drawn_as_it_is() -> None:
    above: list[str] = []
    drawn = {}
    for bars, name in re.findall(r"^    ([│├└─ ]*)(\w+)  ", errors.__doc__ or "", re.MULTILINE):
        depth = len(bars) // 4
        above[depth:] = [name]
        drawn[name] = above[depth - 1] if depth else "Exception"
    made = {name: kind.mro()[1].__name__ for name, kind in vars(errors).items() if isinstance(kind, type)}
    assert drawn == made


def test_the_files_that_contributing_names_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"(?<=[ `])((?:trove_git|tests|docs|benchmarks)/[\w./-]*)", text)
    assert len(named) > 40
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_example_of_a_place_is_what_explain_prints(repo: Repo) -> None:
    for name in ("api", "web"):
        text = entry(f"Retries of the {name}", "Clients pause a second.").replace(
            "tags:", f"paths: [packages/{name}/**]\ntags:"
        )
        repo.write(f".claude/trove/entries/retries-of-the-{name}.md", text)
    repo.commit("example", {"packages/api/data.bin": "x\n"})
    done = subprocess.run(
        [sys.executable, "-m", "trove_git", "ask", "--explain", "--limit", "2", "do clients pause"],
        cwd=repo.path / "packages" / "api", capture_output=True, text=True, check=True,
    )  # fmt: skip
    shown = "".join(f"    {line}\n" for line in done.stdout.splitlines())
    assert shown in (ROOT / "docs" / "monorepos.md").read_text(encoding="utf-8")


def test_the_version_is_one() -> None:
    done = subprocess.run([sys.executable, "-m", "trove_git", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"git-trove {__version__}\n"
