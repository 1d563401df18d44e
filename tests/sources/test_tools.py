"""The catalog of a made-up machine: manual pages, packages, links; nothing is run."""

from __future__ import annotations

import bz2
import json
import lzma
import os
import sys
import types
from pathlib import Path

import pytest

from tests.support.tools import FakeMachine
from trove_git.sources.tool_folders import python_homes, split_path
from trove_git.sources.tool_manuals import FIRST_BYTES, find_roots
from trove_git.sources.tool_packages import find_owners, read_descriptions
from trove_git.sources.tools import read_catalog, tool_source

PAGE = ".TH X 1\n.SH NAME\n{}\n.SH SYNOPSIS\n"


@pytest.fixture
def fake(tmp_path: Path) -> FakeMachine:
    return FakeMachine(tmp_path)


def catalog(fake: FakeMachine, *folders: Path) -> dict[str, tuple[str, str]]:
    """Return name → (description, origin), and see that nothing was run."""
    tools = read_catalog(fake.machine(*folders))
    assert not (fake.root / "was-run").exists()
    return {tool.name: (tool.description, tool.origin) for tool in tools}


def test_a_command_has_the_description_of_its_page(fake):
    page = fake.page("man1/foo.1.gz", PAGE.format("foo \\- makes foos"))
    path = fake.command("foo")
    fake.command("bar")
    tools = read_catalog(fake.machine())
    assert tools == [("bar", str(fake.bin / "bar"), "", ""), ("foo", str(path), "makes foos", f"man {page}")]


@pytest.mark.parametrize(
    ("suffix", "compress"),
    [
        ("", bytes),
        (".bz2", bz2.compress),
        (".xz", lzma.compress),
        (".lzma", lambda d: lzma.compress(d, lzma.FORMAT_ALONE)),
    ],
)
def test_compressions(fake, suffix, compress):
    fake.command("foo")
    fake.page("man8/x", "").with_name(f"foo.8{suffix}").write_bytes(compress(PAGE.format("foo \\- a").encode()))
    assert catalog(fake)["foo"][0] == "a"


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_a_broken_page_is_no_page(fake, suffix):
    fake.command("foo")
    fake.page("man1/x", "").with_name(f"foo.1{suffix}").write_bytes(b"\x1f\x8b\x08 broken" * 9)
    assert catalog(fake)["foo"] == ("", "")


def test_a_page_in_zstandard_is_read_where_python_can(fake, monkeypatch):
    class Decompressor:
        def decompress(self, data: bytes, limit: int) -> bytes:
            return data[::-1][:limit]

    class ZstdError(Exception):
        pass

    module = types.ModuleType("compression.zstd")
    module.ZstdDecompressor = Decompressor  # type: ignore[attr-defined]
    module.ZstdError = ZstdError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "compression", types.ModuleType("compression"))
    monkeypatch.setitem(sys.modules, "compression.zstd", module)
    sys.modules["compression"].zstd = module  # type: ignore[attr-defined]
    fake.command("foo")
    page = fake.page("man1/x", "").with_name("foo.1.zst")
    page.write_bytes(PAGE.format("foo \\- a").encode()[::-1])
    assert catalog(fake)["foo"][0] == "a"

    def broken(*_: object) -> bytes:
        raise ZstdError("broken")

    monkeypatch.setattr(Decompressor, "decompress", broken)
    assert catalog(fake)["foo"][0] == ""


def test_dpkg_lists_that_cannot_be_read(fake):
    path = fake.command("foo")
    fake.package("p", "What foo is", path)
    (fake.dpkg / "info" / "q.list").mkdir()
    assert catalog(fake)["foo"] == ("What foo is", "dpkg p")


def test_old_pages_and_long_preambles(fake):
    fake.command("old")
    fake.command("long")
    fake.page("man1/x", "").with_name("old.1").write_bytes(PAGE.format("old \\- caf\xe9").encode("latin-1"))
    fake.page("man1/long.1", '.\\" ' + 'comment\n.\\" ' * FIRST_BYTES + "\n" + PAGE.format("long \\- a"))
    assert (catalog(fake)["old"][0], catalog(fake)["long"][0]) == ("café", "a")


def test_redirections_are_followed_but_not_for_ever(fake):
    for name in ("unxz", "loop", "lost"):
        fake.command(name)
    page = fake.page("man1/xz.1.gz", PAGE.format("xz, unxz \\- compress files"))
    fake.page("man1/unxz.1", ".so man1/xz.1\n")
    fake.page("man1/loop.1", ".so man1/loop.1\n")
    fake.page("man1/lost.1", ".so man1/nowhere.1\n")
    assert catalog(fake) == {"unxz": ("compress files", f"man {page}"), "loop": ("", ""), "lost": ("", "")}


def test_a_page_about_several_commands_tells_them_apart(fake):
    fake.command("two")
    fake.page("man1/two.1", PAGE.format("one \\- first\n.br\ntwo \\- second"))
    assert catalog(fake)["two"][0] == "second"


