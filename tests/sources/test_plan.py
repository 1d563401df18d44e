"""Which files are sources: the same whether a commit is planned from its tree or from a difference."""

from __future__ import annotations

import os

import pytest

from tests.support.repos import Repo, entry
from trove_git.gitrepo.objects import read_diff, start_diff
from trove_git.gitrepo.repository import find_root
from trove_git.paths import RootPath
from trove_git.records import Oid
from trove_git.sources.plan import MAX_LINK_BYTES, Plan, plan_commit, plan_update

ENTRY = ".claude/trove/entries/a.md"
START = {"README.md": "r", "docs/a.md": "a", "src/x.py": "x", "src/README.md": "s", ENTRY: entry("A", "text")}


def whole(repo: Repo, prefix: str = "", patterns: tuple[str, ...] = ()) -> Plan:
    repository = find_root(str(repo.path), os.environ).repository
    return plan_commit(repository, repository.head, prefix, patterns)


def update(repo: Repo, base: Plan, prefix: str = "", patterns: tuple[str, ...] = ()) -> Plan | None:
    repository = find_root(str(repo.path), os.environ).repository
    changes = read_diff(start_diff(repository, base.state.tree, repository.head.tree).finish())
    return plan_update(changes, repository.head.tree, prefix, patterns, base.state)


def files(plan: Plan) -> dict[str, tuple[str, str]]:
    return {file.path: (file.kind, file.oid) for file in plan.files}


def kinds(plan: Plan) -> dict[str, str]:
    return {file.path: file.kind for file in plan.files}


def same(repo: Repo, base: Plan, *arguments) -> bool:
    """Check an update against the whole tree; False when it was given up."""
    made, wanted = update(repo, base, *arguments), whole(repo, *arguments)
    if made is None:
        return False
    kept = {path: file for path, file in files(base).items() if path not in made.removed}
    assert not kept.keys() & files(made).keys()
    assert kept | files(made) == files(wanted)
    for name in ("doc_roots", "config", "tree", "links"):
        assert getattr(made.state, name) == getattr(wanted.state, name), name
    return True


def test_files_of_a_commit(repo):
    repo.commit(files=START | {".claude/trove/INDEX.md": "x", "docs/b.png": "x", "guides/b.md": "x"})
    plan = whole(repo)
    assert kinds(plan) == {"README.md": "doc", "docs/a.md": "doc", "src/README.md": "doc", ENTRY: "project"}
    assert files(plan)["docs/a.md"][1] == repo.oid("HEAD:docs/a.md")
    assert plan.removed == ()
    assert plan.state.doc_roots == {"docs": 1, "doc": 0, "documentation": 0, "guides": 1, "site": 0}
    assert plan.state.tree == repo.oid("HEAD^{tree}")


def test_files_come_in_the_order_of_their_bytes(repo):
    names = ["b.md", "a.md", "B.md", "é.md", os.fsdecode(b"\xff.md")]
    repo.commit(files=dict.fromkeys(names, "x"))
    assert [file.path for file in whole(repo).files] == ["B.md", "a.md", "b.md", "é.md", os.fsdecode(b"\xff.md")]


def test_an_empty_commit(repo):
    repo.commit()
    assert whole(repo).files == ()


def test_files_below_a_prefix(repo):
    repo.commit(files={f"sub/{path}": text for path, text in START.items()} | {"top.md": "x", "subs/README.md": "x"})
    assert kinds(whole(repo, "sub/")) == {
        "README.md": "doc",
        "docs/a.md": "doc",
        "src/README.md": "doc",
        ENTRY: "project",
    }
    assert whole(repo, "none/").files == ()


def test_patterns_of_the_user_win_over_those_of_the_commit(repo):
    config = "[trove]\n\tdocs = *.txt\n\tlimit = 3\n\tprovider = cmd\n"
    repo.commit(files=START | {".trove/config": config, "a.txt": "x", "a.rst": "x"})
    plan = whole(repo)
    assert plan.state.config == {"docs": ["*.txt"], "limit": ["3"]}
    assert "a.txt" in kinds(plan)
    assert set(kinds(whole(repo, "", ("*.rst",)))) == {*START, "a.rst"} - {"src/x.py"}


