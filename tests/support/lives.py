"""Repositories whose entries have a past, for the tests of everything that tells it."""

from __future__ import annotations

from pathlib import Path

from tests.support.repos import Repo
from trove_git.workspace.workspace import Workspace, find_workspace

TROVE = ".claude/trove"
ENTRIES = f"{TROVE}/entries"
LINES = "".join(f"Line {n} of a fact that is told at length.\n" for n in range(12))
"""A body so long that a file with another line is seen to be the same."""


def fact(title: str, body: str = LINES, **keys: str) -> str:
    """Return the text of an entry with any keys."""
    head = {"title": title, "type": "gotcha", "created": "2024-01-01"} | keys
    return "---\n" + "".join(f"{key}: {value}\n" for key, value in head.items()) + f"---\n\n{body}"


def workspace(repo: Repo | Path) -> Workspace:
    """Return the workspace of a repository."""
    return find_workspace(str(repo.path if isinstance(repo, Repo) else repo))


def move(repo: Repo, old: str, new: str, text: str = "", subject: str = "") -> str:
    """Move an entry below the trove, give it another text where one is given, and commit."""
    (repo.path / TROVE / new).parent.mkdir(parents=True, exist_ok=True)
    repo.git("mv", f"{TROVE}/{old}", f"{TROVE}/{new}")
    return repo.commit(subject or f"{old} to {new}", {f"{TROVE}/{new}": text} if text else {})


def make_partial(repo: Repo, clone: Path) -> Repo:
    """Clone without blobs but those of HEAD, and take the remote away so that a fetch would fail."""
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repo.git("clone", "-q", "--filter=blob:none", f"file://{repo.path}", str(clone))
    repo.path.rename(repo.path.with_name("gone"))
    return Repo(clone)
