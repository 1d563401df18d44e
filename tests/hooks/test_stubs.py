"""The stubs as text: complete, readable by every shell, and in step with what counts as a doc."""

from __future__ import annotations

import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.errors import TroveError
from trove_git.gate import PATHSPECS
from trove_git.hooks import stubs
from trove_git.sources.doc_rules import AGENT_FILES, DOC_SUFFIXES, PAGE_NAMES, RULE_FOLDERS, TROVE, DocRules

FOLDER = Path(__file__).parents[2] / "hooks"


def test_there_is_one_for_every_hook() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(stubs.ALL_HOOKS)
    assert all(path.stat().st_mode & stat.S_IXUSR for path in FOLDER.iterdir())


@pytest.mark.parametrize("name", stubs.ALL_HOOKS)
@pytest.mark.parametrize("shell", ["sh", "bash", "dash"])
def test_shells_can_read_it(name: str, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    subprocess.run([shell, "-n", str(FOLDER / name)], check=True)


@pytest.mark.parametrize("name", ["pre-commit", "pre-merge-commit", "pre-push"])
def test_the_gates_look_at_every_kind_of_doc(name: str, repo: Repo) -> None:
    specs = re.findall(r"'(:\(top[^']*)'", stubs.read_stub(name))
    assert tuple(specs) == PATHSPECS
    paths = [f"{TROVE}entries/a.md", f"x/{TROVE}a.json", *(f"docs/x/A{suffix}" for suffix in DOC_SUFFIXES)]
    paths += [f"x/{page.upper()}" for page in PAGE_NAMES] + [f"x/{page}.txt" for page in PAGE_NAMES]
    paths += [*AGENT_FILES, *(f"{folder}/a.md" for folder in RULE_FOLDERS), ".github/a.md"]
    paths = [path for path in paths if path not in (".clinerules",)]
    assert all(rules.kind_of(path) for rules in [DocRules()] for path in paths if not path.startswith("x/.claude"))
    repo.commit(files=dict.fromkeys([*paths, "src/a.py", "Makefile", "a.json", "img/a.png"], "x"))
    found = repo.git("ls-files", "-z", "--", *specs).split("\0")
    assert set(found) - {""} == set(paths)


def test_a_merge_is_guarded_like_a_commit() -> None:
    commit, merge = (stubs.read_stub(name) for name in stubs.STAGED_GATES)
    commit = re.sub(r"\t# A merge that is committed by hand.*?\n\tfi\n", "", commit, flags=re.DOTALL)
    assert merge == commit.replace("pre-commit", "pre-merge-commit").replace(" commit ", " merge ").replace(
        "the commit is", "the merge is"
    )


def test_the_program_is_named_with_whatever_is_in_its_path() -> None:
    body = stubs.render_body("pre-commit", stubs.Local("/it's here/git-trove"))
    assert not body.startswith("#!")
    assert body.split("\n")[2] == "\tgit_trove_program='/it'\"'\"'s here/git-trove'"


def test_without_anything_known_a_stub_is_as_it_is() -> None:
    for name in stubs.ALL_HOOKS:
        assert f"{stubs.SHEBANG}\n{stubs.render_body(name, stubs.Local())}" == stubs.read_stub(name)


@pytest.mark.parametrize("name", stubs.ALL_HOOKS)
def test_as_a_command_its_last_word_takes_the_arguments(name: str) -> None:
    command = stubs.render_command(name, stubs.Local())
    assert command.endswith("}\ngit_trove")
    subprocess.run(["sh", "-n", "-c", f'{command} "$@"'], check=True)


def test_an_installation_without_stubs_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stubs, "_CHECKOUT", tmp_path)
    with pytest.raises(TroveError, match="the hook stubs are missing"):
        stubs.read_stub("pre-commit")
    (tmp_path / "pre-commit").write_text("#!/bin/sh\nx\n")
    assert stubs.render_body("pre-commit", stubs.Local()) == "x\n"
