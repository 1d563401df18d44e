"""What the tools do: arguments in, text for a model out. It runs in one thread, and keeps open what is asked.

A call gets what a process of its own would get: each kind of question is answered from exactly the layers that it
wants. Nothing is sent anywhere, whatever is configured: no provider is called from here.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from trove_git.asking.ask import Request, pack_printed
from trove_git.asking.excerpts import with_excerpts
from trove_git.asking.searcher import Searcher
from trove_git.commands.list_entries import Wanted as WantedEntries
from trove_git.commands.list_entries import list_entries
from trove_git.commands.redact import KnownObjects
from trove_git.commands.remember import Fact, Remembered, remember, update
from trove_git.commands.show import Shown, show
from trove_git.commands.show_at import show_at
from trove_git.entries.reading import read_trove
from trove_git.entries.trove import TROVE_FOLDER, TroveLocation
from trove_git.errors import EntryExists, TroveError, UsageError
from trove_git.layers import indexer
from trove_git.layers.names import Building
from trove_git.layers.opening import EVERYTHING
from trove_git.mcp.render import QUOTED, ask_text, error_text, fit, safe
from trove_git.mcp.tools import KINDS, PAGE_LINES
from trove_git.output.list_entries import NO_ENTRIES, render_list, unreadable_files
from trove_git.output.query import render_query
from trove_git.output.show import render_show, show_asides
from trove_git.paths import RootPath
from trove_git.redaction.redact import Redactor
from trove_git.reviewing.similar import find_similar
from trove_git.sources.references import spoken
from trove_git.tasks.query import query_opened
from trove_git.wording import stale_lines
from trove_git.workspace.asked_from import path_below
from trove_git.workspace.pinned import find_unmatched, pin
from trove_git.workspace.troves import PERSONAL, PROJECT, choose, locate_troves
from trove_git.workspace.workspace import Workspace, find_workspace

MAX_OPEN = 4
"""Searchers that are kept open: one for each worktree, revision and set of layers that was asked lately."""
DEFAULT_KINDS = ("entry", "doc", "code")
WARM_UP = "retry"
"""Any word: the answer is thrown away, and what it needs is loaded then."""

Arguments = Mapping[str, object]


class Failed(Exception):
    """A call that cannot be answered as it was made.

    Args:
        text: what the model is told.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True)
class Options:
    """How a server was started."""

    repo: str | None = None
    """The folder that is asked; None for the one found upward from the current one."""
    write: bool = False
    personal: bool = False
    """Whether entries may be written to the personal trove, too."""
    budget: int | None = None
    """Tokens of an answer where a call names none."""


