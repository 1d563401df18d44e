"""What makes an entry doubtful, and what does not: tables of small files."""

from __future__ import annotations

import pytest

from trove_git.doubt.claims import find_claims
from trove_git.doubt.evidence import Evidence, GonePath, WatchedFile
from trove_git.doubt.judge import CHANGED, DANGLING, DOUBTFUL, HOLDS, THRESHOLD, holds_text, judge
from trove_git.entries.entry import parse_entry

BODY = "The client gives up after `RETRY_LIMIT` = 30 attempts in `fetch()`, see src/net.py."
OLD = "RETRY_LIMIT = 30\n\ndef fetch(client):\n    return client.get(RETRY_LIMIT)\n\ndef close():\n    pass\n"


def entry(body: str = BODY):
    return parse_entry(f"---\ntitle: Retries stop\n---\n{body}\n".encode(), "a.md")


def judged(new: str | None, body: str = BODY, **evidence):
    """Judge an entry whose file became `new`; None for gone."""
    file = WatchedFile("src/net.py", OLD, "" if new is None else "src/net.py", new or "", named=True)
    e = entry(body)
    return judge(e, find_claims(e), Evidence(files=(file,), held_now={}, **evidence))


@pytest.mark.parametrize(
    ("new", "level"),
    [
        (OLD, HOLDS),
        (OLD + "\ndef more():\n    return 1\n", CHANGED),
        (OLD.replace("pass", "stop()"), CHANGED),
        ("# A comment\n" * 30 + OLD, CHANGED),
        (OLD.replace("= 30", "= 60"), DOUBTFUL),
        (OLD.replace("fetch", "load"), DOUBTFUL),
    ],
    ids=["same", "added to", "elsewhere", "moved down", "another value", "the function left"],
)
def test_a_changed_file_is_no_reason_and_a_changed_fact_is(new, level):
    assert judged(new).level == level


def judged_tree(new: str, *, then: set[str], now: set[str]):
    file = WatchedFile("src/net.py", OLD, "src/net.py", new, named=True)
    e = entry()
    held = {"RETRY_LIMIT": frozenset(then)}
    return judge(e, find_claims(e), Evidence((file,), {}, held, {"RETRY_LIMIT": frozenset(now)}))


def test_a_name_that_is_nowhere_dangles_and_one_that_moved_is_less():
    renamed = OLD.replace("RETRY_LIMIT", "ATTEMPTS")
    gone = judged_tree(renamed, then={"src/net.py"}, now=set())
    assert gone.level == DANGLING
    told = next(r for r in gone.reasons if r.text == "RETRY_LIMIT is nowhere in the tree any more")
    assert (told.path, told.line, told.entry_line) == ("src/net.py", 1, 4)
    moved = judged_tree(renamed, then={"src/net.py"}, now={"src/limits.py"})
    assert moved.score < gone.score
    assert any(r.text == "RETRY_LIMIT left src/net.py for src/limits.py" for r in moved.reasons)
    stayed = judged_tree(renamed, then={"src/net.py", "src/x.py"}, now={"src/x.py"})
    assert any(r.text == "RETRY_LIMIT is no longer in src/net.py" for r in stayed.reasons)


def test_what_never_was_there_is_not_missed():
    assert judged(OLD, "Use `other_tool` of `another_project` with src/net.py.").score == 0


def test_where_the_tree_cannot_be_searched_nothing_is_said_to_be_gone():
    file = WatchedFile("src/net.py", OLD, "src/net.py", OLD.replace("RETRY_LIMIT", "ATTEMPTS"))
    e = entry()
    found = judge(e, find_claims(e), Evidence((file,), held_now=None))
    assert not any("nowhere" in r.text or "no longer" in r.text for r in found.reasons)


@pytest.mark.parametrize(
    ("gone", "level", "text"),
    [
        (GonePath("net.py", 4, "src/net.py"), DANGLING, "net.py no longer exists"),
        (GonePath("net.py", 4, "src/net.py", "lib/net.py"), HOLDS, "net.py moved to lib/net.py"),
    ],
)
def test_paths_that_are_gone(gone, level, text):
    e = entry("See net.py.")
    found = judge(e, (), Evidence(gone=(gone,)))
    assert (found.level, found.reasons[0].text) == (level, text)


def test_of_a_compound_the_last_name_counts():
    then = {"Client.fetch": frozenset({"docs/a.md"})}
    e = entry("Call `Client.fetch`.")
    texts = [OLD + "\n", OLD.replace("fetch", "load")]
    scores = []
    for new in texts:
        file = WatchedFile("src/net.py", OLD, "src/net.py", new)
        found = judge(e, find_claims(e), Evidence((file,), {}, then, {"Client.fetch": frozenset()}))
        scores.append(found.score)
    assert scores[0] < THRESHOLD <= scores[1]


def test_tests_do_not_keep_a_name_in_its_file():
    new = OLD.replace("fetch", "load")
    files = (
        WatchedFile("src/net.py", OLD, "src/net.py", new),
        WatchedFile("tests/test_net.py", "fetch(1)\n", "tests/test_net.py", "fetch(1)\n", aside=True),
    )
    e = entry("`fetch()` is the way.")
    found = judge(e, find_claims(e), Evidence(files, held_now={}))
    assert found.reasons[0].text == "fetch is no longer in src/net.py"


def test_files_that_were_guessed_say_half():
    scores = []
    for guessed in (False, True):
        file = WatchedFile("src/net.py", OLD, "src/net.py", "x\n", guessed=guessed)
        e = entry("The retry limit of the client ends every fetch.")
        scores.append(judge(e, find_claims(e), Evidence((file,), held_now={})).score)
    assert scores[1] == pytest.approx(scores[0] / 2)


@pytest.mark.parametrize(
    ("text", "claimed", "held"),
    [
        ("a fetch(b)", "fetch", True), ("prefetch", "fetch", False), ("fetched", "fetch", False),
        ("x --fix y", "--fix", True), ("--fixed", "--fix", False), ("db->dict;", "db->dict", True),
    ],
)  # fmt: skip
def test_whole_words(text, claimed, held):
    assert holds_text(text, claimed) is held
