"""Which directives of reStructuredText describe an object, such as a setting or a function, and how it is called."""

from __future__ import annotations

import re
from collections.abc import Sequence

MAX_NAME_CHARACTERS = 300

_OBJECTS = frozenset(
    """
    describe object confval option cmdoption envvar directive
    function data exception class attribute method classmethod staticmethod decorator decoratormethod property type
    coroutine coroutinefunction coroutinemethod cofunction corofunction comethod abstractmethod abstractclass
    member macro struct union enum enumerator var concept opcode pdbcommand audit-event
    """.split()
)
"""Of Sphinx and the extensions that many projects share, without their domains."""

_LABELS = frozenset(
    """
    setting signal command reqmeta templatetag templatefilter fieldlookup django-admin django-admin-option
    event control state task fixture globalvar hook job-option program-option
    """.split()
)
"""What projects name with `add_crossref_type` or `add_object_type`: labels of a title, or descriptions."""

_NO_OBJECTS = frozenset(
    """
    module currentmodule namespace namespace-push namespace-pop alias expr import package currentpackage
    """.split()
)
"""Of domains: what speaks about a place and not an object."""

CODE_DIRECTIVES = frozenset(
    """
    code code-block sourcecode literalinclude parsed-literal math prompt testcode testoutput doctest productionlist
    csv-table graphviz digraph graph mermaid uml plantuml inheritance-diagram ipython jupyter-execute
    """.split()
)
"""Their content is no reStructuredText."""

UNSEEN_DIRECTIVES = frozenset(
    """
    highlight default-role role raw tabularcolumns testsetup testcleanup currentmodule py:currentmodule
    currentlibrary c:namespace cpp:namespace sectionauthor codeauthor contents default-domain
    """.split()
)
"""A reader sees nothing of them where they stand."""

_CALL = re.compile(r"(?<=[\w\]>])\s?\(")
_LITERAL_DOMAINS = frozenset(("http", "rst", "std", "describe", "option", "cmdoption", "object", "confval", "setting"))
"""Brackets belong to the names of what they describe."""


def is_object(name: str) -> bool:
    """Whether a directive describes an object; `name` is in small letters."""
    domain, _, kind = name.rpartition(":")
    if not domain:
        return kind in _OBJECTS or kind in _LABELS
    return kind not in _NO_OBJECTS and not kind.startswith("auto") and domain.isidentifier()


def is_label(name: str) -> bool:
    """Whether a directive describes an object only where it has content: without, it names a title."""
    return name in _LABELS


def names_of(directive: str, lines: Sequence[str]) -> str:
    """Return how the objects of one directive are called: their signatures without parameters.

    Args:
        directive: its name, in small letters.
        lines: of its argument; a line goes on where a backslash ends it or brackets are open.
    """
    literal = directive.partition(":")[0] in _LITERAL_DOMAINS
    names, held = list[str](), 0
    for line in lines:
        line = line[:MAX_NAME_CHARACTERS]
        goes_on = line.endswith("\\")
        if not held:
            names.append(_name(line, literal=literal))
        held = 1 if goes_on else 0 if literal else max(0, _opened(line) + held)
    return ", ".join(dict.fromkeys(filter(None, names)))


def _opened(line: str) -> int:
    """Return how many brackets a line leaves open."""
    return sum(line.count(letter) for letter in "([{") - sum(line.count(letter) for letter in ")]}")


def _name(signature: str, *, literal: bool) -> str:
    signature = signature.rstrip("\\").strip()
    if signature.startswith(".. "):
        return signature[3:].removesuffix("::")
    call = None if literal else _CALL.search(signature)
    return f"{signature[: call.start()]}()" if call else signature
