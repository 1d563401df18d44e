"""Installing and uninstalling hooks in real repositories of many layouts."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.support.hooks import install_in, make_program, snapshot, uninstall_in, use_git, write_hook
from tests.support.repos import Repo
from trove_git.commands.install import install
from trove_git.errors import NotARepository, TroveError, UsageError, WriteError
from trove_git.hooks import precommit
from trove_git.hooks.layout import CONFIG, HUSKY, LEFTHOOK, NATIVE, PRE_COMMIT, SHARED
from trove_git.hooks.stubs import ALL_HOOKS, DEFAULT_HOOKS
from trove_git.workspace.workspace import find_workspace

LFS = """#!/bin/sh
command -v git-lfs >/dev/null 2>&1 || { printf >&2 "\\n%s\\n\\n" "git-lfs was not found on your path."; exit 2; }
git lfs pre-push "$@"
"""


def lay_plain(repo: Repo) -> None:
    pass


def lay_no_folder(repo: Repo) -> None:
    for file in (repo.path / ".git" / "hooks").iterdir():
        file.unlink()
    (repo.path / ".git" / "hooks").rmdir()


def lay_user_hooks(repo: Repo) -> None:
    write_hook(repo, "pre-commit", "#!/bin/sh\nexit 0\n", mode=0o700)
    write_hook(repo, "pre-merge-commit", '#!/usr/bin/env bash\nexec "$(git rev-parse --git-path hooks/pre-commit)"')
    write_hook(repo, "post-commit", b"#!/bin/sh\n# caf\xe9\r\necho x\r\n", mode=0o755)


def lay_lfs(repo: Repo) -> None:
    for name in ("pre-push", "post-checkout", "post-commit", "post-merge"):
        write_hook(repo, name, LFS.replace("pre-push", name))


@pytest.mark.parametrize("lay", [lay_plain, lay_no_folder, lay_user_hooks, lay_lfs])
def test_in_own_hooks_twice_is_once_and_uninstall_leaves_no_trace(repo: Repo, monkeypatch, tmp_path, lay) -> None:
    program = make_program(tmp_path / "bin").path
    lay(repo)
    before = snapshot(repo.path)
    first = install_in(repo, monkeypatch, program)
    assert (first.way, len(first.done), first.unguarded) == (NATIVE, len(DEFAULT_HOOKS), ())
    installed = snapshot(repo.path)
    assert install_in(repo, monkeypatch, program).done == ()
    assert snapshot(repo.path) == installed
    hooks = repo.path / ".git" / "hooks"
    assert all(os.access(hooks / name, os.X_OK) for name in DEFAULT_HOOKS)
    assert all(f"git_trove_program={program}" in (hooks / name).read_text(errors="replace") for name in DEFAULT_HOOKS)
    assert len(uninstall_in(repo)) == len(DEFAULT_HOOKS)
    assert snapshot(repo.path) == before
    assert uninstall_in(repo) == []


def test_hooks_that_are_not_ours_to_edit(repo: Repo, monkeypatch, tmp_path) -> None:
    write_hook(repo, "pre-commit", "#!/usr/bin/env python3\nprint('mine')\n")
    write_hook(repo, "pre-push", "#!/bin/sh\n", mode=0o644)
    write_hook(repo, "post-merge", "#!/bin/sh\r\necho x\r\n")
    (tmp_path / "script").write_text("#!/bin/sh\n")
    (repo.path / ".git/hooks/post-commit").symlink_to(tmp_path / "script")
    before = snapshot(repo.path, tmp_path)
    result = install_in(repo, monkeypatch)
    assert {left.name: left.reason for left in result.unguarded} == {
        "pre-commit": "it is written for python3 and not for a POSIX shell",
        "pre-push": "it is not executable, so git does not run it",
        "post-merge": "its first line ends in CRLF, so its interpreter is not found",
        "post-commit": f"it is a symlink to {tmp_path / 'script'}",
    }
    after = snapshot(repo.path, tmp_path)
    assert {path: value for path, value in after.items() if path in before} == before
    uninstall_in(repo)
    assert snapshot(repo.path, tmp_path) == before


@pytest.mark.parametrize("inside", [True, False], ids=["inside", "outside"])
def test_a_hooks_folder_that_others_share_is_changed_only_when_asked(
    repo: Repo, monkeypatch, tmp_path, inside: bool
) -> None:
    folder = repo.path / "tools" / "hooks" if inside else tmp_path / "all my hooks"
    folder.mkdir(parents=True)
    (folder / "pre-commit").write_text("#!/bin/sh\necho shared\n")
    (folder / "pre-commit").chmod(0o755)
    repo.git("config", "core.hooksPath", "tools/hooks" if inside else str(folder))
    before = snapshot(repo.path, folder)
    asked = install_in(repo, monkeypatch, "/opt/git-trove")
    assert (asked.way, asked.is_written) == (SHARED, False)
    assert ("among the project's files" if inside else "outside this repository") in asked.why
    assert f'{folder}/pre-commit:\n    git trove hook pre-commit "$@" || exit $?' in asked.snippet
    assert snapshot(repo.path, folder) == before
    assert install_in(repo, monkeypatch, "/opt/git-trove", yes=True).is_written
    text = (folder / "pre-commit").read_text()
    assert ("/opt/git-trove" in text) != inside, "no path of this machine in files of the project"
    again = install_in(repo, monkeypatch, "/opt/git-trove")
    assert (again.done, again.why) == ((), "")
    uninstall_in(repo)
    assert snapshot(repo.path, folder) == before


def lay_husky_9(repo: Repo) -> None:
    repo.write(".husky/pre-commit", "npm test\n")
    repo.write(".husky/_/.gitignore", "*")
    for name in ("pre-commit", "post-checkout"):
        repo.write(f".husky/_/{name}", '#!/usr/bin/env sh\n. "$(dirname "$0")/h"').chmod(0o755)
    repo.git("config", "core.hooksPath", ".husky/_")


def lay_husky_8(repo: Repo) -> None:
    text = '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\nnpm test\n'
    repo.write(".husky/pre-commit", text).chmod(0o755)
    repo.write(".husky/pre-push", text)
    repo.git("config", "core.hooksPath", ".husky")


@pytest.mark.parametrize("lay", [lay_husky_9, lay_husky_8])
def test_husky(repo: Repo, monkeypatch, lay) -> None:
    lay(repo)
    before = snapshot(repo.path)
    asked = install_in(repo, monkeypatch, "/opt/git-trove")
    assert (asked.way, asked.why) == (HUSKY, "hooks are managed by husky here")
    assert snapshot(repo.path) == before
    result = install_in(repo, monkeypatch, "/opt/git-trove", yes=True)
    left = ["pre-push"] if lay is lay_husky_8 else []
    assert [unguarded.name for unguarded in result.unguarded] == left
    text = (repo.path / ".husky" / "pre-commit").read_text()
    assert text.index("git_trove()") < text.index("npm test")
    assert "/opt/git-trove" not in text
    assert all((repo.path / ".husky" / name).exists() for name in DEFAULT_HOOKS)
    assert not list((repo.path / ".git" / "hooks").glob("pre-commit"))
    assert install_in(repo, monkeypatch, "/opt/git-trove", yes=True).done == ()
    uninstall_in(repo)
    assert snapshot(repo.path) == before


def test_lefthook(repo: Repo, monkeypatch) -> None:
    repo.write("lefthook.yml", "# ours\npre-commit:\n  jobs:\n    - run: npm test\n")
    before = snapshot(repo.path)
    asked = install_in(repo, monkeypatch)
    assert (asked.way, asked.why) == (LEFTHOOK, "hooks are managed by lefthook here")
    assert yaml.safe_load(asked.snippet)["pre-push"]["commands"]["trove"]["use_stdin"] is True
    assert snapshot(repo.path) == before
    assert install_in(repo, monkeypatch, yes=True).unguarded == ()
    assert install_in(repo, monkeypatch, yes=True).done == ()
    assert len(yaml.safe_load((repo.path / "lefthook.yml").read_text())["pre-commit"]["jobs"]) == 2
    uninstall_in(repo)
    assert snapshot(repo.path) == before


def test_native_beside_a_manager(repo: Repo, monkeypatch) -> None:
    repo.write("lefthook.yml", "")
    result = install_in(repo, monkeypatch, wanted=NATIVE)
    assert (result.way, len(result.done)) == (NATIVE, len(DEFAULT_HOOKS))


def test_pre_commit(repo: Repo, monkeypatch) -> None:
    write_hook(repo, "pre-push", "#!/bin/sh\necho mine\n")
    repo.write(".pre-commit-config.yaml", "repos:\n- repo: meta\n  hooks:\n  - id: identity\n")
    before = snapshot(repo.path)
    asked = install_in(repo, monkeypatch)
    assert (asked.way, asked.is_written) == (PRE_COMMIT, False)
    assert snapshot(repo.path) == before
    result = install_in(repo, monkeypatch, wanted=PRE_COMMIT)
    assert result.done[-1] == "pre-commit install --hook-type post-rewrite"
    assert all(precommit.is_installed(find_workspace(str(repo.path)).repository, name) for name in DEFAULT_HOOKS)
    assert install_in(repo, monkeypatch, wanted=PRE_COMMIT).done == ()
    assert install_in(repo, monkeypatch).why == "", "all there, so there is nothing to ask"
    uninstall_in(repo)
    assert snapshot(repo.path) == before


def test_pre_commit_keeps_the_types_that_were_installed_before(repo: Repo, monkeypatch) -> None:
    repo.write(".pre-commit-config.yaml", "repos: []\n")
    precommit.run_program(["install"], str(repo.path), os.environ)
    before = snapshot(repo.path)
    install_in(repo, monkeypatch, yes=True, messages=True)
    repository = find_workspace(str(repo.path)).repository
    assert all(precommit.is_installed(repository, name) for name in ALL_HOOKS)
    uninstall_in(repo)
    assert snapshot(repo.path) == before


def test_a_native_install_moves_over_to_pre_commit(repo: Repo, monkeypatch) -> None:
    before = snapshot(repo.path)
    install_in(repo, monkeypatch)
    install_in(repo, monkeypatch, wanted=PRE_COMMIT)
    hooks = repo.path / ".git" / "hooks"
    assert not list(hooks.glob("*.legacy")), "ours went before pre-commit could move them aside"
    uninstall_in(repo)
    assert snapshot(repo.path) == before


def test_hooks_that_pre_commit_moved_aside_are_cleaned_too(repo: Repo, monkeypatch) -> None:
    write_hook(repo, "pre-commit", "#!/bin/sh\necho mine\n")
    install_in(repo, monkeypatch)
    repo.write(".pre-commit-config.yaml", "repos: []\n")
    precommit.run_program(["install"], str(repo.path), os.environ)
    uninstall_in(repo)
    assert (repo.path / ".git" / "hooks" / "pre-commit.legacy").read_text() == "#!/bin/sh\necho mine\n"


def test_pre_commit_refuses_with_hooks_elsewhere(repo: Repo, monkeypatch) -> None:
    repo.git("config", "core.hooksPath", "elsewhere")
    with pytest.raises(TroveError, match="pre-commit install failed: Cowardly refusing"):
        install_in(repo, monkeypatch, wanted=PRE_COMMIT)


def test_pre_commit_in_a_bare_repository(tmp_path: Path, monkeypatch) -> None:
    bare = Repo.init(tmp_path / "bare.git", "--bare")
    with pytest.raises(UsageError, match="pre-commit needs a work tree"):
        install_in(bare, monkeypatch, wanted=PRE_COMMIT)


def test_new_git_has_them_in_its_configuration(repo: Repo, monkeypatch, tmp_path) -> None:
    write_hook(repo, "pre-commit", "#!/usr/bin/env python3\n")
    repo.git("config", "core.hooksPath", str(tmp_path))
    before = snapshot(repo.path)
    install_in(repo, monkeypatch)
    use_git(monkeypatch, (2, 54))
    first = install(find_workspace(str(repo.path)))
    assert (first.way, first.unguarded, first.why) == (CONFIG, (), "")
    assert repo.git("config", "hook.trove-pre-commit.event") == "pre-commit"
    again = install(find_workspace(str(repo.path)))
    assert again.done == ()
    uninstall_in(repo)
    assert snapshot(repo.path) == before


def test_a_hook_runs_once_whichever_git_installed_it_last(repo: Repo, monkeypatch) -> None:
    install_in(repo, monkeypatch)
    use_git(monkeypatch, (2, 54))
    workspace = find_workspace(str(repo.path))
    assert install(workspace).done[0].startswith("removed ")
    assert not (repo.path / ".git" / "hooks" / "pre-commit").exists()
    result = install_in(repo, monkeypatch)
    assert "git config --remove-section hook.trove-pre-commit" in result.done
    assert repo.git("config", "--get-regexp", "^hook", check=False) == ""


def test_new_git_leaves_lines_alone_that_others_share(repo: Repo, monkeypatch) -> None:
    lay_husky_9(repo)
    install_in(repo, monkeypatch, yes=True)
    before = (repo.path / ".husky" / "pre-commit").read_text()
    use_git(monkeypatch, (2, 54))
    assert install(find_workspace(str(repo.path))).way == CONFIG
    assert (repo.path / ".husky" / "pre-commit").read_text() == before


def test_new_git_stays_with_pre_commit_once_it_was_chosen(repo: Repo, monkeypatch) -> None:
    use_git(monkeypatch, (2, 54))
    install(find_workspace(str(repo.path)))
    install(find_workspace(str(repo.path)), wanted=PRE_COMMIT)
    assert repo.git("config", "--get-regexp", "^hook", check=False) == ""
    again = install(find_workspace(str(repo.path)))
    assert (again.way, again.done, again.why) == (PRE_COMMIT, (), "")
    assert install(find_workspace(str(repo.path)), wanted=NATIVE).way == CONFIG


def test_what_cannot_be_edited_is_printed(repo: Repo, monkeypatch) -> None:
    repo.write(".pre-commit-config.yaml", "repos: [{repo: meta, hooks: []}]\n")
    with pytest.raises(TroveError, match="cannot be edited"):
        install_in(repo, monkeypatch, yes=True)
    assert "- repo: local" in install_in(repo, monkeypatch, print_only=True).snippet


def test_messages_stay_once_they_were_asked_for(repo: Repo, monkeypatch) -> None:
    install_in(repo, monkeypatch, messages=True)
    assert install_in(repo, monkeypatch).done == ()
    assert (repo.path / ".git" / "hooks" / "commit-msg").exists()


def test_print_changes_nothing(repo: Repo, monkeypatch) -> None:
    before = snapshot(repo.path)
    result = install_in(repo, monkeypatch, print_only=True)
    assert (result.is_written, result.why) == (False, "")
    assert 'post-merge:\n    git trove hook post-merge "$@" || :' in result.snippet
    assert yaml.safe_load(install_in(repo, monkeypatch, wanted=PRE_COMMIT, print_only=True).snippet)["repos"]
    assert snapshot(repo.path) == before


def test_a_linked_worktree_and_a_bare_repository(repo: Repo, tmp_path: Path, monkeypatch) -> None:
    repo.commit()
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    install_in(tmp_path / "linked", monkeypatch)
    assert (repo.path / ".git" / "hooks" / "pre-commit").exists()
    assert install_in(repo, monkeypatch).done == ()
    bare = Repo.init(tmp_path / "bare.git", "--bare")
    install_in(bare, monkeypatch)
    assert (bare.path / "hooks" / "post-checkout").exists()


def test_git_dir_exported(repo: Repo, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("GIT_DIR", str(repo.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(repo.path))
    monkeypatch.chdir(repo.path)
    use_git(monkeypatch)
    assert len(install(find_workspace(None)).done) == len(DEFAULT_HOOKS)
    assert (repo.path / ".git" / "hooks" / "pre-commit").exists()


def test_outside_git(tmp_path: Path, monkeypatch) -> None:
    with pytest.raises(NotARepository):
        install_in(tmp_path, monkeypatch)


def test_a_folder_that_cannot_be_made_is_named(repo: Repo, monkeypatch) -> None:
    lay_no_folder(repo)
    repo.write(".git/hooks", "a file\n")
    with pytest.raises(WriteError, match="cannot write the file") as caught:
        install_in(repo, monkeypatch)
    assert caught.value.where == str(repo.path / ".git" / "hooks" / "pre-commit")


def test_the_wheel_brings_the_stubs(tmp_path: Path) -> None:
    """The file list of a wheel, as the build backend makes it: nothing is downloaded."""
    root = Path(__file__).parents[2]
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    assert '"hooks" = "trove_git/hooks/stubs"' in text
    assert subprocess.run(["git", "ls-files", "hooks"], cwd=root, capture_output=True, text=True, check=True).stdout
