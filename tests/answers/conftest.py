"""Requests of these tests go to servers of their own."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def no_keys_and_no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither keys nor proxies of this machine."""
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name.startswith(("ANTHROPIC_", "OLLAMA_")):
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def temp_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files, so that what is left behind is seen."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder
