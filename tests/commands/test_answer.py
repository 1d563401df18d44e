"""A written answer in process: what is sent, what comes back, and that the sources stay whatever fails."""

from __future__ import annotations

import os

import pytest

from tests.support import providers as fake
from tests.support.providers import JSON, Reply, serving, write_program
from tests.support.repos import Repo, entry
from tests.support.standin import StandIn
from trove_git.asking.ask import Request
from trove_git.commands import answer as answers
from trove_git.commands.answer import prepare, write
from trove_git.errors import SettingError, UsageError
from trove_git.records import AskResult
from trove_git.workspace.workspace import find_workspace

KEY = "key-of-a-test-" + "0123456789"


@pytest.fixture(autouse=True)
def sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in redacts, and no key or proxy of this machine is there."""
    monkeypatch.setattr(answers, "Redactor", StandIn)
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name.startswith(("ANTHROPIC_", "OLLAMA_")):
            monkeypatch.delenv(name)


@pytest.fixture
def docs(repo: Repo) -> Repo:
    repo.commit("docs", {
        "docs/inserts.md": "# Inserts\n\nBulk inserts need one transaction.\n",
        "docs/other.md": "# Other\n\nInserts are logged. The log has SECRETabc and EMAILabc.\n",
        ".claude/trove/entries/wal.md": entry("Bulk inserts and the WAL", "Bulk inserts split the WAL."),
    })  # fmt: skip
    return repo


def ask_anthropic(repo: Repo, monkeypatch, server_answer, question="why bulk inserts", on_text=None, **options):
    with serving(server_answer) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        flags = {"provider": "anthropic"} | options.pop("flags", {})
        request = Request(question, options.pop("revision", None), options.pop("kinds", ()))
        prepared = prepare(find_workspace(str(repo.path), flags), request, **options)
        return write(prepared, on_text), server.seen


def cites(result: AskResult) -> list[str]:
    return [hit.cite for hit in result.hits]


def test_an_answer(docs, monkeypatch):
    result, seen = ask_anthropic(docs, monkeypatch, fake.anthropic("\n\nThe WAL [1].\r\nSee [2].\n\n"))
    assert (result.mode, result.provider, result.model) == ("llm", "anthropic", "claude-opus-5-5")
    assert result.answer == "The WAL [1].\nSee [2]."
    assert result.answer_error == ""
    assert result.notes == ()
    (sent,) = (request.body["messages"][0]["content"] for request in seen)
    assert sent.startswith("Question:\n> why bulk inserts\n")
    for number, cite in enumerate(cites(result), 1):
        assert f"\n[{number}] {cite}" in sent
    assert "> Bulk inserts need one transaction." in sent
    assert cites(result)[0] == ".claude/trove/entries/wal.md:9"


def test_the_model_is_told_that_the_files_of_an_entry_have_changed(docs, monkeypatch):
    text = entry("WAL gotcha", "Bulk inserts: see `src/wal.c`.")
    docs.commit("Name a file", {".claude/trove/entries/wal.md": text, "src/wal.c": "int a;\n"})
    docs.commit("Change it", {"src/wal.c": "int b;\n"})
    _, seen = ask_anthropic(docs, monkeypatch, fake.anthropic("x [1]"))
    sent = seen[0].body["messages"][0]["content"]
    assert " | WAL gotcha [stale? src/wal.c changed in 1 commit since, last 2023-11-14]\n> " in sent


def test_what_is_sent_is_redacted(docs, monkeypatch):
    result, seen = ask_anthropic(docs, monkeypatch, fake.anthropic("x [1]"), question="inserts log SECRETq")
    sent = seen[0].body["messages"][0]["content"]
    assert "SECRET" not in sent
    assert "EMAIL" not in sent
    assert "> inserts log [REDACTED:secret-1]\n" in sent
    assert "The log has [REDACTED:secret-2] and [REDACTED:email-1]." in sent
    assert result.redaction == {"email": 1, "secret": 2}
    # The hits are shown to whoever asks, on their own machine.
    assert any("SECRETabc" in hit.snippet for hit in result.hits)


def test_what_is_private_and_no_secret_may_be_kept(docs, monkeypatch):
    result, seen = ask_anthropic(docs, monkeypatch, fake.anthropic("x [1]"), "inserts log", redact_nonsecret=False)
    sent = seen[0].body["messages"][0]["content"]
    assert "EMAILabc" in sent
    assert "SECRET" not in sent
    assert result.redaction == {"secret": 1}


def test_nothing_is_sent_when_something_survives(docs, monkeypatch):
    docs.commit("left", {"docs/left.md": "# Left\n\nBulk inserts LEFTabc.\n"})
    result, seen = ask_anthropic(docs, monkeypatch, fake.anthropic("x"))
    assert seen == []
    assert result.mode == "retrieval"
    assert result.answer_error == "something that looks like a secret was left after redaction: nothing was sent"
    assert result.redaction is None
    assert "docs/left.md:3" in cites(result)


def test_nothing_is_sent_without_sources(docs, monkeypatch):
    result, seen = ask_anthropic(docs, monkeypatch, fake.anthropic("x"), "zebra")
    assert (seen, result.hits, result.mode) == ([], (), "retrieval")
    assert result.answer_error == "no sources to answer from: nothing was sent"


def test_excerpts_take_the_budget(repo, monkeypatch):
    text = "queue " + "word " * 500
    repo.commit("docs", {f"docs/{i}.md": f"# Page {i}\n\n{text}\n" for i in range(9)})
    result, seen = ask_anthropic(repo, monkeypatch, fake.anthropic("x [1]"), "queue")
    # An excerpt is 1,600 characters, 400 tokens; with its head three of them fit into 1,500.
    assert len(result.hits) == 3
    assert 1200 < result.tokens <= 1500
    sent = seen[0].body["messages"][0]["content"]
    assert "Sources: 3\n" in sent
    assert max(len(part) for part in sent.split("\n[")) < 1700
    large, _ = ask_anthropic(repo, monkeypatch, fake.anthropic("x [1]"), "queue", flags={"budget": "4000"})
    assert len(large.hits) == 6


def test_what_follows_from_a_summary_or_a_symbol_is_sent_too(repo, monkeypatch):
    code = 'def wait():\n    """Wait before a retry."""\n    return 1\n\n\ndef other():\n    return 2\n'
    repo.commit("code", {"src/retry.py": code})
    _, seen = ask_anthropic(repo, monkeypatch, fake.anthropic("x [1]"), "wait retry", kinds=("symbol", "module"))
    sent = seen[0].body["messages"][0]["content"]
    assert '] src/retry.py:1 | wait\n> def wait():\n>     """Wait before a retry."""\n>     return 1\n' in sent
    assert "> defines: " in sent or "wait (function)" in sent


@pytest.mark.parametrize("whole", [True, False])
def test_the_answer_is_told_while_it_comes(docs, monkeypatch, whole):
    told: list[str] = []
    replied = fake.anthropic(" \n", "one \r", "\n two", " \n", "[1]", "\n\n")
    result, seen = ask_anthropic(docs, monkeypatch, replied, on_text=None if whole else told.append)
    assert result.answer == "one \n two \n[1]"
    assert seen[0].body["stream"] is not whole
    assert told == ([] if whole else ["one", " \n two", " \n[1]"])


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("x [1], [7] and `[9]`", "the answer cites [7], which was not sent"),
        ("x [0] [88] [7]", "the answer cites [0], [7], [88], which were not sent"),
        ("no idea", "the answer cites no source"),
    ],
)
def test_citations_that_lead_nowhere_are_flagged(docs, monkeypatch, text, note):
    assert ask_anthropic(docs, monkeypatch, fake.anthropic(text))[0].notes == (note,)


def test_an_answer_that_was_cut_is_flagged(docs, monkeypatch):
    result, _ = ask_anthropic(docs, monkeypatch, fake.anthropic("x [1]", reason="max_tokens"))
    assert result.notes == ("the answer was cut at the most that the model may write",)


FAILURES = {
    "400": (fake.anthropic_error(400, "invalid_request_error", "no"), "anthropic failed (400)"),
    "401": (fake.anthropic_error(401, "authentication_error", "no"), "anthropic refused the key (401)"),
    "429": (fake.anthropic_error(429, "rate_limit_error", "no", retry_after="9"), "try again in 9 seconds"),
    "500": (fake.anthropic_error(500, "api_error", "no"), "anthropic failed (500)"),
    "refusal": (fake.anthropic("x", reason="refusal"), "claude-opus-5-5 refused to answer"),
    "empty": (fake.anthropic(), "anthropic: the answer is empty"),
    "blank": (fake.anthropic(" \n\n "), "anthropic: the answer is empty"),
    "cut": (Reply((b'{"content": [',), headers=JSON, whole=False), "the connection was cut"),
}


@pytest.mark.parametrize(("reply", "said"), FAILURES.values(), ids=FAILURES)
def test_whatever_fails_the_sources_stay(docs, monkeypatch, reply, said):
    result, seen = ask_anthropic(docs, monkeypatch, reply)
    assert said in result.answer_error
    assert "\n" not in result.answer_error
    assert (result.mode, result.answer, len(result.hits), len(seen)) == ("retrieval", "", 3, 1)
    assert result.redaction == {"email": 1, "secret": 1}


def test_a_provider_that_cannot_be_asked_costs_nothing(docs, monkeypatch):
    def no_redactor(**_options):
        raise AssertionError("redacted for nothing")

    monkeypatch.setattr(answers, "Redactor", no_redactor)
    prepared = prepare(find_workspace(str(docs.path), {"provider": "anthropic"}), Request("bulk inserts"))
    result = write(prepared)
    assert result.answer_error == "set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) to use --provider anthropic"
    assert len(result.hits) == 3
    assert result.redaction is None


def test_a_command_of_the_user(docs, monkeypatch, tmp_path):
    program = write_program(
        tmp_path / "llm", '#!/bin/sh\ngrep -c "^\\[" | tr -d "\\n"; printf " hits [1] %s" "$TROVE_MODEL"\n'
    )
    monkeypatch.setenv("TROVE_LLM_CMD", str(program))
    docs.git("config", "trove.provider", "cmd")
    docs.git("config", "trove.model", "big")
    result = write(prepare(find_workspace(str(docs.path)), Request("bulk inserts")))
    assert result.answer == "3 hits [1] big"
    write_program(program, "#!/bin/sh\necho first >&2\necho second >&2\nexit 2\n")
    result = write(prepare(find_workspace(str(docs.path)), Request("bulk inserts")))
    assert result.answer_error == f"{program} ended with status 2: second"
    assert result.provider_log == "first\nsecond"
    write_program(program, "#!/bin/sh\n")
    assert (
        write(prepare(find_workspace(str(docs.path)), Request("bulk inserts"))).answer_error
        == "cmd: the answer is empty"
    )


def test_ollama(docs, monkeypatch):
    with serving(fake.ollama("x [1]")) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url.removeprefix("http://"))
        monkeypatch.setenv("TROVE_PROVIDER", "ollama")
        result = write(prepare(find_workspace(str(docs.path), {"model": "tiny"}), Request("bulk inserts")))
    assert (result.answer, result.model, server.seen[0].body["model"]) == ("x [1]", "tiny", "tiny")


def test_a_repository_cannot_choose_who_is_asked(docs, monkeypatch):
    docs.commit("config", {".trove/config": "[trove]\n\tprovider = cmd\n\tmodel = m\n\tcustomer = Initech\n"})
    docs.commit("config", {".trove/config": "[trove]\n\tcustomer = Hooli\n"})
    assert find_workspace(str(docs.path)).settings.provider == "none"
    made = []
    monkeypatch.setattr(answers, "Redactor", lambda **options: made.append(options) or StandIn())
    docs.git("config", "trove.internalDomain", "corp.example")
    monkeypatch.setenv("USER", "somebody")
    ask_anthropic(docs, monkeypatch, fake.anthropic("x [1]"), revision="HEAD~")
    (options,) = made
    # Of the commit that is asked, and of HEAD.
    assert options["customers"] == ("Initech", "Hooli")
    assert set(options["internal_domains"]) == {"corp.example"}
    assert options["keep_nonsecret"] is False
    assert options["user_name"] == "somebody"


def test_nothing_is_sent_when_the_names_of_what_is_private_cannot_be_read(docs, monkeypatch):
    docs.commit("config", {".trove/config": "[trove\n"})
    result, seen = ask_anthropic(docs, monkeypatch, fake.anthropic("x"))
    assert (seen, len(result.hits)) == ([], 3)
    assert result.answer_error.startswith("nothing was sent, as nobody knows what is private: ")


def test_mistakes_are_those_of_ask(docs):
    with pytest.raises(UsageError, match="the question is empty"):
        prepare(find_workspace(str(docs.path), {"provider": "cmd"}), Request(" "))
    with pytest.raises(SettingError, match="unknown provider"):
        prepare(find_workspace(str(docs.path), {"provider": "gpt"}), Request("x"))


def test_a_folder_outside_git(tmp_path, monkeypatch):
    (tmp_path / "README.md").write_text("# Readme\n\nBulk inserts SECRETx.\n")
    result, seen = ask_anthropic(Repo(tmp_path), monkeypatch, fake.anthropic("x [1]"))
    assert result.answer == "x [1]"
    assert "SECRET" not in seen[0].body["messages"][0]["content"]
