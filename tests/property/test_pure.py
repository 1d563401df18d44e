"""However a commit is reached, its index answers like one built from nothing.

Random histories of a real repository (adds, edits, renames, deletions, reverts, merges,
rebases, amends, resets, worktrees, links, configuration); after each step the published
index is compared with one of the same commit made from the whole tree.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.answers import answers, build_from_nothing
from tests.support.repos import Repo, entry
from tests.support.scale import scaled
from trove_git.gitrepo.repository import Commit
from trove_git.index.history import COMMITS_NAME, NAME
from trove_git.layers.code import open_code
from trove_git.layers.code_build import build_code, read_code_tree
from trove_git.layers.derived import read_derived, read_skipped
from trove_git.layers.history import open_history
from trove_git.layers.history_build import build_history
from trove_git.layers.history_layer import history_layer_in
from trove_git.layers.knowledge import open_commit
from trove_git.sources.state import TreeState
from trove_git.workspace.workspace import Workspace, find_workspace

WORDS = ("cache", "deploy", "retry", "token", "schema", "worker", "queue", "index", "merge", "branch")
PATHS = (
    "README.md",
    "CHANGELOG.md",
    "docs/guide.md",
    "docs/deep/er/est/page.md",
    "docs/deep/er/est/too/deep.md",
    "guides/start.md",
    "guides/other.md",
    "lib/README.md",
    "notes/plan.txt",
    ".claude/trove/entries/one.md",
    ".claude/trove/entries/two.json",
    ".claude/trove/memory/three.md",
    ".claude/trove/INDEX.md",
    "src/app.py",
    "src/app.py",
    "src/util/__init__.py",
    "src/util/tools.py",
    "lib/index.js",
    "pkg/main.go",
    "vendor/other.go",
    "Makefile",
)
CODE = {
    "py": """\
from util import tools
import os


class {title}:
    '''About {body}.'''

    def {word}(self):
        return tools.{word}
""",
    "js": """\
// {body}
import x from './x';
export function {word}() {{ return '{body}'; }}
""",
    "go": """\
// Package {word} is about {body}.
package {word}

