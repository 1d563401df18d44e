"""The manifest: what was written is read again, and nothing else is believed."""

from __future__ import annotations

import json

import pytest

from trove_git.skills import manifest

D = manifest.digest(b"x")


def test_round_trip() -> None:
    files = {"trove-b/SKILL.md": D, "trove-a/SKILL.md": D}
    data = manifest.render("1.2.3", files)
    assert json.loads(data)["version"] == "1.2.3"
    assert list(manifest.parse(data)) == sorted(files)
    assert manifest.parse(data) == files


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"files": []}', b'{"files": {"trove-a/SKILL.md": 1}}', b"\xff"])
def test_what_is_broken_records_nothing(data: bytes) -> None:
    assert manifest.parse(data) == {}


@pytest.mark.parametrize(
    "path", ["../a.md", "/etc/a.md", "trove-a/../../b.md", "mine/SKILL.md", "trove-a\\b.md", "trove-a/b/c.md"]
)
def test_paths_elsewhere_are_not_ours(path: str) -> None:
    # A cloned repository brings its own manifest, and `uninstall` removes what it lists.
    assert manifest.parse(manifest.render("1", {path: D})) == {}
