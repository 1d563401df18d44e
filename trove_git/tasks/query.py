"""What somebody who takes on a task should read: from the architecture down to symbols, each with its reason.

1. Notes: what the trove and the docs say about it.
2. Files are ranked as for a question; those near the best are chosen, and so are the tests nearest to the task.
3. Each tier above them shows what holds the chosen files, each tier below what stands out in them. A tier
   that adds nothing ends the list, and the answer says so.
4. What is left out is counted, and the best of the files left out are named.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from trove_git.aging.remarks import Remarks
from trove_git.asking.asking import Asking
from trove_git.asking.citing import cite_all
from trove_git.code.testfiles import is_test
from trove_git.entries.encoding import decode
from trove_git.errors import UsageError
from trove_git.gitrepo.objects import BlobReader
from trove_git.index.record import Record, own_term, source_key
from trove_git.index.search import Filter
from trove_git.layers.names import Building
from trove_git.layers.opening import EVERYTHING, Opened
from trove_git.packing import BYTES_A_TOKEN
from trove_git.ranking.asked import read_question
from trove_git.ranking.place import AskedFrom
from trove_git.ranking.rank import Limits, rank
from trove_git.ranking.score import Ranked
from trove_git.ranking.searched import CodeLayer, Searched, find_code, words_of
from trove_git.ranking.wanted import WHOLE, read_wanted
from trove_git.records import ENTRY_KINDS, Hit, QueryItem, QueryResult, display_path
from trove_git.tasks.digest import architecture_lines, cut, listed_tests, module_lines, part_lines, signature
from trove_git.tasks.reasons import Reasons
from trove_git.terms import question_terms
from trove_git.wording import stale_lines
from trove_git.workspace.asked_from import find_asked_from
from trove_git.workspace.workspace import Workspace

RANKED = 60
"""Sources of code that are looked at."""
FILES = 5
SUBSYSTEMS = 3
SYMBOLS_A_FILE = 3
TESTS = 2
ENTRIES = 3
DOCS = 2
NEAR_BEST = 0.5
"""A file, symbol or note below this share of the best of its tier is left out."""
FIRST_TO_FIT = ("notes", "module", "symbol", "test", "subsystem", "architecture")
"""Tiers, those that say most about the task alone first: where the budget is small, they are kept first."""
OVERVIEW = ("architecture", "subsystem")
"""Tiers that say where the rest belongs."""
NEXT_FILES = 5
"""Files left out that are named."""
TEST_OF_CHOSEN = 1.7
"""A test of a chosen file counts so much more: among 87 changes whose tests are known, the two first hold a right one
for 47 instead of 44."""
TEST_TERM = "test"
"""A question with this term asks for tests, whose files then count in full."""
FUNCTIONS = ("function", "method")


def query(workspace: Workspace, task: str, paths: Sequence[str] = (), building: Building | None = None) -> QueryResult:
    """Return what to read for a task.

    Args:
        workspace: where to look.
        task: what is to be done, in words.
        paths: files and folders whose entries are preferred; none for the folder the program was started in.
        building: told when code is indexed, for which a question then waits longer; None where nobody watches.

    Raises:
        UsageError: the task is empty, or a path lies outside the root.
        GitError: the commit cannot be read.
    """
    with Asking(workspace, building=building) as asking:
        opened = asking.open(EVERYTHING)
        return query_opened(workspace, task, opened, asking.reader, paths)


def query_opened(
    workspace: Workspace,
    task: str,
    opened: Opened,
    reader: BlobReader | None,
    paths: Sequence[str] = (),
    *,
    overview: bool = True,
) -> QueryResult:
    """Return what to read for a task, from what is open.

    Args:
        workspace: where to look.
        task: what is to be done, in words.
        opened: what is searched, with all layers of EVERYTHING.
        reader: reads the blobs of the repository; None outside Git.
        paths: files and folders whose entries are preferred; none for the folder the program was started in.
        overview: whether the architecture and the subsystems are shown, which are the same for many tasks.

    Raises:
        UsageError: the task is empty, or a path lies outside the root.
    """
    if not task.strip():
        raise UsageError("the task is empty", hint='git trove query "retry failed uploads"')
    asked_from = find_asked_from(workspace, paths)
    terms = question_terms(task)
    remarks = Remarks(workspace, opened, reader, live=True)
    found = _Found(workspace, task, terms, opened.searched, reader, asked_from, remarks)
    items, left_out, stopped = found.items() if terms else ([], {}, "the task has no words to search for")
    if not overview:
        items = [item for item in items if item.tier not in OVERVIEW]
        left_out = {tier: count for tier, count in left_out.items() if tier not in OVERVIEW}
    budget = opened.settings.budget_tokens
    kept, tokens = _fit(items, budget, left_out)
    notes = (*found.next_files(kept), *opened.notes)
    return QueryResult(task, tuple(kept), left_out, stopped, tokens, budget, opened.commit, notes)


def _fit(items: Sequence[QueryItem], budget: int, left_out: dict[str, int]) -> tuple[list[QueryItem], int]:
    """Keep the items that fit a budget, the best of every tier before the second best, and count the others.

    The first is kept in any case.
    """
    places: dict[str, int] = {}
    order = []
    for number, item in enumerate(items):
        places[item.tier] = places.get(item.tier, 0) + 1
        order.append((places[item.tier], FIRST_TO_FIT.index(item.tier), number))
    kept: list[int] = []
    used = 0
    for *_, number in sorted(order):
        cost = _tokens(items[number])
        if kept and used + cost > budget:
            left_out[items[number].tier] = left_out.get(items[number].tier, 0) + 1
            continue
        kept.append(number)
        used += cost
    return [items[number] for number in sorted(kept)], used


def _tokens(item: QueryItem) -> int:
    """Estimate what it costs to print an item, in tokens."""
    texts = (item.cite, item.title, item.why, *item.lines)
    return -(-sum(len(text.encode("utf-8", "replace")) for text in texts) // BYTES_A_TOKEN)


class _Found:
    """Everything that was found for a task, and what of it is shown."""

    def __init__(
        self, workspace: Workspace, task: str, terms: Sequence[str], searched: Sequence[Searched],
        reader: BlobReader | None, asked_from: Sequence[AskedFrom], remarks: Remarks,
    ) -> None:  # fmt: skip
        self._workspace, self._task, self._terms, self._blobs = workspace, task, terms, reader
        self._remarks = remarks
        self._words = words_of(searched)
        self._code = find_code(searched)
        self._asked_from = asked_from
        self._left_out: dict[str, int] = {}
        self._files: dict[str, list[Ranked]] = {}
        """Path → its sources, of every file that was found."""

    def next_files(self, kept: Sequence[QueryItem]) -> list[str]:
        """Return a line that names the best files that are not shown, or none."""
        shown = {item.cite for item in kept if item.tier == "module"}
        files = [display_path(path) for path in self._files if not is_test(path)]
        paths = [path for path in files if path not in shown][:NEXT_FILES]
        return [f"next best modules: {', '.join(paths)}"] if paths else []

    def items(self) -> tuple[list[QueryItem], dict[str, int], str]:
        """Return the items of all tiers, how many were left out of each, and why the list ends where it does."""
        items = self._notes()
        if self._code is None:
            return items, self._left_out, "there is no index of the code"
        self._summaries = self._code.reader
        ranked = self._rank([self._code], ("module", "symbol"), RANKED)
        files = self._files = _by_file(ranked)
        if not files:
            return items, self._left_out, "no file of code is about it"
        chosen = self._near_best("module", files, FILES)
        reasons = Reasons(self._task, self._terms, self._code)
        items += self._above(chosen)
        if self._is_about_the_whole():
            self._files = {}
            return items, self._left_out, "the task is about the architecture"
        items += self._modules({path: files[path] for path in chosen}, reasons)
        items += self._tests(self._code, chosen, reasons)
        symbols = self._symbols([files[path] for path in chosen])
        cited = cite_all(self._workspace, symbols, self._terms, self._blobs, live=True)
        signatures = self._signatures(symbols)
        items += [
            QueryItem("symbol", hit.cite, hit.title, signatures.get(item.record.data, ()), cut(reasons.symbol(item)))
            for hit, item in zip(cited, symbols, strict=True)
        ]
        stopped = "" if symbols else "no symbol of these files holds a word of the task"
        return items, self._left_out, stopped

    def _is_about_the_whole(self) -> bool:
        return WHOLE in read_wanted(self._task).sorts

    def _rank(self, layers: Sequence[Searched], kinds: tuple[str, ...], count: int) -> list[Ranked]:
        asked = read_question(self._task)
        return rank(
            layers,
            self._terms,
            Filter(kinds),
            Limits(count, count, {}, modules_apart=True),
            asked,
            asked_from=self._asked_from,
        )

    def _near_best(self, tier: str, files: dict[str, list[Ranked]], most: int) -> list[str]:
        """Return the paths of the files near the best one."""
        best = max(ranked[0].score for ranked in files.values())
        near = [path for path, ranked in files.items() if ranked[0].score >= NEAR_BEST * best][:most]
        self._leave_out(tier, len(files) - len(near))
        return near

    def _leave_out(self, tier: str, count: int) -> None:
        if count:
            self._left_out[tier] = self._left_out.get(tier, 0) + count

    def _notes(self) -> list[QueryItem]:
        """Return what the trove and the docs say."""
        near: list[Ranked] = []
        for kinds, most in ((ENTRY_KINDS, ENTRIES), (("doc",), DOCS)):
            ranked = self._rank(self._words, kinds, 4 * most) if self._words else []
            chosen = [item for item in ranked if item.score >= NEAR_BEST * ranked[0].score][:most]
            self._leave_out("notes", len(ranked) - len(chosen))
            near += chosen
        cited = self._remarks.add(cite_all(self._workspace, near, self._terms, self._blobs, live=True), near)
        words = Reasons(self._task, self._terms)
        return [
            QueryItem("notes", hit.cite, hit.title, _note_lines(hit), cut(words.text(item)))
            for hit, item in zip(cited, near, strict=True)
        ]

    def _above(self, chosen: Sequence[str]) -> list[QueryItem]:
        """Return the architecture and the subsystems that hold the chosen files."""
        folders = {path: self._subsystem_of(path) for path in chosen}
        inside: dict[str, list[str]] = {}
        for path, record in folders.items():
            if record is not None:
                inside.setdefault(record.path, []).append(path)
        records = {record.path: record for record in folders.values() if record is not None}
        whole = self._summaries.lookup_keys([source_key("arch", "")])
        # The root as a part says nothing that the architecture does not.
        parts = [folder for folder in inside if folder or not whole]
        parts.sort(key=lambda folder: (-len(inside[folder]), chosen.index(inside[folder][0])))
        self._leave_out("subsystem", len(parts[SUBSYSTEMS:]))
        items = [
            QueryItem(
                "subsystem", f"{display_path(folder)}/" if folder else "./", records[folder].title,
                part_lines(records[folder].summary, self._terms), _holds(folder, inside[folder], chosen),
            )
            for folder in parts[:SUBSYSTEMS]
        ]  # fmt: skip
        return [self._architecture(record, parts) for record in whole] + items

    def _architecture(self, record: Record, folders: Sequence[str]) -> QueryItem:
        """Return the architecture: what it is, how to test it, and the parts that hold the chosen files."""
        lines = architecture_lines(record.summary, folders, folders[:SUBSYSTEMS])
        if self._is_about_the_whole():
            parts = [line for line in record.summary if line.startswith(("part ", "hub ", "entry point "))][:20]
            lines = tuple(dict.fromkeys((*lines, *map(cut, parts))))
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

    def _modules(self, files: Mapping[str, Sequence[Ranked]], reasons: Reasons) -> list[QueryItem]:
        """Return the chosen files; what files of one folder share, such as who uses their package, is said once."""
        items = []
        said: set[tuple[str, str]] = set()
        for path, ranked in files.items():
            found = self._summaries.lookup_keys([source_key("module", path)])
            folder = path.rpartition("/")[0]
            lines = module_lines(found[0].summary, self._terms) if found else ()
            lines = tuple(line for line in lines if (folder, line) not in said)
            said.update((folder, line) for line in lines)
            items.append(QueryItem("module", display_path(path), "", lines, cut(reasons.file(path, ranked))))
        return items

    def _tests(self, code: CodeLayer, chosen: Sequence[str], reasons: Reasons) -> list[QueryItem]:
        """Return the tests nearest to the task, each with the test that stands out in it."""
        terms = list(dict.fromkeys((*self._terms, TEST_TERM)))
        ranked = rank(
            [code],
            terms,
            Filter(("module", "symbol")),
            Limits(RANKED, RANKED, {}, modules_apart=True),
            read_question(self._task),
        )
        files: dict[str, list[Ranked]] = {}
        owners = self._owners(chosen)
        for path, found in _by_file(ranked).items():
            factor = TEST_OF_CHOSEN if path in owners else 1.0
            held = [item for item in found if item.parts.held & ~(1 << len(self._terms))]
            if held and is_test(path) and path not in chosen:
                files[path] = [item._replace(score=factor * item.score) for item in held]
        if not files:
            return []
        files = dict(sorted(files.items(), key=lambda pair: pair[1][0].order))
        near = self._near_best("test", files, TESTS)
        return [self._test(path, files[path], reasons, owners.get(path, "")) for path in near]

    def _owners(self, chosen: Sequence[str]) -> dict[str, str]:
        """Return test → the first of the chosen files that it is a test of."""
        owners: dict[str, str] = {}
        for path in chosen:
            for record in self._summaries.lookup_keys([source_key("module", path)]):
                for test in listed_tests(record.summary):
                    owners.setdefault(test, path)
        return owners

    def _test(self, path: str, ranked: Sequence[Ranked], reasons: Reasons, owner: str) -> QueryItem:
        best = next((item for item in ranked if item.record.symbol_kind in (*FUNCTIONS, "class")), None)
        cite, title = display_path(path), ""
        if best is not None:
            cite, title = f"{cite}:{best.record.line}", best.record.title
        why = [f"tests {owner}"] if owner else []
        why.append(reasons.symbol(best) if best is not None else reasons.file(path, ranked))
        return QueryItem("test", cite, title, (), cut("; ".join(why)))

    def _signatures(self, symbols: Sequence[Ranked]) -> Mapping[bytes, tuple[str, ...]]:
        """Return the signature of each symbol whose file can be read."""
        assert self._blobs is not None
        oids = list(dict.fromkeys(item.record.oid for item in symbols))
        texts = {blob.oid: decode(blob.data or b"").text.split("\n") for blob in self._blobs.read_all(oids)}
        found = {}
        for record in (item.record for item in symbols):
            line = signature(texts.get(record.oid, [])[record.line - 1 : record.end_line])
            found[record.data] = (line,) if line else ()
        return found

    def _symbols(self, files: Sequence[Sequence[Ranked]]) -> list[Ranked]:
        """Return the symbols that stand out in the chosen files, a file after the other, and those the task names."""
        named = frozenset(name.term for name in read_question(self._task).names.found if name.spelled)
        symbols = [[item for item in ranked if item.record.kind == "symbol" and item.parts.held] for ranked in files]
        best = max((item.score for ranked in symbols for item in ranked), default=0.0)
        chosen = []
        for ranked in symbols:
            wanted = [item for item in ranked if _is_named(item.record, named)]
            wanted += [item for item in ranked if item not in wanted and item.score >= NEAR_BEST * best]
            near = _without_inner(wanted)[:SYMBOLS_A_FILE]
            self._leave_out("symbol", len(ranked) - len(near))
            chosen += near
        return chosen


def _note_lines(hit: Hit) -> tuple[str, ...]:
    """Return what is shown of a note: the line with most words of the task, and what speaks against an entry."""
    said = (cut(hit.snippet),) if hit.snippet.strip() else ()
    return (*said, *stale_lines(hit.stale))


def _is_named(record: Record, named: Collection[str]) -> bool:
    """Whether the task uses the name of a symbol as a name."""
    term = own_term(record.title)
    return bool(term) and term in named


def _without_inner(symbols: Sequence[Ranked]) -> list[Ranked]:
    """Leave out what is inside of a function that is there itself."""
    outer = {item.record.title for item in symbols if item.record.symbol_kind in FUNCTIONS}
    return [item for item in symbols if not any(item.record.title.startswith(f"{title}.") for title in outer)]


def _by_file(ranked: Sequence[Ranked]) -> dict[str, list[Ranked]]:
    """Return path → its sources, the best file first and in each the best source first."""
    files: dict[str, list[Ranked]] = {}
    for path, group in groupby(sorted(ranked, key=lambda item: item.record.path), key=lambda item: item.record.path):
        files[path] = sorted(group, key=lambda item: item.order)
    return dict(sorted(files.items(), key=lambda pair: pair[1][0].order))


def _holds(folder: str, inside: Sequence[str], chosen: Sequence[str]) -> str:
    """Say which of the chosen files a folder holds, by their paths below it."""
    paths = [path.removeprefix(f"{folder}/") for path in inside]
    names = ", ".join(paths[:3]) + (", …" if len(paths) > 3 else "")
    return f"holds {len(paths)} of the {len(chosen)} best files: {names}" if len(chosen) > 1 else f"holds {names}"
