"""Mail addresses and telephone numbers: which pieces of a text are one, and what only looks like one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from trove_git.redaction.contacts import find_emails, find_phones
from trove_git.redaction.private import Private, add_apart

EMAILS = [
    pytest.param("mail ana.ruiz@acme-corp.io now", ["ana.ruiz@acme-corp.io"], id="plain"),
    pytest.param("<ana+ops@mail.acme.co.uk>, bo_1@acme.dev.", ["ana+ops@mail.acme.co.uk", "bo_1@acme.dev"], id="two"),
    pytest.param("[ana](mailto:ana%40acme.io)", ["ana%40acme.io"], id="escaped in a URL"),
    pytest.param("jürgen@müller.de", ["jürgen@müller.de"], id="letters outside ASCII"),
    pytest.param("to=ana@acme.io&x=1", ["ana@acme.io"], id="parameter of a URL"),
    pytest.param("ana@xn--mller-kva.de", ["ana@xn--mller-kva.de"], id="punycode"),
    pytest.param("ana@acme.xn--p1ai", ["ana@acme.xn--p1ai"], id="punycode at the top"),
    pytest.param("ana@example.com", ["ana@example.com"], id="a domain for documents may stand for a real one"),
    pytest.param("user ana@acme.io's box", ["ana@acme.io"], id="possessive"),
    pytest.param("git@github.com:acme/app.git", [], id="user of a repository's address"),
    pytest.param("logo@2x.png and icon@3x.webp", [], id="pictures"),
    pytest.param("actions/checkout@v4, react@17.0.2, pkg@latest", [], id="packages"),
    pytest.param("@app.route('/x') and a @ b.c", [], id="decorator"),
    pytest.param("alpine@sha256:0123", [], id="digest of an image"),
]


def texts(text, spans):
    return [text[span.start : span.end] for span in add_apart([], [Private(start, end, "") for start, end in spans])]


@pytest.mark.parametrize(("text", "expected"), EMAILS)
def test_emails(text, expected):
    assert texts(text, find_emails(text)) == expected


def test_a_long_line_without_an_address_costs_no_more_than_its_length():
    assert list(find_emails("a/" * 200_000 + "@")) == []


PHONES = [
    pytest.param("call +46 8 123 456 78 first", ["+46 8 123 456 78"], id="with its country"),
    pytest.param("+1 (415) 555-2671, ask", ["+1 (415) 555-2671"], id="American with its country"),
    pytest.param("(415) 555-2671 or 212-555-0187", ["(415) 555-2671", "212-555-0187"], id="American"),
    pytest.param("tel:+442079460958", ["+442079460958"], id="in a URL"),
    pytest.param("0049 30 901820", ["0049 30 901820"], id="two zeros for the country"),
    pytest.param("Telefon: 030 901820", ["030 901820"], id="German, announced"),
    pytest.param("tél. 01 42 68 53 00", ["01 42 68 53 00"], id="French, announced"),
    pytest.param("phone: 4155552671", ["4155552671"], id="without anything between"),
    pytest.param("+1 415 555 2671 2024", ["+1 415 555 2671"], id="a year behind it"),
    pytest.param("020 7946 0958", [], id="without its country nor a word"),
    pytest.param("call it 1234567 times", [], id="a count"),
    pytest.param("call at 2024-02-22 20:01:18", [], id="a time"),
    pytest.param("2024-01-02T10:00:00+01:00", [], id="offset of a time zone"),
    pytest.param("@@ -12,7 +12,8 @@ and a+12345678", [], id="diff"),
    pytest.param("+12345678", [], id="few digits and nothing between"),
    pytest.param("+999 123 456 789", [], id="no such country"),
    pytest.param("phone: 123456789012345", [], id="no such number"),
    pytest.param("RFC 5321, port 8080, 1.2.3.4", [], id="other numbers"),
]


@pytest.mark.parametrize(("text", "expected"), PHONES)
def test_phones(text, expected):
    assert texts(text, find_phones(text)) == expected


def test_the_metadata_of_numbers_is_loaded_only_for_what_looks_like_one():
    program = (
        "import sys; from trove_git.redaction.redact import Redactor; Redactor().redact('see port 8080 of 10.2.3.4'); "
        "sys.exit('phonenumbers' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_numbers_are_judged_with_what_the_lite_distribution_has():
    """`phonenumberslite` has no tables of places, carriers and time zones."""
    program = (
        "import sys; from trove_git.redaction.contacts import find_phones; assert [*find_phones('+49 30 901820')]; "
        "print(*(name for name in sys.modules if name.startswith('phonenumbers.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    rooms = {name.split(".")[1] for name in done.stdout.split()}
    assert "data" in rooms
    assert not rooms & {"geodata", "carrierdata", "tzdata"}
