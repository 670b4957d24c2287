"""A query is believed only where its value moves when the data move.

``statement`` has seen that the value is made of the evidence. Here the query is run again. Over
evidence that differs by next to nothing it must give next to the same value: one that leaps asks
whether the data are those of this request, and has the number in hand. Over evidence whose cells
are scaled, or half of whose rows are gone, it must at least once give a number that the text does
not state.
"""

from __future__ import annotations

from decimal import Decimal

from sidecar.formulas.copies import MOVES, NOISE, WHOLE, Change
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.statement import Examined
from sidecar.formulas.variants import Variants

_NEAR = Decimal("0.0001")


def judge(
    variants: Variants, examined: Examined, value: Decimal, low: Decimal, high: Decimal
) -> None:
    """Refuse a query whose value is not taken from the data.

    Args:
        variants: The query over changed copies of the evidence.
        examined: What its syntax tree shows.
        value: Its value over the evidence.
        low: The least value that agrees with the text.
        high: The greatest.

    Raises:
        Refusal: It gives another value when it is run again, leaps, or never moves.
    """
    likely, *others = _moves(examined)
    again, noisy, moved = variants.values(None, NOISE[0], likely)
    if again != value:
        raise Refusal("VALUE_NOT_REPEATABLE", f"{value} the first time, and not the second")
    if not (_near(noisy, value) or _near(variants.values(NOISE[1])[0], value)):
        raise Refusal("VALUE_JUMPS", f"{value}, and not where the data change by a ten-millionth")
    while moved is None or moved == value or low <= moved <= high:
        if not others:
            raise Refusal("VALUE_DOES_NOT_MOVE", f"{value}, whatever the data are")
        (moved,) = variants.values(others.pop(0))


def _moves(examined: Examined) -> list[Change]:
    """The changes of which one must move the value; first the one that is likely to."""
    if examined.limited:
        return list(WHOLE)
    counts = not any(column for _, column in examined.values)
    return [*MOVES[counts:], *MOVES[:counts]]  # no change of cells moves a number of rows


def _near(moved: Decimal | None, value: Decimal) -> bool:
    return moved is not None and abs(moved - value) <= abs(value) * _NEAR
