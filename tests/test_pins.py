"""What an item of `paths:` covers: a table, git's own reading of ignore patterns, and every room that asks."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.repos import Repo, entry
from trove_git.agents.session_branch import changed_paths, touched_entries
from trove_git.asking.ask import Request, ask
from trove_git.commands.index import index
from trove_git.entries.entry import parse_entry
from trove_git.globs import MAX_CHARACTERS
from trove_git.paths import RepoPath
from trove_git.pins import escape, read_pin
from trove_git.reviewing.evidence import Subject, gather
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace

FILES = (
    "Makefile", "a.py", "lib/Makefile", "lib/a.py", "lib/src/a.py", "src/[id].py", "src/a.py", "src/a/b.py",
    "src/a/c/x.py", "src/ab.ts", "src/x.py", "x.py",
)  # fmt: skip

TABLE = [
    # item, those of FILES that it covers
    ("src/*.py", "src/[id].py src/a.py src/x.py"),
    ("**/x.py", "src/a/c/x.py src/x.py x.py"),
    ("src/**/x.py", "src/a/c/x.py src/x.py"),
    ("/src", "src/[id].py src/a.py src/a/b.py src/a/c/x.py src/ab.ts src/x.py"),
    ("src", "src/[id].py src/a.py src/a/b.py src/a/c/x.py src/ab.ts src/x.py"),
    ("a.py", "a.py"),
    ("src/", "src/[id].py src/a.py src/a/b.py src/a/c/x.py src/ab.ts src/x.py"),
    ("/src/", "src/[id].py src/a.py src/a/b.py src/a/c/x.py src/ab.ts src/x.py"),
    ("./src", "src/[id].py src/a.py src/a/b.py src/a/c/x.py src/ab.ts src/x.py"),
    ("src/**", "src/[id].py src/a.py src/a/b.py src/a/c/x.py src/ab.ts src/x.py"),
    ("src/*", "src/[id].py src/a.py src/a/b.py src/a/c/x.py src/ab.ts src/x.py"),
    ("src/*/", "src/a/b.py src/a/c/x.py"),
    ("src/**/", "src/a/b.py src/a/c/x.py"),
    ("src/a", "src/a/b.py src/a/c/x.py"),
    ("src/a/**", "src/a/b.py src/a/c/x.py"),
    ("src/a.py/**", ""),
    ("src/a*", "src/a.py src/a/b.py src/a/c/x.py src/ab.ts"),
    ("src/a?.ts", "src/ab.ts"),
    ("src/a?b.py", ""),
    ("src?a.py", ""),
    ("src*a.py", ""),
    ("Makefile", "Makefile"),
    ("/Makefile", "Makefile"),
    ("**/Makefile", "Makefile lib/Makefile"),
    ("Make*", "Makefile lib/Makefile"),
    ("*.ts", "src/ab.ts"),
    ("/*.py", "a.py x.py"),
    ("*/*.py", "lib/a.py src/[id].py src/a.py src/x.py"),
    ("**/src", "lib/src/a.py src/[id].py src/a.py src/a/b.py src/a/c/x.py src/ab.ts src/x.py"),
    ("**/src/**", "lib/src/a.py src/[id].py src/a.py src/a/b.py src/a/c/x.py src/ab.ts src/x.py"),
    ("**/src/*.py", "lib/src/a.py src/[id].py src/a.py src/x.py"),
    ("lib/**/a.py", "lib/a.py lib/src/a.py"),
    ("lib/**/**/a.py", "lib/a.py lib/src/a.py"),
    ("lib/***/a.py", "lib/a.py lib/src/a.py"),
    ("lib/**a.py", "lib/a.py"),
    ("**/a/**/x.py", "src/a/c/x.py"),
    ("s*/?/c", "src/a/c/x.py"),
    ("s[a-z]c/x.py", "src/x.py"),
    ("src/[ax].py", "src/a.py src/x.py"),
    ("src/[!a].py", "src/x.py"),
    ("src/[^a].py", "src/x.py"),
    ("src/[[:alpha:]].py", "src/a.py src/x.py"),
    ("src/[[:digit:]].py", ""),
    ("src/[id].py", ""),
    ("src/\\[id\\].py", "src/[id].py"),
    ("src/[[]*", "src/[id].py"),
    ("src/\\a.py", "src/a.py"),
    ("SRC/*.py", ""),
    ("src/[a", ""),
    ("src/a\\", ""),
    ("src//x.py", "src/x.py"),
    ("src/./x.py", "src/x.py"),
    ("src/../x.py", ""),
    ("../x.py", ""),
    ("!x.py", ""),
    ("#x.py", ""),
    ("~/x.py", ""),
    ("https://example.org/x.py", ""),
    ("*", ""),
    ("**", ""),
    ("**/*", ""),
    ("*.*", ""),
    ("?", ""),
    (".", ""),
    ("/", ""),
]


@pytest.mark.parametrize(("item", "expected"), TABLE, ids=[item for item, _ in TABLE])
def test_what_an_item_covers(item: str, expected: str) -> None:
    pin = read_pin(item)
    assert [path for path in FILES if pin is not None and pin.covers(path)] == expected.split()


@pytest.mark.parametrize(
    ("item", "literal", "start"),
    [
        ("src/net/*.js", "", "src/net/"), ("src/**/a.js", "", "src/"), ("/src/x/[ab]", "", "src/x/"), ("*.js", "", ""),
        ("a?/b", "", ""), ("/src/a.js", "src/a.js", "src/"), ("net/", "net", ""), ("s\\*/b", "s*/b", "s*/"),
        ("src/**", "", "src/"), ("**/src", "", ""), ("a\\b*", "", ""), ("\\!a", "!a", ""),
    ],
)  # fmt: skip
def test_what_is_literal(item: str, literal: str, start: str) -> None:
    pin = read_pin(item)
    assert pin is not None
    assert (pin.literal, pin.start) == (literal, start)


@pytest.mark.parametrize("path", ["src/a.py", "app/[id]/p?*.ts", "a\\b", "!x", "#x", "~x", "x!#~"])
def test_an_escaped_path_means_this_path(path: str) -> None:
    pin = read_pin(escape(path))
    assert pin is not None
    assert pin.literal == path
    assert pin.covers(path)


@pytest.mark.parametrize(
    ("item", "name", "expected"),
    [
        ("[?--]x", "-x", False), ("[+--]x", "-x", True), ("[+--]x", ",x", True), ("[a-c--x]x", "dx", True),
        ("[&&]x", "&x", True), ("[a||b]x", "|x", True), ("[--]x", "-x", True), ("[a-]x", "-x", True),
        ("[]]x", "]x", True),
        ("[!]]x", "ax", True), ("[!]]x", "]x", False), ("[\\]]x", "]x", True), ("[[:]x", ":x", True),
        ("[[:nope:]]x", "nx", False), ("[a-\\c]x", "bx", True), ("x[z-a]", "xb", False), ("[]x", "]x", False),
    ],
)  # fmt: skip
def test_sets_of_characters(item: str, name: str, expected: bool) -> None:
    pin = read_pin(item)
    assert (pin is not None and pin.covers(name)) is expected


def test_an_item_that_is_too_long_pins_nothing() -> None:
    assert read_pin("a" * MAX_CHARACTERS) is not None
    assert read_pin("a" * (MAX_CHARACTERS + 1)) is None


SLOW = """
from trove_git.pins import read_pin
name = "a" * 255
for item in ("*a" * 500 + "b", "*[a]" * 250 + "b", "*?a" * 300 + "*b*", "**/a/" * 200 + "b", "**/*a*a*b/" * 90 + "**"):
    pin = read_pin(item)
    for path in (name, "/".join(["a"] * 2000), "/".join([name] * 16)):
        assert not pin.covers(path) and not pin.fits(path), (item, path)
