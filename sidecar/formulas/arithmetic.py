"""Which arithmetic may flow into a value: data, with units and the ones of growth and counting.

Sums are looked at as a whole, whatever their parentheses, and products likewise. An operand may
not be added to itself, the terms of a sum have one unit, and no more than two counts are added up,
since counts that are added, doubled and shifted make any integer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TypedDict

from sidecar.formulas.flows import PIECE, Place, Provenance, QueryUsage, ValueKind, merge_places
from sidecar.formulas.grounds import Grounds
from sidecar.formulas.tree import Refusal

_TIMES = {Decimal(unit) for unit in (4, 7, 12, 24, 52, 60, 365, 3600)}
_POWERS = frozenset({0, 2, 3, 4, 5, 6, 7, 9, 12})
"""Powers of ten that have a name: per cent, thousands, basis points, lakhs, millions, crores."""
_LONGEST_MEAN = 12
_SCALES = frozenset(Decimal(1).scaleb(power) for power in (-6, -3, -2, 0, 2, 3, 6))
"""What data are multiplied by in a condition, where another factor would be another threshold."""


def is_power_of_ten(number: Decimal) -> bool:
    """Whether a number only moves the decimal point."""
    digits = number.normalize().as_tuple()
    return digits.digits == (1,) and not digits.sign and abs(number.adjusted()) in _POWERS


def judge_sum(
    terms: Sequence[tuple[int, Provenance]], ledger: QueryUsage, grounds: Grounds | None
) -> Provenance:
    """Give what a sum of terms is.

    Args:
        terms: The sign of each, and what it is.
        ledger: What the query has used.
        grounds: The text, where the sum is part of a condition; None in a value.

    Raises:
        Refusal: The sum could be made to come out.
    """
    data, written = _apart(terms)
    if not data:
        value = sum((sign * literal for sign, literal in written), Decimal(0))
        return Provenance(kind=ValueKind.NUMBER, literal=value, core=str(value))
    flows = [flow for _, flow in data]
    if any(flow.kind in (ValueKind.TEXT, ValueKind.TRUTH) for flow in flows):
        raise Refusal("SQL_NOT_ALLOWED", "arithmetic with texts or conditions")
    if ValueKind.DATE in {flow.kind for flow in flows}:
        return _dates(data, written)
    counts = [flow for flow in flows if flow.kind is ValueKind.COUNT]
    _weigh(flows, counts, ledger)
    _added(data, written, grounds)
    return Provenance(
        kind=ValueKind.COUNT if len(counts) == len(flows) else ValueKind.NUMBER,
        core=_sum_core(data),
        ratio=all(flow.ratio for flow in flows),
        factor=flows[0].factor,
        part=_part(flows),
        terms=len(data) if all(sign > 0 for sign, _ in data) else 1,
        **_inherited(flows, nudged=bool(written)),
    )


def _added(
    data: Sequence[tuple[int, Provenance]],
    written: Sequence[tuple[int, Decimal]],
    grounds: Grounds | None,
) -> None:
    """Refuse numbers that a sum may not have."""
    if len(written) > 1:
        raise Refusal("VALUE_NOT_OF_DATA", "several numbers in a sum")
    for sign, literal in written:
        if not (_ones(data, sign * literal) if grounds is None else _shift(literal, grounds)):
            raise Refusal("VALUE_NOT_OF_DATA", f"{literal} in a sum")


def _sum_core(data: Sequence[tuple[int, Provenance]]) -> str:
    """The same for sums of the same terms, in whatever order."""
    if len(data) == 1 and data[0][0] > 0:
        return data[0][1].core
    return "+".join(sorted(f"{sign}{flow.core}" for sign, flow in data))


def _part(flows: Sequence[Provenance]) -> str:
    """A year and a one are a year again; what is reckoned with pieces of texts stays one."""
    parts = {flow.part for flow in flows}
    if PIECE in parts:
        return PIECE
    return "year" if parts == {"year"} and len(flows) == 1 else ""


def _dates(
    data: Sequence[tuple[int, Provenance]], written: Sequence[tuple[int, Decimal]]
) -> Provenance:
    """A difference of two dates is a number of days; nothing else is reckoned with dates."""
    flows = [flow for _, flow in data]
    if written or len(data) != 2 or data[0][0] == data[1][0]:
        raise Refusal("VALUE_NOT_OF_DATA", "dates may only be subtracted from each other")
    _different(flows)
    return Provenance(
        kind=ValueKind.COUNT,
        core="-".join(flow.core for flow in flows),
        sources=merge_places(flows),
        grouped=any(flow.grouped for flow in flows),
    )


def _weigh(flows: Sequence[Provenance], counts: Sequence[Provenance], ledger: QueryUsage) -> None:
    """Refuse a sum in a value that could be made to come out."""
    ledger.operators(len(flows) - 1)
    _different(flows)
    if len({flow.factor for flow in flows}) > 1:
        raise Refusal("TOO_COMPLEX", "a sum of terms in different units")
    if len(counts) > 2 or 0 < len(counts) < len(flows):
        raise Refusal("TOO_COMPLEX", "a sum of counts, or of a count and something else")


def _different(flows: Sequence[Provenance]) -> None:
    if len({flow.core for flow in flows}) < len(flows):
        raise Refusal("TOO_COMPLEX", "an operand is added to itself or taken from itself")


def _ones(data: Sequence[tuple[int, Provenance]], literal: Decimal) -> bool:
    """Whether a number is the whole of growth and shares, or the one of inclusive counting."""
    sign, first = data[0]
    if len(data) > 1:
        return abs(literal) == 1 and not any(flow.nudged or flow.ratio for _, flow in data)
    if first.nudged:
        return False
    if first.ratio:
        return abs(literal) == first.factor and sign * literal < 0
    if first.kind is ValueKind.COUNT or first.part:
        return abs(literal) == 1
    return literal == 100 and sign < 0 and first.factor == 1


def _shift(literal: Decimal, grounds: Grounds) -> bool:
    """Whether a condition may be moved by a number: to the next year or place, or as is stated."""
    return abs(literal) <= 1 or grounds.states(literal)


def judge_product(
    factors: Sequence[tuple[int, Provenance]], ledger: QueryUsage, grounds: Grounds | None
) -> Provenance:
    """Give what a product or quotient is.

    Args:
        factors: The exponent of each, 1 or -1, and what it is.
        ledger: What the query has used.
        grounds: The text, where the product is part of a condition; None in a value.

    Raises:
        Refusal: The product could be made to come out.
    """
    data, written = _apart(factors)
    unit = _unit(written)
    if not data:
        return Provenance(kind=ValueKind.NUMBER, literal=unit, core=str(unit))
    flows = [flow for _, flow in data]
    if any(flow.kind in (ValueKind.TEXT, ValueKind.TRUTH, ValueKind.DATE) for flow in flows):
        raise Refusal("SQL_NOT_ALLOWED", "arithmetic with texts, dates or conditions")
    above, below = _sides(data)
    _multiplied(written, above, ledger, grounds)
    ledger.operators(len(data) - 1)
    if sum(flow.kind is ValueKind.COUNT for flow in above) > 1:
        raise Refusal("TOO_COMPLEX", "a product of counts")
    factor = _factor(unit, data)
    if len(data) == 1 and above:
        return replace(above[0], factor=factor, column=None, info=None, terms=1)
    return Provenance(
        kind=ValueKind.NUMBER,
        core="/".join("*".join(sorted(f.core for f in side)) for side in (above, below)),
        ratio=bool(below) or any(flow.ratio for flow in flows),
        factor=factor,
        part=PIECE if any(flow.part == PIECE for flow in flows) else "",
        **_inherited(flows),
    )


class _Inherited(TypedDict):
    """What a result has of what it is made of."""

    sources: frozenset[Place]
    nudged: bool
    grouped: bool


def _inherited(flows: Sequence[Provenance], *, nudged: bool = False) -> _Inherited:
    return {
        "sources": merge_places(flows),
        "nudged": nudged or any(flow.nudged for flow in flows),
        "grouped": any(flow.grouped for flow in flows),
    }


def _multiplied(
    written: Sequence[tuple[int, Decimal]],
    above: Sequence[Provenance],
    ledger: QueryUsage,
    grounds: Grounds | None,
) -> None:
    """Refuse numbers that a product may not have."""
    for exponent, literal in written:
        if grounds is None:
            _in_value(exponent, literal, above, ledger)
        elif not _in_condition(literal, grounds):
            raise Refusal("LITERAL_NOT_GROUNDED", f"the factor {literal}")


def _apart(
    operands: Sequence[tuple[int, Provenance]],
) -> tuple[list[tuple[int, Provenance]], list[tuple[int, Decimal]]]:
    """The operands that are data, and the numbers that the query writes, with their signs."""
    data = [(sign, flow) for sign, flow in operands if not flow.constant]
    return data, [(sign, require_number(flow)) for sign, flow in operands if flow.constant]


def _factor(unit: Decimal, data: Sequence[tuple[int, Provenance]]) -> Decimal:
    """What a product is multiplied by."""
    for exponent, flow in data:
        unit = unit * flow.factor if exponent > 0 else unit / flow.factor
    return unit


def _unit(written: Sequence[tuple[int, Decimal]]) -> Decimal:
    unit = Decimal(1)
    try:
        for exponent, literal in written:
            unit = unit * literal if exponent > 0 else unit / literal
    except ArithmeticError:
        raise Refusal("VALUE_NOT_OF_DATA", "a division by nought") from None
    return unit


def _sides(data: Sequence[tuple[int, Provenance]]) -> tuple[list[Provenance], list[Provenance]]:
    """What stands above and below the line, where nothing cancels out."""
    above = [flow for exponent, flow in data if exponent > 0]
    below = [flow for exponent, flow in data if exponent < 0]
    _cancelled(above, below)
    return above, below


def _cancelled(above: Sequence[Provenance], below: Sequence[Provenance]) -> None:
    if not above:
        raise Refusal("VALUE_NOT_OF_DATA", "a number divided by data")
    if {flow.core for flow in above} & {flow.core for flow in below}:
        raise Refusal("VALUE_NOT_OF_DATA", "an operand is divided by itself")


def _in_value(
    exponent: int, literal: Decimal, above: Sequence[Provenance], ledger: QueryUsage
) -> None:
    if is_power_of_ten(literal):
        return
    if exponent < 0 and len(above) == 1 and literal == above[0].terms <= _LONGEST_MEAN:
        return
    if literal not in _TIMES:
        raise Refusal("VALUE_NOT_OF_DATA", f"the factor {literal}")
    ledger.unit(literal)


def _in_condition(literal: Decimal, grounds: Grounds) -> bool:
    """A scale, a number of the text, or a share of it that is added: 1.1 for "10 % above"."""
    return literal in _SCALES or grounds.states(literal) or grounds.states(abs(literal - 1) * 100)


def require_number(flow: Provenance) -> Decimal:
    """The number that the query writes; anything else cannot be reckoned with."""
    if not isinstance(flow.literal, Decimal):
        raise Refusal("SQL_NOT_ALLOWED", "arithmetic with a text or with nothing")
    return flow.literal
