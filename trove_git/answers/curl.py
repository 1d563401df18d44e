"""A request through the system's curl: nothing that is secret is on its command line or in its environment.

Everything goes in as a configuration on curl's standard input, the address and the key among it; the body goes
through a file that only we can read, in a folder that only we can enter, and is removed in every case.
Proxy variables count as they do for curl. A redirect is not followed, so that the key goes nowhere else.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import NamedTuple

from trove_git.answers.process import Program
from trove_git.answers.provider import one_line
from trove_git.answers.signals import listening
from trove_git.errors import ProviderError
from trove_git.settings import KEY_VARIABLES

CONNECT_SECONDS = 20
GRACE_SECONDS = 5.0
"""How much later than curl we give up ourselves."""
FOLDER_PREFIX = "git-trove-request-"
STALE_SECONDS = 3_600
"""A folder this old is from a process that was killed: no request takes as long."""
ARGUMENTS = ("-q", "--config", "-")
"""All that is on the command line. `-q` must come first: `~/.curlrc` is not read then."""
EXIT_UNREACHABLE = frozenset({5, 6, 7})
"""No such proxy, no such host, nobody listens (curl(1), EXIT CODES)."""
EXIT_CUT = frozenset({16, 18, 52, 55, 56, 92})
"""The connection ended before the answer did."""
EXIT_TIMEOUT = 28


class Unreachable(ProviderError):
    """Nobody answers at the address.

    Args:
        server: scheme and host.
        why: curl's words.
    """

    def __init__(self, server: str, why: str) -> None:
        super().__init__(f"{server} cannot be reached: {why}")
        self.why = why


class Response(NamedTuple):
    """What the server answered."""

    status: int
    headers: Mapping[str, str]
    """By lower-case name."""
    pieces: Iterator[bytes]
    """The body as it comes.

    Raises ProviderError where it has no end.
    """

    def body(self, most: int = 1 << 24) -> bytes:
        """Return the whole body, or what of it is within `most` bytes."""
        read = bytearray()
        for piece in self.pieces:
            read += piece
            if len(read) > most:
                break
        return bytes(read[:most])


def find_curl(environment: Mapping[str, str]) -> str:
    """Return the path of curl.

    Raises:
        ProviderError: there is none on PATH.
    """
    path = shutil.which("curl", path=environment.get("PATH"))
    if path is None:
        raise ProviderError("curl is not installed or not on PATH")
    return path


@contextmanager
def post(
    url: str, headers: Mapping[str, str], body: bytes, environment: Mapping[str, str], seconds: float
) -> Iterator[Response]:
    """Send a request and hand out the response while it comes.

    Args:
        url: where to.
        headers: by name; a key may be among them.
        body: what is sent.
        environment: the environment of this process; curl gets it without KEY_VARIABLES.
        seconds: time for the whole request.

    Raises:
        Unreachable: nobody answers there.
        ProviderError: there is no curl, or no response, or none in time.
    """
    curl = find_curl(environment)
    kept = {name: value for name, value in environment.items() if name not in KEY_VARIABLES}
    with listening() as events, private_file(body) as path:
        given = _configuration(url, headers, path, seconds).encode("utf-8", "surrogateescape")
        with Program([curl, *ARGUMENTS], given, kept, events, seconds + GRACE_SECONDS) as program:
            pieces = _checked(program, shown_server(url))
            status, fields, rest = _head(pieces)
            yield Response(status, fields, _joined(rest, pieces))


@contextmanager
def private_file(data: bytes) -> Iterator[str]:
    """Write bytes into a file of mode 0600 in a folder of mode 0700, and remove both afterwards.

    Raises:
        ProviderError: there is no place for it.
    """
    folder = ""
    try:
        try:
            parent = tempfile.gettempdir()
            _sweep(parent)
            # The name is known before the folder is there, so there is no moment in which it could be forgotten.
            folder = os.path.join(parent, FOLDER_PREFIX + secrets.token_hex(8))
            os.mkdir(folder, 0o700)
            path = os.path.join(folder, "body")
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as f:
                f.write(data)
        except OSError as error:
            raise ProviderError(f"no place for a temporary file: {error.strerror}") from error
        yield path
    finally:
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def _sweep(parent: str) -> None:
    """Remove folders of ours that a killed process left behind."""
    with suppress(OSError), os.scandir(parent) as found:
        for entry in found:
            if entry.name.startswith(FOLDER_PREFIX):
                stat = entry.stat(follow_symlinks=False)
                mine = not hasattr(os, "getuid") or stat.st_uid == os.getuid()
                if mine and time.time() - stat.st_mtime > STALE_SECONDS:
                    shutil.rmtree(entry.path, ignore_errors=True)


def _configuration(url: str, headers: Mapping[str, str], body: str, seconds: float) -> str:
    """Return curl's configuration (curl(1), --config)."""
    values = [
        ("url", url),
        ("proto", "=http,https"),
        ("data-binary", f"@{body}"),
        # curl would wait a second for a permission to send a longer body.
        ("header", "Expect:"),
        *(("header", f"{name}: {value}") for name, value in headers.items()),
        ("max-time", f"{seconds:g}"),
        ("connect-timeout", str(CONNECT_SECONDS)),
    ]
    flags = ["silent", "show-error", "include", "no-buffer", "globoff", "suppress-connect-headers"]
    return "".join([*(f"{flag}\n" for flag in flags), *(f"{name} = {_quote(value)}\n" for name, value in values)])


def _quote(value: str) -> str:
    """Quote a value of the configuration; nothing in it can begin another line."""
    if any(character in value for character in "\r\n\0"):
        raise ProviderError("a line break in an address or a key")
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _checked(program: Program, host: str) -> Iterator[bytes]:
    """Yield the output of curl; raise at its end where curl failed."""
    yield from program.pieces()
    status = program.status()
    if status == 0:
        return
    if status == EXIT_TIMEOUT:
        # Also where the connection took too long; curl says which.
        raise ProviderError(f"{host}: no whole answer in time: {_complaint(program)}")
    if status in EXIT_UNREACHABLE:
        raise Unreachable(host, _complaint(program))
    if status in EXIT_CUT:
        raise ProviderError(f"{host}: the connection was cut before the answer was whole")
    raise ProviderError(f"{host}: curl failed ({status}): {_complaint(program)}")


def _complaint(program: Program) -> str:
    """Return curl's own words: `curl: (7) Failed to connect` without what comes before."""
    words = program.complaint().rpartition("curl: (")[2]
    return one_line(words.partition(") ")[2] or words)


def _head(pieces: Iterator[bytes]) -> tuple[int, dict[str, str], bytes]:
    """Read the status, the headers, and what came of the body with them; interim responses are passed over."""
    read = b""
    while True:
        end = read.find(b"\r\n\r\n")
        if end >= 0:
            first, *lines = read[:end].decode("latin-1").split("\r\n")
            read = read[end + 4 :]
            words = first.split()
            status = int(words[1]) if len(words) > 1 and words[1].isdecimal() else 0
            if status // 100 != 1:
                fields = (line.partition(":") for line in lines)
                return status, {name.strip().lower(): value.strip() for name, _, value in fields}, read
            continue
        piece = next(pieces, None)
        if piece is None:
            raise ProviderError("the server sent no answer that HTTP allows")
        read += piece


def _joined(first: bytes, pieces: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from pieces


def shown_server(url: str) -> str:
    """Return scheme and host of an address, without the user and password that it may hold."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('/')[0].rpartition('@')[2]}"
