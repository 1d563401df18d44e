"""The shapes of secrets that their surroundings give away: URLs, webhooks, headers, connection strings, commands.

Data for `structured.py`. An expression has the group `secret`; it need not be bounded by itself, because only
`reach` characters behind a literal are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from trove_git.redaction import acceptance as accept


class Rule(NamedTuple):
    """One shape."""

    kind: str
    literals: tuple[str, ...]
    """One of them is in every text that the shape is in."""
    expression: str
    """The group `secret` is the secret."""
    accept: Callable[[re.Match[str]], bool]
    reach: int = 1000
    """Characters behind the start of a literal in which the whole shape ends."""


HEX_UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_HOST = r"[A-Za-z0-9_.-]{1,253}"
_CLIENTS = (
    r"mysql\w*|mariadb\w*|mongo\w*|docker[ ]login|podman[ ]login|helm[ ]registry[ ]login|az[ ]login|redis-cli|"
    r"ldap\w+|cqlsh|sqlcmd|7z\w?"
)

URLS = (
    Rule(
        "credential-url",
        ("://",),
        r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,40}://(?P<user>[^\s/?#@:\"'<>|`\\]{0,200}):(?P<secret>[^\s/\"'<>|`\\]{1,300})"
        rf"@(?P<host>\[[0-9a-fA-F:.]{{2,45}}\]|{_HOST}|\$?\{{[^}}\s]{{1,60}}\}})",
        accept.url_password,
    ),
    Rule(
        "token-url",
        ("://",),
        rf"\bhttps?://(?P<secret>[A-Za-z0-9_.~-]{{20,255}}):?@(?P<host>{_HOST})(?P<path>[:/][^\s\"'`)]{{0,40}})?",
        accept.url_user,
    ),
    Rule(
        "cloudinary-url", ("cloudinary://",), r"cloudinary://\d{10,20}:(?P<secret>[\w-]{20,40})@", accept.no_placeholder
    ),
    Rule(
        "slack-webhook",
        ("hooks.slack",),
        r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/"
        r"(?P<secret>[A-Z0-9]{8,14}/(?:[A-Z0-9]{8,14}/)?[A-Za-z0-9]{15,60}(?:/[A-Za-z0-9]{20,40})?)",
        accept.no_placeholder,
    ),
    Rule(
        "discord-webhook",
        ("/webhooks/",),
        r"(?:discord|discordapp)\.com/api/(?:v\d+/)?webhooks/[0-9]{17,20}/(?P<secret>[A-Za-z0-9_-]{60,80})",
        accept.no_placeholder,
    ),
    Rule(
        "teams-webhook",
        (".office.com/webhook",),
        rf"(?:webhook|outlook)\.office\.com/webhook(?:b2)?/(?P<secret>{HEX_UUID}@{HEX_UUID}/IncomingWebhook/"
        rf"[0-9a-zA-Z]{{32}}/{HEX_UUID})",
        accept.no_placeholder,
    ),
    Rule(
        "google-chat-webhook",
        ("chat.googleapis.com",),
        r"chat\.googleapis\.com/v1/spaces/[\w-]+/messages\?key=[\w-]+&(?:amp;)?token=(?P<secret>[\w%-]{20,100})",
        accept.no_placeholder,
    ),
    Rule(
        "feishu-webhook",
        ("/open-apis/bot/",),
        rf"/open-apis/bot/(?:v2/)?hook/(?P<secret>{HEX_UUID})",
        accept.random_value,
    ),
    Rule(
        "dingtalk-webhook",
        ("oapi.dingtalk.com",),
        r"oapi\.dingtalk\.com/robot/send\?access_token=(?P<secret>[0-9a-f]{64})",
        accept.random_value,
    ),
    Rule(
        "wecom-webhook",
        ("qyapi.weixin",),
        rf"qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=(?P<secret>{HEX_UUID})",
        accept.random_value,
    ),
    Rule(
        "zapier-webhook",
        ("hooks.zapier.com",),
        r"hooks\.zapier\.com/hooks/catch/\d{3,9}/(?P<secret>[A-Za-z0-9]{5,20})",
        accept.no_placeholder,
    ),
    Rule(
        "ifttt-webhook",
        ("maker.ifttt.com",),
        r"maker\.ifttt\.com/trigger/[\w-]+/(?:json/)?with/key/(?P<secret>[\w-]{20,90})",
        accept.random_value,
    ),
    Rule(
        "make-webhook", (".make.com/",), r"hook\.[a-z0-9.]*make\.com/(?P<secret>[a-z0-9]{30,36})", accept.random_value
    ),
    Rule(
        "azure-logic-url",
        ("logic.azure.com",),
        r"logic\.azure\.com(?::443)?/[^\s\"'`]{10,400}?sig=(?P<secret>[A-Za-z0-9_-]{30,60})",
        accept.random_value,
    ),
)
"""What works by itself, against the host that it names."""

OTHERS = (
    Rule(
        "shared-access-signature",
        ("sig=",),
        r"[?&;](?:amp;)?sig=(?P<secret>[A-Za-z0-9+/]{20,}[A-Za-z0-9%+/=]{10,60})",
        accept.encoded_random_value,
    ),
    Rule(
        "presigned-url",
        ("X-Amz-Signature=", "X-Goog-Signature="),
        r"X-(?:Amz|Goog)-Signature=(?P<secret>[0-9a-f]{64,512})",
        accept.random_value,
    ),
    Rule(
        "connection-string",
        ("AccountKey=", "SharedAccessKey=", "SharedSecretValue=", "Secret="),
        r"\b(?:AccountKey|SharedAccessKey|SharedSecretValue|Secret)=(?P<secret>[A-Za-z0-9+/]{32,}={0,2})",
        accept.encoded_random_value,
    ),
    Rule(
        "signed-token",
        ("eyJ",),
        r"(?<![A-Za-z0-9_-])(?P<secret>eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{4,8000}"
        r"(?:\.[A-Za-z0-9_-]{10,4000}){1,3})",
        accept.signed_token,
        20_000,
    ),
    Rule(
        "bearer-header",
        ("earer", "EARER"),
        r"\b(?i:bearer)(?:[ ]|%20)+(?P<secret>[A-Za-z0-9_.~+/=-]{16,2000})",
        accept.random_value,
    ),
    Rule(
        "authorization-header",
        ("uthorization", "UTHORIZATION"),
        r"(?i:authorization)[\"'`]?[ ]?[:=,][ ]*[\"'`]?(?:(?i:token|apikey|api-key|key|ssws|splunk|digest|geniekey|"
        r"privatekey|bot|negotiate|x-api-key)[ ]+)?(?:token=)?[\"']?(?P<secret>[A-Za-z0-9_.~+/=:!-]{16,2000})",
        accept.random_value,
    ),
    Rule(
        "basic-header",
        ("asic", "ASIC"),
        r"\b(?i:basic)(?:[ ]|%20)+(?P<secret>[A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=-])",
        accept.basic_credentials,
    ),
    Rule(
        "registry-credentials",
        ('"auth"', "_auth"),
        r"(?:\"auth\"\s*:\s*\"|\b_auth\s*=\s*\"?)(?P<secret>[A-Za-z0-9+/]{8,400}={0,2})",
        accept.basic_credentials,
    ),
    Rule(
        "command-credentials",
        ("-u", "-U", "-a ", "--user", "--proxy-user", "--auth", "--cred"),
        r"(?<![\w-])(?:-u|-U|-a|--user|--proxy-user|--auth|--credentials|--creds)[ =]*[\"']?"
        r"(?P<user>[^\s\"':;/$<>|`\\]{1,100})[:%](?P<secret>[^\s\"'|`<>]{0,200})",
        accept.command_user,
    ),
    Rule(
        "command-password",
        ("sshpass", "-passin", "-passout", "-pw"),
        r"(?:\bsshpass\s+-p[ ]*|-pass(?:in|out)\s+pass:|-pw[ ]+)[\"']?(?P<secret>[^\s\"'|`]{5,200})",
        accept.any_value,
    ),
    Rule(
        "command-password",
        ("mysql", "mariadb", "mongo", "docker login", "podman login", "registry login", "az login", "redis-cli", "ldap",
         "cqlsh", "sqlcmd", "7z"),
        rf"\b(?:{_CLIENTS})\b[^\n|;&]{{0,200}}?[ ](?:-p[ ]?|-P[ ]|-a[ ]|-w[ ]|--password[ =])[\"']?"
        r"(?P<secret>[^\s\"'|`;&-][^\s\"'|`;&]{5,200})",
        accept.any_value,
    ),
    Rule(
        "netrc-password",
        ("machine ", "default login "),
        r"\b(?:machine\s+\S{1,253}|default)\s+(?:login\s+\S{1,200}\s+)?password\s+(?P<secret>\S{5,300})",
        accept.lone_password,
    ),
    Rule(
        "secure-string",
        ("ecure",),
        r"(?i:convertto-securestring)\s+(?:-(?i:string)\s+)?[\"'](?P<secret>[^\"'\n]{6,200})[\"']",
        accept.any_value,
    ),
    Rule(
        "pgpass-password",
        (":5432:", ":5433:", ":*:"),
        r"^[ \t>]*[\w.*-]{1,253}:(?:\d{2,5}|\*):[\w*-]{1,63}:[\w*-]{1,63}:(?P<secret>[^\s:]{6,200})[ \t\r]*$",
        accept.any_value,
    ),
    Rule(
        "kubernetes-secret",
        ("kind: Secret",),
        r"kind:\sSecret\b(?:[^\n]*\n){1,30}?[ \t>]*data:[ \t\r]*\n"
        r"(?:[ \t>]+[\w.-]+:[ \t]*\S{0,7}[ \t\r]*\n){0,10}?[ \t>]+[\w.-]+:[ \t]*[\"']?"
        r"(?P<secret>[A-Za-z0-9+/]{12,}={0,2})",
        accept.encoded_random_value,
        8000,
    ),
)  # fmt: skip
"""What needs something else beside it, or a look at where it belongs."""

RULES = (*URLS, *OTHERS)
