"""A workspace: whose settings it has, and with which commit's."""

from __future__ import annotations

from trove_git.gitrepo.repository import Root
from trove_git.workspace.workspace import Workspace

WORKSPACE = Workspace(Root("/nowhere", None), flags={"limit": "3"}, git_config={"budget": ["9"]})


def test_settings_are_the_users_and_with_a_config_those_of_the_commit_too() -> None:
    assert (WORKSPACE.settings.limit, WORKSPACE.settings.budget_tokens, WORKSPACE.settings.docs) == (3, 9, ())
    found = WORKSPACE.settings_with({"limit": ["4"], "budget": ["5"], "docs": ["*.txt"]})
    assert (found.limit, found.budget_tokens, found.docs) == (3, 9, ("*.txt",))


def test_settings_are_resolved_once_and_anew_for_another_workspace() -> None:
    assert WORKSPACE.settings is WORKSPACE.settings
    assert WORKSPACE._replace(flags={"limit": "5"}).settings.limit == 5
