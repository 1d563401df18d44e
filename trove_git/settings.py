"""One pure resolver for every setting: flag > environment > git config > `.trove/config` at HEAD > default.

The sources come in as mappings, so nothing here reads a file or the environment.
`commands/` gathers the mappings and hands on the record that comes out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trove_git.errors import SettingError

DEFAULT_LIMIT = 12
DEFAULT_PER_KIND = 6
DEFAULT_BUDGET_TOKENS = 1500
TOOLS_LIMIT = 3
OFF = ("", "0", "off", "no", "none", "false")
"""Values that turn a setting off."""
DAY_SECONDS = 86_400
SECONDS_BY_UNIT = {
    "h": 3_600, "d": DAY_SECONDS, "w": 7 * DAY_SECONDS, "m": 30 * DAY_SECONDS, "y": 365 * DAY_SECONDS,
}  # fmt: skip

ENVIRONMENT = {
    "limit": "TROVE_LIMIT",
    "perkind": "TROVE_PER_KIND",
    "budget": "TROVE_BUDGET",
    "docs": "TROVE_DOCS",
    "recency": "TROVE_RECENCY",
    "secrets": "TROVE_SECRETS",
    "tools": "TROVE_TOOLS",
    "provider": "TROVE_PROVIDER",
    "model": "TROVE_MODEL",
    "internaldomain": "TROVE_INTERNAL_DOMAIN",
    "customer": "TROVE_CUSTOMER",
}
"""Setting (lower case, as git config prints keys) → environment variable."""

FLAGS = {"perkind": "per-kind"}
"""Setting → its flag, where they differ."""

BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False, "": False}
"""How git writes truth, in any case; beside these, 0 is false and any other whole number true."""

UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
"""What may stand behind a whole number of git, in any case."""
INT_BITS, LONG_BITS = 32, 64
"""git reads a number as a truth value into the one, and for `--type=int` into the other."""
_WHOLE_NUMBER = re.compile(
    r"[ \t\n\v\f\r]*([+-]?)(?:0x([0-9a-f]+)|(0[0-7]*)|([1-9][0-9]*))([kmg]?)", re.IGNORECASE | re.ASCII
)

PRIVATE_KEYS = frozenset({"internaldomain", "customer"})
"""Settings that name what must not leave this machine: every place that names something is heard."""
SAFE_KEYS = frozenset({"limit", "perkind", "budget", "docs", "recency", "secrets"}) | PRIVATE_KEYS
"""Settings that a `.trove/config` of the repository may set: none runs a command or sends data."""

PROVIDERS = ("none", "anthropic", "ollama", "cmd")
"""Who may write an answer; none means that nothing is sent anywhere."""

KEY_VARIABLES = frozenset({"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"})
"""Variables of the environment that hold a key; git and curl run without them."""


class KeyAlone(str):
    """The value of a key without `=`, which is true for git: empty text for whoever does not ask for truth."""

    __slots__ = ()


class Settings(NamedTuple):
    """The settings in force."""

    limit: int = DEFAULT_LIMIT
    """Hits at most."""
    per_kind: int = DEFAULT_PER_KIND
    """Hits of one kind at most."""
    budget_tokens: int = DEFAULT_BUDGET_TOKENS
    """Token budget of the output."""
    docs: tuple[str, ...] = ()
    """More paths that are docs: git wildmatch patterns below the root."""
    secrets: tuple[str, ...] = ()
    """What the secret gate looks at beside entries and docs, and with `!` what it does not: git wildmatch patterns."""
    half_life_seconds: int = 0
    """Age at which what was changed lately has lost half of its advantage; 0 for no advantage."""
    tools: bool = True
    """Whether installed tools are searched."""
    provider: str = "none"
    """One of PROVIDERS."""
    model: str = ""
    """The model to ask; empty for the provider's own choice."""
    internal_domains: tuple[str, ...] = ()
    """Domains whose hosts are internal."""
    customers: tuple[str, ...] = ()
    """Names of customers."""


def read_truth(value: str) -> bool | None:
    """Return a truth value as git reads one; None for what is neither.

    Source: `git config --type=bool`; git_parse_maybe_bool in git's config.c.
    """
    if isinstance(value, KeyAlone):
        return True
    if value.lower() in BOOLEANS:
        return BOOLEANS[value.lower()]
    number = read_whole_number(value, INT_BITS)
    return None if number is None else number != 0