def test_translations_are_not_looked_at(fake):
    fake.command("foo")
    fake.page("de/man1/foo.1", PAGE.format("foo \\- macht foos"))
    assert catalog(fake)["foo"][0] == ""


def test_the_first_on_path_counts_and_its_own_page_too(fake):
    own = fake.root / "opt" / "bin"
    fake.described("foo", "the one of the system")
    first = fake.command("foo", own)
    page = fake.root / "opt" / "share" / "man" / "man1" / "foo.1"
    page.parent.mkdir(parents=True)
    page.write_text(PAGE.format("foo \\- the new one"))
    machine = fake.machine(own)._replace(manpath="")
    (tool,) = read_catalog(machine)
    assert tool == ("foo", str(first), "the new one", f"man {page}")


def test_links_lead_to_the_page_of_their_target(fake):
    # /usr/bin/vi → /etc/alternatives/vi → /usr/bin/vim.basic
    fake.described("vim.basic", "an editor")
    fake.described("busybox", "many small tools")
    link = fake.command("vi", fake.root / "etc" / "alternatives", fake.bin / "vim.basic")
    fake.command("vi", target=link)
    fake.command("sha3sum", target=fake.bin / "busybox")
    found = catalog(fake)
    assert (found["vi"][0], found["sha3sum"][0]) == ("an editor", "many small tools")


def test_files_that_are_no_commands(fake):
    (fake.bin / "notes.txt").write_text("x")
    (fake.bin / "folder").mkdir()
    (fake.bin / "broken").symlink_to("nowhere")
    fake.command(".hidden")
    fake.command("new\nline")
    assert catalog(fake) == {}


def test_git_commands_come_from_beside_git(fake):
    prefix = fake.root / "opt" / "git"
    fake.command("git", prefix / "bin")
    core = prefix / "libexec" / "git-core"
    for name in ("git-rebase", "git-rebase--helper", "git-sh-setup", "other"):
        fake.command(name, core)
    fake.page("man1/git-rebase.1", PAGE.format("git-rebase \\- Reapply commits"))
    fake.page("man1/other.1", PAGE.format("other \\- no"))
    found = {tool.name: tool.path for tool in read_catalog(fake.machine(prefix / "bin"))}
    assert found == {"git": str(prefix / "bin" / "git"), "git-rebase": str(core / "git-rebase")}


def test_a_version_and_a_machine_in_the_name(fake):
    fake.page("man1/python3.1", PAGE.format("python3 \\- a language"))
    fake.page("man1/gcc.1", PAGE.format("gcc \\- a compiler"))
    for name in ("python3.12", "x86_64-linux-gnu-gcc-12", "python3-x"):
        fake.command(name)
    found = catalog(fake)
    assert found["x86_64-linux-gnu-gcc-12"][0] == "a compiler"
    assert found["python3-x"] == ("", "")
    assert found["python3.12"][0] == "a language"


def test_debian_packages(fake):
    page = fake.page("man1/tools.1", PAGE.format("alpha, beta \\- two of many"))
    fake.page("man1/gamma.1", PAGE.format("gamma \\- manual page for gamma 1"))
    paths = [fake.command(name) for name in ("alpha", "gamma", "named", "none")]
    fake.command("delta", target=paths[1])
    fake.package("many", "Many tools: a set", paths[0], paths[1], page)
    fake.package("named", "named", paths[2])
    assert catalog(fake) == {
        "alpha": ("two of many", f"man {page}"),
        "delta": ("Many tools: a set", "dpkg many"),
        "gamma": ("Many tools: a set", "dpkg many"),
        "named": ("", ""),
        "none": ("", ""),
    }


def test_owners_by_old_paths_and_links(fake):
    # Where /bin is a link to /usr/bin, old packages still list /bin/ls.
    fake.package("coreutils", "GNU core utilities", "/bin/ls", "/usr/bin/tail", "/usr/bin/lost", "/usr/sbin/x/y")
    owners = find_owners(["/usr/bin/ls", "/usr/bin/tail", "/usr/bin/l", "/usr/sbin/y"], str(fake.dpkg))
    assert {path: owner.package for path, owner in owners.items()} == dict.fromkeys(
        ("/usr/bin/ls", "/usr/bin/tail"), "coreutils"
    )
    assert find_owners(["/usr/bin/ls"], str(fake.root / "nowhere")) == {}
    assert read_descriptions(["coreutils", "other"], str(fake.dpkg)) == {"coreutils": "GNU core utilities"}


def test_homebrew(fake):
    keg = fake.root / "Cellar" / "jq" / "1.7"
    fake.command("jq", target=fake.command("jq", keg / "bin"))
    fake.command("yq", target=fake.command("yq", fake.root / "Cellar" / "yq" / "4" / "bin"))
    (keg / ".brew").mkdir()
    (keg / ".brew" / "jq.rb").write_text(
        'class Jq < Formula\n  desc "Lightweight \\"JSON\\" processor"\n  url "x"\nend\n'
    )
    assert catalog(fake) == {"jq": ('Lightweight "JSON" processor', "brew jq"), "yq": ("", "")}


