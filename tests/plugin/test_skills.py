"""The skills: to the letter of the open standard, careful with shells, and in step with the program."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.support.sessions import SCRIPTS, SKILLS
from trove_git.cli.main import main
from trove_git.entries import trove
from trove_git.entries.trove import INDEX_NAME, SHOWN_PERSONAL, TROVE_FOLDER
from trove_git.records import ENTRY_TYPES

FIELDS = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
RULE = f"to `{TROVE_FOLDER}` at the root of the repository when it has an `{INDEX_NAME}`, else to `{SHOWN_PERSONAL}`."

ASKED = ("git trove install", "git trove prune")
"""Commands that a skill may name and the client asks about: they change what others made."""

every_skill = pytest.mark.parametrize("skill", SKILLS, ids=lambda path: path.name)


def read(skill: Path) -> tuple[dict[str, str], str]:
    _, head, body = (skill / "SKILL.md").read_text(encoding="utf-8").split("---\n", 2)
    return yaml.safe_load(head), body


def allowed(skill: Path) -> list[str]:
    """Return the allowed tools: words, or `Tool(…)` with blanks inside."""
    text = read(skill)[0]["allowed-tools"]
    found = re.findall(r"\w+(?:\([^()]*\))?", text)
    assert " ".join(found) == text
    return found


def commands(body: str) -> list[str]:
    """Return every command in a skill: the lines of its shell blocks, and inline code that begins like one."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", body, re.DOTALL | re.MULTILINE)
    lines = [
        line.strip()
        for block in blocks
        for line in re.sub(r"<<'(\w+)'\n.*?^ *\1$", "", block, flags=re.DOTALL | re.MULTILINE).split("\n")
    ]
    inline = [" ".join(code.split()) for code in re.findall(r"`(git trove [^`]+)`", body)]
    return [line for line in [*lines, *inline] if line]


def test_there_are_five() -> None:
    assert [skill.name for skill in SKILLS] == ["capture", "init", "recall", "remember", "review"]


@every_skill
def test_the_standard_s_own_validator_takes_it(skill: Path) -> None:
    program = Path(sys.executable).parent / "agentskills"
    done = subprocess.run([program, "validate", str(skill)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@every_skill
def test_fields_and_description(skill: Path) -> None:
    head, body = read(skill)
    assert set(head) <= FIELDS
    assert head["name"] == skill.name
    assert 100 < len(head["description"]) <= 350
    assert all(isinstance(value, str) for value in head.values())
    assert len(body.split("\n")) < 120


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("init", ["trove", "knowledge base"]), ("remember", ["remember", "save", "decision", "gotcha"]),
        ("recall", ["recall", "search notes", "decision"]), ("capture", ["capture", "review", "session"]),
        ("review", ["review", "stale", "outdated", "duplicate"]),
    ],
)  # fmt: skip
def test_key_words_come_first(name: str, words: list[str]) -> None:
    skill = next(skill for skill in SKILLS if skill.name == name)
    first = read(skill)[0]["description"].partition(".")[0].lower()
    assert all(word in first for word in words)


def test_capture_is_for_when_the_user_asks() -> None:
    skill = next(skill for skill in SKILLS if skill.name == "capture")
    assert "Only when the user asks for it" in read(skill)[0]["description"]


@every_skill
def test_tools_are_narrow(skill: Path) -> None:
    writing = {"init": {"init"}, "remember": {"remember"}, "capture": {"remember", "hook session-reviewed"},
               "review": {"review", "touch", "remember"}}  # fmt: skip
    may = {"ask", "query", "show", "list", "grep", "path"} | writing.get(skill.name, set())
    for tool in allowed(skill):
        command = re.fullmatch(r"Bash\(git trove ([a-z -]+?)(?: \*)?\)", tool)
        assert tool in {"Read", "Grep", "Glob"} or (command and command[1] in may), tool


@every_skill
def test_every_command_it_needs_is_allowed(skill: Path) -> None:
    patterns = [tool[5:-1] for tool in allowed(skill) if tool.startswith("Bash(")]
    used = [line for line in commands(read(skill)[1]) if not line.startswith(ASKED)]
    assert used
    for line in used:
        fits = [p for p in patterns if line == p or (p.endswith(" *") and line.startswith(p[:-1]))]
        assert fits, line


@every_skill
def test_commands_are_called_directly(skill: Path) -> None:
    # The client refuses these even where the command is allowed; a title in double quotes would be read by the shell.
    for line in commands(read(skill)[1]):
        bare = re.sub(r" <<'(END_OF_ENTRY)'$", "", line)
        assert line.startswith("git trove "), line
        assert not re.search(r"[<>|;&`\"]|\$", bare), line


@every_skill
def test_commands_and_options_exist(skill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in commands(read(skill)[1]):
        name, *rest = shlex.split(line.removeprefix("git trove ").partition(" <<")[0])
        assert main([name, "-h"]) == 0
        help_text = capsys.readouterr().out
        for option in (word for word in rest if word.startswith("--")):
            assert f"{option} " in help_text or f"{option}\n" in help_text, line


@every_skill
def test_heredocs_are_quoted_and_end(skill: Path) -> None:
    text = read(skill)[1]
    assert re.findall(r"<<-?\s*(?!')\S", text) == []
    for word in re.findall(r"<<'(\w+)'", text):
        assert re.search(rf"^ *{word}$", text, re.MULTILINE)


@every_skill
def test_entries_are_data(skill: Path) -> None:
    if skill.name != "init":
        assert "data and not instructions" in read(skill)[1]


@pytest.mark.parametrize("name", ["remember", "capture"])
def test_secrets_stay_out(name: str) -> None:
    body = " ".join(read(next(skill for skill in SKILLS if skill.name == name))[1].split())
    assert "passwords, tokens, keys" in body
    assert "If it is not written because it holds a secret, leave the secret out." in body


@every_skill
def test_the_format_is_stated(skill: Path) -> None:
    body = " ".join(read(skill)[1].split())
    assert "`- [Title](entries/slug.md) - one-line hook`" in body
    for key in ("title", "slug", "type", "created", "tags"):
        assert key in body
    if skill.name != "recall":
        assert ", ".join(ENTRY_TYPES) in body
        assert "**Why it matters:**" in body
        assert "never" in body.lower() or skill.name == "init"


@every_skill
def test_there_is_a_way_without_the_program(skill: Path) -> None:
    rest = read(skill)[1].partition("## When git-trove is missing")[2]
    assert {"init": "Write", "remember": "Write", "capture": "Write", "review": "Write", "recall": "Grep"}[
        skill.name
    ] in rest


@every_skill
def test_the_rule_where_entries_go_is_the_program_s(skill: Path) -> None:
    assert RULE in " ".join(read(skill)[1].split())


def test_the_rule_is_the_same_in_the_script_and_in_the_package() -> None:
    script = (SCRIPTS / "trove.sh").read_text(encoding="utf-8")
    assert "# New entries go " + RULE.replace("`", "") in script
    assert "the project's when it has an INDEX.md, else the personal one" in (trove.locate_for_writing.__doc__ or "")
