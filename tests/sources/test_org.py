"""Sections of Org files: headings, settings, drawers, comments; held against pandoc where it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from trove_git.sources.docs import doc_sources
from trove_git.sources.org import plain_org, read_org


def titles(text):
    return [(s.level, s.line, s.title) for s in read_org(text.split("\n")).sections[1:]]


PAGES = [
    pytest.param("* A\ntext\n** B\n* C\n", [(1, 1, "A"), (2, 3, "B"), (1, 4, "C")], id="levels"),
    pytest.param("* TODO [#A] Feed the otter :zoo:daily:\n", [(1, 1, "Feed the otter")], id="keyword, priority, tags"),
    pytest.param("* A [[https://x.example][link]] =code= *b*\n", [(1, 1, "A link code b")], id="marks"),
    pytest.param("*no\n*bold* text\n - *\n", [], id="no headings"),
    pytest.param("#+begin_src org\n,* no\n#+end_src\n* A\n", [(1, 4, "A")], id="escaped"),
    pytest.param(" * item\n* A\n", [(1, 2, "A")], id="an item of a list"),
]


@pytest.mark.parametrize(("text", "expected"), PAGES)
def test_titles(text, expected):
    assert titles(text) == expected


@pytest.mark.skipif(shutil.which("pandoc") is None, reason="pandoc is not installed")
@pytest.mark.parametrize("text", [page.values[0] for page in PAGES])
def test_titles_as_pandoc_has_them(text):
    command = ["pandoc", "-f", "org", "-t", "html", "--wrap=none"]
    made = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    found = re.findall(r"<h([1-6])[^>]*>(.*?)</h\1>", made, re.DOTALL)
    theirs = []
    for level, title in found:
        title = re.sub(r"<span class=\"(?:tag|todo[^\"]*|done[^\"]*)\".*?</span>", "", title)
        title = re.sub(r"<span class=\"tag\".*", "", title)
        theirs.append((int(level), " ".join(re.sub(r"<[^>]+>|\[#A\]|\u00a0", " ", title).split())))
    ours = [(level, title) for level, _, title in titles(text)]
    assert [level for level, _ in ours] == [level for level, _ in theirs]
    assert [title for _, title in ours] == [re.sub(r" (?:TODO|DONE) ", " ", t) for _, t in theirs]


def test_what_readers_do_not_see():
    text = (
        "#+TITLE: The *Otter*\n#+KEYWORDS: river\n#+STARTUP: zebra\n# zebra\n* A\n:PROPERTIES:\n:ID: zebra\n:END:\n"
        "Seen.\n"
        "#+begin_comment\nzebra\n#+end_comment\n#+begin_src sh\ncode\n#+end_src\n:not: a drawer\n"
    )
    sources, notes = doc_sources("docs/a.org", text.encode(), "")
    body = "\n".join(s.body for s in sources)
    assert "zebra" not in body
    assert [word for word in ("river", "Seen.", "code", ":not: a drawer") if word not in body] == []
    assert sources[-1].title == "The Otter > A"
    assert notes == []


def test_plain():
    assert plain_org("see [[a][the guide]] and [[b]], ~x~ /y/ 2*3*4") == "see the guide and b, x y 2*3*4"
