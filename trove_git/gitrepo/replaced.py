"""Blobs and trees that `git replace` put others in the place of: the same names, other contents.

A replaced commit shows in its tree; of a replaced blob or tree nothing shows but the ref that replaces it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from functools import lru_cache

from trove_git.gitrepo.repository import Repository
from trove_git.records import Oid

MOST_STEPS = 5
"""Git gives up behind these (MAXREPLACEDEPTH)."""
_NONE: Mapping[Oid, Oid] = {}


def read_replace_refs(repository: Repository) -> bytes:
    """Return what the refs below `refs/replace` say, as git keeps them in files; empty where there are none."""
    told = []
    folder = os.path.join(repository.common_dir, "refs", "replace")
    with contextlib.suppress(OSError):
        told += [os.fsencode(name) + read_file(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]
    packed = read_file(os.path.join(repository.common_dir, "packed-refs"))
    if b" refs/replace/" in packed:
        told += [line for line in packed.splitlines() if b" refs/replace/" in line]
    return b"\0".join(told)


def read_file(path: str) -> bytes:
    """Return what a file holds; empty where there is none."""
    try:
        with open(path, "rb") as f:
            return f.read()
    except OSError:
        return b""


def replaced_contents(repository: Repository) -> Mapping[Oid, Oid]:
    """Return object id → object id of what git reads in its place, of blobs and trees."""
    told = read_replace_refs(repository)
    return _list(repository, told) if told else _NONE


@lru_cache(maxsize=8)
def _list(repository: Repository, told: bytes) -> Mapping[Oid, Oid]:  # noqa: ARG001  # decides whether to ask again
    """Ask git what is replaced, once for what the refs say."""
    heeded = repository.run(["config", "--type=bool", "core.useReplaceRefs"], check=False).strip()
    if heeded == b"false":
        return _NONE
    found: dict[Oid, Oid] = {}
    for line in (
        repository.run(["replace", "--list", "--format=long"], check=False).decode("ascii", "replace").split("\n")
    ):
        # OID (type) -> OID (type)
        fields = line.split()
        if len(fields) == 5 and fields[1] in ("(blob)", "(tree)"):
            found[Oid(fields[0])] = Oid(fields[3])
    return {oid: follow(found, oid) for oid in found}


def follow(found: Mapping[Oid, Oid], oid: Oid) -> Oid:
    """Follow replacements of replacements to what is read in the end, as far as git does."""
    for _ in range(MOST_STEPS):
        if oid not in found:
            break
        oid = found[oid]
    return oid
