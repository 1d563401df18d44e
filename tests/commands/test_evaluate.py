"""A project's own questions: what is a right hit, the figures, and what an evaluation does not depend on."""

from __future__ import annotations

import json

import pytest

from tests.support.repos import Repo, entry
from tests.support.tools import FakeMachine
from trove_git.asking.ask import Request, ask
from trove_git.commands.evaluate import EvalResult, Judged, Marks, evaluate
from trove_git.commands.index import index
from trove_git.commands.questions import DEFAULT_FILE, EvalQuestion, Place, locate_file
from trove_git.errors import UnknownRevision, UsageError
from trove_git.gitrepo.repository import find_root
from trove_git.layers import code
from trove_git.workspace.workspace import find_workspace

DOC = (
    "# Guide\n\nIntro.\n\n## Lanterns\n\nTrim the wick of a lantern.\n\nThen wait.\n\n## Kettles\n\nDescale a kettle.\n"
)
CODE = '"""Kettles."""\n\n\ndef descale_kettle(acid):\n    weak = acid / 2\n    return weak\n'
FILES = {"docs/guide.md": DOC, "src/kettle.py": CODE, "README.md": "# Harbour\n\nBoats.\n"}


@pytest.fixture
def project(repo: Repo, monkeypatch) -> Repo:
    repo.commit(files=FILES)
    monkeypatch.chdir(repo.path)
    return repo


def questions(repo: Repo, *asked: tuple[str, list[str]]) -> None:
    lines = [json.dumps({"question": question, "places": places}) for question, places in asked]
    repo.write(DEFAULT_FILE, "\n".join(lines))


def run(revision: str | None = None, **flags: object) -> EvalResult:
    workspace = find_workspace(None, flags)
    return evaluate(workspace, locate_file(workspace), revision)


@pytest.mark.parametrize(
    ("place", "is_first"),
    [
        ("docs/guide.md", True),
        ("docs/guide.md:7", True),
        ("docs/guide.md:5", True),
        ("docs/guide.md:9", True),
        ("docs/guide.md:6-20", True),
        ("docs/guide.md:5-9", True),
        ("docs/guide.md:1", False),
        ("docs/guide.md:8-12", False),
        ("docs/guide.md:11", False),
        ("README.md", False),
        ("docs", False),
    ],
)
def test_a_hit_is_right_by_its_cited_line_or_the_lines_of_its_section(project, place, is_first):
    questions(project, ("trim the wick of a lantern", [place]))
    (one,) = run().judged
    assert (one.first, one.first_title) == ("docs/guide.md:7", "Guide > Lanterns")
    assert (one.rank == 1) == is_first


def test_a_symbol_holds_its_lines_and_a_summary_of_the_file_none(project):
    index(find_workspace(None))
    questions(
        project,
        ("who defines descale_kettle", ["src/kettle.py:6"]),
        ("what is src/kettle.py for", ["src/kettle.py"]),
        ("which file is src/kettle.py", ["src/kettle.py:1"]),
        ("architecture", ["."]),
    )
    symbol, module, line, whole = run().judged
    assert symbol.right == "src/kettle.py:4"
    assert (module.rank, module.right) == (1, "src/kettle.py")
    assert (line.first, line.rank) == ("src/kettle.py", 0)
    assert whole.right == "."


def test_code_is_indexed_first_however_long_that_takes(project, monkeypatch):
    monkeypatch.setattr(code, "UNATTENDED_SECONDS", 0)
    questions(project, ("who defines descale_kettle", ["src/kettle.py:4"]))
    assert all(hit.kind != "symbol" for hit in ask(find_workspace(None), Request("descale_kettle")).hits)
    assert run().judged[0].right == "src/kettle.py:4"


def test_the_hits_are_those_of_ask(project):
    questions(project, ("descale a kettle", ["src/kettle.py"]), ("zebra", ["README.md"]))
    index(find_workspace(None))
    kettle, zebra = run().judged
    hits = ask(find_workspace(None, {"tools": "false"}), Request("descale a kettle")).hits
    assert kettle.first == hits[0].cite
    assert kettle.rank == 1 + [hit.path for hit in hits].index("src/kettle.py")
    assert zebra[1:] == (0, "", "", "", ())
    assert run(limit="1").judged[0].rank == int(kettle.rank == 1)


def test_uncommitted_docs_count_and_a_revision_is_asked_without_them(project):
    questions(project, ("how are anchors weighed", ["docs/anchor.md:3"]))
    project.write("docs/anchor.md", "# Anchors\n\nAnchors are weighed by two.\n")
    assert [one.rank for one in run().judged] == [1]
    (old,) = run("HEAD").judged
    assert (old.rank, old.gone) == (0, (Place("docs/anchor.md", 3, 3),))
    assert run("HEAD").revision == project.head
    with pytest.raises(UnknownRevision):
        run("nowhere")


