"""Compare the symbols of `trove_git.code` with those of Universal Ctags on the files of a repository.

For each language: how many of the definitions that ctags lists are found under the same name
within two lines. Local variables, fields, parameters, imports and unnamed things are left out.
Python is compared with the standard library's `ast` instead, in both directions.
"""

import argparse
import ast
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from trove_git.code.extract import extract_facts
from trove_git.code.guess import why_skipped
from trove_git.code.language_table import language_of

KINDS = {
    "Rust": "module struct interface function enum typedef macro method variable",
    "Go": "func const type struct interface methodSpec talias",
    "Java": "annotation class enum interface method",
    "C": "macro function enum struct typedef union",
    "C++": "macro function enum struct typedef union class namespace",
    "Ruby": "class method module singletonMethod",
    "TypeScript": "function class interface enum method namespace alias generator",
    "TSX": "function class interface enum method namespace alias generator",
    "JavaScript": "function class method generator getter setter",
    "C#": "class enum interface method struct namespace",
    "PHP": "class function interface trait",
    "Lua": "function",
    "Bash": "function",
    "Elixir": "module function macro protocol",
    "Haskell": "function type module",
    "Kotlin": "class interface object method typealias",
}
"""Kinds of ctags that count, a language."""

LINES_APART = 2


def main() -> int:
    """Print one line a language, and the misses on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repositories", nargs="+", type=Path, help="work trees")
    parser.add_argument("--language", action="append", help="only this language; may be repeated")
    parser.add_argument("--files", type=int, default=200, help="files a language, drawn at random with a fixed seed")
    parser.add_argument("--misses", type=int, default=0, help="misses to list, a language")
    options = parser.parse_args()
    by_language = gather(options.repositories, options.language)
    for language, paths in sorted(by_language.items()):
        random.Random(1).shuffle(paths)
        chosen = sorted(paths[: options.files])
        if language == "Python":
            compare_python(chosen, options.misses)
        elif language in KINDS:
            compare(language, chosen, options.misses)
    return 0


def gather(repositories: list[Path], wanted: list[str] | None) -> dict[str, list[Path]]:
    """Return the files of each language that are worth parsing."""
    found = defaultdict(list)
    for repository in repositories:
        listed = subprocess.run(["git", "-C", repository, "ls-files", "-z"], check=True, capture_output=True).stdout
        for name in listed.decode("utf-8", "surrogateescape").split("\0"):
            path = repository / name
            if not name or path.is_symlink() or not path.is_file():
                continue
            language = language_of(name, path.read_bytes()[:60_000])
            if language and (not wanted or language in wanted) and not why_skipped(name, path.read_bytes()):
                found[language].append(path)
    return found


def compare(language: str, paths: list[Path], misses: int) -> None:
    """Print the recall against ctags."""
    kinds = KINDS[language].split()
    total = right = 0
    missed: list[str] = []
    by_kind: Counter[str] = Counter()
    for path, tags in run_ctags(language, paths).items():
        facts = extract_facts(path, Path(path).read_bytes())
        heredocs = heredoc_rows(Path(path)) if language == "Ruby" else set()
        macros = {(symbol.line, symbol.signature.split("(")[0]) for symbol in facts.symbols}
        lines = defaultdict(list)
        for symbol in facts.symbols:
            lines[bare(symbol.name)].append((symbol.line, symbol.count))
        for tag in tags:
            if tag.get("kind") not in kinds or not is_definition(language, tag, heredocs):
                continue
            total += 1
            name = bare(tag["name"])
            here = lines.get(name, [])
            if (
                any(abs(line - tag["line"]) <= LINES_APART or count > 1 for line, count in here)
                or (tag["line"], tag["name"]) in macros
            ):
                right += 1
            else:
                by_kind[tag["kind"]] += 1
                missed.append(f"  {path}:{tag['line']}: {tag['kind']} {tag['name']}  {tag.get('pattern', '')[:90]}")
    share = 100 * right / total if total else 100.0
    print(f"{language}: {right} of {total} in {len(paths)} files, {share:.2f}%; missed by kind: {dict(by_kind)}")
    random.Random(1).shuffle(missed)
    print("\n".join(missed[:misses]), end="\n" if misses and missed else "")


def is_definition(language: str, tag: dict[str, Any], heredocs: set[int]) -> bool:
    """Tell whether a tag is a definition, and not one of the known errors of ctags.

    These are: text inside a heredoc taken for Ruby, `import type X` and words of JSX taken for a type
    alias, and an object literal (`meta: {`) taken for a class.
    """
    name, pattern = tag["name"], tag.get("pattern", "")
    if "__anon" in name or name.startswith("Anonymous") or tag["line"] in heredocs:
        return False
    if language == "Rust" and name == "str" and "&'static" in pattern:
        return False  # `const NAME: &'static str` is given the name of its type
    if language == "Bash" and name.endswith("="):
        return False  # `name=()` is an array
    if language in ("TypeScript", "TSX") and tag["kind"] == "alias":
        return re.search(rf"\btype\s+{re.escape(name)}\s*(?:[=<]|\$)", pattern) is not None
    if language == "JavaScript" and tag["kind"] == "class":
        return re.search(r"\bclass\b|\bfunction\b|Class\(", pattern) is not None
    return True


def heredoc_rows(path: Path) -> set[int]:
    """Return the 1-based lines that lie inside heredocs."""
    rows, end = set(), ""
    for number, line in enumerate(path.read_text(errors="replace").split("\n"), 1):
        if end:
            rows.add(number)
            end = "" if line.strip() == end else end
        elif match := re.search(r"<<[~-]?([\"'`]?)([A-Z_]\w*)\1", line):
            end = match.group(2)
    return rows


def bare(name: str) -> str:
    """Take the qualifiers off a name, for the two programs split them differently."""
    name = name.strip("\"'`").replace(" ", "")
    for separator in ("::", ".", ":"):
        if separator in name and "operator" not in name:
            name = name.rsplit(separator, 1)[-1]
    return name.split("<")[0] if not name.startswith("operator") else name


def run_ctags(language: str, paths: list[Path]) -> dict[str, list[dict[str, Any]]]:
    """Return the tags of each file."""
    name = {"TSX": "TypeScript", "Bash": "Sh"}.get(language, language)
    with tempfile.NamedTemporaryFile("w", suffix=".list") as listed:
        listed.write("\n".join(map(str, paths)))
        listed.flush()
        command = [
            "ctags",
            "--output-format=json",
            "--fields=+nKsS",
            "--extras=-F",
            f"--language-force={name}",
            "-f",
            "-",
            "-L",
        ]
        output = subprocess.run([*command, listed.name], check=True, capture_output=True).stdout
    tags = defaultdict(list)
    for row in output.splitlines():
        tag = json.loads(row)
        if tag["_type"] == "tag":
            tags[tag["path"]].append(tag)
    return tags


def compare_python(paths: list[Path], misses: int) -> None:
    """Print what `ast` has and we have not, and the other way round."""
    total = right = invented = 0
    missed: list[str] = []
    for path in paths:
        data = path.read_bytes()
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError):
            continue
        every, outer = ast_definitions(tree)
        ours = {(item.name, item.line) for item in extract_facts(str(path), data).symbols if item.kind != "constant"}
        counted = {item.name for item in extract_facts(str(path), data).symbols if item.count > 1}
        for definition in outer:
            total += 1
            if definition in ours or definition[0] in counted:
                right += 1
            else:
                missed.append(f"  missed {path}:{definition[1]}: {definition[0]}")
        lambdas = {
            (target.id, node.lineno)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for definition in ours - every - lambdas:
            invented += 1
            missed.append(f"  invented {path}:{definition[1]}: {definition[0]}")
    print(f"Python: {right} of {total} in {len(paths)} files, {100 * right / max(total, 1):.2f}%; invented {invented}")
    print("\n".join(missed[:misses]), end="\n" if misses and missed else "")


def ast_definitions(tree: ast.Module) -> tuple[set[tuple[str, int]], list[tuple[str, int]]]:
    """Return all definitions, and those that no function is around."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    every = {(node.name, node.lineno) for node in ast.walk(tree) if isinstance(node, kinds)}
    outer = []
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, kinds):
                outer.append((child.name, child.lineno))
            if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.expr)):
                stack.append(child)
    return every, outer


if __name__ == "__main__":
    sys.exit(main())
