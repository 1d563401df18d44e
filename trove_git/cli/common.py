"""Options and printing that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import click

from trove_git.cli.light import PlainOption
from trove_git.entries.trove import SECTIONS
from trove_git.records import ENTRY_TYPES

Command = TypeVar("Command", bound=Callable[..., Any])


plain_option = partial(click.option, cls=PlainOption)
"""As `click.option`, for options whose help is one line."""


def repo_option(command: Command) -> Command:
    """Add `--repo DIR`: the folder to work on instead of the one found upward from here."""
    text = "Work on this folder instead of the one found upward from here."
    return plain_option("--repo", metavar="DIR", default=None, help=text)(command)


def path_option(command: Command) -> Command:
    """Add `--path PATH`: what is asked from, instead of the folder the program was started in."""
    text = "Prefer entries about this file or folder instead of where you are; may be repeated."
    return plain_option("--path", "paths", multiple=True, metavar="PATH", help=text)(command)


def filter_options(command: Command) -> Command:
    """Add `--section`, `--type` and `--tag`, each of which may be repeated: which entries are meant."""
    section, kind = click.Choice(SECTIONS), click.Choice(ENTRY_TYPES)
    help_ = "Only with this tag; all of them when repeated."
    command = click.option("--tag", "tags", multiple=True, metavar="TAG", help=help_)(command)
    help_ = "Only this type; may be repeated."
    command = click.option("--type", "types", multiple=True, type=kind, metavar="TYPE", help=help_)(command)
    help_ = "Only this section; may be repeated."
    return click.option("--section", "sections", multiple=True, type=section, help=help_)(command)


def json_option(command: Command) -> Command:
    """Add `--json`: print one JSON object instead of text."""
    return plain_option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def print_json(value: object, *, one_line: bool = False) -> None:
    """Print one JSON value; text outside ASCII stays readable, bytes outside UTF-8 become their escapes."""
    import json

    text = json.dumps(value, ensure_ascii=False, indent=None if one_line else 2)
    click.echo(text.encode("utf-8", "backslashreplace"))
