"""The file of a project's own questions: one JSON object a line, with the places that answer each; read and added to.

`evaluate.py` asks them. A line has `question`, `places` and, where somebody wants to say more, `note`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from trove_git.entries.writing import locked, require_inside
from trove_git.errors import UsageError
from trove_git.storage import reason, write_atomically
from trove_git.workspace.asked_from import path_below
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import Workspace

DEFAULT_FILE = ".trove/eval.jsonl"
ADD_HINT = 'git trove eval --add "how do we deploy" docs/deploy.md:12 adds one'
_PLACE = re.compile(r"(?P<path>.*?)(?::(?P<first>[0-9]+)(?:-(?P<last>[0-9]+))?)?", re.DOTALL)


class Place(NamedTuple):
    """Where the answer to a question is."""

    path: str
    """Path of a file or folder below the root; `.` for the architecture."""
    first: int = 0
    """First line, 1-based; 0 for any line of the file."""
    last: int = 0
    """Last line, inclusive; 0 where `first` is."""

    def __str__(self) -> str:
        if not self.first:
            return self.path
        return f"{self.path}:{self.first}" + (f"-{self.last}" if self.last != self.first else "")


class EvalQuestion(NamedTuple):
    """A question of the file."""

    question: str
    places: tuple[Place, ...]
    note: str
    """What its author says about it; empty for nothing."""
    line: int
    """1-based line of the file."""


class QuestionFile(NamedTuple):
    """Where the questions are."""

    path: str
    """As the system opens it."""
    shown: str
    """As the user would type it."""


class Added(NamedTuple):
    """What became of a question that was to be added."""

    file: str
    """As the user would type it."""
    line: int
    """1-based line of the file that has the question."""
    places: tuple[Place, ...]
    added: bool
    """False when the file had the question with these places already."""


def locate_file(workspace: Workspace, name: str | None = None) -> QuestionFile:
    """Return where the questions are, there or not.

    Args:
        workspace: whose questions.
        name: the file as the user named it, from where the program was started; None for DEFAULT_FILE of the root.

    Raises:
        UsageError: the root has no files on disk, and no file is named.
    """
    if name is not None:
        return QuestionFile(os.path.join(workspace.here, name), name)
    if not workspace.root.on_disk:
        raise UsageError("a bare repository has no files on disk", hint="name the file: git trove eval FILE")
    return QuestionFile(os.path.join(workspace.root.path, *DEFAULT_FILE.split("/")), DEFAULT_FILE)


def parse_place(text: str) -> Place:
    """Parse `path`, `path:line` or `path:start-end`.

    Raises:
        ValueError: the path is empty or leaves the root, or the lines are none; the message says which.
    """
    found = _PLACE.fullmatch(text.strip())
    assert found is not None
    path = os.path.normpath(found["path"]).replace(os.sep, "/") if found["path"] else ""
    if not path:
        raise ValueError("a place has no path")
    if path.startswith("/") or path.split("/")[0] == os.pardir:
        raise ValueError(f"the place is not below the root: {text}")
    if found["first"] is None:
        return Place(path)
    first = int(found["first"])
    last = int(found["last"] or first)
    if not 1 <= first <= last:
        raise ValueError(f"the lines of the place are not in order, or begin before 1: {text}")
    return Place(path, first, last)


def load_questions(file: QuestionFile) -> list[EvalQuestion]:
    """Read the questions of a file.

    Raises:
        UsageError: the file is missing, cannot be read or has no question, or a line of it is no question; the error
            names the line.
    """
    data = _read(file)
    if data is None:
        hint = ADD_HINT if file.shown == DEFAULT_FILE else "look at the name of the file"
        raise UsageError("there is no file of questions", where=file.shown, hint=hint)
    questions = _parse(data, file.shown)
    if not questions:
        raise UsageError("the file has no question", where=file.shown, hint=ADD_HINT)
    return questions


def add_question(workspace: Workspace, question: str, places: Sequence[str]) -> Added:
    """Append a question to DEFAULT_FILE, which is made when it is missing.

    Args:
        workspace: whose questions.
        question: as somebody would ask it.
        places: one at least, as `parse_place` takes them; a path is meant from where the program was started, else from
            the root.

    Raises:
        UsageError: the question is empty, a place is not in the tree, the question is there with other places, or the
            file has a line that is no question.
        WriteError: the file cannot be written.
    """
    question = " ".join(question.split())
    if not question:
        raise UsageError("the question is empty", hint=ADD_HINT)
    if not _is_text(question):
        raise UsageError("the question is not UTF-8")
    if not places:
        raise UsageError("a question needs a place that answers it", hint=ADD_HINT)
    troves = locate_troves(workspace)
    if troves.project is None:
        raise UsageError(troves.no_project, hint="add questions in a clone of the project")
    wanted = tuple(dict.fromkeys(_find_place(workspace, text) for text in places))
    file = locate_file(workspace)
    with locked(troves.project):
        # Read under the lock: a question that another process adds meanwhile would be lost.
        data = _read(file) or b""
        known = _parse(data, file.shown)
        same = next((asked for asked in known if _folded(asked.question) == _folded(question)), None)
        if same is not None:
            if set(wanted) <= set(same.places):
                return Added(file.shown, same.line, same.places, added=False)
            where = f"{file.shown}:{same.line}"
            raise UsageError("the question is there with other places", where=where, hint=f"edit {where}")
        require_inside(troves.project, Path(file.path))
        before = data if not data or data.endswith(b"\n") else data + b"\n"
        write_atomically(file.path, before + _line(question, wanted))
    return Added(file.shown, before.count(b"\n") + 1, wanted, added=True)


def _line(question: str, places: Sequence[Place]) -> bytes:
    """Return a line of the file, which is UTF-8 also where a path is not."""
    names = [str(place) for place in places]
    value = {"question": question, "places": names}
    return json.dumps(value, ensure_ascii=not all(map(_is_text, names))).encode() + b"\n"


def _is_text(text: str) -> bool:
    """Whether text can be written as UTF-8."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _read(file: QuestionFile) -> bytes | None:
    """Return the content of the file; None where there is none.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        with open(file.path, "rb") as f:
            return f.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"the file cannot be read: {reason(error)}", where=file.shown) from error


def _parse(data: bytes, shown: str) -> list[EvalQuestion]:
    questions: list[EvalQuestion] = []
    lines: dict[str, int] = {}
    for number, text in _iter_lines(data):
        where = f"{shown}:{number}"
        try:
            asked = _parse_line(text, number)
        except ValueError as error:
            raise UsageError(str(error), where=where, hint=f"edit {where}") from error
        earlier = lines.setdefault(_folded(asked.question), number)
        if earlier != number:
            raise UsageError(f"line {earlier} asks the same question", where=where, hint="join the places of the two")
        questions.append(asked)
    return questions


def _iter_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank, with their numbers."""
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line.strip():
            yield number, line


