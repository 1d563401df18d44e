"""HCL, as Terraform writes it: blocks by their labels, modules as imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trove_git.code.comment_styles import C_LIKE, DOUBLE, HASH, CommentStyle, scan
from trove_git.code.facts import Import
from trove_git.code.language import Language, always_exported
from trove_git.code.resolve_paths import PathResolver
from trove_git.code.resolve_tree import UNRESOLVED, Resolved, external, folder_of, internal, join
from trove_git.code.walk import Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_PREFIXES = {"data": "data", "module": "module", "variable": "var"}
_COMMENTS = CommentStyle(scan(HASH + rb"|" + C_LIKE, (DOUBLE,)), (b"#", b"//"), (b"/*", b"*/"))


def _docstring(walk: Walk, body: Node) -> str:
    """Return the `description` of a block where it is plain text."""
    for attribute in body.named_children:
        if walk.text(first_child(attribute, ("identifier",)), 40) == "description":
            text = walk.text(first_child(attribute, ("expression",)))
            return text if text.startswith('"') and "${" not in text else ""
    return ""


def _block(walk: Walk, node: Node, frame: Frame) -> None:
    """`resource "a" "b" {…}`: a.b; `data`, `module` and `variable` as references to them begin.

    `module "m" { source = … }` imports too.
    """
    if frame.holder:
        return
    parts = [child for child in node.named_children if child.type in ("identifier", "string_lit")]
    labels = [walk.text(part).strip('"') for part in parts[1:]]
    kind = walk.text(parts[0]) if parts else ""
    body = first_child(node, ("body",))
    start = first_child(node, ("block_start",))
    if labels:
        symbol_kind = "mod" if kind == "module" else "constant" if kind in ("variable", "output") else "object"
        scope = _PREFIXES.get(kind)
        around = Frame((scope,)) if scope else frame
        walk.define(".".join(labels), symbol_kind, node, around, at=parts[1], body=body or start)
    for attribute in body.named_children if body is not None else ():
        name = walk.text(first_child(attribute, ("identifier",)))
        if attribute.type == "attribute" and kind == "locals":
            walk.define(name, "constant", attribute, Frame(("local",)))
        elif attribute.type == "attribute" and kind == "module" and name == "source":
            value = walk.text(first_child(attribute, ("expression",))).strip()
            if value.startswith('"'):
                walk.add_import(attribute, value.strip('"'))


class HclResolver(PathResolver):
    """Resolves the source of a module to the files of its folder."""

    def find(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where an import leads."""
        target = imported.target
        if target.startswith(("./", "../")) or target in (".", ".."):
            folder = join(folder_of(path), target)
            return internal(one for one in self.tree.sources_by_folder.get(folder, ()) if one.endswith((".tf", ".hcl")))
        return external(target.removeprefix("git::").partition("//")[0].partition("?")[0]) if target else UNRESOLVED


_RULES = {
    **holders("config_file body ERROR"),
    "block": Rule(handler=_block),
}

LANGUAGE = Language(
    name="HCL",
    grammar="tree_sitter_hcl",
    suffixes=(".tf", ".hcl", ".tfvars"),
    rules=_RULES,
    exported=always_exported,
    comments=_COMMENTS,
    docstring=_docstring,
    family="hcl",
    resolver=HclResolver,
)
