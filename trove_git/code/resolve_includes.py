"""`#include` of C and C++ → files: beside the file, else the nearest path of the tree that ends so."""

from __future__ import annotations

import re
from functools import cached_property

from trove_git.code.facts import Import
from trove_git.code.resolve_paths import PathResolver
from trove_git.code.resolve_tree import (
    STANDARD_LIBRARY,
    UNRESOLVED,
    Resolved,
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


class IncludeResolver(PathResolver):
    """Resolves `#include`."""

    def find(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Resolve an include: beside the file, then the nearest path of the tree that ends so."""
        target = imported.target.strip('<>"')
        system = imported.form == "system" or imported.target.startswith("<")
        beside = join(folder_of(path), target)
        if not system and beside in self.tree.paths:
            return internal([beside])
        stem, _, suffix = target.rpartition(".")
        first = target.partition("/")[0]
        standard = target in ("c++config.h",) or (stem in _C_STANDARD and suffix == "h") or first in _C_PLATFORM
        standard = standard or ("." not in target and bool(_CPP_STANDARD.match(target)))
        if system and standard:
            return STANDARD_LIBRARY
        inner = re.sub(r"^(?:\.\.?/)+", "", target)
        endings = self.tree.ending_in(inner)
        endings = endings or self.tree.ending_in(inner + ".in")
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
        return frozenset(folder.rpartition("/")[2] for folder in self.tree.folders)
