"""PEP 610: what pip recorded about where the package came from."""

from __future__ import annotations

import json

import pytest

from trove_git.hooks.origin import Origin, parse_origin

URL = "https://example.org/tools/trove-git"
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def recorded(**info: str) -> str:
    return json.dumps({"url": URL, "vcs_info": {"vcs": "git", "commit_id": COMMIT, **info}})


ROWS = {
    "commit": (recorded(), Origin(URL, COMMIT)),
    "tag": (recorded(requested_revision="v0.2.0"), Origin(URL, "v0.2.0")),
    "tag without v": (recorded(requested_revision="1.0.0rc1"), Origin(URL, "1.0.0rc1")),
    "branch moves, so the commit": (recorded(requested_revision="main"), Origin(URL, COMMIT)),
    "other system": (recorded(vcs="hg"), None),
    "folder": (json.dumps({"url": "file:///src", "dir_info": {"editable": True}}), None),
    "archive": (json.dumps({"url": "https://example.org/a.tar.gz", "archive_info": {}}), None),
    "part of a repository": (recorded()[:-1] + ', "subdirectory": "tools"}', None),
    "no commit": (json.dumps({"url": URL, "vcs_info": {"vcs": "git"}}), None),
    "not an object": ("[]", None),
    "not JSON": ("{", None),
}


@pytest.mark.parametrize(("text", "origin"), ROWS.values(), ids=ROWS)
def test_parse(text: str, origin: Origin | None) -> None:
    assert parse_origin(text) == origin
