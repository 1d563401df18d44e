"""`derived.json` of a code layer: which summaries it holds, to update them, and which files were skipped, to say so."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from trove_git.errors import IndexCorrupt

NAME = "derived.json"


def write_derived(directory: str, summaries: Mapping[str, int], skipped: Mapping[str, str]) -> None:
    """Write the file into a code layer that is being built.

    Args:
        directory: of the draft.
        summaries: key of each summary → checksum of its content.
        skipped: path → why a file was skipped or not wholly parsed.
    """
    with open(os.path.join(directory, NAME), "w", encoding="utf-8") as f:
        json.dump({"summaries": dict(summaries), "skipped": dict(skipped)}, f)


def read_derived(directory: str) -> dict[str, int]:
    """Return the summaries of a published code layer.

    Raises:
        IndexCorrupt: the file is missing or broken.
    """
    try:
        with open(os.path.join(directory, NAME), encoding="utf-8") as f:
            found = json.load(f)["summaries"]
        return {str(key): int(checksum) for key, checksum in found.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise IndexCorrupt(f"index cannot be read: {error}", where=directory) from error


def read_skipped(directory: str) -> dict[str, str]:
    """Return the files that a published code layer skipped or could not parse wholly, each with the reason."""
    try:
        with open(os.path.join(directory, NAME), encoding="utf-8") as f:
            return dict(json.load(f)["skipped"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}
