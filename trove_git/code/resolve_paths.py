"""Imports that name a file → files: C and C++, Ruby, Lua, Zig, Bash, Terraform, Swift, OCaml, Julia."""

from __future__ import annotations

import re
from functools import cached_property

from trove_git.code.facts import Import
from trove_git.code.resolve_tree import (
    STANDARD_LIBRARY,
    UNRESOLVED,
    Resolved,
    Tree,
    ancestors,
    closest,
    external,
    folder_of,
    internal,
    join,
)

_C_STANDARD = frozenset(
    """assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
    stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype aio alloca cpio
    dirent dlfcn fcntl fmtmsg fnmatch ftw getopt glob grp iconv langinfo libgen memory monetary mqueue ndbm netdb
    nl_types poll process pthread pwd regex sched search semaphore spawn strings stropts syslog tar termio termios
    ucontext ulimit unistd utime utmp utmpx wordexp io direct conio intrin immintrin emmintrin xmmintrin smmintrin
    tmmintrin nmmintrin wmmintrin arm_neon arm_acle arm_sve cpuid x86intrin malloc execinfo pty util libutil features
    byteswap endian elf link err ifaddrs paths sysexits sgtty kvm kstat procinfo libproc availability crtdbg dbghelp
    iphlpapi mswsock mstcpip psapi shellapi shlwapi tlhelp32 userenv winbase windows winioctl winsock winsock2 winternl
    ws2tcpip tchar wincrypt wchar_t atomic port devinfo libperfstat varargs values machine fts ucred
    xlocale crt_externs pthread_np procfs syscall xti aclapi accctrl shlobj objbase wtypes cxxabi winapifamily fcntl
    winreg winnls ntverp minwinbase synchapi processthreadsapi as400_protos as400_types xplink sal iptypes
    sysinfoapi winperf uvm builtins malloc_np unwind FindDirectory OS
    TargetConditionals Availability AvailabilityMacros CoreFoundation CoreServices ApplicationServices""".split()
)
"""Headers of the C library and of platforms, without `.h`."""

_C_PLATFORM = frozenset(
    """sys netinet arpa net linux mach asm bits machine mach-o libkern os netpacket rpc gnu hurd vm sanitizer ext i386
    net80211 protocols malloc kernel""".split()
)
_CPP_STANDARD = re.compile(r"^(?:experimental/)?[a-z_]+[0-9]*$")
_INCLUDE_ROOTS = frozenset(("include", "src", "inc", "lib", "source", ""))

_RUBY_STANDARD = frozenset(
    """English abbrev base64 benchmark bigdecimal bundler cgi continuation coverage csv date dbm debug delegate
    did_you_mean digest drb erb error_highlight etc expect fcntl fiber fiddle fileutils find forwardable getoptlong
    io ipaddr irb json logger matrix minitest monitor mutex_m net nkf objspace observer open-uri open3 openssl optparse
    ostruct pathname pp prettyprint prime profile pstore psych pty racc rbconfig rdoc readline reline resolv ripper
    rinda rubygems securerandom set shellwords singleton socket stringio strscan syslog tempfile test thread thwait time
    timeout tmpdir tracer tsort un unicode_normalize uri weakref win32ole yaml zlib""".split()
)
_RUBY_ROOTS = frozenset(("lib", "test", "tests", "spec", "ext", "app"))
_LUA_STANDARD = frozenset(("string", "table", "math", "io", "os", "debug", "coroutine", "utf8", "bit", "ffi", "jit"))
_SWIFT_STANDARD = frozenset(
    """Swift PackageDescription
    Foundation FoundationNetworking UIKit AppKit SwiftUI Combine Dispatch Darwin Glibc Musl os CoreFoundation
    CoreGraphics CoreData CoreLocation CoreServices CryptoKit MobileCoreServices Network ObjectiveC Observation OSLog
    QuartzCore Security StoreKit SystemConfiguration Testing UniformTypeIdentifiers WatchKit WebKit XCTest zlib
    WinSDK Android ucrt MapKit AVFoundation""".split()
)
_VARIABLE_HEAD = re.compile(r"^\"?(?:\$\{[^}]*\}|\$\([^)]*\)+|\$\w+)\"?/")