def test_a_configuration_that_does_not_parse(repo):
    repo.commit(files={".trove/config": "[trove\n"})
    plan = whole(repo)
    assert plan.state.config == {}
    [(line, text)] = plan.state.notes[".trove/config"]
    assert line == 1
    assert text.startswith("ignored: ")
    assert "bad config line 1" in text


def test_a_submodule_that_becomes_a_file_counts_as_one_more_doc(repo):
    inner = Repo.init(repo.path.parent / "inner")
    inner.commit(files={"x.md": "x\n"})
    repo.git("submodule", "--quiet", "add", str(inner.path), "docs/mod.md")
    repo.commit(files={"guides/g.md": "# G\n"})
    base = whole(repo)
    assert base.state.doc_roots["docs"] == 0
    repo.git("rm", "-q", "docs/mod.md")
    repo.commit(files={"docs/mod.md": "# Now a file\n"})
    # Another folder of documentation counts from now on, so the update is given up.
    assert update(repo, base) is None
    assert whole(repo).state.doc_roots["docs"] == 1


def test_a_configuration_that_is_a_link_is_not_read(repo):
    repo.commit(files={"config": "[trove]\n\tdocs = *.txt\n"})
    (repo.path / ".trove").mkdir()
    (repo.path / ".trove" / "config").symlink_to("../config")
    repo.commit()
    assert whole(repo).state.config == {}


@pytest.mark.parametrize(
    ("written", "deleted"),
    [
        pytest.param({}, [], id="nothing"),
        pytest.param({"docs/a.md": "other"}, [], id="modified"),
        pytest.param({"docs/b.md": "x", "c.md": "x", "src/y.py": "x"}, [], id="added"),
        pytest.param({"docs/b.md": "x"}, ["docs/a.md"], id="deleted, one left"),
        pytest.param({}, [ENTRY, "README.md"], id="deleted"),
        pytest.param({"docs/new name.md": "a"}, ["docs/a.md"], id="renamed"),
        pytest.param({"src/x.py": "other"}, [], id="code only"),
        pytest.param({"guides/a.md": "x", "site/a.md": "x"}, [], id="another folder beside docs/"),
        pytest.param({"docs/1/2/3/4/a.md": "x", "vendor/README.md": "x"}, [], id="no sources"),
        pytest.param({".claude/trove/memory/b.md": "x", ".claude/trove/INDEX.md": "x"}, [], id="entries"),
        pytest.param({os.fsdecode(b"caf\xe9.md"): "x", "a\nb.md": "x"}, [], id="odd names"),
        pytest.param({"README.md/docs.md": "x"}, ["README.md"], id="a file becomes a folder"),
    ],
)
@pytest.mark.parametrize("prefix", ["", "sub/"])
def test_an_update_gives_the_same_files(repo, prefix, written, deleted):
    repo.commit(files={prefix + path: text for path, text in START.items()} | {"subs/README.md": "x"})
    base = whole(repo, prefix)
    for path in deleted:
        (repo.path / (prefix + path)).unlink()
    repo.commit(files={prefix + path: text for path, text in written.items()} | {"subs/README.md": "y", "s.md": "z"})
    assert same(repo, base, prefix)


def test_updates_in_a_row_give_the_same_files(repo):
    repo.commit(files=START)
    plan = whole(repo)
    kept = files(plan)
    for step in range(4):
        if step == 2:
            (repo.path / "docs" / "0.md").unlink()
        repo.commit(files={f"docs/{step}.md": "x", "README.md": f"{step}"})
        plan = update(repo, plan)
        kept = {path: file for path, file in kept.items() if path not in plan.removed} | files(plan)
        assert kept == files(whole(repo))
        assert plan.state.to_json() == whole(repo).state.to_json()


def test_an_update_with_patterns(repo):
    repo.commit(files=START | {"a.txt": "x"})
    base = whole(repo, "", ("*.txt",))
    repo.commit(files={"a.txt": "y", "src/b.txt": "x"})
    assert same(repo, base, "", ("*.txt",))


def test_notes_of_changed_files_are_forgotten(repo):
    repo.commit(files=START | {"b.md": "x"})
    base = whole(repo)
    base.state.notes = {"README.md": [(1, "x")], "b.md": [(1, "x")]}
    base.state.skipped = {"README.md": "x", "b.md": "x"}
    repo.commit(files={"README.md": "other"})
    made = update(repo, base)
    assert (set(made.state.notes), set(made.state.skipped)) == ({"b.md"}, {"b.md"})


