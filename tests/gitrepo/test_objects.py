"""Trees, differences and blobs, whole and broken, through the real git."""

from __future__ import annotations

import os
from itertools import pairwise

import pytest

from tests.support.repos import Repo
from trove_git.errors import GitError
from trove_git.gitrepo.objects import (
    MISSING,
    NOT_CLONED,
    SUBMODULE,
    SYMLINK,
    TOO_LARGE,
    BlobReader,
    TreeEntry,
    has_come,
    is_any_readable,
    list_absent,
    list_tree,
    read_diff,
    start_diff,
)
from trove_git.gitrepo.repository import find_root
from trove_git.paths import RepoPath
from trove_git.records import Oid, TreeOid

NOWHERE = Oid("1" * 40)
HEAD_TREE = TreeOid("HEAD^{tree}")


def repository_of(repo: Repo):
    return find_root(str(repo.path), os.environ).repository


def blob(repo: Repo, path: str) -> Oid:
    return repo.oid(f"HEAD:{path}")


def loose(repo: Repo, oid: str):
    file = repo.path / ".git" / "objects" / oid[:2] / oid[2:]
    file.chmod(0o644)
    return file


def tree(repo: Repo, *folders: str) -> list[tuple[str, str]]:
    return [(oct(e.mode), e.path) for e in list_tree(repository_of(repo), repo.tree, list(map(RepoPath, folders)))]


def test_files_of_a_tree(repo, tmp_path):
    inner = Repo.init(tmp_path / "inner")
    inner.commit()
    repo.git("submodule", "--quiet", "add", str(inner.path), "module")
    (repo.path / "link").symlink_to("a.md")
    odd = os.fsdecode(b"caf\xe9\n.md")
    repo.commit(files={"a.md": "x", "sub/b.md": "x", odd: "x"})
    (repo.path / "a.md").chmod(0o755)
    repo.commit()
    entries: dict[str, TreeEntry] = {e.path: e for e in list_tree(repository_of(repo), repo.tree)}
    assert set(entries) == {".gitmodules", "a.md", "sub/b.md", odd, "link", "module"}
    assert entries["link"].mode == SYMLINK
    assert entries["module"][:2] == (SUBMODULE, inner.head)
    assert entries["a.md"][:2] == (0o100755, blob(repo, "a.md"))


def test_files_of_some_folders(repo):
    repo.commit(files={"a.md": "x", "docs/b.md": "x", "docs/sub/c.md": "x", "docs2/d.md": "x", "[x]/e.md": "x"})
    assert tree(repo, "docs") == [("0o100644", "docs/b.md"), ("0o100644", "docs/sub/c.md")]
    assert tree(repo, "a.md", "none") == [("0o100644", "a.md")]
    assert tree(repo, "[x]") == [("0o100644", "[x]/e.md")]


def test_an_empty_tree(repo):
    repo.commit()
    assert tree(repo) == []


def test_a_tree_that_is_missing(repo):
    repo.commit()
    with pytest.raises(GitError, match="not a tree object"):
        list_tree(repository_of(repo), TreeOid(NOWHERE))


def changes(repo: Repo, old: str, new: str = "HEAD"):
    return read_diff(start_diff(repository_of(repo), TreeOid(old), TreeOid(new)).finish())


def test_each_status_of_a_difference(repo):
    old = repo.commit(files={"gone": "1", "same": "2", "changed": "3", "link": "4", "mode": "5", "moved": "6" * 99})
    repo.git("rm", "-q", "gone")
    repo.git("mv", "moved", "there")
    (repo.path / "link").unlink()
    (repo.path / "link").symlink_to("same")
    (repo.path / "mode").chmod(0o755)
    odd = os.fsdecode(b"\xff\t.md")
    repo.commit(files={"changed": "33", odd: "7"})
    found = {c.path: c for c in changes(repo, old)}
    assert {path: c.status for path, c in found.items()} == {
        "gone": "D",
        "moved": "D",
        "there": "A",
        "changed": "M",
        "link": "T",
        "mode": "M",
        odd: "A",
    }
    assert found["gone"].entry is None
    assert found["link"].entry == TreeEntry(SYMLINK, blob(repo, "link"), RepoPath("link"))
    assert found["changed"].entry == TreeEntry(0o100644, blob(repo, "changed"), RepoPath("changed"))
    assert found["changed"].old_oid == repo.oid(f"{old}:changed")
    assert found["gone"].old_oid == repo.oid(f"{old}:gone")
    assert set(found["there"].old_oid) == {"0"}  # an addition had no object before


def test_sizes_of_a_tree_are_listed_on_request(repo):
    repo.commit(files={"a": "12345", "d/empty": ""})
    root = find_root(str(repo.path), os.environ)
    tree = root.repository.head.tree
    assert {e.path: e.size_bytes for e in list_tree(root.repository, tree, [], sizes=True)} == {"a": 5, "d/empty": 0}
    assert {e.path: e.size_bytes for e in list_tree(root.repository, tree, [])} == {"a": 0, "d/empty": 0}


