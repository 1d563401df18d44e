"""What hooks do: gates hand over or fail closed, post hooks index, and mend INDEX.md after a merge."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.hooks import git, install_in, until
from tests.support.repos import Repo, entry
from tests.support.troves import run
from trove_git.cli.main import main
from trove_git.commands import background, hook
from trove_git.commands.after_merge import find_duplicates, tidy
from trove_git.commands.index import index
from trove_git.entries.entry import parse_entry
from trove_git.errors import TroveError, UsageError
from trove_git.layers.indexer import EVENT, LOCK_NAME, start
from trove_git.records import Oid, PushedRef, Verdict
from trove_git.storage import locked
from trove_git.workspace.program import find_program
from trove_git.workspace.workspace import Workspace, find_workspace

HEAD, ZEROS = Oid("1" * 40), Oid("0" * 40)


class FakeGate:
    """A gate that notes what it was asked."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.asked: list[tuple[object, ...]] = []

    def check_staged(self, workspace: Workspace) -> Verdict:
        self.asked.append(("staged", workspace.environment.get("GIT_INDEX_FILE")))
        return self.verdict

    def check_push(self, workspace: Workspace, remote: str, refs: object) -> Verdict:
        self.asked.append(("push", remote, refs))
        return self.verdict

    def check_message(self, workspace: Workspace, path: str) -> Verdict:
        self.asked.append(("message", path))
        return self.verdict


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> FakeGate:
    fake = FakeGate(Verdict(False, ("a.md:3: token (40 characters)",), ("1 file scanned",)))
    monkeypatch.setattr(hook, "load_gate", lambda: fake)
    return fake


def test_a_gate_that_is_not_there_stops(repo: Repo, monkeypatch, capsys) -> None:
    monkeypatch.setattr(hook, "GATE_MODULE", "trove_git.commands.no_such_gate")
    monkeypatch.chdir(repo.path)
    for name in ("pre-commit", "pre-merge-commit", "pre-push", "commit-msg"):
        result = run(monkeypatch, capsys, "hook", name, "origin", stdin=f"a {HEAD} b {ZEROS}\n")
        assert result.code == 2
        assert result.err.startswith("error: the secret gate is not available: No module named")
        assert "hint: install git-trove again" in result.err


def test_a_remote_with_a_name_like_a_post_hook_does_not_let_through(repo: Repo, gate, monkeypatch, capsys) -> None:
    monkeypatch.chdir(repo.path)
    for remote in ("post-commit", "postgres"):
        assert run(monkeypatch, capsys, "hook", "pre-push", remote, "url", stdin=f"a {HEAD} b {ZEROS}\n").code == 1


def test_half_a_gate_is_none(repo: Repo, monkeypatch) -> None:
    monkeypatch.setattr(hook, "GATE_MODULE", "json")
    with pytest.raises(TroveError, match="json has no check_staged, check_push, check_message"):
        hook.load_gate()


@pytest.mark.parametrize(
    ("arguments", "code"), [(("pre-commit",), 1), (("post-merge", "0"), 0)], ids=["gate", "post hook"]
)
def test_nobody_reads_what_is_printed(repo: Repo, arguments, code: int) -> None:
    """`git commit 2>&1 | true`: a finding that cannot be printed is one all the same."""
    repo.commit("x", {".claude/trove/INDEX.md": "# T\n", ".claude/trove/entries/a.md": entry("a", "x")})
    program = (
        "import sys, types; from trove_git.commands import hook; from trove_git.cli.main import main;"
        "gate = types.SimpleNamespace(check_staged=lambda place: hook.Verdict(False, ('a.md:1: token',) * 9, ('n',)));"
        "hook.load_gate = lambda: gate; sys.exit(main(sys.argv[1:]))"
    )
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", program, "hook", *arguments], cwd=repo.path, stdout=writer, stderr=writer, check=False
    )
    os.close(writer)
    assert done.returncode == code


