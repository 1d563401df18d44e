"""Manifest files → what a project says about itself: name, purpose, dependencies, entry points, scripts.

In: contents of the files that `is_manifest` asks for. Out: `Manifest` records for `subsystems.py`
and `architecture.py`. TOML and JSON are parsed; of the other formats only lines of a known form
are read, so that a broken file costs its own facts and nothing else.
"""

from __future__ import annotations

import fnmatch
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

_KINDS = {
    "pyproject.toml": "python", "setup.py": "python", "setup.cfg": "python", "package.json": "npm",
    "Cargo.toml": "cargo", "go.mod": "go", "go.work": "go-work", "pom.xml": "maven", "build.gradle": "gradle",
    "build.gradle.kts": "gradle", "settings.gradle": "gradle-settings", "settings.gradle.kts": "gradle-settings",
    "composer.json": "composer", "Gemfile": "gemfile", "Rakefile": "rake", "mix.exs": "mix", "Package.swift": "swift",
    "build.zig": "zig", "build.zig.zon": "zig-zon", "dune-project": "dune", "Project.toml": "julia",
    "Makefile": "make", "GNUmakefile": "make", "tox.ini": "tox", "noxfile.py": "nox", "justfile": "just",
    "Justfile": "just", ".justfile": "just", "Taskfile.yml": "task", "Taskfile.yaml": "task",
    "jsconfig.json": "typescript", "pytest.ini": "pytest",
}  # fmt: skip
_PATTERNS = {
    "*.gemspec": "gem",
    "*.csproj": "dotnet",
    "*.fsproj": "dotnet",
    "tsconfig*.json": "typescript",
    "*.cabal": "cabal",
}

MANIFEST_NAMES = frozenset(_KINDS)
"""Base names whose contents are wanted; `is_manifest` knows the patterns too."""

BOUNDARY_KINDS = frozenset(
    "python npm cargo go maven gradle composer gem mix swift zig dune julia dotnet cabal".split()
)
"""Kinds that make the folder of their manifest a project of its own."""


class Manifest(NamedTuple):
    """What one manifest file says; each fact with its line, 1-based."""

    path: str
    kind: str
    """`python`, `npm`, `cargo`, `go`, `maven`, `make`, …"""
    name: str
    description: str
    dependencies: tuple[str, ...]
    """Names of the packages it asks for at run time, sorted."""
    entry_points: tuple[tuple[str, str], ...]
    """(command, what it starts)."""
    scripts: tuple[tuple[str, str], ...]
    """(name of a task, its command or empty)."""
    name_line: int = 1
    description_line: int = 1
    entry_lines: tuple[int, ...] = ()
    """Lines of `entry_points`, in their order."""
    script_lines: tuple[int, ...] = ()
    """Lines of `scripts`, in their order."""


class _Found(NamedTuple):
    """What a parser of one format found, before lines are looked up."""

    name: str = ""
    description: str = ""
    dependencies: Iterable[str] = ()
    entry_points: Iterable[tuple[str, str]] = ()
    scripts: Iterable[tuple[str, str]] = ()
    script_lines: tuple[int, ...] = ()
    """Lines of the scripts where the parser knows them."""


def is_manifest(path: str) -> bool:
    """Tell whether the contents of a file are wanted by `parse_manifests` or by the resolver."""
    return _kind_of(path) != ""


def _kind_of(path: str) -> str:
    name = path.rpartition("/")[2]
    return _KINDS.get(name) or next(
        (kind for pattern, kind in _PATTERNS.items() if fnmatch.fnmatchcase(name, pattern)), ""
    )


def parse_manifests(manifests: Mapping[str, bytes]) -> tuple[Manifest, ...]:
    """Parse manifests, sorted by path; a broken one keeps its path and kind."""
    return tuple(_parse(path, manifests[path]) for path in sorted(manifests) if is_manifest(path))


def _parse(path: str, data: bytes) -> Manifest:
    kind = _kind_of(path)
    text = data.decode("utf-8-sig", "replace")
    parser = _PARSERS.get(path.rpartition("/")[2]) or _PARSERS.get(kind)
    try:
        found = parser(text) if parser else _Found()
    except (ValueError, RecursionError, AttributeError, TypeError):
        found = _Found()  # tomllib and json raise ValueErrors; the others mean tables where the format wants none
    entries, scripts = tuple(found.entry_points), tuple(found.scripts)
    return Manifest(
        path,
        kind,
        found.name,
        " ".join(found.description.split()),
        tuple(sorted({name for name in found.dependencies if name})),
        entries,
        scripts,
        _line_of(text, "name", found.name) if found.name else 1,
        _line_of(text, found.description.strip().partition("\n")[0]),
        tuple(_line_of(text, name, value) for name, value in entries),
        found.script_lines or tuple(_line_of(text, name, value.partition("\n")[0]) for name, value in scripts),
    )


