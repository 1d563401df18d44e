"""What a question keeps open, from the look for uncommitted files, which comes first, to the indexes it searches."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING

from trove_git.layers.overlay import UncommittedFiles
from trove_git.workspace.workspace import Workspace, find_workspace

if TYPE_CHECKING:
    # Not imported at run time: git looks for uncommitted files before any of this is loaded.
    from trove_git.gitrepo.objects import BlobReader
    from trove_git.layers.names import Building
    from trove_git.layers.opening import Opened, Wanted


class Asking:
    """One question from its start to its end, or several to the same state of a repository; a context manager.

    Git looks for uncommitted files from the moment this is made: what is loaded before `open` costs no time.

    Args:
        workspace: where to look.
        revision: a commit-ish, or None for HEAD with uncommitted files.
        building: told when code is indexed, for which a question then waits longer; None where nobody watches.

    Raises:
        SettingError: a setting does not parse.
    """

    def __init__(self, workspace: Workspace, revision: str | None = None, building: Building | None = None) -> None:
        self.workspace = workspace
        self.revision = revision
        self._building = building
        self.reader: BlobReader | None = None
        """Reads the blobs of the repository, from `open` on; None outside Git."""
        self._uncommitted = UncommittedFiles(workspace, workspace.settings.docs) if revision is None else None
        self._opened: Opened | None = None

    @classmethod
    def begin(
        cls, repo: str | None, flags: Mapping[str, object], revision: str | None, building: Building | None = None
    ) -> Asking:
        """Find the workspace and begin; the search engine is loaded while git finds the repository.

        Args:
            repo: the folder, as it was named; None for the one found upward from here.
            flags: settings that are stronger than all others.
            revision: a commit-ish, or None for HEAD with uncommitted files.
            building: told when code is indexed, for which a question then waits longer; None where nobody watches.

        Raises:
            As `find_workspace`.
        """
        return cls(find_workspace(repo, flags, _load_engine), revision, building)

    def __enter__(self) -> Asking:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self, wanted: Wanted) -> Opened:
        """Open what is searched; it stays open until `close`.

        Args:
            wanted: which layers may give hits.

        Raises:
            As `open_indexes`.
        """
        from trove_git.gitrepo.objects import BlobReader
        from trove_git.layers.opening import open_indexes

        if self.workspace.root.repository is not None:
            self.reader = BlobReader(self.workspace.repository).start()
        self._opened = open_indexes(self.workspace, self.revision, self._uncommitted, wanted, self._building)
        return self._opened

    def interrupt(self) -> None:
        """Let go of the process that Ctrl-C has reached, too; it is started again when it is needed."""
        if self.reader is not None:
            self.reader.stop()

    def close(self) -> None:
        """Let go of everything."""
        opened, self._opened = self._opened, None
        if self._uncommitted is not None:
            self._uncommitted.close()
        self.interrupt()
        if opened is not None:
            opened.close()


def _load_engine() -> None:
    """Load the search engine, which takes as long as git to find the repository."""
    import_module("trove_git.index.published")
