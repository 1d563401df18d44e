"""Where things are: roots of every shape of repository, and commits by name."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from tests.support.repos import Repo
from trove_git.errors import GitError, NotARepository, UnknownRevision, UsageError
from trove_git.gitrepo.repository import Commit, Located, find_root, is_git_dir, locate, require_repository


@pytest.fixture
def filled(repo):
    repo.commit(files={"a.md": "x", "sub/deep/b.md": "y"})
    return repo


def of(repo: Repo) -> Commit:
    return Commit(repo.head, repo.tree)


@pytest.mark.parametrize("folder", ["", "sub", "sub/deep"])
def test_a_folder_of_the_work_tree(filled, folder):
    root = find_root(str(filled.path / folder), os.environ)
    top = str(filled.path)
    assert (root.path, root.prefix, root.on_disk) == (top, "", True)
    assert root.repository == (f"{top}/.git", f"{top}/.git", top, of(filled), os.environ)


def test_a_scope_folder_makes_its_folder_a_root(filled):
    (filled.path / "sub" / ".trove").mkdir()
    root = find_root(str(filled.path / "sub" / "deep"), os.environ)
    assert (root.path, root.prefix) == (str(filled.path / "sub"), "sub/")
    assert root.repository.work_tree == str(filled.path)


def test_the_nearest_scope_folder_counts(filled):
    for folder in ("", "sub", "sub/deep"):
        (filled.path / folder / ".trove").mkdir()
    assert find_root(str(filled.path / "sub" / "deep"), os.environ).prefix == "sub/deep/"


def test_a_scope_folder_at_the_top_changes_nothing(filled):
    (filled.path / ".trove").mkdir()
    assert find_root(str(filled.path / "sub"), os.environ)[::2] == (str(filled.path), "")


def test_a_scope_file_is_none(filled):
    filled.write("sub/.trove", "x")
    assert find_root(str(filled.path / "sub"), os.environ).prefix == ""


def test_a_scope_folder_above_the_repository_is_not_reached(filled):
    (filled.path.parent / ".trove").mkdir()
    assert find_root(str(filled.path / "sub"), os.environ).path == str(filled.path)


def test_a_folder_that_was_named_is_the_root(filled):
    (filled.path / "sub" / ".trove").mkdir()
    root = find_root(str(filled.path / "sub" / "deep"), os.environ, explicit=True)
    assert (root.path, root.prefix) == (str(filled.path / "sub" / "deep"), "sub/deep/")


def test_a_symbolic_link_to_the_folder(filled, tmp_path):
    (tmp_path / "link").symlink_to(filled.path / "sub")
    assert find_root(str(tmp_path / "link"), os.environ).path == str(filled.path)


def test_before_the_first_commit(repo):
    root = find_root(str(repo.path), os.environ)
    assert (root.path, root.repository.head) == (str(repo.path), None)


def test_a_detached_head(filled):
    filled.git("checkout", "-q", "--detach")
    assert find_root(str(filled.path), os.environ).repository.head == of(filled)


def test_no_repository(tmp_path):
    root = find_root(str(tmp_path), os.environ)
    assert (root.path, root.repository, root.prefix, root.on_disk) == (str(tmp_path), None, "", True)


def test_no_repository_and_a_scope_folder(tmp_path):
    (tmp_path / ".trove").mkdir()
    (tmp_path / "sub").mkdir()
    assert find_root(str(tmp_path / "sub"), os.environ).path == str(tmp_path)


@pytest.mark.parametrize("name", ["none", "file"])
def test_the_start_is_no_folder(tmp_path, name):
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="no such folder") as caught:
        find_root(str(tmp_path / name), os.environ)
    assert caught.value.where == str(tmp_path / name)


def test_a_submodule_is_its_own_repository(filled, tmp_path):
    inner = Repo.init(tmp_path / "inner")
    inner.commit(files={"c.md": "x"})
    filled.git("submodule", "--quiet", "add", str(inner.path), "module")
    root = find_root(str(filled.path / "module"), os.environ)
    assert root.path == str(filled.path / "module")
    assert root.repository.git_dir == str(filled.path / ".git" / "modules" / "module")
    assert root.repository.head.oid == inner.head


def test_a_linked_worktree_shares_the_common_dir(filled, tmp_path):
    filled.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "tree"))
    root = find_root(str(tmp_path / "tree" / "sub"), os.environ)
    assert root.path == str(tmp_path / "tree")
    assert root.repository.git_dir == str(filled.path / ".git" / "worktrees" / "tree")
    assert root.repository.common_dir == str(filled.path / ".git")


@pytest.fixture
def bare(filled, tmp_path):
    filled.git("clone", "-q", "--bare", str(filled.path), str(tmp_path / "bare.git"))
    return tmp_path / "bare.git"


@pytest.mark.parametrize("folder", ["", "refs/heads"])
def test_a_bare_repository(filled, bare, folder):
    root = find_root(str(bare / folder), os.environ)
    assert (root.path, root.prefix, root.on_disk) == (str(bare), "", False)
    assert root.repository == (str(bare), str(bare), None, of(filled), os.environ)


def test_a_commit_of_a_bare_repository_by_name(filled, bare):
    assert find_root(str(bare), os.environ).repository.resolve_commit("main") == of(filled)


def test_a_worktree_of_a_bare_repository(bare, tmp_path):
    Repo(bare).git("worktree", "add", "-q", str(tmp_path / "tree"), "main")
    root = find_root(str(tmp_path / "tree"), os.environ)
    assert (root.path, root.repository.common_dir) == (str(tmp_path / "tree"), str(bare))


def test_a_separate_git_dir(tmp_path):
    made = Repo.init(tmp_path / "tree", f"--separate-git-dir={tmp_path / 'elsewhere'}")
    made.commit(files={"a.md": "x"})
    root = find_root(str(tmp_path / "tree"), os.environ)
    assert (root.path, root.repository.git_dir) == (str(tmp_path / "tree"), str(tmp_path / "elsewhere"))


def test_inside_the_git_dir_objects_are_read_and_no_files(filled):
    root = find_root(str(filled.path / ".git" / "refs"), os.environ)
    assert (root.path, root.on_disk) == (str(filled.path / ".git"), False)
    assert root.repository.head == of(filled)


def test_the_environment_names_the_repository(filled, tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv("GIT_DIR", str(filled.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(filled.path))
    monkeypatch.setenv("GIT_INDEX_FILE", "relative")
    root = find_root(str(filled.path / "sub"), os.environ)
    assert (root.path, root.prefix) == (str(filled.path / "sub"), "sub/")
    assert root.repository == (f"{filled.path}/.git", f"{filled.path}/.git", str(filled.path), of(filled), os.environ)


def test_a_folder_that_was_named_wins_over_the_environment(filled, tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "none"))
    assert find_root(str(filled.path), os.environ, explicit=True).path == str(filled.path)


def test_locating_runs_no_git(filled, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert locate(str(filled.path / "sub"), os.environ) == Located(str(filled.path), str(filled.path), os.environ)


def test_git_is_missing(filled, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GitError, match="git is not installed or not on PATH"):
        find_root(str(filled.path), os.environ)


@pytest.mark.parametrize("content", ["", "gitdir: /nowhere\n"])
def test_a_git_file_that_leads_nowhere(tmp_path, content):
    (tmp_path / ".git").write_text(content)
    with pytest.raises(GitError, match="git does not accept this repository") as caught:
        find_root(str(tmp_path), os.environ)
    assert caught.value.where == str(tmp_path)
    assert "git fsck" in caught.value.hint


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
def test_a_repository_of_somebody_else_is_refused_with_gits_advice(filled):
    for path in (filled.path, filled.path / ".git"):
        os.chown(path, 12345, 12345)
    with pytest.raises(GitError, match="dubious ownership") as caught:
        find_root(str(filled.path), os.environ)
    assert caught.value.hint == f"git config --global --add safe.directory {filled.path}"


@pytest.mark.parametrize("kind", ["commit", "tree"])
def test_a_head_that_is_broken_is_not_taken_for_one_that_is_yet_to_come(filled, kind):
    oid = filled.git("rev-parse", f"HEAD^{{{kind}}}")
    file = filled.path / ".git" / "objects" / oid[:2] / oid[2:]
    file.chmod(0o644)
    file.write_bytes(b"garbage")
    with pytest.raises(GitError, match="HEAD cannot be read") as caught:
        find_root(str(filled.path), os.environ)
    assert caught.value.where == str(filled.path / ".git")
    assert "git fsck" in caught.value.hint


@pytest.mark.parametrize("missing", ["objects", "HEAD", "refs"])
def test_what_looks_like_a_git_dir(bare, missing):
    assert is_git_dir(str(bare))
    path = bare / missing
    path.unlink() if path.is_file() else shutil.rmtree(path)
    assert not is_git_dir(str(bare))


def test_a_repository_is_required(tmp_path, filled):
    assert require_repository(find_root(str(filled.path), os.environ)).head == of(filled)
    with pytest.raises(NotARepository) as caught:
        require_repository(find_root(str(tmp_path), os.environ))
    assert caught.value.where == str(tmp_path)


NAMES = [
    "HEAD",
    "main",
    "tag",
    "HEAD~0",
    "annotated",
    "annotated^{}",
    "@",
    ":/chan",
    "HEAD^{/chan}",
    "main@{yesterday}",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_commit_by_name(filled, name):
    filled.git("tag", "tag")
    filled.tick("tag", "-a", "-m", "x", "annotated")
    assert find_root(str(filled.path), os.environ).repository.resolve_commit(name) == of(filled)


NO_NAMES = ["none", "HEAD~5", "HEAD:a.md", "HEAD^{tree}", "--all", "-x", "^HEAD", "HEAD..HEAD", ":/none", ":/", "@{u}"]


@pytest.mark.parametrize("name", NO_NAMES)
def test_a_name_of_no_commit(filled, name):
    with pytest.raises(UnknownRevision) as caught:
        find_root(str(filled.path), os.environ).repository.resolve_commit(name)
    assert caught.value.where == name


def test_an_abbreviation_of_a_tree(filled):
    with pytest.raises(UnknownRevision, match="no such commit"):
        find_root(str(filled.path), os.environ).repository.resolve_commit(filled.git("rev-parse", "HEAD^{tree}")[:10])


@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name(filled, name):
    with pytest.raises(UnknownRevision, match="the revision is empty") as caught:
        find_root(str(filled.path), os.environ).repository.resolve_commit(name)
    assert "--at" in caught.value.hint


def test_an_abbreviation_of_several_commits_says_how_they_go_on(filled):
    stream = "".join(
        f"commit refs/heads/many\nmark :{n}\ncommitter a <a@b> {1_700_000_000 + n} +0000\ndata 0\n\n"
        for n in range(600)
    ).replace("mark :0\n", "")
    subprocess.run(["git", "fast-import", "--quiet"], cwd=filled.path, input=stream.encode(), check=True)
    oids = filled.git("log", "--format=%H", "many").split()
    by_start = {start: [oid for oid in oids if oid.startswith(start)] for start in {oid[:4] for oid in oids}}
    start, same = next((start, found) for start, found in sorted(by_start.items()) if len(found) > 1)
    repository = find_root(str(filled.path), os.environ).repository
    with pytest.raises(UnknownRevision, match="more than one commit begins so") as caught:
        repository.resolve_commit(start)
    longer = caught.value.hint.removeprefix("write more of it: ").split(", ")
    assert {repository.resolve_commit(name).oid for name in longer} == set(same)


def test_a_replaced_commit_keeps_its_name_and_has_another_tree(filled):
    first = filled.head
    second = filled.commit(files={"new.md": "x"})
    filled.git("replace", first, second)
    commit = find_root(str(filled.path), os.environ).repository.resolve_commit(first)
    assert commit == (first, filled.git("rev-parse", f"{second}^{{tree}}"))


def test_sha256(tmp_path):
    made = Repo.init(tmp_path / "repo", "--object-format=sha256")
    made.commit(files={"a.md": "x"})
    head = find_root(str(made.path), os.environ).repository.head
    assert head == of(made)
    assert len(head.oid) == 64
