"""The numbers that decide whether an index is built again: each must rise when what it stands for changes.

The corpus in `tests/corpus` is read as the program reads it. When a digest differs, indexes that users
have hold something else than new ones would: the number is raised, gets its line, and both are written here.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.repos import Repo
from tests.support.tools import FakeMachine
from trove_git.code.extract import extract_facts
from trove_git.code.facts import FileFacts, Import, Symbol
from trove_git.code.language_table import TABLE
from trove_git.code.versions import FACTS_VERSION
from trove_git.index.record import own_names, pack_source
from trove_git.index.schema import document
from trove_git.index.store import FORMAT_VERSION
from trove_git.layers.ages import AGES_VERSION, open_changes
from trove_git.layers.code_build import read_code_tree, summary_sources
from trove_git.layers.history_build import read_newest
from trove_git.layers.history_layer import HISTORY_VERSION
from trove_git.paths import RepoPath
from trove_git.records import HistoryCommit, Oid, Source
from trove_git.sources.code import symbol_sources
from trove_git.sources.commits import commit_source
from trove_git.sources.docs import doc_sources
from trove_git.sources.entries import entry_sources
from trove_git.sources.tools import read_catalog, tool_source
from trove_git.sources.versions import CATALOG_VERSION, CODE_VERSION, COMMITS_VERSION, CORPUS_VERSION
from trove_git.terms import TERMS_VERSION, question_terms, source_terms
from trove_git.workspace.workspace import find_workspace

CORPUS = Path(__file__).parent / "corpus"
TROVE = ".claude/trove/entries/"
FILES = {
    re.sub("^trove/", TROVE, file.relative_to(CORPUS).as_posix()): file.read_bytes()
    for file in sorted(CORPUS.rglob("*"))
    if file.is_file() and "__pycache__" not in file.parts
}
"""Path → content; the entries where a trove has them."""

EXPECTED = {
    "FACTS_VERSION": (7, "d6e8e7112cfdeb58"),
    "CODE_VERSION": (2, "a1e3ed1ad591cc3a"),
    "CORPUS_VERSION": (6, "ef1889d50d58ab5b"),
    "COMMITS_VERSION": (1, "53aba2ea92454921"),
    "CATALOG_VERSION": (1, "5e73be559e0ad45b"),
    "TERMS_VERSION": (5, "e64884b80e655bc1"),
    "FORMAT_VERSION": (1, "f933e2bd1936b856"),
    "HISTORY_VERSION": (2, "0391d4305476e567"),
    "AGES_VERSION": (2, "67fa8fd3db36ad0b"),
}
"""Name → number and digest."""

NO_FACTS = FileFacts("", (), (), "", "", 0, "", 9, size_bytes=90)
RATES = (
    Symbol("LIMIT_GRAMS", "constant", "", "LIMIT_GRAMS = 20_000", "", 5, 5, True),
    Symbol("Rate", "class", "", "class Rate", "What one carrier asks for.", 8, 19, True),
    Symbol("price", "method", "Rate", "def price(self, grams: int) -> int", "Return the price.", 14, 16, True),
    Symbol("_steps", "method", "Rate", "def _steps(self, grams: int) -> int", "", 18, 19, False),
)
QUOTE = (Symbol("cheapest", "function", "", "def cheapest(rates, grams)", "Return the price as JSON.", 9, 13, True),)
TAKEN = (Import("json", (), 3), Import(".rates", ("LIMIT_GRAMS", "Rate"), 6))
TEST = (Symbol("test_the_cheapest_wins", "function", "", "def test_the_cheapest_wins()", "", 5, 6, True),)
TESTED = (Import("parcel.quote", ("cheapest",), 1),)
FACTS = {
    "python/parcel/rates.py": FileFacts("Python", RATES, (), "", "Rates of carriers.", 1, "", 19),
    "python/parcel/quote.py": FileFacts("Python", QUOTE, TAKEN, "", "The cheapest carrier.", 1, "on zones", 13),
    "python/tests/test_quote.py": FileFacts("Python", TEST, TESTED, "", "", 0, "", 6),
}
"""Path → facts, as they are in no other version either."""

WORDS = (
    "fetchWithRetry fetch_with_retry HTTPServer2 caches caching cached entries Größe naïve Straße x86_64 the of and "
    "Häuser Prüfungen studies boxes running stopped parsed classes Übersicht IPv6 OAuth2Client OAuth2Token a_b_c 12345 "
    "проверки キャッシュの設定 缓存 v1.2.3 __init__ don't e-mail ﬁle "
    "C++ C++17 C# .NET Node.js Objective-C \u0939\u093f\u0928\u094d\u0926\u0940 \u0142\u00f3d\u017a soft\u00adhyphen "
)


def facts(_repo: Repo) -> list[object]:
    return [extract_facts(path, data) for path, data in FILES.items()]


def code(repo: Repo) -> Iterable[object]:
    """Facts written by hand, so that only what is made of them decides."""
    repo.commit(files={path: data for path, data in FILES.items() if path.startswith("python/")})
    workspace = find_workspace(str(repo.path))
    tree = read_code_tree(workspace, workspace.repository.head, sizes=False)
    for file in tree.files:
        lines = FILES[file.path].decode().split("\n")
        symbols = list(symbol_sources(file.path, file.oid, lines, FACTS.get(file.path, NO_FACTS)))
        yield symbols, [own_names(symbol) for symbol in symbols]
    yield summary_sources(tree, {file.path: FACTS.get(file.path, NO_FACTS) for file in tree.files})


def corpus(_repo: Repo) -> Iterable[object]:
    for path, data in FILES.items():
        if path.startswith(TROVE):
            yield entry_sources("project", path, data, "")
            yield entry_sources("personal", path, data, "")
        elif path.startswith("docs/") or path.endswith(".md"):
            yield doc_sources(path, data, "")


def commits(_repo: Repo) -> Iterable[object]:
    message = "belt: stop at night\n\nIt ran on.\n\nReviewed-by: Somebody\n\tindented\n"
    paths = (RepoPath("go/belt/belt.go"), RepoPath("docs/guide.md"))
    yield commit_source(
        HistoryCommit(Oid("1" * 40), 1_700_000_000, "belt: stop at night", (Oid("2" * 40),), paths), message
    )


def catalog(repo: Repo) -> Iterable[object]:
    machine = FakeMachine(repo.path / "machine")
    machine.described("weigh", "print the weight of files")
    machine.described("python3", "an interpreter")
    machine.command("python3.12")
    machine.command("unknown")
    machine.package("belts", "moves things", str(machine.command("belt")))
    for tool in read_catalog(machine.machine()):
        here = str(repo.path)
        tool = tool._replace(path=tool.path.replace(here, ""), origin=tool.origin.replace(here, ""))
        yield tool, tool_source(tool)


def terms(_repo: Repo) -> Iterable[object]:
    yield source_terms(WORDS), question_terms(WORDS)


def form(_repo: Repo) -> Iterable[object]:
    """Words that yield themselves, so that only the record and the fields decide."""
    plain = Source("module", "lib/belt.go", 1, 9, "belt", "alpha beta beta", names=("gamma",), used_by=3)
    entry = Source("project", "e.md", 5, 9, "delta", "alpha", keywords=("beta",), entry_type="gotcha", tags=("omega",))
    for packed in map(pack_source, (plain, entry)):
        yield packed, sorted(document(packed).to_dict())


def history(repo: Repo) -> Iterable[object]:
    return read_newest(lived(repo).repository, lived(repo).repository.head)


def ages(repo: Repo) -> Iterable[object]:
    workspace = lived(repo)
    return sorted(open_changes(workspace, workspace.repository.head).items())


def lived(repo: Repo):
    """Give the repository a small history: a change, a move, a merge."""
    if not (repo.path / ".git" / "refs" / "heads" / "side").exists():
        repo.commit("first", {"docs/a.md": "# A\n", "b.md": "# B\n", "c.py": "x = 1\n"})
        repo.git("branch", "side")
        repo.git("mv", "b.md", "docs/b.md")
        repo.commit("move b", {"docs/a.md": "# A\nmore\n"})
        repo.git("checkout", "-q", "side")
        repo.commit("side: ü\n\nbody", {"c.py": "x = 2\n"})
        repo.git("checkout", "-q", "-")
        repo.tick("merge", "-q", "--no-edit", "side")
    return find_workspace(str(repo.path))


ROWS = [
    ("FACTS_VERSION", FACTS_VERSION, facts, "code/versions.py"),
    ("CODE_VERSION", CODE_VERSION, code, "sources/versions.py"),
    ("CORPUS_VERSION", CORPUS_VERSION, corpus, "sources/versions.py"),
    ("COMMITS_VERSION", COMMITS_VERSION, commits, "sources/versions.py"),
    ("CATALOG_VERSION", CATALOG_VERSION, catalog, "sources/versions.py"),
    ("TERMS_VERSION", TERMS_VERSION, terms, "terms.py"),
    ("FORMAT_VERSION", FORMAT_VERSION, form, "index/store.py"),
    ("HISTORY_VERSION", HISTORY_VERSION, history, "layers/history_layer.py"),
    ("AGES_VERSION", AGES_VERSION, ages, "layers/ages.py"),
]


@pytest.mark.parametrize(("name", "number", "content", "file"), ROWS, ids=[row[0] for row in ROWS])
def test_what_a_number_stands_for_changes_with_the_number(repo, name, number, content, file):
    digest = hashlib.sha256("\n".join(map(repr, content(repo))).encode()).hexdigest()[:16]
    was, before = EXPECTED[name]
    if digest != before and number == was:
        pytest.fail(
            f"{name.removesuffix('_VERSION').lower()} changed: raise {name} in trove_git/{file} to {number + 1}, "
            f'say in its docstring what changed, and write ({number + 1}, "{digest}") into EXPECTED'
        )
    assert EXPECTED[name] == (number, digest)


@pytest.mark.parametrize(("name", "number", "content", "file"), ROWS, ids=[row[0] for row in ROWS])
def test_every_number_has_a_line_that_says_what_changed(name, number, content, file):
    text = (Path(__file__).parent.parent / "trove_git" / file).read_text()
    docstring = text.partition(f"\n{name} = {number}\n")[2].split('"""')[1]
    listed = re.findall(r"^(\d+) \(\d{4}-\d\d-\d\d\): .", docstring, re.MULTILINE)
    assert list(map(int, listed)) == [*range(1, number + 1)]


def test_the_corpus_has_every_language():
    assert {names.language for names in TABLE.values()} == {
        fact.language for fact in facts(None) if isinstance(fact, FileFacts)
    } - {""}


def test_a_change_is_told_apart_from_a_raise(monkeypatch, repo):
    monkeypatch.setitem(EXPECTED, "TERMS_VERSION", (TERMS_VERSION, "0" * 16))
    with pytest.raises(pytest.fail.Exception, match=r"terms changed: raise TERMS_VERSION in trove_git/terms\.py"):
        test_what_a_number_stands_for_changes_with_the_number(repo, "TERMS_VERSION", TERMS_VERSION, terms, "terms.py")
