"""Modules → the parts of a repository: where a part begins, what it is for, its key types, what it leans on.

In: the descriptions of all files and the manifests. Out: `Subsystem` records for `architecture.py`
and the subsystem sources.

1. A folder with a manifest of its own begins a part.
2. A part of more than MAX_FILES files is split into its folders, and those again.
3. Edges are imports of files that are not tests; a part of tests has edges of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from trove_git.code.facts import FileFacts
from trove_git.code.manifests import BOUNDARY_KINDS, Manifest
from trove_git.code.modules import ModuleInfo, listed, place_of
from trove_git.code.purposes import find_purposes
from trove_git.code.subsystem_cycles import cycle_mates
from trove_git.code.testfiles import is_test
from trove_git.wording import counted

MAX_FILES = 40
"""A part with more files is split into its folders."""
MIN_FILES = 3
"""A folder with fewer files stays with the part around it."""
MAX_KEY_TYPES = 8
TEST_SHARE = 0.75
"""A part with that share of test files is one of tests; where tests lie beside the code it is about a half."""
_TYPE_KINDS = frozenset("class struct interface trait enum type union object protocol".split())
_SOURCE_ROOTS = frozenset("src lib source main java kotlin scala".split())
"""Folders that hold the sources of the project around them."""
_WORD = re.compile(r"[A-Za-z_]\w+")
_APART = frozenset(
    """test tests __tests__ spec specs fixtures __fixtures__ testdata examples example samples playground benchmarks
    benches e2e templates template node_modules vendor doc docs website""".split()
)
_APART_STARTS = ("template-", "template_", "example-", "example_", "examples-")
"""Folders that are about the project and not in it; their manifests begin no part."""


class Subsystem(NamedTuple):
    """One part of the repository."""

    folder: str
    """Empty for the root."""
    name: str
    """Name that its manifest gives it, else its folder's."""
    purpose: str
    purpose_cite: str
    """`path:line`; empty without a purpose."""
    files: int
    key_types: tuple[tuple[str, str], ...]
    """(qualified name, `path:line`), the most used first."""
    depends_on: tuple[tuple[str, int], ...]
    """(folder, how many of our files import from it), the most first."""
    used_by: tuple[tuple[str, int], ...]
    """(folder, how many of its files import from us), the most first."""
    in_cycle_with: tuple[str, ...]
    """Folders that lead back to us, those that do so directly first."""
    name_cite: str = ""
    """`path:line` of the name where a manifest gives it."""
    is_aside: bool = False
    """Whether it holds tests, examples or documentation: about the product, not in it."""


def find_subsystems(
    modules: Mapping[str, ModuleInfo],
    facts: Mapping[str, FileFacts],
    manifests: Iterable[Manifest],
    readmes: Mapping[str, str] | None = None,
) -> list[Subsystem]:
    """Find the parts of a repository, sorted by folder.

    Args:
        modules: path → description of every source file.
        facts: path → facts of the same files.
        manifests: the parsed manifests.
        readmes: path → text of the READMEs.
    """
    boundaries = _boundaries(manifests)
    groups = _group(sorted(modules), boundaries)
    home = {path: folder for folder, paths in groups.items() for path in paths}
    aside = frozenset(
        folder
        for folder, paths in groups.items()
        if is_aside(folder) or sum(map(is_test, paths)) >= TEST_SHARE * len(paths)
    )
    edges = _edges(modules, home, groups, aside)
    mates = cycle_mates({folder: set(counts) for folder, counts in edges.items() if folder not in aside})
    described = find_purposes(groups, facts, boundaries, readmes or {})
    mentions = _mentions(facts)
    found = []
    for folder, paths in sorted(groups.items()):
        name, name_cite = _name(folder, boundaries)
        users = {other: counts[folder] for other, counts in edges.items() if folder in counts}
        found.append(
            Subsystem(
                folder,
                name,
                *described.get(folder, ("", "")),
                len(paths),
                _key_types(paths, modules, mentions),
                _ordered(edges[folder], aside),
                _ordered(users, aside),
                mates.get(folder, ()),
                name_cite,
                folder in aside,
            )
        )
    return found


def is_aside(folder: str) -> bool:
    """Tell whether a folder holds tests, examples or documentation, by its name."""
    return is_test(folder + "/x") or any(
        part.lstrip("_") in _APART or part.startswith(_APART_STARTS) for part in folder.split("/")
    )


def _boundaries(manifests: Iterable[Manifest]) -> dict[str, list[Manifest]]:
    """Return folder → manifests that make it a part, the one that says most first."""
    found: dict[str, list[Manifest]] = {}
    for manifest in sorted(manifests):
        folder = manifest.path.rpartition("/")[0]
        if manifest.kind in BOUNDARY_KINDS and not is_aside(folder):
            found.setdefault(folder, []).append(manifest)
    for same in found.values():
        same.sort(key=lambda item: (not item.description, not item.name, item.path))
    return found


def _group(paths: list[str], boundaries: Iterable[str]) -> dict[str, list[str]]:
    """Assign every file to a part: folder → its files."""
    known = frozenset(boundaries) | {""}
    groups: dict[str, list[str]] = {}
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder not in known:
            folder = folder.rpartition("/")[0]
        groups.setdefault(folder, []).append(path)
    found: dict[str, list[str]] = {}
    for folder, inside in groups.items():
        _split(folder, inside, found)
    homes = {folder: _project_of(folder, known) for folder in found}
    merged: dict[str, list[str]] = {}
    for folder in sorted(found):
        merged.setdefault(homes[folder], []).extend(found[folder])
    return {folder: sorted(inside) for folder, inside in merged.items()}


