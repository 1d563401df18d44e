"""Where imports lead, by family of languages, on trees of a few files."""

import random

import pytest

from trove_git.code.facts import FileFacts, Import, Symbol
from trove_git.code.language_table import family_of
from trove_git.code.resolve import Resolved, Resolver


def symbol(name, kind="class", scope="", line=1, end_line=1):
    return Symbol(name, kind, scope, name, "", line, end_line, True)


def facts(language="", package="", symbols=(), imports=()):
    return FileFacts(language, tuple(symbols), tuple(imports), package, "", 0, "", 1)


def resolve(files, path, target, *names, form="", line=1, manifests=None):
    """Resolve one import in a tree; `files` are paths, or a mapping of paths to facts."""
    known = files if isinstance(files, dict) else {name: facts() for name in files}
    resolver = Resolver(known, list(known), {key: text.encode() for key, text in (manifests or {}).items()})
    return [
        one.path or (one.external and f"<{one.external}>")
        for one in resolver.resolve(path, Import(target, names, line, form))
    ]


_ENDINGS = (".py", ".ts", ".js", ".go", ".rs", ".java", ".cs", ".php", ".ex", ".hs", ".c", ".rb", ".lua", ".zig", ".sh",
            ".tf", ".swift", ".ml", ".jl", ".txt")  # fmt: skip

PYTHON = [
    "pkg/__init__.py", "pkg/a.py", "pkg/sub/__init__.py", "pkg/sub/b.py", "pkg/json.py", "tests/test_a.py",
    "tests/helper.py", "src/lib/__init__.py", "src/lib/core.py", "space/inner/mod.py", "tools/queue.py", "tools/run.py",
    "pkg/fast.pyx",
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "target", "names", "expected"),
    [
        pytest.param("tests/test_a.py", "pkg.a", (), ["pkg/a.py"], id="absolute module"),
        pytest.param("tests/test_a.py", "pkg.a", ("X",), ["pkg/a.py"], id="name of a module"),
        pytest.param("tests/test_a.py", "pkg", ("a", "X"), ["pkg/a.py", "pkg/__init__.py"], id="module and name"),
        pytest.param("tests/test_a.py", "pkg", ("*",), ["pkg/__init__.py"], id="star"),
        pytest.param("pkg/sub/b.py", "..a", ("x",), ["pkg/a.py"], id="relative, two up"),
        pytest.param("pkg/sub/b.py", ".", ("b",), ["pkg/sub/b.py"], id="from dot"),
        pytest.param("pkg/sub/b.py", "....x", ("b",), [""], id="above the root"),
        pytest.param("pkg/a.py", ".gone", ("b",), [""], id="relative and gone"),
        pytest.param("tests/test_a.py", "pkg.gone", (), [""], id="own package, no such module"),
        pytest.param("tests/test_a.py", "lib.core", ("x",), ["src/lib/core.py"], id="src layout"),
        pytest.param("pkg/a.py", "space.inner", ("mod",), ["space/inner/mod.py"], id="namespace package"),
        pytest.param("pkg/a.py", "space", (), ["<space>"], id="namespace without a file is a package outside"),
        pytest.param("tests/test_a.py", "helper", (), ["tests/helper.py"], id="script beside"),
        pytest.param("pkg/a.py", "helper", (), ["<helper>"], id="a script elsewhere is not seen"),
        pytest.param("pkg/a.py", "json", (), ["<std>"], id="standard library before a namesake"),
        pytest.param("tools/run.py", "queue", (), ["tools/queue.py"], id="a script shadows the standard library"),
        pytest.param("pkg/a.py", "os.path", ("join",), ["<std>"], id="standard library"),
        pytest.param("pkg/a.py", "urllib2", (), ["<std>"], id="standard library of another version"),
        pytest.param("pkg/a.py", "requests.auth", ("X",), ["<requests>"], id="package outside"),
        pytest.param("pkg/a.py", "google.cloud", ("storage",), ["<google.cloud>"], id="shared first name"),
        pytest.param("pkg/a.py", "pkg.fast", (), ["pkg/fast.pyx"], id="compiled module"),
    ],
)
def test_python(path, target, names, expected):
    assert resolve(PYTHON, path, target, *names) == expected


