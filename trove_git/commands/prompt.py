"""What a line of the prompt means: a question, or a command that begins with a colon."""

from __future__ import annotations

from typing import NamedTuple

from trove_git.errors import UsageError
from trove_git.settings import PROVIDERS

NEAR_NAMES = 3
"""Commands that are suggested for one that does not exist."""


class CommandLine(NamedTuple):
    """One line, understood."""

    name: str
    """A command without its colon; empty for a question."""
    argument: str
    """What follows it, or the question."""


class Usage(NamedTuple):
    """How a command is written, and what it does."""

    argument: str
    """Placeholder of its argument; in brackets where it may be left out, empty where there is none."""
    help: str


COMMANDS: dict[str, Usage] = {
    "tools": Usage("[WORDS]", "search the installed tools; without WORDS list them"),
    "tool": Usage("NAME", "describe one installed tool"),
    "open": Usage("[N]", "open hit N of the last answer in your editor, at its line"),
    "at": Usage("[REV]", "ask the commit REV; without REV what you stand on again"),
    "explain": Usage("", "show how each score is made, or stop that"),
    "fresh": Usage("", "rank entries lower whose files have changed, or stop that"),
    "json": Usage("", "print JSON, or stop that"),
    "budget": Usage("[N]", "set the token budget of an answer; without N show it"),
    "provider": Usage("[NAME]", f"who writes an answer: {', '.join(PROVIDERS)}"),
    "reload": Usage("", "open everything anew; changes are noticed without it"),
    "help": Usage("", "show this"),
    "quit": Usage("", "end, as Ctrl-D does"),
}
"""Command → its usage, in the order of the help."""


def parse_line(line: str) -> CommandLine:
    """Tell a command from a question.

    A command may be cut short as long as it is one of a kind: `:rel` is `:reload`, `:q` is `:quit`.

    Raises:
        UsageError: there is no such command, it lacks its argument, or takes none.
    """
    text = " ".join(line.split())
    if not text.startswith(":"):
        return CommandLine("", text)
    word, _, argument = text[1:].partition(" ")
    name = _find_command(word)
    usage = COMMANDS[name]
    if argument and not usage.argument:
        raise UsageError(f":{name} takes no argument", where=argument)
    if not argument and usage.argument.isalpha():
        raise UsageError(f":{name} needs an argument", hint=f":{name} {usage.argument}")
    return CommandLine(name, argument)


def _find_command(word: str) -> str:
    if word in COMMANDS:
        return word
    begun = [name for name in COMMANDS if word and name.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    from difflib import get_close_matches

    near = begun or get_close_matches(word, COMMANDS, NEAR_NAMES)
    hint = f"near: {', '.join(f':{name}' for name in near)}" if near else ":help lists the commands"
    raise UsageError(f"no command :{word}", hint=hint)


def parse_number(text: str, what: str) -> int:
    """Return a whole number above 0.

    Raises:
        UsageError: it is none.
    """
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise UsageError(f"not a whole number above 0: {text}", where=what)
    return int(text)
