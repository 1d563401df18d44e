"""curl as we call it: where the key is, what the files of a request look like, and that nothing stays behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time

import pytest

from tests.support import providers as fake
from tests.support.providers import JSON, Reply, serving, telltale, write_program
from trove_git.answers import curl
from trove_git.answers.curl import post, private_file
from trove_git.errors import ProviderError

KEY = "key-of-a-test-" + "9876543210"
ENVIRONMENT = {"PATH": os.environ["PATH"]}


def send(url: str, headers=None, environment=None) -> tuple[int, bytes]:
    with post(url, headers or {}, b"{}", environment or ENVIRONMENT, 20.0) as response:
        return response.status, response.body()


def test_the_key_is_on_standard_input_and_nowhere_else(tmp_path, monkeypatch, temp_folder):
    log = telltale(tmp_path, "curl", shutil.which("curl"))
    environment = {
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "HOME": os.environ["HOME"], "TMPDIR": str(temp_folder),
        "ANTHROPIC_API_KEY": KEY, "ANTHROPIC_AUTH_TOKEN": KEY, "OTHER": "kept",
    }  # fmt: skip
    with serving(Reply((b"ok",))) as server:
        assert send(f"{server.url}/x?q={KEY}", {"x-api-key": KEY}, environment) == (200, b"ok")
    assert server.seen[0].headers["x-api-key"] == KEY
    notes = {path.suffix[1:]: path.read_text() for path in log.iterdir()}
    assert notes["arguments"] == "-q\n--config\n-\n"
    assert "OTHER=kept" in notes["environment"]
    assert notes["folder"].startswith("drwx------ ")
    assert notes["file"].startswith("-rw------- ")
    assert notes["body"] == "{}"
    assert f"{temp_folder}/git-trove-request-" in notes["file"]
    for name, text in notes.items():
        assert KEY not in text, name
    assert list(temp_folder.iterdir()) == []


def test_a_users_own_settings_of_curl_are_not_read(sealed_home):
    (sealed_home / ".curlrc").write_text("url = file:///etc/hostname\nfail\noutput = x\n")
    with serving(Reply((b"no",), 500)) as server:
        assert send(server.url, environment=ENVIRONMENT | {"HOME": str(sealed_home)}) == (500, b"no")


def test_a_redirect_is_not_followed():
    with serving(Reply((b"elsewhere",))) as other, serving(Reply((), 307, {"location": other.url})) as server:
        assert send(server.url, {"x-api-key": KEY}) == (307, b"")
    assert other.seen == []


def test_a_proxy_of_the_environment_is_used():
    with serving(Reply((b"from the proxy",))) as proxy:
        assert (
            send("http://example.invalid/x", environment=ENVIRONMENT | {"http_proxy": proxy.url})[1]
            == b"from the proxy"
        )
    assert proxy.seen[0].path == "http://example.invalid/x"


def test_values_cannot_add_options():
    quoted = {"x-quoted": 'a"b\\c\\n'}
    with serving(Reply()) as server:
        send(server.url, quoted)
        assert server.seen[0].headers["x-quoted"] == 'a"b\\c\\n'
        with pytest.raises(ProviderError, match="line break"):
            send(server.url, {"x-api-key": 'a\nurl = "file:///etc/passwd"'})


def test_only_the_web_is_reached():
    with pytest.raises(ProviderError, match=r"curl failed \(1\): Protocol .file. (not supported or )?disabled"):
        send("file:///etc/hostname")


def test_interim_responses_and_odd_heads(monkeypatch, tmp_path):
    def answering(text: str) -> dict[str, str]:
        write_program(tmp_path / "curl", f"#!/bin/sh\ncat > /dev/null\nprintf '{text}'\n")
        return {"PATH": f"{tmp_path}:{os.environ['PATH']}"}

    interim = r"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/2 200 \r\nA-B:  c \r\n\r\nbody"
    with post("http://x", {}, b"", answering(interim), 5.0) as response:
        assert (response.status, dict(response.headers), response.body()) == (200, {"a-b": "c"}, b"body")
    with pytest.raises(ProviderError, match="no answer that HTTP allows"):
        send("http://x", environment=answering("hello"))
    with post("http://x", {}, b"", answering(r"junk\r\n\r\n"), 5.0) as response:
        assert response.status == 0


def test_a_body_is_read_to_a_limit():
    with serving(Reply((b"x" * 50_000,) * 4)) as server, post(server.url, {}, b"", ENVIRONMENT, 20.0) as response:
        assert len(response.body(60_000)) == 60_000


def test_what_a_killed_process_left_is_removed_by_the_next(temp_folder):
    old, new, other = (temp_folder / name for name in ("git-trove-request-1", "git-trove-request-2", "other"))
    for folder in (old, new, other):
        folder.mkdir()
        (folder / "body").write_text("x")
    hours_ago = time.time() - 2 * curl.STALE_SECONDS
    for folder in (old, other):
        os.utime(folder, (hours_ago, hours_ago))
    with private_file(b"data") as path:
        assert os.stat(path).st_mode & 0o777 == 0o600
        assert os.stat(os.path.dirname(path)).st_mode & 0o777 == 0o700
    assert sorted(path.name for path in temp_folder.iterdir()) == ["git-trove-request-2", "other"]


def test_the_file_is_gone_after_an_error(temp_folder):
    with pytest.raises(ZeroDivisionError), private_file(b"data"):
        assert len(list(temp_folder.iterdir())) == 1
        raise ZeroDivisionError
    assert list(temp_folder.iterdir()) == []


def test_no_place_for_the_file(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with pytest.raises(ProviderError, match=r"^no place for a temporary file: No such file or directory$"):
        send("http://127.0.0.1:1")


REQUEST = """
import os, sys
from trove_git.answers.curl import post
try:
    with post(sys.argv[1], {}, b'"private"', dict(os.environ), 60.0) as response:
        print("begun", flush=True)
        print(response.body())
