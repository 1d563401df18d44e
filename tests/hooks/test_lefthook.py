"""lefthook's configuration, edited as text."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from trove_git.hooks import blocks, lefthook
from trove_git.hooks.stubs import ALL_HOOKS

EDITED = {
    "empty": "",
    "other hooks": "commit-msg:\n  commands:\n    lint:\n      run: commitlint {1}\n",
    "commands": "pre-commit:\n  parallel: true\n  commands: # mine\n    lint:\n      run: npm run lint\n",
    "jobs": "pre-commit:\n  jobs:\n    - name: lint\n      run: npm run lint\n",
    "jobs at the margin of their key": "pre-commit:\n  jobs:\n  - run: a\n\npre-push:\n  jobs:\n  - run: x\n",
    "crlf": "pre-commit:\r\n  commands:\r\n    lint:\r\n      run: npm run lint\r\n",
    "no line end": "pre-commit:\n  commands:\n    lint:\n      run: npm run lint",
    "comments": "# top\n\npre-commit:\n  # more\n  commands:\n\n    # lint\n    lint:\n      run: a\n# end\n",
    "quoted": '"pre-commit":\n  commands:\n    lint:\n      run: a\n',
}


@pytest.mark.parametrize("text", EDITED.values(), ids=EDITED)
def test_each_hook_runs_ours_and_what_it_ran(text: str) -> None:
    edited = text
    for name in ALL_HOOKS:
        added = lefthook.add_section(edited, name)
        assert added is not None
        edited = added
    before, after = yaml.safe_load(text) or {}, yaml.safe_load(edited)
    for name in ALL_HOOKS:
        commands = after[name].get("commands") or {job.get("name", i): job for i, job in enumerate(after[name]["jobs"])}
        assert commands["trove"]["run"].startswith(f"git-trove hook {name}")
        commands.pop("trove")
    for name, section in before.items():
        if "jobs" in section:
            assert after[name]["jobs"][-len(section["jobs"]) :] == section["jobs"]
        else:
            assert after[name] == section
    assert blocks.remove(edited) == text


LEFT = {
    "in braces": "pre-commit: {commands: {lint: {run: a}}}\n",
    "scripts only": "pre-commit:\n  scripts:\n    a.sh:\n      runner: bash\n",
    "commands in braces": "pre-commit:\n  commands: {lint: {run: a}}\n",
    "twice": "pre-commit:\n  jobs:\n    - run: a\npre-commit:\n  jobs:\n    - run: b\n",
    "of another hook": "pre-commit:\n  parallel: true\npre-push:\n  commands:\n    a:\n      run: b\n",
}


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_a_section_of_another_form_is_left_alone(text: str) -> None:
    assert lefthook.add_section(text, "pre-commit") is None


def test_what_is_left_alone_is_named_with_what_to_add(tmp_path: Path) -> None:
    path = tmp_path / "lefthook.yml"
    path.write_text(LEFT["scripts only"])
    plan = lefthook.plan_lefthook(str(path), ("pre-commit", "pre-push"))
    assert [(u.name, u.line) for u in plan.unguarded] == [
        ("pre-commit", "pre-commit:\n  commands:\n    trove:\n      run: git-trove hook pre-commit"),
    ]
    assert yaml.safe_load(str(plan.changes[0].after))["pre-push"]["commands"]["trove"] == {
        "run": "git-trove hook pre-push {1} {2}",
        "use_stdin": True,
    }


@pytest.mark.parametrize("path", ["", "/x/lefthook.toml"])
def test_only_yaml_is_edited(path: str) -> None:
    plan = lefthook.plan_lefthook(path, ("pre-commit",))
    assert (plan.changes, len(plan.unguarded)) == ((), 1)


def test_the_snippet_is_valid() -> None:
    value = yaml.safe_load(lefthook.snippet(ALL_HOOKS))
    assert set(value) == set(ALL_HOOKS)
    assert value["post-checkout"]["commands"]["trove"]["run"] == "git-trove hook post-checkout {1} {2} {3} || true"
