"""Where the troves are: the project's and the user's own, and which one is written to."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from trove_git.entries.trove import INDEX_NAME, SHOWN_PERSONAL, TROVE_FOLDER, TroveLocation, locate_for_writing
from trove_git.errors import TroveNotFound
from trove_git.workspace.workspace import Workspace

PROJECT = "project"
PERSONAL = "personal"


class Troves(NamedTuple):
    """The troves that a command can see."""

    project: TroveLocation | None
    """None in a bare repository, and where the folder asked is the home folder."""
    personal: TroveLocation
    no_project: str = ""
    """Why there can be no project trove; empty when there can."""

    def all(self) -> tuple[TroveLocation, ...]:
        """Return the troves in the order in which they are read."""
        return (self.personal,) if self.project is None else (self.project, self.personal)


class Found(NamedTuple):
    """The trove that writes go to."""

    location: TroveLocation
    exists: bool
    """Whether it has an INDEX.md."""


def kind_of(location: TroveLocation) -> str:
    """Return the kind of a trove's entries, as in an answer."""
    return PERSONAL if location.personal else PROJECT


def locate_troves(workspace: Workspace) -> Troves:
    """Locate the troves of a workspace, there or not."""
    home, locks = Path(workspace.personal_trove), Path(workspace.lock_folder)
    personal = TroveLocation(home, SHOWN_PERSONAL, personal=True, boundary=home, lock_folder=locks)
    root = workspace.root
    if not root.on_disk:
        return Troves(None, personal, "a bare repository has no files on disk")
    folder = Path(root.path) / TROVE_FOLDER
    if os.path.realpath(folder) == os.path.realpath(home):
        return Troves(None, personal, "the trove of the home folder is the personal one")
    boundary, git_dir = Path(root.path), None
    if root.repository is not None:
        boundary, git_dir = Path(root.repository.work_tree or root.path), Path(root.repository.git_dir)
    project = TroveLocation(folder, TROVE_FOLDER, False, boundary, locks, git_dir)
    return Troves(project, personal)


def choose(troves: Troves, wanted: str = "") -> TroveLocation:
    """Choose the trove to write to.

    Args:
        troves: the troves there are.
        wanted: PROJECT or PERSONAL; empty for the rule of `locate_for_writing`.

    Raises:
        TroveNotFound: the project's is wanted and there can be none.
    """
    if wanted == PERSONAL:
        return troves.personal
    if troves.project is None:
        if wanted == PROJECT:
            raise TroveNotFound(troves.no_project, where=TROVE_FOLDER, hint="use --personal")
        return troves.personal
    if wanted == PROJECT:
        return troves.project
    chosen = locate_for_writing(troves.project.folder, troves.personal.folder)
    return troves.project if chosen == troves.project.folder else troves.personal


def find_trove(troves: Troves, wanted: str = "") -> Found:
    """Find the trove that writes go to, and whether it is there yet."""
    location = choose(troves, wanted)
    return Found(location, (location.folder / INDEX_NAME).is_file())
