"""Settings as git keeps them: `trove.*` of git config, and a `.trove/config` file of a commit."""

from __future__ import annotations

from trove_git.gitrepo.process import Running
from trove_git.gitrepo.repository import Located, Repository
from trove_git.settings import KeyAlone

PREFIX = "trove."


def start_reading(located: Located) -> Running:
    """Start reading every `trove.*` value of all of git's configuration files."""
    return located.start(["config", "-z", "--get-regexp", r"^trove\."])


def read_blob_config(repository: Repository, blob: str) -> dict[str, list[str]]:
    """Read `trove.*` values from a configuration file in a commit.

    Args:
        repository: where to look.
        blob: object id, or `COMMIT:PATH`.

    Returns:
        Lower-case key without its prefix → values in order.

    Raises:
        GitError: there is no such blob, or git cannot parse it.
    """
    return parse(repository.run(["config", "-z", "--blob", blob, "--list"]))


def read_named_config(repository: Repository, name: str) -> dict[str, list[str]]:
    """Read `trove.*` values from a configuration file where a commit has one; none where it has not.

    Args:
        repository: where to look.
        name: `COMMIT:PATH`.

    Raises:
        GitError: git cannot parse the file.
    """
    blob = repository.run(["rev-parse", "--verify", "--quiet", name], check=False).decode("ascii").strip()
    return read_blob_config(repository, blob) if blob else {}


def parse(output: bytes) -> dict[str, list[str]]:
    """Parse `git config -z` output: NUL-ended records of key, newline, value, of a key without `=` the key alone."""
    values: dict[str, list[str]] = {}
    for record in output.decode("utf-8", "replace").split("\0"):
        key, given, value = record.partition("\n")
        if key.startswith(PREFIX):
            values.setdefault(key.removeprefix(PREFIX), []).append(value if given else KeyAlone())
    return values
