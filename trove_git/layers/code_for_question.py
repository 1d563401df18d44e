"""Build a code layer for a question: of HEAD when that takes about a second, of a revision that was named always.

Where HEAD's takes longer, the nearest one answers, and the footer says how far behind it is. Who names a revision
wants to know what was true there: the code of another one would be a wrong answer.
"""

from __future__ import annotations

from trove_git.errors import GitError, IndexCorrupt
from trove_git.gitrepo.repository import Commit
from trove_git.index.publish import discard
from trove_git.index.store import Layer
from trove_git.layers.code_build import Base, CodeTree, build_code, find_base, read_code_tree
from trove_git.layers.code_postponed import Later, write_later
from trove_git.layers.names import NO_INDEX, Building, Code, code_layer_in, folders_of, is_current_code
from trove_git.wording import counted
from trove_git.workspace.workspace import Workspace

QUICK_SECONDS = 1.0
"""What a question may wait for its code layer."""
SECONDS_A_CHANGED_FILE = 0.02
SECONDS_A_FILE = 0.00018
"""Deriving the summaries again from the facts of every file."""
NOT_KEPT = "the code of that revision was not searched: its index cannot be written anywhere"
BYTES_A_SECOND = 1_500_000
"""Source that is read, parsed and indexed from nothing by one process."""


def open_or_build(workspace: Workspace, commit: Commit, building: Building | None = None) -> Code:
    """Return a code layer for a commit that is not published, or is broken.

    Args:
        workspace: where to work.
        commit: the commit that is asked.
        building: told when the commit's own layer takes long to build; None to do without it then.
    """
    layers = [code_layer_in(workspace, folder) for folder in folders_of(workspace)]
    for layer in layers:
        try:
            reader = layer.open(commit.oid)
        except IndexCorrupt:
            discard(layer, commit.oid)
            continue
        if reader is not None and is_current_code(workspace, commit, reader.manifest.state):
            return Code(reader)
        if reader is not None:
            reader.close()
            discard(layer, commit.oid)
    try:
        tree = read_code_tree(workspace, commit, sizes=False)
        base = next((found for layer in layers if (found := find_base(workspace, tree, layer)) is not None), None)
        if base is None:
            tree = read_code_tree(workspace, commit, sizes=True)
    except GitError as error:
        return Code(None, (f"code was not looked at: {error}",))
    slow = _seconds(tree, base) > QUICK_SECONDS
    if slow and building is None:
        return _put_off(workspace, tree, base, layers[0])
    if base is not None:
        base.reader.close()
    if slow and building is not None:
        # The sizes of files decide whether other processes help.
        tree = tree if tree.sizes else read_code_tree(workspace, commit, sizes=True)
        built = build_code(workspace, tree, progress=building(commit.oid))
    else:
        built = build_code(workspace, tree)
    if built is None:
        # The knowledge layer has said that nothing can be written, but not that there is no code for that.
        return Code(None, (NOT_KEPT,) if building is not None else ())
    return Code(built.reader)


def _put_off(workspace: Workspace, tree: CodeTree, base: Base | None, layer: Layer) -> Code:
    """Answer from what there is, and remember that."""
    note = NO_INDEX if base is None else _behind(workspace, base.revision, tree.commit)
    write_later(layer, Later(tree.commit.tree, base.revision if base is not None else "", note))
    return Code(base.reader if base is not None else None, (note,))


def _seconds(tree: CodeTree, base: Base | None) -> float:
    """Estimate how long building takes."""
    if base is None:
        size = sum(tree.sizes.get(file.path, 0) for file in tree.files)
        return size / BYTES_A_SECOND + len(tree.files) * SECONDS_A_FILE
    changed = sum(1 for file in tree.files if file.path in base.changed)
    return changed * SECONDS_A_CHANGED_FILE + len(tree.files) * SECONDS_A_FILE


def _behind(workspace: Workspace, revision: str, commit: Commit) -> str:
    running = workspace.repository.start(["rev-list", "--count", f"{revision}...{commit.oid}", "--"])
    count = running.finish(check=False).strip().decode("ascii", "replace")
    if not running.succeeded or not count.isdigit():
        return "code index of another commit; git trove index brings it up to date"
    return f"code index {counted(int(count), 'commit')} behind; git trove index brings it up to date"