ASKED = {
    "commit": (("pre-commit",), "", ("staged", ".git/next-index-1.lock")),
    "merge": (("pre-merge-commit",), "", ("staged", ".git/next-index-1.lock")),
    "message": (("commit-msg", ".git/COMMIT_EDITMSG"), "", ("message", ".git/COMMIT_EDITMSG")),
    "push": (
        ("pre-push", "origin", "https://example.org/x"),
        f"refs/heads/a {HEAD} refs/heads/b {ZEROS}\n(delete) {ZEROS} refs/heads/c {HEAD}\n",
        (
            "push", "origin",
            [
                PushedRef("refs/heads/a", HEAD, "refs/heads/b", ZEROS),
                PushedRef("(delete)", ZEROS, "refs/heads/c", HEAD),
            ],
        ),
    ),
    "push by hand": (("pre-push",), "", ("push", "", None)),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "stdin", "asked"), ASKED.values(), ids=ASKED)
def test_the_gate_is_asked(repo: Repo, gate: FakeGate, monkeypatch, capsys, arguments, stdin, asked) -> None:
    monkeypatch.chdir(repo.path)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
    result = run(monkeypatch, capsys, "hook", *arguments, stdin=stdin)
    assert (result.code, result.out, result.err) == (1, "a.md:3: token (40 characters)\n", "1 file scanned\n")
    assert gate.asked == [asked]


def test_a_clean_verdict_lets_through(repo: Repo, gate: FakeGate, monkeypatch, capsys) -> None:
    gate.verdict = Verdict(True, (), ("1 file scanned",), ("a.md:1: x",))
    monkeypatch.chdir(repo.path)
    result = run(monkeypatch, capsys, "hook", "pre-commit")
    assert (result.code, result.out, result.err) == (0, "", "warning: a.md:1: x\n1 file scanned\n")


def test_pre_commit_names_the_remote_and_one_ref_only_so_all_are_looked_at(
    repo: Repo, gate, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(repo.path)
    monkeypatch.setenv("PRE_COMMIT", "1")
    monkeypatch.setenv("PRE_COMMIT_REMOTE_NAME", "upstream")
    run(monkeypatch, capsys, "hook", "pre-push")
    assert gate.asked == [("push", "upstream", None)]


def test_a_push_of_nothing_asks_nothing(repo: Repo, gate: FakeGate, monkeypatch, capsys) -> None:
    monkeypatch.chdir(repo.path)
    assert run(monkeypatch, capsys, "hook", "pre-push", "origin", "url", stdin="").code == 0
    assert gate.asked == []


def test_input_that_is_not_gits(repo: Repo, gate: FakeGate, monkeypatch, capsys) -> None:
    monkeypatch.chdir(repo.path)
    assert run(monkeypatch, capsys, "hook", "pre-push", "origin", stdin="half a line\n").code == 2
    assert run(monkeypatch, capsys, "hook", "commit-msg").code == 2
    with pytest.raises(UsageError):
        hook.parse_pushed("a b c d e\n")


def test_outside_git_a_gate_does_not_let_through(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(hook, "GATE_MODULE", "trove_git.commands.no_such_gate")
    assert run(monkeypatch, capsys, "hook", "pre-commit").code == 2


def test_a_probe_is_answered_and_lets_nothing_through(repo: Repo, gate, monkeypatch, capsys, tmp_path) -> None:
    monkeypatch.chdir(repo.path)
    monkeypatch.setenv("TROVE_HOOK_PROBE", str(tmp_path / "probe"))
    assert run(monkeypatch, capsys, "hook", "pre-commit").code == 3
    assert run(monkeypatch, capsys, "hook", "post-merge", "0").code == 0
    assert (tmp_path / "probe").read_text() == "pre-commit\npost-merge\n"
    assert gate.asked == []
    with pytest.raises(TroveError, match="the probe cannot be answered"):
        hook.answer_probe("pre-commit", {"TROVE_HOOK_PROBE": str(tmp_path)})


EVENTS = {
    "plain": ("post-merge", ("0",), {}, ("post-merge", ("0",))),
    "commit": ("post", (), {"PRE_COMMIT": "1"}, ("post-commit", ())),
    "checkout": (
        "post", (), {"PRE_COMMIT_CHECKOUT_TYPE": "1", "PRE_COMMIT_FROM_REF": "a", "PRE_COMMIT_TO_REF": "b"},
        ("post-checkout", ("a", "b", "1")),
    ),
    "merge": ("post", (), {"PRE_COMMIT_IS_SQUASH_MERGE": "0"}, ("post-merge", ("0",))),
    "rewrite": ("post", (), {"PRE_COMMIT_REWRITE_COMMAND": "rebase"}, ("post-rewrite", ("rebase",))),
}  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "environment", "expected"), EVENTS.values(), ids=EVENTS)
def test_which_post_hook_runs(name, arguments, environment, expected) -> None:
    assert hook.post_event(name, arguments, environment) == expected