def test_python_prefers_the_name_that_a_package_defines_to_its_module():
    files = {"p/__init__.py": facts(symbols=[symbol("x", "function")]), "p/x.py": facts(), "q.py": facts()}
    assert resolve(files, "q.py", "p", "x") == ["p/__init__.py"]


def test_python_takes_the_package_nearest_to_the_file():
    files = ["one/app/__init__.py", "one/run.py", "two/app/__init__.py", "two/run.py"]
    assert resolve(files, "two/run.py", "app") == ["two/app/__init__.py"]
    assert resolve(files, "one/run.py", "app") == ["one/app/__init__.py"]


GO = ["go.mod", "main.go", "x/x.go", "x/y.go", "x/x_test.go", "sub/go.mod", "sub/z/z.go", "vendor/github.com/v/w/w.go"]
GO_MODS = {
    "go.mod": "module example.com/app\nrequire (\n\tgopkg.in/yaml.v3 v3.0.1\n\tgotest.tools/v3 v3.5.0 // indirect\n)\n",
    "sub/go.mod": "module example.com/app/sub\n",
    "vendor/github.com/v/w/go.mod": "module github.com/v/w\n",
}


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("example.com/app/x", ["x/x.go", "x/y.go"]),
        ("example.com/app", ["main.go"]),
        ("example.com/app/sub/z", ["sub/z/z.go"]),
        ("example.com/app/none", [""]),
        ("net/http", ["<std>"]),
        ("C", ["<std>"]),
        ("github.com/spf13/cobra/doc", ["<github.com/spf13/cobra>"]),
        ("github.com/v/w", ["<github.com/v/w>"]),
        ("gopkg.in/yaml.v3", ["<gopkg.in/yaml.v3>"]),
        ("gotest.tools/v3/assert", ["<gotest.tools>"]),
        ("golang.org/x/net/html", ["<golang.org/x/net>"]),
        ("k8s.io/api/core/v1", ["<k8s.io/api>"]),
        ("./x", ["x/x.go", "x/y.go"]),
    ],
)
def test_go(target, expected):
    assert resolve(GO, "main.go", target, manifests=GO_MODS) == expected


RUST = [
    "Cargo.toml", "src/lib.rs", "src/a.rs", "src/a/b.rs", "src/c/mod.rs", "src/c/d.rs", "src/bin/tool.rs",
    "tests/it.rs", "tests/common/mod.rs", "my-core/Cargo.toml", "my-core/src/lib.rs", "my-core/src/e.rs",
]  # fmt: skip
CARGO = {
    "Cargo.toml": '[package]\nname = "app"\n[dependencies]\nserde = "1"\n',
    "my-core/Cargo.toml": '[package]\nname = "my-core"\n',
}


