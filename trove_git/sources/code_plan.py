"""Which files of a tree are code, and why others are not looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from trove_git.code.language_table import language_of
from trove_git.code.manifests import is_manifest
from trove_git.gitrepo.objects import SUBMODULE, SYMLINK
from trove_git.ignore import Ignore
from trove_git.paths import RootPath
from trove_git.records import Oid
from trove_git.sources.doc_rules import TROVE, DocRules
from trove_git.sources.root_entry import RootEntry

MAX_TEXT_BYTES = 64 * 1024
"""Largest file without a grammar whose text is searched."""

TEXT_ENDINGS = frozenset(
    "cfg cmake conf css dockerfile erb fish gql gradle graphql groovy haml htm html ini j2 jinja less mk mustache nix"
    " plist proto properties ps1 r rake raml sass scss service svelte tcl template thrift tmpl toml tpl tt vue xsd yaml"
    " yml".split()
)
"""Endings of files that have no grammar and are worth their words."""
TEXT_NAMES = frozenset("Dockerfile Makefile GNUmakefile Jenkinsfile Vagrantfile Procfile Brewfile justfile".split())
SKIPPED_FOLDERS = frozenset(("vendor", "node_modules", "third_party"))


EXECUTABLE = 0o100755


class CodeFile(NamedTuple):
    """One file that yields facts."""

    path: RootPath
    oid: Oid
    language: str
    """Empty for a file whose text alone is searched."""


def plan_code(
    entries: Iterable[RootEntry], generated: frozenset[RootPath], rules: DocRules
) -> tuple[list[CodeFile], list[RootEntry]]:
    """Return the code files of a tree in order, and its manifests.

    Args:
        entries: every file of the tree.
        generated: paths that `.gitattributes` calls vendored or generated.
        rules: which paths are docs and entries, and so not code.
    """
    files, manifests = [], []
    for entry in entries:
        if entry.mode in (SYMLINK, SUBMODULE) or not SKIPPED_FOLDERS.isdisjoint(entry.path.split("/")[:-1]):
            continue
        if is_manifest(entry.path):
            manifests.append(entry)
        if entry.path in generated or entry.path.startswith((TROVE, ".git/")) or rules.kind_of(entry.path):
            continue
        language = language_of(entry.path)
        if language or _is_text(entry.path) or _may_be_script(entry):
            files.append(CodeFile(entry.path, entry.oid, language))
    return sorted(files), manifests


def _may_be_script(entry: RootEntry) -> bool:
    """Whether a file without an ending may say in its first line what it is."""
    return entry.mode == EXECUTABLE and "." not in entry.path.rpartition("/")[2]


def _is_text(path: RootPath) -> bool:
    name = path.rpartition("/")[2]
    return name in TEXT_NAMES or name.rpartition(".")[2].lower() in TEXT_ENDINGS


def attributed_paths(attributes: str, paths: Sequence[RootPath]) -> frozenset[RootPath]:
    """Return the paths that the tree's own `.gitattributes` calls vendored or generated.

    Args:
        attributes: text of the file at the root.
        paths: every path of the tree.
    """
    patterns = []
    for line in attributes.splitlines():
        pattern, *values = line.split() or [""]
        if pattern and not pattern.startswith(("#", "[")):
            wanted = {"linguist-vendored", "linguist-generated"}
            on = any(value.partition("=")[0] in wanted and value.partition("=")[2] in ("", "true") for value in values)
            off = any(value.removeprefix("-").partition("=")[0] in wanted for value in values)
            patterns += [pattern] if on else [f"!{pattern}"] if off else []
    if not patterns:
        return frozenset()
    return frozenset(filter(Ignore(patterns).takes, paths))
