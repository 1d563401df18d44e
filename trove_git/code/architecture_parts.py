"""Parts of a repository → the lines about them on its one page; many small parts are told as few large ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from trove_git.code.manifests import BOUNDARY_KINDS, Manifest
from trove_git.code.modules import ModuleInfo, first_sentence, place_of
from trove_git.code.subsystems import Subsystem, named_edges
from trove_git.code.testfiles import is_test
from trove_git.wording import counted

MAX_PARTS = 24
"""Lines about parts; a repository of more parts is told by its projects and top folders."""


def part_lines(
    modules: Mapping[str, ModuleInfo], subsystems: Sequence[Subsystem], manifests: Iterable[Manifest]
) -> Iterator[tuple[str, str]]:
    """Yield one line a part with its citation, the largest of the product first."""
    parts = list(subsystems) if len(subsystems) <= MAX_PARTS else _rolled_up(modules, subsystems, manifests)
    order = sorted(parts, key=lambda item: (item.is_aside, -item.files, item.folder))
    for part in order[:MAX_PARTS]:
        where = place_of(part.folder)
        text = f"part {where} ({counted(part.files, 'file')})"
        if part.purpose:
            text += f": {part.purpose}"
        if part.depends_on:
            text += f" | imports from {named_edges(part.depends_on, 3)}"
        yield text, where
    rest = order[MAX_PARTS:]
    if rest:
        files = sum(item.files for item in rest)
        yield f"{counted(len(rest), 'more part')} with {counted(files, 'file')}", "."


def _rolled_up(
    modules: Mapping[str, ModuleInfo], subsystems: Sequence[Subsystem], manifests: Iterable[Manifest]
) -> list[Subsystem]:
    """Join the parts of each project, and those of each top folder outside any project."""
    projects = {
        manifest.path.rpartition("/")[0]: manifest for manifest in sorted(manifests) if manifest.kind in BOUNDARY_KINDS
    }
    members: dict[str, list[Subsystem]] = {}
    for part in subsystems:
        members.setdefault(_top_of(part.folder, projects), []).append(part)
    home = {path: _home_of(path, members) for path in modules}
    edges = _edges(modules, home)
    return [_joined(top, parts, projects.get(top), edges.get(top, {})) for top, parts in sorted(members.items())]


def _top_of(folder: str, projects: Iterable[str]) -> str:
    """Return the outermost project around a folder, else its first folder, or itself beside projects deeper down."""
    around = [project for project in projects if project and (folder + "/").startswith(project + "/")]
    if around:
        return min(around, key=len)
    first = folder.partition("/")[0]
    return folder if any(project.startswith(first + "/") for project in projects) else first


def _home_of(path: str, tops: Mapping[str, object]) -> str:
    folder = path.rpartition("/")[0]
    while folder and folder not in tops:
        folder = folder.rpartition("/")[0]
    return folder


def _edges(modules: Mapping[str, ModuleInfo], home: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """Return part → other part → files of the first, tests aside, that import from the second."""
    edges: dict[str, dict[str, int]] = {}
    for path, info in modules.items():
        own = home[path]
        for other in set() if is_test(path) else {home[used] for used in info.internal_imports if used in home} - {own}:
            counts = edges.setdefault(own, {})
            counts[other] = counts.get(other, 0) + 1
    return edges


def _joined(top: str, parts: list[Subsystem], manifest: Manifest | None, edges: Mapping[str, int]) -> Subsystem:
    """Return one part for several, with the words of the one that has their folder."""
    named = next((part for part in parts if part.folder == top), None)
    said = first_sentence(manifest.description) if manifest is not None else ""
    purpose = named.purpose if named is not None else said
    files = sum(part.files for part in parts)
    aside = sum(part.files for part in parts if part.is_aside)
    order = tuple(sorted(edges.items(), key=lambda item: (-item[1], item[0])))
    return Subsystem(top, top, purpose, "", files, (), order, (), (), "", 2 * aside > files and len(parts) == 1)
