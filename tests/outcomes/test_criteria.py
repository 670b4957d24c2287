"""Criteria: the seed's load as they stand, and everything that is wrong is told at once."""

from __future__ import annotations

import json
import time
from decimal import Decimal
from typing import Any

import pytest
from outcomes.seed import IMAGES, SUMMARY, codes, criterion, engine, valid

from sidecar.model.currencies import MONEY, OTHER
from sidecar.model.outcome import Aggregation, Money, Range
from sidecar.outcomes.documents import DocumentUnreadable, parse_documents
from sidecar.settlement.model import CURRENCY_PLACES


def test_both_examples_of_the_seed_are_read_as_they_stand() -> None:
    summary, images = valid(SUMMARY), valid(IMAGES)
    accuracy, latency, length, words = summary.criteria
    assert accuracy.threshold == Decimal("0.90")
    assert accuracy.bonus == Money(Decimal("0.03"), "USD")
    assert not latency.required
    assert length.threshold == Range(Decimal(100), Decimal(500))
    assert words.threshold == ("summary", "conclusion")
    assert images.aggregation is Aggregation.WEIGHTED
    assert images.minimum_weighted_score == Decimal("0.75")
    assert [one.weight for one in images.criteria] == [Decimal("0.6"), Decimal("0.4")]


def test_a_bonus_without_a_currency_is_told() -> None:
    assert codes(SUMMARY, currency="") == ["CURRENCY_MISSING"]


def test_documents_are_separated_by_lines_too_and_faults_name_the_line_of_the_file() -> None:
    assert parse_documents(b"criteria: []\n---\nsuccess_criteria: {a: 1}\n") == [
        {"criteria": []},
        {"a": 1},
    ]
    with pytest.raises(DocumentUnreadable, match="line 3"):
        parse_documents(b"success_criteria: {}\nsuccess_criteria:\n  a: *b\n")
    with pytest.raises(DocumentUnreadable, match="'extractors' stands beside"):
        parse_documents(b"success_criteria: {}\nextractors: {}\n")
    with pytest.raises(DocumentUnreadable, match="surrogate"):
        parse_documents(b'{"criteria": [{"metric": "\\ud800"}]}')
    with pytest.raises(DocumentUnreadable, match="twice"):
        parse_documents(b"a: 1\na: 2\n")


