"""Anthropic and Ollama over the wire: every outcome is an answer or one clear line, and leaves no file behind."""

from __future__ import annotations

import os

import pytest

from tests.support import providers as fake
from tests.support.providers import JSON, LINES, SSE, Reply, serving
from trove_git.answers.anthropic import Anthropic
from trove_git.answers.ollama import Ollama, context_tokens, server_url
from trove_git.answers.provider import Prompt
from trove_git.errors import ProviderError

KEY = "key-of-a-test-" + "0123456789"
PROMPT = Prompt("instructions", "question and sources")


def ask_anthropic(server_answer, *, whole=False, seconds=20.0, **variables):
    with serving(server_answer) as server:
        environment = {"PATH": os.environ["PATH"], "ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url}
        provider = Anthropic("", environment | variables, seconds)
        provider.check()
        return list(provider.stream(PROMPT, whole=whole)), server.seen[0], provider


def ask_ollama(server_answer, *, whole=False, seconds=20.0, model="m"):
    with serving(server_answer) as server:
        provider = Ollama(model, {"PATH": os.environ["PATH"], "OLLAMA_HOST": server.url}, seconds)
        provider.check()
        return list(provider.stream(PROMPT, whole=whole)), server.seen[0], provider


@pytest.fixture(autouse=True)
def nothing_left(temp_folder):
    yield
    assert list(temp_folder.iterdir()) == []


@pytest.mark.parametrize("whole", [True, False])
def test_an_answer_of_anthropic(whole):
    texts, seen, provider = ask_anthropic(fake.anthropic("Bulk inserts ", "need ü [1]."), whole=whole)
    assert "".join(texts) == "Bulk inserts need ü [1]."
    assert len([text for text in texts if text]) == (1 if whole else 2)
    assert (seen.path, seen.headers["x-api-key"], seen.headers["anthropic-version"]) == (
        "/v1/messages", KEY, "2023-06-01",
    )  # fmt: skip
    assert seen.headers["content-type"] == "application/json"
    assert "expect" not in seen.headers
    assert "authorization" not in seen.headers
    assert seen.body["model"] == "claude-opus-5-5"
    assert seen.body["system"] == "instructions"
    assert seen.body["messages"] == [{"role": "user", "content": "question and sources"}]
    assert seen.body["stream"] is not whole
    assert not provider.cut_off


def test_a_token_is_sent_as_one():
    _, seen, _ = ask_anthropic(fake.anthropic("x"), ANTHROPIC_API_KEY="", ANTHROPIC_AUTH_TOKEN=" token-0 ")
    assert seen.headers["authorization"] == "Bearer token-0"
    assert "x-api-key" not in seen.headers


def test_events_in_pieces_of_every_size():
    body = b"".join(fake.anthropic_stream(["one ", "zwei ü ", "三"]))
    for size in (1, 7, 64):
        pieces = tuple(body[at : at + size] for at in range(0, len(body), size))
        assert "".join(ask_anthropic(Reply(pieces, headers=SSE))[0]) == "one zwei ü 三"


def test_a_server_may_answer_in_one_piece_what_was_asked_as_a_stream():
    texts, _, _ = ask_anthropic(Reply((fake.anthropic_message("whole"),), headers=JSON))
    assert texts == ["whole"]


@pytest.mark.parametrize("whole", [True, False])
def test_an_answer_that_reached_the_limit(whole):
    assert ask_anthropic(fake.anthropic("x", reason="max_tokens"), whole=whole)[2].cut_off
    assert ask_ollama(fake.ollama("x", reason="length"), whole=whole)[2].cut_off


CUT = (fake.message_start(), fake.text_delta("half an ans"))
OVERLOADED = fake.event("error", error={"type": "overloaded_error", "message": "Overloaded"})


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        pytest.param(
            fake.anthropic_error(400, "invalid_request_error", "max_tokens: too\nlarge"),
            "anthropic failed (400): invalid_request_error: max_tokens: too large",
            id="400",
        ),
        pytest.param(
            fake.anthropic_error(401, "authentication_error", "invalid x-api-key"),
            "anthropic refused the key (401): authentication_error: invalid x-api-key; check ANTHROPIC_API_KEY",
            id="401",
        ),
        pytest.param(
            fake.anthropic_error(404, "not_found_error", "model: x"),
            "anthropic does not know claude-opus-5-5 (404): not_found_error: model: x; choose another with --model",
            id="404",
        ),
        pytest.param(
            fake.anthropic_error(429, "rate_limit_error", "slow down", retry_after="17"),
            "anthropic limits requests (429): rate_limit_error: slow down; try again in 17 seconds",
            id="429",
        ),
        pytest.param(
            fake.anthropic_error(429, "rate_limit_error", "slow down"),
            "anthropic limits requests (429): rate_limit_error: slow down",
            id="429 without a time",
        ),
        pytest.param(
            fake.anthropic_error(500, "api_error", "Internal server error"),
            "anthropic failed (500): api_error: Internal server error",
            id="500",
        ),
        pytest.param(
            Reply((b"<html>Bad gateway</html>",), 502), "anthropic failed (502): it gave no reason", id="502 as a page"
        ),
        pytest.param(
            Reply((), 302, {"location": "https://example.org/"}),
            "anthropic: a redirect (302), which is not followed: check ANTHROPIC_BASE_URL",
            id="redirect",
        ),
        pytest.param(
            Reply((b"[]",), headers=JSON),
            "anthropic: the reply is no message; is ANTHROPIC_BASE_URL right?",
            id="no message",
        ),
        pytest.param(
            Reply(fake.anthropic_stream(["no"], "refusal"), headers=SSE),
            "claude-opus-5-5 refused to answer",
            id="refusal",
        ),
        pytest.param(
            Reply((fake.anthropic_message("", "refusal"),), headers=JSON),
            "claude-opus-5-5 refused to answer",
            id="refusal in one piece",
        ),
        pytest.param(
            Reply((*CUT, OVERLOADED), headers=SSE),
            "anthropic failed: overloaded_error: Overloaded",
            id="error in the stream",
        ),
        pytest.param(
            Reply(CUT, headers=SSE),
            "anthropic: the connection was cut before the answer was whole",
            id="an end without the last event",
        ),
    ],
)
def test_what_anthropic_may_say_instead(reply, said):
    with pytest.raises(ProviderError) as caught:
        ask_anthropic(reply)
    assert str(caught.value) == said


