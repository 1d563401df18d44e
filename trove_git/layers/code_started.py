"""Build a code layer in a process of its own, and say how far it is.

While a decision to do so holds, no question starts it again: a build that failed is tried again after a change, or an
hour later.
"""

from __future__ import annotations

from trove_git.errors import TroveError
from trove_git.index.publish import sweep
from trove_git.index.store import Layer
from trove_git.layers import indexer
from trove_git.layers.code_postponed import Later, forget_later, write_later
from trove_git.workspace.workspace import Workspace

STARTING_SECONDS = 20.0
"""What the indexer may take on a busy machine until its draft of the layer is on disk."""
RETRY_SECONDS = 3600.0
"""After which a build is started again although nothing has changed: the machine may have been switched off."""
SAYS_WHY = "git trove index says why"
NOT_STARTED = "no index of the code, and none can be built in the background; git trove index builds one"


def is_under_way(layer: Layer, later: Later, now: float) -> bool:
    """Whether the build of a decision is at work, or will be in a moment."""
    return bool(later.started) and (now < later.started + STARTING_SECONDS or sweep(layer))


def is_over(layer: Layer, later: Later, now: float) -> bool:
    """Whether the build of a decision has ended without a result so long ago that it is worth another try."""
    return bool(later.started) and now > later.started + RETRY_SECONDS and not is_under_way(layer, later, now)


def start_build(workspace: Workspace, layer: Layer, later: Later) -> bool:
    """Keep a decision and start the indexer, which this process does not wait for; return whether both worked."""
    if not write_later(layer, later):
        return False
    try:
        indexer.start(indexer.EVENT, workspace.root.path, awaited=True)
    except TroveError:
        forget_later(layer)
        return False
    return True


def note_of(later: Later, *, under_way: bool, now: float) -> str:
    """Return what the footer says of a decision; empty where nothing is missing.

    Args:
        later: the decision.
        under_way: whether its build is at work.
        now: Unix time.
    """
    if not later.started:
        return later.behind
    if not under_way:
        if later.behind:
            return f"{later.behind}, and could not be brought up to date; {SAYS_WHY}"
        return f"the code could not be indexed; {SAYS_WHY}"
    left = later.left(now)
    rest = f"about {_duration(left)}" if left > 0 else "longer than expected"
    if later.behind:
        return f"{later.behind}; it is being brought up to date, {rest}"
    return f"the code is being indexed, {rest}" + ("; the next question has it" if left > 0 else "")


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min"
