"""Our commands in lefthook's configuration, edited as text: comments and order stay.

    pre-commit:
      commands:
        trove:
          run: git-trove hook pre-commit

A hook that the file sets up in another form than a block of `commands:` or `jobs:` is left alone.
Source: lefthook's configuration reference (commands, jobs, use_stdin, arguments `{1}`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from trove_git.hooks import blocks
from trove_git.hooks.changes import Change, Unguarded, read
from trove_git.hooks.native import Plan
from trove_git.hooks.stubs import MESSAGE_GATE, POST_HOOKS, PUSH_GATE

_ARGUMENTS = {MESSAGE_GATE: " {1}", PUSH_GATE: " {1} {2}", "post-checkout": " {1} {2} {3}", "post-merge": " {1}",
              "post-rewrite": " {1}"}  # fmt: skip
_CHILD = re.compile(r"( +)(commands|jobs):\s*(?:#.*)?")


def render_run(name: str) -> list[str]:
    """Return the lines of one command below its name, without indentation."""
    run = f"run: git-trove hook {name}{_ARGUMENTS.get(name, '')}" + (" || true" if name in POST_HOOKS else "")
    return [run, "use_stdin: true"] if name == PUSH_GATE else [run]


def snippet(names: Sequence[str]) -> str:
    """Return the sections as a person would write them."""
    return "\n".join("\n".join(_section(name)) for name in names) + "\n"


def plan_lefthook(path: str, names: Sequence[str]) -> Plan:
    """Plan to put our commands into lefthook's configuration.

    Args:
        path: the file; empty where there is none.
        names: the hooks.
    """
    if not path.endswith((".yml", ".yaml")):
        reason = f"{os.path.basename(path)} is not YAML" if path else "lefthook has no configuration file here"
        return Plan((), tuple(_left(name, path, reason) for name in names))
    before = read(path) or ""
    text, unguarded = blocks.remove(before), []
    for name in names:
        edited = add_section(text, name)
        if edited is None:
            unguarded.append(_left(name, path, "its section has neither a block of commands: nor one of jobs:"))
        else:
            text = edited
    return Plan((Change(path, before, text),), tuple(unguarded))


def plan_removal(path: str) -> Change | None:
    """Plan to take our commands out; None when there are none."""
    text = read(path) if path else None
    return Change(path, text, blocks.remove(text)) if text is not None and blocks.find(text) else None


def add_section(text: str, name: str) -> str | None:
    """Return the configuration with our command for one hook; None when its section cannot be edited."""
    lines = text.split("\n")
    newline = "\r\n" if "\r\n" in text else "\n"
    starts = [i for i, line in enumerate(lines) if re.match(rf"""['"]?{re.escape(name)}['"]?\s*:""", line)]
    if not starts:
        end = len(lines) if lines[-1] else len(lines) - 1
        return blocks.insert(text, end, _section(name), newline=newline)
    if len(starts) > 1 or not re.fullmatch(r"[^:]+:\s*(?:#.*)?", lines[starts[0]].rstrip("\r")):
        return None
    for number in range(starts[0] + 1, len(lines)):
        line = lines[number].rstrip("\r")
        if line and not line[0].isspace() and not line.startswith("#"):
            break
        child = _CHILD.fullmatch(line)
        if child is None:
            continue
        indent = _indent_below(lines, number) or child[1] + "  "
        run = render_run(name)
        if child[2] == "jobs":
            body = ["- name: trove", *(f"  {key}" for key in run)]
        elif len(indent) <= len(child[1]):
            return None
        else:
            body = ["trove:", *(f"  {key}" for key in run)]
        return blocks.insert(text, number + 1, body, indent=indent, newline=newline)
    return None


def _indent_below(lines: Sequence[str], number: int) -> str:
    """Return the indentation of the first content below a line."""
    for line in lines[number + 1 :]:
        content = line.strip()
        if content and not content.startswith("#"):
            return line[: len(line) - len(line.lstrip(" "))]
    return ""


def _section(name: str) -> list[str]:
    return [f"{name}:", "  commands:", "    trove:", *(f"      {key}" for key in render_run(name))]


def _left(name: str, path: str, reason: str) -> Unguarded:
    return Unguarded(name, path, reason, "\n".join(_section(name)))
