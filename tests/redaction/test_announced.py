"""Values that a sentence announces, in any order and in many languages; and sentences that announce none."""

from __future__ import annotations

import pytest

from tests.support.secrets import Maker
from trove_git.redaction.announced import find_announced
from trove_git.redaction.nouns import PASSWORD_NOUNS, TOKEN_NOUNS
from trove_git.redaction.secrets import ENTRY, find_secrets

PASSWORDS = [
    "Log in as admin with password {}.",
    "Use {} as the password.",
    "user admin, password {}",
    "The password ({}) is in the wiki.",
    "Sign in with user bob and {} as password.",
    "{} is the password for staging.",
    "The password for staging, {}, expires in May.",
    "Credentials: admin / {}",
    "Login: admin, pw {}",
    "Password for root \u2192 {}",
    "We set the root password to {} last week.",
    "Die Zugangsdaten: admin, Kennwort {}.",
    "Das Passwort lautet {}.",
    "Le mot de passe est {}.",
    "Connectez-vous avec {} comme mot de passe.",
    "La contrase\u00f1a de producci\u00f3n es {}.",
    "A senha do servidor \u00e9 {}.",
    "La parola d'ordine \u00e8 {}.",
    "Het wachtwoord is {}.",
    "L\u00f6senordet \u00e4r {}.",
    "Adgangskoden er {}.",
    "Passordet er {}.",
    "Salasana on {}.",
    "Has\u0142o do bazy to {}.",
    "Heslo k serveru je {}.",
    "A jelsz\u00f3 {}.",
    "Parola este {}.",
    "\u015eifre {} olarak ayarland\u0131.",
    "\u041f\u0430\u0440\u043e\u043b\u044c \u043e\u0442 \u0431\u0430\u0437\u044b: {}.",
    "\u0412\u0445\u043e\u0434\u0438\u0442\u0435 \u0441 \u043f\u0430\u0440\u043e\u043b\u0435\u043c {}.",
    "\u039f \u03ba\u03c9\u03b4\u03b9\u03ba\u03cc\u03c2 \u03b5\u03af\u03bd\u03b1\u03b9 {}.",
    "\u5bc6\u7801\u662f{}\u3002",
    "\u5bc6\u78bc\uff1a{}",
    "\u30d1\u30b9\u30ef\u30fc\u30c9\u306f{}\u3067\u3059\u3002",
    "\ube44\ubc00\ubc88\ud638\ub294 {}\uc785\ub2c8\ub2e4.",
    "\u05d4\u05e1\u05d9\u05e1\u05de\u05d4 \u05d4\u05d9\u05d0 {}",
    "\u0643\u0644\u0645\u0629 \u0627\u0644\u0645\u0631\u0648\u0631 \u0647\u064a {}",
    "\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19\u0e04\u0e37\u0e2d {}",
    "\u092a\u093e\u0938\u0935\u0930\u094d\u0921 {} \u0939\u0948\u0964",
    "M\u1eadt kh\u1ea9u l\u00e0 {}.",
    "Kata sandi server adalah {}.",
    "Lozinka je {}.",
    "Geslo je {}.",
    "Slapta\u017eodis yra {}.",
]
TOKENS = [
    "The API key {} must be rotated.",
    "{} is our API key.",
    "Call it with {} as the access token.",
    "Der Schl\u00fcssel lautet {}.",
    "La cl\u00e9 API de production est {}.",
    "Klucz API: {}.",
    "API \u043a\u043b\u044e\u0447 {} \u0443\u0441\u0442\u0430\u0440\u0435\u043b.",
    "API\u5bc6\u94a5\u662f{}\u3002",
    "API\u30ad\u30fc\u306f{}\u3067\u3059\u3002",
]


def found_of(sentence: str, make, count: int = 100) -> int:
    found = 0
    for seed in range(count):
        value = make(Maker(seed))
        text = f"# Notes\n\n{sentence.format(value)}\n"
        found += any(value in text[finding.start : finding.end] for finding in find_secrets(text, ENTRY))
    return found


@pytest.mark.parametrize("sentence", PASSWORDS)
def test_a_password_in_a_sentence(sentence):
    assert found_of(sentence, lambda maker: maker.alnum(4) + "-" + maker.alnum(10)) >= 97
    assert found_of(sentence, lambda maker: maker.alnum(5) + "!" + maker.alnum(6) + "#" + maker.alnum(3)) >= 97


@pytest.mark.parametrize("sentence", TOKENS)
def test_a_token_in_a_sentence(sentence):
    assert found_of(sentence, lambda maker: maker.alnum(32)) >= 99


def test_a_password_that_a_person_made_stands_right_behind_its_word():
    text = "Log in as admin with password MyPassw0" + "rd2024."
    assert [text[found.start : found.end] for found in find_announced(text)] == ["MyPassw0" + "rd2024"]


@pytest.mark.parametrize(
    "form",
    ["Use {} as the password.", "{} is the password for staging.", "Log in with password {}.", "# Password\n\n{}"],
)
def test_a_password_of_words_right_beside_its_word(form):
    value = "OtterRides" + "1234!"
    text = form.format(value) + "\n"
    assert any(value in text[found.start : found.end] for found in find_secrets(text, ENTRY))


@pytest.mark.parametrize("form", ["The access token ({}) is old.", "Use {} as the access token.", "## API key\n\n{}"])
def test_a_uuid_right_beside_its_word(form):
    value = Maker().uuid()
    text = form.format(value) + "\n"
    assert any(value in text[found.start : found.end] for found in find_secrets(text, ENTRY))


def test_everyday_words_of_at_least_25_languages():
    assert len(PASSWORD_NOUNS) >= 25
    assert len(TOKEN_NOUNS) >= 25


@pytest.mark.parametrize(
    "sentence",
    [
        "The password is hashed with PBKDF2WithHmacSHA256 and a salt.",
        "Passwords need AES-256-GCM; see RFC7519 for tokens.",
        "The password for db2.example.com is in the vault.",
        "Ask for the password in issue-12345 or at ops@acme-2.example.",
        "The token is read by OAuth2AuthorizedClientManager.",
        "The token expired on 2026-11-30T10:00:00Z.",
        "The secret lives in /etc/app2/secrets.yaml at release-2.14.1.",
        "Set PASSWORD_V2_ENABLED to change how a password is kept.",
        "The API key of user1234 was rotated in build_20261130.",
        "The token check was fixed in 4f9d1c2ab7e83d5566aa01c9e2b7d8f0a1b2c3d4.",
        "The run 3b9f2d1c-77aa-4c1e-9d2b-51f7e0a8c6d4 lost its token.",
        "A password needs the form [A-Za-z0-9]{12}.",
        "Das Passwort steht in keepass2android auf server01.",
    ],
)
def test_sentences_that_announce_nothing(sentence):
    assert find_secrets(sentence + "\n", ENTRY) == []
