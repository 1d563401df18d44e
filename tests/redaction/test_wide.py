"""What redaction takes for a secret beyond the gate, and what is public."""

from __future__ import annotations

import pytest

from tests.support.secrets import PRIVATE, Maker
from trove_git.redaction.mixed import find_mixed, find_symbolic, is_token
from trove_git.redaction.public import find_public
from trove_git.redaction.secrets import ENTRY, find_secrets
from trove_git.redaction.wide import find_wide

MAKE = Maker(7)
ALNUM, LONG, HEX = MAKE.alnum(22), MAKE.lower(36), MAKE.hex(40)
BASE64 = "Ab3+" + MAKE.alnum(17) + "/" + MAKE.alnum(18)
SYMBOLS = "k7)x@2b" + MAKE.lower(12) + "&%z!3q=" + MAKE.lower(12) + "^9w*"
PEM = MAKE.pem(PRIVATE).split("\n")
DASHES = "-" * 5


def texts(text, spans):
    return [text[start:end] for start, end in sorted(set(spans))]


FOUND = [
    pytest.param(f"staging has {ALNUM} now.", [ALNUM], id="short, of three classes"),
    pytest.param(f"x={LONG},", [LONG], id="long, of two classes, behind a name"),
    pytest.param(f"see {HEX}.", [HEX], id="hexadecimal"),
    pytest.param(f"({BASE64}==)", [f"{BASE64}=="], id="base64 with a slash"),
    pytest.param(f"https://acme.io/share/{LONG}/edit", [LONG], id="segment of a URL"),
    pytest.param(f"https://acme.io/share/-{ALNUM}", [ALNUM], id="segment with a dash before it"),
    pytest.param(f"{MAKE.uuid()}-{LONG}", None, id="a UUID with a token behind it"),
    pytest.param("key QX7R2-9KD4W-P3M8Z-T6V1B ok", ["QX7R2-9KD4W-P3M8Z-T6V1B"], id="product key"),
    pytest.param("redis://svc:aX9_bQ@localhost:6379", ["aX9_bQ"], id="password of a URL of this machine"),
    pytest.param("https://me:zq81vxp@host.example.com/", ["zq81vxp"], id="password of a URL of a document"),
    pytest.param("acmectl login --db-password )q7z-w2k!", [")q7z-w2k!"], id="option"),
    pytest.param("my key: `9fK2LmQ0aZx81`", ["9fK2LmQ0aZx81"], id="short, behind a weak name"),
    pytest.param("run --api-key='q7zw2k91xv'", ["q7zw2k91xv"], id="option in quotes"),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_found_by_redaction(text, expected):
    assert texts(text, find_wide(text)) == (expected or [text])


@pytest.mark.parametrize("text", [case.values[0] for case in FOUND[:7]], ids=[case.id for case in FOUND[:7]])
def test_the_gate_stops_no_token_that_nothing_announces(text):
    assert find_secrets(text, ENTRY) == []


NOT_FOUND = [
    pytest.param("how-we-rotate-the-staging-database-quarterly-2", id="words"),
    pytest.param("AccountHolderNotificationPreferenceRepositoryFactory2", id="name in code"),
    pytest.param(
        "BenchmarkIncrementalDiffCopy10000-32 of /edit#slide=id.g1270ef7d5b6_0_662", id="name and number, anchor"
    ),
    pytest.param("foo_bar-1.2.3-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl", id="file of a package"),
    pytest.param("src/components/AccountHolder2/views/preferences_v2.test.tsx:120", id="path and line"),
    pytest.param("GET /v1.22/containers/4fa6e0f0c678/json", id="path of an interface"),
    pytest.param("v0.0.0-20210423185535-" + MAKE.hex(12), id="version of Go"),
    pytest.param("app@1.20.3+" + HEX, id="version with its commit"),
    pytest.param("run " + MAKE.uuid() + " of request-id-" + MAKE.uuid(), id="UUID"),
    pytest.param("0123456789abcdef0123456789abcdef", id="sequence"),
    pytest.param("1234567890123456789012345678901234567890", id="digits"),
    pytest.param("x" * 40, id="placeholder"),
    pytest.param("postgres://postgres:postgres@localhost/app https://user:pass@host/", id="passwords of nobody"),
    pytest.param("https://$USER:$TOKEN@git.acme.io and https://u:abc@h.io", id="reference, and too short"),
    pytest.param("--token your-token-here --password=$PASS --secret some-words", id="options without a value"),
    pytest.param("ABCDE-FGHIJ-KLMNO-PQRST 12345-23456-34567-45678", id="parts without digits or letters"),
    pytest.param("key: HttpServer2Port, code = Base64Encode1(x), token is iPhone12Pro", id="names behind a weak name"),
    pytest.param("a sentence without anything", id="prose"),
]


@pytest.mark.parametrize("text", NOT_FOUND)
def test_not_found(text):
    assert texts(text, find_wide(text)) == []
    assert texts(text, find_symbolic(text)) == []


def test_a_key_without_its_end():
    cut = "\n".join(PEM[:4])
    assert texts(f"see\n{cut}\n\nmore", find_wide(f"see\n{cut}\n\nmore"))[0] == cut


def test_a_key_without_its_beginning():
    first = PEM[1][30:]
    rest = "\n".join(PEM[2:])
    assert f"{first}\n{rest}" in texts(f"{first}\n{rest}\nmore", find_wide(f"{first}\n{rest}\nmore"))
    quoted = "words before\n" + "\n".join(f"> {line}" for line in PEM[2:])
    assert max(texts(quoted, find_wide(quoted)), key=len) == quoted.removeprefix("words before\n> ")
    assert texts("it ends with\n" + PEM[-1], find_wide("it ends with\n" + PEM[-1])) == []
    assert texts(PEM[-1], find_wide(PEM[-1])) == []


def test_a_key_left_out():
    text = f"{PEM[0]}\n{'x' * 64}\n{'x' * 64}\n"
    assert texts(text, find_wide(text)) == []


SYMBOLIC = [
    pytest.param(f"KEY={SYMBOLS}", [SYMBOLS], id="behind a name"),
    pytest.param(f'key: "{SYMBOLS}",', [SYMBOLS], id="in quotes"),
    pytest.param(f"q7x=3{SYMBOLS}", [f"q7x=3{SYMBOLS}"], id="what looks like a name has digits"),
    pytest.param("https://acme.io/a?b=1&c=2&d=3&e=4,5;6!7*8", [], id="URL"),
    pytest.param("/v1.22/containers/4fa6e0f0c678/json?size=1&a=2", [], id="path with a query"),
    pytest.param("^[a-z0-9]+(?:-[a-z0-9]+)*$|^[0-9]{3,9}$", [], id="regular expression"),
    pytest.param("f(x1,y2)+g(z3)*h(w4)-(a/b)^2;c=d[5]%e[6]()", [], id="code"),
    pytest.param("1.5*2.5+3.5/4.5-(6.5)^7.5%8.5,9.5;0.5=1", [], id="numbers"),
    pytest.param("(a,b)=[c,d]+(e,f)-[g,h]*(i,j)/[k,l]^(m)", [], id="no digits"),
]


@pytest.mark.parametrize(("text", "expected"), SYMBOLIC)
def test_tokens_with_symbols(text, expected):
    assert texts(text, find_symbolic(text)) == expected


def test_a_token_below_the_least_length():
    assert not is_token(MAKE.alnum(19))


PUBLIC = [
    pytest.param("sha256:" + MAKE.hex(64), 64, id="digest"),
    pytest.param('"integrity": "sha512-' + MAKE.alnum(86) + '=="', 88, id="integrity"),
    pytest.param("go v1.2.3 h1:" + MAKE.alnum(43) + "=", 44, id="go.sum"),
    pytest.param(MAKE.hex(64) + "  app-1.2.tar.gz", 64, id="line of a list of digests"),
    pytest.param("github.com/a/b/commit/" + HEX, 40, id="URL of a commit"),
    pytest.param("Commit [" + HEX + "](x)", 40, id="commit in words"),
    pytest.param("uses: actions/checkout@" + HEX, 40, id="pinned action"),
    pytest.param("git revert " + HEX, 40, id="command"),
    pytest.param("ssh-ed25519 AAAA" + MAKE.alnum(64) + " ops@acme", 68, id="public key of SSH"),
    pytest.param("age1" + MAKE.lower(58), 58, id="recipient"),
    pytest.param("pk_live_" + MAKE.alnum(24), 24, id="publishable key"),
    pytest.param("![x](data:image/png;base64," + MAKE.alnum(80) + ")", 102, id="picture"),
]


@pytest.mark.parametrize(("text", "size"), PUBLIC)
def test_public(text, size):
    assert [end - start for start, end in find_public(text)] == [size]
    assert texts(text, find_wide(text)) == []


@pytest.mark.parametrize("label", ["CERTIFICATE", "PUBLIC KEY", "PGP SIGNATURE", "RSA PUBLIC KEY"])
def test_public_blocks(label):
    text = f"see\n{MAKE.pem(label)}\n"
    assert [text[start:end] for start, end in find_public(text)] == [text[4:-1]]
    assert texts(text, find_wide(text)) == []


def test_public_material_around_tokens():
    token = MAKE.alnum(40)
    block = MAKE.pem("CERTIFICATE").replace("\n", f"\nsha256:{HEX}\n", 1)
    text = f"{token} sha256:{MAKE.hex(64)} {token}\n{block}\n{token}"
    assert texts(text, find_mixed(text)) == [token] * 3


def test_what_is_private_is_not_public():
    text = f"see\n{MAKE.pem(PRIVATE)}\nsha256 of {HEX}\nrevision notes {LONG}"
    assert list(find_public(text)) == []
