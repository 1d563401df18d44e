"""Secrets that their surroundings give away: URLs with credentials, webhooks, headers, connection strings, commands.

Text in, spans out; `secrets.py` calls it. Each rule has literals without which its expression is not run.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from trove_git.redaction.hosts import is_local_host
from trove_git.redaction.judge import is_password, is_placeholder, is_random, is_reference, is_uuid
from trove_git.redaction.tokens_of_web import is_signed_token

URL = "url"
OTHER = "other"


class Hit(NamedTuple):
    """One secret in a text."""

    start: int
    end: int
    kind: str
    family: str
    """URL for what works by itself against a host that is named, else OTHER."""


class Rule(NamedTuple):
    """One shape."""

    kind: str
    literals: tuple[str, ...]
    """One of them is in every text that the shape is in."""
    expression: str
    """Verbose expression; the group `secret` is the secret, the whole match where there is none."""
    accept: Callable[[re.Match[str]], bool]
    family: str = OTHER
    reach: int = 1000
    """Characters behind the start of a literal in which the whole shape ends."""


REACH_BACK = 320
"""Characters before a literal in which a shape begins."""


def _random(match: re.Match[str]) -> bool:
    """Accept a secret that only a generator makes."""
    return is_random(match["secret"], 12) or is_uuid(match["secret"])


def _value(match: re.Match[str]) -> bool:
    """Accept a secret that may have been made by hand."""
    value = match["secret"]
    return is_random(value, 12) or is_password(value, quoted=True)


def _not_placeholder(match: re.Match[str]) -> bool:
    """Accept any secret that is not there to be replaced."""
    value = match["secret"]
    return not is_placeholder(value) and not is_reference(value)


def _whole(match: re.Match[str]) -> bool:
    """Accept a match without words or runs of a placeholder in what varies."""
    return not any(is_placeholder(group) for group in match.groups() if group and len(group) > 8)


def _basic(match: re.Match[str]) -> bool:
    """Accept `user:password` in base64 (RFC 7617)."""
    value = match["secret"]
    try:
        decoded = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return False
    user, colon, password = decoded.partition(":")
    return bool(colon) and decoded.isprintable() and _is_secret_of(user, password or user)


def _is_secret_of(user: str, password: str) -> bool:
    """Whether a password with its user is one that somebody keeps secret."""
    if password.lower() in (user.lower(), f"{user}123".lower()) or is_reference(password):
        return False
    plain = password.lower().strip("\"'`*_.,;")
    if plain in DUMMY_PASSWORDS or (len(plain) < 24 and DUMMY_PARTS.search(plain)):
        return False
    return len(password) >= 5 and not is_placeholder(password)


DUMMY_PASSWORDS = frozenset(
    "pass password passwd pwd secret token user username admin root guest postgres mysql test tests testing demo key "
    "apikey api_key pw p4ssw0rd pa55word passw0rd 123456 12345678 1234 12345 qwerty letmein hunter2 foo bar baz foobar "
    "abc abcdef abc123 abcd1234 default dbpass dbpassword mongo redis rabbitmq docker user123 x-oauth-basic "
    "x-token-auth credentials creds changeit swordfish s3cr3t s3cret".split()
)
"""Passwords that documents use for no account in particular."""
DUMMY_PARTS = re.compile(r"pass(?:w|_|-|$)|passwd|password|secret|token|^my|user|p[a@]ss?w[o0]rd|hostname|api.?key")
"""What such a password has in it."""


def _url(match: re.Match[str]) -> bool:
    """Accept the password of a URL whose host is somewhere else."""
    user, password, host = match["user"], match["secret"], match["host"]
    if is_local_host(host) and not is_random(password, 12):
        return False
    if host.startswith("[") and is_local_host(host):
        return False
    return not is_local_host(host, strictly=True) and not is_reference(user) and _is_secret_of(user, password)


def _url_user(match: re.Match[str]) -> bool:
    """Accept a token that stands where a URL has its user."""
    value, host = match["secret"], match["host"]
    public = host.endswith("sentry.io") or re.match(r"(?::\d+)?/\d+\b", match["path"] or "")
    return not public and not is_local_host(host) and is_random(value, 20)


def _curl_user(match: re.Match[str]) -> bool:
    """Accept `user:password` of a command's option."""
    user, password = match["user"], match["secret"]
    if password == "x" or not password:
        return is_random(user, 16)
    return not is_reference(user) and (is_random(password, 12) or _is_secret_of(user, password)) and len(password) >= 6


def _signed(match: re.Match[str]) -> bool:
    return is_signed_token(match["secret"])


