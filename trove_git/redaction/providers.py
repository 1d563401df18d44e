"""The provider plugins of detect-secrets, and the text without which each finds nothing.

A table only, so that a file with none of it never loads the package: that takes longer than all else together.
Not among them: its plugins for entropy and keywords, which flag hashes and prose; for basic authentication,
private keys and JSON web tokens, which flag `user:pass@localhost`, a header that no key follows and tokens
without a signature (`structured.py` and `key_blocks.py` look for these); for Discord and Telegram, which have no
literal and are in our tables; for public addresses, which are no secrets.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from trove_git.redaction.words import Words


class Provider(NamedTuple):
    """One plugin."""

    plugin: str
    """Name of its class."""
    sure: bool
    """Whether what it finds is a token by its form alone."""
    triggers: tuple[str, ...]
    """One of these is in every line that it finds something in; in small letters, compared with small letters."""


PROVIDERS = (
    Provider("ArtifactoryDetector", False, (*(f"ap{digit}" for digit in "0123456789def"), "akc")),
    Provider("AWSKeyDetector", False, ("akia", "asia", "abia", "acca", "a3t", "aws")),
    Provider("AzureStorageKeyDetector", False, ("accountkey=",)),
    Provider("CloudantDetector", False, ("cloudant", "cl_", "cl-", "clou")),
    Provider("GitHubTokenDetector", True, ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    Provider("GitLabTokenDetector", True, ("glpat-", "gldt-", "glft-", "glsoat-", "glrt-", "gr1348941", "glcbt-",
                                           "glimt-", "glptt-", "glagent-", "gloas-")),
    Provider("IbmCloudIamDetector", False, ("ibm", "iam")),
    Provider("IbmCosHmacDetector", False, ("secret_access", "secret-access", "cos_", "cos-", "hmac")),
    Provider("MailchimpDetector", True, ("-us",)),
    Provider("NpmDetector", True, ("_authtoken",)),
    Provider("OpenAIDetector", True, ("t3blbkfj",)),
    Provider("PypiTokenDetector", True, ("pypi-age",)),
    Provider("SendGridDetector", True, ("sg.",)),
    Provider("SlackDetector", True, ("xoxa-", "xoxb-", "xoxp-", "xoxo-", "xoxs-", "xoxr-", "hooks.slack")),
    Provider("SoftlayerDetector", False, ("softlayer", "sl_", "sl-")),
    Provider("SquareOAuthDetector", True, ("sq0csp",)),
    Provider("StripeDetector", True, ("k_live_",)),
    Provider("TwilioKeyDetector", False, ("twilio",)),
)  # fmt: skip

_WORTH_ASKING = re.compile(r"[0-9A-Za-z+/_=-]{16}")
"""No plugin finds less than this many characters in a row."""


def find_triggers(text: str, lowered: str, words: Words, known: Iterable[tuple[int, int]] = ()) -> dict[str, list[int]]:
    """Return for each plugin where one of its triggers stands near something long enough, ascending.

    Args:
        text: the whole text.
        lowered: the same in small letters, of the same length.
        words: those of the text.
        known: spans in which something is found already; a trigger inside one asks nothing new.
    """
    found: dict[str, list[int]] = {}
    if not words.tokens:
        return found
    merged = _merged(known)
    for provider in PROVIDERS:
        triggers = [trigger for trigger in provider.triggers if trigger in words.lowered]
        offsets = sorted(_offsets(text, lowered, triggers, merged))
        if offsets:
            found[provider.plugin] = offsets
    return found


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans ascending and apart."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _is_inside(offset: int, spans: list[tuple[int, int]]) -> bool:
    """Whether an offset lies in one of spans that are ascending and apart."""
    at = bisect_right(spans, (offset, sys.maxsize))
    return at > 0 and offset < spans[at - 1][1]


def _offsets(text: str, lowered: str, triggers: Sequence[str], known: list[tuple[int, int]]) -> Iterator[int]:
    """Yield the offsets of triggers outside known spans; one for each line is enough."""
    for trigger in triggers:
        offset = lowered.find(trigger)
        while offset >= 0:
            following = offset + len(trigger)
            if not _is_inside(offset, known):
                end = text.find("\n", offset)
                following = end = min(len(text) if end < 0 else end, offset + REACH)
                if _WORTH_ASKING.search(text, offset, end):
                    yield offset
            offset = lowered.find(trigger, following)


REACH = 2000
"""Characters behind a trigger that a plugin sees at most: its expressions are not bounded, and lines may be long."""
