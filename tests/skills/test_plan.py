"""What installing and uninstalling does to each file, as tables."""

from __future__ import annotations

import pytest

from trove_git.skills.manifest import digest
from trove_git.skills.plan import Step, plan_install, plan_uninstall

OLD, NEW, MINE = b"old\n", b"new\n", b"mine\n"
O, N = digest(OLD), digest(NEW)  # noqa: E741

INSTALL = [
    ("nothing there", {"a": NEW}, {}, {}, [Step("a", "made", NEW)], {"a": N}),
    ("the same there", {"a": NEW}, {"a": NEW}, {"a": N}, [Step("a", "unchanged")], {"a": N}),
    ("the same, not recorded", {"a": NEW}, {"a": NEW}, {}, [Step("a", "unchanged")], {"a": N}),
    ("the same with other line ends", {"a": NEW}, {"a": b"new\r\n"}, {"a": N}, [Step("a", "unchanged")], {"a": N}),
    ("ours of before", {"a": NEW}, {"a": OLD}, {"a": O}, [Step("a", "changed", NEW)], {"a": N}),
    ("ours with other line ends", {"a": NEW}, {"a": b"old\r\n"}, {"a": O}, [Step("a", "changed", NEW)], {"a": N}),
    ("changed by a person", {"a": NEW}, {"a": MINE}, {"a": O}, [Step("a", "kept")], {"a": O}),
    ("written by a person", {"a": NEW}, {"a": MINE}, {}, [Step("a", "kept")], {}),
    ("removed by a person", {"a": NEW}, {}, {"a": O}, [Step("a", "made", NEW)], {"a": N}),
    ("no longer brought", {}, {"a": OLD}, {"a": O}, [Step("a", "removed")], {}),
    ("no longer brought, changed", {}, {"a": MINE}, {"a": O}, [Step("a", "kept")], {}),
    ("no longer brought, gone", {}, {}, {"a": O}, [], {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("wanted", "present", "recorded", "steps", "record"), [r[1:] for r in INSTALL], ids=[r[0] for r in INSTALL]
)
def test_install(wanted, present, recorded, steps, record) -> None:
    assert plan_install(wanted, present, recorded) == (steps, record)


@pytest.mark.parametrize(
    ("present", "verbs"),
    [({"a": OLD}, ["removed"]), ({"a": MINE}, ["kept"]), ({}, []), ({"b": OLD}, [])],
    ids=["ours", "changed", "gone", "another"],
)
def test_uninstall(present, verbs) -> None:
    assert [step.verb for step in plan_uninstall(present, {"a": O})] == verbs
