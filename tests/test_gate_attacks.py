"""Ways by which a secret got past the gate, or the gate stood in the way without reason; each is closed."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.repos import Repo, entry
from tests.support.secrets import Maker
from trove_git.commands.gates import check_history, check_push, check_range, check_staged
from trove_git.commands.hook import parse_pushed
from trove_git.errors import SettingError, UnknownRevision
from trove_git.records import Oid, PushedRef, Verdict
from trove_git.redaction.allowed import INLINE_SALT, digest_of, read_allowed
from trove_git.workspace.program import find_program
from trove_git.workspace.workspace import Workspace, find_workspace

TOKEN = "gh" + "p_" + Maker(11).alnum(36)
ENTRY = ".claude/trove/entries/fact.md"
GOOD = entry("Fact", "words")
ZEROS = Oid("0" * 40)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A repository with a remote that has its one commit."""
    made = Repo.init(tmp_path / "repo")
    made.commit("first", {ENTRY: GOOD, "src/a.py": "a = 1\n"})
    add_remote(made, "origin")
    return made


def add_remote(repo: Repo, name: str) -> Path:
    folder = repo.path.parent / name.replace("/", "-")
    repo.git("init", "-q", "--bare", str(folder))
    repo.git("remote", "add", name, str(folder))
    repo.git("push", "-q", name, "HEAD:refs/heads/main")
    return folder


def workspace_of(repo: Repo) -> Workspace:
    return find_workspace(str(repo.path))


def push(repo: Repo, revision: str = "HEAD", remote: str = "origin") -> Verdict:
    ref = PushedRef("refs/heads/x", repo.oid(revision), "refs/heads/x", ZEROS)
    return check_push(workspace_of(repo), remote, [ref])


def staged(repo: Repo, files: dict[str, str | bytes]) -> Verdict:
    for path, data in files.items():
        repo.write(path, data)
    repo.git("add", "-A")
    return check_staged(workspace_of(repo))


def replace_commit(repo: Repo) -> None:
    clean = repo.git("commit-tree", "-p", "HEAD^", "-m", "clean", "HEAD^^{tree}")
    repo.git("replace", repo.oid("HEAD"), clean)


@pytest.mark.parametrize(
    "hide",
    [
        replace_commit,
        lambda repo: repo.git("replace", repo.oid("HEAD^{tree}"), repo.oid("HEAD^^{tree}")),
        lambda repo: repo.git("replace", repo.oid(f":{ENTRY}"), repo.oid(f"HEAD^:{ENTRY}")),
    ],
    ids=["commit", "tree", "blob"],
)
def test_a_push_sends_what_is_replaced_and_not_the_replacement(repo: Repo, hide: Callable[[Repo], object]) -> None:
    repo.commit("bad", {ENTRY: TOKEN})
    hide(repo)
    assert not push(repo).clean


def test_a_graft_hides_nothing(repo: Repo) -> None:
    first = repo.head
    repo.commit("bad", {ENTRY: TOKEN})
    tip = repo.commit("removed", {ENTRY: GOOD})
    repo.write(".git/info/grafts", f"{tip} {first}\n")
    assert not push(repo).clean


@pytest.mark.parametrize("how", ["off", "combined", "first-parent", "separate"])
def test_settings_of_git_log_hide_no_merge(repo: Repo, how: str) -> None:
    repo.git("config", "log.diffMerges", how)
    repo.git("config", "log.follow", "true")
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("side", {"src/b.py": "b = 1\n"})
    repo.git("checkout", "-q", "main")
    repo.commit("main", {"src/c.py": "c = 1\n"})
    repo.git("merge", "-q", "--no-commit", "--no-ff", "side")
    bad = repo.commit("merge", {ENTRY: TOKEN})
    repo.commit("removed", {ENTRY: GOOD})
    assert push(repo).findings == (f"{ENTRY}:1: github-token (40 characters) in {bad[:12]} of refs/heads/x",)
    assert not check_history(workspace_of(repo)).clean


@pytest.mark.parametrize("annotated", [False, True])
def test_a_tag_of_a_tree_or_blob_brings_it_in(repo: Repo, annotated: bool) -> None:
    repo.commit("bad", {ENTRY: TOKEN})
    how = ("-a", "-m", "x") if annotated else ()
    repo.git("tag", *how, "tree", "HEAD^{tree}")
    repo.git("tag", *how, "blob", f"HEAD:{ENTRY}")
    repo.git("tag", *how, "good", "HEAD^^{tree}")
    repo.git("reset", "-q", "--hard", "HEAD^")
    tree, blob = (repo.oid(f"{name}^{{}}") for name in ("tree", "blob"))
    assert push(repo, "tree").findings == (f"{ENTRY}:1: github-token (40 characters) in {tree[:12]} of refs/heads/x",)
    assert push(repo, "blob").findings == (f"{blob}:1: github-token (40 characters) in {blob[:12]} of refs/heads/x",)
    assert push(repo, "good").clean


