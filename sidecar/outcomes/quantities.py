"""Quantities of criteria: exact amounts in one currency, and thresholds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Context, Decimal, InvalidOperation
from typing import Any, NamedTuple

from sidecar.model.currencies import is_money, wrong_currency
from sidecar.model.formatting import to_shortest_decimal
from sidecar.model.outcome import ComparisonOperator as Operator
from sidecar.model.outcome import MetricType, Money, Range, Threshold
from sidecar.outcomes.metrics import KINDS, MetricKind

# Exact numbers from what files and requests hold.

_LONGEST = 40  # digits
_FARTHEST = 30  # powers of ten from 1: all digits are written out

EXACT = Context(prec=200)
"""In which sums of a thousand such numbers, and their products with another, are not rounded."""


def parse_exact(given: object) -> Decimal | None:
    """A number as it is written; None for anything that is none, and for what is not finite.

    A float is its shortest digits: 0.1 is one tenth. True is no number.
    """
    if isinstance(given, bool) or not isinstance(given, int | float | Decimal | str):
        return None
    try:
        value = to_shortest_decimal(given) if isinstance(given, float) else Decimal(_bounded(given))
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


class AmountReader:
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
        value = parse_exact(amount)
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


# Thresholds: their kind, and which values satisfy them.

WORDS = frozenset({Operator.CONTAINS_ALL, Operator.CONTAINS_ANY})
EQUALITY = frozenset({Operator.EQ, Operator.NEQ})
MAX_WORDS = 100
MAX_WORD = 1000


class ThresholdFault(NamedTuple):
    """A fault of a threshold: its code, field and words."""

    code: str
    field: str
    message: str


class ThresholdBounds(NamedTuple):
    """Values that satisfy a comparison: from where to where, and whether the ends belong to it."""

    low: Decimal | None = None
    high: Decimal | None = None
    low_open: bool = False
    high_open: bool = False

    def meets(self, other: ThresholdBounds) -> bool:
        """Whether some value is in both."""
        lows = [(b.low, b.low_open) for b in (self, other) if b.low is not None]
        highs = [(b.high, not b.high_open) for b in (self, other) if b.high is not None]
        if not lows or not highs:
            return True
        (low, low_open), (high, high_closed) = max(lows), min(highs)
        return low < high or (low == high and not low_open and high_closed)


def find_bounds(comparison: Operator, threshold: Threshold) -> ThresholdBounds:
    """The values that satisfy a comparison; all, where they are no interval."""
    if isinstance(threshold, Range):
        return ThresholdBounds(threshold.min, threshold.max)
    if isinstance(threshold, bool):
        threshold = Decimal(threshold)
    if not isinstance(threshold, Decimal):
        return ThresholdBounds()
    if comparison in {Operator.GTE, Operator.GT}:
        return ThresholdBounds(low=threshold, low_open=comparison is Operator.GT)
    if comparison in {Operator.LTE, Operator.LT}:
        return ThresholdBounds(high=threshold, high_open=comparison is Operator.LT)
    return ThresholdBounds(threshold, threshold) if comparison is Operator.EQ else ThresholdBounds()


def read_threshold(
    given: Any, metric_type: MetricType, comparison: Operator, kind: MetricKind
) -> Threshold | list[ThresholdFault]:
    """The threshold that a criterion gives, or everything that is wrong with it."""
    if comparison in WORDS:
        return _words(given)
    if comparison is Operator.IN_RANGE:
        return _range(given, kind)
    if KINDS[metric_type] is MetricKind.FLAG:
        if isinstance(given, bool) and comparison in EQUALITY:
            return given
        message = f"{metric_type} is true or false: compare it with true or false, by eq or neq"
        return [ThresholdFault("THRESHOLD_KIND_WRONG", "threshold", message)]
    found = _number(given, "threshold", kind)
    if isinstance(found, Decimal) and not find_bounds(comparison, found).meets(_possible(kind)):
        message = f"no value is {comparison} {found:f}: {kind.words}"
        return [ThresholdFault("THRESHOLD_IMPOSSIBLE", "threshold", message)]
    return [found] if isinstance(found, ThresholdFault) else found


def _possible(kind: MetricKind) -> ThresholdBounds:
    return ThresholdBounds(kind.least, kind.most)


def _number(given: object, field: str, kind: MetricKind) -> Decimal | ThresholdFault:
    value = parse_exact(given)
    if value is None:
        shown = repr(given)[:80]
        return ThresholdFault("THRESHOLD_KIND_WRONG", field, f"{shown} is not a finite number")
    if kind is MetricKind.SHARE and value > 1:
        message = f"shares are from 0 to 1 here: 90 % is 0.9, and nothing reaches {value:f}"
        return ThresholdFault("PERCENTAGE_SCALE_UNCLEAR", field, message)
    if kind.least is not None and value < kind.least:
        return ThresholdFault("THRESHOLD_OUT_OF_RANGE", field, f"{value:f} is below 0")
    if kind is MetricKind.COUNT and not kind.allows(value):
        return ThresholdFault(
            "THRESHOLD_KIND_WRONG", field, f"a count is a whole number, not {value:f}"
        )
    return value


def _range(given: Any, kind: MetricKind) -> Range | list[ThresholdFault]:
    if not isinstance(given, dict) or not given.keys() <= {"min", "max"}:
        message = f"in_range takes {{min: ..., max: ...}}, not {repr(given)[:80]}"
        return [ThresholdFault("THRESHOLD_KIND_WRONG", "threshold", message)]
    missing = [end for end in ("min", "max") if given.get(end) is None]
    if missing:
        message = f"the range has no {' and no '.join(missing)}"
        return [ThresholdFault("RANGE_INCOMPLETE", "threshold", message)]
    low, high = (_number(given[end], f"threshold.{end}", kind) for end in ("min", "max"))
    wrong = [end for end in (low, high) if isinstance(end, ThresholdFault)]
    if wrong:
        return wrong
    assert isinstance(low, Decimal) and isinstance(high, Decimal)  # noqa: S101, PT018 (for mypy)
    if low > high:
        message = f"nothing is from {low:f} to {high:f}"
        return [ThresholdFault("RANGE_IMPOSSIBLE", "threshold", message)]
    return Range(low, high)


def _words(given: object) -> tuple[str, ...] | list[ThresholdFault]:
    wrong = list(_wrong_words(given))
    return wrong or tuple(given)  # type: ignore[arg-type]  # a list of texts by then


def _wrong_words(given: object) -> Iterator[ThresholdFault]:
    if not isinstance(given, list | tuple):
        message = f"contains_all and contains_any take a list of words, not {repr(given)[:80]}"
        yield ThresholdFault("THRESHOLD_KIND_WRONG", "threshold", message)
        return
    if not 1 <= len(given) <= MAX_WORDS:
        yield ThresholdFault("WORDS_INVALID", "threshold", f"there are 1 to {MAX_WORDS} words")
    for place, word in enumerate(given[:MAX_WORDS]):
        if not isinstance(word, str) or not word.strip() or len(word) > MAX_WORD:
            message = f"a word is text of 1 to {MAX_WORD} characters, not {repr(word)[:80]}"
            yield ThresholdFault("WORDS_INVALID", f"threshold[{place}]", message)
