"""A written answer: the sources of a question, redacted, sent to a provider, and what came back.

In two steps, so that the sources can be shown while the answer is written: `prepare` finds them and makes the
prompt, `write` sends it. Whatever fails, the sources stay.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import NamedTuple

from trove_git.answers.choice import make_provider
from trove_git.answers.citations import Citations
from trove_git.answers.excerpts import SourceText
from trove_git.answers.outgoing import Composer, Outgoing
from trove_git.answers.provider import Provider
from trove_git.asking.ask import Found, Pack, Request, ask, pack_printed
from trove_git.asking.citing import source_text
from trove_git.commands.redact import KnownObjects, read_settings_at_head, user_name
from trove_git.errors import GitError, ProviderError
from trove_git.packing import pack, tokens_of
from trove_git.records import AskResult, Hit
from trove_git.redaction.redact import Redactor
from trove_git.settings import Settings
from trove_git.wording import stale_lines
from trove_git.workspace.workspace import Workspace

NO_SOURCES = "no sources to answer from: nothing was sent"


class Prepared(NamedTuple):
    """A question whose sources are found."""

    result: AskResult
    """The sources; its `answer_error` is set where nothing can be sent."""
    provider: Provider
    outgoing: Outgoing | None
    """What is to be sent; None where nothing is."""


Search = Callable[[Pack], AskResult]
"""Finds the sources of the question, packed in the way that it is given."""


def prepare(
    workspace: Workspace, request: Request, search: Search | None = None, *, redact_nonsecret: bool = True
) -> Prepared:
    """Find the sources of a question, and make of them what is sent to the provider of the settings.

    Args:
        workspace: where to look; its settings name a provider other than none.
        request: what is asked.
        search: finds the sources; None for `ask`.
        redact_nonsecret: whether what is private and no secret is taken out too; secrets always are.

    Raises:
        As `ask`; what is wrong with the provider is in the result.
    """
    search = search or partial(ask, workspace, request)
    settings = workspace.settings
    provider = make_provider(settings.provider, settings.model, workspace.environment)
    try:
        provider.check()
    except ProviderError as error:
        return Prepared(_failed(search(pack_printed), provider, error), provider, None)
    packing = _Excerpts(workspace, request.query, redact_nonsecret)
    result = search(packing)._replace(provider=provider.name, model=provider.model)
    if packing.outgoing is None:
        return Prepared(_failed(result, provider, packing.problem), provider, None)
    return Prepared(result, provider, packing.outgoing)


def write(prepared: Prepared, on_text: Callable[[str], object] | None = None) -> AskResult:
    """Send a prepared question and return its result with the answer, or with the reason why there is none.

    Args:
        prepared: from `prepare`.
        on_text: told each piece of the answer as it comes; None where nobody watches.
    """
    result, provider, outgoing = prepared
    if outgoing is None:
        return result
    result = result._replace(redaction=outgoing.redacted)
    try:
        answer = _receive(provider, outgoing, on_text)
    except ProviderError as error:
        return _failed(result, provider, error)
    notes = (*result.notes, *_answer_notes(answer, len(result.hits), provider))
    return result._replace(mode="llm", answer=answer, notes=notes)


def _receive(provider: Provider, outgoing: Outgoing, on_text: Callable[[str], object] | None) -> str:
    """Return the whole answer; its lines end with a line feed, and it begins and ends with text."""
    newlines = io.IncrementalNewlineDecoder(None, translate=True)
    answer = waiting = ""
    with closing(provider.stream(outgoing.prompt, whole=on_text is None)) as pieces:
        for piece in pieces:
            # Some models begin with an empty line, or end with some.
            waiting = waiting + newlines.decode(piece) if answer else (waiting + newlines.decode(piece)).lstrip()
            text = waiting.rstrip()
            if text:
                answer, waiting = answer + text, waiting[len(text) :]
                if on_text is not None:
                    on_text(text)
    if not answer:
        raise ProviderError(f"{provider.name}: the answer is empty")
    return answer


def _answer_notes(answer: str, sent: int, provider: Provider) -> list[str]:
    """Say what a reader of an answer should know: numbers of sources that there are not, an end that is none."""
    text = Citations()
    text.feed(answer)
    text.finish()
    wrong = sorted(number for number in text.numbers if not 1 <= number <= sent)
    notes = []
    if wrong:
        shown = ", ".join(f"[{number}]" for number in wrong)
        notes.append(f"the answer cites {shown}, which {'was' if len(wrong) == 1 else 'were'} not sent")
    elif not text.numbers:
        notes.append("the answer cites no source")
    if provider.cut_off:
        notes.append("the answer was cut at the most that the model may write")
    return notes


def _failed(result: AskResult, provider: Provider, error: ProviderError) -> AskResult:
    return result._replace(
        provider=provider.name, model=provider.model, answer_error=error.message, provider_log=error.log
    )


class _Excerpts:
    """Packs hits by what of them is sent, and makes the prompt of those that fit."""

    def __init__(self, workspace: Workspace, question: str, redact_nonsecret: bool) -> None:
        self.outgoing: Outgoing | None = None
        self.problem = ProviderError(NO_SOURCES)
        self._workspace, self._question, self._redact_nonsecret = workspace, question, redact_nonsecret

    def __call__(self, found: Found, settings: Settings) -> tuple[list[Hit], int]:
        """Choose the hits that are sent, see `ask.Pack`."""
        if not found.hits:
            return [], 0
        try:
            # Of HEAD too: another commit that is asked may not name yet what is private by now.
            own = read_settings_at_head(self._workspace)
        except GitError as error:
            self.problem = ProviderError(f"nothing was sent, as nobody knows what is private: {error}")
            return pack(found.hits, settings.budget_tokens)
        with KnownObjects(self._workspace) as objects:
            redactor = Redactor(
                customers=(*settings.customers, *own.customers),
                internal_domains=(*settings.internal_domains, *own.internal_domains),
                user_name=user_name(self._workspace.environment),
                keep_nonsecret=not self._redact_nonsecret,
                is_object=objects.has,
            )
            return self._choose(found, settings.budget_tokens, Composer(self._question, _sources(found), redactor))

    def _choose(self, found: Found, budget_tokens: int, composer: Composer) -> tuple[list[Hit], int]:
        """Keep the hits whose excerpts fit, and make the prompt of them."""
        number_of = {id(hit): number for number, hit in enumerate(found.hits)}
        hits, tokens = pack(found.hits, budget_tokens, lambda hit: tokens_of(composer.size_bytes(number_of[id(hit)])))
        try:
            self.outgoing = composer.compose([number_of[id(hit)] for hit in hits])
        except ProviderError as error:
            self.problem = error
        return hits, tokens


def _sources(found: Found) -> list[SourceText]:
    sources = []
    for hit, item, text in zip(found.hits, found.ranked, found.texts, strict=True):
        own, cited = source_text(item.record, text, hit.line)
        doubt = f" [{'; '.join(stale_lines(hit.stale))}]" if hit.stale is not None else ""
        sources.append(SourceText(hit.cite, f"{hit.title}{doubt}", own, cited))
    return sources
