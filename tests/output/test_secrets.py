"""Secrets that were found, and what was redacted; the secret itself is in neither record."""

from __future__ import annotations

import pytest

from trove_git.commands.redact import Redacted
from trove_git.commands.secrets import Located, Scanned
from trove_git.output.redact import redact_object, redact_summary
from trove_git.output.secrets import render_scan, render_verdict, scan_summary, verdict_notes
from trove_git.records import Verdict
from trove_git.redaction.secrets import Finding

FOUND = Located("a\x1b.md", Finding(3, 3, "token", 40, 0, 40, "format", True))
GO_ON = "hint: take the secret out and have it revoked; write where it is kept instead\n"


@pytest.mark.parametrize(
    ("result", "summary"),
    [
        (Scanned([], 0), "0 files scanned: no secrets found\n"),
        (Scanned([FOUND], 1), f"1 file scanned: 1 finding\n{GO_ON}"),
        (Scanned([FOUND, FOUND], 3), f"3 files scanned: 2 findings\n{GO_ON}"),
    ],
)
def test_files(result, summary):
    assert render_scan(result, terminal=True) == "a\ufffd.md:3: token (40 characters)\n" * len(result.findings)
    assert scan_summary(result) == summary


@pytest.mark.parametrize(("blocking", "warnings"), [(False, "warning: b.md:1: x\n"), (True, "")])
def test_verdict(blocking, warnings):
    # A note that reads like a warning is none.
    verdict = Verdict(False, ("a\x1b.md:3: token",), ("1 file scanned", "warning: a note"), ("b.md:1: x",))
    assert render_verdict(verdict, terminal=True) == "a\ufffd.md:3: token\n"
    assert verdict_notes(verdict, blocking=blocking) == f"{warnings}1 file scanned\nwarning: a note\n"


@pytest.mark.parametrize(
    ("counts", "check", "text"),
    [
        ({}, False, "nothing to redact\n"),
        ({"secret": 1, "email": 2}, False, "redacted: 3 (2 email, 1 secret)\n"),
        ({"email": 2}, True, "would be redacted: 2 (2 email)\n"),
    ],
)
def test_redacted(counts, check, text):
    assert redact_summary(counts, check=check) == text


def test_redacted_object():
    done = [Redacted("a.md", b"[REDACTED:email-1]", True, {"email": 1})]
    one = {"path": "a.md", "changed": True, "total": 1, "by_category": {"email": 1}}
    assert redact_object(done, {"email": 1}, check=True) == {"total": 1, "by_category": {"email": 1}, "files": [one]}
    assert redact_object(done, {"email": 1}, check=False)["files"] == [one | {"text": "[REDACTED:email-1]"}]
