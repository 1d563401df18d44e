"""Servers on loopback that speak the protocols of Anthropic and Ollama, well or badly; a curl that tells on itself."""

from __future__ import annotations

import json
import socket
import stat
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

Piece = bytes | Callable[[], object]
"""What a body is made of: bytes, or something that is called between them, such as a wait."""


class Reply(NamedTuple):
    """What a server answers."""

    body: tuple[Piece, ...] = ()
    status: int = 200
    headers: Mapping[str, str] = {}
    whole: bool = True
    """Whether the body has its end; otherwise the connection is cut."""


class Seen(NamedTuple):
    """What a server was sent."""

    path: str
    headers: dict[str, str]
    body: dict


class FakeServer(ThreadingHTTPServer):
    """A server that answers every POST in the same way."""

    daemon_threads = True

    def __init__(self, answer: Callable[[Seen], Reply]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.seen: list[Seen] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a client that leaves is part of some tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: FakeServer

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers["content-length"]))
        seen = Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, json.loads(data or b"{}"))
        self.server.seen.append(seen)
        reply = self.server.answer(seen)
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for piece in reply.body:
            if callable(piece):
                piece()
            else:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.flush()
        if reply.whole:
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def log_message(self, *arguments: object) -> None:
        pass


@contextmanager
def serving(answer: Callable[[Seen], Reply] | Reply) -> Iterator[FakeServer]:
    """Serve until the block ends."""
    made = answer if callable(answer) else (lambda _seen: answer)
    server = FakeServer(made)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def wait(seconds: float) -> Callable[[], object]:
    return lambda: time.sleep(seconds)


JSON = {"content-type": "application/json"}
SSE = {"content-type": "text/event-stream; charset=utf-8"}
LINES = {"content-type": "application/x-ndjson"}


def event(kind: str, **fields: Any) -> bytes:
    """Return one server-sent event as Anthropic's servers write it."""
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()


def text_delta(text: str, index: int = 0) -> bytes:
    return event("content_block_delta", index=index, delta={"type": "text_delta", "text": text})


def message_start() -> bytes:
    return event("message_start", message={"id": "msg_1", "type": "message", "role": "assistant", "content": []})


def message_end(reason: str = "end_turn") -> tuple[bytes, ...]:
    return (
        event("content_block_stop", index=0),
        event("message_delta", delta={"stop_reason": reason, "stop_sequence": None}, usage={"output_tokens": 9}),
        event("message_stop"),
    )


def anthropic_stream(texts: Iterable[str], reason: str = "end_turn") -> tuple[bytes, ...]:
    """Return the body of a streamed message."""
    start = event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    return (message_start(), start, event("ping"), *map(text_delta, texts), *message_end(reason))


def anthropic_message(text: str, reason: str = "end_turn") -> bytes:
    """Return the body of a message in one piece."""
    content = [{"type": "thinking", "thinking": "hm", "signature": ""}, {"type": "text", "text": text}] if text else []
    return json.dumps({"id": "msg_1", "type": "message", "content": content, "stop_reason": reason}).encode()


def anthropic_error(status: int, kind: str, message: str, **headers: str) -> Reply:
    body = json.dumps({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply((body,), status, JSON | named)


def anthropic(*texts: str, reason: str = "end_turn") -> Callable[[Seen], Reply]:
    """Answer as Anthropic does: in events where the request wants a stream, else in one piece."""

    def answer(seen: Seen) -> Reply:
        if seen.body["stream"]:
            return Reply(anthropic_stream(texts, reason), headers=SSE)
        return Reply((anthropic_message("".join(texts), reason),), headers=JSON)

    return answer


def ollama_lines(texts: Iterable[str], reason: str = "stop") -> tuple[bytes, ...]:
    """Return the body of a streamed chat."""
    made = [{"message": {"role": "assistant", "content": text}, "done": False} for text in texts]
    end = {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": reason}
    return tuple(json.dumps({"model": "m", **line}).encode() + b"\n" for line in (*made, end))


def ollama(*texts: str, reason: str = "stop") -> Callable[[Seen], Reply]:
    """Answer as Ollama does."""

    def answer(seen: Seen) -> Reply:
        if seen.body["stream"]:
            return Reply(ollama_lines(texts, reason), headers=LINES)
        (line,) = ollama_lines(())
        whole = json.loads(line) | {"message": {"role": "assistant", "content": "".join(texts)}, "done_reason": reason}
        return Reply((json.dumps(whole).encode(),), headers=JSON)

    return answer


def write_program(path: Path, text: str) -> Path:
    """Write a program that can be run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


TELLTALE = """\
#!/bin/sh
# Every argument, the environment, what the files and folders of the request look like; then the real curl.
n=$$
printf '%s\\n' "$@" > "{log}/$n.arguments"
env > "{log}/$n.environment"
if [ "{name}" = git ]; then exec {real} "$@"; fi
cat > "{log}/../$n.input"
body=$(sed -n 's/^data-binary = "@\\(.*\\)"$/\\1/p' "{log}/../$n.input")
ls -ld "$(dirname "$body")" > "{log}/$n.folder"
ls -l "$body" > "{log}/$n.file"
cp "$body" "{log}/$n.body"
exec {real} "$@" < "{log}/../$n.input"
"""


def telltale(folder: Path, name: str, real: str) -> Path:
    """Write a program in the place of another that writes down how it was called; return the folder of its notes.

    What it was given on standard input lies beside the notes, not among them: there the key belongs.
    """
    log = folder / f"{name}-notes"
    log.mkdir(parents=True)
    write_program(folder / "bin" / name, TELLTALE.format(log=log, name=name, real=real))
    return log
