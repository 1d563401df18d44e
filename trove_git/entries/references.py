"""Which files and names of code an entry speaks about: its `paths:`, and what its text names.

An Entry in, References out, as they are written; whether such a file or name exists is for
`aging/staleness.py` to find out. A wrong reference costs more trust than a missed one
is worth, so in doubt a token is none: what stands in a code block is an example, what stands
behind a URL is elsewhere, and a word counts as a name of code only in backticks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from trove_git.entries.entry import Entry
from trove_git.entries.links import LONG_LINE_CHARACTERS, cut_links
from trove_git.entries.prose import iter_prose_lines
from trove_git.pins import read_pin
from trove_git.records import Reference as Reference

PATH = "path"
SYMBOL = "symbol"
PATTERN = "pattern"

FILE_SUFFIXES = frozenset(
    "adoc asm astro avsc bash bat bazel bzl c cc cfg cjs clj cljs cmake cmd coffee conf cpp cs csproj css csv cts"
    " cue cxx d dart edn el elm erl ex exs fish fs fsx gd gleam go gql gradle graphql groovy h haml hcl hh hpp hrl"
    " hs html hxx ini ipynb java jinja jl js json json5 jsonc jsonl jsx kt kts less lhs lua m md mdx mjs mk ml mli"
    " mm mts nim nix org pas php pl pm plist png po proto ps1 pug py pyi pyx r rake rb rego rkt rs rst s sass"
    " scala scm scss sh sln sol sql styl svelte svg swift tcl tex tf thrift toml ts tsx txt v vb vim vue wasm wgsl"
    " xml xsd yaml yml zig zsh".split()
)
"""Endings by which a token without a slash is a file. `log`, `env`, `lock`, `map` and the like are not among them:
`console.log` is no file."""
FILE_NAMES = frozenset(
    "Makefile GNUmakefile Dockerfile Containerfile Gemfile Rakefile Procfile Justfile justfile Jenkinsfile"
    " Vagrantfile Brewfile Podfile Pipfile CODEOWNERS BUILD WORKSPACE .gitignore .gitattributes .gitmodules"
    " .editorconfig .dockerignore .npmrc .nvmrc .eslintrc .prettierrc .babelrc .flake8 .env.example go.mod go.sum"
    " go.work Cargo.lock Gemfile.lock composer.lock flake.lock poetry.lock uv.lock yarn.lock gradle.properties".split()
)
"""Files that their ending does not tell."""
_BARE_SUFFIXES = frozenset({".d", ".test", ".spec", ".min", ".stories", ".module"})
"""What `.d.ts` or `.test.js` begins with: an ending, not a file."""
_PRODUCTS = frozenset("node vue next nuxt react express three d3 chart ember backbone angular moment alpine".split())
"""Things whose names end in `.js` and which are no files, in prose."""
_WORD_PAIRS = frozenset("and/or either/or n/a i/o tcp/ip he/she his/her w/o yes/no on/off true/false".split())
_MIME = re.compile(r"(?:application|audio|font|image|message|model|multipart|text|video)/[\w.+-]+")

_CODE_SPAN = re.compile(r"(`+)(?!`)(.*?)(?<!`)\1(?!`)")
_URL = re.compile(r"<?\b[A-Za-z][A-Za-z0-9+.-]*://[^\s<>]*>?|\b(?:mailto:|www\.)\S+")
_BETWEEN = re.compile(r"[\s,;|<>()\"“”‘«»…]+")
_LINES = re.compile(r"(?:#L\d+(?:-L?\d+)?|:\d+(?:[-:–]\d+)?)\Z")
_SEGMENT = re.compile(r"[\w.+~@\[\]-]+")
_PART = r"[^\W\d]\w*"
_SYMBOL = re.compile(rf"({_PART}(?:(?:\.|::|#){_PART})*[?!]?)(?:<[\w\s,.:&\[\]]*>)?(\(.*\))?")
_LETTERS = 2
_TELLING = re.compile(r"[^\W_]_+[^\W_]|[a-z\d][A-Z]|\A_+[^\W\d_]\w")
"""What words of a language lack: an underscore inside or before, or a capital after a small letter."""
_NO_NAMES = frozenset("None True False Null Nil Self Some Ok Err String Boolean Integer Array Object".split())
"""Capital words that every program has."""


def find_references(entry: Entry) -> tuple[Reference, ...]:
    """Return what an entry speaks about, each once: what it pins first, then what it names, as they come."""
    found: dict[tuple[str, str], Reference] = {}
    for reference in (*_iter_pinned(entry), *_iter_named(entry)):
        found.setdefault((reference.text, reference.kind), reference)
    return tuple(found.values())


def _iter_pinned(entry: Entry) -> Iterator[Reference]:
    """Yield what `paths:` pins."""
    first = entry.key_lines.get("paths", 1)
    lines = entry.text.split("\n") if entry.paths else []
    for item in entry.paths:
        pin = read_pin(item)
        if pin is None:
            continue
        line = next((n for n, raw in enumerate(lines[first - 1 :], first) if item in raw), first)
        if pin.literal:
            yield Reference(pin.literal, PATH, line, pinned=True)
        else:
            yield Reference(item.strip("\"'").removeprefix("./"), PATTERN, line, pinned=True)


def _iter_named(entry: Entry) -> Iterator[Reference]:
    """Yield what title, summary and body name."""
    for key, text in (("title", entry.title), ("summary", entry.summary)):
        if key in entry.key_lines:
            yield from _iter_line(text, entry.key_lines[key])
    for number, line in iter_prose_lines(entry.body, entry.body_line):
        # The text of a JSON entry stands in one line, whatever lines it has itself.
        yield from _iter_line(line, entry.body_line if entry.is_json else number)


def _iter_line(line: str, number: int) -> Iterator[Reference]:
    """Yield what one line names: targets of links, code spans, then words of the text around them."""
    if len(line) > LONG_LINE_CHARACTERS:
        return
    # The label of a link says what its target is, so that it is cut, too.
    paths, rest = cut_links(line)
    for path in paths:
        # It may be meant from the root of a site.
        if not path.startswith("/"):
            yield Reference(path, PATH, number, beside=True)
    for span in _CODE_SPAN.finditer(rest):
        yield from _iter_span(span[2].strip(), number)
    for word in _BETWEEN.split(_URL.sub(" ", _CODE_SPAN.sub(" ", rest))):
        path = _prose_path(word)
        if path:
            yield Reference(path, PATH, number)


def _iter_span(span: str, number: int) -> Iterator[Reference]:
    """Yield what a code span names: a file, a name of code, or the files of a command."""
    if "://" in span:
        return
    if not any(c.isspace() for c in span):
        path = _span_path(span)
        if path:
            yield Reference(path, PATH, number)
            _, _, span = span.partition("::")
    name = _symbol(span)
    if name:
        yield Reference(name, SYMBOL, number)
    elif any(c.isspace() for c in span):
        for word in span.split():
            path = _prose_path(word)
            if path:
                yield Reference(path, PATH, number)


def _span_path(span: str) -> str:
    """Return the path that a code span is; empty when it is none."""
    token = _stripped(span)
    if not _is_plausible(token):
        return ""
    if "/" in token:
        return token.rstrip("/")
    return token if _is_file_name(token) else ""


def _prose_path(word: str) -> str:
    """Return the path that a word of a text is; empty when it is none. Without backticks, the ending must tell."""
    token = _stripped(word.strip("*").lstrip("[{'`").rstrip(".,;:!?'’`]}*"))
    if not _is_plausible(token):
        return ""
    head, slash, name = token.rstrip("/").rpartition("/")
    if not slash:
        stem, _, suffix = name.rpartition(".")
        is_product = suffix == "js" and stem.casefold() in _PRODUCTS
        known = name in FILE_NAMES and "." in name
        return token if known or (_is_file_name(name) and "." in name and not is_product) else ""
    is_folder = token.endswith("/") and bool(head)
    return token.rstrip("/") if is_folder or _is_file_name(name) else ""


def _stripped(token: str) -> str:
    """Take off what follows a path: line numbers, a test's name, punctuation, a genitive."""
    token = token.removeprefix("./").partition("::")[0]
    token = re.sub(r"['’]s\Z", "", token)
    return _LINES.sub("", token.rstrip(".,;:!?")).rstrip(".,;:")