@pytest.mark.parametrize(
    ("path", "target", "form", "expected"),
    [
        pytest.param("src/lib.rs", "crate::a::b::X", "", ["src/a/b.rs"], id="deepest module"),
        pytest.param("src/a/b.rs", "crate::Error", "", ["src/lib.rs"], id="item of the root"),
        pytest.param("src/a/b.rs", "super::X", "", ["src/a.rs"], id="super of a file in a folder"),
        pytest.param("src/c/d.rs", "super::super::a", "", ["src/a.rs"], id="super twice"),
        pytest.param("src/c/mod.rs", "self::d::X", "", ["src/c/d.rs"], id="self"),
        pytest.param("src/lib.rs", "a", "mod", ["src/a.rs"], id="mod file"),
        pytest.param("src/lib.rs", "c", "mod", ["src/c/mod.rs"], id="mod folder"),
        pytest.param("src/a.rs", "b", "mod", ["src/a/b.rs"], id="mod below a file"),
        pytest.param("src/lib.rs", "zzz", "mod", [""], id="mod that is not there"),
        pytest.param("src/lib.rs", "my_core::e::Y", "", ["my-core/src/e.rs"], id="crate of the workspace"),
        pytest.param("src/bin/tool.rs", "app::a::X", "", ["src/a.rs"], id="own library from a binary"),
        pytest.param("tests/it.rs", "common", "mod", ["tests/common/mod.rs"], id="module of tests"),
        pytest.param("src/lib.rs", "std::fmt", "", ["<std>"], id="standard"),
        pytest.param("src/lib.rs", "serde::de::X", "", ["<serde>"], id="outside"),
        pytest.param("src/lib.rs", "a::{b::X, self}", "", ["src/a/b.rs", "src/a.rs"], id="tree"),
        pytest.param("src/lib.rs", "Kind::A", "", [""], id="a type that is not known"),
    ],
)
def test_rust(path, target, form, expected):
    assert resolve(RUST, path, target, form=form, manifests=CARGO) == expected


def test_rust_super_inside_a_module_of_the_file_is_the_file():
    files = {
        "Cargo.toml": facts(),
        "src/lib.rs": facts(),
        "src/a.rs": facts(symbols=[symbol("tests", "mod", "", 5, 9)]),
    }
    assert resolve(files, "src/a.rs", "super::*", "*", line=6, manifests=CARGO) == ["src/a.rs"]
    assert resolve(files, "src/a.rs", "super::*", "*", line=2, manifests=CARGO) == ["src/lib.rs"]


def test_rust_follows_a_name_that_another_use_brought_in():
    files = {
        "src/lib.rs": facts(),
        "src/k.rs": facts(),
        "src/m.rs": facts(imports=[Import("crate::k::Kind", ("Kind",), 1)]),
    }
    assert resolve(files, "src/m.rs", "Kind::A", "A", manifests=CARGO) == ["src/k.rs"]


JAVA = {
    "m/src/a/b/C.java": facts("Java", "a.b", [symbol("C"), symbol("Inner", scope="C"), symbol("run", "method", "C")]),
    "m/src/a/b/D.kt": facts("Kotlin", "a.b", [symbol("helper", "function")]),
    "n/src/a/b/C.java": facts("Java", "a.b", [symbol("C")]),
    "m/src/a/x/E.java": facts("Java", "a.x", [symbol("E")]),
}


@pytest.mark.parametrize(
    ("path", "target", "names", "expected"),
    [
        pytest.param("m/src/a/x/E.java", "a.b.C", ("C",), ["m/src/a/b/C.java"], id="class, the nearer of two"),
        pytest.param("n/src/a/b/C.java", "a.b.C", (), ["n/src/a/b/C.java"], id="class, from the other project"),
        pytest.param("m/src/a/x/E.java", "a.b.C.Inner", (), ["m/src/a/b/C.java"], id="nested class"),
        pytest.param("m/src/a/x/E.java", "a.b.C.run", (), ["m/src/a/b/C.java"], id="static member"),
        pytest.param("m/src/a/x/E.java", "a.b.helper", (), ["m/src/a/b/D.kt"], id="top-level function"),
        pytest.param(
            "m/src/a/x/E.java", "a.b", ("helper", "C"), ["m/src/a/b/D.kt", "m/src/a/b/C.java"], id="selectors"
        ),
        pytest.param(
            "m/src/a/x/E.java",
            "a.b.*",
            ("*",),
            ["m/src/a/b/C.java", "m/src/a/b/D.kt", "n/src/a/b/C.java"],
            id="package",
        ),
        pytest.param("m/src/a/x/E.java", "a.b.Gone", (), [""], id="generated"),
        pytest.param("m/src/a/x/E.java", "java.util.List", (), ["<std>"], id="standard"),
        pytest.param("m/src/a/x/E.java", "javax.inject.Inject", (), ["<javax.inject>"], id="javax outside"),
        pytest.param("m/src/a/x/E.java", "com.google.common.base.X", (), ["<com.google.common>"], id="com: three"),
        pytest.param("m/src/a/x/E.java", "org.junit.Test", (), ["<org.junit>"], id="org: two"),
    ],
)
def test_jvm(path, target, names, expected):
    assert resolve(JAVA, path, target, *names) == expected


