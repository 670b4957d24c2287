"""A number as it is written in a text, and what it means.

The value is in the base of its unit: ``1200000`` for "$1.2M", ``15`` for "15 %" (percent, not the
fraction), ``0.5`` for "50 bps" (also percent). ``low`` and ``high`` bound what would round to it at
the precision it was written with: "3.4 million" is 3350000 to 3450000.

Named tuples, not dataclasses: one is built for every number of every request, and a tuple takes a
fifth of the time.
"""

from __future__ import annotations

from decimal import Decimal
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from sidecar.model.evidence import EXACT
from sidecar.model.text import Span


class Unit(IntEnum):
    """What a number counts or measures. Values equal those of the wire enum."""

    COUNT = 1
    PERCENT = 2
    CURRENCY = 3
    MEASURE = 4


class NumberForm(IntEnum):
    """How a number is written. Values equal those of the wire enum."""

    DIGITS = 1  # "1,234", "1.2 million"
    WORDS = 2  # "six", "twenty-three", "one and a half million"
    FRACTION = 3  # "two-thirds", "half", "1/3", "½"
    MULTIPLE = 4  # "doubled", "3x", "threefold"
    ORDINAL = 5  # "third", "53rd"


class Qualifier(IntEnum):
    """How the text hedges or bounds a number. Values equal those of the wire enum."""

    NONE = 0
    ABOUT = 1  # about, around, roughly, approximately, some, ~
    OVER = 2  # over, more than, above, exceeding
    AT_LEAST = 3
    UNDER = 4  # under, less than, fewer than, below
    AT_MOST = 5  # at most, up to, no more than
    NEARLY = 6  # nearly, almost, just under: at or a little below
    EXACTLY = 7
    JUST_OVER = 8  # just over, slightly above: at or a little above
    CLOSE_TO = 9  # close to, near: a little below or above


class Direction(IntEnum):
    """Which movement the text gives a number. Values equal those of the wire enum."""

    NONE = 0
    UP_BY = 1  # rose by 5, up 5, a 5 % increase
    DOWN_BY = 2  # fell by 5, down 5, a 5 % decline
    UP_TO = 3  # rose to 5
    DOWN_TO = 4  # fell to 5


class Number(NamedTuple):
    """One number of a text.

    Attributes:
        span: The whole expression, with sign, currency, scale and unit ("$1.2 million", "-5 %").
        value: Exact, in the base of the unit.
        low: Least value that rounds to what is written.
        high: Greatest value that rounds to what is written.
        unit: What kind of quantity.
        symbol: The unit as a symbol or lower-case singular word: "%", "pp", "bps", "USD", "km",
            "°C"; empty for a bare count.
        scale: The power of ten of a scale word or suffix ("million" 6, "k" 3), else 0.
        form: How it is written.
        qualifier: How it is hedged.
        direction: Which movement is intended.
        sign: The sign as written: -1, +1, or 0 where none stands there.
        group: 0, or a number that is shared by the parts of one range or pair ("between 5 and 7",
            "113-107"), unique in the text.
    """

    span: Span
    value: Decimal
    low: Decimal
    high: Decimal
    unit: Unit = Unit.COUNT
    symbol: str = ""
    scale: int = 0
    form: NumberForm = NumberForm.DIGITS
    qualifier: Qualifier = Qualifier.NONE
    direction: Direction = Direction.NONE
    sign: int = 0
    group: int = 0

    @property
    def power(self) -> int:
        """The power of ten from what is written to the base: 6 for millions, -2 for bps."""
        return self.scale - _PARTS.get(self.symbol, 0)


_PARTS = {"bps": 2, "‰": 1}
"""Units that are kept in per cent, which is so many powers of ten above them."""


def is_integral(value: Decimal) -> bool:
    """Whether nothing stands behind its point, however large it is."""
    return value == value.to_integral_value()


class ClaimKind(NamedTuple):
    """What numbers that are looked up alike have in common; see ``Number``."""

    unit: Unit
    symbol: str
    scale: int
    form: NumberForm
    direction: Direction
    sign: int


Quantity: TypeAlias = Number | ClaimKind


