"""The skills that this version brings: found in the wheel or beside the package, renamed for folders of many skills."""

from __future__ import annotations

import os
import re

from trove_git.errors import TroveError

PREFIX = "trove-"
SKILL_FILE = "SKILL.md"

_WHEEL = os.path.join(os.path.dirname(__file__), "plugin")
_CHECKOUT = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), "plugin")
_NAME = re.compile(r"^name: *(\S+)$", re.MULTILINE)


def find_plugin() -> str:
    """Return the folder of the plugin.

    Raises:
        TroveError: this installation has none.
    """
    for folder in (_WHEEL, _CHECKOUT):
        if os.path.isfile(os.path.join(folder, ".claude-plugin", "plugin.json")):
            return folder
    raise TroveError("the skills are missing", where=_WHEEL, hint="install git-trove again")


def read_skills() -> dict[str, bytes]:
    """Return the skills as they are written into an agent's folder.

    Returns:
        `trove-NAME/SKILL.md` → its content, in the order of the names.

    Raises:
        TroveError: this installation has none.
    """
    folder = os.path.join(find_plugin(), "skills")
    found = {}
    for name in sorted(os.listdir(folder)):
        try:
            with open(os.path.join(folder, name, SKILL_FILE), "rb") as f:
                text = f.read().decode("utf-8").replace("\r\n", "\n")
        except OSError as error:
            raise TroveError("the skills cannot be read", where=folder, hint="install git-trove again") from error
        found[f"{PREFIX}{name}/{SKILL_FILE}"] = _NAME.sub(rf"name: {PREFIX}\1", text, count=1).encode()
    return found
