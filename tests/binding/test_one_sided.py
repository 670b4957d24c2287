"""Numbers that bound a value: which one is the nearest that holds."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import corrected, one_sided, tolerated
from sidecar.model.number import Number, NumberForm, Qualifier
from sidecar.model.text import Span


def number(value: str, qualifier: Qualifier, form: NumberForm = NumberForm.DIGITS) -> Number:
    exact = Decimal(value)
    half = Decimal(5).scaleb(int(exact.as_tuple().exponent) - 1)
    return Number(Span(0, 1), exact, exact - half, exact + half, qualifier=qualifier, form=form)


@pytest.mark.parametrize(
    ("said", "qualifier", "value", "right"),
    [
        ("1200", Qualifier.UNDER, "1234", "1300"),
        ("1300", Qualifier.OVER, "1234", "1200"),
        ("341", Qualifier.OVER, "341", "340"),  # strictly
        ("342", Qualifier.AT_LEAST, "341", "341"),
        ("75", Qualifier.OVER, "72.1", "72"),
        ("0.5", Qualifier.UNDER, "0.62", "0.7"),
        ("50", Qualifier.OVER, "8", "7"),  # Trap: none at all is no bound
        ("-2", Qualifier.UNDER, "-1.4", "-1"),
    ],
)
def test_what_mends_a_bound_is_as_round_as_it(
    said: str, qualifier: Qualifier, value: str, right: str
) -> None:
    assert corrected(number(said, qualifier), Decimal(value)) == Decimal(right)


def test_a_bound_that_holds_and_is_denied_has_no_repair() -> None:
    assert corrected(number("70", Qualifier.OVER), Decimal("72.1")) is None


def test_on_the_other_side_of_a_bound_only_rounding_is_tolerated() -> None:
    over = number("56000", Qualifier.OVER)
    interval = one_sided(over, tolerated(over, NumericSettings()))
    assert interval.low == Decimal("55999.5")
    assert interval.high > over.value
    plain = number("56000", Qualifier.NONE)
    assert one_sided(plain, tolerated(plain, NumericSettings())).low < Decimal("55999.5")
