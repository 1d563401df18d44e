"""Modules, parts and manifests → the whole repository in a page, every line with its citation.

Out: lines for the one architecture source: languages, parts, hubs, what it depends on, where it
starts, how it is tested.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from trove_git.code.architecture_parts import part_lines
from trove_git.code.facts import FileFacts
from trove_git.code.language_table import family_of
from trove_git.code.manifests import Manifest
from trove_git.code.modules import ModuleInfo, first_sentence, imports_packages, listed, place_of
from trove_git.code.purposes import readme_purpose
from trove_git.code.subsystems import Subsystem, is_aside
from trove_git.code.testfiles import is_test
from trove_git.wording import counted

MAX_LANGUAGES = 8
MAX_HUBS = 10
MAX_EXTERNAL = 20
MAX_ENTRIES = 12
_TEST_TASK = re.compile(
    r"^(?:(?:unit|integration|e2e)[-_:]?)?(?:tests?(?:$|[-_:/].*)|check$|spec$|pytest$)|^testenv(?::tests?)?$"
)
_COPIED = re.compile(r"(?:^|/)(?:third[-_]?party|extern|external|vendored|_vendor|deps/[^/]+)/")
_TASK_PREFIX = {
    "npm": "npm run ", "make": "make ", "tox": "tox -e ", "nox": "nox -s ", "just": "just ", "task": "task ",
    "composer": "composer ", "rake": "rake ", "python": "", "pytest": "",
}  # fmt: skip
"""Kind of manifest → what starts one of its tasks."""
_TEST_COMMANDS = {
    "cargo": "cargo test", "go": "go test ./...", "maven": "mvn test", "gradle": "gradle test", "mix": "mix test",
    "swift": "swift test",
}  # fmt: skip
"""Kind of manifest → its tool's own command, where there are tests."""


def describe_architecture(
    modules: Mapping[str, ModuleInfo],
    subsystems: Sequence[Subsystem],
    facts: Mapping[str, FileFacts],
    manifests: Iterable[Manifest],
    sizes: Mapping[str, int],
    readmes: Mapping[str, str] | None = None,
) -> list[tuple[str, str]]:
    """Describe the repository.

    Args:
        modules: path → description of every source file.
        subsystems: its parts.
        facts: path → facts.
        manifests: the parsed manifests.
        sizes: path → size in bytes of the source files.
        readmes: path → text of the READMEs.

    Returns:
        (line of text, citation: `path:line`, `folder/` or `.`).
    """
    known = sorted(manifests)
    own = [item for item in known if not is_aside(item.path.rpartition("/")[0])]
    lines: list[tuple[str, str]] = []
    for part in (
        _headline(own, readmes or {}),
        _languages(facts, sizes),
        part_lines(modules, subsystems, own),
        _hubs(modules, facts),
        _dependencies(modules, own),
        _entries(facts, own),
        _tests(facts, own),
    ):
        lines.extend(part)
    return lines