func {title}() {{}}
""",
}
ATTRIBUTES = ("lib/** linguist-vendored", "*.go linguist-generated=true", "")
QUESTIONS = ("cache retry", "how do we deploy the worker", "schema", "token queue merge branch index", "guide")

words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
operations = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(PATHS), words),
    st.tuples(st.just("write"), st.sampled_from(PATHS), words),
    st.tuples(st.just("delete"), st.sampled_from(PATHS), st.just("")),
    st.tuples(st.just("rename"), st.sampled_from(PATHS), st.sampled_from(PATHS)),
    st.tuples(st.just("link"), st.sampled_from(("docs/link.md", "docs", ".claude/trove")), st.sampled_from(
        ("../notes/plan.txt", "guides", "../notes", "../README.md", "/etc/hostname", "loop")
    )),
    st.tuples(st.just("config"), st.sampled_from(("notes/*.txt", "lib/**", "")), st.just("")),
    st.tuples(st.just("attributes"), st.sampled_from(ATTRIBUTES), st.just("")),
    st.tuples(st.just("amend"), st.sampled_from(PATHS), words),
    st.tuples(st.just("revert"), st.just(""), st.just("")),
    st.tuples(st.just("reset"), st.integers(1, 4).map(str), st.just("")),
    st.tuples(st.just("branch"), st.sampled_from(("one", "two")), st.just("")),
    st.tuples(st.just("merge"), st.sampled_from(("one", "two", "main")), st.just("")),
    st.tuples(st.just("rebase"), st.sampled_from(("one", "two", "main")), st.just("")),
    st.tuples(st.just("broken"), st.sampled_from(PATHS), st.just("")),
)  # fmt: skip


def text_of(path: str, body: str) -> str:
    if path.endswith(".json"):
        return f'{{"title": "Fact", "type": "gotcha", "data": "{body}"}}'
    if path.startswith(".claude"):
        return entry(f"About {body.split()[0]}", body)
    code = CODE.get(path.rpartition(".")[2])
    if code is not None:
        word = body.split()[-1]
        return code.format(body=body, word=word, title=word.title())
    return f"# {body.split()[0]}\n\n{body}\n\n## More {body.split()[-1]}\n\n{body} {body}\n"


class History:
    """Carries out operations; one that git refuses leaves the repository clean and as it was."""

    def __init__(self, repo: Repo) -> None:
        self.repo = repo

    def do(self, name: str, first: str, second: str) -> None:
        getattr(self, f"do_{name}")(first, second)
        for command in ("merge", "rebase", "revert"):
            self.repo.git(command, "--abort", check=False)
        self.repo.git("reset", "-q", "--hard", check=False)
        self.repo.git("clean", "-qfdx", check=False)

    def _path(self, path: str) -> Path:
        file = self.repo.path / path
        for parent in list(file.parents)[::-1]:
            if parent.is_symlink() or (parent.exists() and not parent.is_dir()):
                parent.unlink()
        if file.is_symlink() or file.is_file():
            file.unlink()
        elif file.is_dir():
            shutil.rmtree(file)
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def do_write(self, path: str, body: str) -> None:
        self._path(path).write_text(text_of(path, body), encoding="utf-8")
        self.repo.commit()

    def do_broken(self, path: str, _: str) -> None:
        self._path(path).write_bytes(b"---\ntitle: [\n---\n# retry caf\xe9\n\n```\ncache\n")
        self.repo.commit()

    def do_delete(self, path: str, _: str) -> None:
        self.repo.git("rm", "-q", "--ignore-unmatch", path)
        self.repo.commit()

    def do_rename(self, path: str, target: str) -> None:
        self.repo.git("mv", "-f", path, target, check=False)
        self.repo.commit()

    def do_link(self, path: str, target: str) -> None:
        self._path(path).symlink_to(target)
        self.repo.commit()

    def do_config(self, pattern: str, _: str) -> None:
        self._path(".trove/config").write_text(f'[trove]\n\tdocs = "{pattern}"\n' if pattern else "", encoding="utf-8")
        self.repo.commit()

    def do_attributes(self, line: str, _: str) -> None:
        self._path(".gitattributes").write_text(f"{line}\n", encoding="utf-8")
        self.repo.commit()

    def do_amend(self, path: str, body: str) -> None:
        self._path(path).write_text(text_of(path, body), encoding="utf-8")
        self.repo.git("add", "-A")
        self.repo.tick("commit", "-q", "--amend", "--allow-empty", "-m", "amended")

    def do_revert(self, _: str, __: str) -> None:
        self.repo.tick("revert", "--no-edit", "HEAD", check=False)

    def do_reset(self, count: str, _: str) -> None:
        self.repo.git("reset", "-q", "--hard", f"HEAD~{count}", check=False)

    def do_branch(self, name: str, _: str) -> None:
        self.repo.git("checkout", "-q", "-B", name, check=False)
        self.repo.git("checkout", "-q", "main", check=False)

    def do_merge(self, name: str, _: str) -> None:
        self.repo.tick("merge", "-q", "--no-edit", "-X", "ours", name, check=False)

    def do_rebase(self, name: str, _: str) -> None:
        self.repo.tick("rebase", "-q", "-X", "theirs", name, check=False)


@settings(max_examples=scaled(12, 300))
@given(st.lists(operations, min_size=3, max_size=14))
def test_an_index_reached_step_by_step_answers_like_one_built_from_nothing(steps: list[tuple[str, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        repo = Repo.init(Path(folder) / "repo")
        repo.commit("first", {"README.md": text_of("README.md", "cache start")})
        history = History(repo)
        for number, step in enumerate(steps):
            history.do(*step)
            compare(str(repo.path), os.path.join(folder, f"fresh-{number}"))


def compare(path: str, fresh_folder: str) -> None:
    workspace = find_workspace(path)
    assert workspace.repository.head is not None
    known = open_commit(workspace, workspace.repository.head)
    fresh = build_from_nothing(workspace, workspace.repository.head, fresh_folder)
    assert known.reader.manifest.kinds == fresh.manifest.kinds
    assert known.reader.manifest.lengths == fresh.manifest.lengths
    assert known.state.to_json() == TreeState(fresh.manifest.state).to_json()
    assert answers(known.reader, QUESTIONS) == answers(fresh, QUESTIONS)
    compare_code(workspace, workspace.repository.head, fresh_folder)
    compare_history(workspace, workspace.repository.head, fresh_folder)


def compare_code(workspace: Workspace, commit: Commit, fresh_folder: str) -> None:
    code = open_code(workspace, commit).reader
    elsewhere = workspace.repository._replace(common_dir=fresh_folder)
    fresh = build_code(
        workspace._replace(root=workspace.root._replace(repository=elsewhere)),
        read_code_tree(workspace, commit, sizes=False),
    )
    assert code is not None
    assert fresh is not None
    assert fresh.how == "from nothing"
    assert code.manifest.kinds == fresh.reader.manifest.kinds
    assert code.manifest.lengths == fresh.reader.manifest.lengths
    assert read_derived(code.directory) == read_derived(fresh.reader.directory)
    assert read_skipped(code.directory) == read_skipped(fresh.reader.directory)
    assert answers(code, QUESTIONS, code=True) == answers(fresh.reader, QUESTIONS, code=True)


def compare_history(workspace: Workspace, commit: Commit, fresh_folder: str) -> None:
    history = open_history(workspace, commit)
    layer = history_layer_in(workspace, fresh_folder)
    build_history(workspace, layer, commit, full=True)
    assert history is not None
    for name in (NAME, COMMITS_NAME):
        assert Path(history.directory, name).read_bytes() == Path(layer.path(commit.oid), name).read_bytes()


def test_two_worktrees_share_indexes_and_each_answers_for_its_own_head(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "repo")
    repo.commit("first", {"docs/a.md": "# Cache\n\nshared\n"})
    repo.git("worktree", "add", "-q", str(tmp_path / "other"), "-b", "other")
    other = Repo(tmp_path / "other")
    other.commit("second", {"docs/b.md": "# Retry\n\nonly here\n"})
    compare(str(repo.path), str(tmp_path / "fresh-1"))
    compare(str(other.path), str(tmp_path / "fresh-2"))
    workspace = find_workspace(str(other.path))
    assert os.path.isdir(os.path.join(str(repo.path), ".git", "trove"))
    assert workspace.index_folder == os.path.join(str(repo.path), ".git", "trove")


@pytest.mark.parametrize("rounds", [12])
def test_many_updates_lead_to_a_rebuild_and_not_to_a_growing_share_of_removed_sources(
    tmp_path: Path, rounds: int
) -> None:
    repo = Repo.init(tmp_path / "repo")
    repo.commit("first", {f"docs/{i}.md": f"# Page {i}\n\ncache {i}\n" for i in range(6)})
    for step in range(rounds):
        repo.commit("edit", {"docs/0.md": f"# Page 0\n\ncache step {step}\n"})
        workspace = find_workspace(str(repo.path))
        assert workspace.repository.head is not None
        known = open_commit(workspace, workspace.repository.head)
        manifest = known.reader.manifest
        assert manifest.deleted <= 0.25 * (manifest.live + manifest.deleted)
    compare(str(repo.path), str(tmp_path / "fresh"))
