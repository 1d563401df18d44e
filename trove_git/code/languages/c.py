"""C: what it shares with C++ is in `c_family`."""

from __future__ import annotations

from trove_git.code import comment_styles
from trove_git.code.language import Language
from trove_git.code.languages.c_branches import keep_one_branch
from trove_git.code.languages.c_family import C_IMPORTS, C_RULES, blank_macros, c_exported
from trove_git.code.languages.c_macros import find_macros
from trove_git.code.resolve_includes import IncludeResolver

LANGUAGE = Language(
    name="C",
    grammar="tree_sitter_c",
    suffixes=(".c", ".h"),
    rules=C_RULES,
    exported=c_exported,
    comments=comment_styles.C,
    prepare=blank_macros,
    repair=keep_one_branch,
    imports=C_IMPORTS,
    family="c",
    resolver=IncludeResolver,
    patterns=find_macros,
)
