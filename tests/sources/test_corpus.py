"""Files → sources, from a commit and from disk, and the reasons why some yield none."""

from __future__ import annotations

import os

import pytest

from tests.support.repos import entry
from trove_git.entries.trove import MAX_ENTRY_BYTES
from trove_git.gitrepo.repository import find_root
from trove_git.paths import RootPath
from trove_git.records import NO_OID, Oid
from trove_git.sources.corpus import committed_sources, disk_sources
from trove_git.sources.docs import MAX_DOC_BYTES
from trove_git.sources.plan import SourceFile
from trove_git.sources.state import TreeState

ENTRY = ".claude/trove/entries/a.md"
NOWHERE = Oid("1" * 40)


def committed(repo, *files: tuple[str, str]):
    state = TreeState()
    repository = find_root(str(repo.path), os.environ).repository
    wanted = [SourceFile(kind, RootPath(path), repo.oid(f"HEAD:{path}")) for kind, path in files]
    return list(committed_sources(repository, wanted, state)), state


def on_disk(root, *files: tuple[str, str], **options):
    state = TreeState()
    return list(
        disk_sources(str(root), [SourceFile(k, RootPath(p), NO_OID) for k, p in files], state, **options)
    ), state


def test_entries_and_docs_of_a_commit(repo):
    repo.commit(files={"a.md": "# A\nx\n## B\ny", "b.md": "# C", ENTRY: entry("A", "text")})
    sources, state = committed(repo, ("project", ENTRY), ("doc", "a.md"), ("doc", "b.md"))
    assert {(s.kind, s.path, s.title) for s in sources} == {
        ("doc", "a.md", "A"),
        ("doc", "a.md", "A > B"),
        ("doc", "b.md", "C"),
        ("project", ENTRY, "A"),
    }
    assert {s.oid for s in sources if s.path == "b.md"} == {repo.oid("HEAD:b.md")}
    assert state.to_json() == TreeState().to_json()


def test_the_content_is_the_commits_and_not_the_disks(repo):
    repo.commit(files={"a.md": "# committed"})
    repo.write("a.md", "# on disk")
    assert [s.title for s in committed(repo, ("doc", "a.md"))[0]] == ["committed"]
    (source,), _ = on_disk(repo.path, ("doc", "a.md"))
    assert (source.title, source.oid) == ("on disk", "")


@pytest.mark.parametrize(
    ("kind", "path", "limit"), [("doc", "a.md", MAX_DOC_BYTES), ("project", ENTRY, MAX_ENTRY_BYTES)]
)
def test_a_file_that_is_too_large_is_skipped(repo, kind, path, limit):
    repo.commit(files={path: b"x" * (limit + 1)})
    sources, state = committed(repo, (kind, path))
    assert sources == []
    assert state.skipped == {path: f"too large ({limit + 1:,} bytes)"}
    assert state.unread == {}
    sources, state = on_disk(repo.path, (kind, path))
    assert (sources, state.skipped) == ([], {path: "too large"})


def test_a_file_at_the_limit_is_read(repo):
    repo.commit(files={"a.md": b"x" * MAX_DOC_BYTES})
    assert len(committed(repo, ("doc", "a.md"))[0]) == 1
    assert len(on_disk(repo.path, ("doc", "a.md"))[0]) == 1


def test_a_blob_that_is_missing_is_remembered(repo):
    repo.commit(files={"a.md": "# A"})
    state = TreeState()
    files = [
        SourceFile("doc", RootPath("gone.md"), NOWHERE),
        SourceFile("doc", RootPath("a.md"), repo.oid("HEAD:a.md")),
    ]
    sources = list(committed_sources(find_root(str(repo.path), os.environ).repository, files, state))
    assert [s.title for s in sources] == ["A"]
    assert state.skipped == {"gone.md": "its object is missing or broken"}
    assert state.unread == {"gone.md": NOWHERE}


def test_a_pointer_to_content_elsewhere_is_skipped(repo):
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    repo.commit(files={"a.md": pointer, ENTRY: pointer})
    reason = "git-lfs pointer, its content is not in Git"
    files = (("doc", "a.md"), ("project", ENTRY))
    for sources, state in (committed(repo, *files), on_disk(repo.path, *files)):
        assert sources == []
        assert state.skipped == {"a.md": reason, ENTRY: reason}


def test_faults_are_noted_by_path(repo):
    repo.commit(files={"a.md": "# A\n```\n", ENTRY: "no front matter"})
    sources, state = committed(repo, ("doc", "a.md"), ("project", ENTRY))
    assert len(sources) == 2
    assert state.notes["a.md"] == [(2, "code fence is never closed; the rest of the file counts as code")]
    assert state.notes[ENTRY]


def test_files_that_cannot_be_read_on_disk(tmp_path):
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "loop.md").symlink_to("loop.md")
    sources, state = on_disk(tmp_path, ("doc", "none.md"), ("doc", "folder.md"), ("doc", "loop.md"), ("doc", "a\0b.md"))
    assert sources == []
    assert state.skipped == {
        "none.md": "no such file or directory",
        "folder.md": "not a regular file",
        "loop.md": "too many levels of symbolic links",
        "a\0b.md": "embedded null byte",
    }


def test_links_are_followed_inside_only(tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.md").write_text("# A")
    (root / "inside.md").symlink_to("a.md")
    (tmp_path / "secret.md").write_text("# S")
    (root / "outside.md").symlink_to("../secret.md")
    (tmp_path / "root2").mkdir()
    (tmp_path / "root2" / "x.md").write_text("# X")
    (root / "sibling.md").symlink_to("../root2/x.md")
    sources, state = on_disk(root, ("doc", "inside.md"), ("doc", "outside.md"), ("doc", "sibling.md"))
    assert [(s.path, s.title) for s in sources] == [("inside.md", "A")]
    assert state.skipped == dict.fromkeys(["outside.md", "sibling.md"], "a symbolic link that leaves the folder")


def test_the_root_itself_may_be_a_link(tmp_path):
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "a.md").write_text("# A")
    (tmp_path / "link").symlink_to("root")
    assert len(on_disk(tmp_path / "link", ("doc", "a.md"))[0]) == 1


def test_messages_name_a_file_as_the_user_would(tmp_path):
    _, state = on_disk(tmp_path, ("personal", "a.md"), label=lambda path: f"~/x/{path}")
    assert state.skipped == {"~/x/a.md": "no such file or directory"}


def test_names_outside_utf8(repo):
    odd = os.fsdecode(b"caf\xe9.md")
    repo.commit(files={odd: "# A"})
    (source,), _ = on_disk(repo.path, ("doc", odd))
    assert source.path == odd
