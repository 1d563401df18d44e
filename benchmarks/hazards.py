"""What hostile and odd files cost, and what becomes of them: one repository of each is made and indexed.

  hazards.py [--program git-trove] [--only NAME]

For each: processor seconds and peak memory of the whole `git-trove index` (the largest of its processes),
how many symbols were found, what was skipped or not wholly read. Ends with 1 when a run fails.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

Files = Iterator[tuple[str, bytes]]


def nothing() -> Files:
    """The floor: what starting and writing an index cost."""
    yield "a.py", b"def f(): pass\n"


def minified() -> Files:
    """1 MB of JavaScript on one line, and the same below the size limit."""
    piece = b"function a(b,c){if(b>c){return b.d(function(e){return e+1})}return c};"
    yield "src/large.js", piece * (1_000_000 // len(piece))
    yield "src/small.js", piece * (400_000 // len(piece))


def nested_namespaces() -> Files:
    """20,000 namespaces inside each other."""
    for path in ("a.cc", "a.cs", "a.ts"):
        yield path, b"namespace a {\n" * 20_000 + b"}\n" * 20_000


def encodings() -> Files:
    """UTF-16 with and without a mark, Latin-1, and bytes that are no text."""
    text = 'def größe():\n    """Misst."""\n'
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "latin-1", "utf-8-sig"):
        yield f"{encoding.replace('-', '_')}.py", text.encode(encoding)


def conflicts() -> Files:
    """Markers of a merge left in."""
    both = b"<<<<<<< HEAD\ndef ours(): pass\n=======\ndef theirs(): pass\n>>>>>>> branch\n"
    yield "a.py", b"def before(): pass\n" + both + b"def after(): pass\n"
    yield "b.js", b"function f() {}\n" + both.replace(b"def ", b"function ").replace(b": pass", b" {}")


def no_text() -> Files:
    """An empty and a binary file with the names of code."""
    yield "empty.py", b""
    yield "binary.py", bytes(range(256)) * 400
    yield "nul.py", b"def f(): pass\n" + b"\0" * 4000


def half_a_million() -> Files:
    """5,000 files of 100 functions."""
    for number in range(5000):
        lines = [f"def load_{number}_{item}(path, mode):\n    return path\n" for item in range(100)]
        yield f"pkg{number // 100}/mod{number}.py", "\n".join(lines).encode()


def long_line() -> Files:
    """A line of 400 KB between ordinary ones."""
    yield "a.py", b"def f(): pass\n" + b"x = [" + b"1, " * 133_000 + b"]\n" + b"def g(): pass\n"
    yield "b.py", b"x = 1\n" * 17_000 + b"y = '" + b"z" * 400_000 + b"'\n"


def nested_brackets() -> Files:
    """Parentheses, arrays, objects and calls 60,000 deep, closed and not."""
    for name, opening, closing in (
        ("paren", "(", ")"),
        ("array", "[", "]"),
        ("object", "{a:", "}"),
        ("call", "f(", ")"),
    ):
        rows = 60_000 // 100
        yield f"{name}.js", f"x = {(opening * 100 + chr(10)) * rows}1{(closing * 100 + chr(10)) * rows};\n".encode()
        yield f"{name}_open.js", f"x = {(opening * 100 + chr(10)) * rows}".encode()
        yield f"{name}.py", f"x = {(opening * 100 + chr(10)) * rows}".encode()


def giant_class() -> Files:
    """One class of 511 KB."""
    method = "    def method_{0}(self, value):\n        return value + {0}\n\n"
    for path, head, form, end in (
        ("a.py", "class Giant:\n", method, ""),
        ("A.java", "class A {\n", "    public int method{0}(int value) {{ return value + {0}; }}\n", "}\n"),
        ("a.ts", "export class A {\n", "    method{0}(value: number) {{ return value + {0}; }}\n", "}\n"),
    ):
        pieces, size, number = [head], len(head), 0
        while size < 511 * 1024 - 100:
            pieces.append(form.format(number))
            size += len(pieces[-1])
            number += 1
        yield path, "".join([*pieces, end]).encode()


def no_grammar_knows() -> Files:
    """Half a megabyte of definitions each, in files that do not parse and are searched by pattern."""
    yield "a.sql", b"%% (\n" + b"create table a\n" * 34_000
    yield "a.sh", b'"${\n' + b"a() { :; }\n" * 45_000


HAZARDS: dict[str, Callable[[], Files]] = {
    "one small file": nothing,
    "1 MB of minified JavaScript": minified,
    "20,000 nested namespaces": nested_namespaces,
    "UTF-16, Latin-1, byte order marks": encodings,
    "merge conflict markers": conflicts,
    "empty and binary .py": no_text,
    "500,000 symbols in 5,000 files": half_a_million,
    "a line of 400 KB": long_line,
    "brackets 60,000 deep": nested_brackets,
    "a class of 511 KB": giant_class,
    "80,000 definitions that do not parse": no_grammar_knows,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="git-trove")
    parser.add_argument("--only", help="part of a name")
    options = parser.parse_args()
    failed = 0
    print("| hazard | CPU s | peak MB | symbols | skipped, or not wholly read |\n| --- | --- | --- | --- | --- |")
    for name, files in HAZARDS.items():
        if not options.only or options.only in name:
            with tempfile.TemporaryDirectory(prefix="trove-hazard-") as work:
                failed += measure(name, files(), Path(work), options.program)
    return min(failed, 1)


def measure(name: str, files: Files, work: Path, program: str) -> bool:
    """Make the repository, index it, print a row; tell whether it failed."""
    repo = work / "repo"
    for path, data in files:
        file = repo / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    environment = {**os.environ, "HOME": str(work), "XDG_CACHE_HOME": str(work / "cache"), "GIT_CONFIG_NOSYSTEM": "1"}
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    for arguments in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "all"]):
        subprocess.run(["git", *arguments], cwd=repo, env=environment, check=True, stderr=subprocess.DEVNULL)
    with (work / "out").open("wb") as out, (work / "err").open("wb") as err:
        child = subprocess.Popen([program, "index", "--json"], cwd=repo, env=environment, stdout=out, stderr=err)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        print(f"| {name} | failed with {child.returncode}: {(work / 'err').read_text()[-300:]} |")
        return True
    result = json.loads((work / "out").read_text())
    cells = (
        f"{used.ru_utime + used.ru_stime:.1f}",
        f"{used.ru_maxrss / 1024:.0f}",
        f"{result['counts'].get('symbol', 0):,}",
        counted(Counter(result["skipped"].values())),
    )
    print(f"| {name} | {' | '.join(cells)} |", flush=True)
    return False


def counted(found: dict[str, int]) -> str:
    return ", ".join(f"{count} {text}" for text, count in sorted(found.items()))


if __name__ == "__main__":
    sys.exit(main())
