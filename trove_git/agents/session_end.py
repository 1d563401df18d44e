"""The end of a session, for those who asked for it: note that nobody looked through it for facts worth keeping.

The note is a list of session ids in the git dir. The next start mentions that there are any; the capture skill ends
with `git trove hook session-reviewed`, which takes the note away.
"""

from __future__ import annotations

import contextlib
import os
import stat

from trove_git.agents import session as session
from trove_git.agents.session import Session
from trove_git.storage import replace_file
from trove_git.workspace.troves import locate_troves

MIN_ANSWERS = 4
"""Messages of the agent, each step of its work counted; fewer are a question and no work. The size of a transcript says
nothing: Claude Code 2.1 writes 100 KB before the first answer."""

ANSWER = b'"type":"assistant"'
"""What each message of the agent has in the transcript, one JSON object a line."""

REVIEWED_CALL = b"git trove hook session-reviewed"
"""What the capture skill ends with: a session with it in its transcript was reviewed."""

MAX_TRANSCRIPT_BYTES = 8 * 1024 * 1024
"""Only so much of a transcript is read, from its end: the end of a session has one and a half seconds."""


def session_end(ended: Session) -> bool:
    """Note that a session was not reviewed; return whether it was noted.

    Only where the user asked for it, where there is a trove, and for a session in which something was done.
    """
    if not ended.id:
        return False
    workspace = session.find_workspace(ended, with_config=True)
    if not session.wants_notes(workspace) or not any(
        location.folder.is_dir() for location in locate_troves(workspace).all()
    ):
        return False
    if not _is_unreviewed_work(ended.transcript):
        return False
    path = session.note_path(workspace)
    noted = session.read_noted(path)
    if ended.id in noted:
        return False
    ids = [*noted, ended.id][-session.MAX_NOTED :]
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        replace_file(path, "".join(f"{name}\n" for name in ids).encode("ascii"))
    except OSError:
        return False
    return True


def session_reviewed(reviewed: Session) -> None:
    """Forget the sessions that were noted."""
    with contextlib.suppress(OSError):
        os.unlink(session.note_path(session.find_workspace(reviewed)))


def _is_unreviewed_work(transcript: str) -> bool:
    """Whether a transcript holds more than a question and an answer, and no review of them."""
    path = os.path.expanduser(transcript)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return False
        with open(path, "rb") as f:
            f.seek(max(os.fstat(f.fileno()).st_size - MAX_TRANSCRIPT_BYTES, 0))
            text = f.read(MAX_TRANSCRIPT_BYTES)
    except OSError:
        return False
    return text.count(ANSWER) >= MIN_ANSWERS and REVIEWED_CALL not in text
