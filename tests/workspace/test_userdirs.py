"""The user's folders: the short way of Linux is that of platformdirs, and what belongs together lies together."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs
import pytest

from trove_git.agents.session import note_path
from trove_git.cli.bug_report import write_report
from trove_git.commands.prompt_history import history_path
from trove_git.gitrepo.repository import Root
from trove_git.workspace import userdirs
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import Workspace, find_workspace


def set_or_not(monkeypatch: pytest.MonkeyPatch, name: str, value: str | None) -> None:
    if value is None:
        monkeypatch.delenv(name)
    else:
        monkeypatch.setenv(name, value)


@pytest.mark.skipif(sys.platform != "linux", reason="the short way is for Linux")
@pytest.mark.parametrize("value", [None, "/somewhere/else", "", "  ", "~/mine", "mine"])
def test_the_short_way_is_what_platformdirs_says(monkeypatch: pytest.MonkeyPatch, value: str | None) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        set_or_not(monkeypatch, name, value)
    assert userdirs.cache_folder(os.environ) == platformdirs.user_cache_dir("git-trove", appauthor=False)
    assert userdirs.state_folder(os.environ) == platformdirs.user_state_dir("git-trove", appauthor=False)


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_one_family_on_every_system(
    tmp_path: Path, sealed_home: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_, **__: str(tmp_path / "Caches"))
    monkeypatch.setattr(platformdirs, "user_state_dir", lambda *_, **__: str(tmp_path / "Support"))
    workspace = Workspace(Root(str(tmp_path), None), environment=os.environ)
    cache, state = tmp_path / "Caches", tmp_path / "Support"
    if system == "linux":
        cache, state = sealed_home / ".cache" / "git-trove", sealed_home / ".local" / "state" / "git-trove"
    assert workspace.user_cache == str(cache / "trove")
    assert locate_troves(workspace).personal.lock_folder == cache / "locks"
    assert note_path(workspace) == str(state / "unreviewed-sessions")
    assert history_path(os.environ) == str(state / "prompt-history")
    assert write_report(ValueError("x")).parent == state


def test_the_environment_that_is_handed_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    workspace = find_workspace(str(tmp_path))._replace(environment={"XDG_CACHE_HOME": "/elsewhere"})
    assert workspace.user_cache == "/elsewhere/git-trove/trove"


@pytest.mark.parametrize(
    ("environment", "files"),
    [
        ({}, ["~/.gitconfig", "~/.config/git/config"]),
        ({"XDG_CONFIG_HOME": ""}, ["~/.gitconfig", "~/.config/git/config"]),
        ({"XDG_CONFIG_HOME": "/c"}, ["~/.gitconfig", "/c/git/config"]),
        ({"XDG_CONFIG_HOME": "/c", "GIT_CONFIG_GLOBAL": "/g"}, ["/g"]),
    ],
)
def test_configuration_of_git(environment: dict[str, str], files: list[str]) -> None:
    assert userdirs.git_config_files(environment) == [os.path.expanduser(file) for file in files]
