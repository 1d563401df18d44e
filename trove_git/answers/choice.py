"""The name of a provider → the provider."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from trove_git.answers.anthropic import Anthropic
from trove_git.answers.command import Command
from trove_git.answers.ollama import Ollama
from trove_git.answers.provider import Provider

_MAKERS: Mapping[str, Callable[[str, Mapping[str, str]], Provider]] = {
    "anthropic": Anthropic,
    "ollama": Ollama,
    "cmd": Command,
}


def make_provider(name: str, model: str, environment: Mapping[str, str]) -> Provider:
    """Return a provider.

    Args:
        name: one of `settings.PROVIDERS`, but none.
        model: the model that was chosen; empty where none was.
        environment: of this process.
    """
    return _MAKERS[name](model, environment)