def test_csharp_namespace_leads_to_the_files_that_declare_it():
    files = {"A.cs": facts("C#", "My.Core", [symbol("A")]), "B.cs": facts("C#", "My.Core"), "C.cs": facts("C#", "My")}
    assert resolve(files, "C.cs", "My.Core") == ["A.cs", "B.cs"]
    assert resolve(files, "C.cs", "System.Linq") == ["<std>"]
    assert resolve(files, "C.cs", "Newtonsoft.Json.Linq") == ["<Newtonsoft.Json>"]
    assert resolve(files, "C.cs", "My.Core.Gone") == [""]


def test_csharp_namespace_of_the_platform_is_a_repositorys_own_only_in_a_folder_of_its_name():
    for path, expected in {
        "Compat.cs": "<std>",
        "src/System.Text/Compat.cs": "src/System.Text/Compat.cs",
        "src/System/Text/Compat.cs": "src/System/Text/Compat.cs",
    }.items():
        files = {path: facts("C#", "System.Text", [symbol("Rune")]), "C.cs": facts("C#", "My")}
        assert resolve(files, "C.cs", "System.Text") == [expected]


def test_php_by_declaration_and_by_composer():
    files = {
        "src/Http/Kernel.php": facts("PHP", "App\\Http", [symbol("Kernel")]),
        "lib/Old.php": facts("PHP", "", []),
        "src/Plain.php": facts("PHP", "", []),
        "index.php": facts("PHP", "App"),
    }
    composer = {
        "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src/"}}, "require": {"php": "8", "app/big-data-set": 1}}'
    }
    assert resolve(files, "index.php", "App\\Http\\Kernel", manifests=composer) == ["src/Http/Kernel.php"]
    assert resolve(files, "index.php", "App\\Plain", manifests=composer) == ["src/Plain.php"]
    assert resolve(files, "index.php", "App\\Gone", manifests=composer) == [""]
    assert resolve(files, "index.php", "App\\BigData\\Set", manifests=composer) == ["<App\\BigData>"]
    assert resolve(files, "index.php", "App\\Big", manifests=composer) == ["<App\\Big>"]
    assert resolve(files, "index.php", "App\\BigD", manifests=composer) == [""]
    assert resolve(files, "index.php", "App\\Http", manifests=composer) == ["src/Http/Kernel.php"]
    assert resolve(files, "index.php", "Symfony\\Component\\Console\\App", manifests=composer) == [
        "<Symfony\\Component>"
    ]
    assert resolve(files, "index.php", "DateTime", manifests=composer) == ["<std>"]
    assert resolve(files, "index.php", "/lib/Old.php", form="relative", manifests=composer) == ["lib/Old.php"]


def test_elixir_and_haskell_by_module_name():
    elixir = {
        "lib/a.ex": facts("Elixir", "", [symbol("My.Repo", "mod"), symbol("Inner", "mod", "My.Repo")]),
        "b.ex": facts("Elixir"),
    }
    assert resolve(elixir, "b.ex", "My.Repo", form="alias") == ["lib/a.ex"]
    assert resolve(elixir, "b.ex", "My.Repo.Inner", form="alias") == ["lib/a.ex"]
    assert resolve(elixir, "b.ex", "Ecto.Query", form="import") == ["<Ecto>"]
    assert resolve(elixir, "b.ex", "GenServer", form="use") == ["<std>"]
    assert resolve(elixir, "b.ex", "My.Gone", form="alias") == [""]
    second = {
        "a.ex": facts("Elixir", "First", [symbol("First", "mod"), symbol("Second", "mod")]),
        "b.ex": facts("Elixir"),
    }
    assert resolve(second, "b.ex", "Second") == ["a.ex"]
    haskell = {"src/Data/Tree.hs": facts("Haskell", "Data.Tree"), "M.hs": facts("Haskell", "M")}
    assert resolve(haskell, "M.hs", "Data.Tree", "x") == ["src/Data/Tree.hs"]
    assert resolve(haskell, "M.hs", "Data.List") == ["<std>"]
    assert resolve(haskell, "M.hs", "Network.HTTP.Client") == ["<Network.HTTP>"]