def test_configuration_does_not_change_a_difference(repo):
    old = repo.commit(files={"a": "x" * 99})
    repo.git("mv", "a", "b")
    repo.commit()
    for name, value in [("diff.renames", "copies"), ("diff.external", "false"), ("diff.noprefix", "true")]:
        repo.git("config", name, value)
    assert [(c.path, c.status) for c in changes(repo, old)] == [("a", "D"), ("b", "A")]


def test_no_difference(repo):
    repo.commit()
    assert changes(repo, "HEAD") == []


def test_a_difference_to_a_tree_that_is_missing(repo):
    repo.commit()
    with pytest.raises(GitError):
        changes(repo, NOWHERE)


def test_blobs_come_in_the_order_asked(repo):
    repo.commit(files={"a": "one\n", "b": b"\x00two\nlines\n", "empty": ""})
    oids = [blob(repo, name) for name in ("b", "empty", "a", "b")]
    with BlobReader(repository_of(repo)) as reader:
        assert [b.data for b in reader.read_all(oids)] == [b"\x00two\nlines\n", b"", b"one\n", b"\x00two\nlines\n"]
        assert reader.read(oids[2]) == (oids[2], b"one\n", 4, "")


def test_no_blobs_start_no_process(repo, monkeypatch):
    repo.commit()
    repository = repository_of(repo)
    monkeypatch.setenv("PATH", "")
    with BlobReader(repository) as reader:
        assert list(reader.read_all([])) == []


def test_a_reader_can_be_started_early(repo, monkeypatch):
    repo.commit(files={"a": "one"})
    reader, oid = BlobReader(repository_of(repo)), blob(repo, "a")
    with reader.start() as started:
        running = reader._running
        assert started.start() is reader
        assert reader._running is running
        monkeypatch.setenv("PATH", "")
        assert reader.read(oid).data == b"one"
    assert reader._running is None
    reader.stop()


def test_a_reader_starts_again_after_it_was_stopped(repo):
    repo.commit(files={"a": "one"})
    with BlobReader(repository_of(repo)) as reader:
        oid = blob(repo, "a")
        assert reader.read(oid).data == b"one"
        reader.stop()
        assert reader.read(oid).data == b"one"


def test_more_blobs_than_a_pipe_holds(repo):
    """Neither side may wait for the other: 450 ids and 450 answers of 2 kB are more than both pipes take."""
    names = [f"f{i}" for i in range(450)]
    repo.commit(files={name: name * 400 for name in names})
    oids = [e.oid for e in list_tree(repository_of(repo), repo.tree)]
    with BlobReader(repository_of(repo)) as reader:
        found = [b.data.decode() for b in reader.read_all(oids)]
    assert sorted(found) == sorted(name * 400 for name in names)


def test_a_blob_that_is_too_large_is_passed_over(repo):
    repo.commit(files={"large": "x" * 2_500_000, "limit": "y" * 10, "above": "z" * 11})
    oids = [blob(repo, name) for name in ("large", "limit", "above")]
    with BlobReader(repository_of(repo)) as reader:
        found = list(reader.read_all(oids, 10))
    assert [(b.data, b.size_bytes, b.problem) for b in found] == [
        (None, 2_500_000, TOO_LARGE),
        (b"y" * 10, 10, ""),
        (None, 11, TOO_LARGE),
    ]


def test_a_missing_blob_costs_nothing_else(repo):
    repo.commit(files={"a": "one", "b": "two"})
    oids = [blob(repo, "a"), NOWHERE, blob(repo, "b")]
    with BlobReader(repository_of(repo)) as reader:
        found = list(reader.read_all(oids))
    assert [(b.data, b.problem) for b in found] == [(b"one", ""), (None, MISSING), (b"two", "")]


