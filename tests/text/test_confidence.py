"""How sure a text says that it is, and what only sounds like it."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.citations.settings import SupportSettings
from sidecar.model.number import SkipReason
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.confidence import find_confidence
from sidecar.text.layout import read_layout
from sidecar.text.masks import find_masks
from sidecar.text.options import ExtractOptions

WORDS = SupportSettings().confidence_words


def read(string: str) -> tuple[str, Decimal | None] | None:
    text = Text(string)
    found = find_confidence(text, find_masks(text, read_layout(text)).excluded(text), WORDS)
    return found and (text.slice(found.value_span), found.value)


@pytest.mark.parametrize(
    ("string", "value"),
    [
        ("Confidence = 0.7", "0.7"),
        ("Confidence (80 %)", "0.8"),
        ("Confidence: .8", "0.8"),
        ("Confidence: 92.5 percent", "0.925"),
        ("Confidence score: 4 out of 5", "0.8"),
        ("Confidence: 0.85/1.0", "0.85"),
        ("Confidence: about 80 %", "0.8"),
        ("- Confidence: 1", "1"),
        ("Confidence: 0", "0"),
        ("Level of confidence: high", "0.85"),
        ("Confidence in this answer: low", "0.35"),
        ("Our confidence is moderate.", "0.6"),
        ("Confidence: High – two sources agree", "0.85"),
        ("Confidence: 90 % (95 % CI)", "0.9"),
        ("Investor confidence\n\nConfidence: low", "0.35"),
        ("We're about 85% confident that it rose.", "0.85"),
        ("(60 % confident)", "0.6"),
        ("I am not very confident in it.", "0.35"),
        ("I’m highly confident.", "0.85"),
    ],
)
def test_stated(string: str, value: str) -> None:
    found = read(string)
    assert found is not None
    assert found[1] == Decimal(value)


@pytest.mark.parametrize("string", ["Confidence: 120%", "Confidence: 3", "confidence is 101 %"])
def test_what_cannot_be_read_is_not_guessed(string: str) -> None:
    found = read(string)
    assert found is not None
    assert found[1] is None


@pytest.mark.parametrize(
    "string",
    [
        "Business confidence is high.",
        "A vote of confidence: 5 to 3.",
        "at the 95 % confidence level",
        "The 90% confidence band is wide.",
        "Confidence fell to 45 %.",
        "Confidence in the euro is high.",
        "45 % of firms are confident.",
        "Consumers are 60% confident.",
        "They are very confident.",
        "Confidence: unknown",
        "Confidence: <number>",
        "Confidence: 1234",
        "Confidence: -5%",
        "The confidence of 45 % of voters",
        "https://a.b/?Confidence: 80%".replace(" ", ""),
        "confidential: 80 %",
        "",
    ],
)
def test_trap_something_else(string: str) -> None:
    assert read(string) is None


@pytest.mark.parametrize(
    ("string", "counted"),
    [
        ("Confidence: 80 %", []),
        ("I am 85% confident that 12 came.", ["12"]),
        ("Confidence: 120%", ["120%"]),  # not a confidence: whatever it is, it is judged
        ("Consumer confidence: 45 %", ["45 %"]),
        ("a 95 % confidence interval", ["95 %"]),
        ("Confidence fell to 45 %.", ["45 %"]),
    ],
)
def test_a_stated_confidence_is_no_quantity(string: str, counted: list[str]) -> None:
    text = Text(string)
    found = extract_numbers(text, ExtractOptions())
    assert [text.slice(claim.number.span) for claim in found.claims] == counted
    assert {skip.reason for skip in found.skipped} <= {SkipReason.CONFIDENCE}


@given(st.text(alphabet="confidenceCt :%0.859/-I am\nhighlowvery*(", max_size=60))
def test_a_value_lies_in_its_span_and_from_0_to_1(string: str) -> None:
    text = Text(string)
    found = find_confidence(text, find_masks(text, read_layout(text)).excluded(text), WORDS)
    if found is not None:
        assert found.span.start <= found.value_span.start < found.value_span.end <= found.span.end
        assert found.value is None or 0 <= found.value <= 1


@pytest.mark.parametrize(
    "unit", ["confidence ", "Confidence: 8", "high confidence, ", "8% confident"]
)
def test_ten_times_the_text_is_no_hundred_times_the_work(unit: str) -> None:
    def seconds(size: int) -> float:
        string = unit * (size // len(unit))
        text = Text(string)
        started = time.thread_time()
        find_confidence(text, [], WORDS)
        return time.thread_time() - started

    seconds(2_000)
    assert seconds(200_000) < 50 * max(seconds(20_000), 0.002)
