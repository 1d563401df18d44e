"""What an entry speaks about: files and names of code, and above all what is neither."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.entries.entry import parse_entry
from trove_git.entries.links import LONG_LINE_CHARACTERS
from trove_git.entries.references import Reference, find_references

PATH = ".claude/trove/entries/retries.md"


def references(body: str, head: str = "title: Retries\n", path: str = PATH) -> tuple[Reference, ...]:
    return find_references(parse_entry(f"---\n{head}---\n{body}\n".encode(), path))


def named(body: str, kind: str) -> list[str]:
    return [reference.text for reference in references(body) if reference.kind == kind]


ENTRY = """---
title: Retries in `fetchWithRetry` give up after 30 s
type: gotcha
created: 2026-03-01
paths:
  - src/net/retry.js
  - "src/net/**/*.ts"
  - docs/
---

The limit is in `src/net/retry.js:12-20`, not in `config/default.yml`; see [the guide](../../../docs/net.md#limits)
and `Client.connect()`. Version 2.3.1 of https://example.org/src/net/other.js raised it on 2026/02/11.

```js
fetchOther("src/net/example.js")
```

Tests: tests/net/test_retry.py (and `MAX_RETRY_SECONDS`), run `npm test -- tests/net/slow.test.js`.

**Why it matters:** users and/or operators wait.

**Related:** [[timeouts]], [[src/net/x.js]]
"""


def test_an_entry_as_people_write_it():
    found = find_references(parse_entry(ENTRY.encode(), PATH))
    assert [tuple(reference[:4]) for reference in found] == [
        ("src/net/retry.js", "path", 6, True),
        ("src/net/**/*.ts", "pattern", 7, True),
        ("docs", "path", 8, True),
        ("fetchWithRetry", "symbol", 2, False),
        ("../../../docs/net.md", "path", 11, False),
        ("config/default.yml", "path", 11, False),
        ("Client.connect", "symbol", 12, False),
        ("MAX_RETRY_SECONDS", "symbol", 18, False),
        ("tests/net/slow.test.js", "path", 18, False),
        ("tests/net/test_retry.py", "path", 18, False),
    ]
    assert [reference.text for reference in found if reference.beside] == ["../../../docs/net.md"]


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ("in `src/a.js`", ["src/a.js"]),
        ("in `./src/a.js`", ["src/a.js"]),
        ("in src/a.js, (src/b.js), **src/c.js**.", ["src/a.js", "src/b.js", "src/c.js"]),
        ("src/a.js's limit; “src/b.js”", ["src/a.js", "src/b.js"]),
        ("`a/b.py:7` `a/c.py:7:2` `a/d.py#L7-L9` a/e.py:3", ["a/b.py", "a/c.py", "a/d.py", "a/e.py"]),
        ("`tests/a.py::test_x`", ["tests/a.py"]),
        ("`retry.js` and retry.py", ["retry.js", "retry.py"]),
        ("`Makefile`, `go.mod`, go.sum and the Makefile", ["Makefile", "go.mod", "go.sum"]),
        ("`src/net` and src/lib/", ["src/net", "src/lib"]),
        ("`.github/workflows/ci.yml` .pre-commit-config.yaml", [".github/workflows/ci.yml", ".pre-commit-config.yaml"]),
        ("`app/[id]/page.tsx` `src/déjà.md`", ["app/[id]/page.tsx", "src/déjà.md"]),
        ("run `python tools/x.py --out build/y`", ["tools/x.py"]),
        ("[`b.js`](../b.js) ![i](<img/x.png> 'title')", ["../b.js", "img/x.png"]),
        ("[a](my%20file.md) [b](c(d).md)", ["my file.md", "c(d).md"]),
        ("[a]: docs/x.md\n[b]: https://x.org/y.md", ["docs/x.md"]),
        ("a `src/a.js` and src/a.js again", ["src/a.js"]),
        ("`image/icons/x.png` `text/x.py`", ["image/icons/x.png", "text/x.py"]),
    ],
)
def test_paths(body, paths):
    assert named(body, "path") == paths


@pytest.mark.parametrize(
    "body",
    [
        "https://example.org/src/a.js <https://example.org/b.md> www.example.org/c.md mailto:a@example.org/x.md",
        "[a](https://example.org/a.md) [b](#part) [c](mailto:x@example.org) [d](/docs/x.md) [e](//cdn/x.js) [f]()",
        "`https://example.org/x.js` `git@example.org:owner/repo.md`",
        "2026-05-02 2026/05/02 05/02/2026 1/2 v1.2.3 3.11 1.x `2.0`",
        "and/or, either/or, I/O, TCP/IP, `n/a`, client/server, read/write",
        "`--config` -x/y.js `--file=src/a.js` `FOO=src/a.js` `-r requirements`",
        "/etc/hosts.conf `~/x.md` ~/.config/x.toml `/usr/lib/x.py` `../x.js` `C:\\x.js`",
        "`application/json` `text/html` `image/svg+xml` application/vnd.api+json",
        "`src/*.js` `src/{a,b}.js` `<name>/x.md` `$HOME/x.md` `src/.../x.js` `%s/x.md`",
        "`node@18/x` `@scope/pkg` `actions/checkout@v4` `registry/image:latest`",
        "Node.js, Vue.js and D3.js; `.d.ts` files, `.test.js`, `.py`, the .md ending",
        "`console.log` `process.env` `obj.map` `self.lock` e.g. i.e. etc. foo.bar",
        "[[src/a.js]] [[a.md|label]]",
        "```\nsrc/a.js\n```\n~~~sh\ncat `src/b.js`\n~~~",
        "x" * LONG_LINE_CHARACTERS + " src/a.js",
        "... ../ ./ / `.` `..` `...` `/` `src:x`",
    ],
)
def test_what_is_no_path(body):
    assert named(body, "path") == []


@pytest.mark.parametrize(
    ("body", "symbols"),
    [
        ("`retry()` `connect(host, port)` `client.open.now()`", ["retry", "connect", "client.open.now"]),
        ("`Client.connect` `Client#close` `net::retry`", ["Client.connect", "Client#close", "net::retry"]),
        (
            "`max_wait` `fetchWithRetry` `MAX_WAIT` `RetryPolicy`",
            ["max_wait", "fetchWithRetry", "MAX_WAIT", "RetryPolicy"],
        ),
        ("`_private` `__init__` `Session` `empty?()` `Vec<T>`", ["_private", "__init__", "Session", "empty?", "Vec"]),
        ("`tests/a.py::test_x`", ["test_x"]),
        ("in a sentence: fetchWithRetry, retry()", []),
        ("`retry` `main` `user.name` `trove.docs` `-v` `$x` `a` `x()`", []),
        ("`None` `True` `String` `GET` `README` `HEAD` `JSON`", []),
        ("`retry.js` `Button.jsx` `a b` `x = y_z` `1_000` `foo-bar`", []),
        ("```py\n`fetch_all`\n```", []),
    ],
)
def test_symbols(body, symbols):
    assert named(body, "symbol") == symbols


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("paths: src/a.js, ./src/b.js\n", [("src/a.js", "path", 2), ("src/b.js", "path", 2)]),
        ("paths: [src/, '*.go', 'a?.py']\n", [("src", "path", 2), ("*.go", "pattern", 2), ("a?.py", "pattern", 2)]),
        ("paths:\n  - src/a.js\n  - my file.txt\n", [("src/a.js", "path", 3), ("my file.txt", "path", 4)]),
        (
            "paths: [/src/a.js, '/*.go', 'a\\[1\\].py']\n",
            [("src/a.js", "path", 2), ("/*.go", "pattern", 2), ("a[1].py", "path", 2)],
        ),
        ("paths: src/a.js, 'b c.py'\n", [("src/a.js", "path", 2), ("b c.py", "path", 2)]),
        ("paths: [~/x, ../x, 'https://x.org/y', '!src/a', ., '', '*', '**/*']\n", []),
    ],
)
def test_pinned(head, expected):
    found = references("Text.", head)
    assert [reference[:3] for reference in found] == expected
    assert all(reference.pinned for reference in found)


def test_a_pinned_path_that_is_named_too_is_pinned():
    found = references("In `src/a.js`.", "title: A\npaths: src/a.js\n")
    assert found == (Reference("src/a.js", "path", 3, pinned=True),)


def test_a_json_entry_has_its_payload_in_one_line():
    text = json.dumps({"title": "In `a_b`", "data": "x\n\nsee src/a.js", "paths": ["src/b.js"]}, indent=1)
    found = find_references(parse_entry(text.encode(), PATH.replace(".md", ".json")))
    assert [reference[:3] for reference in found] == [
        ("src/b.js", "path", 5), ("a_b", "symbol", 2), ("src/a.js", "path", 3),
    ]  # fmt: skip


@given(st.text(alphabet="`[]()/.ab_:#<>!*-~ \n'\"@1A", max_size=200))
def test_any_text_gives_usable_references(body):
    for reference in references(body):
        assert reference.text
        assert not reference.text.startswith(("/", "~", "-"))
        assert reference.line >= 4
