"""Amounts of criteria: exact, from 0, and all in one currency."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from sidecar.model.outcome import Money
from sidecar.outcomes.numbers import exact

_CURRENCY = re.compile(r"[A-Z]{3}")
_PLACES = 9  # of google.type.Money
_MOST = Decimal(10) ** 15


def currency_of(given: object) -> str:
    """A currency code; empty where it is none."""
    return given if isinstance(given, str) and _CURRENCY.fullmatch(given) else ""


class Amounts:
    """Reads the amounts of criteria.

    Attributes:
        currency: What amounts are in that say none.
        given: Whether there were any amounts.
    """

    def __init__(self, currency: str) -> None:
        self.currency = currency
        self.given = False
        self._named: set[str] = set()
        self._bare = False

    def read(self, given: object) -> Money:
        """An amount: a number, or ``{amount: 0.03, currency: USD}``.

        Raises:
            ValueError: If it is none.
        """
        amount, currency = given, ""
        if isinstance(given, dict):
            if not given.keys() <= {"amount", "currency"} or given.get("amount") is None:
                raise ValueError(f"an amount is {{amount: ..., currency: ...}}, not {given!r:.80}")
            amount, said = given["amount"], given.get("currency")
            currency = currency_of(said)
            if said and not currency:
                raise ValueError(f"a currency is three capital letters, not {said!r:.80}")
        value = exact(amount)
        if value is None or not 0 <= value <= _MOST:
            raise ValueError(
                f"an amount is a finite number from 0 to {_MOST:f}, not {amount!r:.80}"
            )
        if value != round(value, _PLACES):
            raise ValueError(f"an amount has at most {_PLACES} decimal places, not {value:f}")
        self.given = True
        if currency:
            self._named.add(currency)
        else:
            self._bare = True
        return Money(value, currency or self.currency)

    def faults(self) -> Iterator[tuple[str, str]]:
        """What is wrong with the currencies of all amounts together: codes and words."""
        if self._bare and not self.currency:
            yield (
                "CURRENCY_MISSING",
                "a bonus or penalty has no currency: say `currency: USD` beside the criteria,"
                " or set outcomes.currency",
            )
        used = self._named | ({self.currency} if self._bare and self.currency else set())
        if len(used) > 1:
            yield (
                "CURRENCY_MIXED",
                f"all amounts are in one currency, not {' and '.join(sorted(used))}",
            )
        elif self._named and not self._bare:
            self.currency = min(self._named)
