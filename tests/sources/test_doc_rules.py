"""Which path is what, and pathspecs that find at least those."""

from __future__ import annotations

import pytest

from trove_git.sources.doc_rules import (
    DOC_ROOTS,
    DocRules,
    choose_doc_root,
    doc_root_counts,
    folder_pathspecs,
    is_doc_path,
    pathspecs,
    untracked_pathspecs,
)

PLAIN = DocRules()
GUIDES = DocRules("guides")
MORE = DocRules(patterns=("/handbook/", "*.txt", "!secret.txt", "notes/*.md", "# comment"))


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("README.md", "doc"),
        ("readme.MD", "doc"),
        ("CHANGELOG.markdown", "doc"),
        ("a.mdown", "doc"),
        ("a.mkd", "doc"),
        ("a.mdx", "doc"),
        ("a b ü.md", "doc"),
        ("a.txt", ""),
        ("a.rst", "doc"),
        ("docs/deep/a.RST", "doc"),
        ("src/a.rst", ""),
        ("md", ""),
        ("a.md.bak", ""),
        (".hidden.md", ""),
        ("docs/a.md", "doc"),
        ("docs/1/a.md", "doc"),
        ("docs/1/2/3/a.md", "doc"),
        ("docs/1/2/3/4/a.md", "doc"),
        ("docs/1/2/3/4/README.md", "doc"),
        ("docs/.hidden.md", ""),
        ("docs/.vitepress/a.md", ""),
        ("docs/node_modules/a.md", ""),
        ("docs/a.json", ""),
        ("Docs/a.md", ""),
        ("docsx/a.md", ""),
        ("guides/a.md", ""),
        ("doc/a.md", ""),
        ("src/a.md", ""),
        ("src/README.md", "doc"),
        ("src/deep/er/and/deeper/Readme.en.md", "doc"),
        ("src/readme", ""),
        ("vendor/x/README.md", ""),
        ("node_modules/x/README.md", ""),
        (".github/README.md", "doc"),
        ("src/.cache/README.md", ""),
        ("docs/1/2/3/4/5/6/7/a.md", "doc"),
        ("docs/a.txt", "doc"),
        ("docs/requirements.txt", ""),
        ("docs/CMakeLists.txt", ""),
        ("a.txt", ""),
        ("a.adoc", "doc"),
        ("docs/a.org", "doc"),
        ("docs/a.ipynb", "doc"),
        ("README", "doc"),
        ("INSTALL", "doc"),
        ("README.txt", "doc"),
        ("install", ""),
        ("src/README", "doc"),
        ("src/readme", ""),
        ("packages/x/AGENTS.md", "doc"),
        ("packages/x/CLAUDE.md", "doc"),
        ("packages/x/UPGRADE.md", "doc"),
        ("packages/x/CHANGELOG", "doc"),
        ("packages/x/contributing.rst", "doc"),
        ("packages/x/guide.md", ""),
        ("packages/x/news.py", ""),
        ("packages/node_modules/x/CHANGELOG.md", ""),
        (".github/CONTRIBUTING.md", "doc"),
        (".github/copilot-instructions.md", "doc"),
        (".github/instructions/tests.instructions.md", "doc"),
        (".github/ISSUE_TEMPLATE/bug.md", ""),
        (".github/pull_request_template.md", ""),
        (".github/workflows/a.md", ""),
        (".claude/CLAUDE.md", "doc"),
        (".claude/rules/tests.md", "doc"),
        (".cursor/rules/tests.mdc", "doc"),
        (".cursorrules", "doc"),
        (".windsurf/rules/a.md", "doc"),
        (".venv/lib/README.md", ""),
        (".claude/trove/entries/a.md", "project"),
        (".claude/trove/entries/a.json", "project"),
        (".claude/trove/entries/README.md", "project"),
        (".claude/trove/memory/a.md", "project"),
        (".claude/trove/memory/entries/a.md", "project"),
        (".claude/trove/context/entries/a.md", "project"),
        (".claude/trove/conventions/a.md", "project"),
        (".claude/trove/INDEX.md", ""),
        (".claude/trove/README.md", ""),
        (".claude/trove/a.md", ""),
        (".claude/trove/entries/deep/a.md", ""),
        (".claude/trove/entries/.a.md", ""),
        (".claude/trove/entries/a.txt", ""),
        (".claude/trove", ""),
        (".claude/README.md", ""),
        ("sub/.claude/trove/entries/a.md", ""),
    ],
)
def test_kind_of(path, kind):
    assert PLAIN.kind_of(path) == kind


@pytest.mark.parametrize(
    ("rules", "path", "kind"),
    [
        (GUIDES, "guides/1/2/3/a.md", "doc"),
        (GUIDES, "docs/a.md", ""),
        (GUIDES, "docs/README.md", "doc"),
        (MORE, "handbook/a.rst", "doc"),
        (MORE, "handbook/1/2/3/4/5/a.md", "doc"),
        (MORE, "src/handbook/a.rst", ""),
        (MORE, "src/a.txt", "doc"),
        (MORE, "src/secret.txt", ""),
        (MORE, "notes/a.md", "doc"),
        (MORE, "notes/1/a.md", ""),
        (MORE, "docs/a.md", "doc"),
        (MORE, ".claude/trove/entries/a.txt", ""),
        (MORE, ".claude/trove/entries/a.md", "project"),
        (MORE, "src/a.py", ""),
    ],
)
def test_kind_of_by_other_rules(rules, path, kind):
    assert rules.kind_of(path) == kind