print("done")
"""


def test_no_item_takes_long() -> None:
    """Following one way after the other would take longer than the world is old; this takes a second."""
    done = subprocess.run([sys.executable, "-c", SLOW], capture_output=True, text=True, timeout=120)
    assert done.stdout == "done\n", done.stderr


def ignored(repo: Repo, pattern: str, paths: list[str]) -> list[str]:
    """Return those paths that git would ignore because of a pattern."""
    (repo.path / ".git" / "info").mkdir(exist_ok=True)
    (repo.path / ".git" / "info" / "exclude").write_text(f"{pattern}\n")
    command = ["git", "-C", str(repo.path), "check-ignore", "--no-index", "--stdin", "-z"]
    done = subprocess.run(command, input="\0".join(paths), capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.split("\0")[:-1]


def means_the_same(pattern: str) -> bool:
    """Whether what git means by a pattern is what an item of `paths:` is documented to mean."""
    told = [part.strip("*?.") for part in pattern.split("/")]
    # In a set, a slash is a character for git; with one that is escaped it begins a folder.
    in_set = re.search(r"\[[!^]?\]?[^\]]*/", pattern) is not None
    dots = {".", ".."} & {*pattern.split("/")}
    empty = "//" in pattern
    return any(told) and not in_set and not dots and not empty and "\\/" not in pattern


NAMES = st.text(alphabet="abc.-]", min_size=1, max_size=4).filter(lambda name: name.strip("."))
PATHS = st.lists(NAMES, min_size=1, max_size=5).map("/".join)
PIECES = st.sampled_from(
    ["a", "b", "c", ".", "-", "*", "?", "**", "/", "/", "**/", "/**", "[ab]", "[!a]", "[^b-]", "[]a]", "[a-c]", "\\a",
     "\\*", "[[:alpha:]]", "[", "]", "[b-a]"]
)  # fmt: skip
PATTERNS = st.lists(PIECES, min_size=1, max_size=7).map("".join).filter(means_the_same)


@settings(max_examples=300)
@given(pattern=PATTERNS, paths=st.lists(PATHS, min_size=1, max_size=12, unique=True))
def test_an_item_covers_what_git_would_ignore(repo: Repo, pattern: str, paths: list[str]) -> None:
    pin = read_pin(pattern)
    # What has no wildcard begins at the root.
    told = f"/{pattern.lstrip('/')}" if pin is not None and pin.literal else pattern
    covered = [path for path in paths if pin is not None and pin.covers(path)]
    assert covered == ignored(repo, told, paths)
    assert all(path.startswith(pin.start) for path in covered if pin is not None)


AS_GIT = [row for row in TABLE if means_the_same(row[0]) and row[0][0] not in "!#~." and ":/" not in row[0]]


@pytest.mark.parametrize(("item", "expected"), AS_GIT, ids=[item for item, _ in AS_GIT])
def test_the_table_is_what_git_would_ignore(repo: Repo, item: str, expected: str) -> None:
    pin = read_pin(item)
    told = f"/{item.lstrip('/')}" if pin is not None and pin.literal else item
    assert ignored(repo, told, list(FILES)) == expected.split()


def entries_of_the_table() -> dict[str, str]:
    """Return an entry for each item of the table."""
    made = {}
    for number, (item, _) in enumerate(TABLE):
        quoted = "'" + item.replace("'", "''") + "'"
        text = entry(f"Zebra {number}", "zebra").replace("tags: []\n", f"tags: []\npaths: [{quoted}]\n")
        made[f".claude/trove/entries/e{number}.md"] = text
    return made


@pytest.mark.parametrize("path", FILES)
def test_every_room_gives_the_answers_of_the_table(repo: Repo, path: str) -> None:
    repo.commit("Start", {**{file: f"# {file}\n" for file in FILES}, **entries_of_the_table()})
    repo.git("switch", "-q", "-c", "branch")
    repo.commit("Change", {path: f"# {path}\n# more\n"})
    expected = {item for item, covered in TABLE if path in covered.split()}
    workspace = find_workspace(str(repo.path), {"limit": 200, "perkind": 200, "budget": 100_000})
    workspace = workspace._replace(here=str(repo.path))
    index(workspace)
    request = Request("zebra", paths=(path,))
    hits = [hit for hit in ask(workspace, request).hits if hit.kind == "project"]
    assert len(hits) == len(TABLE)
    items = {hit.path: TABLE[int(hit.path.rpartition("/e")[2].removesuffix(".md"))][0] for hit in hits}
    assert {items[hit.path] for hit in hits if hit.parts.place > 1} == expected
    assert {items[hit.path] for hit in hits if hit.stale is not None} == expected

    location = locate_troves(workspace).project
    assert location is not None
    inside = f"{location.shown}/"
    below = [full.removeprefix(inside) for full in items]
    touched = touched_entries(location, below, changed_paths(workspace))
    assert {items[f"{inside}{entry}"] for entry in touched} == expected

    head, base = workspace.repository.resolve_commit("HEAD"), workspace.repository.resolve_commit("main")
    subjects = [Subject(parse_entry((repo.path / full).read_bytes(), full), RepoPath(full), base) for full in items]
    found, unread = gather(workspace.repository, head, "", subjects)
    watched = {
        items[subject.path]
        for subject, one in zip(subjects, found, strict=True)
        if any(file.named and file.path == path for file in one.evidence.files)
    }
    assert (watched, unread) == (expected, 0)