@pytest.mark.parametrize(
    ("files", "path", "target", "form", "expected"),
    [
        pytest.param(["a/x.c", "a/x.h"], "a/x.c", "x.h", "", ["a/x.h"], id="C beside"),
        pytest.param(["src/x.c", "include/lib/y.h"], "src/x.c", "lib/y.h", "", ["include/lib/y.h"], id="C by suffix"),
        pytest.param(["src/x.c", "include/lib/y.h"], "src/x.c", "lib/y.h", "system", ["include/lib/y.h"], id="C <>"),
        pytest.param(["p/x.c", "p/i/y.h", "q/i/y.h"], "p/x.c", "y.h", "", ["p/i/y.h"], id="C the nearer"),
        pytest.param(["x.c", "compat/string.h"], "x.c", "string.h", "system", ["<std>"], id="C standard"),
        pytest.param(["x.cc"], "x.cc", "vector", "system", ["<std>"], id="C++ standard"),
        pytest.param(["x.c"], "x.c", "openssl/ssl.h", "system", ["<openssl>"], id="C outside"),
        pytest.param(["x.c"], "x.c", "config.h", "", [""], id="C generated"),
        pytest.param(["x.c", "b/config.h.in"], "x.c", "config.h", "", ["b/config.h.in"], id="C template"),
        pytest.param(["lib/a.rb", "lib/a/b.rb"], "lib/a.rb", "a/b", "", ["lib/a/b.rb"], id="Ruby load path"),
        pytest.param(["lib/a.rb", "lib/a/b.rb"], "lib/a.rb", "a/b", "relative", ["lib/a/b.rb"], id="Ruby relative"),
        pytest.param(["lib/a.rb"], "lib/a.rb", "gone", "relative", [""], id="Ruby relative and gone"),
        pytest.param(["lib/a.rb"], "lib/a.rb", "a/gone", "", [""], id="Ruby own and gone"),
        pytest.param(["lib/a.rb", "test/set.rb"], "lib/a.rb", "set", "", ["<std>"], id="Ruby standard"),
        pytest.param(["g/x/a.rb", "g/b/c.rb"], "g/x/a.rb", "b/c", "", ["g/b/c.rb"], id="Ruby, a folder around"),
        pytest.param(["a.rb", "r/lib/t/e.rake"], "a.rb", "t/e.rake", "load", ["r/lib/t/e.rake"], id="Ruby tasks"),
        pytest.param(["lib/a.rb"], "lib/a.rb", "rack/test", "", ["<rack>"], id="Ruby gem"),
        pytest.param(["m.lua", "lua/x/y.lua"], "m.lua", "x.y", "", ["lua/x/y.lua"], id="Lua module"),
        pytest.param(["m.lua", "x/init.lua"], "m.lua", "x", "", ["x/init.lua"], id="Lua init"),
        pytest.param(["m.lua"], "m.lua", "socket.http", "", ["<socket>"], id="Lua outside"),
        pytest.param(["m.lua", "a/b.lua"], "m.lua", "a.", "", [""], id="Lua computed"),
        pytest.param(["s/a.zig", "s/b.zig"], "s/a.zig", "b.zig", "", ["s/b.zig"], id="Zig"),
        pytest.param(["s/a.zig"], "s/a.zig", "std", "", ["<std>"], id="Zig standard"),
        pytest.param(["a/x.sh", "a/y.sh"], "a/x.sh", "./y.sh", "relative", ["a/y.sh"], id="Bash"),
        pytest.param(["a/x.sh", "a/y.sh"], "a/x.sh", "$DIR/y.sh", "relative", ["a/y.sh"], id="Bash variable"),
        pytest.param(["a/x.sh"], "a/x.sh", "$FILE", "relative", [""], id="Bash unknown"),
        pytest.param(["m.tf", "net/a.tf", "net/b.tf"], "m.tf", "./net", "", ["net/a.tf", "net/b.tf"], id="Terraform"),
        pytest.param(["Sources/Core/A.swift", "Sources/App/B.swift"], "Sources/App/B.swift", "Core", "",
                     ["Sources/Core/A.swift"], id="Swift"),
        pytest.param(["Sources/App/B.swift"], "Sources/App/B.swift", "Foundation", "", ["<std>"], id="Swift platform"),
        pytest.param(["src/a.ml", "src/b.ml"], "src/a.ml", "B.Inner", "", ["src/b.ml"], id="OCaml"),
        pytest.param(["src/A.jl", "src/b.jl"], "src/A.jl", "b.jl", "relative", ["src/b.jl"], id="Julia include"),
        pytest.param(["src/A.jl"], "src/A.jl", "HTTP: get", "", ["<HTTP>"], id="Julia outside"),
        pytest.param(["src/A.jl"], "src/A.jl", "Base.Iterators", "", ["<std>"], id="Julia standard"),
        pytest.param(["src/A.jl"], "src/A.jl", ".Inner", "", [""], id="Julia module of the file"),
        pytest.param(["p/src/A.jl", "q/src/B.jl"], "p/src/A.jl", "B", "", ["q/src/B.jl"], id="Julia package"),
        pytest.param(["src/a.ml"], "src/a.ml", "Unix", "", ["<Unix>"], id="OCaml outside"),
        pytest.param(["s/a.zig", "src/lib.zig"], "s/a.zig", "lib", "", ["src/lib.zig"], id="Zig package"),
        pytest.param(["s/a.zig"], "s/a.zig", "zap", "", ["<zap>"], id="Zig outside"),
        pytest.param(["m.tf"], "m.tf", "hashicorp/consul/aws", "", ["<hashicorp/consul/aws>"], id="Terraform registry"),
        pytest.param(["Sources/App/B.swift"], "Sources/App/B.swift", "Logging", "", ["<Logging>"], id="Swift outside"),
        pytest.param(["a/x.sh", "b/c/y.sh"], "a/x.sh", "${R?}/c/y.sh", "", ["b/c/y.sh"], id="Bash by suffix"),
        pytest.param(["a/b.rb", "c.rb"], "a/b.rb", "./c", "", ["c.rb"], id="Ruby from the working folder"),
        pytest.param(["a.rb"], "a.rb", "/etc/x", "", [""], id="Ruby absolute"),
        pytest.param(["x.c"], "x.c", "string.h", "", ["<std>"], id="C standard in quotes"),
        pytest.param(["x.c", "a/b.h"], "x.c", "a/gen.h", "", [""], id="C generated beside"),
        pytest.param(["x.c"], "x.c", "gtest/gtest.h", "", ["<gtest>"], id="C outside in quotes"),
        pytest.param(["x.c", "t/y.h", "include/y.h"], "x.c", "y.h", "system", ["include/y.h"], id="C include root"),
        pytest.param(["notes.txt"], "notes.txt", "x", "", [""], id="no language"),
    ],
)  # fmt: skip
def test_by_path(files, path, target, form, expected):
    assert resolve(files, path, target, form=form) == expected


