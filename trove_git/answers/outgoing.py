"""Sources → a prompt that may leave this machine: redact, cut, pack, put together, and look again.

What `commands/answer.py` sends is a Prompt from here and nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from trove_git.answers.excerpts import Excerpt, SourceText, make_excerpt
from trove_git.answers.prompt import make_prompt, render_excerpt
from trove_git.answers.provider import Prompt
from trove_git.errors import ProviderError

_PLACEHOLDER = re.compile(r"\[REDACTED:([a-z]+)-\d+\]")
SURVIVED = "something that looks like a secret was left after redaction: nothing was sent"


class Redacts(Protocol):
    """What takes private things out: `redaction.redact.Redactor`."""

    def reserve(self, text: str) -> None:
        """Give no placeholder that stands in a text already to something else."""

    def redact(self, text: str) -> str:
        """Return the text with placeholders for what is private."""

    def survives(self, text: str) -> bool:
        """Whether a redacted text still holds something that looks like a secret."""


class Outgoing(NamedTuple):
    """What is sent."""

    prompt: Prompt
    redacted: Mapping[str, int]
    """Category → how many of it were taken out of the prompt."""


class Composer:
    """Makes the prompt of one question.

    Args:
        question: as it was asked.
        sources: what was found, best first.
        redactor: takes private things out.
    """

    def __init__(self, question: str, sources: Sequence[SourceText], redactor: Redacts) -> None:
        self._redactor = redactor
        texts = [question, *(text for source in sources for text in (source.cite, source.title, source.text))]
        self._before = {match.group() for text in texts for match in _PLACEHOLDER.finditer(text)}
        """Placeholders that somebody else wrote: they do not count."""
        for text in texts:
            redactor.reserve(text)
        redact = redactor.redact
        asked, excerpts = redact(question), [make_excerpt(source, redact) for source in sources]
        # Once more: what one source names as a secret may stand without that name in one before it.
        self._question = redact(asked)
        self._excerpts = [Excerpt(*map(redact, excerpt)) for excerpt in excerpts]

    def size_bytes(self, number: int) -> int:
        """Return how long a source is in the prompt.

        Args:
            number: its place among those that were found, 0-based.
        """
        return len(render_excerpt(number + 1, self._excerpts[number]).encode("utf-8", "replace"))

    def compose(self, kept: Sequence[int]) -> Outgoing:
        """Put the prompt together and scan it once more.

        Args:
            kept: the places of the sources that are sent, see `size_bytes`.

        Raises:
            ProviderError: something that looks like a secret is still there.
        """
        excerpts = [self._excerpts[number] for number in kept]
        prompt = make_prompt(self._question, excerpts)
        # Each text on its own too: the marks before its lines could hide a key of many lines.
        texts = (prompt.content, self._question, *(text for excerpt in excerpts for text in excerpt))
        if any(map(self._redactor.survives, texts)):
            raise ProviderError(SURVIVED)
        return Outgoing(prompt, self._count(prompt.content))

    def _count(self, content: str) -> dict[str, int]:
        """Count the placeholders of a prompt by category, as they stand there."""
        found = Counter(m.group(1) for m in _PLACEHOLDER.finditer(content) if m.group() not in self._before)
        return dict(sorted(found.items()))
