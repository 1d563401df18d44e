"""The manifests: what the client demands of them, and in step with the package."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.sessions import PLUGIN, SCRIPTS
from trove_git import __version__

ROOT = PLUGIN.parent


def read(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_marketplace_names_the_plugin_and_no_version() -> None:
    market = read(ROOT / ".claude-plugin" / "marketplace.json")
    assert market["name"] == "trove-git"
    (plugin,) = market["plugins"]
    assert (plugin["name"], plugin["source"]) == ("trove", "./plugin")
    assert "version" not in plugin
    assert "version" not in market["metadata"]


def test_the_plugin_has_the_version_of_the_package() -> None:
    plugin = read(PLUGIN / ".claude-plugin" / "plugin.json")
    assert (plugin["name"], plugin["version"]) == ("trove", __version__)
    # hooks/hooks.json is found by its name; naming it again loads it twice.
    assert "hooks" not in plugin


def test_the_hooks_start_scripts_that_are_there() -> None:
    hooks = read(PLUGIN / "hooks" / "hooks.json")["hooks"]
    assert set(hooks) == {"SessionStart", "SessionEnd"}
    (start,) = hooks["SessionStart"]
    assert start["matcher"] == "startup|resume|clear|compact|fork"
    assert start["hooks"][0]["timeout"] == 10
    for group in [*hooks["SessionStart"], *hooks["SessionEnd"]]:
        (hook,) = group["hooks"]
        found = re.fullmatch(r'sh "\$\{CLAUDE_PLUGIN_ROOT\}/scripts/([a-z-]+\.sh)"', hook["command"])
        assert found, hook["command"]
        assert (SCRIPTS / found[1]).is_file()


@pytest.mark.parametrize("script", sorted(SCRIPTS.iterdir()), ids=lambda path: path.name)
def test_scripts_have_line_feeds_wherever_they_are_checked_out(script: Path) -> None:
    assert b"\r" not in script.read_bytes()
    done = subprocess.run(
        ["git", "check-attr", "eol", "--", str(script.relative_to(ROOT))],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip("not a repository")
    assert done.stdout.rstrip().endswith("eol: lf")


def test_the_wheel_and_the_source_archive_have_the_plugin() -> None:
    import tomllib

    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert build["wheel"]["force-include"]["plugin"] == "trove_git/skills/plugin"
    assert {"/plugin", "/.claude-plugin"} <= set(build["sdist"]["include"])
