"""Files → sources: from the blobs of a commit, or from disk; what cannot be read is counted with its reason."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator

from trove_git.entries.trove import MAX_ENTRY_BYTES
from trove_git.gitrepo.objects import TOO_LARGE, BlobReader, list_absent
from trove_git.gitrepo.repository import Repository
from trove_git.records import NO_OID, Source
from trove_git.sources.docs import MAX_DOC_BYTES, doc_sources
from trove_git.sources.plan import SourceFile
from trove_git.sources.state import TreeState

_LFS_POINTER = b"version https://git-lfs.github.com/spec/"
_MAX_BYTES = {"doc": MAX_DOC_BYTES, "project": MAX_ENTRY_BYTES, "personal": MAX_ENTRY_BYTES}


def committed_sources(repository: Repository, files: Iterable[SourceFile], state: TreeState) -> Iterator[Source]:
    """Yield the sources of files of a commit.

    Args:
        repository: where the blobs are.
        files: what to read.
        state: of the commit; gets a note or a skipped path for what is wrong.
    """
    wanted = list(files)
    with BlobReader(repository, list_absent(repository, state.tree)) as reader:
        for kind, limit in _MAX_BYTES.items():
            same = [file for file in wanted if file.kind == kind]
            for file, blob in zip(same, reader.read_all((f.oid for f in same), limit), strict=True):
                if blob.data is None:
                    size = f" ({blob.size_bytes:,} bytes)" if blob.size_bytes else ""
                    state.skipped[file.path] = f"{blob.problem}{size}"
                    if blob.problem != TOO_LARGE:
                        state.unread[file.path] = file.oid
                else:
                    yield from _sources_of(file, blob.data, state)


def disk_sources(
    root: str, files: Iterable[SourceFile], state: TreeState, label: Callable[[str], str] = str
) -> Iterator[Source]:
    """Yield the sources of files on disk.

    Args:
        root: absolute folder that the paths are below.
        files: what to read; their object ids are not looked at.
        state: gets a note or a skipped path for what is wrong.
        label: path below the root → path as the user would type it, for messages.
    """
    inside = os.path.realpath(root) + os.sep
    for file in files:
        path = os.path.join(root, file.path)
        try:
            if not os.path.realpath(path).startswith(inside):
                state.skipped[label(file.path)] = "a symbolic link that leaves the folder"
                continue
            limit = _MAX_BYTES[file.kind]
            if not stat.S_ISREG(os.stat(path).st_mode):
                # Opening a pipe would wait for whoever writes to it.
                state.skipped[label(file.path)] = "not a regular file"
                continue
            with open(path, "rb") as f:
                data = f.read(limit + 1)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            state.skipped[label(file.path)] = (reason or "unreadable").lower()
            continue
        if len(data) > limit:
            state.skipped[label(file.path)] = TOO_LARGE
        else:
            yield from _sources_of(SourceFile(file.kind, file.path, NO_OID), data, state)


def _sources_of(file: SourceFile, data: bytes, state: TreeState) -> list[Source]:
    if data.startswith(_LFS_POINTER):
        state.skipped[file.path] = "git-lfs pointer, its content is not in Git"
        return []
    if file.kind == "doc":
        sources, notes = doc_sources(file.path, data, file.oid)
    else:
        from trove_git.sources.entries import entry_sources

        sources, notes = entry_sources(file.kind, file.path, data, file.oid)
    state.add_notes(file.path, notes)
    return sources
