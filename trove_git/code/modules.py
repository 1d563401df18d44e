"""Facts and resolved imports of all files → what each file is: purpose, exports, what it uses, who uses it, its tests.

In: facts of every source file and the resolver. Out: one `ModuleInfo` a file, for `subsystems.py`,
`architecture.py` and the module sources. What is not written in the repository is left empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from trove_git.code.facts import FileFacts, Import, Symbol
from trove_git.code.language_table import family_of
from trove_git.code.resolve import STANDARD, Resolver
from trove_git.code.testfiles import is_test

MAX_PURPOSE_CHARACTERS = 200
MAX_EXPORTS_LISTED = 24
"""Definitions named in a summary; the rest are symbols of their own."""
MAX_PATHS_LISTED = 8
"""Paths named in a line of a summary, the number of the others behind them."""
_MAX_HOPS = 4
"""Files that hand a name on, followed from an import to the definition."""

_NAMING = frozenset(("jvm", "php", "rust", "elixir"))
"""Families whose import ends in the name that it takes."""
_SENTENCE = re.compile(r"(?<=[^.\s][.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)\s+(?=[A-Z`\"'(\[])")
_LINK = re.compile(r"(?<!\w)!?\[([^\[\]]+)\](?:\([^()\s]*\)|\[[^\[\]]*\])?")
_ESCAPE = re.compile(r"\\(?=[A-Z:])")
_REMARK = re.compile(
    r"See \S+ (?:for|in)\b|[|}{)\]]|@|"
    r"(?:TODO|FIXME|XXX|HACK|NOTE|eslint|tslint|prettier|@ts-|istanbul|biome|noqa|pylint|rubocop)\b[-:( ]"
)
"""What a leading comment begins with that says nothing about the file."""
_TEST_AFFIX = re.compile(r"^test_|_(?:test|spec)$|[._-](?:test|spec)$|(?<=[a-z0-9])(?:Tests?|Spec)$")


class ModuleInfo(NamedTuple):
    """What is known about one source file."""

    path: str
    purpose: str
    """First sentence of the file's own documentation, else of the README's line about it; empty for neither."""
    purpose_line: int
    """Line of the file that the purpose is of; 0 when a README says it, or without a purpose."""
    exports: tuple[tuple[Symbol, int], ...]
    """Definitions that others may use, each with the number of files that take it by name; most used first."""
    internal_imports: tuple[str, ...]
    """Files of this repository that it imports, sorted, without itself."""
    external: tuple[str, ...]
    """Packages outside the repository, sorted, without standard libraries."""
    used_by: tuple[str, ...]
    """Files that import it, sorted, without itself."""
    tests: tuple[str, ...]
    """Test files that import it or are named after it, sorted."""
    unresolved: tuple[str, ...] = ()
    """Imports as written that lead nowhere that is known, sorted."""
    import_lines: tuple[tuple[str, int], ...] = ()
    """(file or package, line of its first import), sorted."""
    purpose_source: str = ""
    """`path:line` of the README that says the purpose; empty when the file does."""


class _Links(NamedTuple):
    """Where the imports of one file lead."""

    internal: dict[str, int]
    """File → line of the first import."""
    external: dict[str, int]
    unresolved: dict[str, int]
    names: list[tuple[str, str]]
    """(name, file that it is taken from)."""


def first_sentence(text: str) -> str:
    """Return the first sentence on one line, without markup; empty for remarks, code and what leads up to a list."""
    text = _ESCAPE.sub("", _LINK.sub(r"\1", text).lstrip("># =*\t\n").replace("**", ""))
    text = " ".join(text.split())
    if _REMARK.match(text):
        return ""
    sentence = _SENTENCE.split(text, maxsplit=1)[0]
    if sentence.endswith(":"):
        return ""
    if len(sentence) <= MAX_PURPOSE_CHARACTERS:
        return sentence
    return sentence[:MAX_PURPOSE_CHARACTERS].rpartition(" ")[0] + " …"


def describe_modules(
    facts: Mapping[str, FileFacts], resolver: Resolver, readmes: Mapping[str, str] | None = None
) -> dict[str, ModuleInfo]:
    """Describe every file.

    Args:
        facts: path → facts.
        resolver: made of the same facts.
        readmes: path → text of the READMEs, for files that do not describe themselves.

    Returns:
        path → description, in the order of the paths.
    """
    paths = sorted(facts)
    links = {path: _links_of(path, facts[path], resolver) for path in paths}
    used_by: dict[str, list[str]] = {path: [] for path in paths}
    for path in paths:
        for used in links[path].internal:
            if used in used_by and used != path:
                used_by[used].append(path)
    uses = _count_names(facts, links)
    tests = _tests_by_name(paths)
    mentions = _mentions(readmes or {}, paths)
    return {
        path: _describe(path, facts[path], links[path], used_by[path], uses, tests.get(path, ()), mentions.get(path))
        for path in paths
    }


def _describe(
    path: str,
    facts: FileFacts,
    links: _Links,
    used_by: list[str],
    uses: Mapping[tuple[str, str], int],
    named_tests: Iterable[str],
    mention: tuple[str, str] | None,
) -> ModuleInfo:
    """Put the parts of one description together."""
    exports = [
        (symbol, uses.get((path, symbol.name), 0)) for symbol in facts.symbols if symbol.exported and not symbol.scope
    ]
    exports = [pair for pair in exports if pair[0].kind != "mod"] or exports
    exports.sort(key=lambda pair: (-pair[1], pair[0].line, pair[0].name))
    purpose = first_sentence(own_doc(path, facts))
    said, source = ("", "") if purpose or mention is None else mention
    lines = {**links.internal, **links.external}
    lines.pop(path, None)
    tests = set() if is_test(path) else {*named_tests, *_importing_tests(path, facts.language, used_by)}
    return ModuleInfo(
        path,
        purpose or said,
        max(facts.doc_line, 1) if purpose else 0,
        tuple(exports),
        tuple(sorted(used for used in links.internal if used != path)),
        tuple(sorted(links.external)),
        tuple(used_by),
        tuple(sorted(tests)),
        tuple(sorted(links.unresolved)),
        tuple(sorted(lines.items())),
        source,
    )


def own_doc(path: str, facts: FileFacts) -> str:
    """Return a file's documentation unless it is that of a definition that the file is not named after."""
    stem = path.rpartition("/")[2].partition(".")[0].replace("_", "").lower()
    documented = [symbol.name for symbol in facts.symbols if symbol.line == facts.doc_line]
    if documented and not any(re.split(r"\W+", name)[-1].replace("_", "").lower() == stem for name in documented):
        return ""
    return facts.doc


