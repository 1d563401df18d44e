"""`ask` and `status` in repositories in awkward states: a true answer or a clear message, never a traceback.

Each situation is made with the real git. Everything that the program writes must lie in the
git dir's `trove/` or in the user's cache and state folders.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.repos import Repo, entry

QUESTION = "why retry with exponential backoff"
ENTRY = ".claude/trove/entries/use-backoff.md"
FACT = entry("use backoff", "We retry with exponential backoff. See [[other]].")
GUIDE = "# Guide\n\n## Retry\n\nRetries use backoff.\n"
BOTH = [f"{ENTRY}:9", "docs/guide.md:5"]


def usual(path: Path, *arguments: str) -> Repo:
    """A repository with a doc, code and an entry in two commits."""
    repo = Repo.init(path, *arguments)
    repo.commit(
        "first", {"README.md": "# Readme\n\n## Install\n\npip\n", "docs/guide.md": GUIDE, "src/a.py": "a = 1\n"}
    )
    repo.commit("add entry", {ENTRY: FACT})
    return repo


def run(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program as its own process."""
    return subprocess.run(
        [sys.executable, "-m", "trove_git", *arguments],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def ask(folder: Path, question: str = QUESTION, *arguments: str) -> tuple[list[str], list[str]]:
    """Return the citations and the notes of an answer, and check that `status` works there too."""
    done = run(folder, "ask", "--json", *arguments, question)
    assert done.returncode in (0, 1), done.stderr
    assert done.stderr == ""
    state = run(folder, "status")
    assert state.returncode == 0, state.stderr
    result = json.loads(done.stdout)
    return [source["cite"] for source in result["sources"]], result.get("notes", [])


def files_below(folder: Path) -> dict[str, int]:
    """Every file below a folder with its time of change, the index place left out."""
    found = {}
    for directory, folders, names in os.walk(folder):
        if Path(directory).name == ".git" or "HEAD" in names:
            folders[:] = [name for name in folders if name != "trove"]
        for name in names:
            path = Path(directory) / name
            found[str(path)] = path.lstat().st_mtime_ns
    return found


def test_no_commit_yet(repo: Repo) -> None:
    repo.write(ENTRY, FACT)
    repo.git("add", "-A")
    repo.write("docs/guide.md", GUIDE)
    cites, notes = ask(repo.path)
    assert cites == BOTH
    assert notes == ["no commit yet: searched the files on disk"]


def test_detached_head_asks_the_commit_it_stands_on(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.git("checkout", "-q", "--detach", "HEAD~1")
    assert ask(repo.path) == (["docs/guide.md:5"], ["in no source: exponential"])


def test_bare_and_a_revision_of_it(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    bare = tmp_path / "bare.git"
    repo.git("clone", "-q", "--bare", ".", str(bare))
    assert ask(bare) == (BOTH, [])
    assert ask(bare, "retry with backoff", "--at", "HEAD~1") == (["docs/guide.md:5"], [])


def test_inside_a_folder_of_a_bare_repository(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    assert ask(tmp_path / "bare.git" / "objects")[0] == BOTH


def test_shallow(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.path}", str(tmp_path / "shallow"))
    assert ask(tmp_path / "shallow") == (BOTH, [])


@pytest.mark.parametrize("remote_gone", [False, True])
def test_partial_clone_fetches_nothing(tmp_path: Path, remote_gone: bool) -> None:
    repo = usual(tmp_path / "repo")
    old = repo.commit("old", {"docs/guide.md": "# Old\n\nbackoff of old\n"})
    repo.commit("new", {"docs/guide.md": GUIDE})
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    clone = tmp_path / "clone"
    repo.git("clone", "-q", "--filter=blob:none", f"file://{repo.path}", str(clone))
    if remote_gone:
        shutil.move(repo.path, tmp_path / "gone")
    before = sorted(os.listdir(clone / ".git" / "objects" / "pack"))
    assert ask(clone) == (BOTH, [])
    cites, notes = ask(clone, QUESTION, "--at", old)
    assert cites == [f"{ENTRY}:9"]
    assert notes == ["files: 1 skipped; git trove status --verbose lists them"]
    assert sorted(os.listdir(clone / ".git" / "objects" / "pack")) == before


def test_the_code_of_a_partial_clone_is_indexed_as_far_as_it_is_there(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.commit("code", {"src/here.py": "def here(): ...\n", "src/lost.py": "def lost(): ...\n"})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    repo.git("clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{repo.path}", str(clone))
    Repo(clone).git("checkout", "-q", "HEAD", "--", "src/here.py")
    shutil.move(repo.path, tmp_path / "gone")
    done = run(clone, "index", "--verbose")
    assert done.returncode == 0, done.stderr
    assert "\nsrc/lost.py: skipped: " in done.stdout
    assert run(clone, "ask", "--at", "HEAD", "here").returncode == 0


def test_a_blob_that_comes_later_is_searched_then(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    oid = repo.oid("HEAD:docs/guide.md")
    blob = repo.path / ".git" / "objects" / oid[:2] / oid[2:]
    blob.rename(tmp_path / "aside")
    assert ask(repo.path, QUESTION, "--at", "HEAD")[0] == [f"{ENTRY}:9"]
    (tmp_path / "aside").rename(blob)
    assert ask(repo.path, QUESTION, "--at", "HEAD")[0] == BOTH


def test_sparse_checkout_answers_from_the_whole_commit(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.git("sparse-checkout", "set", "--cone", "src")
    assert not (repo.path / "docs").exists()
    assert ask(repo.path) == (BOTH, [])


def test_submodules_are_repositories_of_their_own(tmp_path: Path) -> None:
    inner = usual(tmp_path / "inner")
    inner.commit("more", {"docs/inner.md": "# Inner\n\nbackoff inside\n"})
    outer = usual(tmp_path / "outer")
    outer.git("submodule", "--quiet", "add", str(inner.path), "docs/inner")
    outer.commit("submodule")
    assert ask(outer.path) == (BOTH, [])
    assert "docs/inner.md:3" in ask(outer.path / "docs" / "inner")[0]


def test_linked_worktree_and_one_of_a_bare_repository(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.git("worktree", "add", "-q", str(tmp_path / "side"), "-b", "side")
    assert ask(tmp_path / "side") == (BOTH, [])
    bare = Repo(tmp_path / "bare.git")
    repo.git("clone", "-q", "--bare", ".", str(bare.path))
    bare.git("worktree", "add", "-q", str(tmp_path / "tree"), "main")
    assert ask(tmp_path / "tree") == (BOTH, [])


def test_sha256(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo", "--object-format=sha256")
    assert len(repo.head) == 64
    assert ask(repo.path) == (BOTH, [])


def test_reftable(tmp_path: Path) -> None:
    probe = subprocess.run(["git", "init", "-q", "--ref-format=reftable", str(tmp_path / "probe")], check=False)
    if probe.returncode:
        pytest.skip("this git has no reftable")
    assert ask(usual(tmp_path / "repo", "--ref-format=reftable").path) == (BOTH, [])


def test_borrowed_objects_and_a_lender_that_is_gone(tmp_path: Path) -> None:
    lender = usual(tmp_path / "lender")
    borrower = Repo(tmp_path / "borrower")
    lender.git("clone", "-q", "--shared", ".", str(borrower.path))
    assert ask(borrower.path) == (BOTH, [])
    borrower.commit("own", {"docs/own.md": "# Own\n"})
    shutil.rmtree(lender.path)
    done = run(borrower.path, "ask", QUESTION)
    assert done.returncode == 2
    assert "lender" in done.stderr or "unable to read" in done.stderr or "not a tree" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_replacement_changes_the_answer_and_its_removal_changes_it_back(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    head = repo.head
    assert ask(repo.path, "wholly replaced", "--at", "HEAD")[0] == []
    repo.git("checkout", "-q", "--orphan", "other")
    replacement = repo.commit("replacement", {"docs/new.md": "# New\n\nwholly replaced\n"})
    repo.git("checkout", "-q", "main")
    repo.git("replace", head, replacement)
    assert ask(repo.path, "wholly replaced", "--at", "HEAD")[0] == ["docs/new.md:3"]
    repo.git("replace", "-d", head)
    assert ask(repo.path, "wholly replaced", "--at", "HEAD")[0] == []


def test_lfs_pointers_are_counted_and_not_searched(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{7:064d}\nsize 12345\n"
    repo.commit("lfs", {"docs/big.md": pointer})
    cites, notes = ask(repo.path, "size 12345 sha256")
    assert cites == []
    assert notes == ["files: 1 skipped; git trove status --verbose lists them"]


def test_links_inside_are_followed_once_and_links_outside_never(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    (tmp_path / "outside" / "entries").mkdir(parents=True)
    (tmp_path / "outside" / "secret.md").write_text("# Outside\n\nhidden word\n")
    (tmp_path / "outside" / "entries" / "leak.md").write_text(entry("leak", "hidden word"))
    repo.write("notes/plan.txt", "linked plan\n")
    docs = repo.path / "docs"
    for name, target in {
        "in.md": "../notes/plan.txt",
        "twin.md": "guide.md",
        "out.md": str(tmp_path / "outside" / "secret.md"),
        "loop-a.md": "loop-b.md",
        "loop-b.md": "loop-a.md",
        "dangling.md": "nowhere.md",
        "up": "..",
    }.items():
        (docs / name).symlink_to(target)
    shutil.rmtree(repo.path / ".claude" / "trove")
    (repo.path / ".claude" / "trove").symlink_to(tmp_path / "outside")
    repo.commit("links")
    assert ask(repo.path, "hidden word")[0] == []
    assert ask(repo.path, "linked plan")[0] == ["docs/in.md:1"]
    assert ask(repo.path, "backoff")[0] == ["docs/guide.md:5"]


def test_odd_names_are_cited_on_one_line(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    names = ["two words.md", 'q"uote.md', "tab\there.md", "new\nline.md", "café.md", "cafe\u0301.md", "-dash.md",
             "star*[x].md", ":(glob)x.md", "back\\slash.md", "trail .md", os.fsdecode(b"latin\xe9.md")]  # fmt: skip
    for number, name in enumerate(names):
        (repo.path / "docs" / name).write_text(f"# Odd\n\nunusual name {number}\n")
    repo.commit("odd")
    cites = ask(repo.path, "unusual", "--per-kind", "20", "--limit", "20")[0]
    assert len(cites) == len(names)
    assert {'"docs/tab\\there.md":3', '"docs/new\\nline.md":3', '"docs/latin\\351.md":3', "docs/two words.md:3"} <= set(
        cites
    )
    assert all("\n" not in cite for cite in cites)


def test_encodings_and_attributes(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.git("config", "core.autocrlf", "true")
    repo.git("config", "filter.up.smudge", "tr a-z A-Z")
    repo.git("config", "filter.up.clean", "tr A-Z a-z")
    repo.write(".gitattributes", "docs/wide.md text working-tree-encoding=UTF-16LE\ndocs/up.md filter=up\n")
    repo.write("docs/crlf.md", "# Crlf\r\n\r\ncarriage text\r\n")
    repo.write("docs/wide.md", "# Wide\n\nwide text\n".encode("utf-16-le"))
    repo.write("docs/up.md", "# UPPER\n\nSHOUTED\n")
    repo.write("docs/bom.md", b"\xef\xbb\xbf# Bom\n\nmarked text\n")
    repo.write("docs/latin.md", b"# Latin\n\ncaf\xe9 text\n")
    repo.write("docs/nul.md", b"# NUL\0x\n")
    repo.commit("encodings")
    for file in (repo.path / "docs").iterdir():
        file.unlink()
    repo.git("checkout", "-q", "--", "docs")
    cites, notes = ask(repo.path, "carriage wide shouted marked café", "--per-kind", "9")
    assert set(cites) == {"docs/crlf.md:3", "docs/wide.md:3", "docs/up.md:3", "docs/bom.md:3", "docs/latin.md:3"}
    assert notes[-1] == "files: 2 with problems; git trove status --verbose lists them"
    listed = run(repo.path, "status", "--verbose").stdout
    assert "docs/latin.md:3: not UTF-8; read as Latin-1" in listed
    assert "docs/nul.md:1: not text: holds NUL bytes" in listed


def test_a_git_ignored_trove_is_searched(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "repo")
    repo.commit("first", {".gitignore": ".claude/\n", "README.md": "# R\n"})
    repo.write(ENTRY, FACT)
    cites, notes = ask(repo.path)
    assert cites == [f"{ENTRY}:9"]
    assert notes == ["1 uncommitted file included"]
    assert ask(repo.path, QUESTION, "--at", "HEAD")[0] == []


def test_a_nested_repository_is_not_searched(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    usual(repo.path / "docs" / "inner")
    assert ask(repo.path) == (BOTH, [])


def test_separate_git_dir(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo", f"--separate-git-dir={tmp_path / 'elsewhere.git'}")
    assert ask(repo.path) == (BOTH, [])
    assert (tmp_path / "elsewhere.git" / "trove").is_dir()


def test_merges_and_renames(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.git("checkout", "-q", "-b", "side")
    repo.git("mv", "docs/guide.md", "docs/handbook.md")
    repo.commit("rename")
    repo.git("checkout", "-q", "main")
    repo.commit("edit", {"docs/guide.md": GUIDE + "\nmore\n"})
    repo.tick("merge", "-q", "--no-edit", "side")
    assert ask(repo.path)[0] == [f"{ENTRY}:9", "docs/handbook.md:5"]


@pytest.mark.parametrize("command", ["rebase", "merge"])
def test_a_conflict_inside_an_entry_is_said(tmp_path: Path, command: str) -> None:
    repo = usual(tmp_path / "repo")
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("side", {ENTRY: FACT.replace("exponential", "sideways")})
    repo.git("checkout", "-q", "main")
    repo.commit("main", {ENTRY: FACT.replace("exponential", "mainly")})
    if command == "rebase":
        repo.git("checkout", "-q", "side")
    repo.tick(command, "-q", "main" if command == "rebase" else "side", check=False)
    cites, notes = ask(repo.path, "sideways mainly backoff")
    assert f"{ENTRY}:10" in cites or f"{ENTRY}:12" in cites
    assert notes == ["1 uncommitted file included", f"{ENTRY}:9: merge conflict"]


def test_a_lock_left_by_a_crashed_git_is_left_alone(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    lock = repo.write(".git/index.lock", "")
    repo.write("README.md", "# Changed\n\nbackoff here too\n")
    cites, notes = ask(repo.path)
    assert "README.md:3" in cites
    assert notes == ["1 uncommitted file included"]
    assert lock.exists()


def test_a_git_dir_that_cannot_be_written(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    # A file where the folder of indexes would be refuses writes to everyone, root too.
    (repo.path / ".git" / "trove").write_text("")
    cites, notes = ask(repo.path)
    assert cites == BOTH
    assert notes == ["index kept in the user cache: the git dir cannot be written"]
    assert ask(repo.path) == (BOTH, [])


def test_no_place_to_write_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = usual(tmp_path / "repo")
    (repo.path / ".git" / "trove").write_text("")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    cites, notes = ask(repo.path)
    assert cites == BOTH
    assert notes == ["index kept in memory only: neither the git dir nor the user cache can be written"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a repository to somebody else")
def test_somebody_elses_repository_is_refused_with_the_way_out(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    for directory, _, names in os.walk(repo.path):
        for name in (".", *names):
            os.chown(os.path.join(directory, name), 12345, 12345, follow_symlinks=False)
    done = run(repo.path, "ask", QUESTION)
    assert done.returncode == 2
    assert "dubious ownership" in done.stderr
    assert f"hint: git config --global --add safe.directory {repo.path}" in done.stderr


def test_as_a_hook_of_a_partial_commit(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.commit("ab", {"a.md": "a\n", "b.md": "b\n"})
    repo.write("a.md", "A backoff\n")
    repo.write("b.md", "B\n")
    repo.git("add", "b.md")
    out = tmp_path / "out"
    hook = repo.write(
        ".git/hooks/pre-commit",
        f"#!/bin/sh\nexec '{sys.executable}' -m trove_git ask --json '{QUESTION}' > '{out}' 2>&1\n",
    )
    hook.chmod(0o755)
    repo.tick("commit", "-q", "-m", "partial", "a.md")
    assert {s["cite"] for s in json.loads(out.read_text())["sources"]} == {*BOTH, "a.md:1"}


def test_staged_and_work_tree_differ_the_work_tree_is_what_one_reads(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.write("docs/guide.md", GUIDE.replace("backoff", "stagedword"))
    repo.git("add", "-A")
    repo.write("docs/guide.md", GUIDE.replace("backoff", "treeword"))
    assert ask(repo.path, "treeword")[0] == ["docs/guide.md:5"]
    assert ask(repo.path, "stagedword")[0] == []


def test_intent_to_add(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.write(".claude/trove/entries/new.md", entry("new", "intended text"))
    repo.git("add", "-N", ".")
    assert ask(repo.path, "intended")[0] == [".claude/trove/entries/new.md:9"]


def test_deleted_in_the_work_tree_is_not_found_and_at_head_it_is(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    (repo.path / "docs" / "guide.md").unlink()
    cites, notes = ask(repo.path)
    assert cites == [f"{ENTRY}:9"]
    assert notes == ["1 file deleted in the work tree left out; --at HEAD searches the commit"]
    assert ask(repo.path, QUESTION, "--at", "HEAD")[0] == BOTH


def test_many_docs(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "repo")
    repo.commit("many", {f"docs/d{i % 50}/f{i}.md": f"# T{i}\n\nword{i} text\n" for i in range(2000)})
    assert ask(repo.path, "word1234")[0] == ["docs/d34/f1234.md:3"]


def test_head_moved_without_a_hook(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.commit("gone", {".claude/trove/entries/gone.md": entry("gone", "will vanish")})
    assert ask(repo.path, "vanish")[0] == [".claude/trove/entries/gone.md:9"]
    repo.git("reset", "-q", "--hard", "HEAD~1")
    assert ask(repo.path, "vanish")[0] == []


@pytest.mark.parametrize(
    ("broken", "code", "message"),
    [
        ("HEAD", 2, "git does not accept this repository"),
        ("index", 0, "uncommitted files were not looked at"),
    ],
)
def test_broken_files_of_git(tmp_path: Path, broken: str, code: int, message: str) -> None:
    repo = usual(tmp_path / "repo")
    (repo.path / ".git" / broken).write_text("junk\n")
    done = run(repo.path, "ask", QUESTION)
    assert done.returncode == code
    assert message in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_commit_is_named(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    oid = repo.head
    file = repo.path / ".git" / "objects" / oid[:2] / oid[2:]
    file.chmod(0o644)
    file.write_bytes(b"")
    done = run(repo.path, "ask", QUESTION)
    assert done.returncode == 2
    assert done.stderr.startswith("error: HEAD cannot be read: ")
    assert "git fsck" in done.stderr


def test_commits_in_legacy_encodings(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    tree = repo.oid("HEAD^{tree}")
    raw = (
        f"tree {tree}\nparent {repo.head}\nauthor J\xe9r <j@x> 1700000000 +0100\n"
        "committer J\xe9r <j@x> 1700000000 +0100\n\nraw \xe9 byte\n"
    ).encode("latin-1")
    made = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--stdin"],
        cwd=repo.path,
        input=raw,
        capture_output=True,
        check=True,
    )
    repo.git("update-ref", "refs/heads/main", made.stdout.decode().strip())
    assert ask(repo.path) == (BOTH, [])


def test_outside_git(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "guide.md").write_text(GUIDE)
    cites, notes = ask(folder, "retry with backoff")
    assert cites == ["docs/guide.md:5"]
    assert notes == ["no Git repository here: searched the files on disk"]


def test_an_empty_folder_says_what_it_looked_for(tmp_path: Path) -> None:
    cites, notes = ask(tmp_path)
    assert cites == []
    assert notes[-1].startswith("nothing to search here: no trove, and no docs")


def test_a_scope_folder_asks_its_subtree_only(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.commit("packages", {
        "packages/[a]/.trove/config": "[trove]\n\tlimit = 5\n",
        "packages/[a]/README.md": "# A\n\nbackoff of a\n",
        "packages/[a]/docs/x.md": "# X\n\nbackoff of x\n",
        "packages/b/README.md": "# B\n\nbackoff of b\n",
    })  # fmt: skip
    inside = repo.path / "packages" / "[a]"
    assert set(ask(inside / "docs", "backoff")[0]) == {"README.md:3", "docs/x.md:3"}
    (inside / "README.md").write_text("# A\n\nchanged backoff\n")
    assert ask(inside, "changed")[0] == ["README.md:3"]
    assert "packages/b/README.md:3" in ask(repo.path, "backoff")[0]


def test_git_dir_in_the_environment_is_where_git_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = usual(tmp_path / "repo")
    monkeypatch.setenv("GIT_DIR", str(repo.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(repo.path))
    (tmp_path / "empty").mkdir()
    assert ask(tmp_path / "empty")[0] == BOTH


def test_nothing_is_written_outside_the_named_places(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.write("docs/guide.md", GUIDE + "\nedited backoff\n")
    before = files_below(tmp_path)
    ask(repo.path)
    ask(repo.path, QUESTION, "--at", "HEAD~1")
    assert files_below(tmp_path) == before
    written = {
        os.path.relpath(path, os.environ["HOME"]).split(os.sep)[0] for path in files_below(Path(os.environ["HOME"]))
    }
    assert written <= {".gitconfig", ".cache", ".local"}


MESSAGES: list[tuple[str, Callable[[Repo], list[str]], str]] = [
    ("revision", lambda _: ["ask", "--at", "nope", "x"], "error: no such commit (nope)"),
    ("tree", lambda r: ["ask", "--at", r.git("rev-parse", "HEAD:docs"), "x"], "error: no such commit"),
    ("dash", lambda _: ["ask", "--at", "--all", "x"], "error: no such commit (--all)"),
    ("folder", lambda _: ["ask", "--repo", "/no/such/folder", "x"], "error: no such folder (/no/such/folder)"),
    ("empty", lambda _: ["ask", "   "], "error: the question is empty"),
    ("kind", lambda _: ["ask", "--kind", "nope", "x"], "Invalid value for '--kind'"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), [row[1:] for row in MESSAGES], ids=[row[0] for row in MESSAGES])
def test_mistakes_are_answered_with_exit_code_2(
    tmp_path: Path, arguments: Callable[[Repo], list[str]], message: str
) -> None:
    repo = usual(tmp_path / "repo")
    done = run(repo.path, *arguments(repo))
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_git_missing_is_said(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    done = run(repo.path, "ask", "x", PATH=str(tmp_path))
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "error: git is not installed or not on PATH")


def test_a_pipe_in_the_place_of_a_doc_is_passed_over(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    (repo.path / "docs" / "guide.md").unlink()
    os.mkfifo(repo.path / "docs" / "guide.md")
    cites, notes = ask(repo.path)
    assert cites == [f"{ENTRY}:9"]
    assert "files: 1 skipped; git trove status --verbose lists them" in notes


@pytest.mark.parametrize("lost", ["HEAD", "HEAD^{tree}"])
def test_a_lost_commit_is_not_taken_for_a_repository_without_commits(tmp_path: Path, lost: str) -> None:
    repo = usual(tmp_path / "repo")
    oid = repo.oid(lost)
    (repo.path / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
    done = run(repo.path, "ask", QUESTION)
    assert done.returncode == 2
    assert done.stderr.startswith("error: HEAD cannot be read: ")


def test_a_folder_named_by_trove_docs_is_watched_for_changes(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.git("config", "trove.docs", "manual/")
    repo.commit("manual", {"src/manual/a.txt": "opening words\n"})
    assert ask(repo.path, "opening words")[0] == ["src/manual/a.txt:1"]
    repo.write("src/manual/a.txt", "second words\n")
    repo.write("src/manual/b.txt", "third words\n")
    assert ask(repo.path, "second third")[0] == ["src/manual/a.txt:1", "src/manual/b.txt:1"]


def test_a_broken_configuration_of_the_commit_is_said_and_ignored(tmp_path: Path) -> None:
    repo = usual(tmp_path / "repo")
    repo.commit("config", {".trove/config": "[trove\n"})
    cites, notes = ask(repo.path)
    assert cites == BOTH
    assert notes == ["files: 1 with problems; git trove status --verbose lists them"]