def _project_of(folder: str, boundaries: Set[str]) -> str:
    """Return the project that a folder of sources is the root of: `a/src` → `a`; any other folder is its own."""
    above = folder
    while above.rpartition("/")[2] in _SOURCE_ROOTS and above not in boundaries:
        above = above.rpartition("/")[0]
    return above if above in boundaries else folder


def _split(folder: str, paths: list[str], found: dict[str, list[str]]) -> None:
    """Split a group into the folders below it while it holds more than MAX_FILES files."""
    prefix = folder + "/" if folder else ""
    below: dict[str, list[str]] = {}
    for path in paths:
        below.setdefault(path[len(prefix) :].rpartition("/")[0].partition("/")[0], []).append(path)
    if len(paths) <= MAX_FILES or set(below) == {""} or (folder and is_aside(folder)):
        found.setdefault(folder, []).extend(paths)
        return
    if len(below) == 1:
        _split(prefix + next(iter(below)), paths, found)
        return
    own = below.pop("", [])
    for name in sorted(below):
        if len(below[name]) < MIN_FILES:
            own.extend(below[name])
        else:
            _split(prefix + name, below[name], found)
    if own:
        found.setdefault(folder, []).extend(sorted(own))


def _edges(
    modules: Mapping[str, ModuleInfo], home: Mapping[str, str], groups: Mapping[str, list[str]], aside: Set[str]
) -> dict[str, dict[str, int]]:
    """Return part → other part → number of files of the first that import from the second."""
    edges: dict[str, dict[str, int]] = {folder: {} for folder in sorted(groups)}
    for path, info in modules.items():
        own = home[path]
        if is_test(path) and own not in aside:
            continue
        for other in {home[used] for used in info.internal_imports if used in home} - {own}:
            edges[own][other] = edges[own].get(other, 0) + 1
    return edges


def _ordered(counts: Mapping[str, int], aside: Set[str]) -> tuple[tuple[str, int], ...]:
    """Sort edges: parts of the product before tests, then the most files, then the name."""
    return tuple(sorted(counts.items(), key=lambda item: (item[0] in aside, -item[1], item[0])))


def _name(folder: str, boundaries: Mapping[str, list[Manifest]]) -> tuple[str, str]:
    """Return the name of a part and its citation, which is empty for a folder's own name."""
    for manifest in boundaries.get(folder, ()):
        if manifest.name:
            return manifest.name, f"{manifest.path}:{manifest.name_line}"
    return folder.rpartition("/")[2], ""


def _mentions(facts: Mapping[str, FileFacts]) -> dict[str, int]:
    """Count for every type name the signatures that hold it, and the methods that it has."""
    counts = {
        symbol.name: 0
        for fact in facts.values()
        for symbol in fact.symbols
        if symbol.kind in _TYPE_KINDS and not symbol.scope
    }
    for fact in facts.values():
        for symbol in fact.symbols:
            for name in {*_WORD.findall(symbol.signature), symbol.scope}:
                if name in counts:
                    counts[name] += 1
    return counts


def _key_types(
    paths: list[str], modules: Mapping[str, ModuleInfo], mentions: Mapping[str, int]
) -> tuple[tuple[str, str], ...]:
    """Return the types that most files take by name; of those taken so by none, what most signatures speak of."""
    ranked = [
        (-uses, -mentions.get(symbol.name, 0), -len(modules[path].used_by), path, symbol.line, symbol.qualified)
        for path in paths
        if not is_test(path)
        for symbol, uses in modules[path].exports
        if symbol.kind in _TYPE_KINDS
    ]
    found: dict[str, str] = {}
    for *_, path, line, name in sorted(ranked):
        found.setdefault(name, f"{path}:{line}")
    return tuple(list(found.items())[:MAX_KEY_TYPES])


def named_edges(edges: Iterable[tuple[str, int]], limit: int = 6) -> str:
    """Join edges for one line: `a/ (3 files), b/ (1 file)`."""
    return listed([f"{place_of(folder)} ({counted(count, 'file')})" for folder, count in edges], limit)


def subsystem_summary(subsystem: Subsystem) -> list[tuple[str, str]]:
    """Return lines of text about a part, each with its citation, `path:line` or `folder/`."""
    here = place_of(subsystem.folder)
    lines = []
    if subsystem.purpose:
        lines.append((subsystem.purpose, subsystem.purpose_cite))
    if subsystem.name_cite:
        lines.append((f"named {subsystem.name}", subsystem.name_cite))
    lines.append((counted(subsystem.files, "source file"), here))
    lines += [(f"type {name}", cite) for name, cite in subsystem.key_types]
    if subsystem.depends_on:
        lines.append((f"imports from: {named_edges(subsystem.depends_on)}", here))
    if subsystem.used_by:
        lines.append((f"imported by: {named_edges(subsystem.used_by)}", here))
    if subsystem.in_cycle_with:
        direct = {folder for folder, _ in subsystem.depends_on} & {folder for folder, _ in subsystem.used_by}
        mates = [place_of(folder) for folder in subsystem.in_cycle_with if folder in direct]
        rest = len(subsystem.in_cycle_with) - len(mates)
        ways = [f"both ways with {listed(mates)}"] * bool(mates) + [f"in a circle through {rest} more"] * (rest > 0)
        lines.append((f"imports lead {', '.join(ways)}", here))
    return lines