@pytest.mark.parametrize(
    ("path", "target", "form", "expected"),
    [
        ("lib/x/root.rs", "crate::a::T", "", ["lib/x/a.rs"]),
        ("lib/x/a.rs", "crate::T", "", ["lib/x/root.rs"]),
        ("examples/big/main.rs", "part", "mod", ["examples/big/part.rs"]),
        ("examples/big/part.rs", "crate::T", "", ["examples/big/main.rs"]),
        ("build.rs", "crate::T", "", ["build.rs"]),
        ("src/main.rs", "old_style::T", "", ["src/old_style.rs"]),
        ("src/main.rs", "*", "", [""]),
        ("lib/x/a.rs", "broken::T", "", ["<broken>"]),
        ("lib/x/a.rs", "a::T", "", ["lib/x/a.rs"]),
    ],
)
def test_rust_roots(path, target, form, expected):
    files = [
        "lib/x/root.rs", "lib/x/a.rs", "examples/big/main.rs", "examples/big/part.rs", "build.rs", "src/main.rs",
        "src/old_style.rs", "broken/src/lib.rs",
    ]  # fmt: skip
    manifests = {"Cargo.toml": '[package]\nname = "n"\n[lib]\npath = "lib/x/root.rs"\n', "broken/Cargo.toml": "[["}
    assert resolve(files, path, target, form=form, manifests=manifests) == expected