def dist(prefix: Path, name: str, summary: str, scripts: str = "", record: str = "") -> None:
    folder = prefix / "lib" / "python3.12" / "site-packages" / f"{name}-1.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\nSummary: {summary}\n\nText\n")
    (folder / "entry_points.txt").write_text(
        f"[other]\nno = x:y\n[console_scripts]\n{scripts}\n[gui_scripts]\ngui = g:main\n"
    )
    (folder / "RECORD").write_text(record)


def test_python_packages(fake):
    prefix = fake.bin.parent
    dist(prefix, "black", "The formatter.", "black = black:main\nblackd=blackd:main [d]")
    dist(prefix, "odd", "UNKNOWN", "odd = o:main")
    (prefix / "lib" / "python3.12" / "site-packages" / "black").mkdir()
    dist(prefix, "script", "Old way.", record="../../../bin/old-script,sha256=x,1\nscript.py,,\n")
    tool = fake.root / "uv" / "tools" / "ruff"
    dist(tool, "ruff", "The linter.", "ruff = r:main")
    for name in ("black", "blackd", "odd", "old-script", "no", "gui"):
        fake.command(name)
    fake.command("ruff", target=fake.command("ruff", tool / "bin"))
    found = catalog(fake)
    assert {name: found[name] for name in ("black", "blackd", "ruff", "old-script", "odd", "no")} == {
        "black": ("The formatter.", "python black"),
        "blackd": ("The formatter.", "python black"),
        "ruff": ("The linter.", "python ruff"),
        "old-script": ("Old way.", "python script"),
        "odd": ("", ""),
        "no": ("", ""),
    }


def test_shims_stand_for_the_newest_python(fake):
    home = fake.root / "pyenv"
    for version in ("3.9.1", "3.12.0"):
        dist(home / "versions" / version, "tox", f"Tests on {version}.", "tox = t:main")
    fake.command("tox", home / "shims")
    assert python_homes(str(home / "shims"))[0] == f"{home}/versions/3.12.0"
    assert catalog(fake, home / "shims")["tox"] == ("Tests on 3.12.0.", "python tox")


def test_npm_packages(fake):
    modules = fake.bin.parent / "lib" / "node_modules"
    packages = {
        "typescript": {"name": "typescript", "description": "a language", "bin": {"tsc": "bin/tsc"}},
        "@scope/cli": {"name": "@scope/cli", "description": "scoped", "bin": "cli.js"},
        "silent": {"name": "silent", "bin": "s.js"},
        "list": [],
    }
    for name, value in packages.items():
        (modules / name).mkdir(parents=True)
        (modules / name / "package.json").write_text(json.dumps(value))
    (modules / "broken").mkdir()
    (modules / "broken" / "package.json").write_text("{")
    fake.command("tsc-link", target=fake.command("tsc.js", modules / "typescript" / "bin"))
    for name in ("tsc", "cli", "silent", "list"):
        fake.command(name)
    assert catalog(fake) == {
        "tsc-link": ("a language", "npm typescript"),
        "tsc": ("a language", "npm typescript"),
        "cli": ("scoped", "npm @scope/cli"),
        "silent": ("", ""),
        "list": ("", ""),
    }


def test_which_folders_of_path_count():
    windows = "/mnt/c/Windows"
    path = os.pathsep.join(("/a", "", ".", "b", "/a/", "/c/../d", windows))
    assert split_path(path) == ["/a", "/d", windows]
    assert split_path(path, {"WSL_DISTRO_NAME": "Debian"}) == ["/a", "/d"]


def test_a_folder_that_two_names_lead_to_is_listed_once(fake):
    fake.command("foo")
    (fake.root / "bin").symlink_to(fake.bin)
    (tool,) = read_catalog(fake.machine(fake.root / "bin"))
    assert tool.path == str(fake.root / "bin" / "foo")


def test_a_folder_of_pages_that_is_a_file(fake):
    fake.described("foo", "a")
    (fake.man / "man8").write_text("x")
    assert catalog(fake)["foo"][0] == "a"


def test_manpath(fake):
    (fake.man / "man1").mkdir(parents=True)
    folders = [str(fake.bin)]
    other = str(fake.root)
    assert find_roots(folders)[0] == str(fake.man)
    assert find_roots(folders, other) == [other]
    both = find_roots(folders, f"{other}{os.pathsep}")
    assert both[:2] == [other, str(fake.man)]


def test_a_tool_as_a_source(fake):
    path = fake.described("foo", "makes foos")
    (tool,) = read_catalog(fake.machine())
    source = tool_source(tool)
    assert (source.kind, source.path, source.title, source.body) == ("tool", str(path), "foo", "makes foos")
    assert source.summary == ("makes foos", tool.origin)
