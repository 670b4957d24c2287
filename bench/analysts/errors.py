"""The kinds of wrong numbers, and the proof that each is wrong.

Kinds that name another expression say what the writer took instead of what the text claims:

    row, column, period     the cell of another row, column or period
    derivation              another computation: a sum for a mean, a count with another filter
    operand                 the right computation over a wrong or swapped operand
    stale                   a total or count that leaves out what came last
    rate                    another rate of exchange
    rank                    another place

and the others say how the number was spoilt:

    off: +7                 by so many percent of the right value
    scale: 1000             by a factor
    unit: USD 0.0 million   the right digits, written by another picture
    transposed: 1324        two digits exchanged
    sign                    the verb or the sign gives the wrong direction
    invented: 12.5          a number out of nowhere; with a phrase, no number
    name                    right numbers of a wrong name, left unscored
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from bench.analysts.written import AnalystText

TAKEN = ("row", "column", "period", "derivation", "operand", "stale", "rate", "rank")
SPOILT = ("off", "scale", "unit", "sign", "transposed", "invented")
KINDS = (*TAKEN, *SPOILT, "name")

_SAME_DIGITS = ("unit", "sign")
_RELATIVE = Fraction(1, 50)
_LOOSE = Fraction(1, 6)
_POINTS = Fraction(1, 2)


def value(
    kind: str, argument: str, truth: Fraction, evaluate: Callable[[str], Fraction]
) -> Fraction:
    """The value that the text gives instead of the truth."""
    if kind in TAKEN:
        return evaluate(argument)
    if kind == "off":
        return truth * (1 + Fraction(argument) / 100)
    if kind == "scale":
        return truth * Fraction(argument)
    if kind in ("transposed", "invented"):
        return Fraction(argument) if argument else truth
    if kind == "sign":
        return -truth
    if kind == "unit":
        return truth
    raise ValueError(f"no kind of error: {kind}")


def check(kind: str, written: AnalystText, value: Fraction, truth: Fraction) -> None:
    """Raise ``ValueError`` unless the number is wrong in every tolerated reading.

    It has to miss the truth by more than its written precision, by more than 2 % (a phrase by more
    than a sixth) and, for percentages, by more than half a point: nobody's tolerance may decide.
    Nor may it be the truth in percent instead of a fraction, or in thousands, except where that is
    the error.
    """
    middle = (written.low + written.high) / 2
    room = max(
        (_LOOSE if written.loose else _RELATIVE) * abs(truth),
        _POINTS if written.percent else Fraction(0),
    )
    if kind == "sign" and 2 * abs(truth) <= room:
        raise ValueError(f"{float(truth)} is too near to nothing to have a direction")
    if kind in _SAME_DIGITS:
        return
    if written.holds(truth) or abs(middle - truth) <= room:
        raise ValueError(f"{written.text!r} is not wrong: the truth is {float(truth)}")
    if kind != "scale":
        for factor in (Fraction(1000), Fraction(100)):
            if written.holds(truth * factor) or written.holds(truth / factor):
                raise ValueError(f"{written.text!r} is the truth in another scale")
    if kind == "off" and abs(middle - truth) > abs(truth):
        raise ValueError("further off than a slip: call it invented")
