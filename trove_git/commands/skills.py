"""Install, update and remove the skills for agents without the plugin, and keep our block in their instructions.

Files that a person changed or wrote are never overwritten or removed; a manifest in each folder tells them apart.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from trove_git import __version__
from trove_git.entries.trove import is_inside
from trove_git.errors import UsageError, WriteError
from trove_git.skills import agents, agents_md, manifest
from trove_git.skills.bundle import read_skills
from trove_git.skills.plan import CHANGED, KEPT, MADE, REMOVED, UNCHANGED, Step, plan_install, plan_uninstall
from trove_git.storage import write_atomically
from trove_git.workspace.workspace import Workspace


class Done(NamedTuple):
    """What happened to one file."""

    verb: str
    """`made`, `changed`, `removed`, `unchanged`, or `kept` where it was not ours to touch."""
    path: str
    """As the user would type it: below the project, or with `~/`."""


class Base(NamedTuple):
    """The folder that agents' folders are below."""

    folder: str
    shown: str
    """What stands before a path in messages."""
    personal: bool

    def show(self, path: str) -> str:
        """Return a path below this folder as messages have it."""
        return self.shown + path


def find_base(workspace: Workspace, *, personal: bool) -> Base:
    """Return the folder whose agents are meant: the project, or the home folder.

    Raises:
        UsageError: a bare repository has no files.
    """
    if personal:
        return Base(os.path.expanduser("~"), "~/", personal=True)
    if not workspace.root.on_disk:
        raise UsageError("a bare repository has no files on disk", where=workspace.root.path, hint="use --personal")
    return Base(workspace.root.path, "", personal=False)


def install(base: Base, names: tuple[str, ...] = ()) -> list[Done]:
    """Write the skills into the folders of agents, or bring them up to date there.

    Args:
        base: the project or the home folder.
        names: agents; the folder that agents share when empty.

    Raises:
        UsageError: an agent is unknown.
        WriteError: a file cannot be read or written, or a link leads out of the project.
    """
    return [done for folder in agents.folders(names, personal=base.personal) for done in _install(base, folder)]


def update(base: Base) -> list[Done]:
    """Bring the skills up to date wherever they were installed."""
    return [done for folder in _installed(base) for done in _install(base, folder)]


def uninstall(base: Base, names: tuple[str, ...] = ()) -> list[Done]:
    """Remove what `install` wrote, from the folders of the named agents or from all of them."""
    wanted = agents.folders(names, personal=base.personal) if names else agents.all_folders(personal=base.personal)
    done = []
    for folder in _installed(base):
        if folder in wanted:
            recorded = manifest.parse(_read(base, f"{folder}/{manifest.NAME}") or b"")
            done += _carry_out(base, folder, plan_uninstall(_present(base, folder, recorded), recorded))
            (Path(base.folder) / folder / manifest.NAME).unlink(missing_ok=True)
            _remove_empty(base, folder)
    return done


def write_block(base: Base, name: str = "", *, remove: bool = False) -> Done:
    """Write our block into AGENTS.md or CLAUDE.md, or take it out.

    Args:
        base: the project or the home folder.
        name: which file; when empty the one that has the block, else the one that is there, else a new AGENTS.md.
        remove: take the block out; a file that holds nothing else goes.

    Raises:
        UsageError: `name` is a path.
        EntryError: the marks of our block do not fit together.
        WriteError: the file cannot be read or written.
    """
    if name and name != os.path.basename(name):
        raise UsageError("not the name of a file", where=name, hint=f"give {' or '.join(agents_md.NAMES)}")
    texts = {file: _read_text(base, file) for file in ([name] if name else agents_md.NAMES)}
    having = [file for file, text in texts.items() if text and agents_md.BEGIN in text]
    file = next(iter([*having, *(f for f, text in texts.items() if text is not None), *texts]))
    before = texts[file]
    edit = agents_md.take_out if remove else agents_md.put
    after = edit(before or "", base.show(file))
    if after == (before or ""):
        return Done(UNCHANGED, base.show(file))
    path = Path(base.folder) / file
    if remove and not after:
        path.unlink()
        return Done(REMOVED, base.show(file))
    # Written through a link: CLAUDE.md is often one to AGENTS.md.
    write_atomically(Path(os.path.realpath(path)), after.encode("utf-8", "surrogateescape"))
    return Done(MADE if before is None else CHANGED, base.show(file))


def _install(base: Base, folder: str) -> list[Done]:
    wanted = read_skills()
    recorded = manifest.parse(_read(base, f"{folder}/{manifest.NAME}") or b"")
    steps, record = plan_install(wanted, _present(base, folder, {**wanted, **recorded}), recorded)
    done = _carry_out(base, folder, steps)
    if record != recorded:
        write_atomically(Path(base.folder) / folder / manifest.NAME, manifest.render(__version__, record))
    return done


def _installed(base: Base) -> list[str]:
    """Return the folders that have a manifest of ours."""
    found = agents.all_folders(personal=base.personal)
    return [folder for folder in found if (Path(base.folder) / folder / manifest.NAME).is_file()]


def _present(base: Base, folder: str, paths: Iterable[str]) -> Mapping[str, bytes]:
    """Return the content of those files that are there."""
    found = {path: _read(base, f"{folder}/{path}") for path in paths}
    return {path: data for path, data in found.items() if data is not None}


def _carry_out(base: Base, folder: str, steps: Iterable[Step]) -> list[Done]:
    """Write and remove files."""
    done = []
    for step in steps:
        path = Path(base.folder) / folder / step.path
        if step.after is not None:
            write_atomically(path, step.after)
        elif step.verb == REMOVED:
            path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                path.parent.rmdir()
        done.append(Done(step.verb, base.show(f"{folder}/{step.path}")))
    return done


def _remove_empty(base: Base, folder: str) -> None:
    """Remove an agent's folder, and those above it, for as long as they are empty."""
    while folder:
        try:
            (Path(base.folder) / folder).rmdir()
        except OSError:
            return
        folder = folder.rpartition("/")[0]


def _read(base: Base, path: str) -> bytes | None:
    """Return a file's content; None where there is none.

    Raises:
        WriteError: it cannot be read, or a link leads out of the project.
    """
    full = os.path.join(base.folder, path)
    if not base.personal and not is_inside(full, base.folder):
        message = "a symlink leads out of the project; nothing was written"
        raise WriteError(message, where=base.show(path), hint="replace the symlink by a folder")
    try:
        with open(full, "rb") as f:
            return f.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise WriteError(f"cannot read the file: {(error.strerror or '').lower()}", where=base.show(path)) from error


def _read_text(base: Base, path: str) -> str | None:
    """Return a file's text, bytes that are not UTF-8 kept; None where there is none."""
    data = _read(base, path)
    return data.decode("utf-8", "surrogateescape") if data is not None else None


def has_kept(done: Iterable[Done]) -> bool:
    """Whether a file was left alone because it is not as we left it."""
    return any(one.verb == KEPT for one in done)
