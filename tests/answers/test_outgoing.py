"""What is sent: redacted, counted, and looked at once more."""

from __future__ import annotations

import pytest

from tests.support.standin import StandIn
from trove_git.answers.excerpts import SourceText
from trove_git.answers.outgoing import Composer
from trove_git.errors import ProviderError


def source(text: str, cite: str = "a.md:1", title: str = "A") -> SourceText:
    return SourceText(cite, title, text, 0)


def test_question_and_sources_are_redacted_and_counted():
    composer = Composer(
        "is SECRETone EMAILa?",
        [
            source("SECRETone and SECRETtwo", title="SECRETtwo"),
            source("EMAILb is left out"),
            source("EMAILa", "b.md:2"),
        ],
        StandIn(),
    )
    made = composer.compose([0, 2])
    assert "> is [REDACTED:secret-1] [REDACTED:email-1]?\n" in made.prompt.content
    assert "[1] a.md:1 | [REDACTED:secret-2]\n> [REDACTED:secret-1] and [REDACTED:secret-2]\n" in made.prompt.content
    assert "[2] b.md:2 | A\n> [REDACTED:email-1]\n" in made.prompt.content
    # As they stand in what is sent: twice the first secret, twice the second, twice the address.
    assert made.redacted == {"email": 2, "secret": 4}


def test_what_others_wrote_like_a_placeholder_is_neither_counted_nor_given_again():
    made = Composer("q", [source("[REDACTED:secret-1] SECRETx")], StandIn()).compose([0])
    assert "> [REDACTED:secret-1] [REDACTED:secret-2]\n" in made.prompt.content
    assert made.redacted == {"secret": 1}


class Announced(StandIn):
    """Knows `hidden` for a secret once a text has said so."""

    known = False

    def redact(self, text: str) -> str:
        self.known = self.known or "secret: hidden" in text
        return text.replace("hidden", "[REDACTED:secret-9]") if self.known else text


def test_a_secret_that_a_later_source_gives_away_is_taken_out_of_the_earlier_ones_too():
    made = Composer("hidden", [source("hidden"), source("secret: hidden")], Announced()).compose([0, 1])
    assert "hidden" not in made.prompt.content


@pytest.mark.parametrize(("question", "text"), [("LEFTq", "calm"), ("q", "LEFTx"), ("q", "many\nlines\nLEFT\nx")])
def test_nothing_is_made_of_what_still_looks_like_a_secret(question, text):
    composer = Composer(question, [source("calm"), source(text)], StandIn())
    with pytest.raises(ProviderError, match="looks like a secret was left after redaction: nothing was sent"):
        composer.compose([0, 1])


def test_what_is_not_sent_may_hold_anything():
    composer = Composer("q", [source("calm"), source("LEFT")], StandIn())
    assert "calm" in composer.compose([0]).prompt.content


class ManyLines(StandIn):
    """Sees a secret only where its two lines follow each other unmarked."""

    def redact(self, text: str) -> str:
        return text

    def survives(self, text: str) -> bool:
        return "key\nrest" in text


def test_the_marks_before_lines_hide_nothing_from_the_second_scan():
    with pytest.raises(ProviderError):
        Composer("q", [source("key\nrest")], ManyLines()).compose([0])


def test_sizes_are_those_of_the_prompt():
    composer = Composer("q", [source("ü\nb"), source("SECRETx", "b.md:2")], StandIn())
    content = composer.compose([0, 1]).prompt.content
    assert composer.size_bytes(0) == len("[1] a.md:1 | A\n> ü\n> b".encode())
    assert composer.size_bytes(1) == len("[2] b.md:2 | A\n> [REDACTED:secret-1]")
    assert "[2] b.md:2 | A\n> [REDACTED:secret-1]" in content
