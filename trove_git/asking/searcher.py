"""Questions one after the other: what they search stays open, and is opened anew when something has changed.

The first question to a searcher costs what `ask` costs; the next ones cost the ranking. What is open follows the
repository: before each question the stat data of what decides the answer is looked at (`watch.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TypeVar

from trove_git.asking.ask import Pack, Request, answer, count_sources, pack_printed, wanted_layers
from trove_git.asking.asking import Asking
from trove_git.asking.watch import Watch, watched_paths
from trove_git.errors import IndexCorrupt, UsageError
from trove_git.gitrepo.objects import BlobReader
from trove_git.index.search import Filter
from trove_git.layers.names import Building, code_layer_in
from trove_git.layers.opening import Opened, Wanted
from trove_git.paths import RootPath
from trove_git.ranking.searched import find_code, hidden_paths
from trove_git.records import KINDS, AskResult, Staleness
from trove_git.sources.references import Spoken
from trove_git.workspace.workspace import Workspace, find_workspace

Result = TypeVar("Result")


class Searcher:
    """Questions to one folder; a context manager.

    Args:
        repo: the folder; None for the one found upward from here.
        flags: settings that are stronger than all others, such as `budget`; they may change while the searcher lasts.
        building: told when code is indexed, for which a question then waits longer; None where nobody watches.

    Raises:
        GitError: a repository is there and git refuses it.
        UsageError: `repo` is no folder.
    """

    def __init__(
        self, repo: str | None = None, flags: Mapping[str, object] | None = None, building: Building | None = None
    ) -> None:
        self.flags: dict[str, object] = dict(flags or {})
        self.revision: str | None = None
        """The commit that is asked, as it was named; None for HEAD with uncommitted files."""
        self.fresh = False
        """Whether entries whose files have changed since, or are gone, count less."""
        self._building = building
        self._repo = repo
        self._found = find_workspace(repo)
        self._opened: Opened | None = None
        self._wanted: Wanted | None = None
        """What the layers that are open were opened for."""
        self._asking: Asking | None = None
        self._watch = Watch(())

    def __enter__(self) -> Searcher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def workspace(self) -> Workspace:
        """Where questions are asked, with the settings of the searcher."""
        if self._found.flags != self.flags:
            self._found = self._found._replace(flags=dict(self.flags))
        return self._found

    def ask(self, query: str, *, explain: bool = False, dated: bool = False, packing: Pack = pack_printed) -> AskResult:
        """Answer a question.

        Args:
            query: the question.
            explain: whether the parts of each score name what each term gave.
            dated: whether hits say when their files were last changed.
            packing: chooses what fits the budget.

        Raises:
            UsageError: the question is empty.
            SettingError: a setting does not parse.
            UnknownRevision: the revision of the searcher names no commit any more.
            GitError: the commit cannot be read.
        """
        request = Request(query, self.revision, explain=explain, dated=dated, fresh=self.fresh)
        return self.run(self._default, lambda opened, reader: answer(self.workspace, request, opened, reader, packing))

    def answer(self, request: Request, packing: Pack = pack_printed) -> AskResult:
        """Answer a question that is narrowed: from the layers that it wants, as a process of its own would.

        Args:
            request: what is asked; its revision is that of the searcher.
            packing: chooses what fits the budget.

        Raises:
            As `ask`, and UsageError for a kind or type that does not exist, or a path outside the root.
        """
        request = request._replace(revision=self.revision, kinds=request.changed.kinds(request.kinds))
        return self.run(
            lambda workspace: wanted_layers(workspace, request),
            lambda opened, reader: answer(self.workspace, request, opened, reader, packing),
        )

    def run(self, wanted: Callable[[Workspace], Wanted], use: Callable[[Opened, BlobReader | None], Result]) -> Result:
        """Return what is made of the open layers; once more where they are taken away meanwhile.

        Args:
            wanted: says of the workspace as it is now which layers are searched.
            use: makes the result; its reader is None outside Git.

        Raises:
            As `ask`, and whatever `use` raises.
        """
        opened = self._open(wanted)
        try:
            return use(opened, self._reader)
        except (IndexCorrupt, BrokenPipeError):
            # An index was taken away, or git was ended by somebody else; what is there now can be opened.
            self.close()
            return use(self._open(wanted), self._reader)
        except KeyboardInterrupt:
            self.interrupt()
            raise

    def check(self, path: RootPath, said: Spoken) -> Staleness | None:
        """Return what speaks against an entry of the project.

        Args:
            path: of its file.
            said: what it speaks about.
        """
        from trove_git.aging.staleness import open_checker

        def look(opened: Opened, reader: BlobReader | None) -> Staleness | None:
            checker = open_checker(self.workspace, opened, reader, live=self.revision is None)
            uncommitted = any(path in hidden_paths(layer) for layer in opened.searched)
            found = checker.check(path, said, uncommitted=uncommitted) if checker is not None else None
            return checker.with_moves(found) if checker is not None and found is not None else found

        return self.run(self._default, look)

    @property
    def _reader(self) -> BlobReader | None:
        return self._asking.reader if self._asking is not None else None

    def _default(self, workspace: Workspace) -> Wanted:
        """Return the layers of a question without narrowing."""
        return wanted_layers(workspace, Request("", self.revision))

    def count(self) -> dict[str, int]:
        """Return how many sources of each kind are open, in the order of kinds."""
        counts = count_sources(self._open(self._default).searched, Filter())
        return {kind: counts[kind] for kind in KINDS if kind in counts}

    def at(self, revision: str | None) -> str:
        """Ask another commit from now on, and return its object id; None asks HEAD with uncommitted files.

        Raises:
            UsageError: a revision outside Git.
            UnknownRevision: it names no commit.
        """
        if revision is not None:
            if self._found.root.repository is None:
                raise UsageError(":at needs a Git repository", where=self._found.root.path)
            self._found.repository.resolve_commit(revision)
        self.close()
        self.revision = revision
        return self._open(self._default).commit

    def interrupt(self) -> None:
        """Let go of the processes that Ctrl-C has reached, too; they are started again when they are needed."""
        if self._asking is not None:
            self._asking.interrupt()

    def close(self) -> None:
        """Let go of everything; the next question opens it again."""
        asking, self._asking, self._opened = self._asking, None, None
        if asking is not None:
            asking.close()

    def _open(self, wanted_by: Callable[[Workspace], Wanted]) -> Opened:
        """Return what is open, opened anew when something has changed, or other layers are wanted."""
        if self._opened is not None and not self._watch.changed() and self._wanted == wanted_by(self.workspace):
            if self._opened.workspace is not self.workspace:
                self._opened = self._opened._replace(workspace=self.workspace)
            return self._opened
        self.close()
        watch = self._find()
        workspace = self.workspace
        asking = Asking(workspace, self.revision, self._building)
        try:
            wanted = wanted_by(workspace)
            opened = asking.open(wanted)
            if _has_own_code(opened):
                # Nothing better can come, and perhaps it was built just now.
                watch.drop(code_layer_in(workspace, workspace.index_folder).directory)
            watch.add(_overlay_paths(workspace, opened))
            patterns = opened.settings.docs
            if patterns != workspace.settings.docs:
                watch.add(watched_paths(workspace, self.revision, patterns))
        except BaseException:
            asking.close()
            raise
        self._asking, self._opened, self._watch, self._wanted = asking, opened, watch, wanted
        return opened

    def _find(self) -> Watch:
        """Look where everything is, and watch it; what changes between the two is looked at again."""
        self._found = find_workspace(self._repo, dict(self.flags))
        while True:
            watch = Watch(watched_paths(self.workspace, self.revision, self.workspace.settings.docs))
            found = find_workspace(self._repo, dict(self.flags))
            if found == self._found:
                return watch
            self._found = found


def _has_own_code(opened: Opened) -> bool:
    """Whether the code that is searched is that of the commit itself, and not of one that is near."""
    tree = opened.asked.tree if opened.asked is not None else ""
    code = find_code(opened.searched)
    return code is not None and code.reader.manifest.state.get("tree") == tree


def _overlay_paths(workspace: Workspace, opened: Opened) -> list[str]:
    """Return the files whose uncommitted content is searched, or hides what is committed."""
    paths: set[str] = set()
    for layer in opened.searched:
        paths |= hidden_paths(layer)
    return [f"{workspace.root.path}/{path}" for path in sorted(paths)]
