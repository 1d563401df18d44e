"""A review as text and as JSON values."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping

from trove_git.output.style import PLAIN, Style, clean
from trove_git.records import display_path
from trove_git.reviewed import EntryPair, ReviewedEntry, ReviewResult
from trove_git.wording import counted

LEVELS = ("dangling", "doubtful", "changed", "holds")
PAIR_KINDS = ("contradiction", "near-duplicate")
PAIR_LABELS = {"contradiction": "contradicts?", "near-duplicate": "near-duplicate"}
MARKED = frozenset({"dangling", "doubtful"})
SHORT_OID = 7
MOST_REASONS = 4
"""Reasons that are told as text; `--json` has them all."""
MAX_LINE_CHARACTERS = 160
"""Longer lines of a diff or entry are cut."""


def is_clean(result: ReviewResult) -> bool:
    """Whether nothing is marked, and no two entries are alike or contradict each other."""
    return not result.pairs and not any(entry.level in MARKED for entry in result.entries)


def render_review(result: ReviewResult, *, limit: int, everything: bool = False, style: Style = PLAIN) -> str:
    """Render a review, one block an entry or pair, and a footer of lines that begin with `-- `.

    Args:
        result: the review.
        limit: entries and pairs shown at most; 0 for all.
        everything: show entries that merely changed, or that hold, too.
        style: how it is decorated.
    """
    entries = [entry for entry in result.entries if everything or entry.level in MARKED]
    blocks = [list(_entry_lines(entry, style)) for entry in entries]
    blocks += [list(_pair_lines(pair, style)) for pair in result.pairs]
    shown = blocks[:limit] if limit else blocks
    lines = [
        f"{number}  {block[0]}" if at == 0 else f"   {block[at]}" if block[at] else ""
        for number, block in enumerate(shown, 1)
        for at in range(len(block))
    ]
    if len(shown) < len(blocks):
        lines.append(style.dim(f"-- {len(blocks) - len(shown)} more; --limit 0 shows all"))
    lines.append(style.dim(f"-- {_counts(result)}"))
    lines += [style.dim(f"-- {_clean(note)}") for note in result.notes]
    return "\n".join(lines) + "\n"


def review_object(result: ReviewResult, *, limit: int, everything: bool) -> dict[str, object]:
    """Return a review as `--json` prints it; see `render_review`."""
    entries = [entry for entry in result.entries if everything or entry.level in MARKED]
    return {
        "revision": result.revision or None,
        "reviewed": result.reviewed,
        "counts": {kind: result.count_of(kind) for kind in (*LEVELS, *PAIR_KINDS)},
        "entries": [_entry_object(entry) for entry in (entries[:limit] if limit else entries)],
        "pairs": [_pair_object(pair) for pair in (result.pairs[:limit] if limit else result.pairs)],
        "notes": list(result.notes),
    }


def _entry_lines(entry: ReviewedEntry, style: Style) -> Iterator[str]:
    cite = style.cite(f"{display_path(entry.path)}:{entry.line}")
    yield f"{style.kind(entry.level)}  {cite}  {style.title(_clean(entry.title))}"
    for reason in entry.reasons[:MOST_REASONS]:
        yield _clean(reason.text)
    if len(entry.reasons) > MOST_REASONS:
        yield style.dim(f"+{len(entry.reasons) - MOST_REASONS} more")
    for commits in entry.commits[:1]:
        many = counted(commits.times, "commit")
        last = f"last {_date(commits.last_time)} {commits.last[:SHORT_OID]}"
        yield style.dim(f"{display_path(commits.path)} changed in {many} since {_date(entry.since_time)}, {last}")
    for line in entry.change:
        yield f"  {_painted(_clean(line), style)}"


def _painted(line: str, style: Style) -> str:
    if line.startswith("@@"):
        return style.dim(line)
    return style.removed(line) if line.startswith("-") else style.added(line) if line.startswith("+") else line


def _pair_lines(pair: EntryPair, style: Style) -> Iterator[str]:
    yield f"{style.kind(PAIR_LABELS[pair.kind])}  {pair.similarity:.2f}  {pair.slugs[0]}  {pair.slugs[1]}"
    for path, line, text in zip(pair.paths, pair.lines, pair.texts, strict=True):
        yield f"{style.cite(f'{display_path(path)}:{line}')}  {_clean(text)}"


def _counts(result: ReviewResult) -> str:
    """Return the line that sums the review up."""
    parts = [f"{result.count_of(level)} {level}" for level in ("doubtful", "changed", "dangling")]
    parts.append(counted(result.count_of("near-duplicate"), "near-duplicate"))
    parts.append(counted(result.count_of("contradiction"), "possible contradiction"))
    return f"{', '.join(parts)} of {counted(result.reviewed, 'entry')}"


def _entry_object(entry: ReviewedEntry) -> Mapping[str, object]:
    return {
        "level": entry.level,
        "score": entry.score,
        "slug": entry.slug,
        "path": entry.path,
        "line": entry.line,
        "title": entry.title,
        "reasons": [
            {
                "text": reason.text,
                "strength": round(reason.strength, 3),
                "line": reason.line or None,
                "path": reason.path or None,
                "file_line": reason.file_line or None,
            }
            for reason in entry.reasons
        ],
        "since": entry.since or None,
        "since_date": _date(entry.since_time) if entry.since_time else None,
        "files": list(entry.files),
        "commits": [
            {"path": c.path, "count": c.times, "last": c.last, "last_date": _date(c.last_time)} for c in entry.commits
        ],
        "diff": list(entry.change),
    }


def _pair_object(pair: EntryPair) -> Mapping[str, object]:
    rows = zip(pair.slugs, pair.paths, pair.lines, pair.texts, strict=True)
    return {
        "kind": pair.kind,
        "similarity": pair.similarity,
        "entries": [{"slug": slug, "path": path, "line": line, "text": text} for slug, path, line, text in rows],
    }


def _date(seconds: int) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date().isoformat()


def _clean(text: str) -> str:
    """Return one line of a file as it may be printed."""
    text = clean(text.replace("\t", "    "))
    return text if len(text) <= MAX_LINE_CHARACTERS else text[: MAX_LINE_CHARACTERS - 1] + "…"