def _line_of(text: str, *needles: str) -> int:
    """Return the first line that holds all needles, else the first that holds the last of them, else 1."""
    wanted = [needle for needle in needles if needle]
    lines = text.splitlines()
    for tried in (wanted, wanted[-1:], wanted[:1]):
        for number, line in enumerate(lines, 1):
            if tried and all(needle in line or needle.replace('"', '\\"') in line for needle in tried):
                return number
    return 1


def _table(value: object, *keys: str) -> dict[str, object]:
    """Return the nested table under the keys, or an empty one."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def requirement_name(requirement: str) -> str:
    """Return the package that a Python requirement names: `requests[socks]>=2` → `requests`."""
    match = re.match(r"\s*([A-Za-z0-9][\w.-]*)", requirement)
    return match[1].rstrip(".-") if match else ""


def _pyproject(text: str) -> _Found:
    loaded = tomllib.loads(text)
    project = _table(loaded, "project")
    poetry = _table(loaded, "tool", "poetry")
    commands = _table(project, "scripts") or _table(poetry, "scripts")
    needed = [requirement_name(item) for item in _texts(project.get("dependencies"))]
    needed += [name for name in _table(poetry, "dependencies") if name != "python"]
    section = _first_line(text, "[tool.pytest")
    return _Found(
        _text(project.get("name")) or _text(poetry.get("name")),
        _text(project.get("description")) or _text(poetry.get("description")),
        needed,
        [(name, _text(value)) for name, value in commands.items() if isinstance(value, str)],
        [("pytest", "")] if section else [],
        (section,) if section else (),
    )


def _setup(text: str) -> _Found:
    """Read `name=`, `description=`, console scripts and requirements of setup.py and setup.cfg."""
    requires = re.search(r"install_requires\s*=\s*(?:\[(.*?)\]|\n((?:[ \t]+.*\n?)+))", text, re.DOTALL)
    listed = requires[1] or requires[2] or "" if requires else ""
    items = re.findall(r"[\"']([^\"'\n]+)[\"']", listed) if requires and requires[1] else listed.splitlines()
    console = re.search(r"console_scripts[\"']?\s*[=:]\s*(?:\[(.*?)\]|\n?((?:[ \t]+.*\n?)+))", text, re.DOTALL)
    commands = re.findall(r"([\w.-]+)\s*=\s*([\w.]+(?::[\w.]+)?)", console[1] or console[2] or "") if console else []
    return _Found(
        _first(r"^\s*name\s*=\s*[\"']?([\w.-]+)[\"']?\s*,?\s*$", text),
        _first(r"^\s*description\s*=\s*[\"']?([^\"'\n(]{3,}?)[\"']?\s*,?\s*$", text),
        map(requirement_name, items),
        commands,
        [("pytest", "")] if _first_line(text, "[tool:pytest]") else [],
        tuple(filter(None, [_first_line(text, "[tool:pytest]")])),
    )


def _first_line(text: str, start: str) -> int:
    """Return the first line that begins so, or 0."""
    return next((number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start)), 0)


def _first(pattern: str, text: str) -> str:
    match = re.search(pattern, text, re.MULTILINE)
    return match[1] if match else ""


def _package_json(text: str) -> _Found:
    loaded = json.loads(text)
    name, binaries = _text(loaded.get("name")), loaded.get("bin")
    entries = [(name.rpartition("/")[2], binaries)] if isinstance(binaries, str) else _table(loaded, "bin").items()
    return _Found(
        name,
        _text(loaded.get("description")),
        [*_table(loaded, "dependencies"), *_table(loaded, "peerDependencies")],
        [(key, value) for key, value in entries if isinstance(value, str)],
        [(key, value) for key, value in _table(loaded, "scripts").items() if isinstance(value, str)],
    )


def _cargo(text: str) -> _Found:
    loaded = tomllib.loads(text)
    package = _table(loaded, "package")
    binaries = loaded.get("bin")
    return _Found(
        _text(package.get("name")),
        _text(package.get("description")),
        [*_table(loaded, "dependencies"), *_table(loaded, "workspace", "dependencies")],
        [
            (_text(item.get("name")), _text(item.get("path")))
            for item in (binaries if isinstance(binaries, list) else [])
            if isinstance(item, dict) and item.get("path")
        ],
    )


def _go_mod(text: str) -> _Found:
    direct = re.findall(
        r"^\s*(?:require\s+)?([\w.-]+\.[\w.-]+(?:/[^\s()]+)?)\s+v[0-9]\S*(?!.*// indirect)", text, re.MULTILINE
    )
    return _Found(_first(r'^\s*module\s+"?([^\s"]+)', text), "", direct)


def _pom(text: str) -> _Found:
    text = re.sub(r"<parent>.*?</parent>|<!--.*?-->", "", text, flags=re.DOTALL)
    head = re.split(r"<(?:dependencies|build|modules|profiles)>", text, maxsplit=1)[0]
    groups = re.findall(r"<dependency>\s*<groupId>([^<]+)</groupId>\s*<artifactId>([^<]+)</artifactId>", text)
    return _Found(
        _first(r"<artifactId>\s*([^<\s]+)", head),
        _first(r"<description>\s*([^<]+?)\s*</description>", head),
        [f"{group}:{artifact}" for group, artifact in groups],
    )


def _gradle(text: str) -> _Found:
    calls = r"""(?:api|implementation|compile|compileOnly|runtimeOnly)\s*\(?\s*["']([\w.-]+:[\w.-]+)(?::[^"']*)?["']"""
    return _Found("", _first(r"""^\s*description\s*=?\s*["']([^"']+)["']""", text), re.findall(calls, text))


def _composer(text: str) -> _Found:
    loaded = json.loads(text)
    return _Found(
        _text(loaded.get("name")),
        _text(loaded.get("description")),
        [name for name in _table(loaded, "require") if "/" in name],
        [(name.rpartition("/")[2], name) for name in _texts(loaded.get("bin"))],
        [
            (key, value if isinstance(value, str) else " && ".join(_texts(value)))
            for key, value in _table(loaded, "scripts").items()
        ],
    )


def _ruby(text: str) -> _Found:
    literal = r"""\s*=\s*["']([^"'\n#]+)["']"""
    executables = re.search(r"\.executables\s*=\s*(.*)", text)
    return _Found(
        _first(r"\.name" + literal, text),
        _first(r"\.summary" + literal, text) or _first(r"\.description" + literal, text),
        re.findall(r"""^\s*(?:\w+\.add_(?:runtime_)?dependency|gem)\s*\(?\s*["']([\w-]+)["']""", text, re.MULTILINE),
        [(name, "") for name in re.findall(r"""["']([\w-]+)["']""", executables[1] if executables else "")],
    )


def _mix(text: str) -> _Found:
    return _Found(
        _first(r"\bapp:\s*:(\w+)", text),
        _first(r"""\bdescription:\s*"([^"\n]+)\"""", text),
        re.findall(r"^\s*\{:(\w+),", text, re.MULTILINE),
    )


def _swift(text: str) -> _Found:
    urls = re.findall(r"""\.package\([^)]*url:\s*"([^"]+)\"""", text)
    return _Found(_first(r"""Package\(\s*\n?\s*name:\s*"([^"]+)\"""", text), "", [url.rstrip("/").removesuffix(".git").rpartition("/")[2] for url in urls])  # fmt: skip # noqa: E501


def _dune(text: str) -> _Found:
    return _Found(_first(r"\(name\s+([\w.-]+)\)", text), _first(r'\(synopsis\s+"([^"]+)"\)', text))


def _julia(text: str) -> _Found:
    loaded = tomllib.loads(text)
    return _Found(_text(loaded.get("name")), "", _table(loaded, "deps"))


def _dotnet(text: str) -> _Found:
    return _Found(
        _first(r"<(?:PackageId|AssemblyName)>([^<]+)<", text),
        _first(r"<Description>\s*([^<]+?)\s*</Description>", text),
        re.findall(r'<PackageReference\s+Include="([^"]+)"', text),
    )


def _cabal(text: str) -> _Found:
    return _Found(_first(r"^name:\s*(\S+)", text), _first(r"^synopsis:\s*(.+)$", text))


def _tasks(pattern: str) -> Callable[[str], _Found]:
    """Return a parser that takes the names of tasks from lines of one form."""
    compiled = re.compile(pattern, re.MULTILINE)

    def parse(text: str) -> _Found:
        lines: dict[str, int] = {}
        for match in compiled.finditer(text):
            for name in match[1].split():
                lines.setdefault(name, text.count("\n", 0, match.start(1)) + 1)
        return _Found(scripts=[(name, "") for name in lines], script_lines=tuple(lines.values()))

    return parse


_PARSERS: dict[str, Callable[[str], _Found]] = {
    "pyproject.toml": _pyproject, "setup.py": _setup, "setup.cfg": _setup, "npm": _package_json, "cargo": _cargo,
    "go": _go_mod, "maven": _pom, "gradle": _gradle, "composer": _composer, "gem": _ruby, "gemfile": _ruby, "mix": _mix,
    "swift": _swift, "dune": _dune, "julia": _julia, "dotnet": _dotnet, "cabal": _cabal,
    "make": _tasks(r"^([A-Za-z][\w./-]*(?: [A-Za-z][\w./-]*)*)\s*::?(?![=:])"),
    "just": _tasks(r"^@?([A-Za-z][\w-]*)(?: [^:\n]*)?:(?!=)"),
    "task": _tasks(r"^  ([A-Za-z][\w:-]*):\s*$"),
    "nox": _tasks(r"^@(?:nox\.)?session\b[^\n]*\n(?:@[^\n]*\n)*def (\w+)"),
    "tox": _tasks(r"^\[(testenv(?::[\w-]+)?)\]"),
    "rake": _tasks(r"^\s*(?:task|namespace)\s*\(?:?[\"']?(\w+)"),
    "pytest": lambda text: _Found(scripts=[("pytest", "")] if "[pytest]" in text else []),
}  # fmt: skip
"""Base name or kind → its parser."""
