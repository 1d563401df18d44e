"""The folders of the user: where the program keeps indexes and notes, and where git keeps its configuration.

They are those of platformdirs. On Linux its rule is repeated here, because every question looks into the cache and to
load the package takes longer than to look; a test holds the two equal.

Source: XDG Base Directory Specification.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

_NAME = "git-trove"


def cache_folder(environment: Mapping[str, str]) -> str:
    """Return the absolute folder for what can be made again, there or not.

    Args:
        environment: of the user; elsewhere than on Linux platformdirs looks at that of the process.
    """
    if _is_plain_linux(environment):
        return os.path.join(_base(environment, "XDG_CACHE_HOME", "~/.cache"), _NAME)
    import platformdirs

    return platformdirs.user_cache_dir(_NAME, appauthor=False)


def state_folder(environment: Mapping[str, str]) -> str:
    """Return the absolute folder for what the user would miss, such as the lines typed at a prompt; there or not.

    Args:
        environment: as for `cache_folder`.
    """
    if _is_plain_linux(environment):
        return os.path.join(_base(environment, "XDG_STATE_HOME", "~/.local/state"), _NAME)
    import platformdirs

    return platformdirs.user_state_dir(_NAME, appauthor=False)


def git_config_files(environment: Mapping[str, str]) -> list[str]:
    """Return the user's configuration files of git, there or not; files that these include are not followed.

    Source: git-config(1), FILES; it is the same on every system.
    """
    own = environment.get("GIT_CONFIG_GLOBAL")
    if own is not None:
        return [own]
    base = environment.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return [os.path.expanduser("~/.gitconfig"), os.path.join(base, "git", "config")]


def _is_plain_linux(environment: Mapping[str, str]) -> bool:
    return sys.platform == "linux" and "ANDROID_DATA" not in environment


def _base(environment: Mapping[str, str], name: str, fallback: str) -> str:
    """Return the folder that a variable names; one that is not absolute is to be ignored, says the specification."""
    named = environment.get(name, "").strip()
    return named if os.path.isabs(named) else os.path.expanduser(fallback)
