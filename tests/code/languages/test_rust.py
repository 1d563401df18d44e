"""Rust: items that stand inside macro calls, and what only looks like them."""

from __future__ import annotations

import pytest

from trove_git.code import walk
from trove_git.code.extract import extract_facts
from trove_git.code.parse import parse_inside


def symbols(source: str) -> list[str]:
    """Return sign for public, lines, kind and qualified name of each symbol of a file."""
    facts = extract_facts("src/lib.rs", source.encode())
    return [
        f"{'+' if item.exported else '-'}{item.line}-{item.end_line} {item.kind} {item.qualified}"
        for item in facts.symbols
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            "cfg_net! {\n    pub struct Socket {\n        fd: u8,\n    }\n    fn open() {}\n}\n",
            ["+2-4 struct Socket", "-5-5 function open"],
            id="at the top of a file",
        ),
        pytest.param(
            "mod net {\n  cfg_a! {\n    cfg_b! {\n      pub enum Kind { Tcp }\n    }\n  }\n}\n",
            ["-1-7 mod net", "+4-4 enum net.Kind"],
            id="nested",
        ),
        pytest.param(
            "impl Socket {\n  cfg_net! {\n    pub fn send(&self) {}\n  }\n}\n",
            ["+3-3 method Socket.send"],
            id="in an implementation",
        ),
        pytest.param(
            "cfg_if::cfg_if! {\n  if #[cfg(unix)] {\n    pub fn here() {}\n  } else {\n    pub struct There;\n  }\n}\n",
            ["+3-3 function here", "+5-5 struct There"],
            id="branches of cfg_if",
        ),
        pytest.param(
            "bitflags! {\n  pub struct Flags: u8 {}\n}\nlazy_static! {\n  static ref ALL: u8 = 1;\n}\n",
            ["+2-2 struct Flags", "-5-5 constant ALL"],
            id="with words of the macro's own",
        ),
        pytest.param("items!(pub struct A;);\nnames!(struct B => x);\n", ["+1-1 struct A"], id="in round brackets"),
        pytest.param(
            "fn f() {\n  quote! {\n    pub struct Made;\n  }\n}\nconst X: u8 = run! { fn g() {} };\n",
            ["-1-5 function f", "-6-6 constant X"],
            id="a statement or a value hands nothing on",
        ),
    ],
)
def test_items_in_macro_calls_are_symbols(source: str, expected: list[str]) -> None:
    assert symbols(source) == expected


def test_an_item_in_a_macro_call_has_its_documentation_and_its_signature() -> None:
    source = "cfg_net! {\n    /// Sends bytes. And more.\n    pub fn send(to: &str) -> usize {\n        1\n    }\n}\n"
    (send,) = extract_facts("a.rs", "é\n".join(("// ", source)).encode()).symbols
    assert (send.doc, send.signature, send.line) == ("Sends bytes.", "pub fn send(to: &str) -> usize", 4)


def test_imports_in_macro_calls_are_imports() -> None:
    facts = extract_facts("a.rs", b"cfg_net! {\n  mod tcp;\n  pub use tcp::Stream;\n}\n")
    assert [(item.target, item.line) for item in facts.imports] == [("tcp", 2), ("tcp::Stream", 3)]


def test_calls_within_each_other_cost_a_bounded_number_of_parses(monkeypatch) -> None:
    parses = []
    monkeypatch.setattr(walk, "parse_inside", lambda *a: parses.append(a) or parse_inside(*a))
    assert symbols("a! {\n" * 400 + "fn f() {}" + "\n}" * 400) == []
    assert 0 < len(parses) < 20
    parses.clear()
    assert len(symbols("a! { fn f() {} mod m {} }\n" * (walk.MAX_INSIDE_PARSES + 9))) == 2
    assert len(parses) == walk.MAX_INSIDE_PARSES
