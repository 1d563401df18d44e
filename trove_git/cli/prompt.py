"""`git trove` without a command: the prompt. It answers each line that is typed, or that comes through a pipe."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable

import click

from trove_git.asking.ask import Pack
from trove_git.asking.searcher import Searcher
from trove_git.cli.building import watch_building
from trove_git.cli.common import print_json
from trove_git.cli.decoration import decoration, on_terminal
from trove_git.cli.prompt_input import CtrlC, TerminalLines
from trove_git.commands.prompt import parse_line, parse_number
from trove_git.errors import UsageError
from trove_git.output import prompt as output
from trove_git.output.text import Style, render_ask
from trove_git.records import AskResult
from trove_git.settings import PROVIDERS

PROMPT = "trove> "
Report = Callable[[Exception], int]
"""Prints an error as the program prints it, and returns its exit code."""


def run(report: Report) -> None:
    """Answer lines until there are none left.

    Args:
        report: prints what goes wrong with one line; the next one is answered all the same.
    """
    if sys.stdin is None:
        # Closed by whoever started the program.
        return
    with Searcher(building=watch_building()) as searcher:
        if sys.stdin.isatty():
            if isinstance(sys.stdin, io.TextIOWrapper):
                sys.stdin.reconfigure(errors="surrogateescape")
            _talk(Prompt(searcher, interactive=True), report)
        else:
            # Whoever reads the answers may stop at any time; then there is nothing more to do.
            with contextlib.suppress(BrokenPipeError):
                _read_pipe(Prompt(searcher, interactive=False), report)


def _talk(prompt: Prompt, report: Report) -> None:
    """Answer a person."""
    # Answers alone go to a file that standard output leads to.
    aside = not sys.stdout.isatty()
    prompt.say(output.say_welcome(prompt.searcher.workspace.root.path))
    prompt.say_counts()
    lines = TerminalLines(PROMPT, aside=aside)
    with CtrlC() as ctrl_c:
        while _answer_next(prompt, lines, ctrl_c, report):
            pass


def _answer_next(prompt: Prompt, lines: TerminalLines, ctrl_c: CtrlC, report: Report) -> bool:
    """Answer one line of a person; False when it was the last. Ctrl-C ends the line or its answer."""
    line: str | None = ""
    try:
        with ctrl_c.armed():
            line = lines.read()
            if line is not None and _do(prompt, line, report):
                return True
        if line is None:
            prompt.say("")
        return False
    except KeyboardInterrupt:
        # It has reached the processes that wait in the background, too.
        prompt.searcher.interrupt()
        prompt.say("")
        return True
    finally:
        lines.keep(line or "")


def _read_pipe(prompt: Prompt, report: Report) -> None:
    """Answer the lines of standard input."""
    for raw in iter(sys.stdin.buffer.readline, b""):
        if not _do(prompt, raw.decode("utf-8", "surrogateescape"), report):
            return


def _do(prompt: Prompt, line: str, report: Report) -> bool:
    """Do what a line says, and report what goes wrong with it; False when it is the last."""
    try:
        return prompt.do(line)
    except BrokenPipeError:
        # Nobody reads on: that ends the program, and is no error of a line.
        raise
    except Exception as error:  # noqa: BLE001  # one line must not take the others along; `report` is the boundary
        report(error)
        return True


class Prompt:
    """One prompt: a searcher, how its answers are printed, and the last of them.

    Args:
        searcher: finds the answers.
        interactive: whether a person types the lines.
    """

    def __init__(self, searcher: Searcher, *, interactive: bool) -> None:
        self.searcher = searcher
        self._interactive = interactive
        self._json = False
        self._explain = False
        self._last: AskResult | None = None

    def do(self, line: str) -> bool:
        """Do what a line says; False when it ends the prompt.

        Raises:
            TroveError: it cannot be done.
        """
        found = parse_line(line)
        if found.name == "quit":
            return False
        if found.name or found.argument:
            getattr(self, f"_do_{found.name or 'ask'}")(found.argument)
        return True

    def say(self, text: str) -> None:
        """Say something to a person; what comes through a pipe gets answers only."""
        if self._interactive:
            click.echo(text, err=not sys.stdout.isatty())

    def say_counts(self) -> None:
        """Say what is open."""
        self.say(output.say_open(self.searcher.count()))

    def _print_json(self, value: object) -> None:
        print_json(value, one_line=not self._interactive)

    def _do_ask(self, query: str) -> None:
        if self.searcher.workspace.settings.provider != PROVIDERS[0]:
            self._last = self._write_answer(query)
            return
        self._last = self.searcher.ask(query, explain=self._explain, dated=self._json)
        if self._json:
            from trove_git.output.json import ask_object

            self._print_json(ask_object(self._last, explain=self._explain))
        else:
            click.echo(render_ask(self._last, Style(*decoration()), explain=self._explain), nl=False)

    def _write_answer(self, query: str) -> AskResult:
        """Have an answer written, and print it as it comes."""
        from trove_git.asking.ask import Request
        from trove_git.cli.answer_output import print_answer
        from trove_git.commands.answer import prepare

        def search(packing: Pack) -> AskResult:
            return self.searcher.ask(query, explain=self._explain, dated=self._json, packing=packing)

        request = Request(query, self.searcher.revision, explain=self._explain, dated=self._json)
        prepared = prepare(self.searcher.workspace, request, search)
        return print_answer(prepared, as_json=self._json, explain=self._explain, one_line=not self._interactive)

    def _do_tools(self, words: str) -> None:
        from trove_git.cli.verbs.tools import SEARCH_LIMIT
        from trove_git.commands.tools import find_tools
        from trove_git.output.tools import render_tools, tools_object

        found = find_tools(self.searcher.workspace, words, SEARCH_LIMIT if words else None)
        if self._json:
            self._print_json(tools_object(found))
        else:
            click.echo(render_tools(found, words, terminal=on_terminal()), nl=False)

    def _do_tool(self, name: str) -> None:
        from trove_git.cli.verbs.tool import show_tool

        show_tool(self.searcher.workspace, name, as_json=self._json, one_line=not self._interactive)

    def _do_open(self, number: str) -> None:
        from trove_git.cli.prompt_input import run_editor
        from trove_git.commands.editor import editor_command, editor_of, find_hit

        if not self._interactive:
            raise UsageError(":open needs a terminal")
        workspace = self.searcher.workspace
        hit = find_hit(self._last, parse_number(number or "1", ":open"), workspace.root.prefix)
        run_editor(editor_command(editor_of(workspace.environment), hit.location, hit.line))

    def _do_at(self, revision: str) -> None:
        commit = self.searcher.at(revision or None)
        self.say(output.say_asked(commit, uncommitted=not revision))

    def _do_explain(self, _: str) -> None:
        self._explain = not self._explain
        self.say(output.say_explained(self._explain))

    def _do_fresh(self, _: str) -> None:
        self.searcher.fresh = not self.searcher.fresh
        self.say(output.say_fresh(self.searcher.fresh))

    def _do_json(self, _: str) -> None:
        self._json = not self._json
        self.say(output.say_json(self._json))

    def _do_budget(self, number: str) -> None:
        if number:
            self.searcher.flags["budget"] = parse_number(number, ":budget")
        self.say(output.say_budget(self.searcher.workspace.settings.budget_tokens))

    def _do_provider(self, name: str) -> None:
        if name and name not in PROVIDERS:
            raise UsageError(f"no provider {name}", hint=f"one of {', '.join(PROVIDERS)}")
        if name:
            self.searcher.flags["provider"] = name
        self.say(output.say_provider(self.searcher.workspace.settings.provider))

    def _do_reload(self, _: str) -> None:
        self.searcher.close()
        self.say_counts()

    def _do_help(self, _: str) -> None:
        click.echo(output.render_help(), nl=False)
