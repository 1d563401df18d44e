"""Categories together: which counts where two overlap, and which are looked for."""

from __future__ import annotations

from trove_git.redaction.private import Names, Private, add_apart, find_private

TEXT = "ana@build.internal, 10.1.2.3, /home/ana/Zeb, http://ci/, +46 8 123 456 78, Zeb"


def found(names=None, **categories):
    names = names or Names(("Zeb",), ("build.internal",), "ana")
    return [(TEXT[s.start : s.end], s.category) for s in find_private(TEXT, names, **categories)]


def test_each_piece_has_one_category():
    assert found() == [
        ("ana@build.internal", "email"),
        ("10.1.2.3", "ip"),
        ("/home/ana/Zeb", "path"),
        ("ci", "host"),
        ("+46 8 123 456 78", "phone"),
        ("Zeb", "customer"),
    ]


def test_only_wanted_categories():
    assert found(categories=("customer", "path")) == [
        ("ana", "path"),
        ("/home/ana/Zeb", "path"),
        ("Zeb", "customer"),
    ]


def test_the_longer_of_two_counts_and_what_is_taken_stays():
    taken = [Private(0, 2, "a"), Private(10, 12, "a")]
    offered = [Private(1, 9, "b"), Private(3, 5, "b"), Private(3, 8, "b"), Private(8, 10, "b"), Private(9, 11, "b")]
    assert add_apart(taken, offered) == [
        Private(0, 2, "a"),
        Private(3, 8, "b"),
        Private(8, 10, "b"),
        Private(10, 12, "a"),
    ]