RULES = (
    Rule(
        "credential-url", ("://",),
        r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,40}://(?P<user>[^\s/?\#@:\"'<>|`\\]{0,200}):(?P<secret>[^\s/\"'<>|`\\]{1,300})"
        r"@(?P<host>\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9_.-]{1,253}|\$?\{[^}\s]{1,60}\})", _url, URL,
    ),
    Rule(
        "token-url", ("://",),
        r"\bhttps?://(?P<secret>[A-Za-z0-9_.~-]{20,255}):?@(?P<host>[A-Za-z0-9_.-]{1,253})(?P<path>[:/][^\s\"'`)]{0,40})?",
        _url_user, URL,
    ),
    Rule("slack-webhook", ("hooks.slack",), r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/"
         r"(?P<secret>[A-Z0-9]{8,14}/(?:[A-Z0-9]{8,14}/)?[A-Za-z0-9]{15,60}(?:/[A-Za-z0-9]{20,40})?)", _whole_secret := (
             lambda match: not any(is_placeholder(part) for part in match["secret"].split("/"))), URL),
    Rule("discord-webhook", ("/api/webhooks/", "/api/v"), r"(?:discord|discordapp)\.com/api/(?:v\d+/)?webhooks/"
         r"[0-9]{17,20}/(?P<secret>[A-Za-z0-9_-]{60,80})", _not_placeholder, URL),
    Rule("teams-webhook", ("webhook.office.com", "outlook.office.com/webhook"), r"[a-z0-9-]*\.?(?:webhook\.office|"
         r"outlook\.office)\.com/webhook(?:b2)?/(?P<secret>[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/[0-9a-zA-Z]{32}/"
         r"[0-9a-f-]{36})", _whole, URL),
    Rule("google-chat-webhook", ("chat.googleapis.com",), r"chat\.googleapis\.com/v1/spaces/[\w-]+/messages\?key="
         r"[\w-]+&(?:amp;)?token=(?P<secret>[\w%-]{20,100})", _not_placeholder, URL),
    Rule("feishu-webhook", ("/open-apis/bot/",), r"/open-apis/bot/(?:v2/)?hook/(?P<secret>[0-9a-f-]{36})", _random, URL),
    Rule("dingtalk-webhook", ("oapi.dingtalk.com",), r"oapi\.dingtalk\.com/robot/send\?access_token="
         r"(?P<secret>[0-9a-f]{64})", _random, URL),
    Rule("wecom-webhook", ("qyapi.weixin",), r"qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=(?P<secret>[0-9a-f-]{36})",
         _random, URL),
    Rule("zapier-webhook", ("hooks.zapier.com",), r"hooks\.zapier\.com/hooks/catch/\d{3,9}/(?P<secret>[A-Za-z0-9]{5,20})",
         _not_placeholder, URL),
    Rule("ifttt-webhook", ("maker.ifttt.com",), r"maker\.ifttt\.com/trigger/[\w-]+/(?:json/)?with/key/"
         r"(?P<secret>[\w-]{20,90})", _random, URL),
    Rule("make-webhook", (".make.com/",), r"hook\.[a-z0-9.]*make\.com/(?P<secret>[a-z0-9]{30,36})", _random, URL),
    Rule("azure-logic-url", ("sig=",), r"logic\.azure\.com(?::443)?/[^\s\"'`]{10,300}?sig=(?P<secret>[A-Za-z0-9_-]{30,60})",
         _random, URL),
    Rule("shared-access-signature", ("sig=",), r"[?&;](?:amp;)?sig=(?P<secret>[A-Za-z0-9+/]{20,}[A-Za-z0-9%+/=]{10,60})",
         lambda match: is_random(re.sub("%..", "", match["secret"]).rstrip("="), 30)),
    Rule("presigned-url", ("X-Amz-Signature=", "X-Goog-Signature="),
         r"X-(?:Amz|Goog)-Signature=(?P<secret>[0-9a-f]{64,512})", _random),
    Rule("connection-string", ("AccountKey=", "SharedAccessKey=", "Secret="),
         r"\b(?:AccountKey|SharedAccessKey|SharedSecretValue|Secret)=(?P<secret>[A-Za-z0-9+/]{32,}={0,2})",
         lambda match: not is_placeholder(match["secret"])),
    Rule("signed-token", ("eyJ",), r"(?<![A-Za-z0-9_-])(?P<secret>eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{4,8000}"
         r"(?:\.[A-Za-z0-9_-]{10,4000})?(?:\.[A-Za-z0-9_-]{10,4000}){0,2})", _signed, OTHER, 20_000),
    Rule("bearer-header", ("earer", "EARER"), r"\b(?i:bearer)(?:[ ]|%20)+(?P<secret>[A-Za-z0-9_.~+/=-]{16,2000})", _random),
    Rule("authorization-header", ("uthorization", "UTHORIZATION"),
         r"(?i:authorization)[\"'`]?[ ]?[:=,][ ]*[\"'`]?(?:(?i:token|apikey|api-key|key|ssws|splunk|digest|genie"
         r"key|privatekey|bot|negotiate|pve\w*|x-api-key)[ ]+)?(?:token=)?[\"']?(?P<secret>[A-Za-z0-9_.~+/=:!-]{16,2000})",
         _random),
    Rule("basic-header", ("asic", "ASIC"), r"\b(?i:basic)(?:[ ]|%20)+(?P<secret>[A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=-])", _basic),
    Rule("registry-credentials", ('"auth"', "_auth"), r"(?:\"auth\"\s*:\s*\"|\b_auth\s*=\s*\"?)"
         r"(?P<secret>[A-Za-z0-9+/]{8,400}={0,2})", _basic),
    Rule("command-credentials", ("-u", "--user", "--proxy-user", "-a ", "--auth", "-U"),
         r"(?<![\w-])(?:-u|-U|-a|--user|--proxy-user|--auth|--credentials|--creds)[ =]*[\"']?"
         r"(?P<user>[^\s\"':;/$<>|`]{1,100})[:%](?P<secret>[^\s\"'|`<>]{0,200})", _curl_user),
    Rule("command-password", ("sshpass", "-passin", "-passout", "plink", "-pw"),
         r"(?:\bsshpass\s+-p[ ]*|-pass(?:in|out)\s+pass:|-pw[ ]+)[\"']?(?P<secret>[^\s\"'|`]{5,200})", _value),
    Rule("command-password", ("mysql", "docker login", "mariadb", "mongo", "helm registry", "podman login", "az login",
         "redis-cli", "rabbitmq", "ldap", "htpasswd", "7z", "cqlsh", "sqlcmd", "psql", "clickhouse"),
         r"\b(?:mysql\w*|mariadb\w*|mongo\w*|docker[ ]login|podman[ ]login|helm[ ]registry[ ]login|az[ ]login|redis-cli|"
         r"ldap\w+|cqlsh|sqlcmd|7z\w?)\b[^\n|;&]{0,200}?[ ](?:-p[ ]?|-P[ ]|-a[ ]|-w[ ]|--password[ =])[\"']?"
         r"(?P<secret>[^\s\"'|`;&]{6,200})", _value),
    Rule("netrc-password", ("machine ",), r"\bmachine\s+\S{1,253}\s+(?:login\s+\S{1,200}\s+)?password\s+"
         r"(?P<secret>\S{5,300})", lambda match: _is_secret_of("", match["secret"])),
    Rule("netrc-password", ("default login ",), r"\bdefault\s+login\s+\S{1,200}\s+password\s+(?P<secret>\S{5,300})",
         lambda match: _is_secret_of("", match["secret"])),
    Rule("secure-string", ("ecure",), r"(?i:convertto-securestring)\s+(?:-(?i:string)\s+)?[\"'](?P<secret>[^\"'\n]{6,200})[\"']",
         _value),
    Rule("pgpass-password", (":5432:", ":5433:", ":*:"), r"(?m:^)[ \t>]*[\w.*-]{1,253}:(?:\d{2,5}|\*):[\w*-]{1,63}:[\w*-]{1,63}:"
         r"(?P<secret>[^\s:]{6,200})[ \t]*$", _value),
    Rule("kubernetes-secret", ("kind: Secret",), r"kind:\sSecret\b(?:[^\n]*\n){1,30}?[ \t>]*data:[ \t]*\n"
         r"(?:[ \t>]+[\w.-]+:[ \t]*\S{0,7}[ \t]*\n){0,10}?[ \t>]+[\w.-]+:[ \t]*[\"']?(?P<secret>[A-Za-z0-9+/]{12,}={0,2})",
         lambda match: is_random(match["secret"].rstrip("="), 12), OTHER, 8000),
    Rule("cloudinary-url", ("cloudinary://",), r"cloudinary://\d{10,20}:(?P<secret>[\w-]{20,40})@", _not_placeholder, URL),
)  # fmt: skip


