"""The doctor: what is reached is proven by running it, what is not is named with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.hooks import install_in, make_program, snapshot, use_git, write_hook
from tests.support.repos import Repo
from trove_git.commands import doctor as doctor_module
from trove_git.commands.doctor import Diagnosis, diagnose
from trove_git.hooks.doctor import NOT_REACHED, REACHED, SET_UP, is_first
from trove_git.hooks.layout import NATIVE, PRE_COMMIT
from trove_git.hooks.stubs import DEFAULT_HOOKS
from trove_git.workspace import program as program_module
from trove_git.workspace.workspace import find_workspace


def examine(repo: Repo, monkeypatch: pytest.MonkeyPatch, program: Path | str = "/opt/git-trove") -> Diagnosis:
    monkeypatch.setattr(program_module, "find_program", lambda: str(program))
    return diagnose(find_workspace(str(repo.path)))


def states(diagnosis: Diagnosis) -> dict[str, str]:
    return {proof.name: proof.state for proof in diagnosis.proofs}


def detail(diagnosis: Diagnosis, name: str) -> str:
    return next(proof.detail for proof in diagnosis.proofs if proof.name == name)


def test_nothing_is_installed(repo: Repo, monkeypatch) -> None:
    found = examine(repo, monkeypatch)
    assert states(found) == dict.fromkeys(DEFAULT_HOOKS, NOT_REACHED)
    assert detail(found, "pre-push") == "not installed"
    assert not found.is_well


@pytest.mark.parametrize("version", [(2, 39), (2, 34)], ids=["git hook run", "by hand"])
def test_every_hook_answers_and_nothing_else_runs(repo: Repo, monkeypatch, tmp_path, version) -> None:
    for name in DEFAULT_HOOKS:
        write_hook(repo, name, f"#!/bin/sh\n# mine\ntouch '{tmp_path / 'ran'}'\n")
    program = make_program(tmp_path / "bin")
    install_in(repo, monkeypatch, program.path)
    use_git(monkeypatch, version)
    before = snapshot(repo.path)
    found = examine(repo, monkeypatch, program.path)
    assert states(found) == dict.fromkeys(DEFAULT_HOOKS, REACHED)
    assert found.is_well
    assert snapshot(repo.path) == before
    assert not (tmp_path / "ran").exists()
    assert program.calls() == []


def test_what_stands_before_our_lines_is_not_run(repo: Repo, monkeypatch, tmp_path) -> None:
    install_in(repo, monkeypatch, "/opt/git-trove")
    hook = repo.path / ".git" / "hooks" / "pre-commit"
    hook.write_text(hook.read_text().replace("#!/bin/sh\n", f"#!/bin/sh\n\n# first\ntouch '{tmp_path / 'ran'}'\n"))
    found = examine(repo, monkeypatch)
    assert states(found)["pre-commit"] == SET_UP
    assert "lines before ours would run too" in detail(found, "pre-commit")
    assert not (tmp_path / "ran").exists()


def test_a_hook_that_was_made_not_executable(repo: Repo, monkeypatch) -> None:
    install_in(repo, monkeypatch, "/opt/git-trove")
    (repo.path / ".git" / "hooks" / "pre-commit").chmod(0o644)
    found = examine(repo, monkeypatch)
    assert states(found)["pre-commit"] == NOT_REACHED
    assert detail(found, "pre-commit").endswith("it is not executable, so git does not run it")


def test_a_hook_that_somebody_wrote_over_ours(repo: Repo, monkeypatch) -> None:
    install_in(repo, monkeypatch, "/opt/git-trove")
    write_hook(repo, "pre-push", "#!/usr/bin/env python3\n")
    write_hook(repo, "post-merge", "#!/bin/sh\n")
    found = examine(repo, monkeypatch)
    assert detail(found, "pre-push").endswith(
        "has no lines of ours, and it is written for python3 and not for a POSIX shell"
    )
    assert detail(found, "post-merge").endswith("post-merge has no lines of ours")


def test_an_interpreter_that_is_gone(repo: Repo, monkeypatch) -> None:
    write_hook(repo, "pre-commit", "#!/no/such/place/sh\n")
    install_in(repo, monkeypatch, "/opt/git-trove")
    found = examine(repo, monkeypatch)
    assert states(found)["pre-commit"] == NOT_REACHED
    assert "did not answer" in detail(found, "pre-commit")


def test_hooks_path_shadows_what_was_installed(repo: Repo, monkeypatch, tmp_path) -> None:
    install_in(repo, monkeypatch, "/opt/git-trove")
    repo.git("config", "core.hooksPath", str(tmp_path / "other"))
    found = examine(repo, monkeypatch)
    assert detail(found, "pre-commit") == (
        f"our lines are in {repo.path / '.git/hooks/pre-commit'}; "
        f"core.hooksPath is {tmp_path / 'other'}, set in {repo.path / '.git/config'}"
    )


@pytest.mark.parametrize("way", ["GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS"])
def test_the_environment_shadows_them(repo: Repo, monkeypatch, tmp_path, way: str) -> None:
    install_in(repo, monkeypatch, "/opt/git-trove")
    if way == "GIT_CONFIG_COUNT":
        for name, value in (("COUNT", "1"), ("KEY_0", "core.hooksPath"), ("VALUE_0", str(tmp_path))):
            monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    else:
        monkeypatch.setenv("GIT_CONFIG_PARAMETERS", f"'core.hooksPath'='{tmp_path}'")
    found = examine(repo, monkeypatch)
    assert states(found)["post-commit"] == NOT_REACHED
    assert "set in the environment" in detail(found, "post-commit")


def test_a_shared_folder_is_reached_too(repo: Repo, monkeypatch, tmp_path) -> None:
    repo.git("config", "core.hooksPath", str(tmp_path / "my hooks"))
    install_in(repo, monkeypatch, "/opt/git-trove", yes=True)
    assert set(states(examine(repo, monkeypatch)).values()) == {REACHED}


def test_another_version_is_said(repo: Repo, monkeypatch) -> None:
    install_in(repo, monkeypatch, "/opt/older/git-trove")
    found = examine(repo, monkeypatch)
    assert states(found)["pre-commit"] == REACHED
    assert detail(found, "pre-commit").endswith(
        "; of another version or for other settings, git trove install brings it up to date"
    )


def test_settings_that_came_later_are_said(repo: Repo, monkeypatch) -> None:
    install_in(repo, monkeypatch, "/opt/git-trove")
    repo.git("config", "trove.secrets", "src/")
    assert detail(examine(repo, monkeypatch), "pre-commit").endswith("git trove install brings it up to date")
    install_in(repo, monkeypatch, "/opt/git-trove")
    assert detail(examine(repo, monkeypatch), "pre-commit").endswith("hooks/pre-commit")


def test_settings_of_one_clone_do_not_go_into_files_of_all(repo: Repo, monkeypatch) -> None:
    repo.git("config", "trove.docs", "wiki/*.txt")
    repo.git("config", "core.hooksPath", "tools")
    install_in(repo, monkeypatch, "/opt/git-trove", yes=True)
    assert "git_trove_any=yes" not in (repo.path / "tools" / "pre-commit").read_text()
    found = examine(repo, monkeypatch)
    assert detail(found, "pre-commit").endswith("trove.secrets names are looked at when they are pushed")
    assert detail(found, "post-commit").endswith("tools/post-commit")


def test_no_program_to_start(repo: Repo, monkeypatch) -> None:
    install_in(repo, monkeypatch, "/opt/git-trove")
    assert not examine(repo, monkeypatch, "").is_well


def test_husky_9(repo: Repo, monkeypatch, tmp_path) -> None:
    for name in DEFAULT_HOOKS:
        repo.write(f".husky/_/{name}", '#!/usr/bin/env sh\n. "$(dirname "$0")/h"').chmod(0o755)
    # What husky's own runner does with a hook: look for it one folder up, and hand it to sh.
    repo.write(
        ".husky/_/h", 's=$(dirname "$(dirname "$0")")/$(basename "$0")\n[ -f "$s" ] || exit 0\nsh -e "$s" "$@"\n'
    )
    repo.write(".husky/pre-commit", f"touch '{tmp_path / 'ran'}'\n")
    repo.git("config", "core.hooksPath", ".husky/_")
    assert set(states(examine(repo, monkeypatch)).values()) == {NOT_REACHED}
    install_in(repo, monkeypatch, yes=True)
    assert set(states(examine(repo, monkeypatch)).values()) == {REACHED}
    assert not (tmp_path / "ran").exists()
    (repo.path / ".husky" / "_" / "pre-push").unlink()
    assert states(examine(repo, monkeypatch))["pre-push"] == NOT_REACHED


def test_lefthook(repo: Repo, monkeypatch) -> None:
    repo.write("lefthook.yml", "pre-commit:\n  jobs:\n    - run: npm test\n")
    for name in DEFAULT_HOOKS:
        write_hook(
            repo, name, f'#!/bin/sh\ncall_lefthook()\n{{\n  lefthook "$@"\n}}\ncall_lefthook run "{name}" "$@"\n'
        )
    assert "does not name git-trove" in detail(examine(repo, monkeypatch), "pre-commit")
    install_in(repo, monkeypatch, yes=True)
    assert set(states(examine(repo, monkeypatch)).values()) == {SET_UP}


def test_pre_commit(repo: Repo, monkeypatch) -> None:
    repo.write(".pre-commit-config.yaml", "repos:\n- repo: meta\n  hooks:\n  - id: identity\n")
    repo.commit("x")
    install_in(repo, monkeypatch, wanted=PRE_COMMIT)
    # One gate and one post hook stand for the rest: each run of pre-commit takes a while.
    monkeypatch.setattr(doctor_module, "DEFAULT_HOOKS", ("pre-merge-commit", "post-checkout"))
    found = examine(repo, monkeypatch)
    assert states(found) == {"pre-merge-commit": REACHED, "post-checkout": REACHED}
    repo.git("checkout", "-q", "--", ".pre-commit-config.yaml")
    assert detail(examine(repo, monkeypatch), "post-checkout") == ".pre-commit-config.yaml does not name trove-index"


def test_a_manager_that_was_passed_by_on_request(repo: Repo, monkeypatch) -> None:
    repo.write("lefthook.yml", "")
    install_in(repo, monkeypatch, "/opt/git-trove", wanted=NATIVE)
    assert examine(repo, monkeypatch).is_well


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#!/bin/sh\n{}", True),
        ("{}", True),
        ("#!/bin/sh\n\n# x\n{}", True),
        ("#!/bin/sh\nexit 0\n{}", False),
        ("", False),
    ],
)
def test_is_first(text: str, expected: bool) -> None:
    ours = "# >>> git-trove: git trove uninstall removes these lines >>>\nx\n# <<< git-trove <<<\n"
    assert is_first(text.format(ours)) == expected
