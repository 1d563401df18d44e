"""Which line of AsciiDoc, Org, a notebook or plain text is cited, and what is shown of it."""

from __future__ import annotations

import pytest

from trove_git.asking.markup import markup_of
from trove_git.ranking.snippet import cite_line

ASCIIDOC = """== Otters

:zebra: x
// zebra
The otter *swims* in
link:a.html[the river] all day. It sleeps at night.

[source,sh]
----
feed zebra
----
"""
ORG = """* Otters
:PROPERTIES:
:ID: zebra
:END:
# zebra
The otter *swims* in
[[a][the river]] all day. It sleeps at night.
#+begin_src sh
feed zebra
#+end_src
"""
NOTEBOOK = """   "source": [
    "## Otters\\n",
    "The otter *swims* in\\n",
    "[the river](a) all day. It sleeps at night."
   ]
  "outputs": [{"text": ["zebra"]}],
   "feed": 1
"""
TEXT = """OTTERS

The otter swims in
the river all day. It sleeps at night.
"""


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [("a.adoc", ASCIIDOC, 6), ("a.org", ORG, 7), ("a.ipynb", NOTEBOOK, 4), ("README", TEXT, 4), ("a.txt", TEXT, 4)],
)
def test_the_sentence_around_the_line(path, text, line):
    cited = cite_line(text.split("\n"), ["river"], markup=markup_of(path))
    assert (cited.number + 1, cited.text) == (line, "The otter swims in the river all day.")


@pytest.mark.parametrize(("path", "text", "line"), [("a.adoc", ASCIIDOC, 10), ("a.org", ORG, 9)])
def test_code_is_cited_as_it_is(path, text, line):
    cited = cite_line(text.split("\n"), ["zebra"], markup=markup_of(path))
    assert (cited.number + 1, cited.text) == (line, "feed zebra")


def test_what_a_notebook_does_not_show_is_not_cited():
    assert "zebra" not in cite_line(NOTEBOOK.split("\n"), ["zebra"], markup=markup_of("a.ipynb")).text
