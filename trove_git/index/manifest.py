"""`manifest.json`: what a published index says about itself, read before anything else is opened."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field

NAME = "manifest.json"


@dataclass(slots=True)
class Manifest:
    """What a published index says about itself."""

    kinds: dict[str, int] = field(default_factory=dict)
    """Live sources per kind."""
    lengths: dict[str, int] = field(default_factory=dict)
    """Sum of their lengths in terms, per kind."""
    deleted: int = 0
    """Sources that were removed and still lie in the engine's files."""
    engine_docs: int = 0
    """Sources that the engine counts, the deleted ones among them."""
    engine_mean_len: float = 0.0
    """Mean length that the engine's score uses."""
    state: dict[str, object] = field(default_factory=dict)
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
        json.dump(asdict(manifest), f, sort_keys=True, separators=(",", ":"))
        f.flush()
        os.fsync(f.fileno())
