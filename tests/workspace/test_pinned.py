"""What `remember --path` keeps, and which items of `paths:` no file fits."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.repos import Repo
from tests.support.troves import run, write_entry
from trove_git.workspace import pinned
from trove_git.workspace.pinned import find_unmatched, pin
from trove_git.workspace.workspace import find_workspace


@pytest.fixture
def mono(repo: Repo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Repo:
    write_entry(repo.path / ".claude" / "trove", "entries/all.md", "All", "Text.")
    files = ["api/src/retry.ts", "api/src/[id].ts", "api/template-vue/a.ts", "api/#x", "web/index.ts", "[slug]/a.ts"]
    repo.commit("packages", {**{f"packages/{file}": "x\n" for file in files}, "README.md": "# R\n", "top.ts": "x\n"})
    monkeypatch.chdir(tmp_path)
    return repo


IN_A_PACKAGE = [
    # typed in packages/api, kept as
    ("src/retry.ts", "packages/api/src/retry.ts"),
    ("./src", "packages/api/src"),
    ("src/", "packages/api/src/"),
    ("src/**", "packages/api/src/**"),
    ("src/**/*.ts", "packages/api/src/**/*.ts"),
    ("template-*/**", "packages/api/template-*/**"),
    ("src/planned.ts", "packages/api/src/planned.ts"),
    ("planned/*.ts", "packages/api/planned/*.ts"),
    ("*.ts", "packages/api/**/*.ts"),
    ("./*.ts", "packages/api/*.ts"),
    ("*/", "packages/api/**/*/"),
    ("**/test/**", "packages/api/**/test/**"),
    (".", "packages/api"),
    ("../web/index.ts", "packages/web/index.ts"),
    ("../*/index.ts", "packages/*/index.ts"),
    ("../../*.ts", "/*.ts"),
    ("../../**/*.ts", "**/*.ts"),
    ("../..", "../.."),
    ("../../../x.ts", "../../../x.ts"),
    ("packages/api/**", "packages/api/packages/api/**"),
    (":/packages/api/**", "packages/api/**"),
    (":/*.ts", "*.ts"),
    ("/src/*.ts", "/src/*.ts"),
    ("/etc/passwd", "/etc/passwd"),
    ("src/[id].ts", "packages/api/src/\\[id].ts"),
    ("src/[ab].ts", "packages/api/src/[ab].ts"),
    ("src/\\[id\\].ts", "packages/api/src/\\[id].ts"),
    ("#x", "packages/api/#x"),
    ("!y", "!y"),
    ("~/y", "~/y"),
    ("https://example.org/x", "https://example.org/x"),
]


@pytest.mark.parametrize(("typed", "kept"), IN_A_PACKAGE, ids=[row[0] for row in IN_A_PACKAGE])
def test_what_is_typed_is_meant_from_where_one_stands(mono: Repo, typed: str, kept: str) -> None:
    os.chdir(mono.path / "packages" / "api")
    assert pin(find_workspace(None), typed) == kept


AT_THE_TOP = [
    ("*.ts", "*.ts"), ("./*.ts", "/*.ts"), ("packages/*/src/**", "packages/*/src/**"), ("top.ts", "top.ts"), (".", "."),
    ("**/test/**", "**/test/**"), ("Makefile", "Makefile"), ("packages/", "packages/"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "kept"), AT_THE_TOP, ids=[row[0] for row in AT_THE_TOP])
def test_what_is_typed_at_the_top_stays(mono: Repo, tmp_path: Path, typed: str, kept: str) -> None:
    os.chdir(mono.path)
    assert pin(find_workspace(None), typed) == kept
    os.chdir(tmp_path)
    assert pin(find_workspace(str(mono.path)), typed) == kept


def test_an_absolute_path_is_kept_below_the_root(mono: Repo) -> None:
    workspace = find_workspace(str(mono.path))
    assert pin(workspace, str(mono.path / "packages" / "api" / "src")) == "packages/api/src"
    assert pin(workspace, str(mono.path / "packages" / "*" / "src")) == "packages/*/src"


def test_a_folder_whose_name_looks_like_a_pattern_is_that_folder(mono: Repo) -> None:
    os.chdir(mono.path / "packages" / "[slug]")
    assert pin(find_workspace(None), "*.ts") == "packages/\\[slug]/**/*.ts"
    assert find_unmatched(find_workspace(None), [pin(find_workspace(None), "a.ts")]) == ()


FITTING = [
    "packages/api/src/retry.ts",
    "packages/api/",
    "packages",
    "*.ts",
    "**/src/**",
    "new.txt",
    "n*.txt",
    "gone.ts",
    "g*.ts",
    "build/out.o",
    "build/*.o",
    "build/",
]
FITTING_NOTHING = [
    "src/z.ts",
    "*.rs",
    "packages/api/*.ts",
    "README.md/",
    "template-*/**",
    "../x",
    "*",
    "!top.ts",
    "top.ts/**",
]


@pytest.mark.parametrize("part", ["", "packages"])
def test_which_items_no_file_fits(mono: Repo, part: str) -> None:
    inside = f"{part}/" if part else ""
    mono.commit("more", {f"{inside}gone.ts": "x\n", ".gitignore": "build\n"})
    mono.git("rm", "-q", f"{inside}gone.ts")
    mono.write(f"{inside}new.txt", "x\n")
    mono.write(f"{inside}build/out.o", "x\n")
    if part:
        (mono.path / part / ".trove").mkdir()
    workspace = find_workspace(str(mono.path / part))
    fitting = [item.removeprefix(inside) for item in FITTING if item != part]
    nothing = [item.removeprefix(inside) for item in FITTING_NOTHING if item != "README.md/"]
    assert find_unmatched(workspace, [*fitting, *nothing]) == tuple(nothing)


def test_in_a_bare_repository(mono: Repo, tmp_path: Path) -> None:
    mono.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    workspace = find_workspace(str(tmp_path / "bare.git"))
    assert find_unmatched(workspace, ["packages/api", "*.ts", "*.rs", "src"]) == ("*.rs", "src")


def test_outside_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plain" / ".trove").mkdir(parents=True)
    (tmp_path / "plain" / "src").mkdir()
    (tmp_path / "plain" / "src" / "a.py").touch()
    workspace = find_workspace(str(tmp_path / "plain"))
    assert find_unmatched(workspace, ["src/*.py", "src", "*.ts", "/*.py"]) == ("*.ts", "/*.py")
    monkeypatch.setattr(pinned, "MOST_FILES", 0)
    assert find_unmatched(workspace, ["*.ts"]) == ()


def test_nobody_asks_git_about_what_is_there(mono: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = find_workspace(str(mono.path))
    monkeypatch.setattr(pinned, "_iter_listings", lambda _workspace, left: pytest.fail("asked") if left else [])
    assert find_unmatched(workspace, ["packages/api", "top.ts"]) == ()


def test_remember_says_what_no_file_fits(mono: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(mono.path / "packages" / "api")
    options = ["--project", "--path", "template-*/**", "--path", "src/z.ts", "--path", "packages/api/src"]
    done = run(monkeypatch, capsys, "remember", "Zed", "Text.", *options)
    assert (done.code, done.out) == (0, "created .claude/trove/entries/zed.md\n")
    assert done.err == (
        "-- no file fits packages/api/src/z.ts\n"
        "-- no file fits packages/api/packages/api/src; from the top: --path :/packages/api/src\n"
    )
    kept = (mono.path / ".claude" / "trove" / "entries" / "zed.md").read_text()
    assert 'paths: ["packages/api/template-*/**", packages/api/src/z.ts, packages/api/packages/api/src]\n' in kept


def test_remember_says_nothing_of_a_personal_entry(mono: Repo, monkeypatch, capsys) -> None:
    monkeypatch.chdir(mono.path)
    done = run(monkeypatch, capsys, "remember", "Zed", "Text.", "--personal", "--path", "src/z.ts")
    assert (done.code, done.err) == (0, "")


def test_check_notes_what_no_file_fits(mono: Repo, sealed_home: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(mono.path)
    path = write_entry(
        mono.path / ".claude" / "trove", "entries/one.md", "One", "Text.", paths="[top.ts, src/z.ts, '*.rs']"
    )
    line = path.read_text().split("\n").index("paths: [top.ts, src/z.ts, '*.rs']") + 1
    shown = f".claude/trove/entries/one.md:{line}: note: paths: no file fits"
    out = run(monkeypatch, capsys, "check", "--fix").out
    assert [row for row in out.split("\n") if "fits" in row] == [f"{shown} *.rs", f"{shown} src/z.ts"]
    assert run(monkeypatch, capsys, "check").code == 0
    write_entry(sealed_home / ".claude" / "trove", "mine.md", "Mine", "Text.", paths="[src/z.ts]")
    assert "fits" not in run(monkeypatch, capsys, "check", "--personal").out
