"""A local Ollama server: its chat endpoint, which answers with one JSON object a line, or with one in all."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping

from trove_git.answers.curl import Response, Unreachable, find_curl, post, shown_server
from trove_git.answers.provider import TIMEOUT_SECONDS, Prompt, one_line
from trove_git.answers.stream import as_object, iter_lines, text_at
from trove_git.errors import ProviderError

DEFAULT_MODEL = "llama3.2"
DEFAULT_HOST = "localhost"
DEFAULT_PORT = 11434
PORTS = {"http": 80, "https": 443}
"""Ports of addresses that name their scheme and no port."""
EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, never listened on
"""Addresses to listen on, as servers have them in OLLAMA_HOST → the address to call."""
ANSWER_TOKENS = 2048
"""Room for the answer in the model's context."""
BYTES_A_TOKEN = 3
"""Fewer than the usual four: what does not fit is cut off the prompt without a word, so the estimate must be high."""
MIN_CONTEXT = 4096


class Ollama:
    """A model of an Ollama server.

    Args:
        model: which; empty for OLLAMA_MODEL or DEFAULT_MODEL.
        environment: of this process: OLLAMA_HOST and OLLAMA_MODEL.
        seconds: time for the whole answer.
    """

    name = "ollama"

    def __init__(self, model: str, environment: Mapping[str, str], seconds: float = TIMEOUT_SECONDS) -> None:
        self.model = model or environment.get("OLLAMA_MODEL", "").strip() or DEFAULT_MODEL
        self.cut_off = False
        self._environment, self._seconds = environment, seconds
        self._server = server_url(environment.get("OLLAMA_HOST", ""))

    def check(self) -> None:
        """Make sure that there is an address and curl."""
        if not self._server:
            raise ProviderError("OLLAMA_HOST is no address such as http://localhost:11434")
        find_curl(self._environment)

    def stream(self, prompt: Prompt, *, whole: bool) -> Generator[str]:
        """Send the prompt and yield the answer, see `provider.Provider`."""
        body = {
            "model": self.model,
            "messages": [
                {"role": "system", "content": prompt.instructions},
                {"role": "user", "content": prompt.content},
            ],
            "stream": not whole,
            "options": {"num_ctx": context_tokens(prompt)},
        }
        headers = {"content-type": "application/json"}
        data = json.dumps(body).encode("ascii")
        try:
            with post(f"{self._server}/api/chat", headers, data, self._environment, self._seconds) as response:
                if response.status != 200:
                    raise self._refused(response)
                yield from self._replies(response)
        except Unreachable as error:
            where = shown_server(self._server)
            raise ProviderError(f"no Ollama server at {where}: {error.why}; start one with: ollama serve") from error

    def _replies(self, response: Response) -> Iterator[str]:
        for line in iter_lines(response.pieces):
            reply = as_object(line)
            if "error" in reply:
                raise ProviderError(f"ollama failed: {one_line(text_at(reply, 'error')) or 'it gave no reason'}")
            yield text_at(reply, "message", "content")
            if reply.get("done") is True:
                self.cut_off = text_at(reply, "done_reason") == "length"
                return
        raise ProviderError("ollama: the connection was cut before the answer was whole")

    def _refused(self, response: Response) -> ProviderError:
        status = response.status
        reply = as_object(response.body())
        said = one_line(text_at(reply, "error") or text_at(reply, "error", "message"))
        if status == 404 and "model" in said:
            return ProviderError(f"ollama has no model {self.model}; get it with: ollama pull {self.model}")
        if status == 429 and response.headers.get("retry-after"):
            said += f"; try again in {one_line(response.headers['retry-after'])} seconds"
        if 300 <= status < 400:
            return ProviderError(f"ollama: a redirect ({status}), which is not followed: check OLLAMA_HOST")
        return ProviderError(f"ollama failed ({status}): {said or 'it gave no reason'}")


def context_tokens(prompt: Prompt) -> int:
    """Return how large a context the model needs, in tokens: a power of two."""
    needed = -(-len(prompt.text.encode("utf-8", "replace")) // BYTES_A_TOKEN) + ANSWER_TOKENS
    return max(MIN_CONTEXT, 1 << (needed - 1).bit_length())


def server_url(host: str) -> str:
    """Return the server's address for a value of OLLAMA_HOST; empty where it is none.

    The forms are those that Ollama itself takes: `host`, `host:port`, `:port`, `[::1]:port`, each with or without
    `http://` or `https://` before and a path behind. A scheme brings its own port, otherwise it is DEFAULT_PORT.
    """
    host = host.strip().strip("\"'")
    scheme, found, rest = host.partition("://")
    if not found:
        scheme, rest = "http", host
    scheme = scheme.lower()
    if scheme not in PORTS or not rest.isprintable() or " " in rest:
        return ""
    place, _, path = rest.partition("/")
    user, at, place = place.rpartition("@")
    name, port = _split_port(place)
    if not port:
        port = PORTS[scheme] if found else DEFAULT_PORT
    name = EVERY_ADDRESS.get(name, name) or DEFAULT_HOST
    shown = f"[{name}]" if ":" in name else name
    path = f"/{path}".rstrip("/")
    return f"{scheme}://{user}{at}{shown}:{port}{path}"


def _split_port(place: str) -> tuple[str, int]:
    """Split `host:port`; a port that is none is left out, and an IPv6 address may lack its brackets."""
    if place.startswith("["):
        name, _, rest = place[1:].partition("]")
        digits = rest.removeprefix(":")
    elif place.count(":") > 1:
        name, digits = place, ""
    else:
        name, _, digits = place.partition(":")
    return name, int(digits) if digits.isdecimal() and 0 < int(digits) < 65_536 else 0
