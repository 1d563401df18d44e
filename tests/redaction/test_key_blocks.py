"""Private keys as spans: in every dress that people put them into, and what only looks like one."""

from __future__ import annotations

import base64
import json

import pytest

from tests.support.secrets import PRIVATE, Maker
from trove_git.redaction.key_blocks import find_key_blocks
from trove_git.redaction.secrets import KEY_BLOCK, find_secrets

LABELS = [
    PRIVATE,
    "RSA " + PRIVATE,
    "EC " + PRIVATE,
    "DSA " + PRIVATE,
    "OPENSSH " + PRIVATE,
    "ENCRYPTED " + PRIVATE,
    "PGP " + PRIVATE + " BLOCK",
]


@pytest.mark.parametrize("label", LABELS)
def test_the_whole_block_is_one_finding(label):
    key = Maker().pem(label)
    text = f"before\n\n{key}\n\nafter\n"
    [finding] = find_secrets(text, "entry")
    assert (finding.rule_class, finding.line, finding.end_line) == (KEY_BLOCK, 3, 3 + key.count("\n"))
    assert text[finding.start : finding.end] == key
    assert finding.length == len(key)


DRESSES = {
    "indented": lambda key: "key: |\n" + "\n".join(f"    {line}" for line in key.split("\n")),
    "quoted": lambda key: "\n".join(f"> {line}" for line in key.split("\n")),
    "commented": lambda key: "\n".join(f"# {line}" for line in key.split("\n")),
    "with CRLF": lambda key: key.replace("\n", "\r\n"),
    "escaped": lambda key: 'TLS_KEY="' + key.replace("\n", "\\n") + '"',
    "JSON": lambda key: json.dumps({"private_key": key + "\n"}),
    "JSON in JSON": lambda key: json.dumps({"body": json.dumps({"private_key": key})}),
    "joined strings": lambda key: " +\n".join(f'"{line}\\n"' for line in key.split("\n")),
    "without its end": lambda key: "\n".join(key.split("\n")[:-1]) + "\n\nThe end is missing.",
}


@pytest.mark.parametrize("name", DRESSES)
def test_in_every_dress(name):
    key = Maker(2).pem("RSA " + PRIVATE)
    text = DRESSES[name](key)
    [block] = find_key_blocks(text)
    inside = text[block.start : block.end]
    assert inside.startswith("-" * 5 + "BEGIN")
    assert all(line in inside for line in key.split("\n")[:-1])
    assert "missing" not in inside


def test_two_keys_are_two_findings():
    first, second = Maker(1).pem("EC " + PRIVATE, 2), Maker(2).pem("EC " + PRIVATE, 2)
    assert len(list(find_key_blocks(f"{first}\n{second}\n"))) == 2


def test_a_header_that_ends_in_another_key_is_no_key_by_itself():
    begin = f"{'-' * 5}BEGIN {PRIVATE}{'-' * 5}"
    key = Maker().pem(PRIVATE)
    [block] = find_key_blocks(f"Files start with {begin} as here:\n{key}\n")
    assert block.end - block.start == len(key)


@pytest.mark.parametrize(
    "text",
    [
        "The file starts with `{begin}`.",
        "{begin}\n...\n{end}",
        "{begin}\n<base64 of the key>\n{end}",
        "{begin}\n" + "A" * 64 + "\n{end}",
        "grep -l '{begin}' *",
        "{begin}\nMIIE\n{end}",
    ],
)
def test_a_header_without_a_key(text):
    dashes = "-" * 5
    text = text.format(begin=f"{dashes}BEGIN RSA {PRIVATE}{dashes}", end=f"{dashes}END RSA {PRIVATE}{dashes}")
    assert list(find_key_blocks(text)) == []


@pytest.mark.parametrize("label", ["CERTIFICATE", "PUBLIC KEY", "PGP PUBLIC KEY BLOCK", "RSA PUBLIC KEY"])
def test_public_blocks(label):
    assert list(find_key_blocks(Maker().pem(label))) == []


def test_putty():
    maker = Maker()
    lines = [
        "PuTTY-User-Key-File-3: ssh-ed25519",
        "Encryption: none",
        "Comment: me",
        "Public-Lines: 1",
        maker.base64(60),
        "Private-Lines: 1",
        maker.base64(44),
        f"Private-MAC: {maker.hex(64)}",
    ]
    text = "\n".join(["Keep this:", *lines, "after"])
    [block] = find_key_blocks(text)
    assert text[block.start : block.end] == "\n".join(lines)
    assert list(find_key_blocks("Files of PuTTY start with PuTTY-User-Key-File-3: and a type.")) == []


def test_encoded_as_a_whole():
    encoded = base64.b64encode(Maker().pem(PRIVATE).encode()).decode()
    [block] = find_key_blocks(f"tls.key: {encoded}\n")
    assert (block.kind, block.end - block.start) == ("encoded-private-key", len(encoded))
    certificate = base64.b64encode(Maker().pem("CERTIFICATE").encode()).decode()
    assert list(find_key_blocks(f"tls.crt: {certificate}\n")) == []


def test_json_web_key():
    maker = Maker()
    key = {"kty": "EC", "crv": "P-256", "x": maker.alnum(43), "y": maker.alnum(43), "d": maker.alnum(43)}
    assert [block.kind for block in find_key_blocks(json.dumps(key))] == ["json-web-private-key"]
    del key["d"]
    assert list(find_key_blocks(json.dumps(key))) == []


def test_xml_key():
    text = f"<RSAKeyValue><Modulus>{Maker().base64(80)}</Modulus><D>{Maker(2).base64(80)}==</D></RSAKeyValue>"
    assert [block.kind for block in find_key_blocks(text)] == ["xml-private-key"]


def test_the_text_after_a_key_without_an_end_is_not_its_body():
    key = "\n".join(Maker().pem(PRIVATE, 3).split("\n")[:-1])
    rest = "\n\n" + "Words of a text that goes on for a while. " * 10 + Maker(9).base64(64)
    [block] = find_key_blocks(key + rest)
    assert block.end == len(key)
