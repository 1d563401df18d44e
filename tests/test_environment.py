"""Only the surface and the workspace read the environment: everywhere else it is a parameter.

So the rooms below can be used as a library, and two questions of one process may have an environment each.
"""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

import trove_git
from trove_git.gitrepo.repository import find_root

READERS = frozenset({"cli", "workspace"})
ALLOWED = frozenset({"gitrepo/porcelain.py"})
"""GitPython only adds to the environment of the process, so what git must not see is taken out meanwhile."""
NAMES = frozenset({"environ", "environb", "getenv", "getenvb", "putenv", "unsetenv", "get_exec_path"})
"""What `os` calls the environment. The current folder is none of it."""


def find_reads(text: str) -> list[int]:
    """Return the lines of a module that name the environment of the process."""
    tree = ast.parse(text)
    found = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and is_environment(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "os" and NAMES & {alias.name for alias in node.names}:
            found.append(node.lineno)
    return sorted(found)


def is_environment(node: ast.Attribute) -> bool:
    return node.attr in NAMES and isinstance(node.value, ast.Name) and node.value.id == "os"


@pytest.mark.parametrize(
    "text", ["import os\nos.environ", "import os\nos.getenv('A')", "\nfrom os import environ as e"]
)
def test_a_read_is_found(text: str) -> None:
    assert find_reads(text) == [2]


def test_what_is_no_read() -> None:
    assert find_reads("import os\nos.getcwd()\nself.environ\n'os.environ'") == []


def test_only_the_surface_and_the_workspace_read_the_environment() -> None:
    root = Path(trove_git.__file__).parent
    found = [
        f"{path.relative_to(root)}:{line}"
        for path in sorted(root.rglob("*.py"))
        if path.relative_to(root).parts[0] not in READERS and path.relative_to(root).as_posix() not in ALLOWED
        for line in find_reads(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_repository_has_the_environment_that_was_handed(repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit("x", {"a": "x"})
    environment = {"PATH": os.environ["PATH"], "GIT_AUTHOR_NAME": "Handed", "EMAIL": "a@b.c"}
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Inherited")
    repository = find_root(str(repo.path), environment).repository
    assert repository is not None
    assert repository.run(["var", "GIT_AUTHOR_IDENT"]).startswith(b"Handed ")