def _parse_line(data: bytes, number: int) -> EvalQuestion:
    """Parse one line of the file.

    Raises:
        ValueError: it is no question; the message says why.
    """
    try:
        value = json.loads(data)
    except UnicodeDecodeError as error:
        raise ValueError("the line is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"the line is not JSON: {error.msg.lower()}, column {error.colno}") from error
    except RecursionError as error:
        raise ValueError("the line is not a question: it is nested too deep") from error
    if not isinstance(value, dict):
        raise ValueError("the line is not a JSON object")
    question, places, note = value.get("question"), value.get("places"), value.get("note", "")
    if not isinstance(question, str) or not question.strip():
        raise ValueError("the line has no question: `question` is a text that is not empty")
    if not isinstance(places, list) or not places or not all(isinstance(place, str) for place in places):
        raise ValueError('the question has no places: `places` is a list such as ["docs/deploy.md:12"]')
    if not isinstance(note, str):
        raise ValueError("`note` is not a text")
    if not _is_text(question + note):
        raise ValueError("the line has half a character: an escape between \\ud800 and \\udfff without the other half")
    return EvalQuestion(question, tuple(map(parse_place, places)), note, number)


def _folded(question: str) -> str:
    """Return what two questions have in common that are the same."""
    return " ".join(question.split()).casefold()


def _find_place(workspace: Workspace, text: str) -> Place:
    """Return a place below the root, from one as the user typed it.

    Raises:
        UsageError: it is not in the tree.
    """
    found = _PLACE.fullmatch(text.strip())
    assert found is not None
    lines = text.strip()[len(found["path"]) :]
    root = workspace.root.path
    # A citation is below the root, what a shell completes is below the folder one stands in.
    for base in dict.fromkeys((workspace.here or root, root)):
        inner = path_below(root, os.path.join(base, found["path"])) if found["path"] else None
        if inner is not None and _is_in_tree(workspace, inner):
            try:
                place = parse_place(f"{inner or os.curdir}{lines}")
            except ValueError as error:
                raise UsageError(str(error), hint=ADD_HINT) from error
            _require_lines(root, place)
            return place
    raise UsageError("the path is not in the tree", where=found["path"] or "''", hint="git add it first, or correct it")


def _is_in_tree(workspace: Workspace, path: str) -> bool:
    """Whether a file or folder below the root is in HEAD or added; outside Git, whether it is on disk."""
    if not path:
        return True
    if workspace.root.repository is None:
        return os.path.lexists(os.path.join(workspace.root.path, path))
    full = f"{workspace.root.prefix}{path}"
    if workspace.repository.run(["ls-files", "-z", "--", f":(top,literal){full}"], check=False):
        return True
    head = workspace.repository.head
    return head is not None and bool(
        workspace.repository.run(["ls-tree", "-z", "--full-tree", head.tree, "--", full], check=False)
    )


def _require_lines(root: str, place: Place) -> None:
    """Raise UsageError where a file on disk has not the lines of a place; what is not on disk is believed."""
    if not place.first:
        return
    try:
        with open(os.path.join(root, place.path), "rb") as f:
            count = sum(1 for _ in f)
    except IsADirectoryError as error:
        raise UsageError("a folder has no lines", where=str(place), hint=f"name {place.path} alone") from error
    except OSError:
        return
    if place.last > count:
        raise UsageError(f"the file has {count} lines", where=str(place))
