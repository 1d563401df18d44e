"""What a value looks like: a placeholder, words, a random token, a password.

Values come from the detectors next door, which know where the value stood; here only its characters
count. The judgements are of three kinds of evidence: words that people write where a secret will go,
runs and sequences that no generator makes, and how often pairs of letters are pairs of English.
"""

from __future__ import annotations

import re
from itertools import pairwise

from trove_git.redaction.documented import is_documented

WORDY_SHARE = 0.5
"""Share of letter pairs among COMMON_PAIRS from which letters count as words: English has 0.82, random letters 0.19."""
MIN_WORDY_PAIRS = 4
"""Fewer pairs than this say nothing."""

COMMON_PAIRS = frozenset(
    "ab ac ad ag ai al am an ap ar as at ba bl ca ce ch ck cl co ct da de di ea ec ed ef el em en er es et ex fa fi "
    "fo ge gi ha he hi ho ht ic id ie ig il im in io is it iv ke la le li ll lo ls lu ma me mo mp na nc nd ne ng no "
    "ns nt oc od ol om on or os ot ou pa pe pl po pp pr ps pu py qu ra re ri ro rr rs rt ru se si so ss st ta te th "
    "ti to tp tr ts tt ty ub ue ul un ur us ut va ve wi yd yp".split()
)
"""The 130 commonest pairs of letters in English technical prose; they make up 82% of its pairs."""

_PLACEHOLDER_WORDS = re.compile(
    r"example|sample|placeholder|change.?me|change.?this|change.?it|replace|redacted|censored|obfuscated|masked|"
    r"removed|hidden|omitted|(?-i:dummy|Dummy|DUMMY)|foobar|undefined|lorem.?ipsum|not.?a.?real|not.?secret|"
    r"your.?(?:api|app|access|auth|secret|key|token|pass|pwd|client|account|own|real|company|name|user|host|db|data)|"
    r"(?:^|[^A-Za-z0-9])(?:your|insert|enter|todo|fixme|fake)(?:[^A-Za-z0-9]|$)|[-_. ]here>?$|"
    r"x{5,}|\*{3,}|\.{3,}|…|•{2,}|_{6,}|#{4,}|-{6,}|\?{3,}",
    re.IGNORECASE,
)
"""What no generator writes, whatever the length."""
_SHORT_WORDS = re.compile(
    r"(?:^|[^a-z])(?:my|put|tbd|foo|bar|baz|none|null|nil|true|false|optional|required|snip|some|the|xxx+|here|"
    r"hunter2|test.?(?:key|token|secret|password)|secret.?(?:key|token|password)|key.?here)(?:[^a-z]|$)",
    re.IGNORECASE,
)
"""Words that say the same in a short value, and that a long random one may hold by accident."""
SHORT_VALUE = 24
"""Characters up to which a value is short."""
_REFERENCE = re.compile(
    r"^\$[A-Za-z_{(]|^[<{\[(].*[>}\])]$|^<|^[@&]\w[\w.-]*$|^%[A-Za-z_]+%$|\$\{\w[\w.:-]*\}|\{\{[^{}]*\}\}|^\w+://|"
    r"^(?:os\.|env[.\[(]|ENV[.\[(]|process\.|var\.|vars\.|local\.|data\.|secrets?\.|self\.|this\.|config[.\[(]|"
    r"settings\.|vault:|op:|arn:|ref\+|ssm:|sops:|kms:|enc:|ENC\[|projects/|"
    r"Rails\.|System\.|Deno\.|import\.|req\.|request\.|params[.\[]|options?\.|props\.|args\.|getenv|lookup\(|file\()|"
    r"^[A-Za-z_][A-Za-z_.]{2,}[(\[]|^[A-Za-z_]\w*::|\]\(|\[(?:A-Z|a-z|0-9|\^)|\)[;{]|;[A-Za-z_]+[=(.]|\}[,;)]|^[A-Za-z_]\w*(?:->|=>)"
)
_CHAIN = re.compile(r"^[&*]*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:[({\[].*)?$|^[&*][A-Za-z_]\w*[{(]?$")
"""Names joined by dots, called or not; types behind a sign for an address."""
_CODE_WORDS = re.compile(
    r"^(?:str(?:ing)?|int(?:eger)?|bool(?:ean)?|bytes|object|array|list|dict|any|void|self|this|new|type|const|let|"
    r"var|return|function|async|await|bearer|basic|token|password|secret|apikey|key|user(?:name)?|admin|root|guest|"
    r"pass|passwd|default|value|text|data|auth|login|and|for|with|not|yes|no|on|off|enabled|disabled|must|should|when|from|"
    r"postgres|mysql|mariadb|redis|rabbitmq|mongo|sa|test|tests|testing|demo|public|private|secrets?|credentials?)$",
    re.IGNORECASE,
)
_PATH = re.compile(
    r"^(?:~|\.{0,2})/|^[A-Za-z]:\\|"
    r"^\w[\w.-]*(?:/[\w.-]+)*\.(?:pem|key|crt|cer|json|ya?ml|txt|md|py|js|ts|env|pub|p12|pfx|jks|conf|cfg|ini|toml|"
    r"html?|php|rb|go|rs|java|sh|lock|log|xml|com|org|io|net)$"
)
_IDENTIFIER = re.compile(r"^[A-Za-z_$][A-Za-z_.$:-]*$")
_UUID = re.compile(r"^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")
_HEX = re.compile(r"^[0-9a-fA-F]+$")
_ASSIGNED_HASH = re.compile(
    r"^(?:\$(?:2[abxy]?|5|6|1|argon2\w*|y|scrypt|apr1)\$|\{SSHA|pbkdf2|sha\d{1,3}[-:$])", re.IGNORECASE
)
_BLANK = re.compile(r"\s")
_NO_DIGITS = re.compile(r"[^0-9]+")
_LETTERS = re.compile(r"[A-Za-z]{3,}")
_SYMBOLS = frozenset("!@#$%^&*+?=~,;:()[]{}<>|/\\\"'`")

