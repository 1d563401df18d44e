"""What a command does not load, and that it is there when it is wanted."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from trove_git.cli.light import PlainHelp, PlainOption

HEAVY = ("ast", "dis", "tokenize")
"""What `inspect` loads."""


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_a_question_loads_no_inspect() -> None:
    code = f"""
import sys
from trove_git.cli.main import main
assert main(["ask", "--no-tools", "--", ""]) == 2
print([name for name in {HEAVY} if name in sys.modules])
"""
    assert run(code) == "[]"


def test_a_deferred_module_is_loaded_when_it_is_used() -> None:
    code = """
import sys
import trove_git.cli.light
import inspect
before = "ast" in sys.modules
from inspect import cleandoc
print(before, cleandoc(" x"), "ast" in sys.modules, inspect is sys.modules["inspect"], inspect.__spec__.name)
"""
    assert run(code) == "False x True True inspect"


def test_a_module_that_is_loaded_stays_as_it_is() -> None:
    assert run("import inspect as a; import trove_git.cli.light, inspect; print(inspect is a, type(a))").startswith(
        "True <class 'module'>"
    )


@click.command("show", cls=PlainHelp)
@click.option("--limit", cls=PlainOption, metavar="N", help="At most.  [default: 2]")
def show(limit: str | None) -> None:
    """Show it."""
    click.echo(f"limit {limit}")


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["--limit", "3"], "limit 3"),
        (["--help"], "--limit N  At most.  [default: 2]\n  --help     Show this message and exit."),
        (["--limit"], "Error: Option '--limit' requires an argument."),
        (["--limt", "3"], "Error: No such option '--limt'. Did you mean '--limit'?"),
    ],
    ids=["value", "help", "no value", "typing error"],
)
def test_options_work_as_those_of_click(arguments: list[str], printed: str) -> None:
    found = CliRunner().invoke(show, arguments)
    assert printed in found.output
    assert found.exit_code == (2 if "Error" in printed else 0)
