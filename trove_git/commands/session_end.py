"""The end of a session, for those who asked for it: note that nobody looked through it for facts worth keeping.

The note is a list of session ids in the git dir. The next start mentions that there are any; the capture skill ends
with `git trove hook session-reviewed`, which takes the note away.
"""

from __future__ import annotations

import contextlib
import os

from trove_git.commands import session
from trove_git.commands.path import locate_troves
from trove_git.commands.session import Session

MIN_TRANSCRIPT_BYTES = 16 * 1024
"""A shorter transcript holds a greeting and no work (a first answer alone has 4 to 8 KB of bookkeeping)."""


def session_end(ended: Session) -> bool:
    """Note that a session was not reviewed; return whether it was noted.

    Only where the user asked for it, where there is a trove, and for a session in which something was done.
    """
    if not ended.id or not _is_long(ended.transcript):
        return False
    place = session.find_place(ended, with_config=True)
    if not session.wants_notes(place) or not any(location.folder.is_dir() for location in locate_troves(place).all()):
        return False
    path = session.note_path(place)
    noted = session.read_noted(path)
    if ended.id in noted:
        return False
    ids = [*noted, ended.id][-session.MAX_NOTED :]
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        temporary = f"{path}.{os.getpid()}"
        with open(temporary, "w", encoding="ascii") as f:
            f.write("".join(f"{name}\n" for name in ids))
        os.replace(temporary, path)
    except OSError:
        return False
    return True


def session_reviewed(reviewed: Session) -> None:
    """Forget the sessions that were noted."""
    with contextlib.suppress(OSError):
        os.unlink(session.note_path(session.find_place(reviewed)))


def _is_long(transcript: str) -> bool:
    try:
        return os.path.getsize(os.path.expanduser(transcript)) >= MIN_TRANSCRIPT_BYTES
    except OSError:
        return False
