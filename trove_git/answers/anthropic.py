"""Anthropic's Messages API, as an answer in one piece or as server-sent events."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager

from trove_git.answers.curl import Response, find_curl, post
from trove_git.answers.provider import TIMEOUT_SECONDS, Prompt, one_line
from trove_git.answers.stream import as_object, iter_events, text_at
from trove_git.errors import ProviderError

DEFAULT_MODEL = "claude-opus-5-5"
DEFAULT_URL = "https://api.anthropic.com"
API_VERSION = "2023-06-01"
MAX_TOKENS = 4096
"""What the model may write: an answer is a few paragraphs; a model that thinks first needs room for that too."""
NO_KEY = "set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) to use --provider anthropic"


class Anthropic:
    """A model of Anthropic, or of a server that speaks its protocol.

    Args:
        model: which; empty for DEFAULT_MODEL.
        environment: of this process: ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, and ANTHROPIC_BASE_URL.
        seconds: time for the whole answer.
    """

    name = "anthropic"

    def __init__(self, model: str, environment: Mapping[str, str], seconds: float = TIMEOUT_SECONDS) -> None:
        self.model = model or DEFAULT_MODEL
        self.cut_off = False
        self._environment, self._seconds = environment, seconds
        self._key = environment.get("ANTHROPIC_API_KEY", "").strip()
        self._token = "" if self._key else environment.get("ANTHROPIC_AUTH_TOKEN", "").strip()
        base = environment.get("ANTHROPIC_BASE_URL", "").strip().rstrip("/") or DEFAULT_URL
        self._url = f"{base.removesuffix('/v1')}/v1/messages"

    def check(self) -> None:
        """Make sure that there is a key, an address and curl."""
        secret = self._key or self._token
        if not secret:
            raise ProviderError(NO_KEY)
        if not (secret.isascii() and secret.isprintable() and " " not in secret):
            variable = "ANTHROPIC_API_KEY" if self._key else "ANTHROPIC_AUTH_TOKEN"
            raise ProviderError(f"{variable} holds characters that no key has")
        if not self._url.startswith(("http://", "https://")) or not self._url.isprintable():
            raise ProviderError("ANTHROPIC_BASE_URL is no address that begins with https:// or http://")
        find_curl(self._environment)

    def stream(self, prompt: Prompt, *, whole: bool) -> Generator[str]:
        """Send the prompt and yield the answer, see `provider.Provider`."""
        body = {
            "model": self.model,
            "max_tokens": MAX_TOKENS,
            "system": prompt.instructions,
            "messages": [{"role": "user", "content": prompt.content}],
            "stream": not whole,
        }
        headers = {"content-type": "application/json", "anthropic-version": API_VERSION}
        headers |= {"x-api-key": self._key} if self._key else {"authorization": f"Bearer {self._token}"}
        data = json.dumps(body).encode("ascii")
        with self._without_key(), post(self._url, headers, data, self._environment, self._seconds) as response:
            if response.status != 200:
                raise self._refused(response)
            # A server may answer in one piece though it was asked for events.
            if "event-stream" in response.headers.get("content-type", ""):
                yield from self._events(response)
            else:
                yield from self._message(response)

    def _events(self, response: Response) -> Iterator[str]:
        """Yield the text of server-sent events, to the one that ends the message."""
        for data in iter_events(response.pieces):
            event = as_object(data)
            kind = event.get("type")
            if kind == "content_block_delta" and text_at(event, "delta", "type") == "text_delta":
                yield text_at(event, "delta", "text")
            elif kind == "message_delta":
                self._ended(text_at(event, "delta", "stop_reason"))
            elif kind == "error":
                raise ProviderError(f"anthropic failed: {_reason(event)}")
            elif kind == "message_stop":
                return
        raise ProviderError("anthropic: the connection was cut before the answer was whole")

    def _message(self, response: Response) -> Iterator[str]:
        """Yield the text of a message that came in one piece."""
        message = as_object(response.body())
        blocks = message.get("content")
        if not isinstance(blocks, list):
            raise ProviderError("anthropic: the reply is no message; is ANTHROPIC_BASE_URL right?")
        self._ended(text_at(message, "stop_reason"))
        for block in blocks:
            if isinstance(block, dict) and block.get("type") == "text":
                yield text_at(block, "text")

    def _ended(self, reason: str) -> None:
        if reason == "refusal":
            raise ProviderError(f"{self.model} refused to answer")
        self.cut_off = self.cut_off or reason in ("max_tokens", "model_context_window_exceeded")

    def _refused(self, response: Response) -> ProviderError:
        """Say what a status other than 200 means."""
        status, said = response.status, _reason(as_object(response.body()))
        after = response.headers.get("retry-after", "")
        if status == 401:
            variable = "ANTHROPIC_API_KEY" if self._key else "ANTHROPIC_AUTH_TOKEN"
            return ProviderError(f"anthropic refused the key (401): {said}; check {variable}")
        if status == 404:
            return ProviderError(f"anthropic does not know {self.model} (404): {said}; choose another with --model")
        if status == 429:
            wait = f"; try again in {one_line(after)}{' seconds' if after.isdecimal() else ''}" if after else ""
            return ProviderError(f"anthropic limits requests (429): {said}{wait}")
        if 300 <= status < 400:
            return ProviderError(f"anthropic: a redirect ({status}), which is not followed: check ANTHROPIC_BASE_URL")
        return ProviderError(f"anthropic failed ({status}): {said}")

    @contextmanager
    def _without_key(self) -> Iterator[None]:
        """Keep the key out of errors: a server may repeat what it was sent."""
        try:
            yield
        except ProviderError as error:
            message = error.message.replace(self._key or self._token, "[key]")
            if message == error.message:
                raise
            raise ProviderError(message) from None


def _reason(reply: Mapping[str, object]) -> str:
    """Return what an error object says: `{"type": "error", "error": {"type": ..., "message": ...}}`."""
    said = text_at(reply, "error", "message") or text_at(reply, "message")
    kind = text_at(reply, "error", "type")
    return one_line(": ".join(filter(None, (kind, said)))) or "it gave no reason"
