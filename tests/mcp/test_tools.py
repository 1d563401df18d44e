from __future__ import annotations

import json

import pytest

from trove_git.mcp.arguments import schema_of
from trove_git.mcp.tools import INSTRUCTIONS, tools_for

MOST_BYTES = 3_700
"""Of all that a client is told about the tools: with one more for `refs` it is to be 4,200 at most."""


def test_what_every_session_reads_is_short():
    pytest.importorskip("mcp")
    from trove_git.mcp.server import _described

    told = [_described(tool) for tool in tools_for(write=True, personal=True).values()]
    sizes = [len(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in told]
    assert sum(sizes) <= MOST_BYTES, sizes
    schemas = [
        len(json.dumps(schema_of(tool.arguments), separators=(",", ":"))) for tool in tools_for(write=True).values()
    ]
    assert max(schemas) < 700
    assert len(INSTRUCTIONS) <= 400


def test_what_writes_is_offered_only_where_that_is_wanted():
    assert list(tools_for()) == ["ask", "read_first", "show_entry", "list_entries"]
    assert list(tools_for(personal=True)) == ["ask", "read_first", "show_entry", "list_entries"]
    assert "personal" not in tools_for(write=True)["remember"].arguments
    assert "personal" in tools_for(write=True, personal=True)["remember"].arguments
