"""What to read for a task: layers, reasons, what is left out, where it stops, the budget."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.repos import Repo, entry
from trove_git.commands.index import index
from trove_git.commands.place import find_place
from trove_git.commands.query import query
from trove_git.commands.reasons import _short
from trove_git.errors import UsageError
from trove_git.output.query import query_object, render_query
from trove_git.records import QUERY_LAYERS, QueryResult

NET = '''"""Uploads over the network."""

from store.disk import save


class Uploader:
    """Sends files."""

    def retry(self, upload):
        """Try an upload again."""
        return save(upload)

    def close(self):
        pass
'''


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.init(tmp_path / "repo")
    made.commit(
        "Start",
        {
            "README.md": "# Sender\n\nSender sends files to a server.\n",
            "docs/limits.md": "# Limits\n\nAn upload is retried three times.\n",
            "net/upload.py": NET,
            "net/__init__.py": "",
            "store/__init__.py": "",
            "store/disk.py": "def save(upload):\n    return upload\n",
            "tests/test_upload.py": "from net.upload import Uploader\n\n\ndef test_retry():\n    Uploader()\n",
            ".claude/trove/entries/storm.md": entry("Retry storm", "Never retry an upload without a pause."),
        },
    )
    made.commit("Pause between attempts", {"net/upload.py": NET + "\n\nPAUSE = 3\n"})
    return made


def ask(repo: Repo, task: str, **flags: str) -> QueryResult:
    place = find_place(str(repo.path), flags)
    index(place)
    return query(place, task)


def test_the_layers_come_in_order_each_with_a_reason(repo: Repo) -> None:
    result = ask(repo, "retry a failed upload after a pause")
    layers = [item.layer for item in result.items]
    assert layers == sorted(layers, key=QUERY_LAYERS.index)
    assert set(layers) == set(QUERY_LAYERS)
    assert all(item.why for item in result.items)
    by_cite = {item.cite: item for item in result.items}
    assert by_cite[".claude/trove/entries/storm.md:9"].why == "holds retry, upload, pause"
    assert by_cite["net/upload.py"].why == "path upload; defines retry, pause; commits about pause"
    assert "tests: tests/test_upload.py" in by_cite["net/upload.py"].lines
    symbol = by_cite["net/upload.py:9"]
    assert (symbol.layer, symbol.title, symbol.lines) == ("symbol", "Uploader.retry", ("def retry(self, upload):",))
    assert symbol.why == "named retry; holds upload"
    assert result.stopped == ""


def test_words_that_only_commits_hold_are_a_reason(repo: Repo) -> None:
    repo.commit("Throttle senders", {"net/upload.py": NET})
    (item,) = [i for i in ask(repo, "throttle").items if i.layer == "module"]
    assert (item.cite, item.why) == ("net/upload.py", "commits about throttle")


def test_a_task_about_the_whole_stops_above_the_files(repo: Repo) -> None:
    result = ask(repo, "overview of the architecture of upload")
    assert result.stopped == "the task is about the architecture"
    assert {item.layer for item in result.items} <= {"notes", "architecture", "subsystem"}
    assert "architecture" in {item.layer for item in result.items}


def test_it_stops_where_no_symbol_adds_anything(repo: Repo) -> None:
    repo.commit("Throttle senders", {"net/upload.py": NET})
    assert ask(repo, "throttle").stopped == "no symbol of these files holds a word of the task"


def test_nothing_is_about_it(repo: Repo) -> None:
    result = ask(repo, "zebra")
    assert (result.items, result.stopped) == ((), "no file of code is about it")
    assert render_query(result) == 'nothing to read for "zebra"\n-- stopped: no file of code is about it\n'


def test_a_budget_leaves_things_out_and_counts_them(repo: Repo) -> None:
    wide = ask(repo, "retry a failed upload")
    narrow = ask(repo, "retry a failed upload", budget="60")
    assert narrow.tokens <= 60
    assert 0 < len(narrow.items) < len(wide.items)
    dropped = len(wide.items) - len(narrow.items)
    assert sum(narrow.left_out.values()) == sum(wide.left_out.values()) + dropped
    assert len(ask(repo, "retry a failed upload", budget="1").items) == 1


def test_text_and_json_say_the_same(repo: Repo) -> None:
    result = ask(repo, "retry a failed upload")
    text = render_query(result)
    made = json.loads(json.dumps(query_object(result)))
    assert [item["cite"] for item in made["items"]] == [item.cite for item in result.items]
    for item in result.items:
        assert f"{item.layer}  {item.cite}" in text
        assert f"   why: {item.why}\n" in text
    assert f"-- {len(result.items)} items | ~{result.tokens}/1500 tokens\n" in text
    assert made["revision"] == repo.git("rev-parse", "HEAD")


def test_without_an_index_of_code_the_notes_are_there_and_it_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "a.md").write_text("# Retry\n\nwords\n")
    result = query(find_place(str(folder)), "retry")
    assert [item.layer for item in result.items] == ["notes"]
    assert result.stopped == "there is no index of the code"


def test_an_empty_task_is_refused(repo: Repo) -> None:
    with pytest.raises(UsageError):
        query(find_place(str(repo.path)), "  ")
    assert query(find_place(str(repo.path)), "the of").stopped == "the task has no words to search for"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("used by: a, b, c", "used by: a, b, c"),
        ("used by: a, b, c, d, e", "used by: a, b, c and 2 more"),
        ("used by: a, b, c, d and 7 more", "used by: a, b, c and 8 more"),
        ("Words: a, b, c, d, e", "Words: a, b, c, d, e"),
        ("no list", "no list"),
    ],
)
def test_lists_are_cut(line: str, expected: str) -> None:
    assert _short(line) == expected
