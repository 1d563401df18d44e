"""What values look like: placeholders, references, words, random tokens, passwords."""

from __future__ import annotations

import pytest

from tests.support.secrets import Maker
from trove_git.redaction.hosts import is_local_host, is_loopback, is_reserved
from trove_git.redaction.judge import is_password, is_placeholder, is_random, is_reference, is_uuid, is_wordy
from trove_git.redaction.keywords import NO, PASSWORD, TOKEN, WEAK, strength_of
from trove_git.redaction.tokens_of_web import is_signed_token


@pytest.mark.parametrize(
    "value",
    [
        "YOUR_API_KEY",
        "your-token-here",
        "x" * 20,
        "abc...xyz",
        "changeme",
        "Example123key",
        "<token>x.example",
        "0" * 32,
        "abcdefghijklmnopqrstuvwxyz",
        "0123456789" * 3,
        "qwertyuiop1234567890",
        "a1b2" * 8,
        "aaaaaaaabbbbbbbb",
        "deadbeef" * 4 + "dead",
        "insert-key-here",
        "not-a-real-token",
        "dummy_9fk3",
        "",
        "my-key",
        "q7w" * 3 + "zzzzzz" + "k3j5",
    ],
)
def test_placeholders(value):
    assert is_placeholder(value)


def test_random_values_are_no_placeholders():
    for seed in range(300):
        maker = Maker(seed)
        for value in (maker.alnum(36), maker.hex(32), maker.base64(86), maker.upper(16), maker.urlsafe(150)):
            assert not is_placeholder(value), (seed, value)


@pytest.mark.parametrize(
    "value",
    [
        "${API_KEY}",
        "$API_KEY",
        "{{ api_key }}",
        "%API_KEY%",
        "<token>",
        "os.environ['X']",
        "process.env.X",
        "var.db_password",
        "op://vault/item/x",
        "arn:aws:secretsmanager:x",
        "get_secret(",
        "/run/secrets/db",
        "~/.ssh/id_rsa",
        "./key.pem",
        "cert.pem",
        "1),b2={c3:d4};return",
        "x9;var_a=b7c8d9",
    ],
)
def test_references(value):
    assert is_reference(value)


@pytest.mark.parametrize(
    "value", ["/" + "Ab3d" + "kF9x" * 9, "a(w-n2-^6&93!xx9", "@j)au2-%hdvgkc%we5l", "m4{{h}o)p${e]nob1"]
)
def test_values_that_only_begin_like_references(value):
    assert not is_reference(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("getAccessTokenFromHeader", True),
        ("user_account_identifier", True),
        ("qzXkWvBjRfT", False),
        ("a1", False),
        ("xy", False),
    ],
)
def test_words(value, expected):
    assert is_wordy(value) is expected


def test_random_values():
    for seed in range(300):
        maker = Maker(seed)
        for value in (maker.alnum(32), maker.hex(40), maker.base64(40), maker.lower(24), maker.urlsafe(43)):
            assert is_random(value), (seed, value)


@pytest.mark.parametrize(
    "value",
    [
        "short1",
        "user_account_identifier",
        "created_at_descending",
        "settings.notifications.enabled",
        "K8SStatefulSet2",
        "1234567890123456",
        "2026-04-02T10:11:12",
        "organization_membership_id",
        "with blank 1234567890ab",
        "BankAccountHolderNotificationFactory2",
        "AAAAAAAAAAAAAAAA1",
        "oauth2accesstoken",
        "Ec2InstanceMetadata",
        "x509.MarshalPKCS1PrivateKey(key)",
        "&oauth2.TokenSource{",
        "CFSSL_CA_PK_PASSWORD",
        "^(?:[A-Za-z0-9+]{4})*$",
    ],
)
def test_values_that_no_generator_made(value):
    assert not is_random(value)


@pytest.mark.parametrize(
    ("value", "quoted", "expected"),
    [
        ("k" + "o4la!B3ar", False, True),
        ("Otter" + "Rides2024!", False, True),
        ("htWlKJLW" + "ImpRjH", False, True),
        ("hgk" + "wqzxv", True, True),
        ("string", True, False),
        ("hashed_password", True, False),
        ("Optional[str]", False, False),
        ("required", False, False),
        ("two words1", True, False),
        ("$2b$12$" + "abcdefghijk", True, False),
        ("12345678", False, False),
        ("8493" + "2716", True, True),
        ("a1", True, False),
        ("configuration", True, False),
        ("kqzw" + "#vxjh", False, True),
        ("kqzw" + "(vxjh)#", True, False),
    ],
)
def test_passwords(value, quoted, expected):
    assert is_password(value, quoted=quoted) is expected


def test_uuids():
    assert is_uuid(Maker().uuid())
    assert not is_uuid(Maker().hex(32))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("API_KEY", TOKEN),
        ("apiKey", TOKEN),
        ("x-api-key", TOKEN),
        ("clientSecret", TOKEN),
        ("AWS_SECRET_ACCESS_KEY", TOKEN),
        ("secret_key_base", TOKEN),
        ("auth", TOKEN),
        ("githubtoken", TOKEN),
        ("Acme API key", TOKEN),
        ("password", PASSWORD),
        ("DB_PASS", PASSWORD),
        ("user_login_password", PASSWORD),
        ("passphrase", PASSWORD),
        ("key", WEAK),
        ("datadog", WEAK),
        ("licensekey", WEAK),
        ("session", WEAK),
        ("public_key", NO),
        ("key_id", NO),
        ("password_hash", NO),
        ("token_type", NO),
        ("max_tokens", NO),
        ("tokens", NO),
        ("cache_key", NO),
        ("monkey", NO),
        ("keyboard", NO),
        ("author", NO),
        ("passwordField", NO),
        ("token_url", NO),
        ("", NO),
        ("token_tokens", NO),
        ("secrets", NO),
        ("site key", NO),
    ],
)
def test_names(name, expected):
    assert strength_of(name) == expected


@pytest.mark.parametrize(
    ("host", "loopback", "local", "reserved"),
    [
        ("localhost", True, True, True),
        ("127.0.0.1", True, True, False),
        ("[::1]", True, True, False),
        ("$HOST", True, True, False),
        ("db", False, True, False),
        ("db.corp.io", False, False, False),
        ("example.com", False, False, True),
        ("db.example.org.", False, False, True),
        ("10.1.2.3", False, False, False),
        ("[2001:db8::7]", False, False, False),
        ("svc.test", False, False, True),
        ("your-host.com", False, False, True),
    ],
)
def test_hosts(host, loopback, local, reserved):
    assert (is_loopback(host), is_local_host(host), is_reserved(host)) == (loopback, local, reserved)


def test_signed_tokens():
    token = Maker().jwt()
    assert is_signed_token(token)
    assert not is_signed_token(token.rpartition(".")[0])
    assert not is_signed_token(Maker().jwt({"alg": "none"}))
    assert not is_signed_token("eyJhbGciOiJIUzI1NiJ9.e30." + "x" * 43)
    assert not is_signed_token(f"eyJ{Maker().alnum(20)}.abcd.{Maker().alnum(43)}")


def test_examples_of_vendors_are_known_without_being_written_here():
    token = ".".join(
        [
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
            "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ",
            "SflKxwRJSMeKKF2QT4fwpMeJf36" + "POk6yJV_adQssw5c",
        ]
    )
    assert is_placeholder(token)
    assert not is_signed_token(token)
    assert is_placeholder(
        "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsu" + "Fq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
    )
