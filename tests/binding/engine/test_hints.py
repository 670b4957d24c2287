"""What would fix a wrong decision: hints are true, few, and absent where nothing is wrong."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from bound_numbers import bound, table

from sidecar.model.report import Detail
from sidecar.model.why import Hint


def hints(text: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> list[Hint]:
    """The hints about the first number of a text."""
    found = table([dict(zip(columns, row, strict=True)) for row in rows])
    return list(bound(text, found, detail=Detail.EXPLAIN)[0].binding.hints)


def codes(found: Sequence[Hint]) -> list[str]:
    return [hint.code for hint in found]


REGIONS = [["North", 1234.5, 61], ["South", 5678.25, 58]]


def test_a_number_that_is_plainly_bound_has_none() -> None:
    assert hints("North had 61 staff.", ["region", "amt", "staff"], REGIONS) == []


def test_a_unit_that_is_not_declared_is_named_with_its_column() -> None:
    found = hints("The amount of North was $1.9.", ["region", "amt", "staff"], REGIONS)
    assert found[0].code == "UNIT_UNKNOWN"
    assert "no unit is known of column `amt` of q" in found[0].message
    assert found[0].details == {"query_id": "q", "columns": "amt"}


def test_where_no_column_is_read_all_without_a_unit_are_told() -> None:
    found = hints("North stood at $9,999.", ["region", "amt", "staff"], REGIONS)
    assert found[0].code == "UNIT_UNKNOWN"
    assert "no column of q is known to be in USD" in found[0].message
    assert "(`amt`, `staff`)" in found[0].message


def test_a_bare_count_needs_no_unit() -> None:
    found = hints("The amount of North was 97.", ["region", "amt", "staff"], REGIONS)
    assert "UNIT_UNKNOWN" not in codes(found)


def test_a_declared_unit_is_not_asked_for() -> None:
    found = hints("North's price was $9.", ["region", "price_usd"], [["North", 5], ["South", 8]])
    assert "UNIT_UNKNOWN" not in codes(found)


def test_a_name_that_two_rows_share_is_told_with_both() -> None:
    rows = [["Ann Smith", 12], ["Joe Smith", 30], ["Eve Jones", 44]]
    (shared, *_) = hints("Smith scored 15 points.", ["player", "points"], rows)
    assert shared.code == "LABEL_SHARED"
    assert "“Smith” names 2 rows of q (“Ann Smith”, “Joe Smith”)" in shared.message


def test_a_word_that_names_no_column_may_be_a_synonym() -> None:
    rows = [["North", 4870, 61], ["South", 8150, 58]]
    found = hints("In North, intake was 4,870.5.", ["region", "revenue", "staff"], rows)
    (word,) = [hint for hint in found if hint.code == "WORD_UNKNOWN"]
    assert "“intake” is no known name of any column" in word.message
    assert word.details["word"] == "intake"


@pytest.mark.parametrize("said", ["revenue", "Revenue", "revenues", "turnover"])
def test_a_known_word_is_not_called_unknown(said: str) -> None:
    rows = [["North", 4870, 61], ["South", 8150, 58]]
    found = hints(f"In North, {said} was 9,999.", ["region", "revenue", "staff"], rows)
    assert "WORD_UNKNOWN" not in codes(found)


@pytest.mark.parametrize(
    "text",
    [
        "In North, 12 percent of 9,999 left.",  # what another number counts
        "In North, the first quarter was 9,999.",  # a period
        "What the North was 9,999.",  # no noun at all
        "North came to 9,999 leading South.",  # a verb
    ],
)
def test_what_names_no_measure_is_not_called_unknown(text: str) -> None:
    rows = [["North", 4870, 61], ["South", 8150, 58]]
    words = [
        h.details for h in hints(text, ["region", "revenue", "staff"], rows) if "WORD" in h.code
    ]
    assert not {word["word"] for word in words} & {"percent", "quarter", "What", "North", "leading"}


def test_what_was_carried_over_is_told() -> None:
    text = "# North\n\nThe staff was 99."
    (carried,) = [h for h in hints(text, ["region", "amt", "staff"], REGIONS) if "CARR" in h.code]
    assert "the row “North” was carried over from a heading" in carried.message


def test_a_period_after_a_wrong_number_is_told() -> None:
    rows = [["North", 2006, 61], ["North", 2007, 58], ["South", 2006, 40], ["South", 2007, 41]]
    found = hints("North had 75 staff by the end of 2007.", ["region", "year", "staff"], rows)
    (after,) = [hint for hint in found if hint.code == "NAMED_AFTER"]
    assert "the period “2007” stands after the number" in after.message


def test_there_are_never_more_than_three() -> None:
    rows = [["Ann Smith", 12, 1], ["Joe Smith", 30, 2], ["Eve Jones", 44, 3]]
    text = "# Jones\n\nThe fee of Smith was $77 in all."
    assert len(hints(text, ["player", "points", "fouls"], rows)) <= 3
