"""Runs of letters of scripts without spaces, cut at names of the data."""

from __future__ import annotations

import pytest
from bound_numbers import bound, table
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sidecar.binding.engine.segments import joined, segmented, unspaced_words
from sidecar.binding.language.words import tokens
from sidecar.model.report import Verdict

NAMES = ("営業", "開発", "売上", "営業部", "A社", "การขาย")
PIECES = st.sampled_from([*NAMES, "の", "は", "に", "A", "beta", " ", "12", "です。"])


@given(st.lists(PIECES, max_size=12).map("".join))
def test_segments_are_the_letters_of_their_words_in_order(text: str) -> None:
    words = unspaced_words(name.lower() for name in NAMES)
    whole = tokens(text, 0, len(text))
    parts = list(segmented(whole, words))
    assert "".join(part.word for part in parts) == "".join(token.word for token in whole)
    assert all(text[part.start : part.end].lower() == part.word for part in parts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("営業の売上は", ["営業", "の", "売上", "は"]),
        ("営業部の売上", ["営業部", "の", "売上"]),
        ("A社の売上", ["a社", "の", "売上"]),
        ("B社の売上", ["b", "社の", "売上"]),
        ("total", ["total"]),
    ],
)
def test_the_longest_name_is_cut_out(text: str, parts: list[str]) -> None:
    words = unspaced_words(name.lower() for name in NAMES)
    assert [part.word for part in segmented(tokens(text, 0, len(text)), words)] == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Real GDP rose", ["realgdp", "rose"]),
        ("a head count of", ["a", "headcount", "of"]),
        ("real, GDP", ["real", ",", "gdp"]),
        ("real sales", ["real", "sales"]),
    ],
)
def test_two_words_that_are_one_of_a_name_are_joined(text: str, parts: list[str]) -> None:
    names = {"realgdp", "headcount", "sale", "realsale"}
    assert [part.word for part in joined(tokens(text, 0, len(text)), names)] == parts


@settings(max_examples=30)
@given(st.lists(st.integers(1_000, 9_999), min_size=3, max_size=3, unique=True), st.integers(0, 2))
def test_rows_and_columns_are_named_inside_of_runs(values: list[int], at: int) -> None:
    assume(abs(values[at] - values[at - 1]) > 0.02 * values[at])  # else it is within the tolerance
    wards = ("内科", "外科", "小児科")
    known = table([{"病棟": w, "患者": v, "床": 7} for w, v in zip(wards, values, strict=True)])
    (right,) = bound(f"{wards[at]}の患者は{values[at]:,}人です。", known)
    (wrong,) = bound(f"{wards[at]}の患者は{values[at - 1]:,}人です。", known)
    assert right.binding.verdict is Verdict.SUPPORTED
    assert wrong.codes == ("WRONG_ROW",)