def test_the_folder_of_documentation_goes(repo):
    repo.commit(files=START | {"guides/b.md": "x"})
    base = whole(repo)
    (repo.path / "docs" / "a.md").unlink()
    repo.commit()
    assert update(repo, base) is None
    assert "guides/b.md" in kinds(whole(repo))


def test_the_folder_of_documentation_comes(repo):
    repo.commit(files={"guides/b.md": "x"})
    base = whole(repo)
    repo.commit(files={"docs/a.md": "x"})
    assert update(repo, base) is None
    assert "guides/b.md" not in kinds(whole(repo))


@pytest.mark.parametrize("text", [None, "[trove]\n\tdocs = *.rst\n"])
def test_the_configuration_changes(repo, text):
    repo.commit(files=START | {".trove/config": "[trove]\n\tdocs = *.txt\n"})
    base = whole(repo)
    if text is None:
        (repo.path / ".trove" / "config").unlink()
    repo.commit(files={".trove/config": text} if text else {})
    assert update(repo, base) is None


def test_a_blob_was_missing(repo):
    repo.commit(files=START)
    base = whole(repo)
    base.state.unread = {RootPath("docs/z.md"): Oid("1" * 40)}
    repo.commit(files={"README.md": "other"})
    assert update(repo, base) is None


def link(repo: Repo, path: str, target: str) -> None:
    file = repo.path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    file.symlink_to(target)


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        pytest.param({"x.md": "src/x.py"}, {"x.md": "doc"}, id="to a file that is no source"),
        pytest.param({"x.md": "docs/a.md"}, {}, id="to a file that is one under its own name"),
        pytest.param({"docs/x.md": "../src/x.py"}, {"docs/x.md": "doc"}, id="upward"),
        pytest.param({"x.md": "y.md", "y.md": "src/x.py"}, {"x.md": "doc", "y.md": "doc"}, id="chain"),
        pytest.param({"x.md": "x.md"}, {}, id="circle of one"),
        pytest.param({"x.md": "y.md", "y.md": "x.md"}, {}, id="circle"),
        pytest.param({"x.md": "none"}, {}, id="broken"),
        pytest.param({"x.md": "../outside.md"}, {}, id="leaves the repository"),
        pytest.param({"x.md": "/etc/passwd"}, {}, id="absolute"),
        pytest.param({"x.md": "docs"}, {}, id="a doc that is a folder"),
        pytest.param({"x.md": "module"}, {}, id="to a submodule"),
        pytest.param({"src/x": "../docs/a.md"}, {}, id="a link that is no source"),
        pytest.param({".claude/trove/memory": "../../src/notes"}, {}, id="a section as a link"),
        pytest.param(
            {".claude/trove/entries/b.md": "../../../src/notes/entries/n.md"},
            {".claude/trove/entries/b.md": "project"},
            id="entry",
        ),
        pytest.param({"x.md": "a" * (MAX_LINK_BYTES + 1)}, {}, id="longer than any path"),
    ],
)
def test_links(repo, tmp_path, links, expected):
    inner = Repo.init(tmp_path / "inner")
    inner.commit()
    repo.git("submodule", "--quiet", "add", str(inner.path), "module")
    repo.commit(files=START | {"src/notes/entries/n.md": "x"})
    before = kinds(whole(repo))
    for path, target in links.items():
        if len(target) < 200:
            link(repo, path, target)
        else:
            blob = repo.path.parent / "target"
            blob.write_text(target)
            oid = repo.git("hash-object", "-w", str(blob))
            repo.git("update-index", "--add", "--cacheinfo", f"120000,{oid},{path}")
            repo.tick("commit", "-q", "-m", "link")
            assert kinds(whole(repo)) == before
            return
    repo.commit()
    assert kinds(whole(repo)) == before | expected


def test_a_link_takes_the_content_of_its_target(repo):
    repo.commit(files=START)
    link(repo, "x.md", "src/x.py")
    repo.commit()
    plan = whole(repo)
    assert files(plan)["x.md"] == ("doc", repo.oid("HEAD:src/x.py"))
    assert plan.state.links == {"x.md": ["src/x.py"]}