class Engine:
    """Answers calls.

    Args:
        options: how the server was started.
        building: told when code is indexed.
    """

    def __init__(self, options: Options, building: Building | None = None) -> None:
        self._options, self._building = options, building
        self._open: dict[tuple[object, ...], Searcher] = {}
        """The least recent first."""
        self._found: Workspace | None = None
        """Where the last call found itself; a searcher finds out by itself what has changed there."""
        self._tools: dict[str, Callable[[Arguments], str]] = {
            "ask": self.ask, "read_first": self.read_first, "show_entry": self.show_entry,
            "list_entries": self.list_entries, "remember": self.remember,
        }  # fmt: skip

    def call(self, tool: str, arguments: Arguments) -> str:
        """Answer a call.

        Args:
            tool: name of a tool.
            arguments: as `arguments.check` returns them.

        Raises:
            Failed: it cannot be answered; the text says why, and what to do.
        """
        try:
            return self._tools[tool](arguments)
        except TroveError as error:
            raise Failed(fit(error_text(error), "", self._redact)) from error

    def warm_up(self) -> str:
        """Load and open what the first question needs."""
        return self.ask({"question": WARM_UP, "limit": 1})

    def close(self) -> None:
        """Let go of everything; the next call opens it again."""
        self._found = None
        while self._open:
            self._open.popitem()[1].close()

    def ask(self, arguments: Arguments) -> str:
        """Answer a question."""
        names = _texts(arguments, "kinds") or DEFAULT_KINDS
        all_default = set(names) == set(DEFAULT_KINDS)
        kinds = () if all_default else tuple(kind for name in KINDS if name in names for kind in KINDS[name])
        searcher, paths = self._searcher(arguments, tuple(names))
        flags = self._flags(arguments)
        searcher.flags = flags | {"limit": str(arguments.get("limit") or 8)}
        searcher.flags |= {} if "tool" in names else {"tools": "false"}
        request = Request(str(arguments["question"]), searcher.revision, kinds, paths=paths)
        packing = with_excerpts(request.query) if arguments.get("excerpts") else pack_printed
        result = searcher.answer(request, packing)
        return fit(ask_text(result), "set kinds, or a lower limit", self._redact)

    def read_first(self, arguments: Arguments) -> str:
        """Return what to read for a task."""
        searcher, paths = self._searcher(arguments, ("task",))
        searcher.flags = self._flags(arguments)
        result = searcher.run(
            lambda _: EVERYTHING,
            lambda opened, reader: query_opened(
                searcher.workspace, str(arguments["task"]), opened, reader, paths,
                overview=bool(arguments.get("overview")),
            ),
        )  # fmt: skip
        return fit(safe(render_query(result)) + QUOTED, "set a lower budget", self._redact)

    def show_entry(self, arguments: Arguments) -> str:
        """Return one entry, with what speaks against it."""
        workspace = self._workspace()
        slug, at = str(arguments["slug"]), arguments.get("at")
        shown = show_at(workspace, slug, str(at)).shown if at else show(locate_troves(workspace), slug)
        text = safe(render_show(shown)) + safe(show_asides(shown))
        if not at and shown.kind == PROJECT and not shown.archived:
            text += "".join(f"-- {safe(line)}\n" for line in self._doubts(shown))
        return fit(text + QUOTED, "read the file for the rest", self._redact)

    def list_entries(self, arguments: Arguments) -> str:
        """Return a page of the entries."""
        kind, tag, cursor = (str(arguments.get(name) or "") for name in ("type", "tag", "cursor"))
        if cursor and not (cursor.isascii() and cursor.isdigit()):
            raise UsageError("a cursor comes from the end of the page before", where=cursor)
        first = int(cursor or 0)
        wanted = WantedEntries((kind,) if kind else (), (tag,) if tag else ())
        listing = list_entries(locate_troves(self._workspace()), wanted)
        page = listing._replace(rows=listing.rows[first : first + PAGE_LINES])
        text = safe(render_list(page)) or f"{NO_ENTRIES}\n"
        left = len(listing.rows) - first - PAGE_LINES
        text += f"-- {left} more; set cursor={first + PAGE_LINES}\n" if left > 0 else ""
        return fit(text + safe(unreadable_files(listing)), "set type or tag", self._redact)

    def remember(self, arguments: Arguments) -> str:
        """Write an entry, and say where."""
        if not self._options.write:
            raise UsageError("this server does not write", hint="the user starts it with the option to write")
        workspace = self._workspace()
        if arguments.get("folder"):
            workspace = self._worktree(workspace, str(arguments["folder"]))
        personal = bool(arguments.get("personal")) and self._options.personal
        location = choose(locate_troves(workspace), PERSONAL if personal else PROJECT)
        pinned = tuple(pin(workspace, _absolute(workspace, path)) for path in _texts(arguments, "paths"))
        title, text, kind = (str(arguments.get(name) or "") for name in ("title", "text", "type"))
        fact = Fact(title, text, kind, _texts(arguments, "tags"), paths=pinned)
        try:
            written = self._write(location, fact, arguments)
        except EntryExists as error:
            raise Failed(_like(location, error, self._redact)) from error
        indexer.start_first(workspace)
        unmatched = () if personal else find_unmatched(workspace, pinned)
        lines = [f"{written.action} {_file_of(workspace, location, written)}", f"slug: {written.slug}"]
        return safe("".join(f"{line}\n" for line in (*lines, *(f"-- no file fits {item}" for item in unmatched))))

    def entries(self) -> list[tuple[str, str, str]]:
        """Return slug, title and kind of every entry, newest first."""
        rows = list_entries(locate_troves(self._workspace()), WantedEntries()).rows
        return [(entry.slug, safe(entry.title), kind) for kind, entry in rows]

    def _write(self, location: TroveLocation, fact: Fact, arguments: Arguments) -> Remembered:
        if arguments.get("update"):
            return update(location, str(arguments["update"]), fact)
        today = datetime.date.today().isoformat()
        return remember(location, fact, today=today, find_similar=find_similar, force=bool(arguments.get("force")))

    def _doubts(self, shown: Shown) -> tuple[str, ...]:
        """Return what speaks against an entry of the project."""
        searcher, _ = self._searcher({}, DEFAULT_KINDS)
        searcher.flags = {"tools": "false"}
        path = f"{TROVE_FOLDER}/{shown.path}"
        return stale_lines(searcher.check(RootPath(path), spoken(shown.entry)))

    def _workspace(self) -> Workspace:
        workspace = find_workspace(self._options.repo)
        _require_somewhere(workspace)
        self._found = workspace
        return workspace

    def _flags(self, arguments: Arguments) -> dict[str, object]:
        budget = arguments.get("budget") or self._options.budget
        return {"budget": str(budget)} if budget else {}

    def _searcher(self, arguments: Arguments, layers: tuple[str, ...]) -> tuple[Searcher, tuple[str, ...]]:
        """Return the searcher for a call, and what it is asked from.

        Args:
            arguments: of the call; its path may lie in another worktree of the same repository.
            layers: what the question is narrowed to; what was opened for one is not opened anew for another.
        """
        workspace = self._found or self._workspace()
        repo = self._options.repo
        paths: tuple[str, ...] = ()
        if arguments.get("path"):
            path = str(arguments["path"])
            if os.path.isabs(path) and path_below(workspace.root.path, path) is None:
                workspace = self._worktree(workspace, path)
                repo = workspace.root.path
            paths = (_absolute(workspace, path),)
        at = str(arguments["at"]) if arguments.get("at") else None
        key = (workspace.root.path, at, layers)
        searcher = self._open.pop(key, None) or Searcher(repo, building=self._building)
        searcher.revision = at
        self._open[key] = searcher
        while len(self._open) > MAX_OPEN:
            self._open.pop(next(iter(self._open))).close()
        return searcher, paths

    def _worktree(self, workspace: Workspace, path: str) -> Workspace:
        """Return the workspace of a path in another worktree of the same repository.

        Raises:
            UsageError: it is none.
        """
        folder = path if os.path.isdir(path) else os.path.dirname(path)
        other = find_workspace(None, here=folder) if os.path.isdir(folder) else None
        here, there = workspace.root.repository, other.root.repository if other is not None else None
        if other is None or here is None or there is None or not os.path.samefile(here.common_dir, there.common_dir):
            raise UsageError("the path lies outside this repository", where=path, hint=f"it is {workspace.root.path}")
        return other

    def _redact(self, text: str) -> str:
        """Take secrets out; what is private but no secret stays on this machine as it is."""
        if self._found is None:
            return Redactor(keep_nonsecret=True).redact(text)
        with KnownObjects(self._found) as objects:
            return Redactor(keep_nonsecret=True, is_object=objects.has).redact(text)


