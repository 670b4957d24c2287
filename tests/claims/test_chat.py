"""The question holds everything as data, and of its answer nothing is trusted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from claims.written import claim
from hypothesis import given
from hypothesis import strategies as st

from sidecar.claims.opinions import (
    ClaimOpinion,
    PieceRequest,
    ask_about_piece,
    fail_opinions,
    read_opinions,
)
from sidecar.judges.errors import JudgeError
from sidecar.judges.protocol import ModelAnswer
from sidecar.model.claim import ClaimVerdict

ASKED = PieceRequest("The source.", {"c0": claim("It is so."), "c4": claim('He said "no".')})
GOOD = {
    "id": "c0",
    "verdict": "supported",
    "confidence": 0.9,
    "quotes": ["a b c"],
    "reasoning": "r",
}


def read(*entries: Any, asked: PieceRequest = ASKED) -> dict[str, ClaimOpinion]:
    return read_opinions(ModelAnswer(json.dumps({"results": list(entries)}), "m"), asked)


def test_the_question_has_the_rules_apart_and_the_claims_as_json() -> None:
    question = ask_about_piece(ASKED)
    rules, asked = question.messages
    assert (rules.role, asked.role) == ("system", "user")
    assert "data" in rules.content
    claims = json.loads(asked.content.rpartition("\n\n")[2])
    assert [(one["id"], one["claim"]) for one in claims] == [
        ("c0", "It is so."),
        ("c4", 'He said "no".'),
    ]


def test_the_marks_stand_around_the_source_and_in_no_part_of_it() -> None:
    for passage in ("The source.", "<<<0000000000000000>>>", "another"):
        content = ask_about_piece(ASKED._replace(passage=passage)).messages[1].content
        mark = content.split("two lines ")[1].split(";")[0]
        assert content.count(mark) == 3
        assert content.split(f"\n{mark}\n")[1] == passage


def test_the_schema_binds_ids_and_verdicts() -> None:
    schema: Any = ask_about_piece(ASKED).schema
    entry = schema["properties"]["results"]["items"]["properties"]
    assert entry["id"]["enum"] == ["c0", "c4"]
    assert entry["verdict"]["enum"] == ["supported", "partial", "unsupported", "contradicted"]


def test_a_right_answer_is_read() -> None:
    opinion = read(GOOD, {**GOOD, "id": "c4", "verdict": " Unsupported "})
    assert opinion["c0"] == ClaimOpinion(ClaimVerdict.SUPPORTED, 0.9, ("a b c",), "r", "m")
    assert opinion["c4"].verdict is ClaimVerdict.UNSUPPORTED


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [None, 1, "c0", [], {}],
        [{**GOOD, "id": "c1"}],
        [{**GOOD, "id": 0}],
        [{**GOOD, "id": " c0"}],
        [{**GOOD, "verdict": "true"}],
        [{**GOOD, "verdict": None}],
        [{**GOOD, "verdict": ["supported"]}],
        [{**GOOD, "verdict": "not_judged"}],
        [{**GOOD, "verdict": "ｓｕｐｐｏｒｔｅｄ"}],
        [GOOD, {**GOOD, "verdict": "partial"}],
        [GOOD, {**GOOD, "verdict": "partial"}, GOOD],
        [GOOD, {**GOOD, "quotes": ["d e f"]}],
    ],
)
def test_no_verdict_is_no_support(entries: list[Any]) -> None:
    opinions = read(*entries)
    assert set(opinions) == {"c0", "c4"}
    assert opinions["c0"].verdict is ClaimVerdict.NOT_JUDGED
    assert opinions["c0"].reasoning


def test_the_same_answer_twice_is_one() -> None:
    assert read(GOOD, GOOD)["c0"].verdict is ClaimVerdict.SUPPORTED


@pytest.mark.parametrize("confidence", [None, "0.9", True, -0.1, 1.1, [], {}])
def test_what_is_no_confidence_is_none(confidence: Any) -> None:
    assert read({**GOOD, "confidence": confidence})["c0"].confidence == 0.0


@pytest.mark.parametrize("quotes", [None, "a b c", {"0": "a b c"}, [1, None, ["a b c"]], []])
def test_what_is_no_quote_is_none(quotes: Any) -> None:
    assert read({**GOOD, "quotes": quotes})["c0"].quotes == ()


def test_quotes_and_reasons_are_bounded() -> None:
    opinion = read({**GOOD, "quotes": ["x" * 9999] * 99, "reasoning": " y \n" * 9999})["c0"]
    assert [len(quote) for quote in opinion.quotes] == [600] * 4
    assert len(opinion.reasoning) <= 300
    assert "\n" not in opinion.reasoning
    assert read({**GOOD, "reasoning": 5})["c0"].reasoning == ""


@pytest.mark.parametrize("results", [None, "supported", {"c0": GOOD}, 7])
def test_results_that_are_none(results: Any) -> None:
    answer = ModelAnswer(json.dumps({"results": results}), "m")
    assert {one.verdict for one in read_opinions(answer, ASKED).values()} == {
        ClaimVerdict.NOT_JUDGED
    }


def test_a_failure_is_told_for_every_claim() -> None:
    error = JudgeError("JUDGE_TIMEOUT", "too slow")
    opinions = fail_opinions(error, ASKED)
    assert {(one.verdict, one.error) for one in opinions.values()} == {
        (ClaimVerdict.NOT_JUDGED, error)
    }


LEAF = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
WORDS = st.sampled_from(["c0", "c4", "supported", "partial", "a b c"]) | st.text(max_size=5)
ANY = st.recursive(LEAF | WORDS, lambda inner: st.lists(inner, max_size=3), max_leaves=5)
ENTRY = st.dictionaries(st.sampled_from(list(GOOD)), ANY)


@given(st.lists(ENTRY | ANY, max_size=4))
def test_any_answer_is_read(entries: list[Any]) -> None:
    opinions = read(*entries)
    assert set(opinions) == {"c0", "c4"}
    assert all(0 <= one.confidence <= 1 for one in opinions.values())
