"""Amounts of criteria: exact, from 0, and all in one currency."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Context, Decimal, InvalidOperation

from sidecar.model.currencies import is_money, wrong_currency
from sidecar.model.decimals import shortest
from sidecar.model.outcome import Money

# Exact numbers from what files and requests hold.

_LONGEST = 40  # digits
_FARTHEST = 30  # powers of ten from 1: all digits are written out

EXACT = Context(prec=200)
"""In which sums of a thousand such numbers, and their products with another, are not rounded."""


def exact(given: object) -> Decimal | None:
    """A number as it is written; None for anything that is none, and for what is not finite.

    A float is its shortest digits: 0.1 is one tenth. True is no number.
    """
    if isinstance(given, bool) or not isinstance(given, int | float | Decimal | str):
        return None
    try:
        value = shortest(given) if isinstance(given, float) else Decimal(_bounded(given))
    except (InvalidOperation, ValueError):
        return None
    if not value.is_finite() or abs(value.adjusted()) > _FARTHEST:
        return None
    return value if len(value.as_tuple().digits) <= _LONGEST else None


def _bounded(given: int | Decimal | str) -> int | Decimal | str:
    if isinstance(given, int) and abs(given) > 10**_LONGEST:
        raise ValueError("too long")
    if isinstance(given, str) and (len(given) > 2 * _LONGEST or not given.isascii()):
        raise ValueError("too long, or no ASCII digits")
    return given


_CODE = re.compile("[A-Z]{3}")
_PLACES = 9  # of google.type.Money
_MOST = Decimal(10) ** 15


class AmountUnusable(ValueError):
    """Something is no amount, or in no currency that it may be in.

    Attributes:
        code: Of the fault.
    """

    def __init__(self, message: str, code: str = "AMOUNT_INVALID") -> None:
        super().__init__(message)
        self.code = code


class Amounts:
    """Reads the amounts of criteria.

    Args:
        own: The currency that the criteria name themselves; empty where they name none.
        usual: That of criteria that name none.

    Attributes:
        currency: What amounts are in that say none.
        given: Whether there were any amounts.
    """

    def __init__(self, own: str, usual: str) -> None:
        self.currency = own or usual
        self.given = False
        self._own = own
        self._named: set[str] = set()
        self._bare = False

    def read(self, given: object) -> Money:
        """An amount: a number, or ``{amount: 0.03, currency: USD}``.

        Raises:
            AmountUnusable: If it is none.
        """
        amount, currency = _parts(given)
        if currency and self._own and currency != self._own:
            message = f"it is in {currency}, and the criteria are in {self._own}"
            raise AmountUnusable(message, "CURRENCY_MIXED")
        value = exact(amount)
        if value is None or not 0 <= value <= _MOST:
            raise AmountUnusable(
                f"an amount is a finite number from 0 to {_MOST:f}, not {amount!r:.80}"
            )
        if value != round(value, _PLACES):
            raise AmountUnusable(f"an amount has at most {_PLACES} decimal places, not {value:f}")
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


def _parts(given: object) -> tuple[object, str]:
    """An amount and its currency, which is empty where none is given."""
    if not isinstance(given, dict):
        return given, ""
    if not given.keys() <= {"amount", "currency"} or given.get("amount") is None:
        raise AmountUnusable(f"an amount is {{amount: ..., currency: ...}}, not {given!r:.80}")
    currency = given.get("currency") or ""
    if currency and not is_money(currency):
        coded = isinstance(currency, str) and _CODE.fullmatch(currency)
        code = "CURRENCY_INVALID" if coded else "AMOUNT_INVALID"
        raise AmountUnusable(wrong_currency(currency), code)
    return given["amount"], currency