def test_is_doc_path_below_another_folder():
    assert is_doc_path("site/a.md", "site")
    assert not is_doc_path("site/a.md", "docs")


@pytest.mark.parametrize(
    ("paths", "root"),
    [
        pytest.param([], "docs", id="nothing"),
        pytest.param(["src/a.md"], "docs", id="no folder of documentation"),
        pytest.param(["site/a.md"], "site", id="the only one"),
        pytest.param(["site/a.md", "guides/a.md", "doc/a.md"], "doc", id="the first"),
        pytest.param(["docs/a.png", "docs/.x.md", "guides/a.md"], "guides", id="docs/ without Markdown"),
        pytest.param(["docs", "doc/a.md"], "doc", id="a file named docs"),
        pytest.param(["src/docs/a.md", "documentation/a.md"], "documentation", id="folders elsewhere"),
    ],
)
def test_folder_of_documentation(paths, root):
    assert choose_doc_root(doc_root_counts(paths)) == root


def test_counts_of_folders_of_documentation():
    paths = ["docs/a.md", "docs/b.md", "docs/README.md", "guides/a.md", "a.md", "guides/a.txt"]
    assert doc_root_counts(paths) == dict.fromkeys(DOC_ROOTS, 0) | {"docs": 3, "guides": 1}
    assert choose_doc_root({}) == "docs"


NAMES = (
    "a.md", "A.MD", "readme.MarkDown", "x.txt", "secret.txt", "b.py", ".hidden.md", "[x].md", "a*b.md", "manual",
)  # fmt: skip
FOLDERS = (
    "", "docs", "docs/1/2/3", "docs/1/2/3/4", "doc/[x]", "guides", "site/a", "documentation", "src/deep", "handbook/1",
    "notes", "notes/1", "src/manual/x", ".claude/trove/entries", ".claude/trove/memory/entries", ".claude/trove",
)  # fmt: skip
FILES = [f"{folder}/{name}" if folder else name for folder in FOLDERS for name in NAMES if name != "manual" or folder]


PREFIXES = pytest.mark.parametrize("prefix", ["", "sub/", "we[i]rd*/q?\\/"])
PATTERNS = pytest.mark.parametrize(
    "patterns",
    [
        pytest.param((), id="none"),
        pytest.param(("*.txt", "!secret.txt", "# x"), id="any folder, exceptions"),
        pytest.param(("**/n*t*s/*.t*t*", "/h*/**/*", "n?tes/**/**/**/*.md"), id="more stars than git is asked for"),
        pytest.param((*(f"*.t{n}" for n in range(200)), "*.txt"), id="more patterns than git is asked for"),
        pytest.param(("/notes/*.md", "notes/**/*.txt"), id="anchored"),
        pytest.param(("src/deep/[ab].*", "**/x.txt"), id="classes and any depth"),
    ],
)


def listed(repo, *arguments: str) -> set[str]:
    return set(filter(None, repo.git("ls-files", "-z", *arguments).split("\0")))


def held(prefix: str, patterns: tuple[str, ...]) -> set[str]:
    """Every path that some rules with these patterns hold."""
    either = [DocRules(root, patterns) for root in DOC_ROOTS]
    return {prefix + path for path in FILES if any(rules.kind_of(path) for rules in either)}


@PREFIXES
@PATTERNS
def test_pathspecs_match_all_that_any_rules_hold(repo, prefix, patterns):
    repo.commit(files={prefix + path: "x" for path in FILES} | {"outside/NOTES.txt": "x"})
    found = listed(repo, "--", *pathspecs(patterns, prefix))
    wanted = held(prefix, patterns)
    assert len(wanted) > 30
    assert wanted - found == set()
    assert patterns or prefix + "src/deep/b.py" not in found
    assert "outside/NOTES.txt" not in found or (not prefix and patterns)


@PREFIXES
@PATTERNS
def test_pathspecs_of_untracked_files_match_all_but_readmes_elsewhere(repo, prefix, patterns):
    repo.commit()
    for path in FILES:
        repo.write(prefix + path, "x")
    names = [path for path in FILES if "/" not in path]
    found = listed(repo, "--others", "--", *untracked_pathspecs(patterns, prefix, names))
    missing = held(prefix, patterns) - found
    assert {path.rpartition("/")[2].lower() for path in missing} <= {"readme.markdown"}
    assert prefix + "readme.MarkDown" in found
    assert prefix + "docs/1/2/3/readme.MarkDown" in found


def test_pathspecs_of_folders_are_taken_literally(repo):
    repo.commit(files=dict.fromkeys(["[x]/docs/a.md", "x/docs/a.md", "[x]/src/a.md"], "x"))
    assert listed(repo, "--", *folder_pathspecs("[x]/")) == {"[x]/docs/a.md"}


def test_pathspecs_leave_code_out(repo):
    repo.commit(files=dict.fromkeys(["src/a.py", "src/b.md", "a.md", "src/README.md", "docs/img.png"], "x"))
    assert listed(repo, "--", *pathspecs((), "")) == {"a.md", "docs/img.png", "src/README.md"}
    assert listed(repo, "--", *pathspecs((), "src/")) == {"src/README.md", "src/b.md"}