def test_a_broken_blob_costs_nothing_else(repo):
    """git cat-file --batch dies at a broken object; the reader goes on behind it with a new process."""
    text = "".join(f"{i}\n" for i in range(9000))
    repo.commit(files={"a": "one", "b": text, "c": "three", "d": text + "x"})
    oids = [blob(repo, name) for name in "abcdb"]
    for name in "bd":
        file = loose(repo, blob(repo, name))
        data = bytearray(file.read_bytes())
        data[len(data) // 2 :] = b"\xff" * (len(data) - len(data) // 2)
        file.write_bytes(data)
    with BlobReader(repository_of(repo)) as reader:
        found = list(reader.read_all(oids))
        assert [b.data for b in found] == [b"one", None, b"three", None, None]
        assert all(b.problem for b in found if b.data is None)
        assert reader.read(oids[0]).data == b"one"


def test_a_blob_of_garbage_is_missing_or_broken(repo):
    repo.commit(files={"a": "one", "b": "two"})
    loose(repo, blob(repo, "a")).write_bytes(b"garbage")
    with BlobReader(repository_of(repo)) as reader:
        broken, whole = reader.read_all([blob(repo, "a"), blob(repo, "b")])
    assert (broken.data, whole.data) == (None, b"two")
    assert broken.problem


def test_a_reader_that_dies_without_a_word(repo, tmp_path, monkeypatch):
    repo.commit(files={"a": "one"})
    repository, oid = repository_of(repo), blob(repo, "a")
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nread oid\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    with BlobReader(repository) as reader:
        assert reader.read(oid) == (oid, None, 0, "unreadable")


def test_a_reader_that_dies_while_an_object_is_passed_over(repo, tmp_path, monkeypatch):
    repo.commit(files={"a": "one"})
    repository, oid = repository_of(repo), blob(repo, "a")
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nread oid\necho "$oid blob 500"\nexit 1\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    with BlobReader(repository) as reader:
        assert reader.read(oid, 10) == (oid, None, 500, TOO_LARGE)


def test_a_short_id_of_several_objects_reads_none_of_them(repo):
    repo.commit(files={f"f{i}": f"{i}" for i in range(3000)})
    oids = sorted(e.oid for e in list_tree(repository_of(repo), repo.tree))
    short = next(Oid(a[:4]) for a, b in pairwise(oids) if a[:4] == b[:4])
    with BlobReader(repository_of(repo)) as reader:
        assert reader.read(short).problem == MISSING
        assert reader.read(oids[0]).data is not None


def test_another_repository_in_the_environment_is_not_read(repo, tmp_path, monkeypatch):
    repo.commit(files={"a": "one"})
    repository, oid = repository_of(repo), blob(repo, "a")
    monkeypatch.setenv("GIT_DIR", str(tmp_path))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(tmp_path))
    with BlobReader(repository) as reader:
        assert reader.read(oid).data == b"one"


def test_sha256(tmp_path):
    repo = Repo.init(tmp_path / "repo", "--object-format=sha256")
    old = repo.commit(files={"a": "one"})
    repo.commit(files={"a": "two"})
    (entry,) = list_tree(repository_of(repo), repo.tree)
    assert [c.entry for c in changes(repo, old)] == [entry]
    with BlobReader(repository_of(repo)) as reader:
        assert reader.read(entry.oid).data == b"two"


def test_whether_any_object_can_be_read(repo):
    repo.commit(files={"a": "one", "empty": ""})
    repository = repository_of(repo)
    assert is_any_readable(repository, [NOWHERE, blob(repo, "a")])
    assert is_any_readable(repository, [blob(repo, "empty")])
    assert not is_any_readable(repository, [NOWHERE])
    assert not is_any_readable(repository, [])


def test_what_a_partial_clone_left_out_is_listed_without_a_fetch_and_not_asked_for(repo, tmp_path, monkeypatch):
    old = repo.commit(files={"a": "one", "sub/b": "two", "c": "three"})
    repo.commit(files={"a": "other", "sub/b": "another"})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = Repo(tmp_path / "clone")
    repo.git("clone", "-q", "--filter=blob:none", f"file://{repo.path}", str(clone.path))
    oids = [repo.oid(f"{old}:{path}") for path in ("c", "a", "sub/b", "c")]
    repository, tree = repository_of(clone), repo.oid(f"{old}^{{tree}}")
    absent = list_absent(repository, tree)
    assert absent == {oids[1], oids[2]}
    assert list_absent(repository, HEAD_TREE) == frozenset()
    with monkeypatch.context() as patch, BlobReader(repository, absent) as reader:
        patch.setattr(BlobReader, "_failure", lambda _: pytest.fail("git died"))
        found = [(b.oid, b.data, b.problem) for b in reader.read_all(oids)]
        assert not has_come(repository, tree, [oids[1], oids[2]])
    there = (oids[0], b"three", "")
    assert found == [there, (oids[1], None, NOT_CLONED), (oids[2], None, NOT_CLONED), there]
    clone.git("cat-file", "blob", oids[1])
    assert has_come(repository, tree, [oids[1], oids[2]])


def test_in_a_whole_clone_nothing_is_looked_for(repo, monkeypatch):
    repo.commit(files={"a": "one"})
    repository = repository_of(repo)
    with monkeypatch.context() as patch:
        patch.setattr(type(repository), "run", lambda *_, **__: pytest.fail("git was asked"))
        assert list_absent(repository, HEAD_TREE) == frozenset()
        assert list_absent(repository._replace(common_dir="/nowhere"), HEAD_TREE) == frozenset()
    assert has_come(repository, HEAD_TREE, [NOWHERE, blob(repo, "a")])
    assert not has_come(repository, HEAD_TREE, [NOWHERE])