def test_a_cut_connection():
    with pytest.raises(
        ProviderError, match=r"^http://127.0.0.1:\d+: the connection was cut before the answer was whole$"
    ):
        ask_anthropic(Reply(CUT, headers=SSE, whole=False))
    with pytest.raises(ProviderError, match="the connection was cut before the answer was whole"):
        ask_ollama(Reply(fake.ollama_lines(["half"])[:1], headers=LINES, whole=False))
    with pytest.raises(ProviderError, match=r"^ollama: the connection was cut before the answer was whole$"):
        ask_ollama(Reply(fake.ollama_lines(["half"])[:1], headers=LINES))


def test_a_slow_server_is_given_up():
    with pytest.raises(
        ProviderError, match=r"^http://127.0.0.1:\d+: no whole answer in time: .*timed out after 1\d\d\d "
    ):
        ask_anthropic(Reply((*CUT, fake.wait(2.5)), headers=SSE), seconds=1.0)


def test_a_server_that_repeats_the_key_does_not_make_us_print_it():
    with pytest.raises(ProviderError) as caught:
        ask_anthropic(fake.anthropic_error(401, "authentication_error", f"{KEY} is no key"))
    assert "[key] is no key" in str(caught.value)
    assert KEY not in "".join(map(repr, (caught.value, caught.value.__cause__, caught.value.args)))


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"ANTHROPIC_API_KEY": " "}, "set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) to use --provider anthropic"),
        ({"ANTHROPIC_API_KEY": "a\nurl = x"}, "ANTHROPIC_API_KEY holds characters that no key has"),
        (
            {"ANTHROPIC_API_KEY": "", "ANTHROPIC_AUTH_TOKEN": "ü"},
            "ANTHROPIC_AUTH_TOKEN holds characters that no key has",
        ),
        (
            {"ANTHROPIC_BASE_URL": "file:///etc"},
            "ANTHROPIC_BASE_URL is no address that begins with https:// or http://",
        ),
        (
            {"ANTHROPIC_BASE_URL": "http://h\nx"},
            "ANTHROPIC_BASE_URL is no address that begins with https:// or http://",
        ),
        ({"PATH": "/nowhere"}, "curl is not installed or not on PATH"),
    ],
)
def test_what_is_missing_is_said_before_anything_is_sent(variables, said):
    environment = {"PATH": os.environ["PATH"], "ANTHROPIC_API_KEY": KEY} | variables
    with pytest.raises(ProviderError) as caught:
        Anthropic("", environment).check()
    assert str(caught.value) == said


@pytest.mark.parametrize("base", ["{}", "{}/", "{}/v1", "{}/v1/"])
def test_the_address_may_end_in_its_version(base):
    with serving(fake.anthropic("x")) as server:
        variables = {
            "PATH": os.environ["PATH"],
            "ANTHROPIC_API_KEY": KEY,
            "ANTHROPIC_BASE_URL": base.format(server.url),
        }
        assert "".join(Anthropic("m", variables).stream(PROMPT, whole=True)) == "x"
    assert (server.seen[0].path, server.seen[0].body["model"]) == ("/v1/messages", "m")