def test_a_chain_of_links_has_an_end(repo):
    repo.commit(files={"src/end": "x"})
    for i in range(12):
        link(repo, f"src/{i}", f"{i - 1}" if i else "end")
    link(repo, "near.md", "src/5")
    link(repo, "far.md", "src/11")
    repo.commit()
    assert kinds(whole(repo)) == {"near.md": "doc"}


@pytest.mark.parametrize(
    ("folder", "target", "source"),
    [
        (".claude/trove", "../knowledge", ".claude/trove/entries/n.md"),
        (".claude", "dot", ".claude/trove/entries/n.md"),
        ("docs", "knowledge", "docs/entries/n.md"),
    ],
)
def test_a_folder_that_is_a_link_inside_the_repository(repo, folder, target, source):
    repo.commit(
        files={"knowledge/entries/n.md": "x", "dot/trove/entries/n.md": "x", "README.md": "r", "knowledge/x.py": "x"}
    )
    link(repo, folder, target)
    repo.commit()
    assert source in kinds(whole(repo))
    assert set(kinds(whole(repo))) == {"README.md", source}


@pytest.mark.parametrize("target", ["../../outside", "/", "nowhere", "module"])
def test_a_trove_that_leads_nowhere(repo, tmp_path, target):
    inner = Repo.init(tmp_path / "inner")
    inner.commit(files={"entries/n.md": "x"})
    repo.git("submodule", "--quiet", "add", str(inner.path), ".claude/module")
    link(repo, ".claude/trove", target)
    repo.commit(files={"README.md": "x"})
    assert set(kinds(whole(repo))) == {"README.md"}


def test_a_submodule_named_like_a_doc(repo, tmp_path):
    inner = Repo.init(tmp_path / "inner")
    inner.commit(files={"n.md": "x"})
    repo.commit(files={"README.md": "x"})
    repo.git("submodule", "--quiet", "add", "--name", "m", str(inner.path), "docs/mod.md")
    repo.commit()
    assert set(kinds(whole(repo))) == {"README.md"}


@pytest.mark.parametrize("before", [None, "src/x.py", "file"])
def test_a_link_comes_or_is_turned_elsewhere(repo, before):
    """What a link leads to may be anywhere: the whole tree is looked at again."""
    repo.commit(files=START | {"src/y.py": "y"})
    if before == "file":
        repo.commit(files={"x.md": "x"})
    elif before:
        link(repo, "x.md", before)
        repo.commit()
    base = whole(repo)
    link(repo, "x.md", "src/y.py")
    repo.commit()
    assert update(repo, base) is None
    assert "x.md" in kinds(whole(repo))


@pytest.mark.parametrize("change", ["removed", "target changed", "target removed", "file", "middle"])
def test_what_a_link_leads_to_changes(repo, change):
    repo.commit(files=START)
    link(repo, "x.md", "src/middle")
    link(repo, "src/middle", "x.py")
    repo.commit()
    base = whole(repo)
    assert base.state.links == {"x.md": ["src/middle", "src/x.py"]}
    if change == "removed":
        (repo.path / "x.md").unlink()
    elif change == "target removed":
        (repo.path / "src/x.py").unlink()
    elif change == "file":
        (repo.path / "x.md").unlink()
        repo.write("x.md", "a file now")
    elif change == "middle":
        link(repo, "src/middle", "../README.md")
    else:
        repo.write("src/x.py", "other")
    repo.commit()
    assert update(repo, base) is None


def test_a_file_below_a_linked_folder_changes(repo):
    repo.commit(files=START | {"knowledge/entries/n.md": "x"})
    (repo.path / ENTRY).unlink()
    (repo.path / ".claude/trove/entries").rmdir()
    (repo.path / ".claude/trove").rmdir()
    link(repo, ".claude/trove", "../knowledge")
    repo.commit()
    base = whole(repo)
    repo.commit(files={"knowledge/entries/m.md": "x"})
    assert update(repo, base) is None


def test_what_has_nothing_to_do_with_a_link_is_an_update(repo):
    repo.commit(files=START)
    link(repo, "x.md", "src/x.py")
    repo.commit()
    base = whole(repo)
    link(repo, "src/other", "../README.md")
    repo.commit(files={"docs/b.md": "x", "src/x.py2": "x"})
    assert same(repo, base)
