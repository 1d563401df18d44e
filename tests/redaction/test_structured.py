"""Secrets by what stands around them: a table of shapes, and what has the shape but is public or to be filled in."""

from __future__ import annotations

import base64

import pytest

from tests.support.secrets import Maker
from trove_git.redaction.structured import find_structured


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


SECRETS = {
    "postgres": lambda m: ("credential-url", "postgres://app:{}@db1.corp.io:5432/prod", m.alnum(16)),
    "redis without a user": lambda m: ("credential-url", "redis://:{}@cache.corp.io:6379/0", m.alnum(20)),
    "address": lambda m: ("credential-url", "mysql://root:{}@10.2.3.4:3306/shop", m.alnum(14)),
    "address of six": lambda m: ("credential-url", "https://ci:{}@[2001:db8::7]/x", m.alnum(14)),
    "mongodb": lambda m: ("credential-url", "mongodb+srv://svc:{}@cluster0.ab1cd.mongodb.net/prod", m.alnum(16)),
    "git remote": lambda m: ("credential-url", "https://oauth2:{}@git.corp.io/team/app.git", m.alnum(26)),
    "made by hand": lambda m: ("credential-url", "ftp://bob:{}@files.corp.io/x", "k0al" + "aB3ar!"),
    "a service's name but a made password": lambda m: ("credential-url", "amqp://app:{}@rabbit:5672/", m.alnum(24)),
    "a reserved name but a made password": lambda m: ("credential-url", "https://app:{}@example.com/x", m.alnum(24)),
    "token as user": lambda m: ("token-url", "https://{}@git.corp.io/app.git", m.alnum(32)),
    "cloudinary": lambda m: ("cloudinary-url", f"cloudinary://{m.digits(15)}:" + "{}@demo-cloud", m.alnum(27)),
    "slack": lambda m: (
        "slack-webhook",
        "https://hooks.slack.com/services/{}",
        f"T{m.upper(10)}/B{m.upper(10)}/{m.alnum(24)}",
    ),
    "discord": lambda m: ("discord-webhook", f"https://discord.com/api/webhooks/{m.digits(18)}/" + "{}", m.urlsafe(68)),
    "teams": lambda m: (
        "teams-webhook",
        "https://a.webhook.office.com/webhookb2/{}",
        f"{m.uuid()}@{m.uuid()}/IncomingWebhook/{m.hex(32)}/{m.uuid()}",
    ),
    "feishu": lambda m: ("feishu-webhook", "https://open.feishu.cn/open-apis/bot/v2/hook/{}", m.uuid()),
    "dingtalk": lambda m: ("dingtalk-webhook", "https://oapi.dingtalk.com/robot/send?access_token={}", m.hex(64)),
    "storage": lambda m: (
        "connection-string",
        "AccountName=a;Account" + "Key={};EndpointSuffix=x",
        m.base64(86) + "==",
    ),
    "service bus": lambda m: (
        "connection-string",
        "Endpoint=sb://x/;SharedAccessKeyName=R;SharedAccess" + "Key={}",
        m.base64(43) + "=",
    ),
    "sas": lambda m: (
        "shared-access-signature",
        "https://a.blob.core.windows.net/c?sv=2022&se=2027&sig={}",
        m.alnum(40) + "%2F" + m.alnum(2) + "%3D",
    ),
    "logic app": lambda m: (
        "azure-logic-url",
        "https://prod-1.westus.logic.azure.com:443/workflows/a/triggers/m?sp=1&sig={}",
        m.alnum(43),
    ),
    "presigned": lambda m: ("presigned-url", "https://s3.amazonaws.com/a?X-Amz-Signature={}", m.hex(64)),
    "jwt": lambda m: ("signed-token", "session={};", m.jwt()),
    "bearer": lambda m: ("bearer-header", "curl -H 'Authorization: Bea" + "rer {}' https://api.corp.io", m.base64(44)),
    "token header": lambda m: ("authorization-header", "Authorization: token {}", m.hex(40)),
    "basic": lambda m: ("basic-header", "Authorization: Ba" + "sic {}", encoded("svc:" + m.alnum(20))),
    "docker's configuration": lambda m: (
        "registry-credentials",
        '"auths": {{"r.io": {{"auth": "{}"}}}}',
        encoded("ci:" + m.alnum(20)),
    ),
    "curl": lambda m: ("command-credentials", "curl -u admin:{} https://ci.corp.io/job", m.alnum(14)),
    "curl, long": lambda m: ("command-credentials", 'curl --user "admin:{}" https://ci.corp.io/job', m.alnum(14)),
    "sshpass": lambda m: ("command-password", "ssh" + "pass -p {} ssh root@10.1.2.3", m.alnum(14)),
    "mysql": lambda m: ("command-password", "mysql -h db -u root -p{} shop", m.alnum(14)),
    "docker login": lambda m: ("command-password", "docker login -u ci -p {} r.io", m.alnum(20)),
    "openssl": lambda m: ("command-password", "openssl rsa -passin pass:{} -in k", m.alnum(14)),
    "netrc": lambda m: ("netrc-password", "machine git.corp.io login bot pass" + "word {}", m.alnum(18)),
    "powershell": lambda m: ("secure-string", 'ConvertTo-SecureString "{}" -AsPlainText', m.alnum(14)),
    "pgpass": lambda m: ("pgpass-password", "db.corp.io:5432:prod:app:{}", m.alnum(14)),
    "kubernetes": lambda m: (
        "kubernetes-secret",
        "kind: Secret\nmetadata:\n  name: db\ndata:\n  ca: {}\n",
        encoded(m.alnum(20)).rstrip("="),
    ),
}


