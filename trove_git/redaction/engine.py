"""The door to detect-secrets: its provider plugins asked through its API, and our rules registered as its plugins.

Importing it costs a tenth of a second, so `secrets.py` does so late. Nothing here verifies a secret over the
network or reads a file: detect-secrets' own scan of files finds nothing in one with a single byte that is not UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from functools import cache
from typing import Any, NamedTuple

from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.filters import heuristic
from detect_secrets.plugins.base import BasePlugin
from detect_secrets.settings import get_settings

from trove_git.redaction.assignments import find_assigned
from trove_git.redaction.judge import is_placeholder, is_random, is_wordy
from trove_git.redaction.key_blocks import find_key_blocks
from trove_git.redaction.prefixed import find_tokens
from trove_git.redaction.providers import PROVIDERS, REACH
from trove_git.redaction.structured import find_structured

VERIFICATION = "detect_secrets.filters.common.is_ignored_due_to_verification_policies"


class PrefixedTokens(BasePlugin):
    """Our tables of tokens as a plugin."""

    secret_type = "Token of a known format"  # noqa: S105  # its way to name a type

    def analyze_string(self, string: str) -> Generator[str, None, None]:
        """Yield the tokens of a line."""
        yield from (string[found.start : found.end] for found in find_tokens(string))


class StructuredSecrets(BasePlugin):
    """Our rules for URLs, headers, connection strings and commands as a plugin."""

    secret_type = "Secret in a known structure"  # noqa: S105

    def analyze_string(self, string: str) -> Generator[str, None, None]:
        """Yield the secrets of a line."""
        yield from (string[found.start : found.end] for found in find_structured(string))


class KeyBlocks(BasePlugin):
    """Our rules for private keys as a plugin."""

    secret_type = "Private key written out"  # noqa: S105

    def analyze_string(self, string: str) -> Generator[str, None, None]:
        """Yield the keys of a text."""
        yield from (string[found.start : found.end] for found in find_key_blocks(string))


class AssignedSecrets(BasePlugin):
    """Our rules for values that a name announces as a plugin."""

    secret_type = "Secret announced by its name"  # noqa: S105

    def analyze_string(self, string: str) -> Generator[str, None, None]:
        """Yield the values of a line."""
        yield from (string[found.start : found.end] for found in find_assigned(string))


OURS: tuple[type[BasePlugin], ...] = (PrefixedTokens, StructuredSecrets, KeyBlocks, AssignedSecrets)


class Found(NamedTuple):
    """One secret that a plugin of detect-secrets found."""

    start: int
    end: int
    kind: str
    sure: bool
    """Whether it is a token by its form alone."""


@cache
def register() -> dict[str, BasePlugin]:
    """Register our plugins, switch verification off, and return every plugin of the gate by its class's name."""
    known: dict[str, Any] = get_mapping_from_secret_type_to_class()
    for ours in OURS:
        known[str(ours.secret_type)] = ours
    settings = get_settings()
    settings.disable_filters(VERIFICATION, "detect_secrets.filters.heuristic.is_indirect_reference")
    wanted = {*(provider.plugin for provider in PROVIDERS), *(ours.__name__ for ours in OURS)}
    settings.configure_plugins([{"name": name} for name in sorted(wanted)])
    return {plugin.__name__: plugin() for plugin in known.values() if plugin.__name__ in wanted}


def find_with_plugins(text: str, triggered: dict[str, list[int]]) -> Iterator[Found]:
    """Ask detect-secrets' plugins about the lines that hold what they look for.

    Args:
        text: the whole text.
        triggered: class of the plugin → offsets at which one of its triggers stands, ascending.
    """
    plugins = register()
    sure = {provider.plugin: provider.sure for provider in PROVIDERS}
    for name, offsets in triggered.items():
        done = -1
        for offset in offsets:
            if offset < done:
                continue
            start = max(text.rfind("\n", 0, offset) + 1, offset - REACH)
            end = text.find("\n", offset)
            done = end = min(len(text) if end < 0 else end, offset + REACH)
            yield from _ask(plugins[name], text[start:end], start, sure=sure[name])


def _ask(plugin: BasePlugin, line: str, offset: int, *, sure: bool) -> Iterator[Found]:
    """Ask one plugin about one line, and put its answers through the engine's default filters and our judgement."""
    for secret in plugin.analyze_line(filename="", line=line, line_number=1):
        named = _NAMED.match(secret.secret_value or "")
        value = named["value"] if named else ""
        start = line.find(value) if value else -1
        while start >= 0:
            # Some of their expressions give only a token's prefix.
            rest = _REST.match(line, start + len(value))
            end = rest.end() if rest and len(value) < SHORT else start + len(value)
            if _is_secret(line[start:end], sure=sure):
                yield Found(offset + start, offset + end, _kind(secret.type), sure)
            start = line.find(value, end)


_NAMED = re.compile(r"[\s=:\"']*(?:\w+=)?(?P<value>.*?)[\s\"']*\Z", re.DOTALL)
_REST = re.compile(r"[A-Za-z0-9_.-]*")
SHORT = 10
"""Characters below which a value is no token yet."""


def _is_secret(value: str, *, sure: bool) -> bool:
    """Put a value through the engine's default filters and our judgement."""
    if len(value) < SHORT or _is_filtered(value) or is_placeholder(value) or is_placeholder(value[4:]):
        return False
    return not is_wordy(value) if sure else is_random(value, SHORT)


def _kind(secret_type: str) -> str:
    """Return a plugin's name of a type as a kind in our style."""
    return secret_type.lower().replace(" ", "-")


def _is_filtered(value: str) -> bool:
    """Whether one of detect-secrets' default filters for values takes a value out."""
    return (
        heuristic.is_sequential_string(value)
        or heuristic.is_templated_secret(value)
        or heuristic.is_prefixed_with_dollar_sign(value)
        or heuristic.is_not_alphanumeric_string(value)
    )
