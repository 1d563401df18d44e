"""The catalog's cache, lists and descriptions of tools, and tools among the hits of a question."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.repos import Repo, entry
from tests.support.tools import FakeMachine
from trove_git.asking.ask import Request, ask
from trove_git.commands.tools import describe_tool, find_tools, near_names
from trove_git.layers.tool_cache import MAX_AGE_SECONDS, open_catalog
from trove_git.records import AskResult
from trove_git.workspace.workspace import Workspace, find_workspace

NOW = time.time()


@pytest.fixture
def fake(tmp_path: Path, monkeypatch) -> FakeMachine:
    made = FakeMachine(tmp_path / "machine")
    made.described("pdftotext", "PDF to text converter")
    made.described("convert", "resize an image, blur, crop and much more")
    made.use(monkeypatch)
    return made


def here(tmp_path: Path) -> Workspace:
    return find_workspace(str(tmp_path))


def names(workspace: Workspace, now: float = NOW) -> list[str]:
    return [record.title for record in open_catalog(workspace, now).records()]


def cached(workspace: Workspace) -> list[str]:
    return sorted(os.listdir(workspace.user_cache)) if os.path.isdir(workspace.user_cache) else []


def hide(fake: FakeMachine, name: str) -> None:
    """Remove a page: a catalog from the cache still knows what it said."""
    (fake.man / "man1" / f"{name}.1").unlink()


def description(workspace: Workspace, name: str, now: float = NOW) -> str:
    return {r.title: r.summary[0] for r in open_catalog(workspace, now).records()}[name]


def test_the_catalog_comes_from_the_cache_for_a_week(fake, tmp_path):
    workspace = here(tmp_path)
    assert names(workspace) == ["convert", "git", "pdftotext"]
    (file,) = cached(workspace)
    assert os.stat(workspace.user_cache).st_mode & 0o077 == 0
    hide(fake, "convert")
    assert description(workspace, "convert", NOW + MAX_AGE_SECONDS - 1).startswith("resize")
    assert description(workspace, "convert", NOW + MAX_AGE_SECONDS) == ""
    assert cached(workspace) == [file]


@pytest.mark.parametrize("later", [-1, -MAX_AGE_SECONDS])
def test_a_catalog_from_the_future_is_built_anew(fake, tmp_path, later):
    workspace = here(tmp_path)
    names(workspace)
    hide(fake, "convert")
    assert description(workspace, "convert", NOW + later) == ""


def test_a_changed_folder_of_path_is_seen(fake, tmp_path):
    workspace = here(tmp_path)
    names(workspace)
    fake.described("jq", "process JSON")
    os.utime(fake.bin, ns=(1, 1))
    assert "jq" in names(workspace)
    assert len(cached(workspace)) == 1


def test_two_paths_have_a_catalog_each(fake, tmp_path, monkeypatch):
    first = here(tmp_path)
    names(first)
    fake.command("other", fake.root / "venv" / "bin")
    monkeypatch.setenv("PATH", os.pathsep.join((str(fake.root / "venv" / "bin"), os.environ["PATH"])))
    second = here(tmp_path)
    assert "other" in names(second)
    assert "other" not in names(first)
    assert len(cached(first)) == 2


def test_catalogs_that_are_too_old_are_swept(fake, tmp_path):
    workspace = here(tmp_path)
    os.makedirs(workspace.user_cache)
    for name, age in (("tools-old", 1), ("tools-new", 0), ("personal-old", 1)):
        path = os.path.join(workspace.user_cache, name)
        Path(path).write_bytes(b"x")
        os.utime(path, (NOW - age * (MAX_AGE_SECONDS + 1),) * 2)
    names(workspace)
    assert "tools-old" not in cached(workspace)
    assert {"tools-new", "personal-old"} < set(cached(workspace))


BREAKS = {
    "cut": lambda data: data[:-3],
    "empty": lambda data: b"",
    "foreign": lambda data: b"\x80\x04pickle",
    "changed": lambda data: data[:-3] + b"xyz",
}


@pytest.mark.parametrize("damage", BREAKS.values(), ids=BREAKS)
def test_a_broken_cache_is_built_anew(fake, tmp_path, damage):
    workspace = here(tmp_path)
    names(workspace)
    (name,) = cached(workspace)
    file = Path(workspace.user_cache, name)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert names(workspace) == ["convert", "git", "pdftotext"]
    assert file.read_bytes() == whole


def test_no_place_to_write_is_no_error(fake, tmp_path, monkeypatch):
    blocked = tmp_path / "a-file"
    blocked.write_text("x")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert names(here(tmp_path)) == ["convert", "git", "pdftotext"]


def test_a_write_that_fails_leaves_nothing(fake, tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    workspace = here(tmp_path)
    assert names(workspace) == ["convert", "git", "pdftotext"]
    assert cached(workspace) == []


def test_lists_and_searches(fake, tmp_path):
    workspace = here(tmp_path)
    fake.described("pdfunite", "PDF page merger")
    everything = find_tools(workspace, "", None)
    assert [tool.name for tool in everything.tools] == ["convert", "git", "pdftotext", "pdfunite"]
    assert (everything.matches, everything.known) == (4, 4)
    found = find_tools(workspace, "a pdf as text", 1)
    assert [tool.name for tool in found.tools] == ["pdftotext"]
    assert found.tools[0].description == "PDF to text converter"
    assert (found.matches, found.known) == (2, 4)
    assert find_tools(workspace, "the", None).tools == ()
    assert find_tools(workspace, "nothing like it", None).tools == ()


def test_a_description_names_shadowed_ones_and_links(fake, tmp_path, monkeypatch):
    other = fake.root / "opt" / "bin"
    real = fake.command("convert-7", other)
    first = fake.command("convert", other, real)
    monkeypatch.setenv("PATH", os.pathsep.join((str(other), os.environ["PATH"])))
    workspace = here(tmp_path)
    tool = describe_tool(workspace, "convert")
    assert tool.paths == (str(first), str(fake.bin / "convert"))
    assert tool.links_to == str(real)
    assert (tool.description, tool.source) == ("resize an image, blur, crop and much more", "manual page")
    assert tool.manual == str(fake.man / "man1" / "convert.1")
    assert describe_tool(workspace, "pdftotext").links_to == ""
    assert describe_tool(workspace, "pdftotxt") is None
    assert near_names(workspace, "pdftotxt") == ["pdftotext"]


def test_a_subcommand_of_git_is_described_by_its_two_words(fake, tmp_path):
    fake.page("man1/git-x-y.1", ".TH X 1\n.SH NAME\ngit-x-y \\- do x\n")
    fake.command("git-x-y")
    assert describe_tool(here(tmp_path), "git x-y").description == "do x"


# Questions.


@pytest.fixture
def project(repo: Repo, fake: FakeMachine) -> Repo:
    repo.commit("project", {
        "README.md": "# Library\n\nConvert images.\n\n## Text\n\nHow text is extracted from a page.\n",
        ".claude/trove/entries/pdf.md": entry("PDF", "We read a pdf with our own parser."),
    })  # fmt: skip
    return repo


def answer(repo: Repo, question: str, flags: dict[str, object] | None = None, **options: Any) -> AskResult:
    return ask(find_workspace(str(repo.path), flags), Request(question, **options))


def hits(result: AskResult) -> list[tuple[str, str, str, str]]:
    return [(hit.kind, hit.cite, hit.title, hit.snippet) for hit in result.hits]


def test_a_tool_is_a_hit_cited_by_its_path(project, fake):
    result = answer(project, "pdf to text")
    path = str(fake.bin / "pdftotext")
    assert ("tool", path, "pdftotext", "PDF to text converter") in hits(result)
    (tool,) = [hit for hit in result.hits if hit.kind == "tool"]
    assert (tool.line, tool.location, tool.uncommitted, tool.parts.prior) == (0, path, False, 0.6)
    assert result.counts["tool"] == 3
    assert result.searched == 6
    assert not (fake.root / "was-run").exists()


def test_tools_change_nothing_about_the_other_hits(project):
    with_tools = answer(project, "pdf to text")
    without = answer(project, "pdf to text", {"tools": "false"})
    assert "tool" not in without.counts
    assert [hit for hit in with_tools.hits if hit.kind != "tool"] == list(without.hits)
    assert without.matches < with_tools.matches


def test_tools_can_be_left_out_by_configuration(project, monkeypatch):
    project.git("config", "trove.tools", "false")
    monkeypatch.delenv("TROVE_TOOLS")
    assert "tool" not in answer(project, "pdf to text").counts
    # Whoever asks for them by kind gets them, but not against the flag.
    assert hits(answer(project, "pdf to text", kinds=("tool",)))
    assert hits(answer(project, "pdf to text", {"tools": "false"}, kinds=("tool",))) == []


def test_other_kinds_and_filters_leave_them_out(project):
    for option, value in (("kinds", "doc"), ("types", "gotcha"), ("tags", "x")):
        wanted: dict[str, Any] = {option: (value,)}
        assert "tool" not in answer(project, "pdf to text", **wanted).counts


def test_at_a_commit_and_in_a_bare_repository(project, tmp_path):
    assert "tool" in [hit.kind for hit in answer(project, "pdf to text", revision="HEAD").hits]
    project.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    assert "tool" in [hit.kind for hit in answer(Repo(tmp_path / "bare.git"), "pdf to text").hits]


def test_at_most_three_tools_unless_only_they_are_asked_for(project, fake):
    for way in "abcde":
        fake.described(f"resize{way}", f"resize an image, way {way}")
    question = "resize an image"
    assert [hit.kind for hit in answer(project, question).hits].count("tool") == 3
    assert [hit.kind for hit in answer(project, question, kinds=("project", "tool")).hits].count("tool") == 3
    assert len(answer(project, question, kinds=("tool",)).hits) == 6


def test_a_tool_must_hold_much_of_the_question(project):
    question = "how are words extracted from the text of a page"
    assert "tool" not in [hit.kind for hit in answer(project, question).hits]
    assert [hit.title for hit in answer(project, question, kinds=("tool",)).hits] == ["pdftotext"]


def test_of_tools_with_one_description_the_nearest_name_stays(project, fake):
    for name in ("unxz", "xz", "lzma"):
        fake.described(name, "compress files")
    assert [h.title for h in answer(project, "compress files").hits if h.kind == "tool"] == ["xz"]
    assert [h.title for h in answer(project, "compress files with lzma").hits if h.kind == "tool"] == ["lzma"]


def test_a_word_that_only_tools_hold_is_said_unless_one_is_shown(project):
    assert "in no source: blur" in answer(project, "blur in our own parser").notes
    shown = answer(project, "resize and blur an image")
    assert "tool" in [hit.kind for hit in shown.hits]
    assert not [note for note in shown.notes if note.startswith("in no source")]


def test_tools_are_no_content_of_an_empty_repository(repo, fake):
    repo.commit("nothing", {"x.txt": "x"})
    result = answer(repo, "pdf to text")
    assert [hit.kind for hit in result.hits] == ["tool"]
    assert any(note.startswith("nothing to search here") for note in result.notes)
