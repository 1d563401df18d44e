"""dpkg: which package a command belongs to, what the package is for, and which manual pages it brings.

Read from `info/*.list` (one path a line) and `status` of dpkg's folder. All lists together are
megabytes, so one regular expression looks through each for the folders that matter.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from typing import NamedTuple

DPKG_FOLDER = "/var/lib/dpkg"
MAX_PAGES = 60
"""Manual pages of a package that are looked at; packages of hundreds have one for each command."""
_PAGE = re.compile(rb"^(/[^\n]*/man/man[168]/[^/\n]+)$", re.MULTILINE)
_FIELD = re.compile(rb"^(Package|Description): *(.*)$", re.MULTILINE)


class Owner(NamedTuple):
    """The package of a command."""

    package: str
    pages: tuple[str, ...]
    """Absolute paths of its manual pages about commands."""


def find_owners(paths: Collection[str], folder: str = DPKG_FOLDER) -> dict[str, Owner]:
    """Return the owner of each path that belongs to a package.

    Args:
        paths: absolute paths.
        folder: dpkg's folder; nothing is found where it is missing.
    """
    wanted: dict[bytes, list[str]] = {}
    for path in paths:
        for spelling in _spellings(path):
            wanted.setdefault(os.fsencode(spelling), []).append(path)
    folders = b"|".join(sorted({re.escape(os.path.dirname(path)) for path in wanted}))
    if not folders:
        return {}
    line = re.compile(rb"^((?:%s)/[^/\n]+)$" % folders, re.MULTILINE)
    owners: dict[str, Owner] = {}
    info = f"{folder}/info"
    for name in _list(info):
        if not name.endswith(".list"):
            continue
        data = _read(f"{info}/{name}")
        held = [path for found in line.findall(data) for path in wanted.get(found, ())]
        if held:
            pages = tuple(os.fsdecode(page) for page in _PAGE.findall(data)[:MAX_PAGES])
            owner = Owner(name.removesuffix(".list").partition(":")[0], pages)
            owners.update(dict.fromkeys(held, owner))
    return owners


def read_descriptions(packages: Collection[str], folder: str = DPKG_FOLDER) -> dict[str, str]:
    """Return the first line of the description of each package that has one."""
    found = {}
    for block in _read(f"{folder}/status").split(b"\n\n") if packages else ():
        fields = {name: value.decode("utf-8", "replace").strip() for name, value in _FIELD.findall(block)}
        if fields.get(b"Package") in packages and fields.get(b"Description"):
            found[fields[b"Package"]] = fields[b"Description"]
    return found


def _spellings(path: str) -> list[str]:
    """Return a path as lists may have it: `/bin` became a link to `/usr/bin`, and old lists say `/bin`."""
    return [path, path.removeprefix("/usr")] if path.startswith(("/usr/bin/", "/usr/sbin/")) else [path]


def _list(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as f:
            return f.read()
    except OSError:
        return b""
