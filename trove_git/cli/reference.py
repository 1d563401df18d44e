"""Write the reference of the command line from the commands themselves: docs/cli.md and the manual page.

`python -m trove_git.cli.reference docs` writes both; a test holds them equal to `--help`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from trove_git import __version__
from trove_git.cli.main import CONTEXT_SETTINGS, program

WIDTH = 100

OUTPUT_NOTES = """\
## What `ask` prints

    RANK  KIND  CITATION  TITLE
       the cited line
       what speaks against an entry
    NUMBER| a line of an excerpt
    -- SHOWN of MATCHES matches | ~TOKENS/BUDGET tokens | offline retrieval; add --provider for a written answer
    -- a note

The citation is `path:line`, the line with the most terms of the question; `~/.claude/trove/…` for an
entry of the personal trove. A symbol is cited at its definition, a module by its path, a subsystem as `folder/`,
the architecture as `.` (`architecture` in JSON), a tool by its path. A path that would break the line is quoted as git
quotes it. `git trove show CITATION` gives back the line with those around it, with `--at REV` as a commit has it.
A hit from a file that is not committed is marked `(uncommitted)`. SHOWN hits were printed
out of MATCHES sources that hold at least one term of the question. Notes say what the answer was made from where
that is not plain: uncommitted files, files that were skipped, an index that was built again. With `--provider` the
answer follows the hits after an empty line, and the footer says who wrote it, what was taken out of what was sent, or
why there is none: [written answers](answers.md). Below the line of an entry stands what speaks against it, `stale?` and
`dangling?`: [staleness](staleness.md).

With `--excerpts` what is left of the budget goes to the lines of the three best symbols that hold most of the
question. Their citation is `path:FIRST-LAST`. A file that was edited since its commit has no excerpt. It is the default
where a coding agent runs the command, as its variable says (`CLAUDECODE`, `CODEX_SANDBOX`, `CURSOR_AGENT`,
`GEMINI_CLI`, `OPENCODE`); then the footer does not name `--provider`.

With `--json` the same result is one object:

| key | value |
| --- | --- |
| `query` | the question |
| `mode` | `retrieval`, or `llm` where there is a written answer |
| `revision` | object id of the commit that was asked, or null |
| `sources` | the hits, best first: `kind`, `cite`, `title`, `snippet`, `score`; `uncommitted`, `explain`, `stale` |
| `tokens`, `budget` | estimated tokens of the hits (four bytes each), and the limit |
| `matches`, `searched` | sources that hold a term, and sources in all |
| `provider`, `model` | who was asked for an answer, and which model where that is known |
| `answer`, `answer_error` | the answer, or the one line why there is none |
| `redaction` | once something was sent: `total`, and `by_category` |
| `excerpt` | of a source, with `--excerpts`: objects with `line` and `text` |
| `notes` | the notes, when there are any |

`git trove show PATH:LINE --json` has `cite`, `path`, `line` and `end_line` (what was named), `line_count` of the file,
`revision` (null for the file on disk) and `lines`, objects with `line` and `text`.

## Settings

A flag wins over the environment, that over `git config trove.*`, that over `.trove/config` in the
commit (git-config syntax; it cannot set `tools`, `capture`, `provider` or `model`), that over the default.

| flag | environment | git config | default |
| --- | --- | --- | --- |
| `--limit` | `TROVE_LIMIT` | `trove.limit` | 12 |
| `--per-kind` | `TROVE_PER_KIND` | `trove.perKind` | 6 |
| `--budget` | `TROVE_BUDGET` | `trove.budget` | 1500 |
| | `TROVE_DOCS` (one pattern a line) | `trove.docs` (may repeat) | none: more docs, as patterns of `.gitignore` |
| | `TROVE_CAPTURE` | `trove.capture` | false: the end of an agent's session is not noted |
| `--no-tools` | `TROVE_TOOLS` | `trove.tools` | true: installed tools are searched |
| `--provider` | `TROVE_PROVIDER` | `trove.provider` | none: nothing is sent anywhere |
| `--model` | `TROVE_MODEL` | `trove.model` | the provider's own |
| | `TROVE_INTERNAL_DOMAIN` (one a line) | `trove.internalDomain` (may repeat) | none: domains whose hosts are private |
| | `TROVE_CUSTOMER` (one a line) | `trove.customer` (may repeat) | none: names that are private |

Git's configuration and `.trove/config` write truth and numbers as git reads them: `yes`, `on` and any number but 0
are true, so is a key without `=`; a key with nothing behind `=` is false; `1k` is 1024.

The last two are joined from all the places that set them, `.trove/config` among them.

## Tools

`ask` searches the commands on `PATH` too, and git's own subcommands: at most 3 of them are hits, and only those that
hold much of the question. What a command does comes from its manual page, from the metadata of its Homebrew, npm or
Python package, or from the description of its Debian package; no command is run. The catalog is kept in your cache
folder for a week, or until a folder of `PATH` changes.

`tools --json` has `tools` (each with `name`, `path`, `description`, and as `source` `man PAGE`, `brew NAME`,
`npm NAME`, `python NAME`, `dpkg NAME` or nothing), `matches` and `known`. `tool --json` has `name`, `found`, `paths`
(the first one runs, the others are shadowed by it), `links_to`, `description`, `source`, `manual` and `package`;
where there is no such tool, `name`, `found` and `near`.

