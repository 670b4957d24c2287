"""A period that stands only beside a value is not its period, nor that of the next sentence."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.passages.dating import PeriodMention
from sidecar.binding.language import edges
from sidecar.binding.language.periods import find
from sidecar.binding.language.words import tokens
from sidecar.model.report import Verdict

YEARS = (
    ["depot", "staff_2022", "staff_2023"],
    [["Ash", 310, 388], ["Elm", 214, 262], ["Fir", 515, 498]],
)


@pytest.mark.parametrize(
    "text",
    ["1.7 times October", "3 x October", "with October at 100", "October = 100", "since October",
     "than in October", "setting October to 100"],
)  # fmt: skip
def test_a_period_beside_the_value_is_an_edge(text: str) -> None:
    assert _is_edge(text)


@pytest.mark.parametrize(
    "text", ["October: 100", "three times in October", "in October at 120", "on Friday"]
)
def test_the_period_of_a_value_is_none(text: str) -> None:
    assert not _is_edge(text)


def _is_edge(text: str) -> bool:
    words = tokens(text, 0, len(text))
    ((start, end, period),) = find(text)
    first = next(at for at, word in enumerate(words) if word.start == start)
    last = next(at for at, word in enumerate(words) if word.end == end)
    return edges.is_edge(words, PeriodMention(period, first, last + 1))


def test_the_base_of_an_index_is_not_the_period_of_the_next_sentence(flagged: Any) -> None:
    text = "With 2022 at 100, staff at Ash stands at 125. Staff at Elm: {}."
    assert flagged(text.format(262), YEARS) == []
    assert flagged(text.format(226), YEARS) == ["226"]


def test_a_period_that_is_multiplied_is_only_compared_with(bind: Any) -> None:
    # Trap: "its third-quarter figure" is not when the 12.34 were earned.
    columns = ["title", "qtr", "revenue"]
    rows = [
        ["Ember", "Q3", 10.67],
        ["Ember", "Q4", 12.34],
        ["Night", "Q3", 2.3],
        ["Night", "Q4", 4.42],
    ]
    text = "Revenue rose in Q4. Ember made 12.34 and Night 4.42, double its third-quarter figure."
    bound, _ = bind(text, columns, rows)
    assert [one.binding.verdict for one in bound[:2]] == [Verdict.SUPPORTED] * 2