class PathResolver:
    """Resolves imports that name files, by the rules of one family.

    Args:
        tree: the tree.
        family: `c`, `ruby`, `lua`, `zig`, `bash`, `hcl`, `swift`, `ocaml` or `julia`.
    """

    def __init__(self, tree: Tree, family: str) -> None:
        self._tree = tree
        self._resolve = getattr(self, "_" + family)
        self._cache: dict[tuple[str, str, str, tuple[str, ...]], tuple[Resolved, ...]] = {}

    def resolve(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where one import of one file leads."""
        key = (folder_of(path), imported.target, imported.form, imported.names if imported.form else ())
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._resolve(path, imported)
        return found

    def _beside(self, path: str, target: str, *suffixes: str) -> tuple[Resolved, ...]:
        """Resolve relative to the importing file, with one of the suffixes added."""
        base = join(folder_of(path), target)
        found = self._tree.first(base, *[base + suffix for suffix in suffixes])
        return internal([found]) if found else UNRESOLVED

    def _c(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Resolve an include: beside the file, then the nearest path of the tree that ends so."""
        target = imported.target.strip('<>"')
        system = imported.form == "system" or imported.target.startswith("<")
        beside = join(folder_of(path), target)
        if not system and beside in self._tree.paths:
            return internal([beside])
        stem, _, suffix = target.rpartition(".")
        first = target.partition("/")[0]
        standard = target in ("c++config.h",) or (stem in _C_STANDARD and suffix == "h") or first in _C_PLATFORM
        standard = standard or ("." not in target and bool(_CPP_STANDARD.match(target)))
        if system and standard:
            return STANDARD_LIBRARY
        inner = re.sub(r"^(?:\.\.?/)+", "", target)
        endings = self._tree.ending_in(inner)
        endings = endings or self._tree.ending_in(inner + ".in")
        if "/" not in target and system:
            endings = [one for one in endings if folder_of(one).rpartition("/")[2] in _INCLUDE_ROOTS] or endings
        if endings:
            return internal([closest(endings, path)])
        if standard:
            return STANDARD_LIBRARY
        if system or ("/" in inner and first not in self._top_names and not target.startswith(".")):
            return external(first if "/" in target else stem or target)
        return UNRESOLVED

    @cached_property
    def _top_names(self) -> frozenset[str]:
        """Last names of all folders: an include that begins with one is of this tree, perhaps generated."""
        return frozenset(folder.rpartition("/")[2] for folder in self._tree.folders)

    @cached_property
    def _ruby_features(self) -> dict[str, list[str]]:
        """Feature as it is required → files, for every folder that may be on the load path."""
        found: dict[str, list[str]] = {}
        for path in self._tree.source_paths:
            if not path.endswith(".rb"):
                continue
            parts = path.removesuffix(".rb").split("/")
            starts = {number + 1 for number, part in enumerate(parts[:-1]) if part in _RUBY_ROOTS}
            for start in sorted(starts | {0}):
                found.setdefault("/".join(parts[start:]), []).append(path)
        return found

    def _ruby(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        target = imported.target.removesuffix(".rb")
        if imported.form == "relative" or target.startswith("."):
            found = self._beside(path, target + ".rb", "")
            return found if found[0].path or imported.form == "relative" else internal(
                filter(None, [self._tree.first(join("", target) + ".rb")])
            )  # fmt: skip
        if not target or target.startswith("/"):
            return UNRESOLVED
        candidates = self._ruby_features.get(target, [])
        if target.endswith(".rake") and not candidates:
            candidates = self._tree.ending_in(target)
        first = target.partition("/")[0]
        if candidates and (first not in _RUBY_STANDARD or first in self._ruby_own):
            return internal([closest(candidates, path)])
        if first in _RUBY_STANDARD:
            return STANDARD_LIBRARY
        around = self._tree.first(*[join(folder, target + ".rb") for folder in ancestors(folder_of(path))])
        if around or first in self._ruby_own:
            return internal(filter(None, [around]))
        joined = "-".join(target.split("/")[:2])
        return external(joined if joined in self._gems else first)

    @cached_property
    def _gems(self) -> frozenset[str]:
        """Names of gems that a Gemfile or gemspec asks for."""
        pattern = re.compile(rb"""^\s*(?:\w+\.add_\w*dependency|gem)\s*\(?\s*["']([\w-]+)["']""", re.MULTILINE)
        return frozenset(
            name.decode("utf-8", "replace")
            for path, data in self._tree.manifests.items()
            if path.endswith((".gemspec", "Gemfile"))
            for name in pattern.findall(data)
        )

    @cached_property
    def _ruby_own(self) -> frozenset[str]:
        """First names that files directly in a `lib` folder give."""
        return frozenset(
            path.rpartition("/")[2].removesuffix(".rb")
            for path in self._tree.source_paths
            if path.endswith(".rb") and folder_of(path).rpartition("/")[2] == "lib"
        )

    def _lua(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        inner = imported.target.replace(".", "/") if not imported.target.endswith(".lua") else imported.target[:-4]
        endings = self._tree.ending_in(inner + ".lua") or self._tree.ending_in(inner + "/init.lua")
        if endings:
            return internal([closest(endings, path)])
        first = inner.partition("/")[0]
        if inner.endswith("/"):  # `require("a.b." .. name)`
            return UNRESOLVED
        return STANDARD_LIBRARY if first in _LUA_STANDARD else external(first) if first else UNRESOLVED

    def _zig(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        target = imported.target
        if target.endswith((".zig", ".zon")):
            return self._beside(path, target)
        if target in ("std", "builtin", "root"):
            return STANDARD_LIBRARY
        found = self._tree.first(
            f"src/{target}.zig", f"{target}.zig", f"{target}/{target}.zig", f"src/{target}/{target}.zig"
        )
        return internal([found]) if found else external(target) if target else UNRESOLVED

    def _bash(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Resolve `source FILE`; a variable in front stands for a folder of this repository."""
        target = imported.target.strip("\"'")
        inner = _VARIABLE_HEAD.sub("", target).replace('"', "")
        if "$" in inner or not inner or inner.startswith(("/", "~")):
            return UNRESOLVED
        found = self._tree.first(join(folder_of(path), inner), join("", inner))
        if found:
            return internal([found])
        endings = self._tree.ending_in(inner.lstrip("./"))
        return internal(endings) if len(endings) == 1 else UNRESOLVED

    def _hcl(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        target = imported.target
        if target.startswith(("./", "../")) or target in (".", ".."):
            folder = join(folder_of(path), target)
            return internal(
                one for one in self._tree.sources_by_folder.get(folder, ()) if one.endswith((".tf", ".hcl"))
            )
        return external(target.removeprefix("git::").partition("//")[0].partition("?")[0]) if target else UNRESOLVED

    def _swift(self, _path: str, imported: Import) -> tuple[Resolved, ...]:
        name = imported.target.partition(".")[0]
        for folder in (
            f"Sources/{name}",
            f"Tests/{name}",
            f"Source/{name}",
            name,
            "Source" if name in self._named else "",
        ):
            files = self._tree.sources_under(folder, (".swift",)) if folder in self._tree.folders and folder else []
            if files:
                return internal(files)
        return STANDARD_LIBRARY if name in _SWIFT_STANDARD else external(name) if name else UNRESOLVED

    @cached_property
    def _named(self) -> frozenset[str]:
        """Names that the Swift package manifests give to targets."""
        texts = [data for path, data in self._tree.manifests.items() if path.rpartition("/")[2].startswith("Package")]
        return frozenset(
            name.decode("utf-8", "replace") for text in texts for name in re.findall(rb'name:\s*"([^"]+)"', text)
        )

    def _ocaml(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        name = imported.target.partition(".")[0]
        lowered = name[:1].lower() + name[1:]
        endings = [one for stem in (lowered, name) for one in self._tree.by_name.get(stem + ".ml", ())]
        return internal([closest(endings, path)]) if endings else external(name) if name else UNRESOLVED

    def _julia(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        if imported.target.endswith(".jl"):
            return self._beside(path, imported.target)
        name = imported.target.lstrip(".").partition(".")[0].partition(":")[0]
        endings = self._tree.by_name.get(name + ".jl", ()) if name else ()
        if endings:
            return internal([closest(endings, path)])
        if not name or imported.target.startswith("."):
            return UNRESOLVED
        return STANDARD_LIBRARY if name in ("Base", "Core", "Main") else external(name)
