"""The error tree: what can go wrong, with the facts and the next step.

    TroveError                exit 2: the user can fix it
    ├── UsageError            arguments that do not fit together
    ├── NotARepository        no Git repository where one is needed
    ├── GitError              git refused, or an object cannot be read
    │   └── UnknownRevision   a name that resolves to no commit
    ├── TroveNotFound         no trove where one is needed
    ├── EntryError            one entry is malformed; carries path and line
    ├── EntryExists           a write would overwrite a fact
    ├── EntryNotFound         no entry has that slug
    ├── SecretFound           a write would put a secret into a trove
    ├── SettingError          a setting has a value that does not parse
    ├── WriteError            a file or folder cannot be written
    ├── ProviderError         there is no written answer; the sources are shown all the same
    └── IndexCorrupt          a published index is broken or foreign (rebuilt)

Nothing here prints or exits; `cli/main.py` is the one place that does.
"""


class TroveError(Exception):
    """An error the user can fix.

    Args:
        message: what went wrong, lower case, no full stop.
        where: `path:line`, a path, a setting's name, or empty.
        hint: the next command to type or thing to do, or empty.
    """

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} ({self.where})" if self.where else self.message


class UsageError(TroveError):
    """Arguments that do not fit together, or a value out of range."""


class NotARepository(TroveError):
    """No Git repository at or above the folder that was named."""


class GitError(TroveError):
    """Git refused or failed; the message is git's own first line."""


class UnknownRevision(GitError):
    """A revision that names no commit of the repository."""


class TroveNotFound(TroveError):
    """No trove where one is needed."""


class EntryError(TroveError):
    """An entry that cannot be read as one.

    Args:
        message: what is wrong.
        path: the entry's path as the user would type it.
        line: 1-based line of the fault.
    """

    def __init__(self, message: str, *, path: str, line: int, hint: str = "") -> None:
        super().__init__(message, where=f"{path}:{line}", hint=hint)
        self.path = path
        self.line = line


class EntryExists(TroveError):
    """A write that would replace or repeat a fact that is already there."""


class EntryNotFound(TroveError):
    """No entry has the slug that was asked for."""


class SettingError(TroveError):
    """A setting whose value does not parse; `where` names where it was set."""


class WriteError(TroveError):
    """A file or folder that cannot be written."""


class ProviderError(TroveError):
    """A provider of written answers that cannot be asked, or whose answer is none.

    The message is one line, and stands in the footer in the place of the mode.

    Args:
        message: what went wrong.
        log: what the provider's program printed on its standard error.
    """

    def __init__(self, message: str, *, log: str = "") -> None:
        super().__init__(message)
        self.log = log


class IndexCorrupt(TroveError):
    """A published index that is broken, foreign or unreadable; the caller rebuilds it."""


class SecretFound(TroveError):
    """A write would put a secret into a trove; the message names its kind and length, never the secret."""