def test_nobody_listens():
    with serving(Reply()) as server:
        host = server.url
    variables = {"PATH": os.environ["PATH"], "ANTHROPIC_API_KEY": KEY}
    userinfo = host.replace("//", "//someone:" + "word@")
    with pytest.raises(ProviderError) as caught:
        list(Anthropic("", variables | {"ANTHROPIC_BASE_URL": userinfo}).stream(PROMPT, whole=True))
    assert str(caught.value).startswith(f"{host} cannot be reached: Failed to connect to 127.0.0.1 port ")
    with pytest.raises(ProviderError) as caught:
        list(Ollama("", variables | {"OLLAMA_HOST": userinfo}).stream(PROMPT, whole=True))
    assert str(caught.value).startswith(f"no Ollama server at {host}: Failed to connect ")
    assert str(caught.value).endswith("; start one with: ollama serve")


@pytest.mark.parametrize("whole", [True, False])
def test_an_answer_of_ollama(whole):
    texts, seen, _ = ask_ollama(fake.ollama("Bulk ", "inserts [1]."), whole=whole)
    assert "".join(texts) == "Bulk inserts [1]."
    assert seen.path == "/api/chat"
    assert seen.body["model"] == "m"
    assert [message["content"] for message in seen.body["messages"]] == ["instructions", "question and sources"]
    assert seen.body["stream"] is not whole
    assert seen.body["options"] == {"num_ctx": 4096}


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        pytest.param(
            Reply((b'{"error": "model \'m\' not found"}',), 404, JSON),
            "ollama has no model m; get it with: ollama pull m",
            id="no model",
        ),
        pytest.param(Reply((b"404 page not found",), 404), "ollama failed (404): it gave no reason", id="other server"),
        pytest.param(Reply((b'{"error": "out of memory"}',), 500), "ollama failed (500): out of memory", id="500"),
        pytest.param(
            Reply((b'{"error": "busy"}',), 429, {"retry-after": "3"}),
            "ollama failed (429): busy; try again in 3 seconds",
            id="429",
        ),
        pytest.param(
            Reply((*fake.ollama_lines(["half"])[:1], b'{"error": "the runner stopped"}\n'), headers=LINES),
            "ollama failed: the runner stopped",
            id="error in the stream",
        ),
        pytest.param(
            Reply((), 301, {"location": "/"}),
            "ollama: a redirect (301), which is not followed: check OLLAMA_HOST",
            id="redirect",
        ),
    ],
)
def test_what_ollama_may_say_instead(reply, said):
    with pytest.raises(ProviderError) as caught:
        ask_ollama(reply)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("", "http://localhost:11434"),
        ("  ", "http://localhost:11434"),
        ("example.org", "http://example.org:11434"),
        ("example.org:99", "http://example.org:99"),
        (":99", "http://localhost:99"),
        ("example.org:99999", "http://example.org:11434"),
        ("example.org:x", "http://example.org:11434"),
        ("http://example.org", "http://example.org:80"),
        ("https://example.org", "https://example.org:443"),
        ("HTTPS://example.org:99/base/", "https://example.org:99/base"),
        ('"example.org"', "http://example.org:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:99", "http://127.0.0.1:99"),
        ("http://0.0.0.0:99", "http://127.0.0.1:99"),
        ("::", "http://[::1]:11434"),
        ("[::]:99", "http://[::1]:99"),
        ("::1", "http://[::1]:11434"),
        ("[::1]", "http://[::1]:11434"),
        ("user:word@example.org", "http://user:word@example.org:11434"),
        ("ftp://example.org", ""),
        ("exa mple.org", ""),
        ("example.org\nurl = x", ""),
    ],
)
def test_addresses_of_ollama(host, url):
    assert server_url(host) == url


def test_models_of_ollama():
    assert Ollama("", {}).model == "llama3.2"
    assert Ollama("", {"OLLAMA_MODEL": "qwen3"}).model == "qwen3"
    assert Ollama("m", {"OLLAMA_MODEL": "qwen3"}).model == "m"
    with pytest.raises(ProviderError, match="OLLAMA_HOST is no address"):
        Ollama("", {"OLLAMA_HOST": "ftp://x"}).check()


@pytest.mark.parametrize(
    ("size", "tokens"),
    [
        (0, 4096),
        (3 * 2048 - 1, 4096),  # (1 + 6143) / 3 + 2048 = 4096
        (3 * 2048, 8192),  # one token more
        (30_000, 16_384),
    ],
)
def test_the_context_holds_the_prompt_and_an_answer(size, tokens):
    assert context_tokens(Prompt("", "x" * size)) == tokens
