"""Questions end to end, in process: languages, malformed files, filters, the personal trove, notes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.repos import Repo, entry
from trove_git import settings
from trove_git.asking.ask import WEAK_EVIDENCE, Request, ask
from trove_git.errors import SettingError, UsageError
from trove_git.records import AskResult
from trove_git.workspace.workspace import find_workspace


def answer(repo: Repo, question: str, **options: Any) -> AskResult:
    flags = {name: options.pop(name) for name in ("limit", "perkind", "budget", "docs") if name in options}
    return ask(find_workspace(str(repo.path), flags), Request(question, **options))  # type: ignore[arg-type]


def cites(result: AskResult) -> list[str]:
    return [hit.cite for hit in result.hits]


def personal(home: Path, name: str, text: str) -> None:
    path = home / ".claude" / "trove" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


LANGUAGES = {
    "japanese": (
        "データベースの移行は二回実行される",
        "起動時に移行ジョブが重複して登録されるため、マイグレーションは必ずロックを取ってから実行する。",
        ["なぜデータベースの移行は二回実行されるのですか", "移行のロック", "マイグレーションはいつ実行する？"],
    ),
    "chinese": (
        "数据库迁移会运行两次",
        "启动时迁移任务会重复注册，所以迁移之前必须先获取锁。",
        ["为什么数据库迁移会运行两次", "迁移之前要获取什么锁", "重复注册"],
    ),
    "russian": (
        "Миграции базы данных запускаются дважды",
        "При старте задача миграции регистрируется повторно, поэтому сначала нужно взять блокировку.",
        ["Почему миграция базы данных запускается дважды?", "какую блокировку брать перед миграциями"],
    ),
    "german": (
        "Datenbankmigrationen laufen zweimal",
        "Beim Start wird die Migration doppelt angemeldet; vor dem Ausführen muss eine Sperre geholt werden.",
        ["Warum laufen die Datenbankmigrationen zweimal?", "Welche Sperre braucht die Migration beim Ausführen?"],
    ),
}


@pytest.fixture
def many_languages(repo: Repo) -> Repo:
    files = {
        f".claude/trove/entries/{name}.md": f"---\ntitle: {title}\nslug: {name}\ntype: gotcha\n---\n\n{body}\n"
        for name, (title, body, _) in LANGUAGES.items()
    }
    noise = {
        f"docs/{i}.md": f"# Page {i}\n\nHow the database and its migrations run at start, part {i}.\n" for i in range(9)
    }
    repo.commit("languages", files | noise)
    return repo


@pytest.mark.parametrize(
    ("name", "question"), [(n, q) for n, (_, _, questions) in LANGUAGES.items() for q in questions]
)
def test_an_entry_is_found_by_a_question_in_its_language(many_languages: Repo, name: str, question: str) -> None:
    assert cites(answer(many_languages, question))[0] == f".claude/trove/entries/{name}.md:7"


HEAD = "---\ntitle: Retry budget\nslug: retry-budget\ntype: decision\n---\n\n"
MALFORMED: dict[str, tuple[bytes, int, str]] = {
    "crlf": (HEAD.replace("\n", "\r\n").encode() + b"Clients share one budget.\r\n", 7, ""),
    "bom": (b"\xef\xbb\xbf" + HEAD.encode() + b"Clients share one budget.\n", 7, ""),
    "latin-1": (HEAD.encode() + b"Clients share one b\xfcdget budget.\n", 7, ":7: not UTF-8; read as Latin-1"),
    "no front matter": (b"# Retry\n\nClients share one budget.\n", 3, ":1: no front matter"),
    "broken yaml": (b"---\ntitle: [Retry\ntype: x\n---\nClients share one budget.\n", 5, ":"),
    "yaml date": (
        HEAD.replace("type: d", "created: 2024-02-30\ntype: d").encode() + b"Clients share one budget.\n",
        8,
        "",
    ),
    "conflict": (
        HEAD.encode() + b"<<<<<<< a\nClients share one budget.\n=======\nx\n>>>>>>> b\n",
        8,
        ":7: merge conflict",
    ),
    "5 MB": (HEAD.encode() + b"filler words here\n" * 290_000 + b"Clients share one budget.\n", 290_007, ""),
}


@pytest.mark.parametrize(("data", "line", "note"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_entry_is_searched_and_reported(repo: Repo, data: bytes, line: int, note: str) -> None:
    path = ".claude/trove/entries/retry-budget.md"
    repo.commit("entry", {path: data})
    result = answer(repo, "which clients share a budget")
    assert cites(result) == [f"{path}:{line}"]
    assert "Clients share one b" in result.hits[0].snippet
    if note:
        assert any(text.startswith(f"{path}{note}") for text in result.notes), result.notes


def test_the_same_slug_twice_is_two_hits_and_the_same_fact_one(repo: Repo) -> None:
    repo.commit("twins", {
        ".claude/trove/entries/one.md": entry("One", "shared fact about queues"),
        ".claude/trove/memory/one.md": entry("One", "another fact about queues"),
        ".claude/trove/context/one.md": entry("One", "shared fact about queues"),
    })  # fmt: skip
    assert len(answer(repo, "queues").hits) == 2


def test_a_large_doc_is_searched_and_its_end_is_said_not_to_be(repo: Repo) -> None:
    repo.commit("docs", {"docs/big.md": "# Otters\n\n" + "word\n" * 300_000 + "zebra\n"})
    assert cites(answer(repo, "otters")) == ["docs/big.md:3"]
    result = answer(repo, "zebra")
    assert not result.hits
    assert "files: 1 with problems; git trove status --verbose lists them" in result.notes


def test_json_entries(repo: Repo) -> None:
    text = '{\n  "title": "Retry budget",\n  "type": "decision",\n  "data": "Clients share one budget."\n}\n'
    repo.commit("json", {".claude/trove/entries/retry.json": text})
    result = answer(repo, "which budget do clients share")
    assert cites(result) == [".claude/trove/entries/retry.json:4"]
    assert result.hits[0].title == "Retry budget"


def test_type_and_tag_narrow_to_entries(repo: Repo) -> None:
    repo.commit("entries", {
        ".claude/trove/entries/a.md": entry("A", "queue fact", kind="gotcha", tags="Ops, wal"),
        ".claude/trove/entries/b.md": entry("B", "queue fact", kind="decision", tags="wal"),
        "docs/q.md": "# Queue\n\nqueue\n",
    })  # fmt: skip
    assert cites(answer(repo, "queue", types=("decision",))) == [".claude/trove/entries/b.md:9"]
    assert cites(answer(repo, "queue", tags=("OPS",))) == [".claude/trove/entries/a.md:9"]
    assert len(answer(repo, "queue", tags=("wal",)).hits) == 2
    assert len(answer(repo, "queue", kinds=("doc", "project"), types=("gotcha",)).hits) == 1
    with pytest.raises(UsageError, match="--type and --tag are about entries"):
        answer(repo, "queue", kinds=("doc",), types=("gotcha",))


def test_a_question_that_names_a_type_or_tag_ranks_such_entries_higher(repo: Repo) -> None:
    repo.commit("entries", {
        ".claude/trove/entries/a.md": entry("Alpha", "about the queue", kind="decision", tags="ops"),
        ".claude/trove/entries/b.md": entry("Beta", "about the queue", kind="gotcha", tags="wal"),
    })  # fmt: skip
    assert cites(answer(repo, "queue gotcha"))[0].endswith("b.md:9")
    assert cites(answer(repo, "queue decision"))[0].endswith("a.md:9")
    assert cites(answer(repo, "queue wal"))[0].endswith("b.md:9")
    assert cites(answer(repo, "queue ops"))[0].endswith("a.md:9")


def test_the_personal_trove_is_searched_everywhere_and_again_after_a_change(repo: Repo, sealed_home: Path) -> None:
    repo.commit("readme", {"README.md": "# Readme\n\nnothing\n"})
    personal(sealed_home, "shell.md", entry("Shell", "prefers fish over zsh"))
    personal(sealed_home, "memory/entries/deep.md", entry("Deep", "uses jujutsu"))
    result = answer(repo, "which shell does he prefer, zsh")
    assert cites(result) == ["~/.claude/trove/shell.md:9"]
    assert result.hits[0].kind == "personal"
    assert cites(answer(repo, "jujutsu")) == ["~/.claude/trove/memory/entries/deep.md:9"]
    personal(sealed_home, "shell.md", entry("Shell", "prefers nushell by now"))
    assert cites(answer(repo, "nushell")) == ["~/.claude/trove/shell.md:9"]
    assert answer(repo, "fish").hits == ()


def test_a_broken_index_of_the_personal_trove_is_built_again(repo: Repo, sealed_home: Path) -> None:
    repo.commit("readme", {"README.md": "# Readme\n"})
    personal(sealed_home, "shell.md", entry("Shell", "prefers fish"))
    answer(repo, "fish")
    for path in (sealed_home / ".cache").rglob("meta.json"):
        path.write_text("{}")
    assert cites(answer(repo, "fish")) == ["~/.claude/trove/shell.md:9"]


def test_a_broken_index_is_built_again_and_said(repo: Repo) -> None:
    repo.commit("docs", {"docs/a.md": "# A\n\nqueue\n"})
    answer(repo, "queue")
    for path in (repo.path / ".git" / "trove").rglob("*.store"):
        path.unlink()
    result = answer(repo, "queue")
    assert cites(result) == ["docs/a.md:3"]
    assert result.notes == ("the index was broken and has been built again",)
    assert answer(repo, "queue").notes == ()


def test_words_that_no_source_holds_are_named(repo: Repo) -> None:
    repo.commit("docs", {"docs/a.md": "# A\n\nqueue and worker\n"})
    notes = answer(repo, "queue protected_namespaces kafka").notes
    assert notes == ("in no source: protected_namespaces, kafka", WEAK_EVIDENCE)
    assert answer(repo, "queue and worker").notes == ()
    assert answer(repo, "kafka").notes == ()
    assert answer(repo, "what is the").notes == ("the question has no words to search for",)


def test_limits(repo: Repo) -> None:
    docs = {f"docs/{i:02}.md": f"# Page {i}\n\nqueue {'word ' * i}\n" for i in range(20)}
    entries = {f".claude/trove/entries/{i}.md": entry(f"E{i}", "queue") for i in range(9)}
    repo.commit("many", docs | entries)
    kinds = [hit.kind for hit in answer(repo, "queue").hits]
    assert (kinds.count("doc"), kinds.count("project")) == (6, 6)
    assert len(answer(repo, "queue", limit="3").hits) == 3
    assert sorted(hit.kind for hit in answer(repo, "queue", perkind="2").hits) == ["doc", "doc", "project", "project"]
    assert len(answer(repo, "queue", kinds=("doc",)).hits) == 12
    assert len(answer(repo, "queue", kinds=("doc",), perkind="2").hits) == 2
    tiny = answer(repo, "queue", budget="1")
    assert len(tiny.hits) == 1
    assert tiny.matches == 29
    with pytest.raises(SettingError, match="--limit"):
        answer(repo, "queue", limit="none")


def test_settings_of_the_commit_count_less_than_the_users(repo: Repo) -> None:
    repo.commit("config", {
        ".trove/config": "[trove]\n\tlimit = 2\n\tdocs = wiki/**/*.txt\n\tprovider = cmd\n",
        "wiki/deep/page.txt": "queue in the wiki\n",
        **{f"docs/{i}.md": f"# {i}\n\nqueue\n" for i in range(5)},
    })  # fmt: skip
    assert len(answer(repo, "queue").hits) == 2
    assert cites(answer(repo, "wiki")) == ["wiki/deep/page.txt:1"]
    repo.git("config", "trove.limit", "4")
    assert len(answer(repo, "queue").hits) == 4
    repo.write("wiki/new.txt", "queue uncommitted wiki\n")
    assert "wiki/new.txt:1" in cites(answer(repo, "uncommitted wiki"))


def test_settings_are_resolved_once_for_the_user_and_once_for_the_commit(repo: Repo, monkeypatch: Any) -> None:
    repo.commit("config", {
        ".trove/config": "[trove]\n\tlimit = 2\n\tdocs = *.txt\n", "page.txt": "queue\n", "a.py": "def queue(): ...\n",
    })  # fmt: skip
    resolve, resolved = settings.resolve, []

    def note(**given: Any) -> settings.Settings:
        resolved.append(dict(given["repo_config"]))
        return resolve(**given)

    monkeypatch.setattr(settings, "resolve", note)
    assert answer(repo, "queue").hits
    assert resolved == [{}, {"limit": ["2"], "docs": ["*.txt"]}]


def test_a_revision_outside_git_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--at needs a Git repository"):
        ask(find_workspace(str(tmp_path)), Request("x", revision="HEAD"))


def test_hits_that_hold_only_related_words_are_matches(repo: Repo) -> None:
    repo.commit(files={"README.md": "# A\n\ntemplate\n\n# B\n\ntemplate\n\n# C\n\nother\n"})
    result = answer(repo, "tempalte")
    assert ([hit.title for hit in result.hits], result.matches) == (["A", "B"], 2)


def test_counts_and_revision(repo: Repo) -> None:
    head = repo.commit("docs", {"docs/a.md": "# A\n\nqueue\n\n## B\n\nworker\n", "README.md": "# R\n"})
    result = answer(repo, "queue")
    assert (result.revision, result.searched, result.matches, dict(result.counts)) == (head, 3, 1, {"doc": 3})
    repo.write("docs/a.md", "# A\n\nqueue only\n")
    changed = answer(repo, "queue worker")
    assert (changed.searched, changed.matches) == (2, 1)
    assert changed.hits[0].uncommitted
