"""What the binder over the engine holds to, whatever numbers, rows and settings are."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from bound_numbers import Rows, bound, table
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.binding.bound import BoundNumber
from sidecar.binding.engine import places as places_
from sidecar.binding.engine import stored
from sidecar.binding.engine.binder import EngineBinder, shipped
from sidecar.binding.engine.crosses import FeatureWeights
from sidecar.binding.engine.formulas import FORMULAS, Quantity
from sidecar.binding.engine.places import CandidatePlaces
from sidecar.binding.engine.qualified import QualifiedNumber
from sidecar.binding.engine.stated import StatedNumber
from sidecar.binding.engine.texts import TextRanker
from sidecar.binding.settings import NumericSettings
from sidecar.checks import numeric
from sidecar.checks.base import CheckSubject
from sidecar.evidence.index import TableIndex
from sidecar.model.report import Detail, Grade, Verdict
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers

CITIES = ("Oslo", "Bergen", "Tromso", "Bodo", "Molde")
NUMBERS = st.integers(1_000, 99_999).filter(lambda value: value % 10)  # nothing is rounded to it
VALUES = st.lists(NUMBERS, min_size=3, max_size=5, unique=True)
MONTHS = ("2024-01", "2024-02", "2024-03")
_HARSHNESS = {Verdict.SUPPORTED: 0, Verdict.INCONCLUSIVE: 1, Verdict.CONTRADICTED: 2}


def cities(values: Sequence[int]) -> Rows:
    return [{"city": c, "visits": v} for c, v in zip(CITIES, values, strict=False)]


def harshness(one: BoundNumber) -> int:
    return _HARSHNESS.get(one.binding.verdict, 2)


@settings(max_examples=40)
@given(VALUES, st.integers(0, 2))
def test_a_plainly_named_cell_is_exact_and_told_by_its_place(values: list[int], at: int) -> None:
    (one,) = bound(f"{CITIES[at]} had {values[at]:,} visits.", table(cities(values)))
    assert one.binding.verdict is Verdict.SUPPORTED
    assert one.named
    assert one.binding.reading is not None
    assert one.binding.reading.location == f"data[{at}].visits"
    assert one.binding.reading.value == values[at]


@pytest.mark.parametrize("value", [2**63 + 2, 12345678901234567, 9007199254740993])
def test_values_past_floats_are_compared_to_the_last_digit(value: int) -> None:
    rows = [{"city": "Oslo", "visits": value}, {"city": "Bergen", "visits": value - 1000}]
    (right,) = bound(f"Oslo had {value:,} visits.", table(rows))
    (wrong,) = bound(f"Oslo had {value + 1:,} visits.", table(rows))
    assert (right.binding.verdict, wrong.binding.verdict) == (
        Verdict.SUPPORTED,
        Verdict.CONTRADICTED,
    )
    assert right.binding.reading is not None
    assert right.binding.reading.value == value
    assert wrong.right == value


@settings(max_examples=40)
@given(st.lists(st.decimals("2.01", "999.99", places=2), min_size=3, max_size=5))
def test_a_total_is_the_exact_sum_of_its_cells(values: list[Decimal]) -> None:
    rows = [{"city": c, "tonnes": float(v)} for c, v in zip(CITIES, values, strict=False)]
    (one,) = bound(f"In total there were {sum(values)} tonnes.", table(rows))
    assert one.binding.reading is not None
    assert one.binding.reading.value == sum(values)
    assert one.binding.reading.formula.startswith("sum(")


@settings(max_examples=40)
@given(VALUES, st.integers(0, 2), NUMBERS)
def test_a_repair_is_what_is_named_in_the_form_of_the_number(
    values: list[int], at: int, said: int
) -> None:
    subject = CheckSubject(Text(f"{CITIES[at]} had {said:,} visits."), [table(cities(values))])
    numeric_check = numeric.NumericCheck(NumericSettings())
    repairs = [f.repair for f in numeric_check.run(subject).findings if f.repair is not None]
    assert [one.replacement for one in repairs] in ([], [f"{values[at]:,}"])
    near = max(said, values[at]) <= 5 * min(said, values[at])
    assert bool(repairs) is (said != values[at] and near)


@settings(max_examples=30)
@given(VALUES, st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_verdict(values: list[int], random: Any) -> None:
    rows = [*cities(values)]
    mixed = random.sample(rows, len(rows))
    said = [values[0], values[1], values[1], sum(values), max(values)]
    text = (
        "Oslo had {:,} visits and Bergen {:,}. Tromso had {:,}; in total there were {:,} visits, "
        "at most {:,}."
    ).format(*said)
    one, other = (bound(text, table(each)) for each in (rows, mixed))
    for a, b in zip(one, other, strict=True):
        assert (a.binding.verdict, a.codes, a.right) == (b.binding.verdict, b.codes, b.right)
        assert a.confidence == b.confidence


@settings(max_examples=30)
@given(VALUES)
def test_the_same_is_bound_the_same_in_all_details(values: list[int]) -> None:
    text = f"Oslo had {values[0]:,} visits, Bergen {values[2]:,}, and all {sum(values):,}."
    known = table(cities(values))
    first, again = bound(text, known), bound(text, table(cities(values)))
    assert first == again
    for one, told in zip(first, bound(text, known, detail=Detail.EXPLAIN), strict=True):
        assert (one.binding.verdict, one.codes) == (told.binding.verdict, told.codes)
        assert one.binding.reading == told.binding.reading
        assert told.binding.odds is not None
        assert sum(told.binding.odds) == pytest.approx(1, abs=0.01)
        assert told.binding.considered
        assert not one.binding.considered


@settings(max_examples=40)
@given(VALUES, st.integers(0, 2), NUMBERS)
def test_one_more_wrong_number_makes_no_other_milder(
    values: list[int], at: int, wrong: int
) -> None:
    text = "Oslo had {:,} visits, Bergen had {:,} visits, and Tromso had {:,} visits."
    said = [values[0], values[1], values[0]]
    known = table(cities(values))
    before = bound(text.format(*said), known)
    said[at] = wrong
    after = bound(text.format(*said), known)
    for other in {0, 1, 2} - {at}:
        assert harshness(after[other]) >= harshness(before[other])
    assert [one.named for one in before] == [one.named for one in after]


@settings(max_examples=30)
@given(VALUES)
def test_two_numbers_of_different_rows_never_share_a_cell(values: list[int]) -> None:
    text = f"Oslo had {values[0]:,} visits and Bergen had {values[0]:,} visits."
    first, second = bound(text, table(cities(values)))
    assert first.binding.verdict is Verdict.SUPPORTED
    assert second.binding.verdict is not Verdict.SUPPORTED


_EXCHANGES = (
    "{a} had {x:,} visits and {b} {y:,}.",
    "{a} and {b} had {x:,} and {y:,} visits, respectively.",
    "Visits: {x:,} in {a}, {y:,} in {b}.",
)


@settings(max_examples=60, deadline=None)
@given(VALUES, st.permutations(range(3)), st.sampled_from(_EXCHANGES))
def test_two_numbers_in_each_others_place_are_both_wrong(
    values: list[int], rows: list[int], sentence: str
) -> None:
    a, b, *_ = rows
    names, given = {"a": CITIES[a], "b": CITIES[b]}, table(cities(values))
    right = bound(sentence.format(**names, x=values[a], y=values[b]), given)
    assert [one.binding.verdict for one in right] == [Verdict.SUPPORTED] * 2
    wrong = bound(sentence.format(**names, x=values[b], y=values[a]), given)
    assert [one.binding.verdict for one in wrong] == [Verdict.CONTRADICTED] * 2


@settings(max_examples=30)
@given(VALUES)
def test_both_of_a_swapped_pair_are_values_of_another_row(values: list[int]) -> None:
    text = f"Oslo had {values[1]:,} visits and Bergen had {values[0]:,} visits."
    for at, one in enumerate(bound(text, table(cities(values)))):
        assert (one.binding.verdict, one.codes) == (Verdict.CONTRADICTED, ("WRONG_ROW",))
        assert one.elsewhere is not None
        assert one.elsewhere.location == f"data[{1 - at}].visits"
        assert one.elsewhere.value == values[1 - at]


def test_the_value_of_another_period_is_told_so() -> None:
    rows = [{"month": m, "visits": 4000 + 7 * i, "orders": 1790 + i} for i, m in enumerate(MONTHS)]
    (period,) = bound("In January 2024 there were 4,014 visits.", table(rows))
    assert period.codes == ("WRONG_PERIOD",)


def test_the_value_of_another_column_does_not_support() -> None:
    rows = [
        {"city": c, "visits": 4127 - 911 * i, "orders": 3 * i + 310} for i, c in enumerate(CITIES)
    ]
    (column,) = bound("Oslo had 310 visits.", table(rows))
    assert column.binding.verdict is not Verdict.SUPPORTED
    if column.binding.verdict is Verdict.CONTRADICTED:
        assert column.codes == ("WRONG_COLUMN",)


@settings(max_examples=30)
@given(st.integers(1_000, 9_000), st.integers(1_000, 9_000))
def test_a_value_that_moved_the_other_way_is_a_wrong_direction(old: int, new: int) -> None:
    rows = [{"month": m, "visits": v} for m, v in zip(MONTHS, (old, new), strict=False)]
    known = table(rows)
    (fell,) = bound(f"Visits fell to {new:,} in February 2024.", known)
    (rose,) = bound(f"Visits rose to {new:,} in February 2024.", known)
    assert ("WRONG_DIRECTION" in fell.codes) is (new > old)
    assert ("WRONG_DIRECTION" in rose.codes) is (new < old)


@settings(max_examples=30)
@given(st.integers(2_000, 90_000), st.integers(2_000, 90_000))
def test_a_bound_holds_of_what_is_named_however_far(value: int, said: int) -> None:
    known = table(cities([value, 100_000 + value, 777]))
    (over,) = bound(f"Oslo had over {said:,} visits.", known)
    (under,) = bound(f"Oslo had fewer than {said:,} visits.", known)
    assert (over.binding.verdict is Verdict.SUPPORTED) is (value >= said)
    assert (under.binding.verdict is Verdict.SUPPORTED) is (value < said)


def test_a_number_in_another_unit_is_contradicted_and_not_repaired() -> None:
    rows = [
        {"city": "Oslo", "sales (EUR)": 4127, "visits": 88},
        {"city": "Bergen", "sales (EUR)": 918, "visits": 41},
    ]
    (one,) = bound("Oslo had sales of $4,127.", table(rows))
    assert (one.binding.verdict, one.codes) == (Verdict.CONTRADICTED, ("UNIT_MISMATCH",))
    assert one.right is None


@pytest.mark.parametrize(
    ("cited", "verdict"),
    [("a", Verdict.SUPPORTED), ("b", Verdict.CONTRADICTED), ("none", Verdict.UNSUPPORTED)],
)
def test_a_cited_result_speaks_alone(cited: str, verdict: Verdict) -> None:
    results = table(cities([4127, 918, 377]), "a"), table(cities([5209, 1177, 402]), "b")
    (one,) = bound(f"Oslo had 4,127 visits (QID:{cited}).", *results)
    assert one.binding.verdict is verdict


def test_a_name_whose_numbers_are_those_of_another_row_is_wrong_itself() -> None:
    rows = [
        {"city": c, "visits": 4127 - 911 * i, "orders": 310 - 57 * i, "returns": 29 - 4 * i}
        for i, c in enumerate(CITIES)
    ]
    read = Text("Bergen had 4,127 visits, 310 orders and 29 returns.")
    claims = extract_numbers(read, numeric.extract_options(NumericSettings())).claims
    binder = EngineBinder(NumericSettings(), read, [table(rows)], Detail.BINDINGS)
    numbers = list(binder.bind(claims))
    assert [one.binding.verdict for one in numbers] == [Verdict.SUPPORTED] * 3
    (swap,) = binder.swaps
    assert (read.string[swap.start : swap.end], swap.right) == ("Bergen", "Oslo")
    assert list(swap.numbers) == [0, 1, 2]


def test_a_period_that_no_row_has_is_not_that_of_its_value() -> None:
    rows = [{"year": 2020 + at, "revenue": 1310 + 90 * at} for at in range(4)]
    text = "Revenue in 2025 was {:,}."
    (another,) = bound(text.format(1490), table(rows))
    (nobodys,) = bound(text.format(7777), table(rows))
    assert (another.binding.verdict, another.codes) == (Verdict.CONTRADICTED, ("WRONG_PERIOD",))
    assert another.name is not None
    assert another.name.right == "2022"
    assert nobodys.binding.verdict is not Verdict.SUPPORTED


def test_a_number_without_a_source_is_not_judged_where_one_is_required() -> None:
    uncited, cited = bound(
        "Oslo had 4,127 visits. Bergen had 918 visits (QID:q).",
        table(cities([4127, 918, 377])),
        binding={"require_citation_first": True},
    )
    assert (uncited.codes, cited.codes) == (("CLAIM_UNCITED",), ())


@settings(max_examples=30)
@given(VALUES, NUMBERS)
def test_stricter_presets_flag_no_less(values: list[int], said: int) -> None:
    text = f"Oslo had {said:,} visits, and all cities {said + 1:,}."
    known = table(cities(values))
    found = [
        [harshness(one) for one in bound(text, known, binding={"preset": preset})]
        for preset in ("lenient", "balanced", "strict")
    ]
    assert all(a <= b <= c for a, b, c in zip(*found, strict=True))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Region 5 had 41 orders.", ["5"]),
        ("Regions 5 and 7 had 41 and 52 orders.", ["5", "7"]),
        ("There were 5 orders.", []),
    ],
)
def test_numbers_that_name_rows_are_no_claims(text: str, told: list[str]) -> None:
    known = table([{"region": "Region 5", "orders": 41}, {"region": "Region 7", "orders": 52}])
    assert names(text, known) == told


@given(st.integers(1, 12))
def test_a_month_by_its_number_is_no_claim(month: int) -> None:
    known = table([{"month": at, "orders": 41 + at} for at in range(1, 13)])
    assert names(f"In month {month} there were {41 + month} orders.", known) == [str(month)]
    assert names(f"There were {month} orders each month.", known) == []
    (_, one) = bound(f"In month {month} there were {41 + month} orders.", known)
    assert one.binding.reading is not None
    assert one.binding.reading.location == f"data[{month - 1}].orders"


def names(text: str, known: TableIndex) -> list[str]:
    """The numbers of a text that are names."""
    read = Text(text)
    claims = extract_numbers(read, numeric.extract_options(NumericSettings())).claims
    binder = EngineBinder(NumericSettings(), read, [known], Detail.BINDINGS)
    return [read.slice(claims[at].number.span) for at in binder.names(claims)]


def test_a_rounded_number_is_exact_and_a_cut_one_tolerated() -> None:
    known = table([{"city": "Oslo", "tonnes": 25.98}, {"city": "Bergen", "tonnes": 11.2}])
    (rounded,) = bound("Oslo had 26 tonnes.", known)
    (cut,) = bound("Oslo had 25 tonnes.", known)
    assert (rounded.binding.grade, cut.binding.grade) == (Grade.EXACT, Grade.TOLERATED)
    assert cut.codes == ("WITHIN_TOLERANCE",)


@settings(max_examples=30)
@given(VALUES, st.randoms(use_true_random=False))
def test_each_candidate_comes_to_what_its_formula_gives(values: list[int], random: Any) -> None:
    rows = [
        {"city": c, "month": m, "visits": v + 7 * i, "orders (k)": random.randint(10, 99) / 4}
        for c, v in zip(CITIES, values, strict=False)
        for i, m in enumerate(MONTHS)
    ]
    known = stored.known([table(rows)])
    read = Text(
        "Oslo had 31% of all visits in January 2024, 12.5% more than Bergen, 1.4 times as many "
        "as Tromso and 900 fewer than in February; 41 orders a visit, 7,000 above March."
    )
    claims = extract_numbers(read, numeric.extract_options(NumericSettings())).claims
    ranker = TextRanker(read, claims, known.evidence, FeatureWeights(shipped()), NumericSettings())
    places = CandidatePlaces(known.evidence, known.catalogs, ranker.aggregates)
    for claim, (target, ranked) in zip(claims, ranker.numbers(), strict=True):
        one = StatedNumber(QualifiedNumber(claim.number), target, NumericSettings(), falls=False)
        found = ranked.found
        for at in random.sample(range(found.value.size), min(60, found.value.size)):
            exact = places.exact(ranked, at, one)
            if np.isfinite(found.value[at]) and exact is not None:
                told = (found.value[at], found.alternative[at])
                assert any(float(exact) == pytest.approx(value) for value in told)


def test_every_formula_has_a_value_and_a_name() -> None:
    told = {one.name for one in FORMULAS if one.quantity is not Quantity.COUNT} - {"cell"}
    assert told == {*places_.COMPUTED} == {*places_.WRITTEN}


@pytest.mark.parametrize(
    ("word", "country"), [("at", "Austria"), ("it", "Italy"), ("no", "Norway"), ("per", "Peru")]
)
def test_a_word_in_small_letters_is_no_code_of_a_country(word: str, country: str) -> None:
    rows = [{"country": name, "gdp": 7000 + at} for at, name in enumerate((country, "Poland"))]
    (small,) = bound(f"Poland stood {word} 7,001 in gdp.", table(rows))
    assert small.binding.verdict is Verdict.SUPPORTED
    (named,) = bound(f"{word.upper()} had a gdp of 7,000.", table(rows))
    assert named.binding.reading is not None
    assert named.binding.reading.location == "data[0].gdp"
