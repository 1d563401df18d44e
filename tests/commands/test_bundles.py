"""Entries on their way: exported, imported, promoted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.lives import ENTRIES, TROVE, fact, move, workspace
from tests.support.repos import Repo
from tests.support.troves import Folders, files_below, make_folders, write_entry
from trove_git.commands import import_entries as importing
from trove_git.commands.export import export, public_url, write_bundle
from trove_git.commands.import_entries import Imported, import_entries
from trove_git.commands.list_entries import Wanted
from trove_git.commands.promote import promote
from trove_git.entries.bundle import BundledEntry, parse_bundle, render_json, render_markdown
from trove_git.entries.entry import parse_entry
from trove_git.entries.origin import read_origin
from trove_git.errors import EntryError, EntryExists, EntryNotFound, SecretFound, TroveError, TroveNotFound, WriteError
from trove_git.reviewing.similar import find_similar
from trove_git.storage import write_atomically

SECRET = "ghp_" + "aB3dE5fG7h" * 3 + "Kq9Zx2"


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    made = make_folders(tmp_path, monkeypatch)
    write_entry(
        made.project, "entries/wal.md", "Bulk inserts", "Run bulk inserts in one transaction or the log splits them."
    )
    (made.project / "INDEX.md").write_text("# Trove\n")
    return made


def text(title: str, body: str = "Some fact of its own.\n") -> str:
    return fact(title, body)


def take(folders: Folders, *entries: BundledEntry, **how) -> Imported:
    location = folders.troves().project
    assert location is not None
    return import_entries(location, entries, find_similar=find_similar, **how)


def actions(done: Imported) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(one.action, one.target, one.others) for one in done.planned]


def test_each_entry_is_exported_with_who_wrote_it_first(repo: Repo) -> None:
    born = repo.commit("born", {f"{ENTRIES}/a.md": fact("A"), f"{TROVE}/INDEX.md": "x\n"})
    repo.git("config", "user.name", "Somebody Else")
    repo.git("config", "remote.origin.url", "https://user:word@example.org/team/p.git?token=x")
    move(repo, "entries/a.md", "memory/entries/b.md", fact("B") + "more\n")
    repo.write(f"{ENTRIES}/new.md", fact("New", "n\n"))
    done = export(workspace(repo))
    assert [(entry.path, dict(entry.origin)) for entry in done.entries] == [
        ("entries/new.md", {"date": "2024-01-01"}),
        (
            "memory/entries/b.md",
            {
                "author": "A Tester", "date": "2023-11-14T22:14:20Z", "commit": born,
                "path": f"{TROVE}/memory/entries/b.md", "repository": "https://example.org/team/p.git",
            },
        ),
    ]  # fmt: skip
    assert (done.findings, done.notes) == ((), ())


@pytest.mark.parametrize(
    ("url", "public"),
    [
        ("https://user:word@example.org/p.git", "https://example.org/p.git"),
        ("https://token@example.org/p", "https://example.org/p"),
        ("https://a@b:c@example.org/p#frag", "https://example.org/p"),
        ("ssh://git@example.org:22/p", "ssh://example.org:22/p"),
        ("git@example.org:team/p.git", "example.org:team/p.git"),
        ("/home/me/p", ""), ("../p", ""), ("C:/p", ""), ("file:///home/me/p", ""), ("", ""),
    ],
)  # fmt: skip
def test_no_url_carries_credentials_or_a_folder_of_this_machine(url: str, public: str) -> None:
    assert public_url(url) == public


def test_which_entries_are_exported(folders: Folders) -> None:
    write_entry(folders.project, "memory/m.md", "M", type="decision", tags="x")
    write_entry(folders.personal, "mine.md", "Mine")
    there = folders.workspace()
    assert [e.path for e in export(there).entries] == ["entries/wal.md", "memory/m.md"]
    assert [e.path for e in export(there, ["m"]).entries] == ["memory/m.md"]
    assert [e.path for e in export(there, (), Wanted(sections=("memory",))).entries] == ["memory/m.md"]
    assert [e.path for e in export(there, (), Wanted(types=("decision",), tags=("X",))).entries] == ["memory/m.md"]
    assert [e.path for e in export(there, trove="personal").entries] == ["mine.md"]
    (folders.project / "INDEX.md").unlink()
    assert [e.path for e in export(there).entries] == ["entries/wal.md", "memory/m.md"]
    folders.project.rename(folders.repo / "aside")
    assert [e.path for e in export(there).entries] == ["mine.md"]
    (folders.repo / "aside").rename(folders.project)
    with pytest.raises(EntryNotFound) as raised:
        export(there, ["wall"])
    assert raised.value.hint == "close: wal"


def test_a_bare_repository_exports_what_head_has(repo: Repo, tmp_path: Path) -> None:
    born = repo.commit("born", {f"{ENTRIES}/a.md": fact("A"), f"{TROVE}/archive/old.md": fact("Old", "o\n")})
    repo.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    (entry,) = export(workspace(tmp_path / "bare.git")).entries
    assert (entry.path, entry.text, entry.origin["commit"]) == ("entries/a.md", fact("A"), born)
    assert "repository" not in entry.origin
    assert export(workspace(tmp_path / "bare.git"), trove="personal").entries == ()


def test_a_shallow_clone_does_not_know_who_wrote_it_first(repo: Repo, tmp_path: Path) -> None:
    repo.commit("born", {f"{ENTRIES}/a.md": fact("A")})
    repo.commit("edit", {f"{ENTRIES}/a.md": fact("A2")})
    repo.git("clone", "-q", "--depth=1", f"file://{repo.path}", str(tmp_path / "clone"))
    (entry,) = export(workspace(tmp_path / "clone")).entries
    assert dict(entry.origin) == {"path": f"{ENTRIES}/a.md"}


def test_a_secret_and_a_broken_entry_are_found_before_they_leave(folders: Folders) -> None:
    write_entry(folders.project, "entries/s.md", "S", f"token = {SECRET}")
    (folders.project / "entries" / "broken.md").write_bytes(b"caf\xe9\n")
    (folders.project / "entries" / "link.md").symlink_to("/nowhere")
    done = export(folders.workspace())
    assert [finding.path for finding in done.findings] == [f"{TROVE}/entries/s.md"]
    assert SECRET not in str(done.findings[0])
    assert [note.rpartition("; ")[2] for note in done.notes] == ["it is not followed", "import refuses it"]
    assert next(entry.text for entry in done.entries if entry.path == "entries/broken.md") == "café\n"


@pytest.mark.parametrize("render", [render_json, render_markdown])
def test_a_round_trip_keeps_text_and_origin(folders: Folders, tmp_path: Path, render) -> None:
    repo = Repo(folders.repo)
    born = repo.commit("born")
    bundle = parse_bundle(render(export(folders.workspace()).entries).encode(), "b")
    before = (folders.project / "entries" / "wal.md").read_bytes()
    (folders.project / "entries" / "wal.md").unlink()
    assert take(folders, *bundle, write=True).written
    after = parse_entry((folders.project / "entries" / "wal.md").read_bytes(), "wal.md")
    assert read_origin(after)["commit"] == born
    lines = after.text.split("\n")
    assert "\n".join(line for line in lines if not line.startswith("origin-")).encode() == before
    # Whoever commits it now, the first origin goes on.
    repo.git("config", "user.name", "Somebody Else")
    repo.commit("imported")
    (again,) = export(folders.workspace()).entries
    assert (again.origin["author"], again.origin["commit"]) == ("A Tester", born)
    assert actions(take(folders, *bundle)) == [("same", "entries/wal.md", ("wal",))]


def test_what_would_happen_is_planned_and_nothing_is_changed(folders: Folders) -> None:
    before = files_below(folders.repo)
    wal = (folders.project / "entries" / "wal.md").read_text()
    done = take(
        folders,
        BundledEntry("memory/entries/fresh.md", text("Fresh"), {}),
        BundledEntry("entries/other-name.md", wal, {}),
        BundledEntry("entries/WAL.md", text("Different"), {}),
        BundledEntry("entries/near.md", wal.replace("Run bulk", "Always run bulk"), {}),
        BundledEntry("flat.json", '{"title": "Flat", "data": "json payload here"}', {}),
        BundledEntry("entries/again.md", text("Fresh"), {}),
    )
    assert actions(done) == [
        ("add", "memory/entries/fresh.md", ()),
        ("same", "entries/other-name.md", ("wal",)),
        ("conflict", "entries/WAL.md", ("wal",)),
        ("similar", "entries/near.md", ("wal",)),
        ("add", "entries/flat.json", ()),
        ("same", "entries/again.md", ("fresh",)),
    ]
    assert (done.written, done.index_changed, files_below(folders.repo)) == (False, False, before)
    forced = take(folders, BundledEntry("entries/near.md", wal.replace("Run bulk", "Always run bulk"), {}), force=True)
    assert actions(forced) == [("add", "entries/near.md", ())]


def test_writing_adds_files_and_lists_them(folders: Folders) -> None:
    done = take(folders, BundledEntry("memory/a.md", text("A"), {"author": "X"}), section="context", write=True)
    assert (done.written, done.index_changed) == (True, True)
    assert "origin-author: X\n" in (folders.project / "context" / "entries" / "a.md").read_text()
    assert "- [A](context/entries/a.md)" in (folders.project / "INDEX.md").read_text()
    assert not take(folders, BundledEntry("memory/a.md", text("A"), {}), write=True).written


def test_with_a_secret_nothing_is_written(folders: Folders) -> None:
    before = files_below(folders.repo)
    done = take(
        folders, BundledEntry("entries/a.md", text("A"), {}),
        BundledEntry("entries/b.md", text("B", f"token = {SECRET}\n"), {}), write=True,
    )  # fmt: skip
    assert (done.has_secret, done.written, files_below(folders.repo)) == (True, False, before)
    assert SECRET not in str(done.planned[1].others)


def test_when_a_write_fails_what_was_written_is_taken_away(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    before = files_below(folders.repo)

    def fail(path: Path, data: bytes) -> None:
        if path.name == "b.md":
            raise WriteError("no space", where=str(path))
        write_atomically(path, data)

    monkeypatch.setattr(importing, "write_atomically", fail)
    two = [BundledEntry("entries/a.md", text("A"), {}), BundledEntry("entries/b.md", text("B", "Else.\n"), {})]
    with pytest.raises(WriteError):
        take(folders, *two, write=True)
    assert files_below(folders.repo) == before


def test_a_link_out_of_the_trove_is_not_written_through(folders: Folders, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (folders.project / "context").symlink_to(tmp_path / "outside")
    with pytest.raises(WriteError, match="symlink"):
        take(folders, BundledEntry("context/a.md", text("A"), {}), write=True)
    assert not list((tmp_path / "outside").iterdir())


def test_where_no_trove_is_or_no_origin_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = make_folders(tmp_path, monkeypatch)
    with pytest.raises(TroveNotFound):
        take(folders, BundledEntry("entries/a.md", text("A"), {}))
    one_line = BundledEntry("entries/a.md", "---\n{title: A, type: gotcha}\n---\nx\n", {"author": "X"})
    with pytest.raises(EntryError, match="one key a line"):
        import_entries(folders.troves().personal, [one_line])
    assert import_entries(folders.troves().personal, [one_line._replace(origin={})], write=True).written
    assert (folders.personal / "entries" / "a.md").is_file()


def test_promoting_copies_and_leaves_the_personal_entry(folders: Folders) -> None:
    mine = write_entry(folders.personal, "mine.md", "Mine", "Something quite else.")
    before = files_below(folders.home)
    planned = promote(folders.troves(), "mine", write=False)
    assert (actions(planned), planned.written) == ([("add", "entries/mine.md", ())], False)
    assert not (folders.project / "entries" / "mine.md").exists()
    assert promote(folders.troves(), "mine", section="memory").written
    assert (folders.project / "memory" / "entries" / "mine.md").read_bytes() == mine.read_bytes()
    assert "(memory/entries/mine.md)" in (folders.project / "INDEX.md").read_text()
    assert actions(promote(folders.troves(), "mine")) == [("same", "entries/mine.md", ("mine",))]
    assert files_below(folders.home) == before


@pytest.mark.parametrize(
    ("path", "title", "body", "error"),
    [
        ("wal.md", "Other", "Not the same at all.", EntryExists),
        ("near.md", "Bulk inserts", "Always run bulk inserts in one transaction or the log splits them.", EntryExists),
        ("s.md", "S", f"token = {SECRET}", SecretFound),
        ("broken.md", "", "", EntryError),
        ("elsewhere.md", "X", "x", EntryNotFound),
    ],
)
def test_what_is_not_promoted(folders: Folders, path: str, title: str, body: str, error: type[TroveError]) -> None:
    if title:
        write_entry(folders.personal, path.replace("elsewhere", "else"), title, body)
    else:
        folders.personal.mkdir(parents=True)
        (folders.personal / path).write_text("no head")
    before = files_below(folders.repo)
    with pytest.raises(error) as raised:
        promote(folders.troves(), path.removesuffix(".md"), find_similar=find_similar)
    assert raised.value.hint
    assert SECRET not in str(raised.value)
    assert files_below(folders.repo) == before


def test_a_bundle_is_written_whole_or_not(tmp_path: Path) -> None:
    write_bundle(str(tmp_path / "b"), "x\n")
    assert (tmp_path / "b").read_bytes() == b"x\n"
    with pytest.raises(WriteError, match="folder"):
        write_bundle(str(tmp_path), "x")
    with pytest.raises(WriteError, match="there is no such folder"):
        write_bundle(str(tmp_path / "typo" / "b"), "x")
    assert not (tmp_path / "typo").exists()
