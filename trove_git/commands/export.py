"""Gather entries into a bundle, each with its origin, and let no secret leave with them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from trove_git.commands.list_entries import Wanted
from trove_git.commands.show import not_found
from trove_git.entries.bundle import BundledEntry
from trove_git.entries.encoding import decode
from trove_git.entries.entry import Entry, parse_entry
from trove_git.entries.origin import read_origin
from trove_git.entries.slug import normalize
from trove_git.entries.trove import MAX_ENTRY_BYTES, SHOWN_PERSONAL, TROVE_FOLDER, EntryFile, iter_entry_files
from trove_git.errors import WriteError
from trove_git.gate import GateFinding, look_at_text
from trove_git.gitrepo.objects import BlobReader
from trove_git.gitrepo.repository import Commit
from trove_git.lives.entry_history import follow, read_history
from trove_git.lives.trove_history import entries_of, find_trove_folder
from trove_git.redaction.allowed import Allowed
from trove_git.redaction.secrets import ENTRY
from trove_git.wording import iso_time
from trove_git.workspace.troves import PERSONAL, PROJECT, choose, locate_troves
from trove_git.workspace.workspace import Workspace

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#]*@)?([^?#]+)")
_SCP = re.compile(r"(?:[^/@:\s]+@)?([^/@:\s]{2,}:[^\s?#]+)")
"""`host:path` of ssh; a single letter before the colon is a drive of Windows."""


class Exported(NamedTuple):
    """What was gathered."""

    entries: tuple[BundledEntry, ...]
    """By path."""
    findings: tuple[GateFinding, ...]
    """Secrets that were found; with any that blocks, the bundle must not leave."""
    notes: tuple[str, ...]


def export(workspace: Workspace, slugs: Sequence[str] = (), wanted: Wanted = Wanted(), trove: str = "") -> Exported:  # noqa: B008
    """Gather the entries of a trove as they lie on disk, or of HEAD in a bare repository.

    Args:
        workspace: where the trove is.
        slugs: which entries; none for all.
        wanted: which of them.
        trove: PROJECT or PERSONAL; empty for the project's where there is one.

    Raises:
        EntryNotFound: no entry has one of the slugs.
        TroveNotFound: the project's trove is wanted and there can be none.
        GitError: the history of the entries cannot be read.
    """
    shown, files = _open(workspace, trove)
    notes = [f"{shown}/{file.path}: {file.problem}" for file in files if file.problem]
    entries = {
        file.path: (parse_entry(file.data, f"{shown}/{file.path}"), _exact(file.data))
        for file in files
        if not file.problem
    }
    known = {entry.slug for entry, _ in entries.values()}
    asked = dict.fromkeys(map(normalize, slugs))
    for slug in asked:
        if slug not in known:
            raise not_found(slug, known)
    chosen = {p: e for p, e in entries.items() if (not asked or e[0].slug in asked) and wanted.admits(e[0])}
    notes += [f"{e.path}: {e.problems[0].message}; import refuses it" for e, _ in chosen.values() if e.problems]
    origins = {} if shown == SHOWN_PERSONAL or not chosen else _origins(workspace, chosen)
    bundled = tuple(
        BundledEntry(path, text, read_origin(entry) or origins.get(path) or _own_date(entry))
        for path, (entry, text) in chosen.items()
    )
    return Exported(bundled, tuple(_look(bundled, shown)), tuple(notes))


def _open(workspace: Workspace, trove: str) -> tuple[str, Sequence[EntryFile]]:
    """Return how messages name the trove, and its files by path."""
    troves, repository = locate_troves(workspace), workspace.root.repository
    if not workspace.root.on_disk and trove != PERSONAL and repository is not None and repository.head is not None:
        return TROVE_FOLDER, _committed(workspace, repository.head)
    has_project = troves.project is not None and troves.project.folder.is_dir()
    location = choose(troves, trove or (PROJECT if has_project else PERSONAL))
    return location.shown, list(iter_entry_files(location.folder, location.personal, location.boundary))


def _committed(workspace: Workspace, commit: Commit) -> list[EntryFile]:
    """Return the entries of a commit, retired ones left out."""
    folder = find_trove_folder(workspace, commit.tree)
    found = entries_of(workspace.repository, commit.tree, folder)
    oids = {folder.below(path): oid for path, oid in found.items() if not folder.is_archived(path)}
    with BlobReader(workspace.repository) as reader:
        blobs = reader.read_all(oids.values(), MAX_ENTRY_BYTES)
        return [EntryFile(path, blob.data or b"", blob.problem) for path, blob in zip(oids, blobs, strict=True)]


def _exact(data: bytes) -> str:
    """Return the text of a file so that it can be written again as it was; what is not UTF-8, as it is read."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return decode(data).text


def _own_date(entry: Entry) -> Mapping[str, str]:
    return {"date": entry.created} if entry.created else {}


def _origins(workspace: Workspace, paths: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return who wrote each entry first, when, and in which commit; nothing for what is not committed."""
    repository = workspace.root.repository
    if repository is None or repository.head is None:
        return {}
    history = read_history(workspace, repository.head)
    folder = history.folder
    walked = follow(history, map(folder.path_of, paths))
    url = _repository_url(workspace)
    found = {}
    for path in paths:
        steps = walked.steps.get(folder.path_of(path), ())
        if not steps:
            continue
        commit = steps[-1].commit
        made = {"author": commit.author, "date": iso_time(commit.time), "commit": commit.oid}
        # At the edge of a shallow clone another commit may have written it.
        made = {} if commit.at_edge else made
        found[path] = (
            made | {"path": f"{workspace.root.prefix}{TROVE_FOLDER}/{path}"} | ({"repository": url} if url else {})
        )
    return found


def _repository_url(workspace: Workspace) -> str:
    running = workspace.repository.start(["config", "--get", "remote.origin.url"])
    return public_url(os.fsdecode(running.finish(check=False)).strip())


def public_url(url: str) -> str:
    """Return the URL of a repository without who may read it; empty for a folder of this machine.

    Args:
        url: as git is given it, such as `https://user:password@host/path` or `git@host:path`.
    """
    match = _URL.fullmatch(url.partition("?")[0].partition("#")[0])
    if match is not None:
        return "" if match[1].lower() == "file" else f"{match[1]}://{match[2]}"
    match = _SCP.fullmatch(url)
    return match[1] if match is not None else ""


def _look(entries: Iterable[BundledEntry], shown: str) -> Iterable[GateFinding]:
    """Yield the secrets in entries and in what is said of where they come from."""
    for entry in entries:
        path = f"{shown}/{entry.path}"
        for text in (entry.text, "\n".join(f"{key}: {said}" for key, said in entry.origin.items())):
            yield from look_at_text(path, text.encode("utf-8", "replace"), ENTRY, Allowed()).findings


def write_bundle(path: str, text: str) -> None:
    """Write a bundle to a file in one step.

    Raises:
        WriteError: it cannot be written.
    """
    from pathlib import Path

    from trove_git.storage import write_atomically

    target = Path(path)
    if target.is_dir():
        raise WriteError("a folder is in the way", where=path, hint="name a file")
    if not target.parent.is_dir():
        raise WriteError("there is no such folder", where=str(target.parent), hint="make it first, or name another")
    write_atomically(target, text.encode())
