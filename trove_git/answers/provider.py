"""What every provider is: something that is sent a prompt and yields an answer piece by piece.

`commands/answer.py` asks one; `choice.py` makes it from its name.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, Protocol

TIMEOUT_SECONDS = 300.0
"""An answer that is not whole by then is given up."""
REASON_CHARACTERS = 300
"""What others say about a failure is cut to this: it stands in one line of the footer."""


class Prompt(NamedTuple):
    """What is sent: redacted already."""

    instructions: str
    """What the model is to do; the same for every question."""
    content: str
    """The question and the numbered excerpts."""

    @property
    def text(self) -> str:
        """The whole as one text, for programs that read one."""
        return f"{self.instructions}\n{self.content}"


class Provider(Protocol):
    """A way to a language model."""

    name: str
    """As `--provider` names it."""
    model: str
    """The model that is asked; empty where the provider chooses."""
    cut_off: bool
    """Whether the answer ended at the most that a model may write; known when it has ended."""

    def check(self) -> None:
        """Make sure that the provider can be asked, without asking it.

        Raises:
            ProviderError: something is missing: a key, a program.
        """

    def stream(self, prompt: Prompt, *, whole: bool) -> Generator[str]:
        """Send the prompt and yield the answer, piece by piece.

        Args:
            prompt: what is sent.
            whole: whether the answer is wanted in one piece, as nobody watches it come.

        Raises:
            ProviderError: there is no answer, or no end of it.
        """


def one_line(text: str) -> str:
    """Return what somebody else says about a failure as one short line."""
    line = " ".join(text.split())
    return line if len(line) <= REASON_CHARACTERS else f"{line[: REASON_CHARACTERS - 2]} …"
