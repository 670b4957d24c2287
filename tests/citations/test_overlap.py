"""Words by their beginnings, numbers at the precision that they are written with."""

from __future__ import annotations

import pytest

from sidecar.citations.overlap import CitedContent, content_words
from sidecar.model.text import Text
from sidecar.text import numbers
from sidecar.text.masks import NO_HOLES
from sidecar.text.options import ExtractOptions


def test_words_of_one_family_are_alike_and_common_ones_do_not_count() -> None:
    assert content_words("The employment of the employees") == {"employ"}
    assert content_words("建筑业") == {"建筑", "筑业"}
    assert content_words("5 % of it") == frozenset()


@pytest.mark.parametrize(
    ("sentence", "cited", "share"),
    [
        ("Employment in construction grew", "Employees in construction: it grew", 1.0),
        ("Employment in construction grew", "Construction fell", 1 / 3),
        ("Employment in construction grew", "Bananas ripen", 0.0),
        ("It grew", "It grew", None),  # too few words to tell
        ("Employment in construction grew", "", None),
    ],
)
def test_overlap(sentence: str, cited: str, share: float | None) -> None:
    assert CitedContent(cited).overlap(content_words(sentence)) == share


@pytest.mark.parametrize(
    ("written", "cited", "held"),
    [
        ("48,117", "48117 people", True),
        ("48 thousand", "48,117 people", True),
        ("48.2 thousand", "48,117 people", False),
        ("15 %", "by 15 percent", True),
        ("15 %", "a share of 0.15", True),
        ("15", "0.15", False),
        ("-5", "fell by 5", True),
        ("0", "5", False),
        ("0", "zero or 0", True),
        ("about 50,000", "48,117", True),
        ("about 60,000", "48,117", False),
        ("exactly 50,000", "48,117", False),
        ("25", "2025", False),
        ("25", "25.6", False),
        ("25", "25-30", True),  # a range holds its ends
        ("25", "x25 or (25)", True),
        ("19", "COVID-19", False),
        ("30", "    x = 30  # in code", True),
        ("7", "", False),
    ],
)
def test_holds(written: str, cited: str, held: bool) -> None:
    (number,), _ = numbers.read_numbers(Text(written), ExtractOptions(), NO_HOLES)
    for around in ("", " " * 5000):  # long texts are not searched for the signs themselves
        assert CitedContent(cited + around).holds(number, written) is held
