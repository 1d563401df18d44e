"""Where this package was installed from, as far as pip recorded it (PEP 610, direct_url.json)."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

_VERSION_TAG = re.compile(r"v?\d+(?:\.\d+)+\S*")


class Origin(NamedTuple):
    """A repository and what of it was installed."""

    url: str
    revision: str
    """Tag where one was asked for, else the object id of the commit."""


def read_origin() -> Origin | None:
    """Return where the installed package comes from; None when it is no repository at a known commit."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        text = distribution("trove-git").read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    return parse_origin(text) if text else None


def parse_origin(text: str) -> Origin | None:
    """Parse direct_url.json; None when it names no Git repository and commit, or is not what PEP 610 says."""
    try:
        value = json.loads(text)
        url, info = value["url"], value["vcs_info"]
        commit, asked = info["commit_id"], info.get("requested_revision") or ""
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    if info.get("vcs") != "git" or not isinstance(url, str) or not isinstance(commit, str) or value.get("subdirectory"):
        return None
    is_tag = isinstance(asked, str) and _VERSION_TAG.fullmatch(asked) is not None
    return Origin(url, asked if is_tag else commit)
