"""The installed tools: list them, search them, describe one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from trove_git.index.record import Record
from trove_git.index.search import Filter
from trove_git.layers.tool_cache import open_catalog
from trove_git.ranking.rank import Limits, rank
from trove_git.ranking.searched import ToolsLayer
from trove_git.sources.tool_folders import split_path
from trove_git.sources.tools import Tool
from trove_git.terms import question_terms
from trove_git.workspace.workspace import Workspace

NEAR_NAMES = 5
"""Names that are suggested where there is no such tool."""
_SOURCES = {"man": "manual page", "brew": "Homebrew formula", "npm": "npm package", "python": "Python package",
            "dpkg": "Debian package"}  # fmt: skip


class Found(NamedTuple):
    """Tools that were asked for."""

    tools: tuple[Tool, ...]
    """By name, or best first where words were given."""
    matches: int
    """How many there are, with those over the limit."""
    known: int
    """Tools of the catalog."""


class Description(NamedTuple):
    """What is known about one tool."""

    name: str
    paths: tuple[str, ...]
    """Where PATH leads, the one that runs first; the others are shadowed by it."""
    links_to: str
    """Where links lead from there; empty where the path is no link."""
    description: str
    source: str
    """Where the description comes from, such as `manual page`; empty where there is none."""
    manual: str
    """Its manual page, or empty."""
    package: str
    """The package it belongs to, or empty."""


def find_tools(workspace: Workspace, words: str, limit: int | None) -> Found:
    """List the tools, or those that words describe, ranked as `ask` does.

    Args:
        workspace: whose PATH counts.
        words: what the tool should do; empty for all.
        limit: tools at most; None for all.
    """
    index = open_catalog(workspace)
    known = index.manifest.live
    if not words.strip():
        records = index.records()
        return Found(_tools(records[:limit]), len(records), known)
    terms = question_terms(words)
    if not terms:
        return Found((), 0, known)
    narrowing = Filter(("tool",))
    most = known if limit is None else limit
    ranked = rank([ToolsLayer(index)], terms, narrowing, Limits(most, most, {}))
    return Found(_tools(r.record for r in ranked), index.matches(terms, narrowing), known)


def describe_tool(workspace: Workspace, name: str) -> Description | None:
    """Return what is known about a tool; None where there is none of that name. `git rebase` finds `git-rebase`."""
    tools = {tool.name: tool for tool in _tools(open_catalog(workspace).records())}
    tool = tools.get(name) or tools.get(name.replace(" ", "-"))
    if tool is None:
        return None
    return _describe(tool, split_path(workspace.environment.get("PATH", ""), workspace.environment), workspace)


def near_names(workspace: Workspace, name: str) -> list[str]:
    """Return the names of tools that are written like a name, the nearest first."""
    from difflib import get_close_matches

    names = [tool.name for tool in _tools(open_catalog(workspace).records())]
    return get_close_matches(name, names, NEAR_NAMES)


def _describe(tool: Tool, folders: Sequence[str], workspace: Workspace) -> Description:
    from trove_git.sources.tool_manuals import Manuals, find_roots
    from trove_git.sources.tool_packages import find_owners
    from trove_git.sources.tool_path import find_all

    others = [e.path for e in find_all(folders) if e.name == tool.name and e.path != tool.path]
    origin, _, where = tool.origin.partition(" ")
    real = os.path.realpath(tool.path)
    manual = where if origin == "man" else ""
    if not manual:
        pages = Manuals(find_roots(folders, workspace.environment.get("MANPATH", ""))).pages_of(tool.name)
        manual = pages[0] if pages else ""
    package = "" if origin == "man" else where
    if not package:
        owners = find_owners((tool.path, real))
        owner = owners.get(tool.path) or owners.get(real)
        package = owner.package if owner else ""
    return Description(
        name=tool.name,
        paths=(tool.path, *others),
        links_to=real if real != tool.path else "",
        description=tool.description,
        source=_SOURCES.get(origin, ""),
        manual=manual,
        package=package,
    )


def _tools(records: Iterable[Record]) -> tuple[Tool, ...]:
    return tuple(Tool(r.title, r.path, r.summary[0], r.summary[1]) for r in records)
