"""The file of a project's own questions: what a line may be, and how one is added."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.repos import Repo
from trove_git.commands.questions import (
    DEFAULT_FILE,
    Added,
    Place,
    QuestionFile,
    add_question,
    load_questions,
    locate_file,
    parse_place,
)
from trove_git.errors import UsageError, WriteError
from trove_git.workspace.workspace import Workspace, find_workspace


@pytest.fixture
def workspace(repo: Repo, monkeypatch) -> Workspace:
    repo.commit(files={"docs/deploy.md": "# Deploy\n\nPush a tag.\n", "src/a.py": "x = 1\n"})
    monkeypatch.chdir(repo.path)
    return find_workspace(None)


def load(repo: Repo, text: str | bytes):
    return load_questions(QuestionFile(str(repo.write("q.jsonl", text)), "q.jsonl"))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a.md", Place("a.md")),
        ("a.md:3", Place("a.md", 3, 3)),
        ("a.md:3-9", Place("a.md", 3, 9)),
        ("./src//a/", Place("src/a")),
        (".", Place(".")),
        ("a:b.md:2", Place("a:b.md", 2, 2)),
        ("a.md:x", Place("a.md:x")),
    ],
)
def test_places(text, place):
    assert parse_place(text) == place
    assert parse_place(str(place)) == place


@pytest.mark.parametrize("text", ["", ":3", "/etc/x", "../x", "a/../../x", "a.md:0", "a.md:9-3"])
def test_what_is_no_place(text):
    with pytest.raises(ValueError, match="place"):
        parse_place(text)


def test_lines_have_numbers_and_blank_ones_do_not_count(repo):
    text = (
        b'\xef\xbb\xbf{"question": "a", "places": ["x"], "more": 1}\r\n\n{"question":"b","places":["y:1"],"note":"n"}'
    )
    a, b = load(repo, text)
    assert a == ("a", (Place("x"),), "", 1)
    assert b == ("b", (Place("y", 1, 1),), "n", 3)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "the line is not JSON: .*, column 2"),
        (b"\xff", "the line is not UTF-8"),
        (b"[" * 100_000, "nested too deep"),
        (b"[]", "not a JSON object"),
        (b'{"places": ["x"]}', "has no question"),
        (b'{"question": " ", "places": ["x"]}', "has no question"),
        (b'{"question": "a"}', "has no places"),
        (b'{"question": "a", "places": []}', "has no places"),
        (b'{"question": "a", "places": "x"}', "has no places"),
        (b'{"question": "a", "places": ["x", 1]}', "has no places"),
        (b'{"question": "a", "places": ["../x"]}', "not below the root"),
        (b'{"question": "a", "places": ["x"], "note": 1}', "`note` is not a text"),
        (b'{"question": "\\ud800", "places": ["x"]}', "half a character"),
        (b'{"question": "First", "places": ["x"]}', "line 1 asks the same question"),
    ],
)
def test_a_broken_line_is_named(repo, line, message):
    with pytest.raises(UsageError, match=message) as caught:
        load(repo, b'{"question": " first", "places": ["x"]}\n' + line + b"\n")
    assert caught.value.where == "q.jsonl:2"


def test_a_file_without_questions(repo, workspace):
    with pytest.raises(UsageError, match="no question"):
        load(repo, "\n")
    with pytest.raises(UsageError, match="no file of questions") as caught:
        load_questions(locate_file(workspace))
    assert (caught.value.where, "--add" in caught.value.hint) == (DEFAULT_FILE, True)
    with pytest.raises(UsageError, match="cannot be read"):
        load_questions(locate_file(workspace, "docs"))


def test_a_question_is_appended_as_it_can_be_read(repo, workspace, monkeypatch):
    first = add_question(workspace, "Wie wird  veröffentlicht?", ["docs/deploy.md:1-3", "docs/deploy.md:1-3"])
    assert first == Added(DEFAULT_FILE, 1, (Place("docs/deploy.md", 1, 3),), True)
    file = repo.path / DEFAULT_FILE
    assert file.read_text() == '{"question": "Wie wird veröffentlicht?", "places": ["docs/deploy.md:1-3"]}\n'
    file.write_bytes(file.read_bytes().rstrip(b"\n"))
    # As a shell completes it below a folder, and as a citation has it.
    monkeypatch.chdir(repo.path / "docs")
    here = find_workspace(None)
    assert add_question(here, "b", ["deploy.md:2", "src/a.py", "..", str(repo.path / "src")]).line == 2
    first_read, second = load_questions(locate_file(here))
    assert first_read.question == "Wie wird veröffentlicht?"
    assert second.places == (Place("docs/deploy.md", 2, 2), Place("src/a.py"), Place("."), Place("src"))


def test_a_question_that_is_there_is_not_written_twice(repo, workspace):
    add_question(workspace, "how is it deployed", ["docs/deploy.md:1", "src/a.py"])
    before = (repo.path / DEFAULT_FILE).read_bytes()
    places = (Place("docs/deploy.md", 1, 1), Place("src/a.py"))
    assert add_question(workspace, "How is it  deployed", ["src/a.py"]) == Added(DEFAULT_FILE, 1, places, False)
    with pytest.raises(UsageError, match="with other places") as caught:
        add_question(workspace, "how is it deployed", ["docs/deploy.md:3"])
    assert caught.value.where == f"{DEFAULT_FILE}:1"
    assert (repo.path / DEFAULT_FILE).read_bytes() == before


@pytest.mark.parametrize(
    ("question", "places", "message"),
    [
        (" ", ["src/a.py"], "the question is empty"),
        ("q\udcff", ["src/a.py"], "not UTF-8"),
        ("q", [], "needs a place"),
        ("q", [""], "not in the tree"),
        ("q", ["src/b.py"], "not in the tree"),
        ("q", ["src/a.py", "new.md"], "not in the tree"),
        ("q", ["../x"], "not in the tree"),
        ("q", ["src/a.py:2"], "the file has 1 lines"),
        ("q", ["src/a.py:0"], "not in order"),
        ("q", ["src:1"], "a folder has no lines"),
    ],
)
def test_what_cannot_be_added(repo, workspace, question, places, message):
    repo.write("new.md", "not added\n")
    with pytest.raises(UsageError, match=message):
        add_question(workspace, question, places)
    assert not (repo.path / ".trove").exists()


def test_a_file_that_was_added_to_git_or_left_out_of_the_work_tree_is_in_the_tree(repo, workspace):
    repo.write("new.md", "new\n")
    repo.git("add", "new.md")
    assert add_question(workspace, "a", ["new.md:1"]).added
    repo.git("rm", "-q", "--cached", "src/a.py")
    (repo.path / "src" / "a.py").unlink()
    assert add_question(workspace, "b", ["src/a.py:9"]).added


def test_outside_git_a_path_on_disk_will_do(tmp_path, monkeypatch):
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "a.md").write_text("# A\n")
    monkeypatch.chdir(tmp_path / "plain")
    plain = find_workspace(None)
    assert add_question(plain, "a", ["a.md:1"]).added
    with pytest.raises(UsageError, match="not in the tree"):
        add_question(plain, "b", ["b.md"])


def test_a_path_that_is_no_utf8_keeps_its_bytes(repo, workspace):
    repo.git("update-index", "--add", "--cacheinfo", f"100644,{repo.oid('HEAD:src/a.py')},caf\udce9.py")
    add_question(workspace, "ä", ["caf\udce9.py"])
    assert json.loads((repo.path / DEFAULT_FILE).read_text())["places"] == ["caf\udce9.py"]
    assert load_questions(locate_file(workspace))[0].places == (Place("caf\udce9.py"),)


def test_a_bare_repository_has_no_file_to_write(repo, workspace, tmp_path, monkeypatch):
    repo.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    monkeypatch.chdir(tmp_path / "bare.git")
    bare = find_workspace(None)
    for do in (lambda: add_question(bare, "q", ["src/a.py"]), lambda: locate_file(bare)):
        with pytest.raises(UsageError, match="bare repository"):
            do()


def test_nothing_is_written_through_a_link_out_of_the_repository(repo, workspace, tmp_path):
    (tmp_path / "out").mkdir()
    (repo.path / ".trove").symlink_to(tmp_path / "out")
    with pytest.raises(WriteError, match="symlink"):
        add_question(workspace, "q", ["src/a.py"])
    assert list((tmp_path / "out").iterdir()) == []


def test_writers_at_the_same_time_lose_nothing(workspace):
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: add_question(workspace, f"question {n}", ["src/a.py"]), range(16)))
    assert len(load_questions(locate_file(workspace))) == 16
