"""A query is believed only where its value moves when the data move.

``statement`` has seen that the value is made of the evidence. Here the query is run again. Over
evidence that differs by next to nothing it must give next to the same value: one that leaps asks
whether the data are those of this request, and has the number in hand. Over evidence whose cells
are scaled, or half of whose rows are gone, it must at least once give a number that the text does
not state.
"""

from __future__ import annotations

from decimal import Decimal

from sidecar.formulas.copies import MOVES, NOISE, WHOLE
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.statement import Examined
from sidecar.formulas.variants import Variants

_NEAR = Decimal("0.0001")


def judge(  # noqa: PLR0917 (a value and its bounds)
    variants: Variants, query: str, examined: Examined, value: Decimal, low: Decimal, high: Decimal
) -> None:
    """Refuse a query whose value is not taken from the data.

    Args:
        variants: The changed copies of the evidence.
        query: The query.
        examined: What its syntax tree shows.
        value: Its value over the evidence.
        low: The least value that agrees with the text.
        high: The greatest.

    Raises:
        Refusal: It gives another value when it is run again, leaps, or never moves.
    """
    if variants.again(query) != value:
        raise Refusal("VALUE_NOT_REPEATABLE", f"{value} the first time, and not the second")
    if not any(_near(variants.run(query, examined, change), value) for change in NOISE):
        raise Refusal("VALUE_JUMPS", f"{value}, and not where the data change by a ten-millionth")
    for change in WHOLE if examined.limited else MOVES:
        moved = variants.run(query, examined, change)
        if moved is not None and moved != value and not low <= moved <= high:
            return
    raise Refusal("VALUE_DOES_NOT_MOVE", f"{value}, whatever the data are")


def _near(moved: Decimal | None, value: Decimal) -> bool:
    return moved is not None and abs(moved - value) <= abs(value) * _NEAR
