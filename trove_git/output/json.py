"""A result as one JSON object; its keys are documented in docs/cli.md."""

from __future__ import annotations

from trove_git.output.style import clean
from trove_git.records import AskResult, Hit, Staleness
from trove_git.wording import iso_time

KIND_NAMES = {"arch": "architecture"}
"""Kinds that are spelled out in JSON."""


def ask_object(result: AskResult, *, explain: bool = False) -> dict[str, object]:
    """Return the JSON object of an answer."""
    made: dict[str, object] = {
        "query": result.query,
        "mode": result.mode,
        "revision": result.revision or None,
        "sources": [_source_object(hit, explain=explain) for hit in result.hits],
        "tokens": result.tokens,
        "budget": result.budget,
        "matches": result.matches,
        "searched": result.searched,
    }
    if result.provider:
        made["provider"] = result.provider
        if result.model:
            made["model"] = result.model
    if result.answer:
        made["answer"] = clean(result.answer)
    if result.answer_error:
        made["answer_error"] = result.answer_error
    if result.redaction is not None:
        made["redaction"] = {"total": sum(result.redaction.values()), "by_category": dict(result.redaction)}
    if result.notes:
        made["notes"] = list(result.notes)
    return made


def _source_object(hit: Hit, *, explain: bool) -> dict[str, object]:
    made: dict[str, object] = {
        "kind": KIND_NAMES.get(hit.kind, hit.kind),
        "cite": hit.cite,
        "title": hit.title,
        "snippet": hit.snippet,
        "score": hit.score,
    }
    if hit.uncommitted:
        made["uncommitted"] = True
    for name, time in (("changed_at", hit.changed_at), ("changed_before", hit.changed_before)):
        if time is not None:
            made[name] = iso_time(time)
    if hit.excerpt:
        made["excerpt"] = [{"line": number, "text": text} for number, text in hit.excerpt]
    if hit.stale is not None:
        made["stale"] = stale_object(hit.stale)
    if explain:
        made["explain"] = {
            "bm25": hit.parts.bm25,
            "title": hit.parts.title,
            "coverage": hit.parts.coverage,
            "prior": hit.parts.prior,
            "page": hit.parts.page,
            "recency": hit.parts.recency,
            "place": hit.parts.place,
            "wanted": hit.parts.wanted,
            "used": hit.parts.used,
            "fresh": hit.parts.fresh,
            "evidence": dict(hit.parts.evidence),
            "terms": dict(hit.parts.terms),
        }
    return made


def stale_object(stale: Staleness) -> dict[str, object]:
    """Return the JSON object of what speaks against an entry."""
    changed = [
        {"path": file.path, "commits": file.commits, "last": iso_time(file.last), "at_least": file.at_least}
        | ({"symbol": file.symbol} if file.symbol else {})
        for file in stale.changed
    ]
    missing = []
    for gone in stale.missing:
        made: dict[str, object] = {"reference": gone.reference, "line": gone.line}
        if gone.path:
            made["path"] = gone.path
        if gone.removed is not None:
            made["removed"] = iso_time(gone.removed)
        if gone.moved_to:
            made["moved_to"] = gone.moved_to
        missing.append(made)
    return {"changed": changed, "missing": missing}