@pytest.mark.parametrize("unit", ["[", "{", '{"a":', "- ", "? ", "{a: [", "[{b: "])
def test_documents_are_read_no_deeper_than_anybody_writes_them(unit: str) -> None:
    for length in (1_000, 60_000):
        with pytest.raises(DocumentUnreadable, match=r"line 1, .*more than 64 levels"):
            parse_documents((unit * (length // len(unit))).encode())
    deepest: object = "x"
    for _ in range(64):
        deepest = [deepest]
    assert parse_documents(json.dumps(deepest).encode()) == [deepest]


def test_reading_many_documents_takes_linear_time() -> None:
    def seconds(count: int) -> float:
        started = time.thread_time()
        parse_documents(b"---\n" * count)
        return time.thread_time() - started

    assert seconds(4_000) < 30 * (seconds(400) + 0.005)  # quadratic: a hundred times


@pytest.mark.parametrize(
    ("written", "bonus"),
    [
        ("0.10", "0.1"),
        ("7", "7"),
        ("1.5e3", "1500"),
        ("010", "10"),
        ("12345678.123456789", "12345678.123456789"),
        ("999999999999999.99", "999999999999999.99"),
        ("1:30", None),
        ("0x1F", None),
        (".inf", None),
        ("1.e99999", None),
    ],
)
def test_amounts_in_documents_are_what_is_written(written: str, bonus: str | None) -> None:
    """YAML 1.1 has 010 for 8 and 1:30 for 90, and floats have fewer digits than amounts."""
    (given,) = parse_documents(
        b"criteria: [{metric: output_length, metric_type: count, comparison: gte, threshold: 1,"
        b" bonus: %b}]\ncurrency: USD\n" % written.encode()
    )
    if bonus is None:
        assert codes(given) == ["AMOUNT_INVALID"]
    else:
        assert valid(given).criteria[0].bonus == Money(Decimal(bonus), "USD")


def wrong(**fields: Any) -> dict[str, Any]:
    return {"criteria": [criterion(**fields)]}


SHARE = {"metric": "accuracy", "metric_type": "percentage"}
FLAG = {"metric": "matches_schema", "metric_type": "matches_schema", "comparison": "eq"}
WORDS = {"metric": "contains_keywords", "metric_type": "contains", "comparison": "contains_all"}
RANGE = {"comparison": "in_range"}

FAULTS: list[tuple[Any, list[str]]] = [
    ([], ["CRITERIA_MALFORMED"]),
    ({}, ["CRITERIA_EMPTY"]),
    ({"criteria": []}, ["CRITERIA_EMPTY"]),
    ({"criteria": [3]}, ["CRITERIA_MALFORMED"]),
    ({"criteria": [criterion()], "agregation": "all"}, ["CRITERIA_MALFORMED"]),
    ({"criteria": [criterion()] * 11}, ["CRITERIA_TOO_MANY"]),
    ({"criteria": [criterion()], "aggregation": "most"}, ["AGGREGATION_UNKNOWN"]),
    (wrong(metric="accurcy", metric_type="percentage"), ["METRIC_UNKNOWN"]),
    (wrong(metric=None), ["METRIC_UNKNOWN"]),
    (wrong(metric_type="number"), ["METRIC_TYPE_UNKNOWN"]),
    (wrong(metric_type=["count"]), ["METRIC_TYPE_UNKNOWN"]),
    (wrong(metric_type="latency"), ["METRIC_TYPE_WRONG"]),
    (wrong(comparison=">="), ["COMPARISON_UNKNOWN"]),
    (wrong(comparison="contains_all", threshold=["a"]), ["COMPARISON_WRONG"]),
    (
        wrong(**FLAG | {"comparison": "gte", "threshold": True}),
        ["COMPARISON_WRONG", "THRESHOLD_KIND_WRONG"],
    ),
    (wrong(threshold=None), ["THRESHOLD_MISSING"]),
    (wrong(threshold=True), ["THRESHOLD_KIND_WRONG"]),
    (wrong(threshold="many"), ["THRESHOLD_KIND_WRONG"]),
    (wrong(threshold=2.5), ["THRESHOLD_KIND_WRONG"]),
    (wrong(threshold=float("nan")), ["THRESHOLD_KIND_WRONG"]),
    (wrong(threshold=float("inf")), ["THRESHOLD_KIND_WRONG"]),
    (wrong(threshold=10**400), ["THRESHOLD_KIND_WRONG"]),
    (wrong(threshold={"min": 1, "max": 2}), ["THRESHOLD_KIND_WRONG"]),
    (wrong(threshold=-1), ["THRESHOLD_OUT_OF_RANGE"]),
    (wrong(comparison="lt"), ["THRESHOLD_IMPOSSIBLE"]),
    (wrong(**FLAG, threshold=1), ["THRESHOLD_KIND_WRONG"]),
    (wrong(**SHARE, threshold=90), ["PERCENTAGE_SCALE_UNCLEAR"]),
    (wrong(**SHARE, threshold=1, comparison="gt"), ["THRESHOLD_IMPOSSIBLE"]),
    (wrong(**RANGE, threshold=5), ["THRESHOLD_KIND_WRONG"]),
    (wrong(**RANGE, threshold={"min": 1}), ["RANGE_INCOMPLETE"]),
    (wrong(**RANGE, threshold={}), ["RANGE_INCOMPLETE"]),
    (wrong(**RANGE, threshold={"min": 5, "max": 4}), ["RANGE_IMPOSSIBLE"]),
    (
        wrong(**RANGE, threshold={"min": -1, "max": "x"}),
        ["THRESHOLD_OUT_OF_RANGE", "THRESHOLD_KIND_WRONG"],
    ),
    (wrong(**WORDS, threshold="summary"), ["THRESHOLD_KIND_WRONG"]),
    (wrong(**WORDS, threshold=[]), ["WORDS_INVALID"]),
    (wrong(**WORDS, threshold=["a", " ", 3]), ["WORDS_INVALID", "WORDS_INVALID"]),
    (wrong(weight=-1), ["WEIGHT_INVALID"]),
    (wrong(weight=True), ["WEIGHT_INVALID"]),
    (wrong(weight=float("inf")), ["WEIGHT_INVALID"]),
    (wrong(required="yes"), ["CRITERIA_MALFORMED"]),
    (wrong(bonus=-0.01), ["AMOUNT_INVALID"]),
    (wrong(penalty=float("nan")), ["AMOUNT_INVALID"]),
    (wrong(bonus={"amount": 1, "currency": "dollars"}), ["AMOUNT_INVALID"]),
    (wrong(bonus="0.0000000001"), ["AMOUNT_INVALID"]),
    (wrong(bonus=1, penalty={"amount": 1, "currency": "EUR"}), ["CURRENCY_MIXED"]),
    ({"criteria": [criterion(bonus=1)], "currency": "$"}, ["CURRENCY_INVALID"]),
    ({"criteria": [criterion(bonus=1)], "currency": "XAU"}, ["CURRENCY_INVALID"]),
    (wrong(bonus={"amount": 1, "currency": "XXX"}), ["CURRENCY_INVALID"]),
    (
        {
            "currency": "USD",
            "criteria": [
                criterion(bonus={"amount": 1, "currency": "EUR"}),
                criterion("word_count", penalty={"amount": 1, "currency": "EUR"}),
            ],
        },
        ["CURRENCY_MIXED", "CURRENCY_MIXED"],
    ),
    (
        {"criteria": [criterion(), criterion(threshold="0.0", weight=3, bonus=1)]},
        ["CRITERION_REPEATED"],
    ),
    (
        {
            "criteria": [
                criterion(
                    "contains_keywords",
                    metric_type="contains",
                    comparison="contains_all",
                    threshold=["a", "B"],
                ),
                criterion(
                    "contains_keywords",
                    metric_type="contains",
                    comparison="contains_all",
                    threshold=["b", "A"],
                ),
                criterion(threshold=-1),
            ]
        },
        ["THRESHOLD_OUT_OF_RANGE", "CRITERION_REPEATED"],
    ),
    ({"criteria": [criterion(weight=0)], "aggregation": "weighted"}, ["WEIGHTS_SUM_TO_NOTHING"]),
    ({"criteria": [criterion()], "minimum_weighted_score": 0.5}, ["SCORE_WITHOUT_WEIGHTS"]),
    (
        {"criteria": [criterion()], "aggregation": "weighted", "minimum_weighted_score": 75},
        ["SCORE_INVALID"],
    ),
    (
        {"criteria": [criterion()], "aggregation": "weighted", "minimum_weighted_score": 0},
        ["SCORE_INVALID"],
    ),
    ({"criteria": [criterion(required=False)]}, ["NOTHING_REQUIRED"]),
    (
        {"criteria": [criterion(threshold=10), criterion(comparison="lt", threshold=10)]},
        ["CRITERIA_CONTRADICT"],
    ),
]


@pytest.mark.parametrize(("given", "wanted"), FAULTS, ids=lambda each: str(each)[:60])
def test_each_fault_has_its_code(given: object, wanted: list[str]) -> None:
    assert codes(given) == wanted


@pytest.mark.parametrize(
    "fields",
    [
        {"threshold": 10, "comparison": "lte"},
        {"threshold": 11, "required": False, "comparison": "lt"},
        {"threshold": 0, "comparison": "neq"},
    ],
)
def test_criteria_of_one_metric_that_some_value_meets_are_right(fields: dict[str, Any]) -> None:
    assert codes({"criteria": [criterion(threshold=10), criterion(**fields)]}) == []


def test_all_faults_come_at_once_and_name_their_criterion() -> None:
    faults = (
        engine()
        .read({"criteria": [criterion(), criterion("lenght", threshold=-1, weight=-1, bonus=-1)]})
        .faults
    )
    assert [fault.code for fault in faults] == [
        "METRIC_UNKNOWN",
        "THRESHOLD_OUT_OF_RANGE",
        "WEIGHT_INVALID",
        "AMOUNT_INVALID",
    ]
    assert {fault.index for fault in faults} == {1}
    assert all(fault.message.startswith("criteria[1] lenght: ") for fault in faults)


def test_an_unknown_metric_is_told_with_the_nearest() -> None:
    (fault,) = engine().read(wrong(metric="lateny_ms", metric_type="latency")).faults
    assert "did you mean 'latency_ms'?" in fault.message


def test_an_amount_may_name_its_currency() -> None:
    read = valid({"criteria": [criterion(bonus={"amount": "0.1", "currency": "EUR"})]}, currency="")
    assert read.currency == "EUR"
    assert valid({"criteria": [criterion()]}).currency == ""


def test_a_disabled_extractor_measures_nothing() -> None:
    off = {"extractors": {"text_quality": {"enabled": False}}}
    assert codes({"criteria": [criterion()]}, **off) == ["METRIC_UNKNOWN"]


def test_a_currency_inside_is_compared_with_that_of_the_criteria() -> None:
    named = criterion(bonus={"amount": 1, "currency": "EUR"})
    (fault,) = engine().read({"currency": "USD", "criteria": [named]}).faults
    assert (fault.index, fault.field) == (0, "bonus")
    assert "it is in EUR, and the criteria are in USD" in fault.message
    # The settings' own is for criteria that say none, and no contradiction.
    assert valid({"criteria": [named]}).currency == "EUR"


def test_only_money_of_iso_4217_is_a_currency() -> None:
    for code in (*MONEY, *OTHER, *(f"Q{a}{b}" for a in "AZ" for b in "AZ"), "usd", "US", ""):
        given = {"criteria": [criterion(bonus=1)], "currency": code}
        assert codes(given) == ([] if code in MONEY or not code else ["CURRENCY_INVALID"]), code
    assert not MONEY & OTHER.keys()
    assert {*CURRENCY_PLACES} <= MONEY | OTHER.keys()


def test_the_same_metric_may_be_compared_twice_in_two_ways() -> None:
    assert codes({"criteria": [criterion(threshold=1), criterion(threshold=2)]}) == []
    assert codes({"criteria": [criterion(), criterion(comparison="gt")]}) == []
