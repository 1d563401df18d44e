"""When a match of a shape is a secret: one function a kind of evidence, each from a match to yes or no.

The group `secret` of a match is the secret; `user`, `host` and `path` are what shapes of URLs and commands add.
"""

from __future__ import annotations

import base64
import binascii
import re

from trove_git.redaction.documented import is_documented
from trove_git.redaction.hosts import is_local_host, is_loopback, is_reserved
from trove_git.redaction.judge import is_password, is_placeholder, is_random, is_reference, is_uuid
from trove_git.redaction.tokens_of_web import is_signed_token

DUMMY_PASSWORDS = frozenset(
    "pass password passwd pwd secret token user username admin root guest postgres mysql test tests testing demo key "
    "apikey api_key pw p4ssw0rd pa55word passw0rd 123456 12345678 1234 12345 qwerty letmein hunter2 foo bar baz foobar "
    "abc abcdef abc123 abcd1234 default dbpass dbpassword mongo redis rabbitmq docker user123 x-oauth-basic "
    "x-token-auth credentials creds changeit swordfish s3cr3t s3cret".split()
)
"""Passwords that documents use for no account in particular."""
DUMMY_PARTS = re.compile(r"pass(?:w|_|-|$)|passwd|password|secret|token|^my|user|p[a@]ss?w[o0]rd|hostname|api.?key")
"""What such a password has in it."""
LONG_PASSWORD = 24
"""Characters from which a password with a dummy's part in it is no dummy."""
MIN_PASSWORD = 5
_ESCAPED = re.compile("%[0-9A-Fa-f]{2}")
PROBABLY_MADE = 12
"""Characters from which a value that looks random was made by a program."""


def random_value(match: re.Match[str]) -> bool:
    """Accept a secret that only a generator makes."""
    return is_random(match["secret"], PROBABLY_MADE) or is_uuid(match["secret"])


def any_value(match: re.Match[str]) -> bool:
    """Accept a secret that may have been made by hand."""
    return is_random(match["secret"], PROBABLY_MADE) or is_password(match["secret"], quoted=True)


def no_placeholder(match: re.Match[str]) -> bool:
    """Accept any secret that is not there to be replaced, in any part between slashes."""
    value = match["secret"]
    return not is_reference(value) and not any(is_placeholder(part) for part in (value, *value.split("/")))


def encoded_random_value(match: re.Match[str]) -> bool:
    """Accept a random secret written with `%` escapes or `=` at its end."""
    value = match["secret"]
    return not is_documented(value) and is_random(_ESCAPED.sub("", value).rstrip("="), PROBABLY_MADE)


def basic_credentials(match: re.Match[str]) -> bool:
    """Accept `user:password` in base64 (RFC 7617)."""
    value = match["secret"]
    try:
        decoded = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return False
    user, colon, password = decoded.partition(":")
    return bool(colon) and decoded.isprintable() and is_kept_secret(user, password or user)


def lone_password(match: re.Match[str]) -> bool:
    """Accept a password that a file such as `.netrc` gives for a machine."""
    return is_kept_secret("", match["secret"])


def url_password(match: re.Match[str]) -> bool:
    """Accept the password of a URL whose host is somewhere else."""
    user, password, host = match["user"], match["secret"], match["host"]
    if is_loopback(host) or is_reference(user) or not is_kept_secret(user, password):
        return False
    if is_reserved(host):
        return is_random(password, 16)
    return not is_local_host(host) or is_random(password, PROBABLY_MADE)


def url_user(match: re.Match[str]) -> bool:
    """Accept a token that stands where a URL has its user; the public key of an error tracker is none."""
    value, host = match["secret"], match["host"]
    public = host.endswith("sentry.io") or re.match(r"(?::\d+)?/\d+\b", match["path"] or "")
    return not public and not is_local_host(host) and not is_reserved(host) and is_random(value, 20)


def command_user(match: re.Match[str]) -> bool:
    """Accept `user:password` of a command's option, and a token with nothing behind its colon."""
    user, password = match["user"], match["secret"]
    if password in ("", "x", "X", "api_token", "x-oauth-basic"):
        return is_random(user, 16)
    if is_reference(user) or len(password) < 6 or password.startswith(("\\", "/")):
        return False
    return is_random(password, PROBABLY_MADE) or (is_kept_secret(user, password) and is_password(password, quoted=True))


def signed_token(match: re.Match[str]) -> bool:
    """Accept a JSON web token with a signature."""
    return is_signed_token(match["secret"])


def is_kept_secret(user: str, password: str) -> bool:
    """Whether a password with its user is one that somebody keeps secret."""
    if password.lower() in (user.lower(), f"{user}123".lower()) or is_reference(password):
        return False
    plain = password.lower().strip("\"'`*_.,;")
    if plain in DUMMY_PASSWORDS or (len(plain) < LONG_PASSWORD and DUMMY_PARTS.search(plain)):
        return False
    return len(password) >= MIN_PASSWORD and not is_placeholder(password)
