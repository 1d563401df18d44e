"""Print a written answer: as it comes where a terminal shows it, as a whole elsewhere."""

from __future__ import annotations

import sys

import click

from trove_git.cli.common import print_json
from trove_git.cli.decoration import decoration
from trove_git.commands.answer import Prepared, write
from trove_git.output.citations import CitedText
from trove_git.output.style import Style, clean
from trove_git.output.text import render_ask, render_footer, render_hits
from trove_git.records import AskResult


def print_answer(prepared: Prepared, *, as_json: bool, explain: bool, one_line: bool = False) -> AskResult:
    """Have the answer of a prepared question written, print the result, and return it."""
    if as_json:
        from trove_git.output.json import ask_object

        result = write(prepared)
        print_json(ask_object(result, explain=explain), one_line=one_line)
    elif sys.stdout.isatty():
        result = _print_live(prepared, Style(*decoration()), explain=explain)
    else:
        result = write(prepared)
        click.echo(render_ask(result, explain=explain), nl=False)
    if result.provider_log:
        click.echo(clean(result.provider_log), err=True)
    return result


def _print_live(prepared: Prepared, style: Style, *, explain: bool) -> AskResult:
    """Print the hits, then the answer while it is written, then the footer."""
    click.echo(render_hits(prepared.result, style, explain=explain), nl=False)
    sys.stdout.flush()
    shown = _Shown(CitedText(prepared.result.hits, style))
    try:
        result = write(prepared, shown.add)
    finally:
        # After Ctrl-C too: whatever comes next begins in a line of its own.
        shown.finish()
    click.echo(render_footer(result, style), nl=False)
    return result


class _Shown:
    """The answer on the terminal."""

    def __init__(self, text: CitedText) -> None:
        self._text = text
        self._begun = False

    def add(self, piece: str) -> None:
        """Show a piece."""
        self._write(self._text.feed(piece))

    def finish(self) -> None:
        """Show what was held back, and end the line."""
        if self._begun:
            self._write(self._text.finish())
            click.echo()

    def _write(self, text: str) -> None:
        if not self._begun:
            click.echo()
            self._begun = True
        click.echo(text, nl=False)
        sys.stdout.flush()
