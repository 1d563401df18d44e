r"""What stands between the name of a secret and its value, in code, configuration, markup, commands and prose.

Expressions for `assignments.py`, which matches them where the one before ended.
"""

from __future__ import annotations

import re

NAME_BEFORE = re.compile(r"[A-Za-z0-9_.$-]*")
"""The part of a name before its root, read backwards."""
NAME_AFTER = re.compile(r"[A-Za-z0-9_À-ÿ-]*(?:\.[A-Za-z0-9_-]+){0,3}")
WORDS_BEFORE = re.compile(r"(?:[A-Za-z0-9]+[ ]){1,3}\Z")
WORD_AFTER = re.compile(
    r"[ ](?:key|token|secret|password|id|name|file|path|base|value|url|phrase)(?![A-Za-z])", re.IGNORECASE
)

# What closes the name and opens the value: quotes, brackets, emphasis, tags.
_CLOSE = r"(?:\\*[\"'`]|\*{1,2}|&quot;|\]|\)|\}|</?(?:b|strong|code|td|th|dt|label)>)*"
_OPEN = r"(?:\*{1,2}|\\*&quot;|<(?:b|strong|code|td|dd|kbd)>|[\[({](?=\\?[\"'`]))*"
# A type between a name and its `=`: `token: str = `, `token string = `.
_TYPE = (
    r"(?:(?::\s*[A-Za-z][\w.<>\[\]|? ]{0,40}?[ ]|:\s*(?:string|str|String|any|bytes)|"
    r"[ ](?:string|str|String|text|varchar|&str))[ \t]*(?==)(?!==))?"
)
_SIGN = r"(?:=>|->|:{1,3}=|[?+.|]{0,2}=(?!=|>)|===?|\|\||\?\?|:[ ]!!\w+|:(?!:|//)|=(?!=)|\u2192|\uff1a)"
# A value on the line below: after the marker of a YAML block, a continued line, or in quotes.
_NEXT_LINE = r"(?:(?:[|>][+-]?|\\)?[ \t]*\r?\n[ \t>]*(?=[\"']|(?<=[|>+\\-]\n)|\S{20})(?![\w.-]+[ ]?[:=]))?"
_VALUE_KEY = r"(?:[Vv]alue|VALUE|[Vv]al|default|defaultValue|content)\\*[\"']?[ \t]*[=:][ \t]*"
JOINT = re.compile(
    rf"""(?:
      (?P<attribute>\\*["']?(?:[ ]?:[ \t\r]*\{{?)?,?[ \t\r]*\n?[ \t>]*,?\\*["'-]?[ ]?{_VALUE_KEY})
    | (?P<assign>{_CLOSE}[ \t]*{_TYPE}{_SIGN}[ \t]*{_NEXT_LINE}{_OPEN})
    | (?P<call>\\*["'`]?\]?\)?[ \t]*,[ \t]*(?=\\*["'`]))
    | (?P<argument>\([ \t]*(?=\\*["'`]))
    | (?P<element>(?:["'][^<>\n]{{0,60}})?>[ \t]*(?:\r?\n[ \t]*)?(?=[^<\s]))
    | (?P<plist></key>\s*<string>[ \t]*)
    | (?P<cell>[ \t`*]*\|[ \t]*(?=[`*"']?[^|\s]))
    | (?P<space>[ \t]+(?=["'`]?[^\s=:|<>,;.(){{}}]))
    )""",
    re.VERBOSE,
)
"""The last group tells which: an assignment; a pair of name and value; arguments of a call; an element of XML; one of
a property list; a cell of a table; a blank."""

_VERB = r"(?:is|was|are|be|reads|becomes|to|as|equals|set[ ]to|changed[ ]to|called|ist|est|es)"
_ADVERB = r"(?:now|still|currently|just|always|simply|the|set[ ]to)"
PROSE = re.compile(
    rf"""[*_`"')\]]*(?:[ \t]+(?:\([^()\n]{{1,40}}\)|[A-Za-z0-9_'/.-]{{1,24}})){{0,7}}?[ \t]*
    (?:[ ]{_VERB}(?:[ ]{_ADVERB})?[ ]?:?|:|=|—|--?>?)[ \t]+""",
    re.VERBOSE,
)
"""Up to seven words and a verb or sign: `the API key for staging is now `."""
VALUE_BEFORE = re.compile(
    r"(?:use|with|is|and|=|:)[ \t]+[`\"'](?P<value>[^\s`\"']{6,200})[`\"'][ ](?:as|for)[ ](?:the|a|its|your|our)[ ]"
    r"[\w ]{0,30}\Z"
)
"""A value before its name: "use `value` as the "."""

BELOW = re.compile(
    r"[^\n`]{0,60}:[ \t*_]*\r?\n(?:[ \t>]*\r?\n)?(?:[ \t>]*```[\w-]*[ \t]*\r?\n)?[ \t>]*(?P<tick>`?)"
    r"(?P<value>[^\s`]{16,300})(?P=tick)[ \t\r]*(?:\n|\Z)"
)
"""A value by itself on a line below: `The token is:`, perhaps a fence, then the value."""

VALUE = re.compile(
    r"""(?:[@$frbuL]{0,2}(?P<quote>\\*(?:\"\"\"|'''|["'`]|&quot;))(?P<quoted>(?:(?!(?P=quote))[^\n]){1,500}?)(?P=quote)
    |(?P<bare>[^\s"'`|]{1,300}))""",
    re.VERBOSE,
)
BARE_END = re.compile(r"\\+[nrt\"']|;|,(?=\s|$)|&(?=[A-Za-z_.-]{1,30}=)|</|&quot;|<br|\]\(|\)(?=[;,.]?$)")
SPACE_NAMES = re.compile(r"(?:^|[\s`\"'(])(?:--?[A-Za-z][\w.-]*|(?:ENV|ARG|setx|setenv|SET|set)[ ]+[A-Za-z_]\w*)\Z")
"""Names that a blank alone parts from their value: options, and what some commands set."""
FALLBACK = re.compile(r"(?:\|\||\?\?|\bor\b|:-)[ ]*(?P<quote>[\"'`]?)(?P<value>[^\s\"'`|}]{8,300})(?P=quote)")
WRAPPED = re.compile(
    r"(?:[A-Za-z_][\w.:]{0,40}[({]|\(|\[)[ ]*(?P<quote>[\"'])(?P<value>[^\s\"']{8,300})(?P=quote)[ ]*[\])}]"
)
OTHER_NAME = re.compile(r"([A-Za-z_][\w-]*)=\S")
"""Another assignment in quotes: its own name tells about its value."""
LINE_END = re.compile(r"[ \t\r]*(?:\n|\Z)")
TABLE_RULE = re.compile(r"^[ \t>]*\|?[ \t]*:?-{2,}[-:| \t]*$")
"""The line under a table's heading."""