def test_another_remote_with_a_longer_name_has_what_this_one_has_not(repo: Repo) -> None:
    repo.commit("bad", {ENTRY: TOKEN})
    add_remote(repo, "origin/fork")
    assert not push(repo).clean
    assert push(repo, remote="origin/fork").clean


@pytest.mark.parametrize(
    ("fetched", "pushed", "clean"),
    [
        ("https://example.org/a/b.git", "git@example.org:a/b", True),
        ("https://example.org/a/b.git", "ssh://me@example.org:22/a/b.git/", True),
        ("https://example.org/a/b.git", "https://example.org/a/c.git", False),
        ("https://example.org/a/b.git", "git@example.com:a/b.git", False),
    ],
)
def test_a_remote_that_is_pushed_to_another_place_is_not_known(
    repo: Repo, fetched: str, pushed: str, clean: bool
) -> None:
    repo.commit("bad", {ENTRY: TOKEN})
    repo.git("push", "-q", "origin", "main")
    repo.git("config", "remote.origin.url", fetched)
    repo.git("config", "remote.origin.pushurl", pushed)
    assert push(repo).clean is clean


def test_where_nothing_is_known_of_a_remote_it_is_said_how_to_know_it(repo: Repo) -> None:
    repo.commit("bad", {ENTRY: TOKEN})
    repo.git("remote", "add", "fork", "https://example.org/fork.git")
    verdict = push(repo, remote="https://example.org/x.git")
    assert verdict.notes[-1].endswith("because nothing tells what is there already")
    repo.git("config", "remote.fork.pushurl", "https://example.com/fork.git")
    assert "git fetch fork" in push(repo, remote="fork").notes[-1]


