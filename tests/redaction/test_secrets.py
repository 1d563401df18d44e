"""The one door: findings of all detectors, what blocks where, lines and offsets, bytes that are no text."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.secrets import PRIVATE, Maker
from trove_git.redaction.secrets import find_secrets, scan_bytes

GITHUB = "gh" + "p_" + Maker().alnum(36)
AWS = "AK" + "IA" + Maker().upper(16)
URL_PASSWORD = Maker().alnum(16)
MADE = Maker(4).alnum(32)


@pytest.mark.parametrize(
    ("text", "rule_class", "blocks_doc"),
    [
        (f"use {GITHUB}", "prefixed", True),
        (Maker().pem(PRIVATE), "key-block", True),
        (f"postgres://app:{URL_PASSWORD}@db.corp.io/x", "credential-url", True),
        (f"session={Maker().jwt()}", "structured", False),
        (f"Acme api key: {MADE}", "context", False),
    ],
)
def test_classes_and_what_they_block(text, rule_class, blocks_doc):
    for place, blocks in (("entry", True), ("doc", blocks_doc)):
        [finding] = find_secrets(text, place)
        assert (finding.rule_class, finding.blocks) == (rule_class, blocks)


def test_lines_offsets_and_length():
    for newline in ("\n", "\r\n"):
        text = newline.join(["# Notes", "", f"token: {GITHUB}", "", f"and `{AWS}` too", ""])
        first, second = find_secrets(text, "entry")
        assert [text[f.start : f.end] for f in (first, second)] == [GITHUB, AWS]
        assert [(f.line, f.end_line, f.length) for f in (first, second)] == [(3, 3, 40), (5, 5, 20)]
        assert [f.kind for f in (first, second)] == ["github-token", "aws-access-key-id"]


def test_a_finding_holds_nothing_of_the_secret():
    [finding] = find_secrets(f"token: {GITHUB}", "entry")
    assert not any(part in str(finding) for part in (GITHUB, GITHUB[4:12], GITHUB[-8:]))


def test_where_rules_overlap_the_surest_wins():
    [finding] = find_secrets(f'github_token = "{GITHUB}"', "entry")
    assert finding.rule_class == "prefixed"
    [finding] = find_secrets(f"https://bot:{GITHUB}@github.com/a/b", "entry")
    assert finding.rule_class == "prefixed"
    [finding] = find_secrets(f"private_key: {Maker().pem(PRIVATE)}", "entry")
    assert finding.rule_class == "key-block"


def test_clean_text():
    assert find_secrets("", "entry") == []
    assert find_secrets("# Notes\n\nThe API key lives in the vault; ask ops for the password.\n", "entry") == []


def test_bytes():
    [finding] = scan_bytes(f"\ufefftoken: {GITHUB}\n".encode(), "entry")
    assert finding.start == len("token: ")
    [finding] = scan_bytes(f"a\ntoken: {GITHUB}\n".encode("utf-16"), "entry")
    assert (finding.kind, finding.line) == ("github-token", 2)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"one\ncaf\xe9\n", 2),
        (b"one\ntwo\nthree \0\n", 3),
        ("one\nt\n".encode("utf-16-le"), 1),
        (b"\xff\xfe\x00", 1),
        (b"\x89PNG\r\n", 1),
    ],
)
def test_bytes_that_are_no_text_are_never_clean(data, line):
    [finding] = scan_bytes(data, "entry")
    assert (finding.rule_class, finding.line, finding.blocks) == ("unreadable", line, True)
    [finding] = scan_bytes(data, "doc")
    assert not finding.blocks


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16-le", "utf-16-be", "utf-32-le"])
def test_secrets_in_bytes_that_are_no_text_are_still_found(encoding):
    data = f"caf\u00e9\n\ntoken: {GITHUB}\n".encode(encoding)
    kinds = {(finding.kind, finding.line) for finding in scan_bytes(data, "doc")}
    assert ("github-token", 3) in kinds
    assert len(kinds) == 2


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("aws_key = '{}'", "aws-access-key"),
        ("softlayer_api_key: {}", "softlayer-credentials"),
    ],
)
def test_plugins_of_detect_secrets_are_asked(text, kind):
    from trove_git.redaction.assignments import lower
    from trove_git.redaction.engine import find_with_plugins
    from trove_git.redaction.providers import find_triggers
    from trove_git.redaction.words import words_of

    secret = Maker().base64(40) if kind.startswith("aws") else Maker().lower(64)
    text = f"first\n{text.format(secret)}\nlast"
    found = list(find_with_plugins(text, find_triggers(text, lower(text), words_of(text))))
    assert kind in {one.kind for one in found}
    assert any(secret in text[one.start : one.end] for one in found)


def test_a_prefix_that_a_plugin_returns_is_made_whole():
    from trove_git.redaction.engine import find_with_plugins

    text = f"x {GITHUB}."
    [found] = find_with_plugins(text, {"GitHubTokenDetector": [2]})
    assert (found.kind, text[found.start : found.end].rstrip(".")) == ("github-token", GITHUB)
    masked = "gh" + "p_" + "x" * 36
    assert list(find_with_plugins(f"x {masked}.", {"GitHubTokenDetector": [2]})) == []


def test_our_rules_are_plugins_of_detect_secrets_and_nothing_is_verified():
    from detect_secrets.core.scan import scan_line
    from detect_secrets.settings import get_settings

    from trove_git.redaction.engine import VERIFICATION, register

    plugins = register()
    assert {"PrefixedTokens", "StructuredSecrets", "KeyBlocks", "AssignedSecrets", "AWSKeyDetector"} <= set(plugins)
    assert not {"Base64HighEntropyString", "HexHighEntropyString", "KeywordDetector"} & set(plugins)
    assert VERIFICATION not in get_settings().filters
    assert "detect_secrets.filters.heuristic.is_indirect_reference" not in get_settings().filters
    types = {secret.type for secret in scan_line(f"lin_key = {'lin' + '_api_' + Maker().alnum(40)}")}
    assert "Token of a known format" in types


@pytest.mark.parametrize(
    ("text", "loaded"),
    [("nothing here", False), (f"one {GITHUB} token", False), (f"{GITHUB} and gh" + "p_" + "x" * 36, True)],
    ids=["nothing", "found already", "another"],
)
def test_detect_secrets_is_loaded_only_where_a_plugin_may_find_something(text, loaded):
    program = (
        "import sys\nfrom trove_git.redaction.secrets import find_secrets\n"
        "find_secrets(sys.argv[1], 'entry')\nprint('detect_secrets' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program, text], capture_output=True, text=True, check=True)
    assert done.stdout == f"{loaded}\n"


def test_a_long_line_is_looked_at_to_its_end():
    text = "word " * 400_000 + GITHUB
    [finding] = find_secrets(text, "entry")
    assert (finding.line, finding.end) == (1, len(text))


def test_what_only_a_plugin_finds_is_a_finding():
    password = "AP6" + Maker().alnum(24)
    [finding] = find_secrets(f"see {password} there", "entry")
    assert (finding.kind, finding.rule_class, finding.length) == ("artifactory-credentials", "context", 27)


def test_many_triggers_of_one_long_line_are_asked_in_turn():
    text = ("iam " + "x" * 20 + " ") * 300
    assert find_secrets(text, "entry") == []