def test_rust_lists_of_names():
    assert resolve(RUST, "src/lib.rs", "crate::a", "b", "self", manifests=CARGO) == ["src/a/b.rs", "src/a.rs"]


def test_elixir_single_names_are_packages_only_where_mix_says_so():
    files = {"a.ex": facts("Elixir")}
    mix = {"mix.exs": 'defp deps do [\n {:plug, "~> 1"}\n]\n'}
    assert resolve(files, "a.ex", "Plug", manifests=mix) == ["<Plug>"]
    assert resolve(files, "a.ex", "Router", manifests=mix) == [""]
    assert resolve(files, "a.ex", "__MODULE__.X", manifests=mix) == [""]


def test_nothing_that_is_written_breaks_a_resolver():
    parts = [*'a./{}*\\#@$ "é', "..", "::", "crate", "super", "self", "x.y", "", "b.h"]
    paths = [f"d/x{suffix}" for suffix in _ENDINGS]
    known = {path: facts(imports=[Import("b::a", ("a",), 1), Import("a::b", ("b",), 1)]) for path in paths}
    broken = ("package.json", "Cargo.toml", "go.mod", "composer.json", "tsconfig.json", "mix.exs")
    junk = dict.fromkeys(broken, b"{[\xff")
    resolver = Resolver(known, paths, junk)
    source = random.Random(0)
    for _ in range(4000):
        target = "".join(source.choices(parts, k=source.randint(0, 5)))
        names = tuple(source.choices(parts, k=source.randint(0, 2)))
        form = source.choice(["", "relative", "mod", "system", "load"])
        found = resolver.resolve(source.choice(paths), Import(target, names, 1, form))
        assert found
        assert all(one.path == "" or one.path in known for one in found)


def test_ruby_names_a_gem_as_the_gemfile_does():
    assert resolve(["a.rb"], "a.rb", "rack/test", manifests={"Gemfile": "gem 'rack-test'\n"}) == ["<rack-test>"]


def test_family_follows_the_language_and_then_the_ending():
    assert family_of("tool", "Python") == "python"
    assert family_of("x.h", "C++") == "c"
    assert family_of("x.rb", "") == "ruby"
    assert family_of("README", "") == ""


def test_the_order_of_the_input_does_not_matter():
    known = dict(JAVA)
    imports = [Import("a.b.*", ("*",), 1), Import("a.b.C", (), 1)]
    expected = None
    for seed in range(5):
        order = list(known)
        random.Random(seed).shuffle(order)
        resolver = Resolver({path: known[path] for path in order}, order, {})
        found = [resolver.resolve("m/src/a/x/E.java", one) for one in imports]
        assert expected in (None, found)
        expected = found
    assert expected is not None
    assert expected[1] == [Resolved("m/src/a/b/C.java", "")]