def find_structured(text: str) -> Iterator[Hit]:
    """Find the secrets of every rule, in no order, overlapping where rules do."""
    for number, rule in enumerate(RULES):
        if any(literal in text for literal in rule.literals):
            for match in _matches(number, rule, text):
                if rule.accept(match):
                    yield Hit(match.start("secret"), match.end("secret"), rule.kind, rule.family)


def _matches(number: int, rule: Rule, text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a rule, looking only around its literals."""
    pattern = _compiled(number)
    done = 0
    for start, end in _windows(rule, text):
        match = pattern.search(text, max(start, done), end)
        while match:
            yield match
            done = max(match.end(), match.start() + 1)
            match = pattern.search(text, done, end)


def _windows(rule: Rule, text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text that hold a literal of a rule, ascending and apart."""
    offsets = []
    for literal in rule.literals:
        offset = text.find(literal)
        while offset >= 0:
            offsets.append(offset)
            offset = text.find(literal, offset + rule.reach // 2)
    start = end = -1
    for offset in sorted(offsets):
        if offset - REACH_BACK > end:
            if end >= 0:
                yield start, end
            start = max(0, offset - REACH_BACK)
        end = min(len(text), offset + rule.reach)
    if end >= 0:
        yield start, end


_compiled_rules: dict[int, re.Pattern[str]] = {}


def _compiled(number: int) -> re.Pattern[str]:
    """Compile the expression of a rule when it is first needed."""
    if number not in _compiled_rules:
        _compiled_rules[number] = re.compile(RULES[number].expression, re.MULTILINE)
    return _compiled_rules[number]
