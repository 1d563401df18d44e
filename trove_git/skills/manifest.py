"""The list of what we wrote into a folder of skills, so that what a person changed is told from what we left there.

    {"version": "0.1.0", "files": {"trove-recall/SKILL.md": "<sha256>"}}

It lies in that folder and is committed with it: a colleague with another version updates the same files.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping

NAME = ".trove-skills.json"

_SAFE = re.compile(r"trove-[a-z0-9-]+/[A-Za-z0-9-]+\.md")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def digest(data: bytes) -> str:
    """Return the SHA-256 of a file with line feeds: git may have checked it out with others."""
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def parse(data: bytes) -> dict[str, str]:
    """Return file → digest; what is broken, or leads elsewhere than to a skill of ours, is not in it."""
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    files = found.get("files") if isinstance(found, dict) else None
    if not isinstance(files, dict):
        return {}
    return {
        path: value
        for path, value in files.items()
        if _SAFE.fullmatch(path) and isinstance(value, str) and _DIGEST.fullmatch(value)
    }


def render(version: str, files: Mapping[str, str]) -> bytes:
    """Return the manifest's content."""
    return (json.dumps({"version": version, "files": dict(sorted(files.items()))}, indent=2) + "\n").encode()
