"""Git through GitPython's command interface: the same repository, environment, bytes and errors as without it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.repos import Repo
from trove_git.errors import GitError
from trove_git.gitrepo import porcelain
from trove_git.gitrepo.blame import blame
from trove_git.gitrepo.repository import Repository, find_root
from trove_git.gitrepo.touching import list_touching
from trove_git.paths import RepoPath

ENVIRONMENT = ["-c", "alias.environment=!env -0", "environment"]


def opened(repo: Repo) -> Repository:
    found = find_root(str(repo.path), os.environ).repository
    assert found is not None
    return found


def variables(out: bytes) -> dict[bytes, bytes]:
    return dict(record.split(b"=", 1) for record in out.split(b"\0")[:-1])


def test_git_gets_the_environment_of_every_other_call(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = {"GIT_INDEX_FILE": "/nowhere/index", "GIT_DIR": "/nowhere", "ANTHROPIC_API_KEY": "k"}
    for name, value in foreign.items():
        monkeypatch.setenv(name, value)
    repository = Repository(str(repo.path / ".git"), str(repo.path / ".git"), str(repo.path), None, os.environ)
    before = dict(os.environ)
    through, plain = porcelain.run(repository, ENVIRONMENT), repository.run(ENVIRONMENT)
    # GitPython sets LANGUAGE, which means nothing where LC_ALL is C; `-C` changes the folder git came from.
    differing = {key for key, _ in variables(through).items() ^ variables(plain).items()}
    assert differing <= {b"LANGUAGE", b"OLDPWD", b"PWD", b"_"}
    assert variables(through)[b"GIT_NO_LAZY_FETCH"] == b"1"
    assert dict(os.environ) == before


@pytest.mark.parametrize("name", ["$HOME", "~", "a ${HOME} b"])
def test_the_name_of_a_folder_is_taken_as_it_is(tmp_path, name: str) -> None:
    repo = Repo.init(tmp_path / name)
    commit = repo.commit(files={"a": "one\n"})
    assert [line.commit for line in blame(opened(repo), RepoPath("a"))] == [commit]


@pytest.mark.parametrize("options", [[], ["--object-format=sha256"]], ids=["sha1", "sha256"])
def test_history_of_paths_that_are_not_utf8(tmp_path, options: list[str]) -> None:
    repo = Repo.init(tmp_path / "repo", *options)
    name = os.fsdecode(b"d/gr\xfcn")
    first = repo.commit("first", {name: b"one\xfc\n"})
    second = repo.commit("second", {name: b"one\xfc\ntwo\n"})
    assert [line.commit for line in blame(opened(repo), RepoPath(name))] == [first, second]
    assert [commit.oid for commit in list_touching(opened(repo), second, [RepoPath(name)])] == [second, first]


def test_a_repository_with_reftable(tmp_path) -> None:
    if subprocess.run(
        ["git", "init", "-q", "--ref-format=reftable", str(tmp_path / "r")], capture_output=True
    ).returncode:
        pytest.skip("this git does not know reftable")
    repo = Repo(tmp_path / "r")
    commit = repo.commit(files={"a": "one\n"})
    assert [touching.oid for touching in list_touching(opened(repo), commit, [RepoPath("a")])] == [commit]


def test_a_bare_repository(repo: Repo, tmp_path) -> None:
    commit = repo.commit(files={"a": "one\n"})
    repo.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    assert [line.commit for line in blame(opened(Repo(tmp_path / "bare")), RepoPath("a"), commit)] == [commit]


def test_output_keeps_its_last_bytes(repo: Repo) -> None:
    repository = opened(repo)
    repo.git("config", "trove.odd", "\n\n")
    assert porcelain.run(repository, ["config", "-z", "trove.odd"]) == b"\n\n\0"
    assert porcelain.run(repository, ["config", "user.name"]) == b"A Tester\n"


def test_a_failure_is_gits_own_message(repo: Repo) -> None:
    repository = opened(repo)
    with pytest.raises(GitError) as raised:
        porcelain.run(repository, ["log", "nothing"])
    assert "unknown revision" in raised.value.message
    assert porcelain.run(repository, ["config", "--get", "trove.none"], check=False) == b""


def test_a_process_that_nobody_waited_for_is_not_ended(repo: Repo) -> None:
    running = porcelain.start(opened(repo), ["-c", "alias.late=!sleep 0.2; echo done", "late"])
    assert running.finish() == b"done\n"


def test_git_is_missing(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = opened(repo)
    porcelain.run(repository, ["version"])
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(GitError, match="git is not installed"):
        porcelain.run(repository, ["version"])


def test_git_is_missing_before_gitpython_is_loaded(repo: Repo) -> None:
    program = (
        "from trove_git.errors import GitError\nfrom trove_git.gitrepo import porcelain\n"
        "from trove_git.gitrepo.repository import Repository\n"
        "try: porcelain.run(Repository('/r', '/r', None, None, {}), ['version'])\n"
        "except GitError as error: print(error.hint)\n"
    )
    environment = {**os.environ, "PATH": "/nowhere"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "install git 2.34 or newer\n", done.stderr