def test_what_pre_commit_names_is_looked_at_beside_the_branches(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = repo.commit("bad", {ENTRY: TOKEN})
    repo.git("reset", "-q", "--hard", "HEAD^")
    assert check_push(workspace_of(repo), "origin", None).clean
    for name in ("PRE_COMMIT_TO_REF", "PRE_COMMIT_LOCAL_BRANCH"):
        with monkeypatch.context() as patched:
            patched.setenv(name, bad)
            assert not check_push(workspace_of(repo), "origin", None).clean


def test_a_local_ref_may_hold_spaces() -> None:
    (ref,) = parse_pushed(f"HEAD@{{1 day ago}} {'1' * 40} refs/heads/x {ZEROS}\n")
    assert ref == PushedRef("HEAD@{1 day ago}", Oid("1" * 40), "refs/heads/x", ZEROS)


def test_each_pushed_branch_brings_its_own_allowances(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("bad", {ENTRY: TOKEN, ".trove/allow": f"salt feed\n{digest_of(TOKEN, 'feed')} sample\n"})
    names = {"main": repo.oid("main"), "side": repo.head}
    refs = [PushedRef(f"refs/heads/{name}", oid, f"refs/heads/{name}", ZEROS) for name, oid in names.items()]
    assert check_push(workspace_of(repo), "origin", refs).clean
    repo.commit("taken back", {".trove/allow": ""})
    refs[1] = refs[1]._replace(local_oid=repo.head)
    assert not check_push(workspace_of(repo), "origin", refs).clean


@pytest.mark.parametrize("list_", [b"salt\n", b"salt \n", b"\xef\xbb\xbfsalt feed\n"])
def test_the_first_line_of_a_list(list_: bytes) -> None:
    allowed = read_allowed(list_ + digest_of(TOKEN, "feed").encode() + b" why\n", b"")
    assert allowed.salt == ("feed" if b"feed" in list_ else INLINE_SALT)
    assert allowed.admits("a", [TOKEN], 1, TOKEN) is (b"feed" in list_)


@pytest.mark.parametrize("revisions", ["", "..", "..HEAD", "--output=x", "--max-count=0", " "])
def test_a_range_without_its_start_is_no_clean_range(repo: Repo, revisions: str) -> None:
    with pytest.raises(UnknownRevision):
        check_range(workspace_of(repo), revisions)


def in_utf16(text: str) -> bytes:
    return b"\xff\xfe" + text.encode("utf-16-le")


@pytest.mark.parametrize("path", [ENTRY, "docs/a.md"])
def test_plain_bytes_in_a_file_that_begins_as_utf_16(repo: Repo, path: str) -> None:
    assert staged(repo, {path: in_utf16("words \u00e4 \u4e2d\n")}).clean
    assert not staged(repo, {path: b"\xff\xfe" + TOKEN.encode()}).clean
    assert not staged(repo, {path: in_utf16("words\n") + TOKEN.encode() + b"\n\n"}).clean
    assert len(staged(repo, {path: in_utf16(f"{TOKEN}\n")}).findings) == 1


def test_a_doc_too_large_to_be_scanned_stops_and_does_not_count_as_scanned(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trove_git.gate.MAX_BYTES", 1000)
    verdict = staged(repo, {"docs/a.md": "x\n" * 501, "docs/b.md": "x\n"})
    assert verdict.findings == ("docs/a.md: too large to be scanned (0 characters)",)
    assert "1 file scanned: 1 secret found" in verdict.notes
    repo.git("config", "trove.secrets", "!docs/a.md")
    assert check_staged(workspace_of(repo)).clean


def test_what_git_lfs_keeps_is_not_called_clean(repo: Repo) -> None:
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'a1' * 32}\nsize 12345\n"
    assert not staged(repo, {ENTRY: pointer}).clean
    assert staged(repo, {ENTRY: GOOD, "docs/a.md": pointer, "docs/b.md": f"Text\n{pointer}"}).clean
    assert [line.split(":")[0] for line in check_staged(workspace_of(repo)).warnings] == ["docs/a.md"]


@pytest.mark.parametrize(("link", "target", "path"), [
    (".claude", "shared", "shared/trove/entries/a.md"), (".claude/trove", "../kb/", "kb/entries/a.txt"),
])  # fmt: skip
def test_a_trove_behind_a_link_is_one(repo: Repo, link: str, target: str, path: str) -> None:
    repo.git("rm", "-rq", ".claude")
    (repo.path / link).parent.mkdir(exist_ok=True)
    (repo.path / link).symlink_to(target)
    assert not staged(repo, {path: TOKEN}).clean
    repo.tick("commit", "-q", "-m", "bad")
    assert not push(repo).clean
    assert not check_history(workspace_of(repo)).clean


def test_a_fault_in_another_setting_does_not_stop_the_gate_and_a_pattern_that_is_none_is_named(repo: Repo) -> None:
    repo.commit("config", {".trove/config": "[trove]\n\tlimit = many\n"})
    assert staged(repo, {".trove/config": "[trove]\n\tlimit = 3\n"}).clean
    repo.git("config", "trove.secrets", "!")
    with pytest.raises(SettingError):
        check_staged(workspace_of(repo))


def test_objects_are_read_where_git_writes_them(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    (repo.path.parent / "objects").mkdir()
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(repo.path.parent / "objects"))
    monkeypatch.setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", str(repo.path / ".git" / "objects"))
    for text, clean in ((f"{GOOD}more\n", True), (TOKEN, False)):
        assert staged(repo, {ENTRY: text}).clean is clean


def test_the_receiver_of_a_push_looks_at_it_while_git_keeps_its_objects_apart(repo: Repo) -> None:
    hook = repo.path.parent / "origin" / "hooks" / "pre-receive"
    program = shlex.quote(find_program())
    hook.write_text(f'#!/bin/sh\nread -r old new ref\nexec {program} secrets --range "$old..$new"\n')
    hook.chmod(0o755)
    received = repo.commit("good", {ENTRY: f"{GOOD}more\n"})
    repo.git("push", "-q", "origin", "main")
    repo.commit("bad", {ENTRY: TOKEN})
    # A gate that cannot read the objects stops the push too, but names no finding.
    with pytest.raises(AssertionError, match=f"{re.escape(ENTRY)}:1: github-token"):
        repo.git("push", "-q", "origin", "main")
    assert repo.git("ls-remote", "origin", "main").split()[0] == received


def test_many_refs_cost_few_processes(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = repo.commit("bad", {ENTRY: TOKEN})
    there = repo.oid("HEAD^")
    refs = [PushedRef(f"refs/heads/{i}", bad, f"refs/heads/{i}", there) for i in range(300)]
    folder = repo.path.parent / "bin"
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\necho x >>"{folder}/calls"\nPATH=${{PATH#*:}}\nexec git "$@"\n')
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    assert not check_push(workspace_of(repo), "origin", refs).clean
    assert len((folder / "calls").read_text().split()) < 30


def test_a_secret_that_later_commits_still_have_is_reported_once(repo: Repo) -> None:
    first = repo.commit("bad", {ENTRY: f"{TOKEN}\n"})
    for text in ("more\n", "more\nand more\n"):
        repo.commit("still bad", {ENTRY: f"{text}{TOKEN}\n"})
    assert push(repo).findings == (f"{ENTRY}:1: github-token (40 characters) in {first[:12]} of refs/heads/x",)
