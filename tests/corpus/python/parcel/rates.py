"""Rates of carriers, by weight and zone."""

from __future__ import annotations

LIMIT_GRAMS = 20_000


class Rate:
    """What one carrier asks for."""

    def __init__(self, cents: int) -> None:
        self.cents = cents

    def price(self, grams: int) -> int:
        """Return the price in cents."""
        return self._steps(grams) * self.cents

    def _steps(self, grams: int) -> int:
        return grams // 1000 + 1
