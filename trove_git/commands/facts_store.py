"""Facts of blobs, kept beside the indexes by object id: parsed once for all branches and worktrees."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Mapping

from trove_git.code.facts import FileFacts, Import, Symbol
from trove_git.sources.versions import FACTS_VERSION

_BATCH = 500


class FactsStore:
    """A database of facts.

    Args:
        folder: where the indexes lie; made when it is missing. None keeps the facts in memory.
    """

    def __init__(self, folder: str | None) -> None:
        self.path = ":memory:" if folder is None else os.path.join(folder, f"facts-{FACTS_VERSION}.sqlite")
        if folder is not None:
            os.makedirs(folder, exist_ok=True)
        try:
            self._database = self._open()
        except sqlite3.DatabaseError:
            # Broken or foreign: facts can always be made again.
            with contextlib.suppress(OSError):
                os.unlink(self.path)
            self._database = self._open()

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=30, isolation_level=None)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=NORMAL")
        database.execute("CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID")
        return database

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def read(self, keys: Iterable[str]) -> dict[str, FileFacts]:
        """Return the facts that are kept among some keys."""
        wanted = list(dict.fromkeys(keys))
        found: dict[str, FileFacts] = {}
        for start in range(0, len(wanted), _BATCH):
            part = wanted[start : start + _BATCH]
            marks = ",".join("?" * len(part))
            rows = self._database.execute(f"SELECT key, data FROM facts WHERE key IN ({marks})", part)  # noqa: S608
            for key, data in rows:
                with contextlib.suppress(ValueError, TypeError, zlib.error):
                    found[key] = unpack_facts(data)
        return found

    def write(self, facts: Mapping[str, bytes]) -> None:
        """Keep packed facts by key."""
        self._database.execute("BEGIN")
        self._database.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", facts.items())
        self._database.execute("COMMIT")

    def forget_others(self, keys: Iterable[str]) -> int:
        """Remove the facts of all other keys once they outnumber these; return how many went."""
        keep = set(keys)
        kept = [key for (key,) in self._database.execute("SELECT key FROM facts")]
        others = [(key,) for key in kept if key not in keep]
        if len(others) <= len(keep):
            return 0
        self._database.execute("BEGIN")
        self._database.executemany("DELETE FROM facts WHERE key = ?", others)
        self._database.execute("COMMIT")
        self._database.execute("VACUUM")
        return len(others)


def facts_key(path: str, oid: str) -> str:
    """Return the key of a file's facts: its content, and what of its name decides the language."""
    name = path.rpartition("/")[2]
    return f"{oid}:{name.rpartition('.')[2].lower() if '.' in name else name}"


def pack_facts(facts: FileFacts) -> bytes:
    """Return facts as bytes."""
    return zlib.compress(json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"), 1)


def unpack_facts(data: bytes) -> FileFacts:
    """Return facts from bytes.

    Raises:
        ValueError, TypeError, zlib.error: the bytes are damaged.
    """
    raw = json.loads(zlib.decompress(data))
    symbols = tuple(Symbol(*symbol) for symbol in raw[1])
    imports = tuple(Import(target, tuple(names), line, form) for target, names, line, form in raw[2])
    return FileFacts(raw[0], symbols, imports, *raw[3:])
