"""The hunk at an old line, and what of it is shown."""

from __future__ import annotations

import os

import pytest

from trove_git.doubt.evidence import Evidence, WatchedFile
from trove_git.doubt.judge import Reason
from trove_git.gitrepo.repository import find_root
from trove_git.reviewing.change import MOST_LINES, read_change

OLD = "".join(f"line {n}\n" if n % 2 else "\n" for n in range(1, 41))


def change(repo, old: str, new: str, line: int, now: str = "a.c"):
    then = repo.commit(files={"a.c": old})
    if now != "a.c":
        repo.git("mv", "a.c", now)
    head = repo.commit(files={now: new})
    evidence = Evidence((WatchedFile("a.c", old, now, new),))
    return read_change(
        find_root(str(repo.path), os.environ).repository, Reason("x", 0.5, 0, "a.c", line), then, evidence, head
    )


def test_the_hunk_of_the_line_and_no_other(repo):
    new = OLD.replace("line 5\n", "LINE 5\n").replace("line 31\n", "LINE 31\n")
    assert change(repo, OLD, new, 31) == ("@@ -30,3 +30,3 @@ a.c", "-line 31", "+LINE 31")
    assert change(repo, OLD, new, 17) == ()


def test_a_file_that_moved(repo):
    assert change(repo, OLD, OLD.replace("line 5\n", "LINE 5\n"), 5, "b.c")[1:] == ("-line 5", "+LINE 5")


@pytest.mark.parametrize("line", [3, 19, 39])
def test_of_a_long_hunk_the_line_and_what_replaced_it(repo, line):
    found = change(repo, OLD, OLD.replace("line", "LINE").replace("\n\n", "\n \n"), line)
    assert len(found) <= MOST_LINES + 1
    assert f"-line {line}" in found
    assert any(text.startswith("+LINE") for text in found)


def test_without_a_line_or_a_present_file_there_is_none(repo):
    assert change(repo, OLD, OLD + "x\n", 0) == ()
    then = repo.head
    evidence = Evidence((WatchedFile("a.c", OLD, "", ""),))
    assert (
        read_change(
            find_root(str(repo.path), os.environ).repository, Reason("x", 0.5, 0, "a.c", 1), then, evidence, then
        )
        == ()
    )
