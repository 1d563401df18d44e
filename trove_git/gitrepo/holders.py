"""Which files of a commit hold which texts, asked of git in one process for all of them."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence

from trove_git.gitrepo.history import literal
from trove_git.gitrepo.process import Running
from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath
from trove_git.records import Oid

_SPECIAL = re.compile(r"[][\\.*+?{}()|^$]")
_OTHERS = tuple(f":(top,exclude,glob)**/{folder}/**" for folder in ("vendor", "node_modules"))
"""What other projects wrote."""


def start_holders(
    repository: Repository, commit: Oid, texts: Collection[str], paths: Sequence[RepoPath] = ()
) -> Running:
    """Start looking for texts, as whole words, in the text files of a commit; `read_holders` takes the output.

    Args:
        repository: where to look.
        commit: object id of a commit or tree.
        texts: at least one; each without line breaks.
        paths: files to look at; none for the whole tree.
    """
    # One pattern: git tries several one after the other on every line.
    pattern = "|".join(_SPECIAL.sub(r"\\\g<0>", text) for text in sorted(texts))
    search = ["grep", "-I", "-z", "-o", "-w", "-E", "--no-color", "--full-name", "--no-recurse-submodules"]
    where = [*literal(paths), *_OTHERS]
    return repository.start(["-c", "grep.lineNumber=false", *search, "-e", pattern, commit, "--", *where])


def read_holders(output: bytes) -> Mapping[str, set[RepoPath]]:
    """Parse the output of `start_holders`: text → the files that hold it.

    Where texts overlap git says the longest; whoever looks for parts of texts has to know that.
    """
    found: dict[str, set[RepoPath]] = {}
    for row in output.split(b"\n"):
        name, divided, text = row.partition(b"\0")
        if divided:
            path = RepoPath(os.fsdecode(name).partition(":")[2])
            found.setdefault(text.decode("utf-8", "replace"), set()).add(path)
    return found
