"""The program `git-trove`: load the named command, run it, turn errors into exit codes.

A command's module is imported only when it is named, so that `git trove ask` pays for
nothing else. Exit codes: 0 done or hits, 1 an honest no, 2 an error the user can fix,
3 our bug, 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module

# isort: split
from trove_git.cli.light import PlainHelp, PlainOption  # before click, which loads less then

# isort: split
import click

from trove_git import __version__
from trove_git.errors import TroveError

EXIT_USER_ERROR = 2
EXIT_BUG = 3
EXIT_INTERRUPTED = 130

COMMANDS: dict[str, str] = {
    "ask": "Search entries, docs, code and tools; print ranked, cited hits.",
    "blame": "Say who wrote each line of an entry.",
    "check": "Check the structure of the trove.",
    "diff": "Say which entries differ between revisions.",
    "doctor": "Prove that each Git hook is reached.",
    "eval": "Ask the project's own questions, and measure the answers.",
    "export": "Write entries as one bundle.",
    "grep": "Search the text of entries for a pattern.",
    "hook": "Do what a Git hook does; hooks call it.",
    "import": "Add the entries of a bundle.",
    "index": "Build the index of HEAD.",
    "init": "Create a trove.",
    "install": "Install the Git hooks.",
    "list": "List the entries.",
    "log": "Show what commits did to entries.",
    "mcp": "Serve this repository to coding agents over MCP.",
    "path": "Print where the trove is.",
    "promote": "Copy a personal entry to the project.",
    "prune": "Retire entries to the archive, or delete them.",
    "query": "Show what to read before taking on a task.",
    "redact": "Replace secrets and private data in text.",
    "remember": "Write one fact as an entry.",
    "review": "List the entries that may be wrong by now.",
    "secrets": "Look for secrets in files.",
    "show": "Print one entry.",
    "skills": "Install the skills for coding agents.",
    "status": "Show what is indexed and how fresh it is.",
    "tool": "Describe one installed tool.",
    "tools": "List or search the installed tools.",
    "touch": "Confirm that entries still hold.",
    "uninstall": "Take the Git hooks out again.",
}
"""Command → the line `git trove -h` shows. The module is `trove_git.cli.verbs.<command>`."""

CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class LazyGroup(PlainHelp, click.Group):
    """A group that knows its commands by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """List the commands by name."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"trove_git.cli.verbs.{cmd_name}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their lines from COMMANDS, which needs no import."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


def _version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"git-trove {__version__}")
        ctx.exit()


@click.command(cls=LazyGroup, name="git-trove", context_settings=CONTEXT_SETTINGS, invoke_without_command=True)
@click.option(
    "--version",
    cls=PlainOption,
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@click.pass_context
def program(ctx: click.Context) -> None:
    """Ask a repository: its trove of facts, its docs and its code, ranked and cited.

    `git trove ask "QUESTION"` answers from the commit you stand on, offline. Without a command
    a prompt answers one question after the other.
    """
    if ctx.invoked_subcommand is None:
        from trove_git.cli.prompt import run
        from trove_git.garbage import collecting

        # A prompt lives long enough to have garbage.
        with collecting():
            run(report)


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit code."""
    try:
        code = _run(arguments)
    except SystemExit as stop:
        # click ends this way when nobody reads what is printed.
        code = stop.code if isinstance(stop.code, int) else EXIT_BUG
    words = sys.argv[1:] if arguments is None else arguments
    # What failed after a commit must not fail the command that made it: a failing post-checkout makes
    # `git switch` fail; nor may it show an error in an agent's session. Only the name counts: a gate may
    # be called with a remote named postgres.
    name = next((word for word in words[1:] if not word.startswith("-")), "") if words[:1] == ["hook"] else ""
    return 0 if name.startswith(("post", "session-")) else code


def _run(arguments: list[str] | None) -> int:
    """Run the program, turn what it raises into messages, and return the exit code for them."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets its escape, not a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        result = program.main(args=arguments, prog_name="git trove", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        return EXIT_INTERRUPTED
    except click.ClickException as error:
        error.show()
        if isinstance(error, click.NoSuchOption):
            sys.stderr.write("hint: words that begin with a dash go behind --, as in git trove ask -- --limit\n")
        return EXIT_USER_ERROR
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001  # the one place that catches everything
        return report(error)


def report(error: Exception) -> int:
    """Print what went wrong, and return the exit code for it; a bug of ours leaves a report with its traceback."""
    if isinstance(error, TroveError):
        sys.stderr.write(f"error: {error}\n")
        if error.hint:
            sys.stderr.write(f"hint: {error.hint}\n")
        return EXIT_USER_ERROR
    from trove_git.cli.bug_report import write_report

    path = write_report(error)
    sys.stderr.write(f"error: this is a bug in git-trove: {type(error).__name__}: {error}\nhint: see {path}\n")
    return EXIT_BUG