except KeyboardInterrupt:
    print("Ctrl-C")
    sys.exit(130)
"""


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP), (signal.SIGINT, 130)]
)
@pytest.mark.parametrize("times", [1, 3])
def test_a_signal_leaves_no_file_and_no_curl(number, status, times, temp_folder):
    with serving(Reply((b"first", fake.wait(8)), headers=JSON)) as server:
        process = subprocess.Popen([sys.executable, "-c", REQUEST, server.url], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        assert len(list(temp_folder.glob("*/body"))) == 1
        for _ in range(times):
            process.send_signal(number)
        rest = process.communicate(timeout=7)[0]
    assert process.returncode == status
    assert rest == ("Ctrl-C\n" if number == signal.SIGINT else "")
    assert list(temp_folder.iterdir()) == []
    left = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False)
    assert left.stdout == ""


def test_a_signal_that_was_ignored_stays_so(temp_folder):
    ignoring = "import signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n" + REQUEST
    with serving(Reply((b"first", fake.wait(0.8), b"last"), headers=JSON)) as server:
        process = subprocess.Popen([sys.executable, "-c", ignoring, server.url], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGHUP)
        assert process.communicate(timeout=7)[0] == "b'firstlast'\n"


def test_a_handler_that_lets_the_program_go_on_gets_an_error():
    program = textwrap.dedent("""
        import os, signal, sys
        from trove_git.answers.curl import post
        from trove_git.errors import ProviderError
        signal.signal(signal.SIGTERM, lambda *_: print("told"))
        try:
            with post(sys.argv[1], {}, b"", dict(os.environ), 60.0) as response:
                print("begun", flush=True)
                response.body()
        except ProviderError as error:
            print(error)
    """)
    with serving(Reply((b"first", fake.wait(8)), headers=JSON)) as server:
        process = subprocess.Popen([sys.executable, "-c", program, server.url], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=7)[0] == "told\ninterrupted by a signal\n"


def test_a_request_outside_the_main_thread():
    import threading

    got = []
    with serving(Reply((b"ok",))) as server:
        thread = threading.Thread(target=lambda: got.append(send(server.url)))
        thread.start()
        thread.join()
    assert got == [(200, b"ok")]
