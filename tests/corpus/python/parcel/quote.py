"""The cheapest carrier for a parcel."""

import json
from collections.abc import Sequence

from .rates import LIMIT_GRAMS, Rate


def cheapest(rates: Sequence[Rate], grams: int) -> str:
    """Return the cheapest price as JSON."""
    if grams > LIMIT_GRAMS:
        raise ValueError("too heavy")
    return json.dumps(min(rate.price(grams) for rate in rates))