def test_a_place_that_is_gone_is_named(project):
    questions(project, ("lantern", ["docs/old.md:3", "docs/guide.md"]), ("boats", ["README.md", "."]))
    lantern, boats = run().judged
    assert (lantern.gone, lantern.rank) == ((Place("docs/old.md", 3, 3),), 1)
    assert boats.gone == ()


def test_nothing_depends_on_who_asks(project, sealed_home):
    questions(project, ("trim the wick of a lantern", ["docs/guide.md"]))
    before = run()
    personal = sealed_home / ".claude" / "trove" / "entries"
    personal.mkdir(parents=True)
    (personal / "wick.md").write_text(entry("Trim the wick of a lantern", "Trim the wick of a lantern."))
    assert ask(find_workspace(None), Request("trim the wick of a lantern")).hits[0].kind == "personal"
    assert run() == before


def test_installed_tools_are_no_hits(project, tmp_path, monkeypatch):
    fake = FakeMachine(tmp_path / "machine")
    fake.described("pdftotext", "PDF to text converter")
    fake.use(monkeypatch)
    questions(project, ("convert pdf to text", ["docs/guide.md"]))
    assert ask(find_workspace(None), Request("convert pdf to text")).hits[0].kind == "tool"
    assert run().judged[0].first == ""


def test_nothing_depends_on_the_folder_one_stands_in(project, monkeypatch):
    for name in ("quay", "mole"):
        text = entry(f"Bollards of the {name}", "Paint bollards red.").replace("tags:", f"paths: [{name}/**]\ntags:")
        project.write(f".claude/trove/entries/bollards-of-the-{name}.md", text)
    project.commit(files={"quay/a.txt": "x\n", "mole/a.txt": "x\n"})
    questions(project, ("paint bollards", ["README.md"]))
    asked, found = set(), set()
    for name in ("quay", "mole"):
        monkeypatch.chdir(project.path / name)
        asked.add(ask(find_workspace(None), Request("paint bollards")).hits[0].path)
        found.add(run().judged[0].first)
    assert (len(asked), len(found)) == (2, 1)


def test_a_folder_of_questions_at_the_top_changes_no_answer(project):
    def answers() -> tuple[object, ...]:
        hits = ask(find_workspace(None), Request("descale a kettle")).hits
        return find_root(str(project.path / "src"), {}), hits

    index(find_workspace(None))
    before = answers()
    questions(project, ("lantern", ["docs/guide.md"]))
    assert answers() == before


def test_a_folder_below_has_its_own(project, monkeypatch):
    project.commit(files={"pkg/README.md": "# Sails\n\nMend a sail.\n", "pkg/.trove/x": ""})
    project.write(f"pkg/{DEFAULT_FILE}", '{"question": "mend a sail", "places": ["README.md:3", "docs/guide.md"]}\n')
    monkeypatch.chdir(project.path / "pkg")
    (one,) = run().judged
    assert (one.rank, one.gone) == (1, (Place("docs/guide.md"),))


def test_outside_git(tmp_path, monkeypatch):
    folder = tmp_path / "plain"
    (folder / "docs").mkdir(parents=True)
    (folder / ".trove").mkdir()
    (folder / "docs" / "guide.md").write_text(DOC)
    (folder / DEFAULT_FILE).write_text('{"question": "trim the wick", "places": ["docs/guide.md:5", "x.md"]}\n')
    monkeypatch.chdir(folder)
    result = run()
    assert (result.judged[0].rank, result.judged[0].gone, result.revision) == (1, (Place("x.md"),), "")
    with pytest.raises(UsageError, match="needs a Git repository"):
        run("HEAD")


def result_of(*ranks: int) -> EvalResult:
    asked = EvalQuestion("q", (Place("a"),), "", 1)
    return EvalResult("f", tuple(Judged(asked, rank, "", "", "") for rank in ranks), "")


def test_figures():
    result = result_of(1, 1, 2, 4, 0, 3)
    assert [result.within(most) for most in (1, 3, 0)] == [2, 4, 5]
    assert [result.share(most) for most in (1, 3, 0)] == [0.333, 0.667, 0.833]
    # (1 + 1 + 1/2 + 1/4 + 0 + 1/3) / 6 = 3.08333 / 6
    assert result.mrr == 0.514
    assert [one.rank for one in result.misses] == [2, 4, 0, 3]


@pytest.mark.parametrize(
    ("marks", "missed"),
    [
        (Marks(), []),
        (Marks(0.667, 0.833), []),
        (Marks(0.67, 0.8), ["first 0.667 is below 0.67"]),
        (Marks(0.9, 0.9), ["first 0.667 is below 0.9", "MRR 0.833 is below 0.9"]),
        (Marks(mrr=float("nan")), ["MRR 0.833 is below nan"]),
    ],
)
def test_marks(marks, missed):
    assert marks.missed(result_of(1, 1, 2)) == missed
