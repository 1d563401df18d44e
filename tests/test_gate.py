"""The gate on real repositories: what is staged, committed, pushed; what is allowed; what cannot be read."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from tests.support.repos import Repo, entry
from tests.support.secrets import Maker
from trove_git.commands.gates import check_history, check_message, check_push, check_range, check_staged
from trove_git.errors import GitError, UnknownRevision
from trove_git.records import Oid, PushedRef, Verdict
from trove_git.redaction.allowed import INLINE_SALT, digest_of
from trove_git.workspace.workspace import Workspace, find_workspace

MAKER = Maker()
TOKEN = "gh" + "p_" + MAKER.alnum(36)
OTHER = "gh" + "p_" + MAKER.alnum(36)
PASSWORD = "tr0ub" + "4dor&" + "Zx9qLm"
ENTRY = ".claude/trove/entries/fact.md"
ZEROS = Oid("0" * 40)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.init(tmp_path / "repo")
    made.commit("first", {"README.md": "# Readme\n", ENTRY: entry("Fact", "words")})
    return made


def workspace_of(repo: Repo) -> Workspace:
    return find_workspace(str(repo.path))


def stage(repo: Repo, **files: str | bytes) -> None:
    for path, text in files.items():
        repo.write(path, text)
    repo.git("add", "-A")


def staged(repo: Repo, files: dict[str, str | bytes]) -> Verdict:
    stage(repo, **files)
    return check_staged(workspace_of(repo))


def kinds(verdict: Verdict) -> list[str]:
    return [line.rpartition(" (")[0] for line in verdict.findings]


def test_a_token_in_an_entry_is_named_by_place_kind_and_length_only(repo: Repo) -> None:
    verdict = staged(repo, {ENTRY: entry("Fact", f"words {TOKEN}")})
    assert not verdict.clean
    assert verdict.findings == (f"{ENTRY}:9: github-token (40 characters)",)
    assert "1 file scanned: 1 secret found" in verdict.notes
    assert not any(TOKEN in line for line in (*verdict.findings, *verdict.warnings, *verdict.notes))
    assert check_staged(workspace_of(repo)) == verdict


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        (ENTRY, f"password: {PASSWORD}\n", True),
        (".claude/trove/INDEX.md", f"- [A](entries/a.md) - {TOKEN}\n", True),
        ("packages/api/.claude/trove/memory/x.md", f"{TOKEN}\n", True),
        (".CLAUDE/Trove/entries/x.md", f"{TOKEN}\n", True),
        (".claude/trove/entries/x.bin", f"{TOKEN}\n", True),
        ("docs/a.md", f"{TOKEN}\n", True),
        ("docs/a.md", f"password: {PASSWORD}\n", False),
        ("lib/README.md", f"{TOKEN}\n", True),
        ("src/app.py", f"{TOKEN}\n", False),
        ("notes/plan.txt", f"{TOKEN}\n", False),
    ],
)
def test_what_blocks_where(repo: Repo, path: str, text: str, found: bool) -> None:
    assert staged(repo, {path: text}).clean is not found


def test_what_is_unsure_in_a_doc_is_a_warning(repo: Repo) -> None:
    verdict = staged(repo, {"docs/a.md": f"password: {PASSWORD}\n"})
    assert verdict.clean
    assert any(warning.startswith("docs/a.md:1: ") for warning in verdict.warnings)


def test_settings_widen_and_narrow(repo: Repo) -> None:
    files: dict[str, str | bytes] = {
        "config/app.yml": f"{TOKEN}\n",
        "docs/samples/a.md": f"{OTHER}\n",
        "wiki/p.txt": TOKEN,
    }
    assert kinds(staged(repo, files)) == ["docs/samples/a.md:1: github-token"]
    repo.git("config", "--add", "trove.secrets", "*.yml")
    repo.git("config", "--add", "trove.secrets", "!docs/samples/")
    assert kinds(check_staged(workspace_of(repo))) == ["config/app.yml:1: github-token"]
    repo.git("config", "trove.docs", "wiki/*")
    assert kinds(check_staged(workspace_of(repo))) == ["config/app.yml:1: github-token", "wiki/p.txt:1: github-token"]
    repo.git("config", "--replace-all", "trove.secrets", "!.claude/")
    assert not staged(repo, {ENTRY: TOKEN}).clean, "entries cannot be taken out"


def test_what_is_staged_counts_and_not_what_is_on_disk(repo: Repo) -> None:
    stage(repo, **{ENTRY: TOKEN})
    repo.write(ENTRY, "clean\n")
    assert not check_staged(workspace_of(repo)).clean
    repo.git("add", "-A")
    repo.write(ENTRY, TOKEN)
    assert check_staged(workspace_of(repo)).clean


def test_the_index_that_git_names_counts(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(repo, **{ENTRY: TOKEN})
    (repo.path / "other-index").write_bytes((repo.path / ".git" / "index").read_bytes())
    repo.git("reset", "-q", "--hard")
    assert check_staged(workspace_of(repo)).clean
    monkeypatch.setenv("GIT_INDEX_FILE", str(repo.path / "other-index"))
    assert not check_staged(workspace_of(repo)).clean


def test_before_the_first_commit(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "new")
    assert staged(repo, {"README.md": "# A\n"}).clean
    assert not staged(repo, {ENTRY: TOKEN}).clean


def test_an_intent_to_add_brings_nothing_in_and_a_conflict_brings_in_its_sides(repo: Repo) -> None:
    repo.write("docs/later.md", TOKEN)
    repo.git("add", "-N", "docs/later.md")
    assert check_staged(workspace_of(repo)).clean
    repo.git("reset", "-q", "--hard")
    repo.git("clean", "-qfd")
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("side", {ENTRY: entry("Fact", f"side {TOKEN}")})
    repo.git("checkout", "-q", "main")
    repo.commit("main", {ENTRY: entry("Fact", "main")})
    repo.git("merge", "-q", "side", check=False)
    assert kinds(check_staged(workspace_of(repo))) == [f"{ENTRY}:9: github-token"]


def test_names_and_targets_of_links_are_looked_at_and_a_secret_in_a_name_is_not_printed(repo: Repo) -> None:
    (repo.path / "docs").mkdir()
    (repo.path / ".claude/trove/entries/link.md").symlink_to(f"/srv/{TOKEN}")
    verdict = staged(repo, {f".claude/trove/entries/{OTHER}.md": "words\n"})
    assert sorted(verdict.findings) == [
        ".claude/trove/entries/(40 characters).md: github-token in the name of the file (40 characters)",
        ".claude/trove/entries/link.md:1: github-token (40 characters)",
    ]


def test_bytes_that_are_no_text_stop_an_entry(repo: Repo) -> None:
    verdict = staged(repo, {ENTRY: b"caf\xe9 " + TOKEN.encode() + b"\n"})
    assert [line.partition(": ")[2] for line in verdict.findings] == [
        "text that is not UTF-8 (1 characters)", "github-token (40 characters)",
    ]  # fmt: skip


def test_a_blob_that_cannot_be_read_stops_with_an_error(repo: Repo) -> None:
    stage(repo, **{ENTRY: entry("Fact", "other words")})
    oid = repo.oid(f":{ENTRY}")
    os.unlink(repo.path / ".git" / "objects" / oid[:2] / oid[2:])
    with pytest.raises(GitError):
        check_staged(workspace_of(repo))


def allow(repo: Repo, how: str) -> None:
    if how == "inline":
        repo.write(ENTRY, f"{TOKEN}\n<!-- trove: allow {digest_of(TOKEN, INLINE_SALT)} sample of the vendor -->\n")
    elif how == "pragma":
        repo.write(ENTRY, f"{TOKEN}  # pragma: allowlist secret\n")
    elif how == "next line":
        repo.write(ENTRY, f"<!-- pragma: allowlist nextline secret -->\n{TOKEN}\n")
    elif how == "list":
        repo.write(".trove/allow", f"salt feed\n{digest_of(TOKEN, 'feed')} sample\n")
    elif how == "list without salt":
        repo.write(".trove/allow", f"{digest_of(TOKEN, INLINE_SALT)} sample\n")
    elif how == "baseline":
        found = {"type": "x", "hashed_secret": hashlib.sha1(TOKEN.encode()).hexdigest(), "line_number": 3}
        repo.write(".secrets.baseline", json.dumps({"version": "1.5.0", "results": {ENTRY: [found]}}))


WAYS = ("inline", "pragma", "next line", "list", "list without salt", "baseline")


@pytest.mark.parametrize("how", WAYS)
def test_an_allowance_holds_for_one_secret(repo: Repo, how: str) -> None:
    assert not staged(repo, {ENTRY: f"{TOKEN}\n"}).clean
    allow(repo, how)
    repo.git("add", "-A")
    verdict = check_staged(workspace_of(repo))
    assert verdict.clean
    assert any(note.endswith("no secrets found, 1 allowed") for note in verdict.notes)
    text = (repo.path / ENTRY).read_text()
    assert not staged(repo, {ENTRY: f"{text}{OTHER}\n"}).clean


@pytest.mark.parametrize(
    "text",
    [f"<!-- trove: allow {digest_of(TOKEN, INLINE_SALT)} -->", f"trove: allow {'0' * 12} why", "trove: allow all"],
)
def test_an_allowance_needs_its_hash_and_a_reason(repo: Repo, text: str) -> None:
    assert not staged(repo, {ENTRY: f"{TOKEN}\n{text}\n"}).clean


def test_a_secret_that_a_baseline_marks_as_real_and_a_broken_baseline_allow_nothing(repo: Repo) -> None:
    real = {"type": "x", "hashed_secret": hashlib.sha1(TOKEN.encode()).hexdigest(), "is_secret": True}
    files: dict[str, str | bytes] = {ENTRY: TOKEN, ".secrets.baseline": json.dumps({"results": {ENTRY: [real]}})}
    assert not staged(repo, files).clean
    verdict = staged(repo, {".secrets.baseline": "{"})
    assert not verdict.clean
    assert any(warning.startswith(".secrets.baseline is not what") for warning in verdict.warnings)


def test_the_printed_lines_allow_what_they_are_printed_for(repo: Repo) -> None:
    verdict = staged(repo, {ENTRY: f"{TOKEN}\n"})
    (line,) = [note for note in verdict.notes if "trove: allow" in note]
    inline, _, listed = line.strip().partition("  or  ")
    assert staged(repo, {ENTRY: f"{TOKEN}\n{inline}\n"}).clean
    assert staged(repo, {ENTRY: f"{TOKEN}\n", ".trove/allow": f"{listed}\n"}).clean


def test_commits_one_by_one(repo: Repo) -> None:
    first = repo.oid("HEAD")
    bad = repo.commit("bad", {ENTRY: TOKEN})
    repo.commit("removed", {ENTRY: "clean\n"})
    verdict = check_range(workspace_of(repo), f"{first}..HEAD")
    assert verdict.findings == (f"{ENTRY}:1: github-token (40 characters) in {bad[:12]}",)
    assert check_range(workspace_of(repo), f"{bad}..HEAD").clean
    with pytest.raises(UnknownRevision):
        check_range(workspace_of(repo), "nowhere..HEAD")


def test_history_names_the_commit_that_brought_it_in(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    bad = repo.commit("bad", {ENTRY: TOKEN})
    repo.commit("again", {".claude/trove/entries/copy.md": TOKEN, "docs/a.md": OTHER})
    repo.git("checkout", "-q", "main")
    findings = check_history(workspace_of(repo)).findings
    assert findings[0] == f"{ENTRY}:1: github-token (40 characters) in {bad[:12]}"
    assert len(findings) == 2, "docs are no trove"


def test_a_blob_that_was_elsewhere_before_is_found_where_it_comes(repo: Repo) -> None:
    repo.commit("code", {"src/token.txt": TOKEN})
    base = repo.oid("HEAD")
    repo.git("mv", "src/token.txt", ".claude/trove/entries/token.md")
    repo.commit("moved")
    assert not check_range(workspace_of(repo), f"{base}..HEAD").clean


def test_what_only_a_merge_brings_in(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("side", {"docs/a.md": "side\n"})
    repo.git("checkout", "-q", "main")
    base = repo.commit("main", {"docs/b.md": "main\n"})
    repo.git("merge", "-q", "--no-commit", "side")
    repo.commit("evil", {ENTRY: TOKEN})
    assert not check_range(workspace_of(repo), f"{base}..HEAD").clean


def pushed(repo: Repo, name: str, old: Oid = ZEROS) -> PushedRef:
    return PushedRef(f"refs/heads/{name}", repo.oid(name), f"refs/heads/{name}", old)


def test_a_push_is_held_to_what_it_adds_to_the_remote(repo: Repo, tmp_path: Path) -> None:
    repo.git("init", "-q", "--bare", str(tmp_path / "remote"))
    repo.git("remote", "add", "origin", str(tmp_path / "remote"))
    bad = repo.commit("bad", {ENTRY: TOKEN})
    repo.commit("removed", {ENTRY: "clean\n"})
    verdict = check_push(workspace_of(repo), "origin", [pushed(repo, "main")])
    assert verdict.findings == (f"{ENTRY}:1: github-token (40 characters) in {bad[:12]} of refs/heads/main",)
    repo.git("push", "-q", "origin", "main")
    assert check_push(workspace_of(repo), "origin", [pushed(repo, "main")]).clean
    repo.git("branch", "other", bad)
    assert check_push(workspace_of(repo), "origin", [pushed(repo, "other")]).clean, "the remote has it already"
    assert check_push(workspace_of(repo), "origin", [PushedRef("(delete)", ZEROS, "refs/heads/x", bad)]) == Verdict(
        clean=True
    )


def test_a_push_to_an_url_is_held_to_what_the_remote_says_it_has(repo: Repo) -> None:
    base = repo.commit("bad", {ENTRY: TOKEN})
    repo.commit("removed", {ENTRY: "clean\n"})
    assert not check_push(workspace_of(repo), "https://example.org/x.git", [pushed(repo, "main")]).clean
    assert check_push(workspace_of(repo), "https://example.org/x.git", [pushed(repo, "main", base)]).clean
    assert not check_push(workspace_of(repo), "https://example.org/x.git", [pushed(repo, "main", Oid("1" * 40))]).clean


def test_where_one_ref_is_named_all_are_looked_at(repo: Repo, tmp_path: Path) -> None:
    repo.git("init", "-q", "--bare", str(tmp_path / "remote"))
    repo.git("remote", "add", "origin", str(tmp_path / "remote"))
    repo.git("push", "-q", "origin", "main")
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("bad", {ENTRY: TOKEN})
    repo.git("tag", "v1")
    repo.git("checkout", "-q", "main")
    repo.git("branch", "-q", "-D", "side")
    assert not check_push(workspace_of(repo), "origin", None).clean
    repo.git("tag", "-d", "v1")
    assert check_push(workspace_of(repo), "origin", None).clean


def test_a_message_without_what_git_takes_out(repo: Repo) -> None:
    scissors = f"# ------------------------ >8 ------------------------\n{TOKEN}\n"
    for text, clean in ((f"Fix\n\n{TOKEN}\n", False), (f"Fix\n# {TOKEN}\n", True), (f"Fix\n{scissors}", True)):
        file = repo.write("message", text)
        assert check_message(workspace_of(repo), str(file)).clean is clean


def test_in_a_linked_worktree_and_below_a_root_of_its_own(repo: Repo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    linked = Repo(tmp_path / "linked")
    assert not staged(linked, {ENTRY: TOKEN}).clean
    assert check_staged(workspace_of(repo)).clean
    (repo.path / "sub" / ".trove").mkdir(parents=True)
    repo.git("config", "trove.secrets", "*.yml")
    stage(repo, **{"sub/a.yml": TOKEN, "b.yml": OTHER})
    # From a root of its own the gate sees what the hook sees, which runs at the top.
    everything = ["b.yml:1: github-token", "sub/a.yml:1: github-token"]
    for folder in ("sub", ""):
        assert kinds(check_staged(find_workspace(str(repo.path / folder)))) == everything
