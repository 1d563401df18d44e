"""Options and printing that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def repo_option(command: Command) -> Command:
    """Add `--repo DIR`: the folder to work on instead of the one found upward from here."""
    return click.option("--repo", metavar="DIR", default=None, help="Work on this folder instead of the one found upward from here.")(command)


def json_option(command: Command) -> Command:
    """Add `--json`: print one JSON object instead of text."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def print_json(value: object) -> None:
    """Print one JSON value on a line of its own; text outside ASCII stays readable."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
