"""Skills on disk: installed, brought up to date, removed; what a person changed stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.repos import Repo
from tests.support.troves import files_below
from trove_git.commands import skills
from trove_git.errors import UsageError, WriteError
from trove_git.skills import agents, bundle
from trove_git.skills.agents_md import BLOCK
from trove_git.skills.manifest import NAME
from trove_git.workspace.workspace import find_workspace

RECALL = "trove-recall/SKILL.md"


@pytest.fixture
def base(repo: Repo) -> skills.Base:
    return skills.find_base(find_workspace(str(repo.path)), personal=False)


def verbs(done: list[skills.Done]) -> dict[str, str]:
    return {one.path: one.verb for one in done}


def new_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the next version bring another recall, one skill more, and no init."""
    found = bundle.read_skills()
    found[RECALL] += b"\nMore.\n"
    found["trove-newest/SKILL.md"] = b"new\n"
    del found["trove-init/SKILL.md"]
    monkeypatch.setattr(skills, "read_skills", lambda: found)


@pytest.mark.parametrize("agent", [*agents.AGENTS])
@pytest.mark.parametrize("personal", [False, True])
def test_there_and_away_again_without_a_trace(repo: Repo, sealed_home: Path, agent: str, personal: bool) -> None:
    base = skills.find_base(find_workspace(str(repo.path)), personal=personal)
    top = sealed_home if personal else repo.path
    before = files_below(top)
    folder = agents.folders((agent,), personal=personal)[0]
    done = skills.install(base, (agent,))
    assert verbs(done) == {f"{'~/' if personal else ''}{folder}/{path}": "made" for path in bundle.read_skills()}
    added = set(files_below(top)) - set(before)
    assert added == {f"{folder}/{NAME}", *(f"{folder}/{path}" for path in bundle.read_skills())}
    assert set(verbs(skills.install(base, (agent,))).values()) == {"unchanged"}
    assert set(verbs(skills.uninstall(base)).values()) == {"removed"}
    assert files_below(top) == before
    assert not (top / folder.split("/")[0]).exists()
    assert skills.uninstall(base) == []


def test_folders_that_were_there_stay(repo: Repo, base: skills.Base) -> None:
    repo.write(".agents/skills/mine/SKILL.md", "mine")
    skills.install(base)
    skills.uninstall(base)
    assert files_below(repo.path) == {".agents/skills/mine/SKILL.md": b"mine"}


def test_update_everywhere(repo: Repo, base: skills.Base, monkeypatch: pytest.MonkeyPatch) -> None:
    assert skills.update(base) == []
    skills.install(base, ("agents", "claude"))
    (repo.path / ".claude/skills" / RECALL).write_text("mine")
    new_version(monkeypatch)
    done = verbs(skills.update(base))
    assert done[f".agents/skills/{RECALL}"] == "changed"
    assert done[f".claude/skills/{RECALL}"] == "kept"
    assert done[".agents/skills/trove-newest/SKILL.md"] == "made"
    assert done[".agents/skills/trove-init/SKILL.md"] == "removed"
    assert (repo.path / ".claude/skills" / RECALL).read_text() == "mine"
    assert (repo.path / ".agents/skills" / RECALL).read_text().endswith("\nMore.\n")
    assert set(verbs(skills.update(base)).values()) == {"unchanged", "kept"}


def test_a_changed_file_survives_everything(repo: Repo, base: skills.Base, monkeypatch: pytest.MonkeyPatch) -> None:
    skills.install(base)
    file = repo.path / ".agents/skills" / RECALL
    file.write_text("mine")
    assert skills.has_kept(skills.install(base))
    new_version(monkeypatch)
    assert skills.has_kept(skills.install(base))
    assert skills.has_kept(skills.uninstall(base))
    assert file.read_text() == "mine"
    assert list(files_below(repo.path)) == [f".agents/skills/{RECALL}"]


def test_one_agent_only(repo: Repo, base: skills.Base) -> None:
    skills.install(base, ("agents", "claude"))
    skills.uninstall(base, ("claude",))
    assert not (repo.path / ".claude").exists()
    assert (repo.path / ".agents/skills" / RECALL).exists()


def test_a_link_out_of_the_project(repo: Repo, base: skills.Base, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (repo.path / ".agents").symlink_to(tmp_path / "outside")
    with pytest.raises(WriteError, match="symlink"):
        skills.install(base)
    assert list((tmp_path / "outside").iterdir()) == []
    (tmp_path / "outside.md").write_text("theirs")
    (repo.path / "AGENTS.md").symlink_to(tmp_path / "outside.md")
    with pytest.raises(WriteError, match="symlink"):
        skills.write_block(base)
    assert (tmp_path / "outside.md").read_text() == "theirs"


def test_a_bare_repository(tmp_path: Path) -> None:
    bare = Repo.init(tmp_path / "bare.git", "--bare")
    with pytest.raises(UsageError, match="bare"):
        skills.find_base(find_workspace(str(bare.path)), personal=False)


class TestBlock:
    def test_a_new_file_and_away_again(self, repo: Repo, base: skills.Base) -> None:
        assert skills.write_block(base) == skills.Done("made", "AGENTS.md")
        assert (repo.path / "AGENTS.md").read_text() == BLOCK
        assert skills.write_block(base).verb == "unchanged"
        assert skills.write_block(base, remove=True) == skills.Done("removed", "AGENTS.md")
        assert skills.write_block(base, remove=True).verb == "unchanged"
        assert files_below(repo.path) == {}

    def test_the_file_that_is_there(self, repo: Repo, base: skills.Base) -> None:
        repo.write("CLAUDE.md", b"# Caf\xe9\r\n")
        assert skills.write_block(base) == skills.Done("changed", "CLAUDE.md")
        data = (repo.path / "CLAUDE.md").read_bytes()
        assert data.startswith(b"# Caf\xe9\r\n\r\n<!-- git-trove")
        assert skills.write_block(base, "AGENTS.md").verb == "made"
        (repo.path / "AGENTS.md").write_text("# Rules\n")
        # The block stays where it is.
        assert skills.write_block(base) == skills.Done("unchanged", "CLAUDE.md")
        assert skills.write_block(base, remove=True).verb == "changed"
        assert (repo.path / "CLAUDE.md").read_bytes() == b"# Caf\xe9\r\n"

    def test_a_link_to_the_other_file_stays_one(self, repo: Repo, base: skills.Base) -> None:
        repo.write("AGENTS.md", "# Rules\n")
        (repo.path / "CLAUDE.md").symlink_to("AGENTS.md")
        assert skills.write_block(base, "CLAUDE.md").verb == "changed"
        assert (repo.path / "CLAUDE.md").is_symlink()
        assert BLOCK in (repo.path / "AGENTS.md").read_text()

    def test_a_path_is_no_name(self, base: skills.Base) -> None:
        with pytest.raises(UsageError):
            skills.write_block(base, "../AGENTS.md")
