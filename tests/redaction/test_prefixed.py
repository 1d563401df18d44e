"""Tokens by their format: a table of families, what stands around a token, and what is none."""

from __future__ import annotations

import re

import pytest

from tests.support.secrets import Maker
from trove_git.redaction.formats import FORMATS
from trove_git.redaction.prefixed import Row, expression, find_tokens, rows_by_literal

TOKENS = {
    "aws": lambda m: ("aws-access-key-id", "AK" + "IA" + m.upper(16)),
    "aws temporary": lambda m: ("aws-access-key-id", "AS" + "IA" + m.upper(16)),
    "google": lambda m: ("google-api-key", "AI" + "za" + m.urlsafe(35)),
    "google oauth secret": lambda m: ("google-oauth-secret", "GOC" + "SPX-" + m.urlsafe(28)),
    "azure client secret": lambda m: ("azure-client-secret", m.alnum(3) + "8Q~" + m.alnum(34)),
    "azure devops": lambda m: ("azure-devops-token", m.alnum(76) + "AZ" + "DO" + m.alnum(4)),
    "digitalocean": lambda m: ("digitalocean-token", "dop" + "_v1_" + m.hex(64)),
    "github": lambda m: ("github-token", "gh" + "p_" + m.alnum(36)),
    "github app": lambda m: ("github-app-token", "gh" + "s_" + m.alnum(36)),
    "github fine-grained": lambda m: (
        "github-fine-grained-token",
        "github" + "_pat_" + m.alnum(22) + "_" + m.alnum(59),
    ),
    "gitlab": lambda m: ("gitlab-token", "glp" + "at-" + m.alnum(20)),
    "gitlab routable": lambda m: ("gitlab-token", "glp" + "at-" + m.alnum(27) + ".01." + m.lower(9)),
    "gitlab runner": lambda m: ("gitlab-runner-token", "gl" + "rt-" + m.alnum(20)),
    "gitlab job": lambda m: ("gitlab-job-token", "glc" + "bt-64_" + m.alnum(20)),
    "npm": lambda m: ("npm-token", "np" + "m_" + m.alnum(36)),
    "pypi": lambda m: ("pypi-token", "py" + "pi-AgEIcHlwaS5vcmc" + m.urlsafe(120)),
    "docker": lambda m: ("docker-token", "dckr" + "_pat_" + m.alnum(27)),
    "terraform": lambda m: ("terraform-cloud-token", m.alnum(14) + ".atlas" + "v1." + m.alnum(67)),
    "vault": lambda m: ("vault-service-token", "hv" + "s." + m.urlsafe(95)),
    "vault legacy": lambda m: ("vault-token-legacy", "s." + m.alnum(24)),
    "doppler": lambda m: ("doppler-service-token", "dp" + ".st.prd." + m.alnum(43)),
    "age": lambda m: ("age-secret-key", "AGE-SECRET-" + "KEY-1" + m.of("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)),
    "openai": lambda m: ("openai-key", "s" + "k-" + m.alnum(20) + "T3Blbk" + "FJ" + m.alnum(20)),
    "openai project": lambda m: ("openai-project-key", "s" + "k-proj-" + m.urlsafe(120)),
    "anthropic": lambda m: ("anthropic-key", "s" + "k-ant-api03-" + m.urlsafe(93) + "AA"),
    "huggingface": lambda m: ("huggingface-token", "h" + "f_" + m.alnum(34)),
    "slack bot": lambda m: ("slack-token", "xo" + f"xb-{m.digits(12)}-{m.digits(12)}-{m.alnum(24)}"),
    "slack app": lambda m: ("slack-app-token", "xa" + f"pp-1-A{m.upper(10)}-{m.digits(13)}-{m.hex(64)}"),
    "telegram": lambda m: ("telegram-bot-token", m.digits(10) + ":AA" + m.urlsafe(33)),
    "discord": lambda m: ("discord-bot-token", "M" + m.alnum(23) + "." + m.alnum(6) + "." + m.alnum(27)),
    "sendgrid": lambda m: ("sendgrid-key", "S" + "G." + m.alnum(22) + "." + m.alnum(43)),
    "mailgun": lambda m: ("mailgun-key", f"{m.hex(32)}-{m.hex(8)}-{m.hex(8)}"),
    "mailchimp": lambda m: ("mailchimp-key", m.hex(32) + "-us" + "12"),
    "stripe": lambda m: ("stripe-live-key", "s" + "k_li" + "ve_51" + m.alnum(97)),
    "square": lambda m: ("square-secret", "sq0" + "csp-" + m.alnum(43)),
    "shopify": lambda m: ("shopify-token", "shp" + "at_" + m.hex(32)),
    "plaid": lambda m: ("plaid-token", "access" + "-production-" + m.uuid()),
    "new relic": lambda m: ("newrelic-user-key", "NR" + "AK-" + m.upper(27)),
    "grafana": lambda m: ("grafana-service-account-token", "gl" + "sa_" + m.alnum(32) + "_" + m.hex(8)),
    "dynatrace": lambda m: ("dynatrace-token", "dt0" + f"c01.{m.upper(24)}.{m.upper(64)}"),
    "databricks": lambda m: ("databricks-token", "da" + "pi" + m.hex(32)),
    "supabase": lambda m: ("supabase-secret-key", "sb_" + f"secret_{m.alnum(22)}_{m.alnum(8)}"),
    "linear": lambda m: ("linear-key", "lin" + "_api_" + m.alnum(40)),
    "notion": lambda m: ("notion-token", "nt" + "n_" + m.digits(11) + m.alnum(35)),
    "asana": lambda m: ("asana-token", f"1/{m.digits(16)}:{m.hex(32)}"),
    "airtable": lambda m: ("airtable-token", "pa" + "t" + m.alnum(14) + "." + m.hex(64)),
    "postman": lambda m: ("postman-key", "PM" + f"AK-{m.hex(24)}-{m.hex(34)}"),
    "tailscale": lambda m: ("tailscale-key", "ts" + f"key-auth-{m.alnum(12)}CNTRL-{m.alnum(32)}"),
    "new line of a tool": lambda m: ("honeycomb-key", "hc" + "aik_" + m.lower(26) + m.alnum(32)),
}


@pytest.mark.parametrize("name", TOKENS)
def test_every_family(name):
    for seed in range(6):
        kind, token = TOKENS[name](Maker(seed))
        text = f"For staging use {token}, ask ops for more."
        assert (kind, token) in {(found.kind, text[found.start : found.end]) for found in find_tokens(text)}


@pytest.mark.parametrize(
    "around",
    [
        '"{}"',
        "'{}'",
        "`{}`",
        "={}",
        "?t={}&x=1",
        "({})",
        "<b>{}</b>",
        r"line\n{}\nline",
        "%3D{}%26",
        "{}\r\n",
        "| {} |",
        "{}.",
        "[{}]",
        ":{},",
    ],
)
def test_what_may_stand_around_a_token(around):
    token = "gh" + "p_" + Maker().alnum(36)
    text = around.format(token)
    assert [text[found.start : found.end] for found in find_tokens(text)] == [token]


def none_of_them(maker: Maker) -> list[str]:
    github, key = "gh" + "p_", "s" + "k-"
    return [
        github + "x" * 36,
        github + "your_token_here",
        github + "0123456789abcdefghijklmnopqrstuvwxyz",
        github + "1234567890" * 3 + "123456",
        github + maker.alnum(35),
        github + maker.alnum(37),
        "a" + github + maker.alnum(36),
        "AK" + "IAIOSFODNN7" + "EXAMPLE",
        "AK" + "IA" + "X" * 16,
        "AK" + "IA" + maker.upper(17),
        key + "..." + maker.alnum(4),
        key + "x" * 48,
        key + "ant-api03-" + "your-key-here",
        "xo" + "xb-your-token",
        "xo" + "xb-123456789012-123456789012-" + "x" * 24,
        "s.some.method.name.of.a.class",
        "s." + "getAccessTokenFromHeader",
        "task-management-of-projects-and-teams",
        f"sha256:{maker.hex(64)}",
        f"index-{maker.hex(32)}.js",
        f"https://github.com/acme/app/blob/{maker.hex(40)}/main.py",
        "API-" + "REFERENCEOFALLTHEMETHODS",
        "key-" + "f" * 32,
        "pk_li" + "ve_" + maker.alnum(24),
        f"T{maker.upper(8)}/B{maker.upper(8)}",
        f"AC{maker.hex(32)}",
    ]


@pytest.mark.parametrize("number", range(26))
def test_what_is_no_token(number):
    text = none_of_them(Maker(3))[number]
    assert list(find_tokens(f"see {text} there")) == []


def test_every_row_finds_a_token_made_from_its_own_pieces():
    alphabets = {"n": 0, "h": 1, "H": 1, "l": 2, "U": 3, "a": 4, "A": 5, "u": 0, "b": 0, "d": 6, "w": 0, "q": 0}
    makers = ("alnum", "hex", "lower", "upper")
    missed = []
    for values in FORMATS:
        row = Row(*values)
        maker = Maker(len(row.literal) + len(row.after))
        parts = []
        for pieces in (row.before, row.after):
            made = ""
            for piece in pieces.split():
                taken = re.fullmatch(r"([nhHlUaAubdwq])(\d+)(?:-\d+|\+)?", piece)
                if piece.startswith("("):
                    break
                if taken and alphabets[taken[1]] < 4:
                    made += getattr(maker, makers[alphabets[taken[1]]])(int(taken[2]))
                elif taken:
                    made += maker.of("bcdfghjkQWRTZX" if taken[1] == "A" else "83" + "94", int(taken[2]))
                else:
                    made += {"uuid": maker.uuid(), "pad": "="}.get(piece, piece)
            else:
                parts.append(made)
                continue
            break
        if len(parts) == 2:
            token = row.literal.join(parts)
            if not any(found.kind == row.kind for found in find_tokens(f"it is {token} now")):
                missed.append(row)
    assert missed == []


def test_the_tables_are_large_and_sound():
    assert len(FORMATS) > 450
    assert len({values[0] for values in FORMATS}) > 300
    assert all(re.compile(expression(Row(*values).after)) for values in FORMATS if Row(*values).after)
    assert len(rows_by_literal()[""]) < 5  # each of those is searched for in the whole text


def test_many_literals_in_one_line_are_looked_at_once():
    """A line of two megabytes that is all literals ends in linear time; without bounds it would take minutes."""
    text = ("s" + "k-ant-api03-") * 20_000 + "eyJ-" * 20_000 + "s." * 20_000
    assert len(list(find_tokens(text))) <= 1  # where the first run ends, the rest happens to look like a token
