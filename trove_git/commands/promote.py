"""Copy a personal entry to the project's trove, through the gate; the personal one stays."""

from __future__ import annotations

from trove_git.commands.import_entries import ADD, CONFLICT, SAME, SECRET, Imported, import_entries
from trove_git.commands.remember import find_none
from trove_git.commands.show import not_found
from trove_git.entries.bundle import BundledEntry
from trove_git.entries.duplicates import FindSimilar
from trove_git.entries.pairing import slug_of
from trove_git.entries.reading import read_trove
from trove_git.entries.slug import normalize, validate_slug
from trove_git.errors import EntryError, EntryExists, SecretFound
from trove_git.workspace.troves import PROJECT, Troves, choose


def promote(
    troves: Troves,
    slug: str,
    *,
    section: str = "",
    find_similar: FindSimilar = find_none,
    force: bool = False,
    write: bool = True,
) -> Imported:
    """Copy one personal entry.

    Args:
        troves: where the troves are.
        slug: the entry's.
        section: where it goes in the project's trove; empty to keep its section.
        find_similar: finds entries that say much the same.
        force: copy it although similar ones exist.
        write: write it; else nothing is changed.

    Returns:
        What happened: ADD, or SAME where the project has it already.

    Raises:
        EntryNotFound: there is no such personal entry.
        TroveNotFound: there is no project's trove.
        EntryError: the entry is malformed.
        EntryExists: the slug is taken by another text, or similar entries exist and no `force`.
        SecretFound: it holds a secret.
    """
    project = choose(troves, PROJECT)
    mine = read_trove(troves.personal).entries
    path = next((path for path in mine if slug_of(path) == normalize(slug)), None)
    if path is None:
        raise not_found(slug, map(slug_of, mine))
    validate_slug(slug_of(path))
    entry = mine[path]
    if entry.problems:
        problem = entry.problems[0]
        raise EntryError(problem.message, path=entry.path, line=problem.line, hint="repair the entry first")
    done = import_entries(
        project, [BundledEntry(path, entry.text, {})], section=section, find_similar=find_similar, force=force,
        write=write,
    )  # fmt: skip
    one = done.planned[0]
    if one.action in (ADD, SAME):
        return done
    if one.action == SECRET:
        raise SecretFound(f"not copied, it holds a secret: {one.others[0]}", hint="write where it is kept instead")
    if one.action == CONFLICT:
        hint = f"git trove remember --project --update {one.others[0]} changes it"
        raise EntryExists("the project has another entry of this slug", where=one.path, hint=hint)
    hint = f"git trove remember --project --update {one.others[0]} changes it; --force copies all the same"
    raise EntryExists(f"similar entries exist: {', '.join(one.others)}", where=one.path, hint=hint)
