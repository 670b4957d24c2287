"""A model may split a statement; it may not change it, nor leave anything out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from claims.written import claim

from sidecar.claims import clauses
from sidecar.judges.protocol import ModelAnswer

SAID = claim("The board did not approve the takeover of Beta, and exports rose by 5 % in 2024")


def split(*parts: str, **more: Any) -> list[str]:
    entries = [{"id": "c0", "text": part} | more for part in parts]
    answer = ModelAnswer(json.dumps({"parts": entries}), "m")
    return [one.text for one in clauses.read_parts([SAID], answer)]


def test_parts_that_hold_all_are_claims_with_the_statement_as_context() -> None:
    first, second = "The board did not approve the takeover of Beta", "exports rose by 5 % in 2024"
    assert split(first, second) == [first, second.replace("5 %", "5 %")]
    answer = ModelAnswer(
        json.dumps({"parts": [{"id": "c0", "text": t} for t in (first, second)]}), "m"
    )
    assert all(SAID.text in one.context for one in clauses.read_parts([SAID], answer))


@pytest.mark.parametrize(
    "parts",
    [
        [],
        ["The board did not approve the takeover of Beta"],
        ["The board approved the takeover of Beta", "exports rose by 5 % in 2024"],
        ["The board did ... approve the takeover of Beta", "exports rose by 5 % in 2024"],
        ["approve the takeover of Beta", "exports rose by 5 % in 2024"],
        ["The board did not approve the takeover of Beta", "exports rose by 5 %"],
        ["The board did not approve the takeover", "exports rose by 5 % in 2024"],
        ["The board did not approve the takeover of Beta", "exports rose by 6 % in 2024"],
        ["The board did not", "approve the takeover of Beta, and exports rose by 5 % in 2024"],
    ],
)
def test_a_split_that_loses_or_changes_a_word_is_not_taken(parts: list[str]) -> None:
    assert split(*parts) == [SAID.text]


@pytest.mark.parametrize(
    "given", [("Sales were $5", "all costs 7 %"), ("Sales were 5", "all costs 7")]
)
def test_signs_beside_words_stay_with_their_part(given: tuple[str, str]) -> None:
    said = claim("Sales were $5 and all costs 7 %")
    entries = [{"id": "c0", "text": part} for part in given]
    answer = ModelAnswer(json.dumps({"parts": entries}), "m")
    texts = [one.text for one in clauses.read_parts([said], answer)]
    assert texts == ["Sales were $5", "all costs 7 %"]


@pytest.mark.parametrize("more", [{"id": "c1"}, {"text": 5}, {"id": None}])
def test_entries_that_are_none(more: dict[str, Any]) -> None:
    assert split("The board did not approve the takeover of Beta", **more) == [SAID.text]


@pytest.mark.parametrize("parts", [None, "x", {"c0": "x"}, [None, 1, []]])
def test_an_answer_that_is_none(parts: Any) -> None:
    answer = ModelAnswer(json.dumps({"parts": parts}), "m")
    assert clauses.read_parts([SAID], answer) == [SAID]


def test_what_nobody_sees_hides_no_word() -> None:
    hidden = claim("The board did <b hidden>not</b> approve it today, and exports rose by 5 %")
    entries = [
        {"id": "c0", "text": text}
        for text in ("The board did approve it today", "exports rose by 5 %")
    ]
    answer = ModelAnswer(json.dumps({"parts": entries}), "m")
    assert clauses.read_parts([hidden], answer) == [hidden]