## Redaction

`redact` puts `[REDACTED:category-number]` in the place of what should not leave your machine. The same value has the
same number in all files of one run, and no number is one that a placeholder in them has already.

| category | what |
| --- | --- |
| `secret` | all that `git trove secrets` finds, and what only may be one |
| `email` | mail addresses |
| `phone` | telephone numbers with their country, and without it where a word such as `phone` is before them |
| `host` | hosts of private domains (below) and of `trove.internalDomain`, and hosts without a dot in URLs |
| `ip` | IPv4 and IPv6 addresses, but for documentation, loopback and unspecified ones |
| `path` | paths below the home folder of a person, and your own user name |
| `customer` | the names in `trove.customer` |

What may be a secret: passwords in URLs of any host, values of options such as `--token`, tokens of 32 or more mixed
characters that nothing announces, private keys without their end or their beginning. A secret found once is replaced
wherever it stands. Private domains are `local`, `internal`, `corp`, `lan`, `intranet` and `home.arpa`.

Digests that are announced as such, certificates and public keys, versions, `file:line` citations and object ids of the
repository stay. `--json` has `total`, `by_category` and `files`, each of these with `path`, `changed`, `total`,
`by_category` and, without `--check`, `text`. Redaction is made of rules: it finds what looks like something, and a
password that is a word in a sentence looks like nothing.

## Exit codes

| code | meaning |
| --- | --- |
| 0 | done, or hits were found |
| 1 | an honest no: no hit, no entry, a check that failed |
| 2 | an error you can fix; standard error says what, where, and the next step |
| 3 | a bug of the program; standard error names the report |
| 130 | interrupted |
"""


def command_helps() -> list[tuple[str, str]]:
    """Return the name and the help text of every command, in order."""
    group = click.Context(program, info_name="git trove", terminal_width=WIDTH, max_content_width=WIDTH)
    helps = []
    for name in program.list_commands(group):
        found = program.get_command(group, name)
        assert found is not None
        context = click.Context(found, info_name=name, parent=group, terminal_width=WIDTH, max_content_width=WIDTH)
        context.help_option_names = list(CONTEXT_SETTINGS["help_option_names"])  # type: ignore[call-overload]
        helps.append((name, found.get_help(context)))
        if isinstance(found, click.Group):
            for inner, command in found.commands.items():
                below = click.Context(
                    command, info_name=inner, parent=context, terminal_width=WIDTH, max_content_width=WIDTH
                )
                helps.append((f"{name} {inner}", command.get_help(below)))
    return helps


def markdown() -> str:
    """Return docs/cli.md."""
    parts = [
        "# The command line\n\nMade from `git trove COMMAND --help`; `nox -s docs` writes it anew."
        " Without a command, `git trove` is [the prompt](prompt.md).\n"
    ]
    parts += [f"## git trove {name}\n\n```text\n{text}\n```\n" for name, text in command_helps()]
    return "\n".join([*parts, OUTPUT_NOTES])


def manual_page() -> str:
    """Return docs/git-trove.1, which `git trove --help` opens."""
    lines = [
        f'.TH GIT\\-TROVE 1 "" "git-trove {__version__}" "Git Manual"',
        ".SH NAME",
        "git-trove \\- ask a repository: its trove of facts, its docs and its code",
        ".SH SYNOPSIS",
        ".B git trove ask",
        '"QUESTION"',
        ".br",
        ".B git trove",
        ".br",
        ".B git trove",
        "COMMAND [OPTIONS]",
        ".SH DESCRIPTION",
        "A trove keeps what is known about a project, its decisions, gotchas and conventions, as small files in",
        ".I .claude/trove",
        "beside the code. git-trove searches them together with the docs and the code of the commit you stand on,",
        "ranks everything in one list, and cites the file and the line. It works offline.",
        ".PP",
        "Without a command it is a prompt that answers one question after the other, or the lines of standard input;",
        ".B :help",
        "lists what else it can do.",
        ".SH COMMANDS",
    ]
    for name, text in command_helps():
        lines += [f".SS git trove {_roff(name)}", ".nf", *(_roff(line) for line in text.splitlines()), ".fi"]
    lines += [
        ".SH FILES",
        ".TP",
        ".I .claude/trove/",
        "the trove of a repository",
        ".TP",
        ".I ~/.claude/trove/",
        "the personal trove",
        ".TP",
        ".I .trove/config",
        "settings of a repository; the folder also makes the folder that holds it a root of its own",
        ".TP",
        ".I .trove/eval.jsonl",
        "questions of the project, and the places that answer them",
        ".TP",
        ".I $GIT_COMMON_DIR/trove/",
        "indexes; they can be removed at any time",
        ".SH EXIT STATUS",
        "0: done, or hits were found. 1: an honest no. 2: an error you can fix. 3: a bug. 130: interrupted.",
    ]
    return "\n".join(lines) + "\n"


def _roff(line: str) -> str:
    """Escape a line for the manual page."""
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line.startswith((".", "'")) else line


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "cli.md").write_text(markdown(), encoding="utf-8")
    (folder / "git-trove.1").write_text(manual_page(), encoding="utf-8")
