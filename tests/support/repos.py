"""Real repositories for tests, made with the real git."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from git.cmd import Git

from trove_git.records import Oid, TreeOid

FIRST_COMMIT = 1_700_000_000


def seal_environment(home: Path) -> dict[str, str]:
    """Return the variables that keep git and the program away from the machine's own files."""
    config = home / ".gitconfig"
    config.write_text(
        "[user]\n\tname = A Tester\n\temail = tester@example.org\n[init]\n\tdefaultBranch = main\n"
        '[protocol "file"]\n\tallow = always\n[advice]\n\tdetachedHead = false\n[commit]\n\tgpgsign = false\n'
        "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n",
        encoding="utf-8",
    )
    return {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_STATE_HOME": str(home / ".local" / "state"),
        "XDG_DATA_HOME": str(home / ".local" / "share"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": str(config),
        "GIT_EDITOR": "false",
        "EDITOR": "false",
        "GIT_TERMINAL_PROMPT": "0",
        "NO_COLOR": "1",
        # What is installed here is no part of a test; those about tools bring their own PATH.
        "TROVE_TOOLS": "false",
    }


class Repo:
    """A repository that a test changes step by step; each commit is a minute after the one before."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._commits = 0

    @classmethod
    def init(cls, path: Path, *arguments: str) -> Repo:
        """Make a repository."""
        path.mkdir(parents=True, exist_ok=True)
        made = cls(path)
        made.git("init", "-q", *arguments)
        return made

    def git(self, *arguments: str, check: bool = True, **variables: str) -> str:
        """Run git here and return what it printed."""
        # A path object, because GitPython expands `~` and `$NAME` in text; its locale is not what hooks should inherit.
        own = {name: os.environ.get(name, "") for name in ("LC_ALL", "LANGUAGE")} | variables
        status, out, error = Git(self.path).execute(
            ["git", *arguments], env=own, with_extended_output=True, with_exceptions=False, stdout_as_string=False
        )
        if check and status:
            raise AssertionError(f"git {' '.join(arguments)}: {error}")
        return out.decode("utf-8", "surrogateescape").strip()

    def oid(self, name: str) -> Oid:
        """Return the object id of what a name stands for, such as `HEAD:a.md`."""
        return Oid(self.git("rev-parse", name))

    def write(self, path: str, text: str | bytes) -> Path:
        """Write a file of the work tree."""
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return file

    def commit(self, message: str = "change", files: Mapping[str, str | bytes] | None = None) -> Oid:
        """Write some files, commit everything, and return the commit's object id."""
        for path, text in (files or {}).items():
            self.write(path, text)
        self.git("add", "-A")
        self.tick("commit", "-q", "--allow-empty", "-m", message)
        return self.oid("HEAD")

    def tick(self, *arguments: str, check: bool = True) -> str:
        """Run a git command that makes commits, a minute after the one before."""
        self._commits += 1
        date = f"{FIRST_COMMIT + 60 * self._commits} +0000"
        return self.git(*arguments, check=check, GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)

    @property
    def tree(self) -> TreeOid:
        """Object id of the tree of HEAD."""
        return TreeOid(self.git("rev-parse", "HEAD^{tree}"))

    @property
    def head(self) -> Oid:
        """Object id of HEAD."""
        return self.oid("HEAD")


def entry(title: str, body: str, *, kind: str = "gotcha", tags: str = "", created: str = "2024-01-02") -> str:
    """Return the text of an entry."""
    slug = "-".join(title.lower().split())
    return f"---\ntitle: {title}\nslug: {slug}\ntype: {kind}\ncreated: {created}\ntags: [{tags}]\n---\n\n{body}\n"
