from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from trove_git.cli.main import main
from trove_git.cli.verbs import mcp


@pytest.mark.parametrize("client", ["claude", "codex"])
def test_a_client_with_a_command_gets_the_command(client, capsys):
    assert main(["mcp", "--config", client, "--write", "--budget", "900"]) == 0
    assert capsys.readouterr().out == f"{client} mcp add trove -- git-trove mcp --write --budget 900\n"


@pytest.mark.parametrize(
    ("client", "file", "server"),
    [
        ("cursor", ".cursor/mcp.json", {"mcpServers": {"trove": {"command": "git-trove", "args": ["mcp"]}}}),
        ("gemini", ".gemini/settings.json", {"mcpServers": {"trove": {"command": "git-trove", "args": ["mcp"]}}}),
        (
            "vscode",
            ".vscode/mcp.json",
            {"servers": {"trove": {"type": "stdio", "command": "git-trove", "args": ["mcp"]}}},
        ),
        (
            "opencode",
            "opencode.json",
            {"mcp": {"trove": {"type": "local", "command": ["git-trove", "mcp"], "enabled": True}}},
        ),
    ],
)
def test_a_client_with_a_file_gets_what_stands_in_it(client, file, server, capsys):
    assert main(["mcp", "--config", client]) == 0
    first, _, rest = capsys.readouterr().out.partition("\n")
    assert first == f"# {file}"
    assert json.loads(rest) == server


def test_without_the_extra_it_says_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setattr(mcp, "find_spec", lambda _name: None)
    assert main(["mcp"]) == 2
    assert capsys.readouterr().err == (
        "error: the mcp package is not installed\nhint: pip install 'trove-git[mcp]', or pipx inject trove-git mcp\n"
    )


def test_the_personal_trove_is_written_only_where_entries_are():
    result = CliRunner().invoke(mcp.command, ["--personal"])
    assert str(result.exception) == "--personal needs --write"
