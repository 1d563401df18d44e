"""A redactor that takes out what begins with a mark, for tests of what is done with one."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial

MARKS = {"secret": "SECRET", "email": "EMAIL"}
"""Category → how a word begins that it takes for one: `SECRETabc`, `EMAILabc`."""


class StandIn:
    """As `redaction.redact.Redactor`, but that a word such as `LEFTabc` survives it, and is seen by its second scan."""

    def __init__(self, *, customers=(), internal_domains=(), user_name="", keep_nonsecret=False, is_object=None):
        self.customers, self.internal_domains = customers, internal_domains
        self.categories = ["secret"] if keep_nonsecret else list(MARKS)
        self.numbers: dict[str, str] = {}
        self.counts: Counter[str] = Counter()
        self.reserved: set[str] = set()

    def reserve(self, text: str) -> None:
        self.reserved.update(re.findall(r"\[REDACTED:\w+-\d+\]", text))

    def redact(self, text: str) -> str:
        for category in self.categories:
            # One of many lines: from SECRET-BEGIN to SECRET-END.
            mark = MARKS[category]
            pattern = rf"{mark}-BEGIN.*?{mark}-END|{mark}\w+"
            text = re.sub(pattern, partial(self._workspace, category), text, flags=re.DOTALL)
        return text

    def _workspace(self, category: str, match: re.Match[str]) -> str:
        self.counts[category] += 1
        if match.group() not in self.numbers:
            number = 1
            while f"[REDACTED:{category}-{number}]" in (*self.numbers.values(), *self.reserved):
                number += 1
            self.numbers[match.group()] = f"[REDACTED:{category}-{number}]"
        return self.numbers[match.group()]

    def survives(self, text: str) -> bool:
        return "SECRET" in text.replace("REDACTED", "") or "LEFT" in text
