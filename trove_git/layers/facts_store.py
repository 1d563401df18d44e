"""Facts of blobs, kept beside the indexes by object id: parsed once for all branches and worktrees."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
import zlib
from collections.abc import Iterable, Mapping

from trove_git.code.facts import FileFacts, Import, Symbol
from trove_git.code.versions import FACTS_VERSION
from trove_git.storage import locked

_BATCH = 500
BUSY_SECONDS = 30
"""How long a change waits for that of another process."""
ATTEMPTS = 100
PAUSE_SECONDS = 0.05


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
        except sqlite3.DatabaseError as error:
            self._take_away(error)
            self._database = self._open()

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
        for attempt in range(ATTEMPTS):
            try:
                database.execute("PRAGMA journal_mode=WAL")
                break
            except sqlite3.OperationalError:
                # Whoever is first changes the mode, and meanwhile the others are told at once that it is locked.
                if attempt == ATTEMPTS - 1:
                    raise
                time.sleep(PAUSE_SECONDS)
        database.execute("PRAGMA synchronous=NORMAL")
        database.execute("CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID")
        return database

    def _take_away(self, error: sqlite3.DatabaseError) -> None:
        """Remove a database that is broken or foreign: facts can always be made again.

        One that is merely locked or cannot be written is an OperationalError, and somebody is using it.
        """
        if isinstance(error, sqlite3.OperationalError):
            raise error
        with contextlib.suppress(OSError), locked(f"{self.path}.lock", wait=True):
            for name in (self.path, f"{self.path}-wal", f"{self.path}-shm"):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(name)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def read(self, keys: Iterable[str]) -> dict[str, FileFacts]:
        """Return the facts that are kept among some keys; what cannot be read is not there."""
        wanted = list(dict.fromkeys(keys))
        found: dict[str, FileFacts] = {}
        for start in range(0, len(wanted), _BATCH):
            part = wanted[start : start + _BATCH]
            marks = ",".join("?" * len(part))
            with contextlib.suppress(sqlite3.DatabaseError):
                rows = self._database.execute(f"SELECT key, data FROM facts WHERE key IN ({marks})", part)  # noqa: S608
                for key, data in rows:
                    with contextlib.suppress(ValueError, TypeError, zlib.error):
                        found[key] = unpack_facts(data)
        return found

    def write(self, facts: Mapping[str, bytes]) -> None:
        """Keep packed facts by key; what cannot be kept is made again another time."""
        self._change("INSERT OR REPLACE INTO facts VALUES (?, ?)", facts.items())

    def count(self) -> int:
        """Return of how many files facts are kept."""
        try:
            return int(self._database.execute("SELECT COUNT(*) FROM facts").fetchone()[0])
        except sqlite3.DatabaseError:
            return 0

    def forget_others(self, keys: Iterable[str]) -> int:
        """Remove the facts of all other keys once they outnumber these; return how many went."""
        keep = set(keys)
        try:
            kept = [key for (key,) in self._database.execute("SELECT key FROM facts")]
        except sqlite3.DatabaseError:
            return 0
        others = [(key,) for key in kept if key not in keep]
        if len(others) <= len(keep) or not self._change("DELETE FROM facts WHERE key = ?", others):
            return 0
        with contextlib.suppress(sqlite3.DatabaseError):
            self._database.execute("VACUUM")
        return len(others)

    def _change(self, statement: str, rows: Iterable[tuple[object, ...]]) -> bool:
        """Carry out a statement for each row, or for none; return whether it was done."""
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany(statement, rows)
            self._database.execute("COMMIT")
        except sqlite3.DatabaseError:
            with contextlib.suppress(sqlite3.DatabaseError):
                self._database.execute("ROLLBACK")
            return False
        return True


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
