"""What somebody who takes on a task should read: from the architecture down to symbols, each with its reason.

1. Notes: what the trove and the docs say about it.
2. Files are ranked as for a question; those near the best are chosen.
3. Each layer above them shows what holds the chosen files, each layer below what stands out in them. A layer
   that adds nothing ends the list, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import groupby

from trove_git.commands.citing import cite_all
from trove_git.commands.opening import Wanted, open_place
from trove_git.commands.place import Place
from trove_git.commands.reasons import Reasons
from trove_git.errors import UsageError
from trove_git.gitrepo.objects import BlobReader
from trove_git.index.published import PublishedIndex
from trove_git.index.record import Record, source_key
from trove_git.index.search import Filter
from trove_git.packing import BYTES_A_TOKEN
from trove_git.ranking import boosts
from trove_git.ranking.asked import read_question
from trove_git.ranking.rank import Limits, rank
from trove_git.ranking.score import Ranked, Searched
from trove_git.records import ENTRY_KINDS, QueryItem, QueryResult
from trove_git.terms import question_terms

RANKED = 60
"""Sources of code that are looked at."""
FILES = 5
SUBSYSTEMS = 3
SYMBOLS_A_FILE = 3
ENTRIES = 3
DOCS = 2
NEAR_BEST = 0.5
"""A file, symbol or note below this share of the best of its layer is left out."""
SUMMARY_LINES = 4
"""Lines of a summary that are shown beside its first."""


def query(place: Place, task: str) -> QueryResult:
    """Return what to read for a task.

    Raises:
        UsageError: the task is empty.
        GitError: the commit cannot be read.
    """
    if not task.strip():
        raise UsageError("the task is empty", hint='git trove query "retry failed uploads"')
    reader = BlobReader(place.repository).start() if place.root.repository is not None else None
    try:
        with closing(open_place(place, None, None, Wanted())) as opened:
            terms = question_terms(task)
            found = _Found(place, task, terms, opened.searched, reader)
            items, left_out, stopped = found.items() if terms else ([], {}, "the task has no words to search for")
            budget = place.settings(opened.config).budget_tokens
            kept, tokens = _fit(items, budget, left_out)
            return QueryResult(task, tuple(kept), left_out, stopped, tokens, budget, opened.commit, opened.notes)
    finally:
        if reader is not None:
            reader.stop()


def _fit(items: Iterable[QueryItem], budget: int, left_out: dict[str, int]) -> tuple[list[QueryItem], int]:
    """Keep the items that fit a budget, the first in any case, and count the others."""
    kept: list[QueryItem] = []
    used = 0
    for item in items:
        cost = _tokens(item)
        if kept and used + cost > budget:
            left_out[item.layer] = left_out.get(item.layer, 0) + 1
            continue
        kept.append(item)
        used += cost
    return kept, used


def _tokens(item: QueryItem) -> int:
    """Estimate what it costs to print an item, in tokens."""
    texts = (item.cite, item.title, item.why, *item.lines)
    return -(-sum(len(text.encode("utf-8", "replace")) for text in texts) // BYTES_A_TOKEN)


class _Found:
    """Everything that was found for a task, and what of it is shown."""

    def __init__(
        self, place: Place, task: str, terms: Sequence[str], searched: Sequence[Searched], reader: BlobReader | None
    ) -> None:
        self._place, self._task, self._terms, self._blobs = place, task, terms, reader
        self._words = [layer for layer in searched if not layer.code]
        self._code = next((layer for layer in searched if layer.code), None)
        self._left_out: dict[str, int] = {}

    def items(self) -> tuple[list[QueryItem], dict[str, int], str]:
        """Return the items of all layers, how many were left out of each, and why the list ends where it does."""
        items = self._notes()
        if self._code is None:
            return items, self._left_out, "there is no index of the code"
        assert isinstance(self._code.reader, PublishedIndex)
        self._summaries: PublishedIndex = self._code.reader
        ranked = self._rank([self._code], ("module", "symbol"), RANKED)
        files = _by_file(ranked)
        if not files:
            return items, self._left_out, "no file of code is about it"
        chosen = self._near_best("module", files, FILES)
        reasons = Reasons(self._task, self._terms, self._code, self._summaries)
        items += self._above(chosen, reasons)
        if self._is_about_the_whole():
            return items, self._left_out, "the task is about the architecture"
        items += [self._module(path, files[path], reasons) for path in chosen]
        symbols = self._symbols([files[path] for path in chosen])
        cited = cite_all(self._place, symbols, self._terms, self._blobs, live=True)
        items += [
            QueryItem("symbol", hit.cite, hit.title, (hit.snippet,) if hit.snippet else (), reasons.symbol(item))
            for hit, item in zip(cited, symbols, strict=True)
        ]
        stopped = "" if symbols else "no symbol of these files holds a word of the task"
        return items, self._left_out, stopped

    def _is_about_the_whole(self) -> bool:
        return not boosts.ARCHITECTURE_TERMS.isdisjoint(self._terms)

    def _rank(self, layers: Sequence[Searched], kinds: tuple[str, ...], count: int) -> list[Ranked]:
        asked = read_question(self._task)
        return rank(layers, self._terms, Filter(kinds), Limits(count, count, {}), asked)

    def _near_best(self, layer: str, files: dict[str, list[Ranked]], most: int) -> list[str]:
        """Return the paths of the files near the best one."""
        best = max(ranked[0].score for ranked in files.values())
        near = [path for path, ranked in files.items() if ranked[0].score >= NEAR_BEST * best][:most]
        self._leave_out(layer, len(files) - len(near))
        return near

    def _leave_out(self, layer: str, count: int) -> None:
        if count:
            self._left_out[layer] = self._left_out.get(layer, 0) + count

    def _notes(self) -> list[QueryItem]:
        """Return what the trove and the docs say."""
        near: list[Ranked] = []
        for kinds, most in ((ENTRY_KINDS, ENTRIES), (("doc",), DOCS)):
            ranked = self._rank(self._words, kinds, 4 * most) if self._words else []
            chosen = [item for item in ranked if item.score >= NEAR_BEST * ranked[0].score][:most]
            self._leave_out("notes", len(ranked) - len(chosen))
            near += chosen
        cited = cite_all(self._place, near, self._terms, self._blobs, live=True)
        words = Reasons(self._task, self._terms)
        return [
            QueryItem("notes", hit.cite, hit.title, (hit.snippet,), words.text(item))
            for hit, item in zip(cited, near, strict=True)
        ]

    def _above(self, chosen: Sequence[str], reasons: Reasons) -> list[QueryItem]:
        """Return the architecture and the subsystems that hold the chosen files."""
        folders = {path: self._subsystem_of(path) for path in chosen}
        inside: dict[str, list[str]] = {}
        for path, record in folders.items():
            if record is not None:
                inside.setdefault(record.path, []).append(path)
        records = {record.path: record for record in folders.values() if record is not None}
        shown = sorted(inside, key=lambda folder: (-len(inside[folder]), chosen.index(inside[folder][0])))
        self._leave_out("subsystem", len(shown[SUBSYSTEMS:]))
        items = [
            QueryItem(
                "subsystem", f"{folder}/" if folder else "./", records[folder].title,
                reasons.summary_lines(records[folder], SUMMARY_LINES), _holds(inside[folder], chosen),
            )
            for folder in shown[:SUBSYSTEMS]
        ]  # fmt: skip
        whole = self._summaries.lookup_keys([source_key("arch", "")])
        return [self._architecture(record, shown) for record in whole] + items

    def _architecture(self, record: Record, folders: Sequence[str]) -> QueryItem:
        """Return the architecture: what it is, how to test it, and the parts that hold the chosen files."""
        parts = [line for line in record.summary if line.startswith("part ") and _is_part_of(line, folders)]
        tests = [line for line in record.summary if line.startswith("test with:")][:2]
        first = [line for line in record.summary[:2] if not line.startswith("part ")]
        if self._is_about_the_whole():
            parts = [line for line in record.summary if line.startswith(("part ", "hub ", "entry point "))][:20]
        lines = (*first, *parts, *tests)
        return QueryItem("architecture", ".", record.title, lines, "where the rest belongs, and how to test it")

    def _subsystem_of(self, path: str) -> Record | None:
        """Return the nearest subsystem around a file."""
        folder = path
        keys = []
        while folder:
            folder = folder.rpartition("/")[0]
            keys.append(source_key("subsystem", folder))
        found = self._summaries.lookup_keys(keys)
        return max(found, key=lambda record: len(record.path), default=None)

    def _module(self, path: str, ranked: Sequence[Ranked], reasons: Reasons) -> QueryItem:
        found = self._summaries.lookup_keys([source_key("module", path)])
        lines = reasons.summary_lines(found[0], SUMMARY_LINES, ("external:", "imports:")) if found else ()
        return QueryItem("module", path, "", lines, reasons.file(path, ranked))

    def _symbols(self, files: Sequence[Sequence[Ranked]]) -> list[Ranked]:
        """Return the symbols that stand out in the chosen files, a file after the other."""
        symbols = [[item for item in ranked if item.record.kind == "symbol" and item.parts.held] for ranked in files]
        best = max((item.score for ranked in symbols for item in ranked), default=0.0)
        chosen = []
        for ranked in symbols:
            near = [item for item in ranked if item.score >= NEAR_BEST * best][:SYMBOLS_A_FILE]
            self._leave_out("symbol", len(ranked) - len(near))
            chosen += near
        return chosen


def _by_file(ranked: Sequence[Ranked]) -> dict[str, list[Ranked]]:
    """Return path → its sources, the best file first and in each the best source first."""
    files: dict[str, list[Ranked]] = {}
    for path, group in groupby(sorted(ranked, key=lambda item: item.record.path), key=lambda item: item.record.path):
        files[path] = sorted(group, key=lambda item: item.order)
    return dict(sorted(files.items(), key=lambda pair: pair[1][0].order))


def _holds(inside: Sequence[str], chosen: Sequence[str]) -> str:
    names = ", ".join(path.rpartition("/")[2] for path in inside[:3]) + (", …" if len(inside) > 3 else "")
    return f"holds {len(inside)} of the {len(chosen)} best files: {names}" if len(chosen) > 1 else f"holds {names}"


def _is_part_of(line: str, folders: Sequence[str]) -> bool:
    """Whether a line of the architecture is about a part that holds one of some folders."""
    part = line.split(" ")[1].rstrip("/")
    return any(folder == part or folder.startswith(f"{part}/") or (not folder and part == ".") for folder in folders)
