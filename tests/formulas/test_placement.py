"""What a formula picks, beside what the sentence of its number names."""

from __future__ import annotations

import json
import re

import pytest

from sidecar.evidence.header import Format, Header
from sidecar.evidence.json_rows import decode_json
from sidecar.evidence.settings import EvidenceLimits
from sidecar.formulas.placement import (
    EqualityFilter,
    find_misplacement,
    find_other_statistic,
)

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


MONTHS = decode_json(
    json.dumps(
        [
            {"month": f"{year}-{n:02}", "day": f"{year}-{n:02}-01"}
            for year in (2013, 2014)
            for n in range(1, 13)
        ]
    ).encode(),
    Header(query_id="jobs", format=Format.JSON),
    EvidenceLimits(),
)


@pytest.mark.parametrize("column", ["month", "day"])
@pytest.mark.parametrize(
    ("sentence", "picked", "named"),
    [
        ("In December 2014 there were 40.", "2014-12", ""),
        ("In Dec 2014 there were 40.", "2014-12", ""),
        ("In December 2014 there were 40.", "2014-11", "2014-12"),
        ("In Dec 2014 there were 40.", "2014-11", "2014-12"),
        ("In December 2014 there were 40.", "2013-12", ""),  # of the year before, perhaps
        ("In November there were 40, as in December 2014.", "2014-11", ""),
        ("In 2014 there were 40.", "2014-12", ""),  # the last value of a year
        ("There may have been 40.", "2014-11", ""),
    ],
)
def test_months_in_digits_are_named_in_words(
    sentence: str, picked: str, named: str, column: str
) -> None:
    end = "-01" if column == "day" else ""
    select = EqualityFilter("jobs", column, picked + end)
    found = find_misplacement([select], sentence, _number(sentence), [MONTHS])
    assert (found.named if found else "") == (named and named + end)


@pytest.mark.parametrize(
    ("sentence", "query", "wrong"),
    [
        ("The median was 40.", "SELECT median(a) FROM t", False),
        ("The median was 40.", "SELECT avg(a) FROM t", True),
        ("The median was 40.", "SELECT MEAN (a) FROM t", True),
        ("On average it was 40.", "SELECT median(a) FROM t", True),
        ("It averaged 40.", "SELECT avg(a) FROM t", False),
        ("It averaged 40.", "SELECT sum(a) / count(*) FROM t", False),
        ("The average was 40.", "SELECT yield FROM t", False),  # a column of averages
        ("The median was 30, and the mean 40.", "SELECT avg(a) FROM t", False),
        ("The mean of the medians was 40.", "SELECT avg(a) FROM t", False),
        (
            "The median of the means was 40.",
            "SELECT median(a) FROM (SELECT avg(a) AS a FROM t)",
            False,
        ),
        ("It was 40.", "SELECT median(a) FROM t", False),
    ],
)
def test_the_median_is_not_the_mean(sentence: str, query: str, wrong: bool) -> None:
    assert bool(find_other_statistic(query, sentence, sentence.index("40"))) is wrong
