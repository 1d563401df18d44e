"""Secrets for tests: made from parts and a seeded generator at run time, so that no file holds one."""

from __future__ import annotations

import base64
import json
import random
import string

UPPER, LOWER, DIGITS = string.ascii_uppercase, string.ascii_lowercase, string.digits
ALNUM = UPPER + LOWER + DIGITS
HEX = DIGITS + "abcdef"
URLSAFE = ALNUM + "-_"
BASE64 = ALNUM + "+/"


class Maker:
    """A seeded generator; every value has a digit, a small and a great letter where its alphabet has them."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def of(self, alphabet: str, count: int) -> str:
        kinds = [part for part in (DIGITS, LOWER, UPPER) if set(part) & set(alphabet)]
        while True:
            value = "".join(self._random.choice(alphabet) for _ in range(count))
            if count < 8 or all(set(kind) & set(value) for kind in kinds):
                return value

    def alnum(self, count: int) -> str:
        return self.of(ALNUM, count)

    def hex(self, count: int) -> str:
        return self.of(HEX, count)

    def upper(self, count: int) -> str:
        return self.of(UPPER + DIGITS, count)

    def lower(self, count: int) -> str:
        return self.of(LOWER + DIGITS, count)

    def digits(self, count: int) -> str:
        return "7" + self.of(DIGITS, count - 1)

    def urlsafe(self, count: int) -> str:
        return self.alnum(1) + self.of(URLSAFE, count - 2) + self.alnum(1)

    def base64(self, count: int) -> str:
        return self.alnum(1) + self.of(BASE64, count - 2) + self.alnum(1)

    def uuid(self) -> str:
        return "-".join(self.of(HEX, size) for size in (8, 4, 4, 4, 12))

    def jwt(self, header: dict[str, str] | None = None) -> str:
        parts = ({"typ": "JWT", "alg": "HS256"} if header is None else header, {"sub": self.alnum(9)})
        encoded = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts]
        return ".".join([*encoded, self.urlsafe(43)])

    def pem(self, label: str, lines: int = 6) -> str:
        dashes = "-" * 5
        body = [self.base64(64) for _ in range(lines)] + [self.base64(40) + "=="]
        return "\n".join([f"{dashes}BEGIN {label}{dashes}", *body, f"{dashes}END {label}{dashes}"])


PRIVATE = "PRIVATE" + " KEY"
