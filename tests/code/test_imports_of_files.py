"""What each language imports, as it is written: target, names, form and line."""

from __future__ import annotations

import pytest

from trove_git.code.extract import extract_facts

# path, source, expected (line, target, names, form)
ROWS = {
    "python": (
        "a.py",
        "import a.b as c, d\nfrom . import x as y\nfrom ..q import (m,\n"
        "  n)\nfrom z import *\ndef f():\n    import late\n",
        [
            (1, "a.b", "", ""),
            (1, "d", "", ""),
            (2, ".", "x", ""),
            (3, "..q", "m n", ""),
            (5, "z", "*", ""),
            (7, "late", "", ""),
        ],
    ),
    "javascript": (
        "a.js",
        'import a, {b as c} from "x";\nimport "side";\nexport * from "y";\nexport {d} from "./z";\n'
        'const {e, f: g} = require("w");\nfunction late() { return import("l"); }\n'
        '// require("comment")\nconst text = \'require("string")\';\nrequire(name);\n',
        [
            (1, "x", "default b", ""),
            (2, "side", "", ""),
            (3, "y", "", ""),
            (4, "./z", "d", ""),
            (5, "w", "e f", "require"),
            (6, "l", "", "dynamic"),
        ],
    ),
    "typescript": (
        "a.ts",
        'import type {A} from "x";\nexport type {B} from "y";\nimport fs = require("fs");\nimport * as all from "z";\n',
        [(1, "x", "A", "type"), (2, "y", "B", "type"), (3, "fs", "", ""), (4, "z", "*", "")],
    ),
    "go": (
        "a.go",
        'package a\nimport "fmt"\nimport (\n\tq "a/b"\n\t_ "c"\n)\n',
        [(2, "fmt", "", ""), (4, "a/b", "", ""), (5, "c", "", "")],
    ),
    "rust": (
        "a.rs",
        "use a::{b, c::{self, d as e}, f::*};\nuse crate::x;\n"
        "use super::y::Z;\nmod m;\nextern crate q;\nmod n { use self::k; }\n",
        [
            (1, "a::b", "b", ""),
            (1, "a::c", "c", ""),
            (1, "a::c::d", "d", ""),
            (1, "a::f::*", "*", ""),
            (2, "crate::x", "x", ""),
            (3, "super::y::Z", "Z", ""),
            (4, "m", "", "mod"),
            (5, "q", "", "crate"),
            (6, "self::k", "k", ""),
        ],
    ),
    "java": ("A.java", "import a.B;\nimport static a.C.*;\n", [(1, "a.B", "B", ""), (2, "a.C.*", "*", "static")]),
    "kotlin": ("a.kt", "import a.b.*\nimport c.D as E\n", [(1, "a.b.*", "*", ""), (2, "c.D", "D", "")]),
    "scala": (
        "a.scala",
        "import a.{B, C => D}\nimport e._\n",
        [(1, "a.B", "B", ""), (1, "a.C", "C", ""), (2, "e._", "_", "")],
    ),
    "c": (
        "a.c",
        '#include <a.h>\n#  include "b/c.h"\n/* #include "no.h" */\nint f(void) {\n#include "body.inc"\n}\n',
        [(1, "a.h", "", "system"), (2, "b/c.h", "", ""), (5, "body.inc", "", "")],
    ),
    "csharp": (
        "A.cs",
        "using A.B;\nusing static X.Y;\nusing Z = Q.W;\n",
        [(1, "A.B", "", ""), (2, "X.Y", "", "static"), (3, "Q.W", "", "")],
    ),
    "ruby": (
        "a.rb",
        'require "a"\nrequire_relative "b/c"\nmodule M\n  autoload :X, "d"\n'
        '  def f\n    require "late"\n  end\nend\nrequire "#{name}"\n# require "no"\n',
        [(1, "a", "", ""), (2, "b/c", "", "relative"), (4, "d", "X", "autoload"), (6, "late", "", "")],
    ),
    "php": (
        "a.php",
        '<?php\nuse X\\{Y, Z as W};\nuse Q\\R;\nuse function S\\f;\nrequire_once __DIR__ . "/a.php";\n'
        "$a = <<<EOT\nrequire 'no.php';\nEOT;\n",
        [
            (2, "X\\Y", "Y", ""),
            (2, "X\\Z", "Z", ""),
            (3, "Q\\R", "R", ""),
            (4, "S\\f", "f", "function"),
            (5, "/a.php", "", "relative"),
        ],
    ),
    "bash": (
        "a.sh",
        'source ./a.sh\n. "b.sh"\n# source no.sh\necho . x\n',
        [(1, "./a.sh", "", "relative"), (2, "b.sh", "", "relative")],
    ),
    "lua": (
        "a.lua",
        'local a = require "x.y"\nlocal b = require("z")\n-- require "no"\n',
        [(1, "x.y", "", ""), (2, "z", "", "")],
    ),
    "elixir": (
        "a.ex",
        "defmodule A do\n  alias X.{Y, Z}\n  import R\n  use S, opt: 1\n  require T\nend\n",
        [
            (2, "X.Y", "", "alias"),
            (2, "X.Z", "", "alias"),
            (3, "R", "", "import"),
            (4, "S", "", "use"),
            (5, "T", "", "require"),
        ],
    ),
    "haskell": (
        "a.hs",
        "module M where\nimport qualified Data.Map as M\nimport X (y, Z(..))\n",
        [(2, "Data.Map", "", ""), (3, "X", "y Z", "")],
    ),
    "zig": (
        "a.zig",
        'const std = @import("std");\nconst b = @import("b.zig");\n',
        [(1, "std", "", ""), (2, "b.zig", "", "")],
    ),
    "swift": (
        "a.swift",
        "import Foundation\n@testable import struct A.B\n",
        [(1, "Foundation", "", ""), (2, "A.B", "", "")],
    ),
    "hcl": ("main.tf", 'module "m" {\n  source = "./x"\n}\n', [(2, "./x", "", "")]),
    "ocaml": ("a.ml", "open A.B\ninclude C\n", [(1, "A.B", "", ""), (2, "C", "", "include")]),
    "julia": (
        "a.jl",
        'using X, Y.Z\nusing Q: a, b\nimport R\ninclude("b.jl")\n',
        [(1, "X", "", ""), (1, "Y.Z", "", ""), (2, "Q", "a b", ""), (3, "R", "", ""), (4, "b.jl", "", "relative")],
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_imports_of_a_language(name: str) -> None:
    path, source, expected = ROWS[name]
    found = [
        (item.line, item.target, " ".join(item.names), item.form)
        for item in extract_facts(path, source.encode()).imports
    ]
    assert found == expected
