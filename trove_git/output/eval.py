"""How a project's own questions were answered, as text and as a JSON object: `git trove eval`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trove_git.commands.evaluate import DIGITS, MOST_AMONG_FIRST, EvalResult, Judged
from trove_git.commands.questions import Added
from trove_git.output.style import PLAIN, Style, block, clean
from trove_git.output.text import INDENT
from trove_git.records import display_path
from trove_git.wording import counted


def render_eval(result: EvalResult, missed: Sequence[str] = (), style: Style = PLAIN) -> str:
    """Render the figures, the questions whose right answer is not the first hit, and lines that begin with `-- `.

    Args:
        result: what was asked.
        missed: a line for each mark that was not reached.
        style: how it is decorated.
    """
    lines = [f"{counted(len(result.judged), 'question')} of {_printed(display_path(result.file))}"]
    lines += [
        f"{INDENT}{name:<13}{result.within(most):>5}  {result.share(most):.{DIGITS}f}"
        for name, most in (("first", 1), ("in three", MOST_AMONG_FIRST), ("in the list", 0))
    ]
    lines.append(f"{INDENT}{'MRR':<13}{'':>5}  {result.mrr:.{DIGITS}f}")
    for one in result.misses:
        lines += _miss_lines(one, result.file, style)
    return block((*lines, *(style.dim(f"-- {_printed(note)}") for note in (*missed, *result.notes))))


def _miss_lines(one: Judged, file: str, style: Style) -> Iterator[str]:
    cite = style.cite(_printed(f"{display_path(file)}:{one.asked.line}"))
    yield f"{cite}  {style.title(_printed(one.asked.question))}"
    if one.rank:
        yield f"{INDENT}right: hit {one.rank}, {style.cite(_printed(one.right))}"
    else:
        yield f"{INDENT}right: not found, {', '.join(_printed(str(place)) for place in one.asked.places)}"
    if one.gone:
        yield style.warn(f"{INDENT}not in the tree: {', '.join(_printed(place.path) for place in one.gone)}")
    title = f"  {_printed(one.first_title)}" if one.first_title else ""
    yield f"{INDENT}first: {style.cite(_printed(one.first))}{title}" if one.first else f"{INDENT}first: no hit"


def eval_object(result: EvalResult, missed: Sequence[str] = ()) -> dict[str, object]:
    """Return the JSON object of the figures and the misses; its keys are documented in docs/eval.md."""
    return {
        "file": result.file,
        "revision": result.revision or None,
        "questions": len(result.judged),
        "first": result.within(1),
        "in_three": result.within(MOST_AMONG_FIRST),
        "in_list": result.within(),
        "first_share": result.share(1),
        "mrr": result.mrr,
        "misses": [
            {
                "question": one.asked.question,
                "line": one.asked.line,
                "note": one.asked.note or None,
                "places": [str(place) for place in one.asked.places],
                "not_in_tree": [str(place) for place in one.gone],
                "rank": one.rank or None,
                "right": one.right or None,
                "first": one.first or None,
            }
            for one in result.misses
        ],
        "below": list(missed),
        "notes": list(result.notes),
    }


def render_added(added: Added) -> str:
    """Say where a question is, and whether it was there before."""
    state = "added to" if added.added else "already in"
    places = ", ".join(str(place) for place in added.places)
    return block([_printed(f"{state} {added.file}:{added.line}  {places}")])


def added_object(added: Added) -> dict[str, object]:
    """Return the JSON object of a question that was added."""
    return {
        "file": added.file,
        "line": added.line,
        "places": [str(place) for place in added.places],
        "added": added.added,
    }


def _printed(text: str) -> str:
    """Return text of a file as it may be printed on one line."""
    return clean(
        text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").replace("\n", " ").replace("\t", " ")
    )
