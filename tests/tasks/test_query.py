"""What to read for a task: tiers, reasons, what is left out, where it stops, the budget."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.repos import Repo, entry
from trove_git.commands.index import index
from trove_git.errors import UsageError
from trove_git.output.query import query_object, render_query
from trove_git.records import QUERY_TIERS, QueryResult
from trove_git.tasks.digest import LINE_CHARACTERS
from trove_git.tasks.query import query
from trove_git.workspace.workspace import find_workspace

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
            "net/pyproject.toml": "[project]\nname = 'net'\n",
            "store/__init__.py": "",
            "store/disk.py": "def save(upload):\n    return upload\n",
            "tests/test_upload.py": "from net.upload import Uploader\n\n\ndef test_retry():\n    Uploader()\n",
            ".claude/trove/entries/storm.md": entry("Retry storm", "Never retry an upload without a pause."),
        },
    )
    made.commit("Pause between attempts", {"net/upload.py": NET + "\n\nPAUSE = 3\n"})
    return made


def test_a_note_whose_files_have_changed_since_says_so(repo: Repo) -> None:
    repo.commit("Say where", {".claude/trove/entries/storm.md": entry("Retry storm", "See `net/upload.py` on retry.")})
    (before,) = (item.lines for item in ask(repo, "retry storm").items if item.title == "Retry storm")
    repo.commit("Change it", {"net/upload.py": NET})
    (lines,) = (item.lines for item in ask(repo, "retry storm").items if item.title == "Retry storm")
    assert lines == (*before, "stale? net/upload.py changed in 1 commit since, last 2023-11-14")


def ask(repo: Repo, task: str, **flags: str) -> QueryResult:
    workspace = find_workspace(str(repo.path), flags)
    index(workspace)
    return query(workspace, task)


def test_the_tiers_come_in_order_each_with_a_reason(repo: Repo) -> None:
    result = ask(repo, "retry a failed upload after a pause")
    tiers = [item.tier for item in result.items]
    assert tiers == sorted(tiers, key=QUERY_TIERS.index)
    assert set(tiers) == set(QUERY_TIERS)
    assert all(item.why for item in result.items)
    by_cite = {item.cite: item for item in result.items}
    assert by_cite[".claude/trove/entries/storm.md:9"].why == "holds retry, upload, pause"
    assert by_cite["net/upload.py"].why == "path upload; defines retry, pause; commits about pause"
    assert "tests: tests/test_upload.py" in by_cite["net/upload.py"].lines
    symbol = by_cite["net/upload.py:9"]
    assert (symbol.tier, symbol.title, symbol.lines) == ("symbol", "Uploader.retry", ("def retry(self, upload):",))
    assert symbol.why == "named retry; holds upload"
    assert result.stopped == ""


def test_words_that_only_commits_hold_are_a_reason(repo: Repo) -> None:
    repo.commit("Throttle senders", {"net/upload.py": NET})
    (item,) = [i for i in ask(repo, "throttle").items if i.tier == "module"]
    assert (item.cite, item.why) == ("net/upload.py", "commits about throttle")


def test_a_task_about_the_whole_stops_above_the_files(repo: Repo) -> None:
    result = ask(repo, "overview of the architecture of upload")
    assert result.stopped == "the task is about the architecture"
    assert {item.tier for item in result.items} <= {"notes", "architecture", "subsystem"}
    assert "architecture" in {item.tier for item in result.items}


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
        assert f"{item.tier}  {item.cite}" in text
        assert f"   why: {item.why}\n" in text
    assert f"-- {len(result.items)} items | ~{result.tokens}/1500 tokens\n" in text
    assert made["revision"] == repo.oid("HEAD")


def test_without_an_index_of_code_the_notes_are_there_and_it_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "a.md").write_text("# Retry\n\nwords\n")
    result = query(find_workspace(str(folder)), "retry")
    assert [item.tier for item in result.items] == ["notes"]
    assert result.stopped == "there is no index of the code"


def test_an_empty_task_is_refused(repo: Repo) -> None:
    with pytest.raises(UsageError):
        query(find_workspace(str(repo.path)), "  ")
    assert query(find_workspace(str(repo.path)), "the of").stopped == "the task has no words to search for"


def test_a_part_of_a_word_is_not_the_word(repo: Repo) -> None:
    by_cite = {item.cite: item for item in ask(repo, "closeUploader, retryStorm").items}
    assert by_cite[".claude/trove/entries/storm.md:9"].why == "holds retry, storm"
    assert by_cite["net/upload.py:13"].why == "named close, uploader"
    repo.commit("Close", {"net/upload.py": NET + "\n\ndef close_uploader():\n    pass\n"})
    assert "named closeUploader" in {item.why for item in ask(repo, "the closeUploader, openUploader").items}


def test_a_part_of_a_run_without_spaces_is_not_the_run(repo: Repo) -> None:
    repo.commit("Docs", {"docs/zh.md": "# 上传\n\n上传\n"})
    assert "holds 上传" in {item.why for item in ask(repo, "上传重试").items}


def test_tests_nearest_to_the_task_come_with_what_they_test(repo: Repo) -> None:
    repo.commit("Tests", {"tests/test_else.py": "def test_upload_of_retry():\n    pass\n"})
    tests = {item.cite: item for item in ask(repo, "retry a failed upload").items if item.tier == "test"}
    assert {cite: item.title for cite, item in tests.items()} == {
        "tests/test_upload.py:4": "test_retry",
        "tests/test_else.py:1": "test_upload_of_retry",
    }
    assert tests["tests/test_upload.py:4"].why == "tests net/upload.py; named retry"
    assert tests["tests/test_else.py:1"].why == "named retry, upload"
    # The one that belongs to a chosen file is first although the other has more words of the task.
    assert next(iter(tests)) == "tests/test_upload.py:4"


def test_no_test_is_shown_for_the_word_test_alone(repo: Repo) -> None:
    tiers = [item.tier for item in ask(repo, "disk").items]
    assert "module" in tiers
    assert "test" not in tiers


def test_a_test_that_is_chosen_itself_is_shown_once(repo: Repo) -> None:
    items = ask(repo, "fix test_retry in tests/test_upload.py").items
    assert [item.tier for item in items if item.cite.startswith("tests/test_upload.py")] == ["module", "symbol"]


def test_a_note_without_words_in_its_text_has_no_blank_line(repo: Repo) -> None:
    repo.commit("Docs", {"docs/zebra.rst": "Animals\n=======\n\nZebra\n-----\n\n"})
    notes = {item.title: item.lines for item in ask(repo, "zebra").items if item.tier == "notes"}
    assert notes["Animals > Zebra"] == ()


def test_the_best_files_left_out_are_named(repo: Repo) -> None:
    narrow = ask(repo, "retry a failed upload", budget="1")
    assert narrow.notes[0] == "next best modules: net/upload.py, store/disk.py"
    assert "-- next best modules: net/upload.py, store/disk.py\n" in render_query(narrow)
    (named,) = [note for note in ask(repo, "retry a failed upload").notes if note.startswith("next best")]
    assert named == "next best modules: store/disk.py"
    about = ask(repo, "overview of the architecture of upload")
    assert not any(note.startswith("next best") for note in about.notes)


def test_a_small_budget_keeps_the_best_of_every_tier(repo: Repo) -> None:
    wide = ask(repo, "retry a failed upload after a pause")
    whole = {item.tier for item in wide.items}
    by_tier = [next(item for item in wide.items if item.tier == tier) for tier in ("notes", "module", "symbol")]
    budget = sum(-(-sum(len(t) for t in (i.cite, i.title, i.why, *i.lines)) // 4) for i in by_tier)
    narrow = ask(repo, "retry a failed upload after a pause", budget=str(budget))
    assert [item.cite for item in narrow.items] == [item.cite for item in by_tier]
    assert {"architecture", "subsystem", "test"} <= whole


def test_the_root_as_a_part_adds_nothing(tmp_path: Path) -> None:
    plain = Repo.init(tmp_path / "plain")
    plain.commit("Start", {"pyproject.toml": "[project]\nname = 'x'\n", "upload.py": NET})
    items = ask(plain, "retry").items
    assert {"architecture", "module"} <= {item.tier for item in items}
    assert "subsystem" not in {item.tier for item in items}
    assert not any(line.startswith("part .") for item in items for line in item.lines)


def test_a_part_says_which_of_the_files_it_holds(repo: Repo) -> None:
    (part,) = [item for item in ask(repo, "retry a failed upload").items if item.tier == "subsystem"]
    assert (part.cite, part.why) == ("net/", "holds upload.py")
    repo.commit("More", {"net/deep/upload.py": "def retry_upload():\n    pass\n"})
    (part,) = [item for item in ask(repo, "retry a failed upload").items if item.tier == "subsystem"]
    assert part.why == "holds 2 of the 2 best files: deep/upload.py, upload.py"


def test_what_files_of_a_folder_share_is_said_once(repo: Repo) -> None:
    both = "from net.upload import Uploader\nfrom net.download import Downloader\n"
    repo.commit("More", {"net/download.py": "class Downloader:\n    def retry(self):\n        pass\n", "main.py": both})
    lines = [line for item in ask(repo, "retry in net").items if item.tier == "module" for line in item.lines]
    assert lines.count("used by: main.py") == 1


def test_a_symbol_that_the_task_names_is_shown_without_what_is_inside(repo: Repo) -> None:
    text = "def stream_all(\n    source,\n    *,\n    size=1,\n):\n    # streams\n" + "    source.read(size)\n" * 40
    text += "    def stream_context_view():\n        return source  # stream all of the view, with its context\n"
    repo.commit("Stream", {"net/stream.py": text})
    symbols = [i for i in ask(repo, "stream_all with the context of the view").items if i.tier == "symbol"]
    assert [(i.title, i.lines) for i in symbols] == [("stream_all", ("def stream_all(source, *, size=1):",))]


def test_no_line_is_longer_than_a_cut_one(repo: Repo) -> None:
    words = [f"word{i}" for i in range(60)]
    code = f'"""Upload {" ".join(words)}."""\n\ndef {"_".join(words[:8])}({", ".join(words)}): pass\n'
    repo.commit(
        "Long", {"net/upload.py": code, "docs/long.md": f"# Upload\n\n{'x ' * 200}{' '.join(words)}{' x' * 200}\n"}
    )
    items = ask(repo, " ".join(words), budget="9999").items
    assert {"notes", "module", "symbol"} <= {item.tier for item in items}
    assert max(len(line) for item in items for line in (*item.lines, item.why)) <= LINE_CHARACTERS
    for tier in ("notes", "module", "symbol"):
        assert any(item.why.endswith(" …") for item in items if item.tier == tier)


def test_names_that_are_odd_are_quoted(repo: Repo) -> None:
    repo.commit("Odd", {"net/retry\tall.py": "def retry_all():\n    pass\n"})
    cites = [item.cite for item in ask(repo, "retry all").items]
    assert '"net/retry\\tall.py"' in cites