IDLE = {
    "commit": ("post-commit", (), "", False),
    "commit in a rebase": ("post-commit", (), "rebase-merge", True),
    "merge in an am": ("post-merge", ("0",), "rebase-apply", True),
    "checkout": ("post-checkout", ("a", "b", "1"), "", False),
    "checkout of files": ("post-checkout", ("a", "b", "0"), "", True),
    "checkout of the same commit": ("post-checkout", ("a", "a", "1"), "", True),
    "checkout that says nothing": ("post-checkout", (), "", True),
    "rebase": ("post-rewrite", ("rebase",), "rebase-merge", False),
    "amend": ("post-rewrite", ("amend",), "", True),
}


@pytest.mark.parametrize(("event", "arguments", "state", "expected"), IDLE.values(), ids=IDLE)
def test_when_there_is_nothing_to_do(tmp_path: Path, event, arguments, state, expected) -> None:
    if state:
        (tmp_path / state).mkdir()
    assert hook.is_idle(event, arguments, str(tmp_path)) == expected


def test_post_hooks_exit_with_0_whatever_happens(repo: Repo, tmp_path: Path, monkeypatch, capsys) -> None:
    def crash(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, capsys, "hook", "post-commit").code == 0, "outside git"
    monkeypatch.chdir(repo.path)
    assert run(monkeypatch, capsys, "hook", "--now", "post-commit").code == 0, "no commit yet"
    assert run(monkeypatch, capsys, "hook", "post-commit", "--no-such-option").code == 0
    (repo.path / ".git" / "HEAD").write_text("junk\n")
    broken = subprocess.run([sys.executable, "-m", "trove_git", "hook", "post-commit"], capture_output=True, text=True)
    assert (broken.returncode, broken.stderr.partition(":")[0]) == (0, "error")
    monkeypatch.setattr(hook, "answer_probe", crash)
    bug = run(monkeypatch, capsys, "hook", "post-commit")
    assert (bug.code, "this is a bug" in bug.err) == (0, True)
    assert run(monkeypatch, capsys, "hook", "pre-commit").code == 3


def published(repo: Repo) -> set[str]:
    """Return the layers of HEAD's index that are published."""
    head = repo.head
    return {path.parent.name.partition("-")[0] for path in (repo.path / ".git" / "trove").glob(f"*/*/{head}")}


def test_the_index_follows_head_and_a_second_indexer_exits(repo: Repo, monkeypatch) -> None:
    repo.commit("x", {"docs/a.md": "# A\n", "src/a.py": "def a(): ...\n"})
    monkeypatch.chdir(repo.path)
    monkeypatch.setattr(os, "nice", lambda _: 0)
    workspace = find_workspace(None)
    (repo.path / ".git" / "trove").mkdir()
    with locked(str(repo.path / ".git" / "trove" / LOCK_NAME), wait=True):
        assert background.index_now(workspace) == 0
    assert published(repo) == set()
    assert background.index_now(workspace) == 1
    assert published(repo) == {"knowledge", "history", "code"}


@pytest.mark.parametrize(("awaited", "niceness"), [(False, 10), (True, 5)])
def test_what_a_question_waits_for_is_built_less_gently(repo: Repo, monkeypatch, awaited: bool, niceness: int) -> None:
    repo.commit("x", {"docs/a.md": "# A\n"})
    monkeypatch.chdir(repo.path)
    commands: list[list[str]] = []
    set_to: list[int] = []
    with monkeypatch.context() as processes:
        processes.setattr(
            subprocess, "Popen", lambda command, **_: commands.append(command) or SimpleNamespace(returncode=None)
        )
        start(EVENT, str(repo.path), awaited=awaited)
    monkeypatch.setattr(os, "nice", set_to.append)
    assert main(commands[0][commands[0].index("hook") :]) == 0
    assert set_to == [niceness]


