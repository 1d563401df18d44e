"""The scripts in every situation that a session starts in, under bash and dash, with git-trove and without."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.repos import Repo
from tests.support.sessions import HERE, SCRIPTS, SHELLS, context, run_script, tools_only
from tests.support.troves import files_below, write_entry
from trove_git.entries.trove import INDEX_NAME, locate_for_writing
from trove_git.entries.writing import ATTRIBUTES_LINE, NEW_INDEX

LINE = "- [Bulk inserts](entries/bulk.md) - In one transaction."
OWN = "- [Tabs](entries/tabs.md) - I like tabs."

shells = pytest.mark.parametrize("shell", SHELLS)


@pytest.fixture
def home(sealed_home: Path) -> Path:
    return sealed_home


@pytest.fixture(params=["program", "files"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """PATH with git-trove, and without."""
    bare = tools_only(tmp_path / "bin")
    return f"{HERE}{os.pathsep}{bare}" if request.param == "program" else bare


def make_trove(folder: Path, *lines: str, end: str = "\n") -> Path:
    trove = folder / ".claude" / "trove"
    (trove / "entries").mkdir(parents=True)
    (trove / INDEX_NAME).write_bytes(
        (NEW_INDEX + "\n" + "".join(f"{line}\n" for line in lines)).replace("\n", end).encode()
    )
    return trove


def start(shell: str, cwd: Path, path: str, **variables: str) -> str:
    given = {"cwd": str(cwd), "source": "startup", "session_id": "a-1"}
    done = run_script("session-start.sh", shell=shell, cwd=cwd, path=path, given=given, **variables)
    assert done.returncode == 0
    assert done.stderr == b""
    assert len(done.stdout.decode()) < 8000
    return context(done.stdout)


@shells
def test_no_trove(shell: str, repo: Repo, path: str) -> None:
    assert start(shell, repo.path, path) == ""


@shells
def test_project_only(shell: str, repo: Repo, path: str) -> None:
    trove = make_trove(repo.path, LINE)
    before = files_below(repo.path)
    text = start(shell, repo.path, path)
    assert f"Project notes, in {trove}:\n{LINE}" in text
    assert "Personal" not in text
    assert "One line an entry" not in text
    assert text.index("never instructions") < text.index("\n")
    assert files_below(repo.path) == before
    assert start(shell, repo.path, path) == text


@shells
def test_personal_only(shell: str, repo: Repo, home: Path, path: str) -> None:
    make_trove(home, OWN)
    text = start(shell, repo.path, path)
    assert OWN in text
    assert "Project notes" not in text


@shells
def test_project_comes_before_personal(shell: str, repo: Repo, home: Path, path: str) -> None:
    make_trove(home, OWN)
    make_trove(repo.path, LINE)
    text = start(shell, repo.path, path)
    assert 0 < text.index(LINE) < text.index("Personal notes, in") < text.index(OWN)


@shells
def test_in_the_home_folder_its_trove_is_shown_once(shell: str, home: Path, path: str) -> None:
    make_trove(home, OWN)
    assert start(shell, home, path).count(OWN) == 1
    assert "Project" not in start(shell, home, path)


@shells
def test_a_link_to_the_personal_trove_is_shown_once(shell: str, repo: Repo, home: Path, path: str) -> None:
    make_trove(home, OWN)
    (repo.path / ".claude").symlink_to(home / ".claude")
    assert start(shell, repo.path, path).count(OWN) == 1


@shells
def test_in_a_sub_directory(shell: str, repo: Repo, path: str) -> None:
    make_trove(repo.path, LINE)
    below = repo.path / "src" / "deep"
    below.mkdir(parents=True)
    assert LINE in start(shell, below, path)


@shells
def test_in_a_linked_worktree(shell: str, repo: Repo, tmp_path: Path, path: str) -> None:
    make_trove(repo.path, LINE)
    repo.commit("trove")
    repo.git("worktree", "add", "-q", str(tmp_path / "other"))
    (tmp_path / "other" / "src").mkdir()
    assert f"in {tmp_path}/other/.claude/trove:" in start(shell, tmp_path / "other" / "src", path)


@shells
def test_a_folder_with_settings_of_its_own_is_the_root(shell: str, repo: Repo, path: str) -> None:
    make_trove(repo.path, OWN)
    make_trove(repo.path / "part", LINE)
    (repo.path / "part" / ".trove").mkdir()
    (repo.path / "part" / "src").mkdir()
    text = start(shell, repo.path / "part" / "src", path)
    assert LINE in text
    assert OWN not in text


@shells
def test_blanks_and_letters_of_every_kind(shell: str, tmp_path: Path, path: str) -> None:
    repo = Repo.init(tmp_path / "mit Leerzeichen ü 日本 'x' $y")
    trove = make_trove(repo.path, '- [Größe 日本](entries/größe.md) - Naïve \U0001f600 "quoted" \\ `x` $(id).')
    text = start(shell, repo.path, path)
    assert f'in {trove}:\n- [Größe 日本](entries/größe.md) - Naïve \U0001f600 "quoted" \\ `x` $(id).' in text


@shells
def test_an_index_with_carriage_returns(shell: str, repo: Repo, path: str) -> None:
    make_trove(repo.path, LINE, OWN, end="\r\n")
    text = start(shell, repo.path, path)
    assert f"{LINE}\n{OWN}" in text
    assert "\r" not in text


@shells
def test_escape_sequences_of_a_cloned_index_do_not_pass(shell: str, repo: Repo, path: str) -> None:
    make_trove(repo.path, "- [A](entries/a.md) - \x1b[31mred\x07")
    assert not {"\x1b", "\x07"} & set(start(shell, repo.path, path))


@shells
def test_three_hundred_entries(shell: str, repo: Repo, home: Path, path: str) -> None:
    make_trove(
        repo.path, *(f"- [Fact {n}](entries/f{n}.md) - A line about something, as long as usual." for n in range(300))
    )
    make_trove(home, OWN)
    text = start(shell, repo.path, path)
    assert "[Fact 0]" in text
    assert "[Fact 299]" not in text
    assert text.count("[Fact ") > 50
    assert OWN in text
    assert "left out" in text.rstrip().split("\n")[-1]
    assert all(line.endswith("usual.") for line in text.split("\n") if "[Fact" in line)


@shells
@pytest.mark.parametrize("what", ["folder", "fifo", "not for us"])
def test_an_index_that_cannot_be_read(shell: str, repo: Repo, path: str, what: str) -> None:
    trove = make_trove(repo.path)
    write_entry(trove, "entries/bulk.md", "Bulk inserts")
    index = trove / INDEX_NAME
    index.unlink()
    if what == "folder":
        index.mkdir()
    elif what == "fifo":
        os.mkfifo(index)
    else:
        index.write_text(LINE)
        index.chmod(0)
    assert "](entries/bulk.md)" in start(shell, repo.path, path)


@shells
def test_a_link_out_of_the_repository_is_not_followed(shell: str, repo: Repo, tmp_path: Path, path: str) -> None:
    (tmp_path / "other.md").write_text("- [Private](entries/p.md) - Of another file.\n")
    trove = make_trove(repo.path)
    (trove / INDEX_NAME).unlink()
    (trove / INDEX_NAME).symlink_to(tmp_path / "other.md")
    assert "Private" not in start(shell, repo.path, path)
    elsewhere = make_trove(tmp_path / "elsewhere", "- [Private](entries/p.md) - Of another folder.")
    other = Repo.init(tmp_path / "second")
    (other.path / ".claude").mkdir()
    (other.path / ".claude" / "trove").symlink_to(elsewhere)
    assert "Private" not in start(shell, other.path, path)


@shells
def test_without_git(shell: str, repo: Repo, tmp_path: Path) -> None:
    make_trove(repo.path, LINE)
    bare = tools_only(tmp_path / "bin2", "git")
    assert LINE in start(shell, repo.path, bare)
    (Path(bare) / "git-trove").symlink_to(HERE / "git-trove")
    below = repo.path / "src"
    below.mkdir()
    text = start(shell, below, bare)
    assert LINE in text
    assert "git trove ask" in text


@shells
@pytest.mark.parametrize("given", [b"", b"not json", b"[]", b'{"cwd": 7}', b'{"cwd": "/nowhere"}', b"\xff\x00"])
def test_whatever_the_client_writes(shell: str, repo: Repo, path: str, given: bytes) -> None:
    make_trove(repo.path, LINE)
    done = run_script("session-start.sh", shell=shell, cwd=repo.path, path=path, given=given)
    assert (done.returncode, done.stderr) == (0, b"")
    assert LINE in context(done.stdout)


@shells
def test_the_folder_of_the_session_counts(shell: str, repo: Repo, tmp_path: Path) -> None:
    make_trove(repo.path, LINE)
    path = f"{HERE}{os.pathsep}{tools_only(tmp_path / 'bin')}"
    done = run_script("session-start.sh", shell=shell, cwd=tmp_path, path=path, given={"cwd": str(repo.path)})
    assert LINE in context(done.stdout)


@shells
def test_the_short_path_of_a_graphical_program(shell: str, repo: Repo, home: Path, tmp_path: Path) -> None:
    make_trove(repo.path, LINE)
    (home / ".local" / "bin").mkdir(parents=True)
    (home / ".local" / "bin" / "git-trove").symlink_to(HERE / "git-trove")
    text = start(shell, repo.path, tools_only(tmp_path / "bin"))
    assert LINE in text
    # `git trove` would not find it there.
    assert "/git-trove ask" in text


@shells
@pytest.mark.parametrize("body", ["#!/nowhere/python\n", "#!/bin/sh\necho 'error: no such hook' >&2\nexit 2\n"])
def test_a_program_that_does_not_work_is_as_none(shell: str, repo: Repo, tmp_path: Path, body: str) -> None:
    make_trove(repo.path, LINE)
    path = tools_only(tmp_path / "bin")
    (Path(path) / "git-trove").write_text(body)
    (Path(path) / "git-trove").chmod(0o755)
    text = start(shell, repo.path, path)
    assert text.count(LINE) == 1
    assert "git-trove is not installed" in text


@shells
def test_inside_a_git_dir_there_is_no_project(shell: str, repo: Repo, path: str) -> None:
    make_trove(repo.path, LINE)
    assert start(shell, repo.path / ".git", path) == ""


@shells
@pytest.mark.parametrize("project", [False, True], ids=["no-index", "index"])
@pytest.mark.parametrize("personal", [False, True], ids=["no-personal", "personal"])
def test_the_script_writes_where_the_program_does(
    shell: str, repo: Repo, home: Path, tmp_path: Path, project: bool, personal: bool
) -> None:
    if personal:
        make_trove(home)
    trove = make_trove(repo.path)
    if not project:
        (trove / INDEX_NAME).unlink()
    wanted = locate_for_writing(trove, home / ".claude" / "trove")
    (repo.path / "src").mkdir()
    path = tools_only(tmp_path / "bin")
    done = run_script("trove.sh", "path", shell=shell, cwd=repo.path / "src", path=path)
    assert done.stdout.decode() == f"{wanted}\n"
    program = subprocess.run(["git-trove", "path"], cwd=repo.path / "src", capture_output=True, text=True, check=True)
    assert program.stdout == f"{wanted}\n"


@shells
def test_the_script_makes_what_init_makes(shell: str, repo: Repo, home: Path, tmp_path: Path) -> None:
    path = tools_only(tmp_path / "bin")
    for arguments, folder in ((["init"], repo.path), (["init", "--personal"], home)):
        trove = folder / ".claude" / "trove"
        for _ in range(2):
            done = run_script("trove.sh", *arguments, shell=shell, cwd=repo.path, path=path)
            assert (done.returncode, done.stdout.decode()) == (0, f"{trove}\n")
        assert (trove / INDEX_NAME).read_text() == NEW_INDEX
        assert (trove / "entries").is_dir()
    assert (repo.path / ".claude" / "trove" / ".gitattributes").read_text() == f"{ATTRIBUTES_LINE}\n"
    (repo.path / ".claude" / "trove" / INDEX_NAME).write_text("mine\n")
    run_script("trove.sh", "init", shell=shell, cwd=repo.path, path=path)
    assert (repo.path / ".claude" / "trove" / INDEX_NAME).read_text() == "mine\n"


@shells
def test_the_script_makes_nothing_outside(shell: str, repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (repo.path / ".claude").symlink_to(tmp_path / "outside")
    done = run_script("trove.sh", "init", shell=shell, cwd=repo.path, path=tools_only(tmp_path / "bin"))
    assert done.returncode == 2
    assert list((tmp_path / "outside").iterdir()) == []


@shells
def test_archived_entries_are_neither_listed_nor_found(shell: str, repo: Repo, home: Path, tmp_path: Path) -> None:
    path = tools_only(tmp_path / "bin")
    trove = make_trove(repo.path)
    (trove / INDEX_NAME).unlink()
    for name in ("memory/entries/kept.md", "archive/entries/old.md", "archive/memory/entries/older.md"):
        write_entry(trove, name, body="About zebras.")
    listed = run_script("trove.sh", "list", shell=shell, cwd=repo.path, path=path).stdout.decode()
    found = run_script("trove.sh", "grep", "zebras", shell=shell, cwd=repo.path, path=path).stdout.decode()
    for text in (listed, found):
        assert "kept.md" in text
        assert "old" not in text


@shells
def test_the_script_searches(shell: str, repo: Repo, home: Path, tmp_path: Path) -> None:
    path = tools_only(tmp_path / "bin")
    file = write_entry(make_trove(repo.path, LINE), "memory/entries/a-b.md", body="Use  one (transaction).")
    write_entry(make_trove(home), "tabs.md", body="No transaction here.")
    done = run_script("trove.sh", "grep", "one \\(trans", shell=shell, cwd=repo.path, path=path)
    assert done.stdout.decode() == f"{file}:8:Use  one (transaction).\n"
    assert run_script("trove.sh", "grep", "-e", shell=shell, cwd=repo.path, path=path).returncode == 1
    assert run_script("trove.sh", "grep", "trans", shell=shell, cwd=repo.path, path=path).stdout.count(b"\n") == 2
    assert run_script("trove.sh", "grep", shell=shell, cwd=repo.path, path=path).returncode == 2
    assert run_script("trove.sh", "other", shell=shell, cwd=repo.path, path=path).returncode == 2


@shells
@pytest.mark.parametrize("script", sorted(SCRIPTS.iterdir()), ids=lambda script: script.name)
def test_shells_can_read_them(shell: str, script: Path) -> None:
    subprocess.run([shell, "-n", str(script)], check=True)
