"""Values that a name announces: the syntaxes of code, configuration, markup, commands, tables and prose."""

from __future__ import annotations

import pytest

from tests.support.secrets import Maker
from trove_git.redaction.assignments import find_assigned

SYNTAXES = [
    "ACME_API_KEY={}",
    'export ACME_TOKEN="{}"',
    "acme_secret: {}",
    '"acmeToken": "{}",',
    "'acme_token' => '{}',",
    'acmeToken := "{}"',
    "acme_token ?= {}",
    'acmeToken ::= "{}"',
    '$acmeToken .= "{}"',
    '$acmeToken ??= "{}";',
    'var acmeToken string = "{}"',
    "let acmeApiKey: string = '{}';",
    'String acmeSecret = "{}";',
    "acme_token = r'{}'",
    "const acmeSecret = `{}`;",
    '#define ACME_SECRET "{}"',
    'define("ACME_SECRET", "{}");',
    'System.setProperty("ACME_TOKEN", "{}")',
    'os.environ["ACME_API_KEY"] = "{}"',
    'process.env.ACME_SECRET || "{}"',
    'key = os.environ.get("ACME_KEY") or "{}"',
    "token=${{ACME_TOKEN:-{}}}",
    'set_token("{}")',
    'Client(api_key="{}", timeout=5)',
    "<acmeToken>{}</acmeToken>",
    "<acmeToken>\n    {}\n</acmeToken>",
    '<add key="AcmeApiKey" value="{}" />',
    '<string name="acme_api_key">{}</string>',
    "<key>AcmeApiKey</key>\n<string>{}</string>",
    '- name: ACME_API_KEY\n  value: "{}"',
    '{{"name": "ACME_SECRET_KEY", "value": "{}"}}',
    "ENV ACME_TOKEN {}",
    "setx ACME_API_KEY {}",
    "acmectl login --api-key {}",
    "acmectl login --acme-token={}",
    "-Dacme.password={}",
    'curl -H "X-Api-Key: {}" https://x.io',
    "https://api.x.io/v1?api_key={}&q=1",
    "https://api.x.io/v1?q=1&access_token={}",
    "Acme API key: {}",
    "The Acme API key is `{}`.",
    "The staging acme api key is {} for now.",
    "the password for the admin account is {}.",
    "use `{}` as the API key",
    "- **Acme password**: {}",
    "| Acme token | {} |",
    "| env | acme token |\n|---|---|\n| staging | `{}` |",
    "|password|env|\r\n|---|---|\r\n|{}|prod|",
    "kubectl create secret generic a --from-literal=password={}",
    "CREATE USER 'a'@'%' IDENTIFIED BY '{}';",
    "ALTER ROLE app WITH PASSWORD '{}';",
    "requirepass {}",
    "Server=db;Uid=sa;Pwd={};Database=x",
    "host=db user=a password={} x=y",
    '"config": "A_TOKEN={}\\nBACKUP=true"',
    '\\"acmeToken\\": \\"{}\\"',
    "acme_token: {}  # prod",
    "datadog: {}",
    '"apiKey": {{"value": "{}"}}',
    "secret:\n  value: {}",
    "password: |\n  {}",
    "api_token:\n  {}",
    'token = \\\n  "{}"',
    "The Acme token is:\n\n    {}\n",
    "API key for staging:\r\n\r\n`{}`",
    "API key:\n```text\n{}\n```",
    'apiKey = String("{}")',
    '"password": ["{}"]',
]
VALUES = {
    "letters and digits": lambda m: m.alnum(32),
    "hexadecimal": lambda m: m.hex(40),
    "small": lambda m: m.lower(24),
    "base64": lambda m: m.base64(40),
}


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_every_syntax(syntax):
    for seed, make in enumerate(VALUES.values()):
        secret = make(Maker(seed + 11))
        text = f"Some text.\n{syntax.format(secret)}\nSome more.\n"
        assert secret in {text[found.start : found.end] for found in find_assigned(text)}


PASSWORDS = ["Otter" + "Rides2024!", "k" + "o4la!B3ar", "Tr0ub4" + "dor&3", "J7#" + "kq_pwQ"]


@pytest.mark.parametrize("password", PASSWORDS)
@pytest.mark.parametrize(
    "syntax", ["DB_PASSWORD={}", 'password: "{}"', "The admin password is {} until May.", "pass: {}", "pwd='{}'"]
)
def test_passwords_that_people_make_up(syntax, password):
    text = syntax.format(password)
    [found] = find_assigned(text)
    assert password.startswith(text[found.start : found.end].rstrip("!"))


