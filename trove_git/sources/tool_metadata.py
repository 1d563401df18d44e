"""What package managers of languages wrote beside a command: Python and npm metadata, Homebrew formulas.

Each `describe_` function takes a command and returns the package and its one-line description.
"""

from __future__ import annotations

import json
import os
import re
from typing import NamedTuple

from trove_git.sources.tool_folders import python_homes
from trove_git.sources.tool_path import Executable

HEAD_BYTES = 16_384
"""What is read of a text file; summaries and scripts stand at its beginning."""
MAX_JSON_BYTES = 1_000_000
_NAME = re.compile(r"^Name: *(.+)$", re.MULTILINE)
_SUMMARY = re.compile(r"^Summary: *(.+)$", re.MULTILINE)
_SCRIPTS = re.compile(r"^\[(?:console|gui)_scripts\]$(.*?)(?=^\[|\Z)", re.MULTILINE | re.DOTALL)
_SCRIPT = re.compile(r"^\s*([^\s=#;]+)\s*=", re.MULTILINE)
_RECORDED = re.compile(r"^(?:\.\./)+(?:bin|Scripts)/([^/,\n]+),", re.MULTILINE)
_KEG = re.compile(r"^(.*/Cellar/([^/]+)/[^/]+)/")
_BREW_DESC = re.compile(r'^\s*desc "((?:[^"\\]|\\.)*)"', re.MULTILINE)
_NODE_PACKAGE = re.compile(r"^(.*/node_modules/((?:@[^/]+/)?[^/]+))/")


class About(NamedTuple):
    """A package and what it is for."""

    package: str
    description: str


def describe_keg(command: Executable) -> About | None:
    """Return the formula of a command that links into Homebrew's Cellar."""
    keg = _KEG.match(command.real)
    if keg is None:
        return None
    found = _BREW_DESC.search(_head(f"{keg[1]}/.brew/{keg[2]}.rb"))
    return About(keg[2], re.sub(r"\\(.)", r"\1", found[1])) if found else None


def describe_node(command: Executable) -> About | None:
    """Return the npm package of a command that links into it, or whose `bin` names the command."""
    package = _NODE_PACKAGE.match(command.real)
    if package is not None:
        return _node_about(package[1], None)
    folder = os.path.dirname(command.path)
    for modules in (f"{folder}/node_modules", f"{os.path.dirname(folder)}/lib/node_modules"):
        for name in _list(modules):
            scoped = [f"{name}/{inner}" for inner in _list(f"{modules}/{name}")] if name.startswith("@") else [name]
            for one in scoped:
                about = _node_about(f"{modules}/{one}", command.name)
                if about is not None:
                    return about
    return None


class PythonPackages:
    """Python packages by the commands they install; each folder of packages is read once."""

    def __init__(self) -> None:
        self._of_prefix: dict[str, dict[str, str]] = {}

    def describe(self, command: Executable) -> About | None:
        """Return the package that installed a command into its prefix, or into a Python that pyenv's shim runs."""
        folders = [os.path.dirname(path) for path in (command.path, command.real)]
        prefixes = [os.path.dirname(folder) for folder in folders] + python_homes(folders[0])
        for prefix in dict.fromkeys(prefixes):
            folder = self._scripts(prefix).get(command.name)
            if folder:
                return _python_about(folder)
        return None

    def _scripts(self, prefix: str) -> dict[str, str]:
        """Return the commands of a prefix: name → folder of the package's metadata."""
        if prefix not in self._of_prefix:
            self._of_prefix[prefix] = dict(_iter_scripts(prefix))
        return self._of_prefix[prefix]


def _iter_scripts(prefix: str) -> list[tuple[str, str]]:
    found = []
    for packages in _package_folders(prefix):
        for name in _list(packages):
            if not name.endswith((".dist-info", ".egg-info")):
                continue
            folder = f"{packages}/{name}"
            scripts = [
                s for part in _SCRIPTS.findall(_head(f"{folder}/entry_points.txt")) for s in _SCRIPT.findall(part)
            ]
            scripts += _RECORDED.findall(_head(f"{folder}/RECORD"))
            found += [(script, folder) for script in scripts]
    return found


def _package_folders(prefix: str) -> list[str]:
    versions = [f"{prefix}/lib/{name}" for name in _list(f"{prefix}/lib") if name.startswith("python")]
    return [f"{base}/{name}" for base in (*versions, f"{prefix}/Lib") for name in ("site-packages", "dist-packages")]


def _python_about(folder: str) -> About | None:
    for file in ("METADATA", "PKG-INFO"):
        text = _head(f"{folder}/{file}")
        name, summary = _NAME.search(text), _SUMMARY.search(text)
        if name and summary and summary[1].strip() != "UNKNOWN":
            return About(name[1].strip(), summary[1].strip())
    return None


def _node_about(folder: str, command: str | None) -> About | None:
    """Return a package's name and description; None where it has none or does not install the command."""
    try:
        with open(f"{folder}/package.json", "rb") as f:
            value = json.loads(f.read(MAX_JSON_BYTES))
    except (OSError, ValueError):
        return None
    if not isinstance(value, dict):
        return None
    name, description, scripts = (value.get(key) for key in ("name", "description", "bin"))
    if not (isinstance(name, str) and isinstance(description, str) and description.strip()):
        return None
    if command is not None:
        # A `bin` that is one path is named like the package, without its scope.
        known = scripts if isinstance(scripts, dict) else [name.rpartition("/")[2]] if scripts else []
        if command not in known:
            return None
    return About(name, description.strip())


def _head(path: str) -> str:
    try:
        with open(path, "rb") as f:
            return f.read(HEAD_BYTES).decode("utf-8", "replace").replace("\r\n", "\n")
    except OSError:
        return ""


def _list(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