def _importing_tests(path: str, language: str, used_by: Iterable[str]) -> Iterator[str]:
    """Yield the tests among the users; where an import takes a whole package, only those of other packages count."""
    if not imports_packages(path, language):
        yield from filter(is_test, used_by)


def _links_of(path: str, facts: FileFacts, resolver: Resolver) -> _Links:
    """Resolve the imports of one file."""
    links = _Links({}, {}, {}, [])
    family = family_of(path, facts.language)
    for imported in facts.imports:
        results = resolver.resolve(path, imported)
        for resolved in results:
            if resolved.path:
                links.internal.setdefault(resolved.path, imported.line)
            elif not resolved.external:
                links.unresolved.setdefault(imported.target, imported.line)
            elif resolved.external != STANDARD:
                links.external.setdefault(resolved.external, imported.line)
        if len(results) <= max(len(imported.names), 1):
            links.names.extend(_taken(imported, [resolved.path for resolved in results], family))
    return links


def _taken(imported: Import, paths: list[str], family: str) -> Iterator[tuple[str, str]]:
    """Yield (name, file) for the names that a statement takes from files of the repository.

    A statement that lists no names takes the last part of its path, as in `import a.b.C`, or hands on everything,
    as in `export * from './x'`; one that names a file, such as an include, tells nothing about names.
    """
    names = imported.names
    if not names:
        last = re.split(r"::|[.\\]", imported.target)[-1]
        names = ("*",) if family == "javascript" else (last,) if family in _NAMING else ()
    for name in names:
        for path in paths:
            if path:
                yield name, path


def _count_names(facts: Mapping[str, FileFacts], links: Mapping[str, _Links]) -> dict[tuple[str, str], int]:
    """Count the files that take a name from a file, through the files that only hand it on."""
    defined = {path: {symbol.name for symbol in facts[path].symbols if not symbol.scope} for path in facts}
    handed: dict[str, dict[str, list[str]]] = {}
    for path, link in links.items():
        for name, source in link.names:
            if source != path:
                handed.setdefault(path, {}).setdefault(name, []).append(source)
    users: dict[tuple[str, str], set[str]] = {}
    for path, link in links.items():
        for name, source in link.names:
            for hop in _definitions(name, source, defined, handed):
                if hop != path:
                    users.setdefault((hop, name), set()).add(path)
    return {key: len(files) for key, files in users.items()}


