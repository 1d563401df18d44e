"""Which hooks our lines go into, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from trove_git.hooks import blocks
from trove_git.hooks.changes import Change, Unguarded
from trove_git.hooks.hookfile import add_body, read_hook, remove_body

BODY = "ours() { :; }\nours\n"


def hook_of(tmp_path: Path, text: str | bytes, mode: int = 0o755) -> Path:
    path = tmp_path / "pre-commit"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    path.chmod(mode)
    return path


TAKEN = {
    "sh": "#!/bin/sh\necho user\n",
    "sh -e": "#!/bin/sh -e\necho user\n",
    "space": "#! /bin/sh\necho user\n",
    "bash": "#!/usr/bin/env bash\necho user\n",
    "env -S": "#!/usr/bin/env -S LANG=C bash -e\necho user\n",
    "busybox": "#!/bin/busybox sh\necho user\n",
    "dash": "#!/bin/dash",
    "no shebang": "echo user\n",
    "latin-1": b"#!/bin/sh\n# caf\xe9\n",
    "crlf below": "#!/bin/sh\necho a\r\n",
    "empty": "",
}


@pytest.mark.parametrize("text", TAKEN.values(), ids=TAKEN)
def test_a_shell_hook_takes_our_lines_and_gives_them_back(tmp_path: Path, text: str | bytes) -> None:
    path = hook_of(tmp_path, text)
    change = add_body(read_hook(str(tmp_path), "pre-commit"), BODY)
    assert isinstance(change, Change)
    assert change.after is not None
    lines = change.after.split("\n")
    assert lines.index("ours") == (4 if lines[0].startswith("#!") else 3) - 1
    path.write_bytes(change.after.encode("utf-8", "surrogateescape"))
    again = add_body(read_hook(str(tmp_path), "pre-commit"), BODY)
    assert isinstance(again, Change)
    assert again.before == again.after
    back = remove_body(read_hook(str(tmp_path), "pre-commit"))
    assert back is not None
    assert back.after == change.before


LEFT = {
    "python": ("#!/usr/bin/env python3\n", 0o755, "it is written for python3 and not for a POSIX shell"),
    "node": ("#!/usr/bin/node\n", 0o755, "it is written for node and not for a POSIX shell"),
    "fish": ("#!/usr/bin/fish\n", 0o755, "it is written for fish and not for a POSIX shell"),
    "nothing": ("#!\n", 0o755, "it is written for an unknown interpreter and not for a POSIX shell"),
    "not executable": ("#!/bin/sh\n", 0o644, "it is not executable, so git does not run it"),
    "crlf": ("#!/bin/sh\r\necho a\r\n", 0o755, "its first line ends in CRLF, so its interpreter is not found"),
    "binary": (b"\x7fELF\0\1", 0o755, "it is not a script"),
}


@pytest.mark.parametrize(("text", "mode", "reason"), LEFT.values(), ids=LEFT)
def test_any_other_hook_is_left_alone(tmp_path: Path, text: str | bytes, mode: int, reason: str) -> None:
    path = hook_of(tmp_path, text, mode)
    left = add_body(read_hook(str(tmp_path), "pre-commit"), BODY)
    assert left == Unguarded("pre-commit", str(path), reason, 'git trove hook pre-commit "$@" || exit $?')


def test_a_link_and_a_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "post-commit").symlink_to("/usr/bin/true")
    (tmp_path / "post-merge").mkdir()
    left = [add_body(read_hook(str(tmp_path), name), BODY) for name in ("post-commit", "post-merge")]
    assert [(u.reason, u.line) for u in left if isinstance(u, Unguarded)] == [
        ("it is a symlink to /usr/bin/true", 'git trove hook post-commit "$@" || :'),
        ("it is not a regular file", 'git trove hook post-merge "$@" || :'),
    ]


def test_a_hook_of_husky_4_to_8_takes_them_behind_its_own_start(tmp_path: Path) -> None:
    hook_of(tmp_path, '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\nnpm test\n')
    change = add_body(read_hook(str(tmp_path), "pre-commit"), BODY)
    assert isinstance(change, Change)
    assert str(change.after).split("\n")[1].endswith('husky.sh"')
    assert str(change.after).split("\n")[4] == "ours"


def test_a_file_we_made_goes_only_when_nothing_was_added(tmp_path: Path) -> None:
    made = add_body(read_hook(str(tmp_path), "pre-commit"), BODY, folder_made=True)
    assert isinstance(made, Change)
    assert (made.before, made.executable) == (None, True)
    path = hook_of(tmp_path, str(made.after))
    gone = remove_body(read_hook(str(tmp_path), "pre-commit"))
    assert gone is not None
    assert (gone.after, gone.with_folder) == (None, True)
    path.write_text(f"{made.after}echo mine\n")
    kept = remove_body(read_hook(str(tmp_path), "pre-commit"))
    assert kept is not None
    assert kept.after == "#!/bin/sh\necho mine\n"


def test_lines_of_another_version_are_replaced_in_place(tmp_path: Path) -> None:
    hook_of(tmp_path, blocks.insert("#!/bin/sh\necho user\n", 1, ["old"]))
    change = add_body(read_hook(str(tmp_path), "pre-commit"), BODY)
    assert isinstance(change, Change)
    assert "old" not in str(change.after)
    assert len(blocks.find(str(change.after))) == 1
