"""Characters that nobody sees: tags, marks of direction, zero-width characters; and text that talks to agents.

Text in, what stands where out. `reading.py` reads these characters away, so that they part no secret; commands that
take an entry in or hand one out say that they are there, because a model reads what no reviewer sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""The inside of a class of characters: what a font gives no shape (Unicode's Default_Ignorable_Code_Point), and the
marks of interlinear annotation."""
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{2,8}\U000e007f")
"""A flag of a region, such as Scotland's: the one place for tags (Unicode Technical Standard 51)."""
_ZERO_WIDTH = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]"
    "|[\U000e0080-\U000e0fff]{2,}|[\ufe00-\ufe0f]{2,}"
    "|(?<=[ -~])[\u200c\u200d](?=[ -~])"
)
"""Zero-width characters that no script needs: joiners count between ASCII only, variation selectors by two."""

_ORDER = (
    r"(?:ignore|disregard|forget|override|bypass|do\s+not\s+(?:follow|obey))\s+(?:(?:all|any|every|the|your|of|these|those|my)\s+){0,4}"
    r"(?:previous|prior|above|earlier|preceding|former|system|other|existing|safety|developer)\s+"
    r"(?:(?:and|or|system|developer|user)\s+){0,2}(?:instruction|prompt|direction|rule|guideline|command|order|message|context|polic)"
)
_INSTRUCTIONS = re.compile(
    rf"""\b(?:{_ORDER}
    |(?:do\s+not|don['’]t|never|without)\s+(?:tell|inform|mention|reveal|show|notify|alert|telling|informing|notifying)\w*\s+
        (?:this\s+to\s+|it\s+to\s+|any\s+of\s+this\s+to\s+)?(?:the\s+)?(?:user|human|operator|developer|reviewer)s?\b
    |you\s+are\s+now\s+(?:in\s+)?(?:a\s+|an\s+|the\s+)?(?:dan\b|unrestricted|jailbroken|developer\s+mode|different\s+(?:ai|assistant|agent))
    |(?:new|updated|important)\s+(?:system\s+)?instructions?\s+(?:for|to)\s+(?:the\s+)?(?:ai|assistant|agent|model|llm|claude|copilot|chatgpt)\b
    |(?:attention|note|message|instructions?)\s*(?:to|for)?\s*:?\s*(?:all\s+)?(?:ai|llm)\s+(?:agents?|assistants?|models?)\s*[:,]\s*(?:you\s+must|please|always|never|run|send|execute)
    |(?:reveal|print|output|repeat|leak|exfiltrate|send)\s+(?:me\s+)?(?:your|the)\s+(?:full\s+|entire\s+|hidden\s+)?system\s+prompt
    |(?:exfiltrate|(?:send|post|upload)\s+(?:all\s+|the\s+|any\s+|every\s+)*(?:secret|credential|environment\s+variable|api\s+key|token|ssh\s+key)s?)\s+to\s+(?:http|the\s+following|this)
    )|<\|(?:im_start|im_end|system|endoftext|start_header_id)\|>|\[/?INST\]|</?system(?:[-_]reminder|[-_]prompt)?>""",
    re.IGNORECASE | re.VERBOSE,
)
"""What tries to give orders to a model that reads the text."""


class Oddity(NamedTuple):
    """Something in a text that a reviewer does not see, or that speaks to an agent."""

    line: int
    """1-based."""
    what: str
    """What it is, with the code point where it is one character."""
    hidden: bool
    """Whether nobody sees it; what can be seen is told, and stops nothing."""


def find_oddities(text: str) -> Iterator[Oddity]:
    """Find invisible characters and instructions to agents, each kind once a line, in the order of lines."""
    found: set[Oddity] = set()
    if not text.isascii():
        plain = _FLAG.sub(lambda flag: " " * len(flag[0]), text)
        for expression, name in ((_TAGS, "tag character"), (_DIRECTION, "mark of direction"), (_ZERO_WIDTH, _NOTHING)):
            for match in expression.finditer(plain):
                if match.start() or match[0] != "\ufeff":
                    found.add(Oddity(_line_of(text, match.start()), f"{name} U+{ord(match[0][0]):04X}", hidden=True))
    for match in _INSTRUCTIONS.finditer(_INVISIBLE_RUN.sub("", text)):
        words = " ".join(match[0].split())
        found.add(Oddity(_line_of(text, match.start()), f"an instruction to agents: “{words}”", hidden=False))
    return iter(sorted(found))


_NOTHING = "invisible character"
_INVISIBLE_RUN = re.compile(f"[{INVISIBLE}]")


def _line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def show_invisible(text: str) -> str:
    """Return a text with each hidden character as `<U+202E>`, so that whoever reads it sees what a model would read."""
    if text.isascii():
        return text
    kept = {flag.span() for flag in _FLAG.finditer(text)}

    def shown(match: re.Match[str]) -> str:
        if any(start <= match.start() < end for start, end in kept) or (match.start() == 0 and match[0] == "\ufeff"):
            return match[0]
        return "".join(f"<U+{ord(character):04X}>" for character in match[0])

    for expression in (_TAGS, _DIRECTION, _ZERO_WIDTH):
        text = expression.sub(shown, text)
    return text