def read_whole_number(value: str, bits: int = LONG_BITS) -> int | None:
    """Return a whole number as git reads one, with a unit or in base 8 or 16; None for what is none or too large.

    Source: `git config --type=int`; git_parse_signed in git's config.c.
    """
    match = _WHOLE_NUMBER.fullmatch(value)
    if match is None:
        return None
    sign, base16, base8, base10, unit = match.groups()
    number = int(base16, 16) if base16 else int(base8, 8) if base8 else int(base10)
    number *= UNITS[unit.lower()]
    return None if number >= 1 << (bits - 1) else -number if sign == "-" else number


def resolve(
    *,
    flags: Mapping[str, object],
    environment: Mapping[str, str],
    git_config: Mapping[str, Sequence[str]],
    repo_config: Mapping[str, Sequence[str]],
) -> Settings:
    """Resolve every setting.

    Args:
        flags: setting → value as given on the command line; None where it was not given.
        environment: the process environment.
        git_config: lower-case `trove.*` key without its prefix → its values in order.
        repo_config: the same from `.trove/config`; keys outside SAFE_KEYS are ignored.

    Raises:
        SettingError: a value does not parse; its place names where it was set.
    """
    safe = {key: values for key, values in repo_config.items() if key in SAFE_KEYS}

    def lookup(key: str) -> tuple[Sequence[str], str]:
        flag = flags.get(key)
        if flag is not None:
            values = [str(v) for v in flag] if isinstance(flag, (list, tuple)) else [str(flag)]
            return values, f"--{FLAGS.get(key, key)}"
        variable = ENVIRONMENT[key]
        if environment.get(variable):
            return environment[variable].split("\n"), variable
        for source, label in ((git_config, f"trove.{key}"), (safe, f".trove/config: trove.{key}")):
            if source.get(key):
                return source[key], label
        return [], ""

    def positive(key: str, default: int) -> int:
        values, place = lookup(key)
        if not values:
            return default
        # What git keeps is read as git reads it; on the command line nobody means base 8.
        from_git = place not in (f"--{FLAGS.get(key, key)}", ENVIRONMENT[key])
        number = (read_whole_number(values[-1]) if from_git else _decimal(values[-1])) or 0
        if number < 1:
            raise SettingError(
                f"not a whole number above 0: {values[-1]!r}", where=place, hint="give a number such as 12"
            )
        return number

    def half_life(key: str) -> int:
        values, place = lookup(key)
        if not values or values[-1].lower() in OFF:
            return 0
        number, unit = values[-1][:-1], values[-1][-1:].lower()
        if not number.isdecimal() or not int(number) or unit not in SECONDS_BY_UNIT:
            raise SettingError(
                f"not a time span: {values[-1]!r}",
                where=place,
                hint="give hours, days, weeks, months or years: 90d, 12w",
            )
        return int(number) * SECONDS_BY_UNIT[unit]

    def truth(key: str, default: bool) -> bool:
        values, place = lookup(key)
        if not values:
            return default
        found = read_truth(values[-1])
        if found is None:
            raise SettingError(f"neither true nor false: {values[-1]!r}", where=place, hint="give true or false")
        return found

    def one_of(key: str, known: Sequence[str]) -> str:
        values, place = lookup(key)
        name = values[-1].strip().lower() if values else ""
        if name and name not in known:
            raise SettingError(f"unknown {key}: {values[-1]!r}", where=place, hint=f"give one of {', '.join(known)}")
        return name or known[0]

    def named(key: str) -> tuple[str, ...]:
        # A list that replaced another would send what the other one keeps back.
        given = [*environment.get(ENVIRONMENT[key], "").split("\n"), *git_config.get(key, ()), *safe.get(key, ())]
        return tuple(dict.fromkeys(value.strip() for value in given if value.strip()))

    return Settings(
        limit=positive("limit", DEFAULT_LIMIT),
        per_kind=positive("perkind", DEFAULT_PER_KIND),
        budget_tokens=positive("budget", DEFAULT_BUDGET_TOKENS),
        docs=tuple(lookup("docs")[0]),
        secrets=tuple(lookup("secrets")[0]),
        half_life_seconds=half_life("recency"),
        tools=truth("tools", default=True),
        provider=one_of("provider", PROVIDERS),
        model="".join(lookup("model")[0][-1:]).strip(),
        internal_domains=named("internaldomain"),
        customers=named("customer"),
    )


def _decimal(value: str) -> int | None:
    """Return a number as people type it; None for what is none."""
    try:
        return int(value)
    except ValueError:
        return None
