"""The skills as they are written for other agents."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.sessions import PLUGIN
from trove_git.errors import TroveError, UsageError
from trove_git.skills import agents, bundle


def test_names_have_the_prefix_and_the_rest_is_as_it_is() -> None:
    skills = bundle.read_skills()
    assert list(skills) == [f"trove-{name}/SKILL.md" for name in ("capture", "init", "recall", "remember", "review")]
    for path, data in skills.items():
        name = path.split("/")[0]
        original = (PLUGIN / "skills" / name.removeprefix("trove-") / "SKILL.md").read_text(encoding="utf-8")
        assert data.decode() == original.replace(f"name: {name.removeprefix('trove-')}\n", f"name: {name}\n", 1)


def test_the_standard_s_own_validator_takes_them(tmp_path: Path) -> None:
    program = Path(sys.executable).parent / "agentskills"
    for path, data in bundle.read_skills().items():
        file = tmp_path / path
        file.parent.mkdir()
        file.write_bytes(data)
        done = subprocess.run([program, "validate", str(file.parent)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_an_installation_without_skills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "_WHEEL", str(tmp_path))
    monkeypatch.setattr(bundle, "_CHECKOUT", str(tmp_path))
    with pytest.raises(TroveError, match="the skills are missing"):
        bundle.read_skills()
    (tmp_path / ".claude-plugin").mkdir()
    (tmp_path / ".claude-plugin" / "plugin.json").touch()
    (tmp_path / "skills" / "init").mkdir(parents=True)
    with pytest.raises(TroveError, match="the skills cannot be read"):
        bundle.read_skills()


@pytest.mark.parametrize(
    ("names", "personal", "expected"),
    [
        ((), False, (".agents/skills",)),
        (("codex", "agents"), False, (".agents/skills",)),
        (("claude", "copilot"), False, (".claude/skills", ".github/skills")),
        (("gemini", "cursor"), False, (".gemini/skills", ".cursor/skills")),
        (("copilot",), True, (".copilot/skills",)),
    ],
)  # fmt: skip
def test_folders(names: tuple[str, ...], personal: bool, expected: tuple[str, ...]) -> None:
    assert agents.folders(names, personal=personal) == expected


def test_an_unknown_agent() -> None:
    with pytest.raises(UsageError, match="not an agent"):
        agents.folders(("other",), personal=False)


def test_every_folder_is_below_the_project_or_home() -> None:
    for personal in (False, True):
        for folder in agents.all_folders(personal=personal):
            assert folder.startswith(".")
            assert folder.endswith("/skills")
            assert ".." not in folder
