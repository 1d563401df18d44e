"""The command as a provider: what is run, what it is given, and what its failures say."""

from __future__ import annotations

import os
import sys
import time

import pytest

from tests.support.providers import write_program
from trove_git.answers import process
from trove_git.answers.command import Command, needs_shell
from trove_git.answers.provider import Prompt
from trove_git.errors import ProviderError

PROMPT = Prompt("instructions", "question ü")


def run(command: str, model: str = "", seconds: float = 20.0, **variables: str) -> str:
    environment = {"PATH": os.environ["PATH"], "TROVE_LLM_CMD": command} | variables
    provider = Command(model, environment, seconds)
    provider.check()
    return "".join(provider.stream(PROMPT, whole=True))


@pytest.mark.parametrize(
    ("command", "shell"),
    [
        ("claude -p", False),
        ("llm -m gpt --system 'Answer (briefly); no $money'", False),
        ('llm --system "two words | and a pipe"', False),
        (r"llm a\ b \| \$x", False),
        ("~/bin/llm", True),
        ("llm ~/x", True),
        ("llm a~b a#b x=1", False),
        ("KEY=1 llm", True),
        ("llm | tail -1", True),
        ("llm > /tmp/x", True),
        ("llm; true", True),
        ("llm $MODEL", True),
        ('llm "$MODEL"', True),
        ("llm '$MODEL'", False),
        ("llm `model`", True),
        ('llm "`model`"', True),
        ("llm *.txt", True),
        ("llm # comment", True),
        ("a\nb", True),
        ("(llm)", True),
    ],
)
def test_which_commands_need_a_shell(command, shell):
    assert needs_shell(command) is shell


def test_the_prompt_comes_on_standard_input_and_words_stay_words(tmp_path):
    program = write_program(tmp_path / "a program", '#!/bin/sh\ncat\nprintf "<%s>" "$@"\nprintf "%s" "$TROVE_MODEL"\n')
    answer = run(f"'{program}' -p 'two words' '|' '$HOME'")
    assert answer == "instructions\nquestion ü\n<-p><two words><|><$HOME>"
    assert run(f"'{program}' x", model="big") == "instructions\nquestion ü\n<x>big"


def test_a_command_for_a_shell(tmp_path):
    assert run("cat | tail -n 1 | tr a-z A-Z; echo $WORD", WORD="end") == "QUESTION ü\nend\n"


def test_no_shell_is_started_without_need(tmp_path):
    program = write_program(tmp_path / "parent", "#!/bin/sh\nps -o args= -p $PPID\n")
    (tmp_path / "sh").symlink_to("/bin/false")
    assert "sh -c" not in run(str(program))


def test_a_command_may_print_much_and_read_nothing(tmp_path):
    write_program(tmp_path / "chatty", f"#!{sys.executable}\nprint('x' * 300_000)\n")
    provider = Command("", {"PATH": f"{tmp_path}:{os.environ['PATH']}", "TROVE_LLM_CMD": "chatty"})
    big = Prompt("i", "y" * 1_000_000)
    assert len("".join(provider.stream(big, whole=True))) == 300_001


def test_bytes_outside_utf_8_and_characters_in_two_pieces(tmp_path):
    script = r"#!/bin/sh\nprintf '\303'; sleep 0.1; printf '\274\377'"
    program = write_program(tmp_path / "p", script.replace(r"\n", "\n"))
    assert run(str(program)) == "ü\ufffd"


@pytest.mark.parametrize(
    ("script", "said", "log"),
    [
        ("echo one >&2; echo two >&2; exit 3", "ended with status 3: two", "one\ntwo"),
        ("echo half; exit 1", "ended with status 1", ""),
        ("kill -9 $$", "was ended by signal 9", ""),
    ],
)
def test_a_command_that_fails(tmp_path, script, said, log):
    program = write_program(tmp_path / "bad", f"#!/bin/sh\n{script}\n")
    with pytest.raises(ProviderError) as caught:
        run(str(program))
    assert str(caught.value) == f"{program} {said}"
    assert caught.value.log == log


@pytest.mark.parametrize("command", ["KEY=hidden false", "false --key hidden"])
def test_a_key_in_the_command_is_in_no_error(command):
    with pytest.raises(ProviderError) as caught:
        run(command)
    assert str(caught.value) in ("TROVE_LLM_CMD ended with status 1", "false ended with status 1")


def test_a_long_complaint_is_cut_to_its_end(tmp_path):
    program = write_program(tmp_path / "bad", f"#!{sys.executable}\nimport sys\nsys.exit('x' * 100_000 + ' end')\n")
    with pytest.raises(ProviderError) as caught:
        run(str(program))
    assert len(caught.value.log) == 4000
    assert caught.value.log.endswith("x end")
    assert len(str(caught.value)) < 450


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("no-such-program -p", "no-such-program is not installed or not on PATH; set TROVE_LLM_CMD to another command"),
        ("", "claude is not installed or not on PATH; set TROVE_LLM_CMD to another command"),
        ("llm 'x", "TROVE_LLM_CMD: no closing quotation"),
    ],
)
def test_a_command_that_cannot_be_run_is_said_before(command, said):
    with pytest.raises(ProviderError) as caught:
        Command("", {"PATH": "/nowhere", "TROVE_LLM_CMD": command}).check()
    assert str(caught.value) == said


def test_a_program_that_is_none(tmp_path):
    program = write_program(tmp_path / "empty", "#!/no/such/interpreter\n")
    with pytest.raises(ProviderError, match="cannot be run: No such file"):
        run(str(program))


def test_a_command_that_hangs_is_ended(tmp_path):
    mark = tmp_path / "survived"
    # Its child keeps the pipes open; only the program itself can be ended.
    program = write_program(tmp_path / "slow", f"#!/bin/sh\nsleep 3 &\nsleep 1; touch '{mark}'\n")
    with pytest.raises(ProviderError, match=r"slow: no whole answer within 0.3 seconds"):
        run(str(program), seconds=0.3)
    time.sleep(0.8)
    assert not mark.exists()


def test_a_key_of_the_commands_own_stays_in_its_environment(tmp_path):
    program = write_program(tmp_path / "p", '#!/bin/sh\nprintf "%s" "$ANTHROPIC_API_KEY"\n')
    assert run(str(program), ANTHROPIC_API_KEY="kept") == "kept"


def test_a_command_that_does_not_want_to_end_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", 0.2)
    program = write_program(tmp_path / "deaf", f"#!{sys.executable}\nimport signal, time\n{DEAF}")
    provider = Command("", {"PATH": os.environ["PATH"], "TROVE_LLM_CMD": str(program)}, 20.0)
    pieces = provider.stream(PROMPT, whole=True)
    number = int(next(pieces))
    os.kill(number, 0)
    pieces.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


DEAF = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nimport os\nprint(os.getpid(), flush=True)\ntime.sleep(30)\n"


def test_a_command_that_has_said_everything_need_not_have_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", 0.2)
    program = write_program(tmp_path / "lingers", "#!/bin/sh\necho all\nexec >&- 2>&-\nexec sleep 3600\n")
    assert run(str(program), seconds=1.0) == "all\n"
