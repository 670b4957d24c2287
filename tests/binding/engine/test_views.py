"""What the engine makes of query results: columns of codes, marked numbers, names of periods."""

from __future__ import annotations

import pytest
from ranked_numbers import evidence_of

from sidecar.binding.engine.reading import TextArrays
from sidecar.binding.language.dated_cells import whole
from sidecar.binding.language.periods import TimePeriod
from sidecar.model.text import Text


def test_a_column_that_lists_several_variables_is_several_dimensions() -> None:
    told = "unit,geo"
    rows = [{told: f"PC,{geo}", "rate": at} for at, geo in enumerate(("BE", "DK", "SE"), 1)]
    (view,) = evidence_of(rows).views
    assert [(d.name, d.labels, d.is_key) for d in view.dimensions] == [
        (("unit",), ["PC"], False),
        (("geo",), ["BE", "DK", "SE"], True),
    ]


def test_labels_with_commas_alone_are_one_dimension() -> None:
    rows = [{"city": f"{name}, Norway", "n": 4} for name in ("Oslo", "Bergen")]
    (view,) = evidence_of(rows).views
    assert [d.labels for d in view.dimensions] == [["Oslo, Norway", "Bergen, Norway"]]


@pytest.mark.parametrize("cells", [["1,234 [r]", 98.25, "7 b"], [1234, "98.25", 7]])
def test_marked_numbers_are_of_one_measure_with_plain_ones(cells: list[object]) -> None:
    names = ("Oslo", "Bergen", "Hamar")
    rows = [{"city": city, "n": cell} for city, cell in zip(names, cells, strict=True)]
    (one,) = evidence_of(rows).measures
    assert one.values.tolist() == [1234, 98.25, 7]


def test_suppressed_cells_leave_a_column_of_figures_a_measure() -> None:
    figures = ("1,234 [r]", "2,487", "961", "[c]", "(D)")
    rows = [{"city": f"c{at}", "n": cell} for at, cell in enumerate(figures)]
    (one,) = evidence_of(rows).measures
    assert one.values[:3].tolist() == [1234, 2487, 961]


def test_columns_of_periods_in_two_languages_are_turned_into_rows() -> None:
    rows = [{"city": c, "May 2024 / mai 2024": 1, "June 2024 / juin 2024": 2} for c in "AB"]
    (view,) = evidence_of(rows).views
    assert (view.rows, len(view.measures)) == (4, 1)


def test_quarters_are_written_with_q_or_t() -> None:
    assert whole("2023-T2") == whole("2023-Q2") == TimePeriod(2023, 1, 2)


@pytest.mark.parametrize(("text", "said"), [("Sales in OR were 340.", 1), ("In all, or 340.", 0)])
def test_codes_that_are_common_words_are_named_in_capitals_alone(text: str, said: int) -> None:
    evidence = evidence_of([{"state": state, "sales": 340} for state in ("IN", "OR")])
    reading = TextArrays(Text(text), evidence, [], [])
    assert len(reading.mentions) == said