def _headline(manifests: Sequence[Manifest], readmes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """One line: what the repository says it is, in a manifest or README of its root folder."""
    for manifest in manifests:
        if "/" not in manifest.path and manifest.description:
            name = f"{manifest.name}: " if manifest.name else ""
            yield f"{name}{first_sentence(manifest.description)}", f"{manifest.path}:{manifest.description_line}"
            return
    for path in sorted(readmes):
        text, line = readme_purpose(readmes[path]) if "/" not in path else ("", 0)
        if text:
            yield text, f"{path}:{line}"
            return


def _languages(facts: Mapping[str, FileFacts], sizes: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """One line: languages by their share of the bytes."""
    total: dict[str, int] = {}
    count: dict[str, int] = {}
    for path, fact in facts.items():
        if fact.language:
            total[fact.language] = total.get(fact.language, 0) + sizes.get(path, 0)
            count[fact.language] = count.get(fact.language, 0) + 1
    whole = sum(total.values())
    order = sorted(total, key=lambda name: (-total[name], -count[name], name))
    shares = [
        f"{name} {100 * total[name] / whole:.0f}% ({counted(count[name], 'file')})"
        for name in order
        if whole and 200 * total[name] >= whole
    ]
    if shares:
        yield f"languages: {listed(shares, MAX_LANGUAGES)}", "."


def _hubs(modules: Mapping[str, ModuleInfo], facts: Mapping[str, FileFacts]) -> Iterator[tuple[str, str]]:
    """The files, or the packages imported whole, that most files outside tests import."""
    outside = {path for path in modules if _is_outside(path)}
    users: dict[str, set[str]] = {}
    for path, info in modules.items():
        if path in outside:
            continue
        name = _hub_of(path, facts[path])
        users.setdefault(name, set()).update(used for used in info.used_by if used not in outside)
    cites = {facts[path].package: place_of(path.rpartition("/")[0]) for path in sorted(modules, reverse=True)}
    order = sorted(users, key=lambda name: (-len(users[name]), name))
    for name in order[:MAX_HUBS]:
        if len(users[name]) > 1:
            cite = f"{name}:1" if name in facts else cites.get(name, name)
            yield f"hub {name}: imported by {len(users[name])} files outside tests", cite


def _hub_of(path: str, facts: FileFacts) -> str:
    """Return what an import of a file is an import of: the file, its folder in Go, its package in Kotlin."""
    if not imports_packages(path, facts.language):
        return path
    by_folder = path.endswith((".go", ".swift")) or not facts.package
    return place_of(path.rpartition("/")[0]) if by_folder else facts.package


def _is_outside(path: str) -> bool:
    """Tell whether a file is a test, an example, documentation or a copy of another project."""
    return is_test(path) or is_aside(path.rpartition("/")[0]) or bool(_COPIED.search(path))


def _dependencies(modules: Mapping[str, ModuleInfo], manifests: Sequence[Manifest]) -> Iterator[tuple[str, str]]:
    """The packages outside that most files outside tests import, each cited at the first import."""
    users: dict[str, list[str]] = {}
    for path in sorted(modules):
        for name in modules[path].external if not _is_outside(path) else ():
            users.setdefault(name, []).append(path)
    own = {item.name for item in manifests}
    for name in sorted(users, key=lambda item: (-len(users[item]), item))[:MAX_EXTERNAL]:
        if name not in own:
            first = users[name][0]
            line = dict(modules[first].import_lines).get(name, 1)
            files = counted(len(users[name]), "file")
            yield f"depends on {name}: imported by {files} outside tests", f"{first}:{line}"


def _entries(facts: Mapping[str, FileFacts], manifests: Sequence[Manifest]) -> Iterator[tuple[str, str]]:
    """What the manifests start, then the files that a language starts by convention."""
    found: list[tuple[str, str]] = []
    for manifest in manifests:
        for (name, target), line in zip(manifest.entry_points, manifest.entry_lines, strict=False):
            found.append((f"entry point {name}" + (f": {target}" if target else ""), f"{manifest.path}:{line}"))
    for path in sorted(facts, key=lambda item: (item.count("/"), item)):
        if not _is_outside(path):
            line = _start_line(path, facts[path])
            if line:
                found.append((f"entry point {path}", f"{path}:{line}"))
    yield from found[:MAX_ENTRIES]


def _start_line(path: str, facts: FileFacts) -> int:
    """Return the line at which a program starts in a file, or 0."""
    name = path.rpartition("/")[2]
    if name == "__main__.py":
        return 1
    family = family_of(path, facts.language)
    if family in ("go", "rust", "c", "jvm", "zig") and (family != "go" or facts.package == "main"):
        for symbol in facts.symbols:
            if symbol.name == "main" and symbol.kind == "function" and not symbol.scope:
                return symbol.line
    return 0


def _tests(facts: Mapping[str, FileFacts], manifests: Sequence[Manifest]) -> Iterator[tuple[str, str]]:
    """Tasks of the manifests that are about tests, then where the test files are."""
    counts: dict[str, int] = {}
    for path in facts:
        if is_test(path):
            top = path.partition("/")[0] if "/" in path else ""
            counts[top] = counts.get(top, 0) + 1
    for manifest in manifests:
        if "/" in manifest.path:
            continue
        if manifest.kind in _TEST_COMMANDS and counts:
            yield f"test with: {_TEST_COMMANDS[manifest.kind]}", f"{manifest.path}:1"
        for (name, command), line in zip(manifest.scripts, manifest.script_lines, strict=False):
            if manifest.kind in _TASK_PREFIX and _TEST_TASK.search(name):
                task = (_TASK_PREFIX[manifest.kind] + name).replace("tox -e testenv:", "tox -e ")
                task = task.replace("tox -e testenv", "tox")
                yield f"test with: {task}" + (f" ({command[:120]})" if command else ""), f"{manifest.path}:{line}"
    for top in sorted(counts, key=lambda item: (-counts[item], item))[:4]:
        where = f"in {top}/" if top else "in the root folder"
        yield f"{counted(counts[top], 'test file')} {where}", place_of(top)
