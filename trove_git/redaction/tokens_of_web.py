"""JSON web tokens (RFC 7519, RFC 7516): whether three or five parts are one, and one that is worth hiding."""

from __future__ import annotations

import base64
import binascii
import json

from trove_git.redaction.documented import is_documented
from trove_git.redaction.judge import is_placeholder

SIGNATURE_MIN = 20
"""Characters of the shortest signature that counts; HS256 has 43."""


def is_signed_token(value: str) -> bool:
    """Whether a value is a signed or encrypted token: its header is JSON that names an algorithm other than none."""
    parts = value.split(".")
    header = _decode(parts[0])
    if header is None or is_documented(value) or len(parts) < 3:
        return False
    if str(header.get("alg", "none")).lower() == "none":
        return False
    return len(parts[-1]) >= SIGNATURE_MIN and not is_placeholder(parts[-1])


def _decode(part: str) -> dict[str, object] | None:
    """Decode one part as a JSON object."""
    try:
        value = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (binascii.Error, ValueError):
        return None
    return value if isinstance(value, dict) else None
