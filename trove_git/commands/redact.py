"""Redact text that is handed over or lies in files, with the names that the repository and its user keep private."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from trove_git.errors import TroveError
from trove_git.gitrepo.config import read_named_config
from trove_git.gitrepo.objects import TOO_LARGE, BlobReader
from trove_git.records import Oid
from trove_git.redaction.redact import Redactor
from trove_git.settings import Settings
from trove_git.sources.doc_rules import CONFIG
from trove_git.workspace.workspace import Workspace

STANDARD_INPUT = "-"
USER_VARIABLES = ("USER", "LOGNAME", "USERNAME")
"""Where an environment has the name of its user."""
MARKS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class Redacted(NamedTuple):
    """One text."""

    path: str
    """As the user typed it; `-` for standard input."""
    data: bytes
    """The text with placeholders, in the encoding that it came in."""
    changed: bool
    by_category: Mapping[str, int]
    """Category → pieces replaced, for those that have any."""

    @property
    def text(self) -> str:
        """The text with placeholders; bytes that are no UTF-8 as lone surrogates."""
        return _decode(self.path, self.data)[0]


class KnownObjects:
    """Tells which hexadecimal digits are an object of a repository; asks git once for each. A context manager."""

    def __init__(self, workspace: Workspace) -> None:
        self._reader = BlobReader(workspace.repository) if workspace.root.repository is not None else None
        self._known: dict[str, bool] = {}

    def __enter__(self) -> KnownObjects:
        return self

    def __exit__(self, *_: object) -> None:
        if self._reader is not None:
            self._reader.stop()

    def has(self, text: str) -> bool:
        """Whether a whole or shortened object id names one object here."""
        if self._reader is None:
            return False
        if text not in self._known:
            blob = self._reader.read(Oid(text), max_bytes=0)
            self._known[text] = blob.data is not None or blob.problem == TOO_LARGE
        return self._known[text]


def redact(
    workspace: Workspace, paths: Iterable[str], *, keep_nonsecret: bool = False, standard_input: bytes = b""
) -> list[Redacted]:
    """Redact files.

    Args:
        workspace: the repository whose objects and settings count; none of them outside of one.
        paths: files; `-` is `standard_input`.
        keep_nonsecret: replace secrets only.
        standard_input: what was handed over.

    Returns:
        The texts in the order of the paths; a value has the same number in all of them.

    Raises:
        TroveError: a file cannot be read, or is no text, so that nobody can tell what is in it.
        SettingError: a setting does not parse.
        GitError: git cannot parse `.trove/config` of HEAD.
    """
    files = [(path, standard_input if path == STANDARD_INPUT else _read(path)) for path in paths]
    texts = [(path, *_decode(path, data)) for path, data in files]
    settings = read_settings_at_head(workspace)
    with KnownObjects(workspace) as objects:
        redactor = Redactor(
            customers=settings.customers,
            internal_domains=settings.internal_domains,
            user_name=user_name(workspace.environment),
            keep_nonsecret=keep_nonsecret,
            is_object=objects.has,
        )
        for _, text, _ in texts:
            redactor.reserve(text)
        done = []
        for path, text, encoding in texts:
            before = redactor.counts
            after = redactor.redact(text)
            counts = {category: count - before[category] for category, count in redactor.counts.items()}
            done.append(Redacted(path, _encode(after, encoding), after != text, {c: n for c, n in counts.items() if n}))
    return done


def total_counts(done: Iterable[Redacted]) -> dict[str, int]:
    """Return category → pieces replaced in all texts."""
    total: dict[str, int] = {}
    for one in done:
        for category, count in one.by_category.items():
            total[category] = total.get(category, 0) + count
    return total


def user_name(environment: Mapping[str, str]) -> str:
    """Return the name of who runs this, or nothing."""
    return next((environment[name] for name in USER_VARIABLES if environment.get(name)), "")


def read_settings_at_head(workspace: Workspace) -> Settings:
    """Return the settings in force, with those of `.trove/config` at HEAD."""
    if workspace.root.repository is None or workspace.repository.head is None:
        return workspace.settings
    # One that git cannot parse is an error: without its names nobody knows what has to be kept back.
    name = f"{workspace.repository.head.oid}:{workspace.root.prefix}{CONFIG}"
    return workspace.settings_with(read_named_config(workspace.repository, name))


def _read(path: str) -> bytes:
    """Read one file."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise TroveError(f"cannot be redacted: {error.strerror or error}", where=path) from error


def _decode(path: str, data: bytes) -> tuple[str, str]:
    """Return the text of bytes, and its encoding."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), encoding
            except UnicodeDecodeError as error:
                raise TroveError("cannot be redacted: not the UTF-16 that it says", where=path) from error
    if b"\0" in data:
        raise TroveError("cannot be redacted: not text", where=path, hint="give text; what has zero bytes is none")
    return data.decode("utf-8", "surrogateescape"), "utf-8"


def _encode(text: str, encoding: str) -> bytes:
    """Return the bytes of a text."""
    return text.encode(encoding, "surrogateescape") if encoding == "utf-8" else text.encode(encoding)