def _texts(arguments: Arguments, name: str) -> tuple[str, ...]:
    return tuple(cast("list[str]", arguments.get(name) or []))


def _require_somewhere(workspace: Workspace) -> None:
    """Raise UsageError for the home folder and the top of all folders: much in them is nobody's project."""
    path = os.path.realpath(workspace.root.path)
    if workspace.root.repository is None and path in (
        os.path.realpath(os.path.expanduser("~")),
        os.path.realpath(os.sep),
    ):
        raise UsageError("no repository here", where=workspace.root.path, hint="start the client in a repository")


def _absolute(workspace: Workspace, path: str) -> str:
    """Return a path that a model wrote, which means it from the root, as citations are."""
    return os.path.join(workspace.root.path, path) if workspace.root.on_disk else path


def _file_of(workspace: Workspace, location: TroveLocation, written: Remembered) -> str:
    """Return the absolute path of the file that was written."""
    if location.personal:
        return os.path.expanduser(written.path)
    return str(Path(workspace.root.path) / written.path)


def _like(location: TroveLocation, error: EntryExists, redact: Callable[[str], str]) -> str:
    """Render that an entry says much the same, with that entry."""
    text = error_text(error)
    for entry in read_trove(location).entries.values():
        if entry.path == error.where:
            text += f"the entry {entry.slug}:\n{safe(entry.text)}\n"
            break
    return fit(f"{text}-- set update to its slug, or force=true for another one\n", "show_entry prints it", redact)
