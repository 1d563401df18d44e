"""The stanza in `.pre-commit-config.yaml`: text stays, meaning is added, everything comes out again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from trove_git.errors import TroveError
from trove_git.hooks import precommit
from trove_git.hooks.origin import Origin
from trove_git.hooks.precommit_config import (
    STAGES_BY_ID,
    add_to_config,
    ids_of,
    remove_from_config,
    render_stanza,
)
from trove_git.hooks.stubs import ALL_HOOKS, DEFAULT_HOOKS

ROOT = Path(__file__).parents[2]
ORIGIN = Origin("https://example.org/trove-git", "v1.0.0")
STANZA = render_stanza(ids_of(DEFAULT_HOOKS), None)

OWN = "-   repo: https://example.org/a\n    rev: v1\n    hooks:\n    -   id: a  # mine\n"
CONFIGS = {
    "plain": f"repos:\n{OWN}",
    "header": f"# See https://pre-commit.com\n\nrepos:\n{OWN}",
    "indented": "repos:\n" + "".join(f"  {line}\n" for line in OWN.splitlines()),
    "keys behind": f"repos:\n{OWN}\n# about stages\ndefault_stages: [pre-commit]\n",
    "comments behind": f"repos:\n{OWN}# the end\n\n",
    "comments between": f"repos:\n# first\n{OWN}# second\n{OWN}",
    "crlf": f"repos:\n{OWN}".replace("\n", "\r\n"),
    "no line end": f"repos:\n{OWN}".rstrip("\n"),
    "empty list": "exclude: ^x\nrepos: []  # none yet\n",
    "types in a line": f"default_install_hook_types: [pre-commit, 'commit-msg']  # mine\nrepos:\n{OWN}",
    "types in a block": f"default_install_hook_types:\n  # mine\n  - pre-commit\n  - pre-push\nrepos:\n{OWN}",
    "types at the end": f"repos:\n{OWN}default_install_hook_types:\n- commit-msg",
    "types all there": f"default_install_hook_types: [{', '.join(DEFAULT_HOOKS)}]\nrepos:\n{OWN}",
    "document start": f"---\nrepos:\n{OWN}...\n",
}


@pytest.mark.parametrize("origin", [None, ORIGIN], ids=["local", "repository"])
@pytest.mark.parametrize("text", CONFIGS.values(), ids=CONFIGS)
def test_the_stanza_is_added_and_the_rest_stays(text: str, origin: Origin | None) -> None:
    stanza = render_stanza(ids_of(DEFAULT_HOOKS), origin)
    edited = add_to_config(text, stanza, DEFAULT_HOOKS)
    before, after = yaml.safe_load(text), yaml.safe_load(edited)
    *others, ours = after["repos"]
    assert others == before["repos"]
    assert [hook["id"] for hook in ours["hooks"]] == ["trove-secrets", "trove-secrets-push", "trove-index"]
    types = after["default_install_hook_types"]
    own_types = before.get("default_install_hook_types", [])
    assert types[: len(own_types)] == own_types
    assert set(types) == {*own_types, *DEFAULT_HOOKS}
    assert {k: v for k, v in before.items() if k not in ("repos", "default_install_hook_types")} == {
        k: v for k, v in after.items() if k not in ("repos", "default_install_hook_types")
    }
    assert add_to_config(edited, stanza, DEFAULT_HOOKS) == edited
    assert remove_from_config(edited) == text


def test_a_file_is_made_and_goes_again() -> None:
    made = add_to_config(None, STANZA, DEFAULT_HOOKS)
    assert yaml.safe_load(made)["repos"][0]["repo"] == "local"
    assert add_to_config(made, STANZA, DEFAULT_HOOKS) == made
    assert remove_from_config(made) is None


def test_a_file_that_we_made_stays_when_something_was_added() -> None:
    made = add_to_config(None, STANZA, DEFAULT_HOOKS) + OWN
    assert remove_from_config(made) == OWN


def test_a_stanza_written_by_hand_is_enough() -> None:
    text = "repos:\n- repo: https://example.org/fork\n  rev: v1\n  hooks:\n  - id: trove-secrets\n"
    edited = yaml.safe_load(add_to_config(text, STANZA, DEFAULT_HOOKS))
    assert len(edited["repos"]) == 1
    assert set(edited["default_install_hook_types"]) == set(DEFAULT_HOOKS)


UNFIT = {
    "no repos": "exclude: x\n",
    "in braces": "repos: [{repo: local, hooks: []}]\n",
    "types over lines": "default_install_hook_types: [pre-commit,\n  pre-push]\nrepos:\n- repo: meta\n  hooks: []\n",
    "types empty": "default_install_hook_types:\nrepos:\n- repo: meta\n  hooks: []\n",
}


@pytest.mark.parametrize("text", UNFIT.values(), ids=UNFIT)
def test_another_form_is_left_to_the_user(text: str) -> None:
    with pytest.raises(TroveError, match="cannot be edited") as caught:
        add_to_config(text, STANZA, DEFAULT_HOOKS)
    assert "--print" in caught.value.hint


def test_pre_commit_accepts_what_we_write() -> None:
    for text in (None, CONFIGS["types in a block"], CONFIGS["empty list"]):
        precommit.validate(add_to_config(text, render_stanza(ids_of(ALL_HOOKS), None), ALL_HOOKS), os.environ)
    with pytest.raises(TroveError, match="pre-commit does not accept the configuration"):
        precommit.validate("repos: 1\n", os.environ)


def test_the_manifest_offers_the_same_hooks() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    offered = {hook["id"]: hook for hook in yaml.safe_load(text)}
    assert {name: tuple(offered[name]["stages"]) for name in STAGES_BY_ID} == STAGES_BY_ID
    local = {hook["id"]: hook for hook in yaml.safe_load("\n".join(render_stanza(ids_of(ALL_HOOKS), None)))[0]["hooks"]}
    for name, hook in local.items():
        for key in ("name", "entry", "stages", "always_run", "pass_filenames", "require_serial"):
            assert hook[key] == offered[name][key], (name, key)
    subprocess.run(
        [sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")], check=True
    )