def test_a_commit_made_meanwhile_is_indexed_too(repo: Repo, monkeypatch) -> None:
    repo.commit("x", {"docs/a.md": "# A\n"})
    monkeypatch.chdir(repo.path)
    monkeypatch.setattr(os, "nice", lambda _: 0)
    real, commits = index, ["y", "z"]

    def index_and_commit(workspace: Workspace) -> object:
        done = real(workspace)
        if commits:
            repo.commit(commits.pop(), {"docs/a.md": f"# {len(commits)}\n"})
        return done

    monkeypatch.setattr(background, "index", index_and_commit)
    assert background.index_now(find_workspace(None)) == 3
    assert published(repo) == {"knowledge", "history", "code"}


def make_trove(repo: Repo) -> None:
    repo.commit("trove", {
        ".claude/trove/.gitattributes": "INDEX.md merge=union\n",
        ".claude/trove/INDEX.md": "# Trove\n\n- [base](entries/base.md) - x\n",
        ".claude/trove/entries/base.md": entry("base", "x"),
    })  # fmt: skip


def add_entry(repo: Repo, slug: str, created: str, folder: str = "entries") -> None:
    index = repo.path / ".claude/trove/INDEX.md"
    lines = index.read_text().split("\n")
    lines.insert(2, f"- [{slug}]({folder}/{slug}.md) - {slug} text.")
    repo.write(".claude/trove/INDEX.md", "\n".join(lines))
    repo.write(f".claude/trove/{folder}/{slug}.md", entry(slug, f"{slug} text.", created=created))
    repo.git("add", "-A")
    repo.tick("commit", "-q", "--no-verify", "-m", slug)


