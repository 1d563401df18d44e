"""Git hooks: what was done to them, and which are reached."""

from __future__ import annotations

import pytest

from trove_git.commands.doctor import Diagnosis
from trove_git.commands.install import Installed
from trove_git.hooks.changes import Unguarded
from trove_git.hooks.doctor import NOT_REACHED, REACHED, Proof
from trove_git.output.doctor import HINT, doctor_hint, doctor_object, render_doctor
from trove_git.output.install import install_hints, render_install, render_unguarded, render_uninstall

LEFT = Unguarded("pre-commit", ".git/hooks/pre-commit", "no shell script", "one\ntwo")


@pytest.mark.parametrize(
    ("result", "text", "hints"),
    [
        (Installed("native", ("made a", "made b")), "made a\nmade b\n",
         "git trove doctor proves that the hooks are reached\n"),
        (Installed("native"), "nothing to do: the hooks are there\n",
         "git trove doctor proves that the hooks are reached\n"),
        (Installed("native", ("made a",), (LEFT,)), "made a\n", ""),
        (Installed("native", snippet="add this", is_written=False), "add this\n", ""),
        (
            Installed("husky", why="husky is here", snippet="add this", is_written=False),
            "add this\n",
            "nothing was changed, so nothing is guarded: husky is here\n"
            "hint: add the lines above by hand, or run git trove install --yes\n",
        ),
    ],
)  # fmt: skip
def test_install(result, text, hints):
    assert render_install(result) == text
    assert install_hints(result) == hints


def test_unguarded():
    assert render_unguarded(LEFT) == (
        "unguarded: pre-commit: no shell script (.git/hooks/pre-commit); add to it:\n",
        "    one\n    two\n",
    )


@pytest.mark.parametrize(
    ("done", "text"), [([], "nothing to do: there are no hooks of git-trove\n"), (["a", "b"], "a\nb\n")]
)
def test_uninstall(done, text):
    assert render_uninstall(done) == text


@pytest.mark.parametrize(
    ("result", "text", "hint"),
    [
        (
            Diagnosis((Proof("pre-commit", REACHED, "x"),), "/bin/git-trove"),
            "pre-commit        reached      x\n-- hooks start /bin/git-trove\n",
            "",
        ),
        (
            Diagnosis((Proof("pre-push", NOT_REACHED, "y"),), ""),
            "pre-push          not reached  y\n-- hooks start nothing: git-trove is not on PATH\n",
            f"{HINT}\n",
        ),
    ],
)
def test_doctor(result, text, hint):
    assert render_doctor(result) == text
    assert doctor_hint(result) == hint


def test_object():
    assert doctor_object(Diagnosis((Proof("pre-push", NOT_REACHED, "y"),), "")) == {
        "program": None, "hooks": [{"name": "pre-push", "state": NOT_REACHED, "detail": "y"}],
    }  # fmt: skip
