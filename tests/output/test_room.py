"""Output takes the records of commands; it runs none of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import trove_git.output

RUNNING = ("commands", "agents", "lives", "reviewing", "tasks", "asking", "aging", "layers", "workspace")
"""Rooms whose functions do something."""
MODULES = sorted(Path(trove_git.output.__path__[0]).glob("*.py"))


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_only_records_and_constants_come_from_rooms_that_run_something(module):
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not any(name.name.startswith("trove_git") for name in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("trove_git."):
            room = (node.module or "").split(".")[1]
            assert room not in RUNNING or all(name.name[0].isupper() for name in node.names), node.module