@pytest.fixture
def merging(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Two branches that both wrote entries, hooks that start the real program, and main checked out."""
    make_trove(repo)
    repo.git("switch", "-q", "-c", "theirs")
    add_entry(repo, "b", "2024-03-01")
    add_entry(repo, "same", "2024-03-02", "memory")
    repo.git("switch", "-q", "main")
    add_entry(repo, "a", "2024-04-01")
    add_entry(repo, "same", "2024-02-01")
    install_in(repo, monkeypatch, find_program())
    return repo


SAID = "git-trove: .claude/trove/INDEX.md was written anew after the merge and is modified now; commit it"
TWICE = (
    "git-trove: slug 'same' is taken 2 times: .claude/trove/entries/same.md, .claude/trove/memory/same.md; "
    "git mv all but one to a name of its own"
)
IN_ORDER = ["entries/a.md", "memory/same.md", "entries/b.md", "entries/same.md", "entries/base.md"]


def listed(repo: Repo) -> list[str]:
    text = (repo.path / ".claude/trove/INDEX.md").read_text()
    return [line.partition("](")[2].partition(")")[0] for line in text.split("\n") if line.startswith("- ")]


def test_a_real_merge_renders_index_md_again_and_indexes(merging: Repo) -> None:
    # Modules of the repository's own are not what the indexer imports.
    merging.write("click.py", "raise SystemExit(9)\n")
    merging.write("json.py", "raise SystemExit(9)\n")
    done = git(merging.path, "merge", "--no-verify", "--no-edit", "theirs")
    assert done.stderr.splitlines()[-2:] == [SAID, TWICE]
    assert listed(merging) == IN_ORDER
    assert merging.git("status", "--porcelain", "--untracked-files=no") == "M .claude/trove/INDEX.md"
    until(lambda: published(merging) == {"knowledge", "history", "code"})


def test_a_real_merge_that_was_committed_by_hand(merging: Repo, monkeypatch) -> None:
    monkeypatch.setattr(os, "nice", lambda _: 0)
    monkeypatch.chdir(merging.path)
    background.index_now(find_workspace(None))
    # The gate itself is not what is tested here.
    hook_file = merging.path / ".git" / "hooks" / "pre-commit"
    hook_file.write_text(hook_file.read_text().replace("hook pre-commit\n", "--version >&2\n"))
    git(merging.path, "merge", "--no-verify", "--no-commit", "theirs")
    done = git(merging.path, "commit", "--no-edit")
    assert SAID in done.stderr
    assert listed(merging) == IN_ORDER


def test_a_real_rebase(merging: Repo) -> None:
    done = git(merging.path, "rebase", "theirs")
    assert [line for line in done.stderr.splitlines() if line.startswith("git-trove:")] == [SAID, TWICE]
    assert listed(merging) == IN_ORDER
    until(lambda: published(merging) == {"knowledge", "history", "code"})


@pytest.mark.parametrize("how", ["merge", "rebase"])
def test_what_git_stashed_away_comes_back(merging: Repo, how: str) -> None:
    index = merging.path / ".claude/trove/INDEX.md"
    index.write_text(index.read_text() + "\nA line at the end.\n")
    options = ["--no-verify", "--no-edit"] if how == "merge" else []
    done = git(merging.path, how, "--autostash", *options, "theirs")
    assert "is out of date after the merge; git trove check --fix writes it anew" in done.stderr
    assert "conflict" not in done.stderr.lower()
    assert index.read_text().endswith("A line at the end.\n")


def test_a_trove_below_the_top_is_mended_too(repo: Repo, monkeypatch) -> None:
    folder = "packages/x/.claude/trove"
    repo.commit("x", {f"{folder}/INDEX.md": "# Trove\n", f"{folder}/entries/a.md": entry("a", "Text.")})
    assert tidy(find_workspace(str(repo.path))) == [
        f"{folder}/INDEX.md was written anew after the merge and is modified now; commit it"
    ]
    assert tidy(find_workspace(str(repo.path))) == []


def test_the_home_folders_own_trove_is_left_alone(tmp_path: Path, monkeypatch) -> None:
    repo = Repo.init(tmp_path / "home")
    repo.commit("x", {".claude/trove/INDEX.md": "# Mine\n", ".claude/trove/entries/a.md": entry("a", "Text.")})
    monkeypatch.setenv("HOME", str(repo.path))
    assert tidy(find_workspace(str(repo.path))) == []


def test_a_trove_without_a_work_tree(tmp_path: Path) -> None:
    assert tidy(find_workspace(str(Repo.init(tmp_path / "bare.git", "--bare").path))) == []


def test_duplicates_fold_case_and_form() -> None:
    names = ["entries/A.md", "entries/a.md", "memory/cafe\u0301.md", "context/caf\u00e9.md", "entries/b.md"]
    entries = [parse_entry(b"---\ntitle: t\n---\n\nx\n", name) for name in names]
    assert find_duplicates(entries) == {
        "a": ["entries/A.md", "entries/a.md"],
        "caf\u00e9": ["memory/cafe\u0301.md", "context/caf\u00e9.md"],
    }


def test_a_commit_through_the_real_program_fails_closed_and_is_indexed(repo: Repo, monkeypatch) -> None:
    install_in(repo, monkeypatch, find_program())
    repo.commit("code", {"src/a.py": "def a(): ...\n"})
    until(lambda: published(repo) == {"knowledge", "history", "code"})
    repo.git("switch", "-q", "-c", "other")
    repo.commit("more", {"src/b.py": "def b(): ...\n"})
    repo.git("switch", "-q", "main")
    subprocess.run(["git", "switch", "-q", "other"], cwd=repo.path, check=True)
    until(lambda: published(repo) == {"knowledge", "history", "code"})


def test_a_hook_loads_no_more_than_it_needs(repo: Repo) -> None:
    code = "import sys; from trove_git.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"
    command = [sys.executable, "-c", code, "hook", "post-checkout", "a", "a", "1"]
    done = subprocess.run(command, cwd=repo.path, capture_output=True, text=True, check=True)
    heavy = {"tantivy", "tree_sitter", "yaml", "filelock", "trove_git.hooks.doctor", "trove_git.commands.index"}
    assert heavy & set(done.stdout.split()) == set()
