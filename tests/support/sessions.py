"""Sessions of an agent for tests: the scripts of the plugin as a client starts them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

PLUGIN = Path(__file__).parents[2] / "plugin"
SCRIPTS = PLUGIN / "scripts"
SKILLS = sorted((PLUGIN / "skills").iterdir())

SHELLS = [shell for shell in ("bash", "dash") if shutil.which(shell)]

HERE = Path(sys.executable).parent
"""Where this package's git-trove is."""


def tools_only(folder: Path, *leave_out: str) -> str:
    """Make a folder with what the scripts need and no git-trove, and return it as a PATH."""
    folder.mkdir(exist_ok=True)
    for name in ("sh", "cat", "awk", "grep", "tr", "find", "basename", "git", "mkdir", "env"):
        found = shutil.which(name)
        if found and name not in leave_out and not (folder / name).exists():
            (folder / name).symlink_to(found)
    return str(folder)


def run_script(
    name: str, *arguments: str, shell: str, cwd: Path, path: str, given: object = None, **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a script of the plugin; `given` is written to it as JSON, or as it is when it is bytes."""
    data = given if isinstance(given, bytes) else json.dumps(given or {}).encode()
    # The shell by its path: PATH is the test's.
    command = [str(shutil.which(shell)), str(SCRIPTS / name), *arguments]
    environment = {**os.environ, "PATH": path, **variables}
    return subprocess.run(command, cwd=cwd, input=data, capture_output=True, env=environment, check=False, timeout=30)


def context(output: bytes) -> str:
    """Return the text that a session gets, from either form; empty for no output."""
    text = output.decode()
    if not text.startswith("{"):
        return text
    found = json.loads(text)["hookSpecificOutput"]
    assert found["hookEventName"] == "SessionStart"
    assert set(found) == {"hookEventName", "additionalContext"}
    return found["additionalContext"]