def none_of_them(m: Maker) -> list[str]:
    placeholders = [
        "YOUR_API_KEY",
        "<your-api-key>",
        "your-token-here",
        "x" * 16,
        "*" * 16,
        "REDACTED",
        "...",
        "changeme",
        "example",
        "{{ api_key }}",
        "${API_KEY}",
        "$API_KEY",
        "%API_KEY%",
        "TODO",
        "null",
        "replace-me",
        "insert_key_here",
        "my-secret-key",
        "dummy-value",
        "0" * 16,
        "abcdefghijklmnop",
        "1234567890123456",
    ]
    return [
        *(f"API_KEY={value}" for value in placeholders),
        *(f'  api_key: "{value}"' for value in placeholders),
        "  token: ${{ secrets.NPM_TOKEN }}",
        'api_key = os.environ["ACME_API_KEY"]',
        "const apiKey = process.env.ACME_API_KEY;",
        "  password = var.db_password",
        "password: vault:kv/data/prod#password",
        "DB_PASSWORD=op://vault/item/password",
        "  secretKeyRef: {name: db-secret, key: password}",
        "API_TOKEN=$(pass show acme/api)",
        f"secret_arn: arn:aws:secretsmanager:eu-west-1:{m.digits(12)}:secret:prod/db",
        "password: must be at least 12 characters",
        "password: string",
        "token: Optional[str] = None",
        "The `api_key` field is required; `secret` is optional.",
        'secret = get_secret("db/prod")',
        'password: "The user\'s password"',
        "use_token: true",
        "max_tokens: 4096",
        'token_type: "bearer"',
        "password=password",
        "login(user, password=None)",
        '"password": "hashed_password",',
        "password_file: /run/secrets/db",
        'if password == "": raise ValueError',
        "password: { type: string, minLength: 8 }",
        "primary_key: user_account_identifier",
        'sort_key = "created_at_descending"',
        "public_key_path: ~/.ssh/id_ed25519.pub",
        'key: "settings.notifications.enabled"',
        f"cache key: deps-linux-{m.hex(64)}",
        f"project_id: {m.uuid()}",
        f"commit: {m.hex(40)}",
        f'"sha256": "{m.hex(64)}"',
        f"token_id: {m.uuid()}",
        f"public_key = {m.base64(43)}",
        f"password_hash: $2b$12${m.alnum(53)}",
        f"site key 6L{m.alnum(38)}",
        f"gpg --recv-keys {m.hex(40)}",
        f"github: {m.hex(40)}",
        "The monkey key is on the donkey.",
        "We also need to pass `batch=1` as a parameter.",
        "| token | what it is |\n|---|---|\n| bearer | an access token of RFC 6750 |",
        "the token (see above) is a string",
        f"idempotency_key: {m.uuid()}",
        f"trace_token_span: {m.hex(16)}",
        "if token > limitOfAll1234567890abcd: pass",
        "my key | aB3dE5gH7jK9mN1pQ3sT5vX7zA9",
        'set-token "OTHER_NAME=abc1234567890def"',
        "| password | env |\n|---|---|\n" + "| none | x |\n" * 60,
        "user-tokens and api secrets: see below",
        "password =",
        "the secret tokens: a, b",
        "* `github.com/corp/http-auth`: [v1.1.3](http-auth/CHANGELOG.md#v113-2026-04-02)",
        "author: Jane Doe",
        "keyboard: `Ctrl+Shift+P`",
    ]


@pytest.mark.parametrize("number", range(98))
def test_what_is_no_secret(number):
    text = f"Text.\n{none_of_them(Maker(9))[number]}\nText.\n"
    assert [text[found.start : found.end] for found in find_assigned(text)] == []


def test_letters_whose_small_form_is_longer_shift_nothing():
    secret = Maker().alnum(32)
    text = f"İİİ API_KEY={secret} İ"
    assert [text[found.start : found.end] for found in find_assigned(text)] == [secret]


def test_names_that_repeat_without_end_are_bounded():
    """Each of these once took the square of its length, or a second for every hundred kilobytes."""
    for part in ("key=", "password ", "|key|", "token", 'password = "', "Bearer "):
        assert list(find_assigned(part * 8_000)) == []


def test_a_table_of_one_long_line_is_no_table():
    assert list(find_assigned("|key|token|\n" + "|---" * 3000 + "|\n" + "| a " * 3000)) == []


def test_uuids_count_only_under_a_sure_name():
    uuid = Maker().uuid()
    assert [found.kind for found in find_assigned(f"HEROKU_API_KEY={uuid}")] == ["assigned-token"]
    assert list(find_assigned(f"session: {uuid}")) == []
    assert list(find_assigned(f"project_key_id: {uuid}")) == []
