"""What installing and uninstalling do to files: a list of changes is decided first, then written file by file."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from typing import NamedTuple

from trove_git.errors import WriteError
from trove_git.storage import reason, replace_file


class Change(NamedTuple):
    """One file that is made, changed or removed."""

    path: str
    """Absolute."""
    before: str | None
    """None where there is no file."""
    after: str | None
    """None to remove the file."""
    with_folder: bool = False
    """Remove the folder too when nothing is left in it."""
    executable: bool = False
    """Whether a new file is one that is run."""

    @property
    def verb(self) -> str:
        """What happens to the file, in one word."""
        if self.before == self.after:
            return "unchanged"
        if self.before is None:
            return "made"
        return "removed" if self.after is None else "changed"


class Unguarded(NamedTuple):
    """A hook that was left alone, so that nothing of ours runs there."""

    name: str
    where: str
    """The hook's file, or what stands in the way."""
    reason: str
    line: str
    """What a person may add by hand; several lines where one is not enough."""


def read(path: str) -> str | None:
    """Return a file's text, bytes that are not UTF-8 kept; None where there is no file.

    Raises:
        WriteError: it is there and cannot be read.
    """
    try:
        with open(path, "rb") as f:
            return f.read().decode("utf-8", "surrogateescape")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise WriteError(f"cannot read the file: {reason(error)}", where=path) from error


def apply(changes: Iterable[Change]) -> None:
    """Write changes; a file that is there keeps its mode.

    Raises:
        WriteError: a file cannot be written; it is as it was, and so are those after it.
    """
    for change in changes:
        if change.before == change.after:
            continue
        try:
            if change.after is None:
                os.unlink(change.path)
                if change.with_folder:
                    with contextlib.suppress(OSError):
                        os.rmdir(os.path.dirname(change.path))
            else:
                _write(change, change.after)
        except OSError as error:
            raise WriteError(f"cannot write the file: {reason(error)}", where=change.path) from error


def _write(change: Change, text: str) -> None:
    os.makedirs(os.path.dirname(change.path), exist_ok=True)
    # A file such as .pre-commit-config.yaml may be a link to where it is kept.
    target = os.path.realpath(change.path)
    data = text.encode("utf-8", "surrogateescape")
    replace_file(target, data, sync=True, new_mode=0o777 if change.executable else 0o666)
