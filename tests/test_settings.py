"""Settings: which source wins, and what a value that does not parse says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from trove_git.errors import SettingError
from trove_git.gitrepo import config
from trove_git.settings import ENVIRONMENT, SAFE_KEYS, KeyAlone, Settings, read_truth, read_whole_number, resolve


def settled(flags=None, environment=None, git_config=None, repo_config=None) -> Settings:
    return resolve(
        flags=flags or {}, environment=environment or {}, git_config=git_config or {}, repo_config=repo_config or {}
    )


def test_defaults():
    assert settled() == Settings(limit=12, per_kind=6, budget_tokens=1500, docs=(), tools=True)


@pytest.mark.parametrize(
    ("given", "tools"),
    [
        pytest.param({"flags": {"tools": "false"}, "environment": {"TROVE_TOOLS": "true"}}, False, id="flag"),
        pytest.param({"environment": {"TROVE_TOOLS": "0"}, "git_config": {"tools": ["yes"]}}, False, id="environment"),
        pytest.param({"git_config": {"tools": ["true", "Off"]}}, False, id="git config"),
        pytest.param({"git_config": {"tools": ["true", ""]}}, False, id="an empty value"),
        pytest.param({"git_config": {"tools": ["false", KeyAlone()]}}, True, id="a key without a value"),
        pytest.param({"git_config": {"tools": ["2"]}}, True, id="a number"),
        pytest.param({"environment": {"TROVE_TOOLS": "2"}}, True, id="a number of the environment"),
        pytest.param({"repo_config": {"tools": ["false"]}}, True, id="the repository's own file has no say"),
    ],
)
def test_whether_tools_are_searched(given, tools):
    assert settled(**given).tools is tools


def test_neither_true_nor_false():
    with pytest.raises(SettingError) as caught:
        settled(git_config={"tools": ["maybe"]})
    assert str(caught.value) == "neither true nor false: 'maybe' (trove.tools)"


SOURCES = {
    "flags": {"limit": 1},
    "environment": {"TROVE_LIMIT": "2"},
    "git_config": {"limit": ["3"]},
    "repo_config": {"limit": ["4"]},
}


@pytest.mark.parametrize(
    ("given", "limit"),
    [
        pytest.param(["flags", "environment", "git_config", "repo_config"], 1, id="flag"),
        pytest.param(["environment", "git_config", "repo_config"], 2, id="environment"),
        pytest.param(["git_config", "repo_config"], 3, id="git config"),
        pytest.param(["repo_config"], 4, id="the repository's own file"),
    ],
)
def test_the_nearest_source_wins(given, limit):
    assert settled(**{name: SOURCES[name] for name in given}).limit == limit


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({"flags": {"limit": None}, "git_config": {"limit": ["3"]}}, 3, id="a flag that was not given"),
        pytest.param({"environment": {"TROVE_LIMIT": ""}, "git_config": {"limit": ["3"]}}, 3, id="empty variable"),
        pytest.param({"git_config": {"limit": ["3", "5"]}}, 5, id="the last value of git config"),
        pytest.param({"git_config": {"limit": []}}, 12, id="a key without values"),
    ],
)
def test_what_counts_as_given(given, expected):
    assert settled(**given).limit == expected


def test_each_number_has_its_key():
    made = settled(git_config={"limit": ["3"], "perkind": ["4"], "budget": ["5"]})
    assert made == Settings(limit=3, per_kind=4, budget_tokens=5)


@pytest.mark.parametrize(
    ("given", "docs"),
    [
        pytest.param({"flags": {"docs": ["a/*.md", "b"]}}, ("a/*.md", "b"), id="list flag"),
        pytest.param({"flags": {"docs": ("a",)}}, ("a",), id="tuple flag"),
        pytest.param({"environment": {"TROVE_DOCS": "a b\nc"}}, ("a b", "c"), id="lines of the variable"),
        pytest.param({"git_config": {"docs": ["a", "b"]}, "repo_config": {"docs": ["c"]}}, ("a", "b"), id="not merged"),
        pytest.param({"repo_config": {"docs": ["c"]}}, ("c",), id="the repository's own file"),
    ],
)
def test_docs_patterns(given, docs):
    assert settled(**given).docs == docs


@pytest.mark.parametrize("value", ["0", "-3", "many", "", "1.5"])
@pytest.mark.parametrize(
    ("source", "where"),
    [
        ("flags", "--per-kind"),
        ("environment", "TROVE_PER_KIND"),
        ("git_config", "trove.perkind"),
        ("repo_config", ".trove/config: trove.perkind"),
    ],
)
def test_a_number_that_does_not_parse_names_its_place(source, where, value):
    if source == "environment" and not value:
        pytest.skip("an empty variable is one that is not set")
    given = {"flags": {"perkind": value}, "environment": {"TROVE_PER_KIND": value}}.get(source, {"perkind": [value]})
    with pytest.raises(SettingError) as caught:
        settled(**{source: given})
    assert (caught.value.where, caught.value.hint) == (where, "give a number such as 12")
    assert caught.value.message == f"not a whole number above 0: {value!r}"


def test_the_repositorys_own_file_sets_safe_keys_only(monkeypatch):
    monkeypatch.setattr("trove_git.settings.SAFE_KEYS", SAFE_KEYS - {"budget"})
    assert settled(repo_config={"budget": ["7"], "limit": ["7"]}) == Settings(limit=7)


@pytest.mark.parametrize(
    ("given", "provider", "model"),
    [
        pytest.param({}, "none", "", id="nothing is sent unless somebody says so"),
        pytest.param(
            {
                "flags": {"provider": "cmd", "model": "a"},
                "environment": {"TROVE_PROVIDER": "ollama", "TROVE_MODEL": "b"},
            },
            "cmd",
            "a",
            id="flag",
        ),
        pytest.param(
            {
                "environment": {"TROVE_PROVIDER": " Ollama ", "TROVE_MODEL": " b "},
                "git_config": {"provider": ["cmd"], "model": ["c"]},
            },
            "ollama",
            "b",
            id="environment",
        ),
        pytest.param({"git_config": {"provider": ["none", "cmd"], "model": ["c"]}}, "cmd", "c", id="git config"),
        pytest.param(
            {"repo_config": {"provider": ["cmd"], "model": ["d"]}},
            "none",
            "",
            id="the repository's own file has no say",
        ),
    ],
)
def test_who_writes_an_answer(given, provider, model):
    assert (settled(**given).provider, settled(**given).model) == (provider, model)


def test_an_unknown_provider_names_its_place():
    with pytest.raises(SettingError) as caught:
        settled(environment={"TROVE_PROVIDER": "gpt"})
    assert str(caught.value) == "unknown provider: 'gpt' (TROVE_PROVIDER)"
    assert caught.value.hint == "give one of none, anthropic, ollama, cmd"


def test_every_setting_has_a_variable():
    assert set(ENVIRONMENT) >= SAFE_KEYS


def test_private_names_of_every_place_are_joined():
    found = settled(
        environment={"TROVE_CUSTOMER": "Wim\n\nZeb"},
        git_config={"customer": ["Zeb ", "Yola"], "internaldomain": ["acme.example"]},
        repo_config={"customer": ["Yola", "", "Xan"], "internaldomain": ["corp.example"]},
    )
    assert found.customers == ("Wim", "Zeb", "Yola", "Xan")
    assert found.internal_domains == ("acme.example", "corp.example")


VALUES = [
    "true",
    "True",
    "TRUE",
    "yes",
    "YES",
    "on",
    "On",
    "false",
    "no",
    "off",
    "OFF",
    "",
    "0",
    "1",
    "2",
    "-1",
    "+1",
    "-0",
    "00",
    "010",
    "08",
    "0x1F",
    "0X1f",
    "0x",
    "1k",
    "1K",
    "2m",
    "3G",
    "0k",
    "1kb",
    "1 k",
    " 1",
    "1 ",
    " true",
    "k",
    "1.5",
    "1e3",
    "t",
    "y",
    "n",
    "enable",
    "maybe",
    "2147483647",
    "2147483648",
    "-2147483648",
    "2g",
    "1048576k",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775807",
    "-9223372036854775808",
    "8589934591g",
    "8589934592g",
    "1_000",
    "--1",
    "١",
    "null",
    "none",
]


def as_git_says(file: Path, kind: str) -> str | None:
    """Return the value of `trove.x` as git itself reads it; None where git refuses it."""
    command = ["git", "config", "--file", str(file), f"--type={kind}", "--get", "trove.x"]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.removesuffix("\n") if done.returncode == 0 else None


def kept(file: Path) -> str:
    """Return the value of `trove.x` as the program gets it."""
    done = subprocess.run(["git", "config", "--file", str(file), "-z", "--list"], capture_output=True, check=True)
    return config.parse(done.stdout)["x"][-1]


@pytest.mark.parametrize("value", [None, *VALUES])
def test_values_are_read_as_git_reads_them(tmp_path: Path, value: str | None) -> None:
    file = tmp_path / "config"
    file.write_text("[trove]\n\tx\n" if value is None else f'[trove]\n\tx = "{value}"\n', encoding="utf-8")
    found = kept(file)
    assert found == (value or "")
    truth, number = as_git_says(file, "bool"), as_git_says(file, "int")
    assert read_truth(found) == (None if truth is None else truth == "true")
    assert read_whole_number(found) == (None if number is None else int(number))


@pytest.mark.parametrize("source", ["git_config", "repo_config"])
def test_a_number_of_git_may_have_a_unit(source: str) -> None:
    assert settled(**{source: {"limit": ["1k"], "budget": ["0x10"]}}) == Settings(limit=1024, budget_tokens=16)


@pytest.mark.parametrize("given", [{"flags": {"limit": "1k"}}, {"environment": {"TROVE_LIMIT": "1k"}}])
def test_a_number_that_somebody_types_has_none(given) -> None:
    with pytest.raises(SettingError, match="not a whole number above 0: '1k'"):
        settled(**given)


def test_a_number_that_somebody_types_is_decimal() -> None:
    assert settled(flags={"limit": "010"}, environment={"TROVE_BUDGET": "0100"}) == Settings(10, budget_tokens=100)
    assert settled(git_config={"limit": ["010"]}) == Settings(8)