SEQUENCES = ("abcdefghijklmnopqrstuvwxyz" * 2, "01234567890123456789", "zyxwvutsrqponmlkjihgfedcba",
             "98765432109876543210", "qwertyuiop", "asdfghjkl", "zxcvbnm", "0123456789abcdef" * 2)  # fmt: skip
MIN_SEQUENCE = 5
"""Characters in sequence that no generator makes by accident more than once in millions."""


def is_placeholder(value: str) -> bool:
    """Whether a value only shows where a secret goes: words for it, runs, sequences, repeats, a documented example."""
    if not value or _PLACEHOLDER_WORDS.search(value):
        return True
    if len(value) <= SHORT_VALUE and _SHORT_WORDS.search(value) and (is_wordy(value) or len(value) < 12):
        return True
    lowered = value.strip("=-_.").lower()
    size = len(lowered)
    if size == 0 or (size >= 10 and len(set(lowered)) <= max(3, min(5, size // 6))):
        return True
    if (_RUN_OF_SIX if size <= 40 else _RUN_OF_NINE).search(lowered):
        return True
    period = lowered.find(lowered[: size // 2], 1) if size >= 12 else -1
    if period > 0 and lowered[period:] == lowered[: size - period]:
        return True
    return _sequence_share(lowered) >= MAX_SEQUENCE_SHARE or is_documented(value)


_RUN_OF_SIX = re.compile(r"(.)\1{5}")
_RUN_OF_NINE = re.compile(r"(.)\1{8}")
"""No generator repeats a character that often in a value up to 40 characters, or in a longer one."""
MAX_SEQUENCE_SHARE = 0.6
"""Share of a value that may lie in sequences: some people build test tokens from pieces of the alphabet."""


def is_reference(value: str) -> bool:
    """Whether a value is where a secret is kept, or code that fetches one: `${VAR}`, `os.environ[...]`, a path."""
    if _PATH.search(value):
        # Base64 may begin with a slash.
        return len(value) < SHORT_VALUE or is_wordy(value)
    return bool(_REFERENCE.search(value)) or (bool(_CHAIN.match(value)) and is_wordy(value))


def is_wordy(value: str) -> bool:
    """Whether most of a value is words."""
    pairs = common = letters = 0
    for run in _LETTERS.findall(value):
        lowered = run.lower()
        letters += len(lowered)
        pairs += len(lowered) - 1
        common += sum(lowered[i : i + 2] in COMMON_PAIRS for i in range(len(lowered) - 1))
    return pairs >= MIN_WORDY_PAIRS and letters * 2 >= len(value) and common >= pairs * WORDY_SHARE


def is_random(value: str, min_length: int = 16) -> bool:
    """Whether a value can only come from a generator.

    Args:
        value: no blanks around it.
        min_length: fewer characters never count.
    """
    size = len(value)
    if size < min_length or len(set(value)) < min(7, size // 2) or _BLANK.search(value):
        return False
    digits = len(_NO_DIGITS.sub("", value))
    if (digits == 0 and not _IDENTIFIER.match(value)) or sum(c.isalpha() for c in value) < 2:
        return False
    if is_placeholder(value) or is_reference(value):
        return False
    if _HEX.match(value):
        return digits > 0
    if _IDENTIFIER.match(value) and digits == 0:
        mixed = _case_changes(value) >= size / 5
        return size >= 20 and not is_wordy(value) and (mixed or value.isalpha())
    return digits > 0 and not (is_wordy(value) and has_name_parts(value))


def is_password(value: str, *, quoted: bool) -> bool:
    """Whether a value that stands where a password is expected looks like one.

    Args:
        value: no blanks around it.
        quoted: it stood in quotes, so that its end is known.
    """
    size = len(value)
    if size < 6 or size > 300 or _BLANK.search(value) or is_placeholder(value) or is_reference(value):
        return False
    if _CODE_WORDS.match(value.strip("\"'`*_.,:;!?()")) or _ASSIGNED_HASH.match(value) or value.endswith(("()", ");")):
        return False
    letters = any(c.isalpha() for c in value)
    digits = any(c.isdigit() for c in value)
    symbols = any(c in _SYMBOLS for c in value[:-1] if c not in ":/.,") or value.endswith(
        ("!", "#", "$", "@", "%", "*")
    )
    if not letters:
        return quoted and size >= 8 and len(set(value)) >= 5
    if digits:
        return size >= 8 or (quoted or symbols)
    if symbols:
        return size >= 8 and (quoted or not is_wordy(value)) and not re.search(r"[()\[\]{}<>|`]", value)
    if not value.isalpha() or is_wordy(value):
        return False
    return (quoted and size >= 8) or (size >= 10 and _case_changes(value) >= size / 4)


def is_uuid(value: str) -> bool:
    """Whether a value is a UUID."""
    return bool(_UUID.match(value))


def _sequence_share(value: str) -> float:
    """Return the share of a value that lies in alphabetical, numeric or keyboard sequences."""
    covered = position = 0
    while position + MIN_SEQUENCE <= len(value):
        if value[position : position + MIN_SEQUENCE] not in _PARTS_OF_SEQUENCES:
            position += 1
            continue
        end = position + MIN_SEQUENCE
        while value[end - MIN_SEQUENCE + 1 : end + 1] in _PARTS_OF_SEQUENCES:
            end += 1
        covered += end - position
        position = end
    return covered / len(value)


_PARTS_OF_SEQUENCES = frozenset(s[i : i + MIN_SEQUENCE] for s in SEQUENCES for i in range(len(s) - MIN_SEQUENCE + 1))


def _case_changes(value: str) -> int:
    """Count neighbouring letters of different case."""
    return sum(a.isupper() != b.isupper() for a, b in pairwise(value) if a.isalpha() and b.isalpha())


def has_name_parts(value: str) -> bool:
    """Whether every digit of a value stands behind a word, or in a number, date or version, as in names."""
    return all(_NAME_PART.fullmatch(part) for part in re.split(r"[^A-Za-z0-9]+", value))


_NAME_PART = re.compile(r"[A-Za-z]*[0-9]{0,4}|[A-Za-z]+[0-9]{1,3}[A-Za-z]+[0-9]{0,2}|[0-9]+[a-z]{0,2}")
