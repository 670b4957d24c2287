"""Pieces, opinions and results: support wins with its quote, and a failure is never support."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from claims.written import SOURCE, claim
from judges.scripted import Scripted

from sidecar.checks.claims_inquiry import find_contradiction
from sidecar.claims.document import SourceDocument
from sidecar.claims.judging import JudgedSource, JudgingContext, SourceJudgement, judge_claims
from sidecar.claims.settings import ClaimsSettings
from sidecar.judges.errors import JudgeError
from sidecar.judges.pool import make_allowance
from sidecar.judges.protocol import Question
from sidecar.judges.spending import SpendingAccount
from sidecar.model.claim import ClaimVerdict, ExtractedClaim

STAFF = "In 2024 the staff was 1,234. Exports were flat."
TRUE, FALSE = claim("The staff was 1,234 in 2024"), claim("Exports to Asia fell")
LATE = JudgeError("JUDGE_TIMEOUT", "too slow")


async def work(function: Callable[..., Any], *args: Any, kind: str | None = None) -> Any:
    return function(*args)


def entry(at: int, verdict: str, *quotes: str, confidence: float = 0.9) -> dict[str, Any]:
    return {"id": f"c{at}", "verdict": verdict, "confidence": confidence, "quotes": quotes}


def said(*entries: dict[str, Any]) -> str:
    return json.dumps({"results": entries})


async def judge(
    judges: dict[str, Scripted],
    claims: dict[int, ExtractedClaim],
    source: str = STAFF,
    **changes: Any,
) -> SourceJudgement:
    settings = ClaimsSettings(enabled=True, model="m", **changes)
    allowance = make_allowance(settings, 5.0, SpendingAccount())
    bench = JudgingContext(
        lambda model: judges[model], allowance, settings, find_contradiction, work
    )
    return await judge_claims(JudgedSource(SOURCE, SourceDocument(source), claims), bench)


def verdicts(found: SourceJudgement) -> dict[int, str]:
    return {at: one.verdict.name for at, one in found.results.items()}


QUOTE = "In 2024 the staff was 1,234"


async def test_all_claims_of_a_source_are_asked_about_together() -> None:
    model = Scripted([said(entry(3, "supported", QUOTE), entry(7, "unsupported"))])
    found = await judge({"m": model}, {3: TRUE, 7: FALSE})
    assert len(model.asked) == 1
    assert verdicts(found) == {3: "SUPPORTED", 7: "UNSUPPORTED"}
    assert not found.errors


async def test_more_claims_than_a_call_may_hold_make_more_calls() -> None:
    model = Scripted(lambda _: said(*(entry(at, "supported", QUOTE) for at in range(5))))
    found = await judge({"m": model}, dict.fromkeys(range(5), TRUE), max_claims_per_call=2)
    assert len(model.asked) == 3
    assert set(verdicts(found).values()) == {"SUPPORTED"}


LONG = f"{'Nothing is told here. ' * 60}{STAFF}{' Nothing is told there.' * 60}"


@pytest.mark.parametrize("other", ["unsupported", "contradicted", "partial"])
async def test_one_piece_that_supports_is_enough(other: str) -> None:
    def answer(question: Question) -> str:
        here = "1,234" in question.messages[1].content.partition("The claims")[0]
        quote = QUOTE if here else "Nothing is told here"
        return said(entry(0, "supported" if here else other, quote))

    model = Scripted(answer)
    found = await judge({"m": model}, {0: TRUE}, LONG, window_chars=1000, overlap_chars=100)
    assert len(model.asked) > 2
    assert verdicts(found) == {0: "SUPPORTED"}


async def test_pieces_that_disagree_are_sources_that_disagree() -> None:
    def answer(question: Question) -> str:
        here = "1,234" in question.messages[1].content.partition("The claims")[0]
        quote = QUOTE if here else "The staff was 900 last year"
        return said(entry(0, "supported" if here else "contradicted", quote))

    text = f"{LONG} The staff was 900 last year."
    found = await judge({"m": Scripted(answer)}, {0: TRUE}, text, window_chars=1000)
    (result,) = found.results.values()
    assert (verdicts(found), result.code) == ({0: "PARTIAL"}, "CLAIM_SOURCES_DISAGREE")
    assert (result.judged, result.confidence) == (ClaimVerdict.SUPPORTED, None)
    assert "900" in result.reasoning


async def test_support_without_its_quote_loses_to_a_contradiction_with_one() -> None:
    def answer(question: Question) -> str:
        here = "1,234" in question.messages[1].content.partition("The claims")[0]
        against = entry(0, "contradicted", "Exports were flat")
        return said(against if here else entry(0, "supported", "It is so"))

    found = await judge({"m": Scripted(answer)}, {0: FALSE}, LONG, window_chars=1000)
    assert verdicts(found) == {0: "CONTRADICTED"}


async def test_a_piece_that_was_not_judged_might_have_said_otherwise() -> None:
    def answer(question: Question) -> str | JudgeError:
        here = "1,234" in question.messages[1].content.partition("The claims")[0]
        return LATE if here else said(entry(0, "unsupported"))

    found = await judge({"m": Scripted(answer)}, {0: TRUE}, LONG, window_chars=1000)
    assert verdicts(found) == {0: "NOT_JUDGED"}
    assert LATE in found.errors


async def test_a_failure_is_no_verdict_and_is_told() -> None:
    found = await judge({"m": Scripted([LATE])}, {0: TRUE, 1: FALSE})
    assert verdicts(found) == {0: "NOT_JUDGED", 1: "NOT_JUDGED"}
    assert found.errors == [LATE]
    assert found.results[0].reasoning == str(LATE)


async def test_half_of_an_answer_is_no_verdict_on_the_other_half() -> None:
    found = await judge({"m": Scripted([said(entry(0, "supported", QUOTE))])}, {0: TRUE, 1: FALSE})
    assert verdicts(found) == {0: "SUPPORTED", 1: "NOT_JUDGED"}


@pytest.mark.parametrize(
    "first",
    [
        entry(0, "supported", QUOTE, confidence=0.3),
        entry(0, "supported", "It is so"),
        entry(0, "nonsense"),
        entry(9, "supported", QUOTE),
    ],
)
async def test_what_is_in_doubt_is_asked_of_the_second_model_once(first: dict[str, Any]) -> None:
    models = {"m": Scripted([said(first, entry(1, "unsupported"))])}
    models["better"] = Scripted([said(entry(0, "supported", QUOTE, confidence=0.95))])
    found = await judge(models, {0: TRUE, 1: FALSE}, second_model="better")
    assert verdicts(found) == {0: "SUPPORTED", 1: "UNSUPPORTED"}
    assert found.results[0].confidence == 0.95
    assert '"c1"' not in models["better"].asked[0].messages[1].content


async def test_a_second_model_that_fails_changes_nothing() -> None:
    models = {"m": Scripted([said(entry(0, "supported", QUOTE, confidence=0.3))])}
    models["better"] = Scripted([LATE])
    found = await judge(models, {0: TRUE}, second_model="better")
    assert (verdicts(found), found.results[0].confidence) == ({0: "SUPPORTED"}, 0.3)
    assert found.errors == [LATE]


async def test_what_is_sure_is_asked_of_one_model() -> None:
    models = {"m": Scripted([said(entry(0, "supported", QUOTE))]), "better": Scripted([])}
    await judge(models, {0: TRUE}, second_model="better")
    assert not models["better"].asked


async def test_a_table_of_the_source_has_the_last_word() -> None:
    source = "| Region | 2023 | 2024 |\n|---|---|---|\n| North | 45 | 51 |\n| South | 40 | 39 |\n"
    model = Scripted([said(entry(0, "supported", "| North | 45 | 51 |"))])
    found = await judge({"m": model}, {0: claim("In 2023 the North had 51")}, source)
    (result,) = found.results.values()
    assert (result.verdict, result.code) == (
        ClaimVerdict.CONTRADICTED,
        "CLAIM_NUMBER_CONTRADICTED",
    )
    assert result.judged is ClaimVerdict.SUPPORTED


async def test_entailment_asks_about_passages_and_quotes_them() -> None:
    model = Scripted(lambda q: "Yes" if "Claim: The staff" in q.messages[0].content else "No")
    found = await judge({"m": model}, {0: TRUE, 1: FALSE}, judge="entailment")
    assert verdicts(found) == {0: "SUPPORTED", 1: "UNSUPPORTED"}
    assert QUOTE in found.results[0].evidence


async def test_a_passage_that_was_not_judged_might_have_said_no() -> None:
    found = await judge({"m": Scripted([LATE])}, {0: TRUE}, judge="entailment")
    assert verdicts(found) == {0: "NOT_JUDGED"}
    assert found.errors == [LATE]


async def test_a_model_that_always_says_yes_is_not_believed() -> None:
    wrong = {0: claim("The staff was 1,235 in 2024"), 1: claim("Wages rose by 3 %")}
    found = await judge({"m": Scripted(lambda _: "Yes")}, wrong, judge="entailment")
    assert verdicts(found) == {0: "UNSUPPORTED", 1: "UNSUPPORTED"}
