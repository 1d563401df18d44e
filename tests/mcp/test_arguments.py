from __future__ import annotations

import pytest

from trove_git.errors import UsageError
from trove_git.mcp.arguments import NUMBER, TEXTS, TRUTH, Argument, check, schema_of

TABLE = {
    "question": Argument(needed=True, least=1, most=20),
    "kinds": Argument(TEXTS, choices=("doc", "code")),
    "limit": Argument(NUMBER, "hits", default=8, least=1, most=30),
    "deep": Argument(TRUTH, default=False),
}


def test_defaults_stand_for_what_is_not_given():
    given = {"question": "why", "limit": None}
    assert check("ask", TABLE, given) == {"question": "why", "kinds": None, "limit": 8, "deep": False}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"question": "why", "limt": 3}, "ask has no argument 'limt'"),
        ({}, "ask needs question"),
        ({"question": ""}, "question has 1 to 20 characters (0)"),
        ({"question": "x" * 21}, "question has 1 to 20 characters (21)"),
        ({"question": 3}, "question is a text (3)"),
        ({"question": "a\0b"}, "question has a character that no text has (U+0000)"),
        ({"question": "why", "limit": "3"}, "limit is a whole number ('3')"),
        ({"question": "why", "limit": True}, "limit is a whole number (True)"),
        ({"question": "why", "limit": 0}, "limit has 1 to 30 (0)"),
        ({"question": "why", "limit": 3.0}, "limit is a whole number (3.0)"),
        ({"question": "why", "deep": 1}, "deep is true or false (1)"),
        ({"question": "why", "kinds": "doc"}, "kinds is a list of texts ('doc')"),
        ({"question": "why", "kinds": ["docs"]}, "kinds is one of doc, code ('docs')"),
        ({"question": "why", "kinds": ["doc"] * 51}, "kinds has 51 texts, and 50 at most (argument kinds)"),
    ],
)
def test_what_does_not_fit_is_said_in_one_line(given, said):
    with pytest.raises(UsageError) as caught:
        check("ask", TABLE, given)
    assert str(caught.value) == said


def test_the_known_arguments_are_named():
    with pytest.raises(UsageError) as caught:
        check("ask", TABLE, {"question": "why", "depth": 3})
    assert caught.value.hint == "it takes question, kinds, limit, deep"


def test_the_schema_says_what_is_checked():
    assert schema_of(TABLE) == {
        "type": "object",
        "properties": {
            "question": {"type": "string", "maxLength": 20},
            "kinds": {"type": "array", "items": {"type": "string", "enum": ["doc", "code"]}},
            "limit": {"type": "integer", "description": "hits", "minimum": 1, "maximum": 30, "default": 8},
            "deep": {"type": "boolean", "default": False},
        },
        "required": ["question"],
        "additionalProperties": False,
    }
