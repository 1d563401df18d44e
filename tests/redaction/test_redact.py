"""Redaction as a whole: placeholders, counts, the second scan, and what holds for every text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.scale import scaled
from tests.support.secrets import PRIVATE, Maker
from trove_git.redaction.redact import PLACEHOLDER, Redactor, _outside

MAKE = Maker(3)
TOKEN, OTHER = "gh" + "p_" + MAKE.alnum(36), "gh" + "p_" + MAKE.alnum(36)
PASSWORD = "Zr7!" + MAKE.alnum(8)
OID = MAKE.hex(40)


def test_a_value_has_one_number_in_all_texts():
    redactor = Redactor()
    assert redactor.redact(f"a {TOKEN} b {OTHER} c {TOKEN}") == (
        "a [REDACTED:secret-1] b [REDACTED:secret-2] c [REDACTED:secret-1]"
    )
    assert redactor.redact(f"{OTHER} by ana@acme.io") == "[REDACTED:secret-2] by [REDACTED:email-1]"
    assert redactor.counts == {"secret": 4, "email": 1}
    assert redactor.counts["phone"] == 0
    assert redactor.total == 5


def test_numbers_of_placeholders_that_are_there_are_not_given_again():
    assert Redactor().redact(f"[REDACTED:secret-1] [REDACTED:secret-3] [REDACTED:other-2] {TOKEN} {OTHER}") == (
        "[REDACTED:secret-1] [REDACTED:secret-3] [REDACTED:other-2] [REDACTED:secret-2] [REDACTED:secret-4]"
    )
    redactor = Redactor()
    redactor.reserve("[REDACTED:secret-1]")
    assert redactor.redact(TOKEN) == "[REDACTED:secret-2]"


def test_a_secret_is_found_again_where_nothing_announces_it():
    redactor = Redactor()
    text = f"password: {PASSWORD}\nThen type {PASSWORD}; not {PASSWORD}x nor a{PASSWORD}."
    assert redactor.redact(text) == (
        f"password: [REDACTED:secret-1]\nThen type [REDACTED:secret-1]; not {PASSWORD}x nor a{PASSWORD}."
    )
    assert redactor.redact(f"later {PASSWORD}") == "later [REDACTED:secret-1]"


def test_words_are_not_found_again():
    redactor = Redactor()
    assert redactor.redact('password = "otherwise"\notherwise') == 'password = "otherwise"\notherwise'
    redactor = Redactor()
    word = "abc" + "12!x"
    assert redactor.redact(f'password = "{word}"\nso {word}') == f'password = "[REDACTED:secret-1]"\nso {word}'


def test_every_category():
    redactor = Redactor(customers=["Zeb"], internal_domains=["acme.io"], user_name="mwik")
    text = "ana@b.io +46 8 123 456 78 ci.acme.io db.internal 10.1.2.3 /home/ana/x mwik Zeb\n"
    assert redactor.redact(text) == (
        "[REDACTED:email-1] [REDACTED:phone-1] [REDACTED:host-1] [REDACTED:host-2] [REDACTED:ip-1] [REDACTED:path-1] "
        "[REDACTED:path-2] [REDACTED:customer-1]\n"
    )
    assert redactor.counts == {"email": 1, "path": 2, "host": 2, "ip": 1, "phone": 1, "customer": 1}


def test_what_is_no_secret_may_stay():
    text = f"ana@b.io 10.1.2.3 {TOKEN}"
    assert Redactor(keep_nonsecret=True).redact(text) == "ana@b.io 10.1.2.3 [REDACTED:secret-1]"
    assert Redactor(categories=("ip",)).redact(text) == "ana@b.io [REDACTED:ip-1] [REDACTED:secret-1]"


SURVIVING = [
    "src/trove_git/index/symbols_k2x9.py:120-164 and docs/a.md:7",
    "version 1.2.3.4, v2.0.1-rc.1, foo==3.4.5",
    f"see {OID}, {OID[:7]} and token: {OID}",
    "git@github.com:acme/app.git at http://localhost:8080/a",
    "a placeholder [REDACTED:secret-7] for good",
    "",
]


@pytest.mark.parametrize("text", SURVIVING)
def test_what_stays(text):
    redactor = Redactor(is_object=OID.startswith)
    assert redactor.redact(text) == text
    assert redactor.counts == {}
    assert not redactor.survives(text)


def test_hexadecimal_digits_that_are_no_object_do_not_stay():
    assert Redactor(is_object=lambda oid: False).redact(f"see {OID}.") == "see [REDACTED:secret-1]."


def test_keys_are_replaced_as_a_whole():
    key = MAKE.pem(PRIVATE)
    assert Redactor().redact(f"key:\n{key}\nend") == "key:\n[REDACTED:secret-1]\nend"


def test_a_placeholder_inside_a_secret_stays():
    key = MAKE.pem(PRIVATE).split("\n")
    key[3] = "[REDACTED:email-1]"
    text = Redactor().redact("\n".join([*key, "end"]))
    assert text.endswith("end")
    assert text.count("[REDACTED:email-1]") == 1
    assert all(line not in text for line in key if not line.startswith("["))
    assert Redactor().redact(text) == text


def test_a_placeholder_at_the_end_of_a_secret_stays():
    head = "PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 1\n" + MAKE.alnum(64)
    text = f"[REDACTED:email-1] has\n{head}\n[REDACTED:email-2]"
    assert Redactor().redact(text) == "[REDACTED:email-1] has\n[REDACTED:secret-1][REDACTED:email-2]"


def test_pieces_outside_of_placeholders():
    assert list(_outside((2, 9), [(0, 1), (1, 4), (6, 7), (9, 11)])) == [(4, 6), (7, 9)]
    assert list(_outside((2, 4), [(0, 5)])) == []


def test_the_second_scan():
    redactor = Redactor()
    assert redactor.survives(f"it is {TOKEN}")
    assert not redactor.survives("it is [REDACTED:secret-1] by ana@acme.io at 10.1.2.3")
    redactor.redact(f"password: {PASSWORD}, {TOKEN}")
    assert redactor.survives(f"only {PASSWORD} here")
    assert redactor.survives(f"a part: {TOKEN[8:26]}")
    assert not redactor.survives(f"too short a part: {TOKEN[8:20]}")
    assert redactor.redact(f"cut: {TOKEN[8:36]} {TOKEN}") == "cut: [REDACTED:secret-3] [REDACTED:secret-2]"
    assert redactor.redact(f"x{TOKEN}{TOKEN}") == "x[REDACTED:secret-2][REDACTED:secret-2]"


def test_words_in_a_secret_are_no_part_of_it():
    redactor = Redactor()
    redactor.redact("token = '" + f"StagingWorkerAccess42-{MAKE.alnum(24)}'")
    assert redactor.total == 1
    assert not redactor.survives("a class StagingWorkerAccess42 is here")


def test_two_parts_of_a_secret():
    redactor = Redactor()
    redactor.redact(TOKEN)
    # Both are found by what they have of the secret; between them nothing is.
    text = f"{TOKEN[4:24]}_x_{TOKEN[6:26]}"
    assert redactor.redact(text) == "[REDACTED:secret-2]_x_[REDACTED:secret-3]"


pieces = st.one_of(
    st.text(max_size=20),
    st.from_regex(r"[ -~]{0,30}", fullmatch=True),
    st.from_regex(PLACEHOLDER, fullmatch=True),
    st.sampled_from(
        [
            TOKEN, OTHER, f"password: {PASSWORD}", f"api_key={MAKE.alnum(32)}", "ana@acme.io", "+1 (415) 555-2671",
            "db.internal", "http://ci/", "10.1.2.3", "fe80::12:34", "/home/ana/x.py:3", r"C:\Users\Ana Ruiz\x",
            "Zeb Inc", "mwik", MAKE.uuid(), MAKE.pem(PRIVATE), f"https://me:{MAKE.alnum(12)}@acme.io/", "[REDACTED:",
            "-1]", "secret", "token: ", "\n", "'", '"', " ", MAKE.base64(40), "sha256:" + MAKE.hex(64), "x" * 30, "=",
            "@", f"| a | key |\n|---|---|\n| x | {MAKE.alnum(24)} |",
        ]
    ),
)  # fmt: skip
documents = st.lists(pieces, max_size=12).map("".join)


def make() -> Redactor:
    return Redactor(customers=["Zeb Inc"], internal_domains=["acme.io"], user_name="mwik")


@settings(max_examples=scaled(50, 3000))
@given(documents)
def test_redacting_twice_changes_nothing_more(text):
    redactor = make()
    once = redactor.redact(text)
    total = redactor.total
    assert redactor.redact(once) == once
    assert make().redact(once) == once
    assert redactor.total == total
    assert (once == text) == (total == 0)
    assert not redactor.survives(once)


@settings(max_examples=scaled(30, 2000))
@given(st.lists(documents, min_size=1, max_size=4))
def test_a_placeholder_stands_for_one_value_and_for_none_of_those_that_were_there(texts):
    redactor = make()
    for text in texts:
        redactor.reserve(text)
    there = {match[0] for text in texts for match in PLACEHOLDER.finditer(text)}
    for text in texts:
        redactor.redact(text)
    given_out = [f"[REDACTED:{category}-{number}]" for (category, _), number in redactor._numbers.items()]
    assert len(set(given_out)) == len(given_out)
    assert there.isdisjoint(given_out)


@settings(max_examples=scaled(30, 2000))
@given(documents)
def test_what_is_not_replaced_is_the_same_text(text):
    redacted = make().redact(text)
    plain = PLACEHOLDER.pattern.replace("?P<category>", "?:").replace("?P<number>", "?:")
    kept = [re.escape(part) for part in re.split(plain, redacted)]
    assert re.fullmatch("(?s:.*)".join(kept), text)