class SkipReason(IntEnum):
    """Why something that looks like a number is no quantity. Values as on the wire."""

    YEAR = 1
    DATE = 2
    TIME = 3
    LIST_MARKER = 4  # "1." before a list item, "## 2" in a heading
    VERSION = 5
    IDENTIFIER = 6  # QID:lmis_001, COVID-19, IP68, 76ers, "three-point shots", phone numbers
    CITATION = 7  # [3], [ev-abc-001]
    URL = 8
    CODE = 9
    ORDINAL = 10  # "third", where it ranks or numbers rather than measures
    BELOW_LIMIT = 11  # below ignore_numbers_below
    MALFORMED = 12  # shown to a reader and never guessed: mixed scripts, "65O8", "⁶⁵", 41 digits
    IDIOM = 13  # "one of the", "no one", "(USD million)": a word that counts nothing
    CONFIDENCE = 14  # "Confidence: 80 %": how sure the text is, not what it counts
    PERIOD = 15  # "six months", where a model that proposes formulas calls it a period


class Skipped(NamedTuple):
    """Something that looks like a number and was not taken for a quantity."""

    span: Span
    reason: SkipReason


class Citation(NamedTuple):
    """What a sentence says about where its numbers come from.

    Attributes:
        prefix: Span of the citation prefix ("Per LMIS:", "According to GCC-STAT,"), if any.
        family: Source family as written in the prefix ("LMIS"), else "".
        query_id: Query id as written ("lmis_001" of "QID:lmis_001"), else "".
    """

    prefix: Span | None = None
    family: str = ""
    query_id: str = ""


class NumericClaim(NamedTuple):
    """A number, with the sentence it stands in and the source that sentence names."""

    number: Number
    sentence: Span
    citation: Citation


# What a hedge that names a side, or a near place, leaves of the values around a number.

SHARE = Decimal("0.1")
"""Of a number: as far as a hedge reaches at most."""

_HALF = Decimal("0.5")
_FIVE = 5
_EQUAL = Decimal("0.001")
"""Of a number: what rounding may hide on its other side, "just over 66.67" of two thirds."""

_BELOW = frozenset({Qualifier.NEARLY, Qualifier.CLOSE_TO})
_ABOVE = frozenset({Qualifier.JUST_OVER, Qualifier.CLOSE_TO})
TIGHT = _BELOW | _ABOVE
"""The hedges that name values near a number, on one side of it or on both."""


def rounding_step(number: Number) -> Decimal:
    """The step that a number seems rounded to: of its last digit that is not a trailing zero."""
    step = EXACT.subtract(number.high, number.low)
    if not number.value:
        return step
    exponent = number.value.normalize(EXACT).as_tuple().exponent
    return max(step, Decimal(1).scaleb(int(exponent), EXACT))


def zeros_step(number: Number) -> Decimal:
    """The step of the zeros that a number ends with, as far as two digits stand before it.

    "48,000" seems rounded to thousands, "2,000" to hundreds, and "10" or "1.50" to nothing but what
    is written, which is the step then.
    """
    step = EXACT.subtract(number.high, number.low)
    if not number.value or step < Decimal(1).scaleb(number.power, EXACT):
        return step
    counting = Decimal(1).scaleb(number.value.adjusted() - 1, EXACT)
    return max(step, min(rounding_step(number), counting))


def hedged_bounds(number: Number, share: Decimal = SHARE) -> tuple[Decimal, Decimal] | None:
    """The least and the greatest value that a tight hedge allows; None without such a hedge.

    Args:
        number: The number. "Nearly -20" is nearer to zero, as "nearly 20" is.
        share: The most of the number that may lie between it and a value.
    """
    if number.qualifier not in TIGHT:
        return None
    width = EXACT.multiply(abs(number.value), share)
    if number.form is not NumberForm.FRACTION:
        width = _in_steps(number, width)
    equal = min(
        EXACT.multiply(abs(number.value), _EQUAL), EXACT.subtract(number.high, number.value)
    )
    inner = width if number.qualifier in _BELOW else equal
    outer = width if number.qualifier in _ABOVE else equal
    low, high = (inner, outer) if number.value >= 0 else (outer, inner)
    return EXACT.subtract(number.value, low), EXACT.add(number.value, high)


def _in_steps(number: Number, most: Decimal) -> Decimal:
    """Half of the step that a number is rounded to, up to the most."""
    half = EXACT.multiply(rounding_step(number), _HALF)
    digits = number.value.normalize(EXACT).as_tuple().digits
    fives = EXACT.multiply(half, Decimal(_FIVE)) if digits[-1] == _FIVE else half
    return max(min(half, most), min(fives, EXACT.multiply(most, _HALF)))


def has_two_digits(number: Number) -> bool:
    """Whether two digits at least count at the precision that a number is written with.

    Only such a number may be a value that is cut off: 25 may be 25.98, but "2 million" is not
    2,990,000, nor "1 %" 1.99 %.
    """
    step = EXACT.subtract(number.high, number.low)
    return abs(number.value) >= EXACT.multiply(step, Decimal(10))