def _definitions(
    name: str, source: str, defined: Mapping[str, set[str]], handed: Mapping[str, Mapping[str, list[str]]]
) -> Iterator[str]:
    """Yield the files that define a name, seen from the file that it is taken from."""
    front, seen = [source], {source}
    for _ in range(_MAX_HOPS):
        following: list[str] = []
        for path in front:
            if name in defined.get(path, ()):
                yield path
                continue
            onward = handed.get(path, {})
            following += [up for up in [*onward.get(name, ()), *onward.get("*", ())] if up not in seen]
        seen.update(following)
        front = following


def _tests_by_name(paths: Iterable[str]) -> dict[str, list[str]]:
    """Find the tests that are named after a file: path → tests, when one file alone, or one beside it, has the name."""
    by_stem: dict[tuple[str, str], list[str]] = {}
    tests: list[str] = []
    for path in paths:
        if is_test(path):
            tests.append(path)
        else:
            by_stem.setdefault(_stem_key(path), []).append(path)
    found: dict[str, list[str]] = {}
    for test in tests:
        stem, suffix = _stem_key(test)
        plain = _TEST_AFFIX.sub("", stem)
        candidates = by_stem.get((plain, suffix), []) if plain != stem else []
        beside = [path for path in candidates if path.rpartition("/")[0] == test.rpartition("/")[0]]
        for path in beside or (candidates if len(candidates) == 1 else []):
            found.setdefault(path, []).append(test)
    return found


def _stem_key(path: str) -> tuple[str, str]:
    """Return the base name without ending, and the ending with `x` variants as one."""
    stem, _, suffix = path.rpartition("/")[2].rpartition(".")
    return stem, {"tsx": "ts", "jsx": "js", "mjs": "js", "cjs": "js", "mts": "ts"}.get(suffix, suffix)


def _mentions(readmes: Mapping[str, str], paths: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Find README lines of the form `- path: what it is`: path → (what it is, `README:line`)."""
    wanted = set(paths)
    found: dict[str, tuple[str, str]] = {}
    pattern = re.compile(r"^\s*(?:[-*+]|\|)\s*\[?[`*]*([\w./-]+\.\w+)[`*]*\]?(?:\([^)]*\))?\s*(?:[:|–—-]+)\s+(.{8,})$")
    for readme in sorted(readmes, key=lambda item: (-item.count("/"), item)):
        folder = readme.rpartition("/")[0]
        for number, line in enumerate(readmes[readme].splitlines(), 1):
            match = pattern.match(line)
            if match is None:
                continue
            for path in (f"{folder}/{match[1]}".lstrip("/"), match[1]):
                if path in wanted:
                    found.setdefault(path, (first_sentence(match[2].rstrip(" |")), f"{readme}:{number}"))
    return found


def listed(paths: Iterable[str], limit: int = MAX_PATHS_LISTED) -> str:
    """Join names for one line: the first ones, and how many more there are."""
    names = list(paths)
    rest = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + rest


def by_folder(paths: Iterable[str], path: str, language: str) -> list[str]:
    """Return what to call the files that an import leads to: their folders where packages are imported whole."""
    if not imports_packages(path, language):
        return list(paths)
    return list(dict.fromkeys(place_of(used.rpartition("/")[0]) for used in paths))


def imports_packages(path: str, language: str) -> bool:
    """Tell whether a language takes whole packages, so that its imports say nothing about single files."""
    return family_of(path, language) in ("go", "csharp", "swift") or path.endswith((".kt", ".scala"))


def place_of(folder: str) -> str:
    """Return a folder as it is cited: `folder/`, the root as `.`."""
    return folder + "/" if folder else "."


def module_summary(info: ModuleInfo) -> list[tuple[str, int]]:
    """Return lines of text about a file, each with the line of the file that it is a fact of.

    A fact about the file as a whole, such as who uses it, has line 1.
    """
    lines: list[tuple[str, int]] = []
    if info.purpose:
        lines.append((info.purpose, max(info.purpose_line, 1)))
    for symbol, _ in info.exports[:MAX_EXPORTS_LISTED]:
        lines.append((f"- {symbol.name} ({symbol.kind})", symbol.line))
    first_line = dict(info.import_lines)
    for label, names in (
        ("imports", by_folder(info.internal_imports, info.path, "")),
        ("external", list(info.external)),
    ):
        if names:
            known = [
                line for name, line in first_line.items() if name in names or f"{name.rpartition('/')[0]}/" in names
            ]
            lines.append((f"{label}: {listed(names)}", min(known, default=1)))
    for label, names in (
        ("used by", [path for path in info.used_by if path not in info.tests]),
        ("tests", list(info.tests)),
    ):
        if names:
            lines.append((f"{label}: {listed(names)}", 1))
    return lines
