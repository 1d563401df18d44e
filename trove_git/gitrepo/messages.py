"""Messages of commits, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trove_git.gitrepo.objects import BlobReader
from trove_git.gitrepo.repository import Repository
from trove_git.records import Oid

_DEFAULT_ENCODING = "utf-8"


def iter_messages(repository: Repository, oids: Sequence[Oid]) -> Iterator[str]:
    """Yield the message of each commit, in the order given; empty for one that cannot be read."""
    with BlobReader(repository) as reader:
        for found in reader.read_all(oids):
            yield message_of(found.data or b"")


def message_of(data: bytes) -> str:
    """Return the message of a commit object.

    Args:
        data: the object as git keeps it, headers first.

    Source: git-commit(1), Discussion: a header names the encoding where it is not UTF-8. A message that is not
    in the encoding it should be in is read as Latin-1, which has a character for every byte.
    """
    head, _, body = data.partition(b"\n\n")
    header = next((line for line in head.split(b"\n") if line.startswith(b"encoding ")), b"")
    encoding = header.removeprefix(b"encoding ").decode("ascii", "replace").strip() or _DEFAULT_ENCODING
    try:
        return body.decode(encoding)
    except (LookupError, ValueError):
        return body.decode("latin-1")


def abbreviate(repository: Repository, oids: Sequence[Oid]) -> dict[Oid, str]:
    """Return object id → the short form that git prints for it."""
    out = repository.run(["log", "--no-walk=unsorted", "--format=%H %h", *oids, "--"], check=False) if oids else b""
    pairs = (line.split() for line in out.decode("ascii", "replace").splitlines())
    short = {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
    return {oid: short.get(oid, oid[:12]) for oid in oids}
