"""What the hooks of an agent's session share: their input, their workspace, and the note of unreviewed sessions.

An agent starts a hook with one JSON object on standard input (`cwd`, `session_id`, `source`, `transcript_path`).
All of it may be missing or broken: a hook must never keep a session from starting or ending.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple, TextIO

from trove_git.settings import read_truth
from trove_git.workspace.userdirs import state_folder
from trove_git.workspace.workspace import Workspace, find_session_workspace

START = "session-start"
END = "session-end"
REVIEWED = "session-reviewed"
NAMES = (START, END, REVIEWED)

MAX_INPUT_BYTES = 1024 * 1024
MAX_NOTED = 50
"""Sessions that the note names; it only has to say that there are any."""

_SESSION_ID = re.compile(r"[\w.-]{1,128}", re.ASCII)


class Session(NamedTuple):
    """What the agent says of a session; empty where it says nothing."""

    folder: str = ""
    """Folder that the session works in."""
    id: str = ""
    transcript: str = ""
    """File with what was said."""


def parse_input(data: bytes) -> Session:
    """Parse what an agent writes to a hook; anything else is a session that nothing is known of."""
    import json

    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return Session()
    if not isinstance(found, dict):
        return Session()
    folder, name, transcript = (found.get(key) for key in ("cwd", "session_id", "transcript_path"))
    return Session(
        folder if isinstance(folder, str) and "\0" not in folder else "",
        name if isinstance(name, str) and _SESSION_ID.fullmatch(name) else "",
        transcript if isinstance(transcript, str) and "\0" not in transcript else "",
    )


def find_workspace(session: Session, *, with_config: bool = False) -> Workspace:
    """Find the workspace of a session, git's configuration read or not; see `find_session_workspace`."""
    return find_session_workspace(session.folder, with_config=with_config)


def wants_notes(workspace: Workspace) -> bool:
    """Whether the user asked for notes of unreviewed sessions: `TROVE_CAPTURE`, else `git config trove.capture`.

    A repository's own `.trove/config` is not asked: whoever wrote it is not the user.
    """
    value = workspace.environment.get("TROVE_CAPTURE") or (workspace.git_config.get("capture") or ["false"])[-1]
    return read_truth(value) or False


def note_path(workspace: Workspace) -> str:
    """Return the file that names the sessions which were not reviewed: one for all worktrees, never in the trove."""
    if workspace.root.repository is not None:
        return os.path.join(workspace.index_folder, "unreviewed-sessions")
    return os.path.join(state_folder(workspace.environment), "unreviewed-sessions")


def read_noted(path: str) -> list[str]:
    """Return the ids of the sessions that a note names, oldest first."""
    try:
        with open(path, encoding="ascii", errors="replace") as f:
            return [line for line in f.read(MAX_INPUT_BYTES).split("\n") if _SESSION_ID.fullmatch(line)]
    except OSError:
        return []


def read_standard_input(stream: TextIO | None, patience_seconds: float = 1.0) -> bytes:
    """Read a hook's standard input: all of it, or what came before nothing more did for a while.

    Whoever starts the hook by hand, or from another program, may leave it open, or closed.
    """
    import select

    data = b""
    try:
        if stream is None or stream.isatty():
            return data
        descriptor = stream.fileno()
        while len(data) < MAX_INPUT_BYTES:
            if os.name == "posix" and not select.select([descriptor], [], [], patience_seconds)[0]:
                break
            part = os.read(descriptor, 65536)
            if not part:
                break
            data += part
    except (OSError, ValueError):
        pass
    return data
