"""The formats of tokens that say themselves what they are: one table a family, all tables together.

A row is `(kind, literal, after)` or `(kind, literal, after, before)` or, with a fifth value `weak=True`,
one whose literal is short enough to stand in ordinary text, so that the rest must look random too.
`after` and `before` are what stands on either side of the literal, as pieces separated by blanks; a piece
is a letter for an alphabet and a count (`n36`, `u20-40`, `h64+`), `uuid`, `pad` for `=` padding,
`(...)` for a plain regular expression, or literal text. `prefixed.py` reads them.

The shapes are facts of the providers' own documentation, of their published lists for secret scanning
partners, and of the programs that make the tokens.
"""

from __future__ import annotations

from trove_git.redaction.formats.ai import AI
from trove_git.redaction.formats.cloud import CLOUD
from trove_git.redaction.formats.data import DATA
from trove_git.redaction.formats.forges import FORGES
from trove_git.redaction.formats.messaging import MESSAGING
from trove_git.redaction.formats.observability import OBSERVABILITY
from trove_git.redaction.formats.payments import PAYMENTS
from trove_git.redaction.formats.services import SERVICES
from trove_git.redaction.formats.vaults import VAULTS

FORMATS = (*CLOUD, *FORGES, *VAULTS, *AI, *MESSAGING, *PAYMENTS, *OBSERVABILITY, *DATA, *SERVICES)
"""Every row of every family."""