@pytest.mark.parametrize("name", SECRETS)
def test_every_shape(name):
    for seed in range(4):
        kind, shape, secret = SECRETS[name](Maker(seed))
        text = f"Some text before it.\n{shape.format(secret)}\nand after\n"
        assert (kind, secret) in {(hit.kind, text[hit.start : hit.end]) for hit in find_structured(text)}


WORD = "pass" + "word"


def none_of_them(m: Maker) -> list[str]:
    return [
        f"postgres://user:{WORD}@localhost:5432/db",
        f"postgres://app:{m.alnum(16)}@localhost/db",
        f"postgres://app:{m.alnum(16)}@127.0.0.1/db",
        f"postgres://app:{WORD}@db/app",
        f"https://user:{WORD}@git.corp.io/",
        "https://user:pass@example.com/",
        "https://bob:bob@git.corp.io/",
        "https://<user>:<token>@git.corp.io",
        "https://$USER:$TOKEN@git.corp.io/x.git",
        "postgres://${DB_USER}:${DB_PASS}@${DB_HOST}/app",
        "mongodb://svc:{{ password }}@db.corp.io",
        "https://user:xxxxxxxx@git.corp.io/",
        "git@github.com:acme/app.git and ssh://git@host:22/x.git",
        "http://localhost:8080/a@b",
        "See https://docs.corp.io:8443/a:b@c",
        f"dsn: https://{m.hex(32)}@o12345.ingest.sentry.io/45678",
        "https://hooks.slack.com/services/T00000000/B00000000/" + "X" * 24,
        "curl -H 'Authorization: Bearer $TOKEN' https://api.corp.io",
        "curl -H 'Authorization: Bearer <token>' https://api.corp.io",
        "Authorization: Bearer YOUR_ACCESS_TOKEN_HERE",
        "Authorization: Basic " + encoded("user:pass" + "word"),
        "the Basic auth scheme, Basic configuration",
        'curl -u "$USER:$PASS" https://api.corp.io',
        "curl -u user:" + WORD + " https://api.corp.io",
        "docker run -u 1000:1000 -p 8080:80 image",
        "mysql -u root -p shop < dump.sql",
        "docker run -p 127.0.0.1:80:8080/tcp image",
        m.jwt({"alg": "none"}),
        m.jwt().rpartition(".")[0],
        "eyJhbGciOiJIUzI1NiJ9.<payload>.<signature>",
        "AccountKey=<your-account-key>",
        "https://a.corp.io/?sig=short&x=1",
        "machine git.corp.io login bot password $TOKEN",
        "kind: Secret\nmetadata:\n  name: db\ndata:\n  a: Zm9v\n",
    ]


@pytest.mark.parametrize("number", range(34))
def test_what_is_no_secret(number):
    text = f"Text.\n{none_of_them(Maker(5))[number]}\nText.\n"
    assert [text[hit.start : hit.end] for hit in find_structured(text)] == []


def test_a_shape_is_found_far_into_a_long_line_and_once():
    secret = Maker().alnum(16)
    text = "a:b " * 50_000 + f"postgres://app:{secret}@db1.corp.io/prod" + " c@d" * 50_000
    [hit] = find_structured(text)
    assert text[hit.start : hit.end] == secret


def test_shapes_that_repeat_without_end_are_bounded():
    """Each of these once took the square of its length."""
    for part in ("a://b:c", "Bearer Authorization: Basic ", "-u a:", "eyJ-", "machine a login b ", "mysql -p "):
        assert len(list(find_structured(part * 20_000))) <= 1


def test_a_token_as_the_user_of_a_command():
    text = f"curl -u {Maker().alnum(32)}: https://api.corp.io"
    assert [hit.kind for hit in find_structured(text)] == ["command-credentials"]


def test_two_secrets_far_apart():
    first, second = Maker(1).alnum(16), Maker(2).alnum(16)
    text = f"redis://:{first}@a.corp.io/0\n" + "text\n" * 2000 + f"redis://:{second}@a.corp.io/0\n"
    assert [text[hit.start : hit.end] for hit in find_structured(text)] == [first, second]
