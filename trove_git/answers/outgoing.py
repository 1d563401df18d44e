"""Sources → a prompt that may leave this machine: redact, cut, pack, put together, and look again.

What `commands/answer.py` sends is a Prompt from here and nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from trove_git.answers.excerpts import Excerpt, SourceText, make_excerpt
from trove_git.answers.prompt import make_prompt, render_excerpt
from trove_git.answers.provider import Prompt
from trove_git.errors import ProviderError

_PLACEHOLDER = re.compile(r"\[REDACTED:([a-z]+)-\d+\]")
SURVIVED = "something that looks like a secret was left after redaction: nothing was sent"


class Redacts(Protocol):
    """What takes private things out: `redaction.redact.Redactor`."""

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
        redactor: takes private things out.
    """

    def __init__(self, redactor: Redacts) -> None:
        self._redactor = redactor
        self._excerpts: list[Excerpt] = []
        self._before: Counter[str] = Counter()
        """Placeholders that stood in a text already; only those of what is sent count."""

    def prepare(self, sources: Iterable[SourceText]) -> None:
        """Redact sources, best first, and cut excerpts of them."""
        for source in sources:
            self._excerpts.append(make_excerpt(source, self._redactor.redact))
            self._note(source.cite, source.title, source.text)

    def size_bytes(self, number: int) -> int:
        """Return how long a source is in the prompt.

        Args:
            number: its place among those that were prepared, 0-based.
        """
        return len(render_excerpt(number + 1, self._excerpts[number]).encode("utf-8", "replace"))

    def compose(self, question: str, kept: Sequence[int]) -> Outgoing:
        """Put the prompt together and scan it once more.

        Args:
            question: as it was asked.
            kept: which of the prepared sources are sent, see `size_bytes`.

        Raises:
            ProviderError: something that looks like a secret is still there.
        """
        redact, survives = self._redactor.redact, self._redactor.survives
        asked, excerpts = redact(question), [self._excerpts[number] for number in kept]
        prompt = make_prompt(asked, excerpts)
        # Each text on its own too: the marks before its lines could hide a key of many lines.
        texts = [asked, *(text for excerpt in excerpts for text in excerpt)]
        if any(map(survives, (prompt.content, *texts))):
            raise ProviderError(SURVIVED)
        self._note(question)
        return Outgoing(prompt, self._count(prompt.content))

    def _note(self, *texts: str) -> None:
        for text in texts:
            for match in _PLACEHOLDER.finditer(text):
                self._before[match.group()] = 1

    def _count(self, content: str) -> dict[str, int]:
        """Count the placeholders of a prompt by category, those left out that its texts had before."""
        found = Counter(m.group(1) for m in _PLACEHOLDER.finditer(content) if m.group() not in self._before)
        return dict(sorted(found.items()))
