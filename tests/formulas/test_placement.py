"""What a formula picks, beside what the sentence of its number names."""

from __future__ import annotations

import json
import re

import pytest

from sidecar.evidence.header import Format, Header
from sidecar.evidence.json_rows import decode_json
from sidecar.evidence.settings import EvidenceLimits
from sidecar.formulas.placement import EqualityFilter, find_misplacement

ROWS = [
    {"region": "North", "year": 2022, "quarter": "Q1", "units": 40},
    {"region": "South", "year": 2022, "quarter": "Q1", "units": 50},
    {"region": "North", "year": 2023, "quarter": "Q2", "units": 60},
    {"region": "US", "year": 2023, "quarter": "Q2", "units": 70},
    {"region": "New South Wales", "year": 2023, "quarter": "Q2", "units": 80},
]
SALES = decode_json(
    json.dumps(ROWS).encode(), Header(query_id="sales", format=Format.JSON), EvidenceLimits()
)


@pytest.mark.parametrize(
    ("sentence", "picks", "wrong"),
    [
        ("The North sold 40 units.", {"region": "North"}, ""),
        ("The north sold 40 units.", {"region": "North"}, ""),
        ("The South sold 40 units.", {"region": "North"}, "South"),
        ("In NORTH and South we sold 90 units.", {"region": "North"}, ""),
        ("We sold 40 units there.", {"region": "North"}, ""),  # named before
        ("In 2022 the North sold 40 units.", {"region": "North", "year": "2022"}, ""),
        ("In 2023 the North sold 40 units.", {"region": "North", "year": "2022"}, "2023"),
        ("The North grew by half in 2023.", {"year": "2022"}, "2023"),
        ("They told us of 70 units.", {"region": "US"}, ""),
        ("They told us of 40 units.", {"region": "North"}, ""),  # "us" is no US
        ("The US sold 40 units.", {"region": "North"}, "US"),
        ("In Q2 they sold 40 units.", {"quarter": "Q1"}, "Q2"),
        ("New South Wales sold 40 units.", {"region": "North"}, "New South Wales, South"),
        ("NSW sold 40 units, the South 50.", {"region": "New South Wales"}, ""),
        ("Up north 40 units were sold in the South's year.", {"region": "North"}, ""),
        ("The South was behind, with 40 units sold.", {"region": "North"}, ""),  # another clause
        ("It rose from 30 in 2022 to 40.", {"year": "2023"}, ""),
        ("There were 40 of them.", {"units": "40"}, ""),  # a measure names nothing
    ],
)
def test_what_is_named_must_be_picked(sentence: str, picks: dict[str, str], wrong: str) -> None:
    selects = [EqualityFilter("sales", column, literal) for column, literal in picks.items()]
    found = find_misplacement(selects, sentence, _number(sentence), [SALES])
    assert (found.named if found else "") == wrong
    if found:
        assert found.named in str(found)
        assert found.picked in str(found)


def _number(sentence: str) -> int:
    return re.search(r"\b(?:40|70|90)\b|\bhalf\b", sentence).start()  # type: ignore[union-attr]


def test_several_picks_of_a_column_need_one_that_is_named() -> None:
    grown = [EqualityFilter("sales", "year", "2022"), EqualityFilter("sales", "year", "2023")]
    assert find_misplacement(grown, "It grew by half in 2023.", 11, [SALES]) is None


def test_an_unknown_column_or_result_says_nothing() -> None:
    assert (
        find_misplacement(
            [EqualityFilter("sales", "city", "Oslo")], "The South sold 40.", 15, [SALES]
        )
        is None
    )
    assert (
        find_misplacement(
            [EqualityFilter("other", "region", "North")], "The South sold 40.", 15, [SALES]
        )
        is None
    )
