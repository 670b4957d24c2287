"""What rows are called beside their labels."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sidecar.binding.language import namesakes
from sidecar.binding.language.labels import LabelIndex
from sidecar.binding.language.words import tokens


def named(text: str, *labels: str) -> list[str]:
    """The labels that a text names."""
    index = LabelIndex(0, labels)
    return [index.values[mention.value] for mention in index.find(tokens(text, 0, len(text)))]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("American orders rose", "United States"),
        ("orders from the US rose", "United States"),
        ("what the Dutch buy", "Netherlands"),
        ("factories shed jobs", "Manufacturing"),
        ("hotels and restaurants hired", "Accommodation and food"),
        ("she is paid by HR", "Human resources"),
        ("the women earned less", "F"),
        ("the web shop took more", "Online"),
    ],
)
def test_a_row_is_named_by_what_else_it_is_called(text: str, label: str) -> None:
    assert named(text, label, "Fisheries and forestry") == [label]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("it gave us 12", ("United States", "Information technology")),  # pronouns
        ("orders by phone", ("Call", "Telephone")),  # either of two
        ("the shop sold 12", ("Shop fittings", "Store")),  # a word of a label is that label's
    ],
)
def test_a_word_that_tells_no_row_apart_names_none(text: str, labels: tuple[str, ...]) -> None:
    assert not {"United States", "Information technology", "Call", "Telephone", "Store"} & set(
        named(text, *labels)
    )


def test_a_word_stands_for_one_meaning_only() -> None:
    groups = [set(map(namesakes.phrase, group.split("|"))) for group in namesakes.GROUPS]
    said = Counter(each for group in groups for each in group)
    assert {each for each, count in said.items() if count > 1} == set()


def test_wrong_numbers_of_rows_that_are_called_otherwise_are_flagged(flagged: Any) -> None:
    table = ["sector", "jobs_2023", "jobs_2024"], [
        ["Manufacturing", 41200, 33700], ["Retail", 28900, 30100], ["Mining", 5100, 4800],
    ]  # fmt: skip
    assert flagged("Factories shed 7,500 jobs in 2024.", table) == []
    assert flagged("Factories shed 6,500 jobs in 2024.", table) == ["6,500"]
