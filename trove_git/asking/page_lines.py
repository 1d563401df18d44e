"""The lines of AsciiDoc, Org and notebooks where one of them is cited: what each is, and its text without markup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from trove_git.markdown_lines import CODE, HIDDEN, TEXT, Line
from trove_git.ranking.snippet import Markup, paragraphs, plain_markdown
from trove_git.sources import asciidoc, org
from trove_git.sources.notebook import text_of

_CODE_BLOCKS = ("----", "....", "```")
_ORG_CODE = ("#+begin_src", "#+begin_example")


def _asciidoc_lines(lines: Sequence[str]) -> Iterable[Line]:
    states, block = [], ""
    titles = {section.line - 1 for section in asciidoc.read_asciidoc(lines).sections[1:]}
    for number, line in enumerate(lines):
        text = line.strip()
        if block:
            is_end = text == block
            states.append(HIDDEN if is_end or block[0] == "/" else CODE)
            block = "" if is_end else block
        elif asciidoc.delimits(text):
            states.append(HIDDEN)
            # Text stands in the other blocks.
            opened = text.startswith((*_CODE_BLOCKS, "////"))
            block = (text[: len(text) - len(text.lstrip("`"))] or text) if opened else ""
        else:
            states.append(HIDDEN if number in titles or asciidoc.is_unseen(text) else TEXT)
    return _with_states(lines, states)


def _org_lines(lines: Sequence[str]) -> Iterable[Line]:
    page = org.read_org(lines)
    titles = {section.line - 1 for section in page.sections[1:]}
    states, code = [], False
    for number, line in enumerate(lines):
        lower = line.strip().lower()
        if number in page.hidden or number in titles:
            code = lower.startswith(_ORG_CODE) if lower.startswith("#+") else code and number not in titles
            states.append(HIDDEN)
        else:
            states.append(CODE if code else TEXT)
    return _with_states(lines, states)


def _notebook_lines(lines: Sequence[str]) -> Iterable[Line]:
    texts = [text_of(line).rstrip("\n") for line in lines]
    hidden = [not text or text.startswith("#") for text in texts]
    return _with_states(texts, [HIDDEN if unseen else TEXT for unseen in hidden])


def _with_states(lines: Sequence[str], states: Sequence[str]) -> Iterator[Line]:
    """Yield lines of known states; a paragraph is what stands together of those that are text."""
    seen = [line if state == TEXT else "" for line, state in zip(lines, states, strict=True)]
    for line, state in zip(paragraphs(seen), states, strict=True):
        yield line if state == TEXT else Line(line.number, state, lines[line.number].strip(), continues=False)


def _of(read: Callable[[Sequence[str]], Iterable[Line]], plain: Callable[[str], str]) -> Markup:
    """Return a markup whose marks of items are taken off as those of Markdown are."""
    return Markup(read, lambda text: plain(text.lstrip("*-. ") if text[:1] in "*-." else text))


ASCIIDOC = _of(_asciidoc_lines, asciidoc.plain_asciidoc)
ORG = _of(_org_lines, org.plain_org)
NOTEBOOK = Markup(_notebook_lines, plain_markdown)
