"""Home folders, user names and names of customers."""

from __future__ import annotations

import pytest

from trove_git.redaction.people import find_customers, find_paths
from trove_git.redaction.private import Private, add_apart


def texts(text, spans):
    return [text[span.start : span.end] for span in add_apart([], [Private(start, end, "") for start, end in spans])]


PATHS = [
    pytest.param("see /home/ana/src/app/main.py:12 first", ["/home/ana/src/app/main.py"], id="Linux; the line stays"),
    pytest.param("'/Users/ana.ruiz/work', /Users/bo.", ["/Users/ana.ruiz/work", "/Users/bo"], id="macOS"),
    pytest.param(r"C:\Users\ana\AppData\x.txt", [r"C:\Users\ana\AppData\x.txt"], id="Windows"),
    pytest.param(r'"C:\\Users\\Ana Ruiz\\x"', [r"C:\\Users\\Ana Ruiz\\x"], id="Windows, escaped, a blank in the name"),
    pytest.param("c:/users/ana/x", ["c:/users/ana/x"], id="Windows with slashes"),
    pytest.param(r"C:\Users\ana", [r"C:\Users\ana"], id="Windows, the folder itself"),
    pytest.param("/mnt/c/Users/ana/x /c/Users/ana", ["/mnt/c/Users/ana/x", "/c/Users/ana"], id="Windows from Linux"),
    pytest.param("/home/someru/x /home/youri", ["/home/someru/x", "/home/youri"], id="names that begin like nobody's"),
    pytest.param("file:///home/ana/x vscode://file/home/ana/y", ["/home/ana/x", "/home/ana/y"], id="URLs of files"),
    pytest.param("host:/home/ana/x -v /home/ana:/home/bo", ["/home/ana/x", "/home/ana", "/home/bo"], id="mounts"),
    pytest.param("/home/user/x /Users/runner/y /home/node C:\\Users\\Public\\x /home/your-name/z", [], id="nobody's"),
    pytest.param("https://acme.io/home/ana/x and $X/home/ana ~/home/ana", [], id="no folder of this machine"),
    pytest.param("/home/$USER/x /home/<name>/x /home/{name}/x /Users/%u/x", [], id="to be filled in"),
    pytest.param("src/home/ana.py:3 home/ana/x", [], id="relative"),
    pytest.param("/home/ and /Users/", [], id="nothing behind it"),
]


@pytest.mark.parametrize(("text", "expected"), PATHS)
def test_paths(text, expected):
    assert texts(text, find_paths(text)) == expected


USERS = [
    pytest.param("jsmith", "ask jsmith, JSmith or jsmith2", ["jsmith", "JSmith"], id="any case"),
    pytest.param("max", "max said Max; max_len stays, maximum too", ["max", "max"], id="a short one in its own case"),
    pytest.param("j_s", "j_s and j-s", ["j_s", "j-s"], id="parts joined in any way"),
    pytest.param("al", "al is too short", [], id="too short"),
    pytest.param("root", "root and ROOT", [], id="nobody in particular"),
    pytest.param("", "anything", [], id="nobody"),
]


@pytest.mark.parametrize(("user", "text", "expected"), USERS)
def test_the_user(user, text, expected):
    assert texts(text, find_paths(text, user)) == expected


def test_customers():
    text = "Acme Corp, ACME-CORP, acme_corp_import, AcmeCorp; acme corpus, C++ by Zeb (Co)."
    found = texts(text, find_customers(text, ["Acme Corp", "Zeb (Co)", " ", "--"]))
    assert found == ["Acme Corp", "ACME-CORP", "acme_corp", "AcmeCorp", "Zeb (Co)"]
