"""Every test runs in a sealed home: own configuration, fixed author, no network but loopback."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.support.repos import Repo, seal_environment
from trove_git.layers import indexer
from trove_git.workspace.agent import AGENT_VARIABLES

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.load_profile("default")

collect_ignore = ["corpus"]
"""Its tests are material for `test_versions.py`."""

REAL_HOME = Path(os.path.expanduser("~"))


@pytest.fixture(autouse=True)
def sealed_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of the test's own, and nothing of the machine's."""
    home = tmp_path_factory.mktemp("home")
    for name in [n for n in os.environ if n.startswith(("GIT_", "TROVE_", "XDG_"))]:
        monkeypatch.delenv(name)
    for name in AGENT_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in seal_environment(home).items():
        monkeypatch.setenv(name, value)
    return home


@pytest.fixture(autouse=True)
def no_network(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections leave this machine only in tests marked `network`."""
    if request.node.get_closest_marker("network"):
        return
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        host = address[0] if isinstance(address, tuple) else ""
        assert not host or host in ("127.0.0.1", "::1", "localhost"), f"connection to {address}"
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(autouse=True)
def real_trove_untouched() -> object:
    """Fail a test that changes the trove of whoever runs the suite."""
    trove = REAL_HOME / ".claude" / "trove"
    before = trove.stat().st_mtime_ns if trove.exists() else None
    yield
    assert (trove.stat().st_mtime_ns if trove.exists() else None) == before


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders in which this process would have left an indexer behind; none is started from here."""
    folders: list[str] = []
    monkeypatch.setattr(indexer, "start", lambda _event, folder, **_: folders.append(folder))
    return folders


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """An empty repository with a work tree."""
    return Repo.init(tmp_path / "repo")
