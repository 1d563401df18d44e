"""Our stanza in `.pre-commit-config.yaml`, edited as text: comments, order and line ends stay.

Two places: an item at the end of `repos:`, and the hook types that `pre-commit install` installs.
Source: pre-commit's documentation (top-level keys, repository-local hooks, default_install_hook_types).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from trove_git.errors import TroveError
from trove_git.hooks import blocks
from trove_git.hooks.origin import Origin
from trove_git.hooks.stubs import MESSAGE_GATE, POST_HOOKS, PUSH_GATE, STAGED_GATES

TYPES_KEY = "default_install_hook_types"
STAGES_BY_ID: dict[str, tuple[str, ...]] = {
    "trove-secrets": (*STAGED_GATES, "manual"),
    "trove-secrets-push": (PUSH_GATE,),
    "trove-secrets-message": (MESSAGE_GATE,),
    "trove-index": POST_HOOKS,
}
"""Hook id → the stages it runs in, as in `.pre-commit-hooks.yaml`."""
_NAMES = {
    "trove-secrets": ("no secrets in entries and docs", "pre-commit"),
    "trove-secrets-push": ("no secrets in pushed entries and docs", "pre-push"),
    "trove-secrets-message": ("no secrets in the commit message", "commit-msg"),
    "trove-index": ("index of the trove", "post"),
}
"""Hook id → its name, and what `git-trove hook` is called with."""


def ids_of(hook_types: Sequence[str]) -> list[str]:
    """Return the hook ids that some hook types need."""
    return [name for name, stages in STAGES_BY_ID.items() if set(stages) & set(hook_types)]


def render_stanza(ids: Sequence[str], origin: Origin | None) -> list[str]:
    """Return the item of `repos:`, its dash at the left margin.

    Args:
        ids: hook ids.
        origin: the repository to name; None for hooks that run the git-trove that is installed.
    """
    if origin is not None:
        head = [f"- repo: {origin.url}", f"  rev: {origin.revision}", "  hooks:"]
        return head + [f"  - id: {name}" for name in ids]
    lines = ["- repo: local", "  hooks:"]
    for name in ids:
        label, called = _NAMES[name]
        lines += [
            f"  - id: {name}",
            f"    name: {label}",
            f"    entry: git-trove hook {called}",
            "    language: system",
            f"    stages: [{', '.join(STAGES_BY_ID[name])}]",
            "    always_run: true",
            f"    pass_filenames: {'true' if name == 'trove-secrets-message' else 'false'}",
            "    require_serial: true",
        ]
    return lines


def add_to_config(text: str | None, stanza: Sequence[str], hook_types: Sequence[str]) -> str:
    """Return the configuration with our stanza and hook types.

    Args:
        text: the configuration as it is; None where there is none. What we added before is put in anew.
        stanza: see `render_stanza`.
        hook_types: the types of hook to install.

    Raises:
        TroveError: the file has another form than pre-commit's own examples; the user edits it.
    """
    if text is None or (blocks.made(text) and not blocks.remove(text).strip()):
        types = f"{TYPES_KEY}: [{', '.join(hook_types)}]"
        return blocks.insert("", 0, [types, "repos:", *stanza], removes=blocks.FILE)
    return _add_types(_add_repo(blocks.remove(text), stanza), hook_types)


def remove_from_config(text: str) -> str | None:
    """Return the configuration without what we added; None when we made the file."""
    rest = blocks.remove(text)
    return None if blocks.made(text) and not rest.strip() else rest


def _add_repo(text: str, stanza: Sequence[str]) -> str:
    if re.search(r"^[ \t-]*id:\s*trove-secrets\b", text, re.MULTILINE):
        # Somebody wrote it by hand.
        return text
    lines, newline = text.split("\n"), _newline(text)
    number, value = _find_key(lines, "repos")
    if value == "[]":
        return blocks.insert(text, number, ["repos:", *stanza], was=True, newline=newline)
    if value:
        raise _unfit("repos: is not a block list")
    items = _items(lines, number)
    indent = items[0][1] if items else ""
    end = _last_content(lines, number, indent) + 1
    return blocks.insert(text, end, stanza, indent=indent, newline=newline)


def _add_types(text: str, hook_types: Sequence[str]) -> str:
    lines, newline = text.split("\n"), _newline(text)
    try:
        number, value = _find_key(lines, TYPES_KEY)
    except TroveError:
        number, _ = _find_key(lines, "repos")
        # A line that ours replaced stands in our lines; ours come before these.
        inside = next((block.first for block in blocks.find(text) if block.first <= number <= block.last), number)
        return blocks.insert(text, inside, [f"{TYPES_KEY}: [{', '.join(hook_types)}]"], newline=newline)
    if value:
        flow = re.fullmatch(r"\[([^\[\]]*)\]", value)
        if flow is None:
            raise _unfit(f"{TYPES_KEY}: is neither a list in one line nor a block list")
        there = [word.strip().strip("'\"") for word in flow[1].split(",") if word.strip()]
        missing = [name for name in hook_types if name not in there]
        if not missing:
            return text
        merged = ", ".join([*(word.strip() for word in flow[1].split(",") if word.strip()), *missing])
        return blocks.insert(text, number, [f"{TYPES_KEY}: [{merged}]"], was=True, newline=newline)
    items = _items(lines, number)
    there = [content.strip("'\"") for _, _, content in items]
    missing = [name for name in hook_types if name not in there]
    if not missing:
        return text
    if not items:
        raise _unfit(f"{TYPES_KEY}: has no items")
    return blocks.insert(text, items[-1][0] + 1, [f"- {name}" for name in missing], indent=items[0][1], newline=newline)


def _find_key(lines: Sequence[str], key: str) -> tuple[int, str]:
    """Return the line of a top-level key, and its value without comment."""
    found = [(n, m) for n, line in enumerate(lines) if (m := re.match(rf"{key}\s*:(.*)", line.rstrip("\r")))]
    if len(found) != 1:
        raise _unfit(f"{key}: is not there once")
    number, match = found[0]
    return number, re.sub(r"(?:^|\s)#.*", "", match[1]).strip()


def _items(lines: Sequence[str], number: int) -> list[tuple[int, str, str]]:
    """Return the items of the block list below a line: line, indentation, content up to a comment."""
    items: list[tuple[int, str, str]] = []
    for n in range(number + 1, len(lines)):
        line = lines[n].rstrip("\r")
        item = re.fullmatch(r"( *)-(?:\s+(.*))?", line)
        if item is not None and (not items or item[1] == items[0][1]):
            items.append((n, item[1], re.sub(r"(?:^|\s)#.*", "", item[2] or "").strip()))
        elif line and not line[0].isspace() and not line.startswith("#"):
            break
    return items


def _last_content(lines: Sequence[str], number: int, indent: str) -> int:
    """Return the last line that belongs to the list below a line; comments behind it do not."""
    last = number
    for n in range(number + 1, len(lines)):
        line = lines[n].rstrip("\r")
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not line[0].isspace() and not (indent == "" and line.startswith("-") and not line.startswith("---")):
            break
        last = n
    return last


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _unfit(why: str) -> TroveError:
    return TroveError(
        f"cannot be edited: {why}", where=".pre-commit-config.yaml", hint="git trove install --print shows what to add"
    )
