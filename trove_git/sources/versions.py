"""Versions of what decides the content of indexes; part of their paths, so that a change of one builds them anew."""

from __future__ import annotations

CORPUS_VERSION = 4
"""Raise when any entry or doc would yield other sources."""

CODE_VERSION = 1
"""Raise when any code would yield other sources."""

FACTS_VERSION = 3
"""Raise when any file of code would yield other facts."""

HISTORY_VERSION = 2
"""Raise when a commit would be read or kept in another way."""

COMMITS_VERSION = 1
"""Raise when a commit would yield another source."""

AGES_VERSION = 2
"""Raise when the last changes of entries and docs would be found or kept in another way."""
