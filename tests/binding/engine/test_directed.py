"""Which way round changes and ratios are: over stated periods, of the row that is named first."""

from __future__ import annotations

from collections.abc import Sequence

from bound_numbers import bound, table
from hypothesis import given, settings
from hypothesis import strategies as st
from ranked_numbers import ranked_alone

from sidecar.binding.engine.binder import shipped
from sidecar.binding.engine.formulas import PLACE
from sidecar.model.report import Verdict

YEARS = (2019, 2020, 2021, 2022)
CITIES = ("Oslo", "Bergen", "Tromso")
PAIRS = st.lists(st.sampled_from(YEARS), min_size=2, max_size=2, unique=True).map(sorted)
BASES = st.integers(1_000, 99_999).filter(lambda value: value % 10)


@settings(max_examples=20)
@given(PAIRS, st.sampled_from(["from {} to {}", "between {} and {}"]))
def test_a_change_is_over_the_stated_periods(pair: list[int], span: str) -> None:
    rows = [{"year": year, "orders": 100 * (at + 2) ** 2} for at, year in enumerate(YEARS)]
    known = {row["year"]: row["orders"] for row in rows}
    growth = (known[pair[1]] / known[pair[0]] - 1) * 100
    for text in ("Orders grew by 20% {}.", "{}, orders grew by 20%."):
        said = text.format(span.format(*pair))
        ((_, one),) = ranked_alone(said[0].upper() + said[1:], rows, shipped())
        likely = (one.found.formula == PLACE["growth"]) & (one.probabilities > 1e-6)
        assert {round(value, 6) for value in one.found.value[likely]} == {round(growth, 6)}


def test_a_later_change_is_since_the_end_of_the_one_before() -> None:
    rows = [{"year": y, "sales": v} for y, v in ((2020, 100), (2021, 200), (2022, 600))]
    known = table(rows)
    for times, last in (("tripled", True), ("quintupled", False)):
        found = bound(f"Sales doubled from 2020 to 2021 and {times} in 2022.", known)
        assert [one.binding.verdict is Verdict.SUPPORTED for one in found] == [True, last]


@settings(max_examples=30)
@given(BASES, st.sampled_from(["half", "a third", "a quarter"]), st.permutations(CITIES))
def test_a_part_is_of_the_row_behind_it(base: int, part: str, order: Sequence[str]) -> None:
    divisor = {"half": 2, "a third": 3, "a quarter": 4}[part]
    values = dict(zip(order, (base, base * divisor, 7_777_777), strict=True))
    known = table([{"city": c, "orders": v} for c, v in values.items()])
    (right,) = bound(f"{order[0]} had {part} as many orders as {order[1]}.", known)
    (turned,) = bound(f"{order[1]} had {part} as many orders as {order[0]}.", known)
    assert right.binding.verdict is not Verdict.CONTRADICTED
    assert turned.binding.verdict is not Verdict.SUPPORTED
