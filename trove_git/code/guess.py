"""What a file is by its path and first bytes, and which files are not worth parsing."""

from __future__ import annotations

import re

MAX_FILE_BYTES = 512 * 1024
"""Larger files are data or generated; the largest hand-written ones stay well below."""

MAX_MEAN_LINE = 300
"""Bytes a line, on average, above which a file was not written by hand."""

MAX_LINE = 20_000
"""Bytes above which a line is data or minified code, and is not read."""

LINES_FOR_A_LONG_ONE = 40
"""Lines of code for each longer one, from which on a file is hand-written; a minified one has a licence."""

VENDORED = frozenset(
    ("vendor", "node_modules", "third_party", "thirdparty", "bower_components", "Godeps", "jspm_packages", ".yarn")
)
"""Folders, at any depth, that hold other people's code."""

LOCK_FILES = frozenset(
    (
        "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "deno.lock",
        "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "Cargo.lock", "Gemfile.lock", "composer.lock", "go.sum",
        "mix.lock", "Package.resolved", "Podfile.lock", "flake.lock", ".terraform.lock.hcl", "Manifest.toml",
    )
)  # fmt: skip
"""Names of files that a package manager writes."""

_MINIFIED_NAME = re.compile(r"[.-]min\.(?:js|mjs|cjs|css)\Z|\.(?:bundle|chunk)\.js\Z")
_GENERATED = re.compile(
    rb"@generated\b|code generated .{0,120}do not edit|"
    rb"(?:generated|machine|created).{0,200}do not (?:edit|modify)|do not (?:edit|modify).{0,200}generated|"
    rb"<auto-?generated|(?:this|the) file (?:is|was|has been) (?:auto(?:matically)?[- ]?)?generated|"
    rb"^\W{0,6}do not edit\b",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_GENERATED_NAME = re.compile(
    r"\.pb\.(?:go|cc|h)\Z|_pb2(?:_grpc)?\.py\Z|\.pb\.rb\Z|\.g\.(?:cs|dart)\Z|\.designer\.cs\Z|_generated\.\w+\Z|zz_generated",
    re.IGNORECASE,
)
_COMMENT_LINE = re.compile(rb"\s*(?://|/?\*|#|--|;|\(\*|\{-|<!--|\"\"\"|''')")
_CPLUSPLUS = re.compile(
    rb"^\s*(?:class\s+\w|namespace\b|template\s*<|using\s+\w|public:|private:|protected:)|\bstd::|"
    rb"#\s*include\s*<(?:string|vector|memory|map|cstdint|cstddef|functional|utility|type_traits|iostream|algorithm|atomic|mutex)>|"
    rb"\bconstexpr\b|\bvirtual\s|\bnoexcept\b|\boperator\s*[=<>+*-]|\bstatic_cast<|::\w+\(",
    re.MULTILINE,
)


def looks_like_cplusplus(head: bytes) -> bool:
    """Tell whether a `.h` file is C++: it says something outside comments that C cannot."""
    head = re.sub(rb"/\*.*?\*/|//[^\n]*", b"", head[:60_000], flags=re.DOTALL)
    head = re.sub(rb"#\s*ifdef\s+__cplusplus.*?#\s*(?:endif|else)", b"", head, flags=re.DOTALL)
    return bool(_CPLUSPLUS.search(head))


def why_skipped(path: str, data: bytes) -> str:
    """Say why a file is not worth parsing; empty when it is.

    Args:
        path: path in the repository.
        data: the bytes of the file, or b"" to judge by the path alone.
    """
    parts = path.split("/")
    if any(part in VENDORED for part in parts[:-1]):
        return "vendored"
    if parts[-1] in LOCK_FILES:
        return "lock file"
    if _MINIFIED_NAME.search(parts[-1]):
        return "minified"
    if len(data) > MAX_FILE_BYTES:
        return "too large"
    if b"\0" in data[:8000] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        if not _may_be_utf16(data):
            return "binary"
    elif is_minified(data):
        return "minified"
    if _GENERATED_NAME.search(parts[-1]) or is_generated(data):
        return "generated"
    return ""


def is_minified(data: bytes) -> bool:
    """Tell whether lines are longer than people write them; a few that are data do not make a file minified."""
    if len(data) < 2000:
        return False
    lines = data.split(b"\n")
    ordinary = [line for line in lines if len(line) <= MAX_LINE]
    long_lines = len(lines) - len(ordinary)
    if long_lines:
        written = sum(not _COMMENT_LINE.match(line) for line in ordinary if line.strip())
        if written < LINES_FOR_A_LONG_ONE * long_lines:
            return True
    return sum(map(len, ordinary)) / len(ordinary) + 1 > MAX_MEAN_LINE


def without_long_lines(source: bytes) -> bytes:
    """Put spaces in the place of lines over MAX_LINE, keeping every offset."""
    if len(source) <= MAX_LINE:
        return source
    lines = source.split(b"\n")
    return b"\n".join(b" " * len(line) if len(line) > MAX_LINE else line for line in lines)


def is_generated(data: bytes) -> bool:
    """Tell whether a comment near the top says that a program wrote the file."""
    head = data[:3000].split(b"\n")[:20]
    comments = []
    in_block = False
    for line in head:
        if in_block or _COMMENT_LINE.match(line):
            comments.append(line)
        if b"/*" in line:
            in_block = True
        if b"*/" in line:
            in_block = False
    return bool(_GENERATED.search(b"\n".join(comments)))


def _may_be_utf16(data: bytes) -> bool:
    head = data[:8000]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    return (not even or not odd) and max(even, odd) >= len(head) // 4