def _is_plausible(token: str) -> bool:
    """Whether a token may be a path below the repository, by its characters alone."""
    if not token or token[0] in "/~-@+" or token.casefold() in _WORD_PAIRS:
        return False
    segments = token.rstrip("/").split("/")
    if not all(_SEGMENT.fullmatch(part) and part.strip(".") for part in segments):
        return False
    if "@" in token and not _is_file_name(segments[-1]):
        return False
    if _MIME.fullmatch(token) and not _is_file_name(segments[-1]):
        return False
    return sum(map(str.isalpha, token)) >= _LETTERS


def _is_file_name(name: str) -> bool:
    """Whether a name is that of a file by its ending, or known as one."""
    stem, dot, suffix = name.rpartition(".")
    if name in FILE_NAMES:
        return True
    return bool(dot and stem.strip(".")) and suffix.casefold() in FILE_SUFFIXES and stem not in _BARE_SUFFIXES


def _symbol(span: str) -> str:
    """Return the name of code that a span is, without its arguments; empty when it is none."""
    match = _SYMBOL.fullmatch(span)
    if match is None:
        return ""
    name, called = match[1], match[2] is not None
    parts = re.split(r"\.|::|#", name)
    last = parts[-1].rstrip("?!")
    if len(last) < _LETTERS or (_is_file_name(name) and not called):
        return ""
    if called or "::" in name or "#" in name or any(map(_TELLING.search, parts)):
        return name
    # `Parser` and `Parser.parse` may be code, `README` and `GET` are not, nor is `user.name`.
    is_type = parts[0][:1].isupper() and not parts[0].isupper() and len(parts[0]) > _LETTERS
    return name if is_type and parts[0] not in _NO_NAMES else ""
