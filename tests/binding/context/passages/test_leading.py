"""Which number a name leads to."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from sidecar.binding.context.passages.leading import leads_to
from sidecar.binding.language.words import tokens


class _Name(NamedTuple):
    start: int
    end: int


@pytest.mark.parametrize(
    ("text", "name", "number"),
    [
        ("the salary is 61,200, plus a bonus of 4,800", "salary", "61,200"),
        ("the salary is 61,200, plus a bonus of 4,800", "bonus", "4,800"),
        ("the salary in 2023 was 61,200", "salary", "61,200"),
        ("revenue and profit were 12", "revenue", None),
        ("the highest gdp emitted 58.8", "gdp", None),
        ("sold 12 units at 4.80", "units", None),
        ("the average stood at 4.80", "average", "4.80"),
    ],
)
def test_a_name_leads_to_the_number_after_it(text: str, name: str, number: str | None) -> None:
    words = tokens(text, 0, len(text))
    at = next(at for at, word in enumerate(words) if word.word == name)
    led = leads_to(words, _Name(at, at + 1))
    assert (words[led].word if led >= 0 else None) == number
