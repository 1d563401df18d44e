"""The catalog of installed commands: each with one line about what it does, and where the line comes from.

In comes PATH, out come Tools in the order of their names. What a command does is looked up,
never asked of the command. In this order, the first that knows wins:

1. the manual page named like the command, then like what it links to;
2. Homebrew's formula, npm's and Python's metadata of its package;
3. for `python3.12` or `x86_64-linux-gnu-gcc-12`, the page without version and machine;
4. the other manual pages of the command's Debian package: one page may be about several commands;
5. the Debian package's own description.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.records import Source
from trove_git.sources.tool_manuals import Manuals, find_roots
from trove_git.sources.tool_metadata import About, PythonPackages, describe_keg, describe_node
from trove_git.sources.tool_packages import DPKG_FOLDER, find_owners, read_descriptions
from trove_git.sources.tool_path import Executable, find_all, find_git_commands, first_of_each

_MACHINE = re.compile(r"^(?:x86_64|i686|aarch64|arm|riscv64)[\w]*-linux-gnu\w*-")
_VERSION = re.compile(r"[-.]?\d+$")


class Tool(NamedTuple):
    """An installed command."""

    name: str
    path: str
    """Absolute path, as PATH leads to it."""
    description: str
    """One line; empty where nothing is known."""
    origin: str
    """Where the description comes from: `man PAGE`, `brew NAME`, `npm NAME`, `python NAME`, `dpkg NAME`, or empty."""


class Machine(NamedTuple):
    """Where a catalog is read from."""

    folders: tuple[str, ...]
    """Folders of commands, in the order of PATH."""
    manpath: str = ""
    dpkg_folder: str = DPKG_FOLDER


def read_catalog(machine: Machine) -> list[Tool]:
    """Read the catalog of installed commands: the first of each name on PATH, and git's own subcommands."""
    executables = first_of_each(find_all(machine.folders))
    manuals = Manuals(find_roots(machine.folders, machine.manpath))
    described = {e.name: tool for e in executables if (tool := _from_manual(e, manuals) or _from_metadata(e))}
    python = PythonPackages()
    for e in executables:
        if e.name not in described:
            about = python.describe(e)
            tool = (_made(e, "python", about) if about else None) or _from_variant(e, manuals)
            if tool is not None:
                described[e.name] = tool
    missing = [e for e in executables if e.name not in described]
    described |= _from_packages(missing, manuals, machine.dpkg_folder)
    tools = [described.get(e.name) or Tool(e.name, e.path, "", "") for e in executables]
    known = {e.name for e in executables}
    # Git's folder holds helpers too; those for people have a page.
    of_git = (_from_manual(e, manuals) for e in find_git_commands(executables) if e.name not in known)
    tools += [tool for tool in of_git if tool is not None]
    return sorted(tools)


def tool_source(tool: Tool) -> Source:
    """Return the source of a tool; its summary is its description and where that comes from."""
    return Source(
        kind="tool", path=tool.path, line=0, end_line=0, title=tool.name, body=tool.description,
        summary=(tool.description, tool.origin),
    )  # fmt: skip


def _from_manual(e: Executable, manuals: Manuals) -> Tool | None:
    page = manuals.describe(e.name, e.path)
    if page is None and e.real != e.path:
        page = manuals.describe(e.real.rpartition("/")[2], e.real)
    return Tool(e.name, e.path, page.description, f"man {page.path}") if page else None


def _from_metadata(e: Executable) -> Tool | None:
    for origin, describe in (("brew", describe_keg), ("npm", describe_node)):
        about = describe(e)
        if about is not None:
            return _made(e, origin, about)
    return None


def _from_variant(e: Executable, manuals: Manuals) -> Tool | None:
    """Look for the page of the command without the machine and the version in its name: `python3.12` → `python3`."""
    name = _MACHINE.sub("", e.name)
    names = [name] if name != e.name else []
    while (shorter := _VERSION.sub("", name)) and shorter != name:
        name = shorter
        names.append(name)
    pages = (manuals.describe(name, e.path) for name in names)
    page = next((page for page in pages if page is not None), None)
    return Tool(e.name, e.path, page.description, f"man {page.path}") if page else None


def _from_packages(executables: Sequence[Executable], manuals: Manuals, folder: str) -> dict[str, Tool]:
    """Describe commands by their Debian packages: name → tool."""
    owners = find_owners({path for e in executables for path in (e.path, e.real)}, folder)
    descriptions = read_descriptions({owner.package for owner in owners.values()}, folder)
    found = {}
    for e in executables:
        owner = owners.get(e.path) or owners.get(e.real)
        if owner is None:
            continue
        pages = (manuals.describe_in(path, e.name, own=False) for path in owner.pages)
        page = next((page for page in pages if page is not None), None)
        if page is not None:
            found[e.name] = Tool(e.name, e.path, page.description, f"man {page.path}")
        elif (
            owner.package in descriptions
            and (tool := _made(e, "dpkg", About(owner.package, descriptions[owner.package]))) is not None
        ):
            found[e.name] = tool
    return found


def _made(e: Executable, origin: str, about: About) -> Tool | None:
    """Return a tool as its package describes it; None where the description only repeats the name."""
    if about.description.casefold() in (e.name.casefold(), about.package.casefold()):
        return None
    return Tool(e.name, e.path, about.description, f"{origin} {about.package}")
