"""docs/architecture.md draws the house as it stands: its rooms, their floors, and what they depend on."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "trove_git"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MOST_MODULES = 42
"""In one folder; a longer list is not read any more, and some of it is a room of its own."""
IMPORTED_AS = {"gitpython": "git", "phonenumberslite": "phonenumbers", "pyyaml": "yaml"}
GRAMMAR = "tree-sitter-"
RUN_AS_PROGRAM = "pre-commit"


def floors() -> list[set[str]]:
    """Return the rooms of each floor of the import contract, the highest first."""
    contract = next(c for c in PROJECT["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    return [set(re.findall(r"\w+", layer)) for layer in contract["layers"]]


def rooms() -> set[str]:
    """Return what lies directly in the package."""
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    return modules | {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}


def table(heading: str) -> list[list[str]]:
    """Return the cells of the table with a first column of that name."""
    lines = PAGE.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def linked(cell: str) -> list[str]:
    """Return the rooms that a cell links to."""
    found = [re.split(r"[./]", target)[0] for target in re.findall(r"\]\(\.\./trove_git/([\w./]+)\)", cell)]
    return list(dict.fromkeys(found))


def importers() -> dict[str, set[str]]:
    """Return top module of another package → the rooms that import it, in functions too."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_bytes())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                found.setdefault(name.partition(".")[0], set()).add(room)
    return found


def test_every_room_is_on_a_floor():
    assert set().union(*floors()) == rooms()


def test_the_table_names_every_room_once_from_the_lowest_floor_up():
    named = [room for row in table("room") for room in re.findall(r"\[(\w+)(?:/|\.py)\]\(", row[0])]
    assert sorted(named) == sorted(rooms() - {"__main__"})
    height = {room: number for number, floor in enumerate(reversed(floors())) for room in floor}
    heights = [height[room] for room in named]
    assert heights == sorted(heights)


def test_the_drawing_of_the_floors_is_the_contract():
    drawing = PAGE.split("### Floors\n", 1)[1].split("\n### ", 1)[0]
    lines = [line.strip() for line in drawing.splitlines() if line.startswith("    ")]
    assert [line.split(" | ") for line in lines] == [sorted(floor) for floor in floors()]


def test_the_table_of_dependencies_is_that_of_the_project():
    named = [name for row in table("dependency") for name in re.findall(r"`([^`]+)`", row[0])]
    wanted = [re.match(r"[\w-]+", dependency)[0] for dependency in PROJECT["project"]["dependencies"]]
    assert named == wanted


@pytest.mark.parametrize("row", table("dependency"), ids=lambda row: row[0][:20])
def test_a_dependency_is_imported_by_the_rooms_that_the_table_says(row):
    name = re.match(r"`([^`]+)`", row[0])[1]
    importing = importers().get(IMPORTED_AS.get(name, name.replace("-", "_")), set())
    if name.startswith(GRAMMAR) or name == RUN_AS_PROGRAM:
        assert importing == set()
        assert len(linked(row[2])) == 1
    else:
        assert set(linked(row[2])) == importing


@pytest.mark.parametrize("room", sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()))
def test_a_folder_can_be_taken_in_at_a_glance(room):
    for folder in {PACKAGE / room, *(path.parent for path in (PACKAGE / room).rglob("*.py"))}:
        modules = [path.name for path in folder.glob("*.py")]
        assert len(modules) <= MOST_MODULES, f"{folder.relative_to(ROOT)} has {len(modules)}: make a room of some"
