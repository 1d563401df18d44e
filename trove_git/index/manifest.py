"""`manifest.json`: what a published index says about itself, read before anything else is opened."""

from __future__ import annotations

import json
import os

NAME = "manifest.json"


class Manifest:
    """What a published index says about itself."""

    __slots__ = ("deleted", "engine_docs", "engine_mean_len", "kinds", "lengths", "state")

    def __init__(
        self,
        kinds: dict[str, int] | None = None,
        lengths: dict[str, int] | None = None,
        deleted: int = 0,
        engine_docs: int = 0,
        engine_mean_len: float = 0.0,
        state: dict[str, object] | None = None,
    ) -> None:
        self.kinds = kinds or {}
        """Live sources per kind."""
        self.lengths = lengths or {}
        """Sum of their lengths in terms, per kind."""
        self.deleted = deleted
        """Sources that were removed and still lie in the engine's files."""
        self.engine_docs = engine_docs
        """Sources that the engine counts, the deleted ones among them."""
        self.engine_mean_len = engine_mean_len
        """Mean length that the engine's score uses, in terms."""
        self.state = state or {}
        """What the builder needs to know again; the index does not look into it."""

    def count(self, kind: str, sources: int, terms: int) -> None:
        """Add sources of a kind and their length in terms; both may be negative."""
        self.kinds[kind] = self.kinds.get(kind, 0) + sources
        self.lengths[kind] = self.lengths.get(kind, 0) + terms
        if not self.kinds[kind]:
            del self.kinds[kind], self.lengths[kind]

    @property
    def live(self) -> int:
        """Sources that can be found."""
        return sum(self.kinds.values())


def read_manifest(directory: str) -> Manifest:
    """Read the manifest of a directory.

    Raises:
        OSError: there is none, or it cannot be read.
        ValueError: it is not JSON.
        TypeError: it is not a manifest.
    """
    with open(os.path.join(directory, NAME), encoding="ascii") as f:
        return Manifest(**json.load(f))


def write_manifest(manifest: Manifest, directory: str) -> None:
    """Write the manifest into a directory that is not published yet."""
    with open(os.path.join(directory, NAME), "w", encoding="ascii") as f:
        json.dump(
            {name: getattr(manifest, name) for name in Manifest.__slots__}, f, sort_keys=True, separators=(",", ":")
        )
        f.flush()
        os.fsync(f.fileno())
