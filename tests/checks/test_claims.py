"""The check of claims: each of its codes, each of its settings, and the time that it may take."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, cast

import pytest
from judges.scripted import Scripted

from sidecar.checks.base import CheckContext, CheckError, CheckSubject
from sidecar.checks.claims import ClaimsCheck
from sidecar.checks.claims_codes import CLAIMS_CODES
from sidecar.claims.settings import ClaimsSettings
from sidecar.judges.errors import REASONS, JudgeError
from sidecar.judges.pool import Judges
from sidecar.judges.spending import SpendingAccount
from sidecar.model.claim import ClaimsDetail, ClaimType, ClaimVerdict
from sidecar.model.evidence import EvidenceItem, Source
from sidecar.model.report import Findings
from sidecar.model.source_text import SourceText, TextOrigin, Unavailable
from sidecar.model.text import Text
from sidecar.work import ThreadRunner

STAFF = "In 2024 the staff was 1,234, after 1,180. Exports were flat."
QUOTE = "In 2024 the staff was 1,234"
TEXT = "The staff was 1,234 in 2024 [Source 1]."
TABLE = "| Region | 2023 | 2024 |\n|---|---|---|\n| North | 45 | 51 |\n| South | 40 | 39 |\n"


class _Bench:
    """Judges by the names of their models."""

    def __init__(self, **models: Scripted) -> None:
        self._models = models

    def judge_for(self, settings: ClaimsSettings, model: str = "") -> Scripted:
        if model not in self._models:
            raise JudgeError("JUDGE_NOT_CONFIGURED")
        return self._models[model]


async def work(function: Callable[..., Any], *args: Any, kind: str | None = None) -> Any:
    return function(*args)


async def text_of(source: Source, timeout_s: float, work: ThreadRunner) -> SourceText | Unavailable:
    if source.text:
        return SourceText(source.text, TextOrigin.GIVEN)
    return Unavailable("SOURCE_NO_TEXT", "the request has no text of it")


def entry(verdict: str, *quotes: str, confidence: float = 0.9, at: int = 0) -> dict[str, Any]:
    return {"id": f"c{at}", "verdict": verdict, "confidence": confidence, "quotes": quotes}


def said(*entries: dict[str, Any]) -> str:
    return json.dumps({"results": entries})


async def check(
    *entries: dict[str, Any],
    text: str = TEXT,
    sources: tuple[str, ...] = (STAFF,),
    models: dict[str, Scripted] | None = None,
    left_s: float = 30.0,
    **changes: Any,
) -> Findings:
    """What the check finds where its model answers with some entries."""
    given = [Source(id=f"s{at}", number=at, text=one) for at, one in enumerate(sources, 1)]
    bench = _Bench(**(models or {"m": Scripted(lambda _: said(*entries))}))
    ends = time.monotonic() + left_s
    means = CheckContext(
        cast(ThreadRunner, work),
        cast(Judges, bench),
        lambda: max(0.0, ends - time.monotonic()),
        SpendingAccount(),
        text_of,
    )
    settings = ClaimsSettings(enabled=True, model="m", **changes)
    return await ClaimsCheck(settings).run_async(CheckSubject(Text(text), sources=given), means)


def codes(found: Findings) -> list[str]:
    return [finding.code for finding in found.findings]


def detail(found: Findings) -> ClaimsDetail:
    assert isinstance(found.detail, ClaimsDetail)
    return found.detail


RIGHT = entry("supported", QUOTE)


async def test_a_claim_that_is_supported_makes_no_finding() -> None:
    found = await check(RIGHT)
    assert (codes(found), found.judged) == ([], 1)
    assert detail(found).verification_pass
    (claim,) = detail(found).claims
    assert claim.claim.claim_type is ClaimType.STATISTIC
    assert claim.results[0].evidence == QUOTE


WAYS: dict[str, dict[str, Any]] = {
    "CLAIM_UNSUPPORTED": {"entries": [entry("unsupported")]},
    "CLAIM_CONTRADICTED": {"entries": [entry("contradicted", QUOTE)]},
    "CLAIM_PARTIAL": {"entries": [entry("partial", QUOTE)]},
    "CLAIM_UNCERTAIN": {"entries": [entry("supported", QUOTE, confidence=0.6)]},
    "CLAIM_SOURCES_DISAGREE": {
        "sources": (STAFF, STAFF.replace("1,234", "1,222")),
        "text": "The staff was 1,234 in 2024 [Source 1] [Source 2].",
        "models": {
            "m": Scripted(
                lambda question: said(
                    RIGHT
                    if "1,234, after" in question.messages[1].content
                    else entry("contradicted", "In 2024 the staff was 1,222")
                )
            )
        },
    },
    "CLAIM_QUOTE_NOT_FOUND": {"entries": [entry("supported", "the staff was 1,234 in all")]},
    "CLAIM_NUMBER_NOT_QUOTED": {
        "entries": [entry("supported", QUOTE)],
        "text": TEXT.replace("1,234", "1,235"),
    },
    "CLAIM_NAME_NOT_QUOTED": {
        "entries": [entry("supported", QUOTE)],
        "text": "The staff of Nordwagen was 1,234 in 2024 [Source 1].",
    },
    "CLAIM_NUMBER_CONTRADICTED": {
        "entries": [entry("supported", "| North | 45 | 51 |")],
        "text": "In 2023 the North had 51 [Source 1].",
        "sources": (TABLE,),
    },
    "CLAIM_NOT_JUDGED": {
        "entries": [RIGHT],
        "text": f"{TEXT} Exports to Asia fell sharply [Source 1].",
    },
    "SOURCE_UNAVAILABLE": {"sources": ("",)},
}


@pytest.mark.parametrize("code", [code.code for code in CLAIMS_CODES])
async def test_each_code(code: str) -> None:
    way = dict(WAYS[code])
    found = await check(*way.pop("entries", []), **way)
    assert codes(found) == [code]
    assert not detail(found).verification_pass
    (finding,) = found.findings
    assert finding.message
    assert finding.details["source_id"] == "s1" or code == "CLAIM_SOURCES_DISAGREE"


async def test_a_finding_says_what_the_judge_said_and_why() -> None:
    (finding,) = (await check(entry("supported", "It is so, it is"))).findings
    assert finding.details["judged"] == "SUPPORTED"
    assert finding.details["verdict"] == "UNSUPPORTED"
    assert "no quote is in the source" in finding.details["reasoning"]


async def test_a_citation_that_points_at_nothing_is_unavailable() -> None:
    found = await check(RIGHT, text=TEXT.replace("Source 1", "Source 7"))
    assert codes(found) == ["SOURCE_UNAVAILABLE"]


async def test_nothing_cited_is_nothing_judged() -> None:
    model = Scripted([])
    found = await check(text="It is uncited.", models={"m": model})
    assert (found.judged, codes(found), model.asked) == (0, [], [])


async def test_items_are_sources_too() -> None:
    subject = CheckSubject(
        Text("The staff was 1,234 in 2024 [ev-1]."), items=[EvidenceItem(id="ev-1", text=STAFF)]
    )
    bench = _Bench(m=Scripted([said(RIGHT)]))
    means = CheckContext(
        cast(ThreadRunner, work), cast(Judges, bench), lambda: 9.0, SpendingAccount(), text_of
    )
    found = await ClaimsCheck(ClaimsSettings(enabled=True, model="m")).run_async(subject, means)
    assert (found.judged, codes(found)) == (1, [])


@pytest.mark.parametrize(
    ("settings", "entries", "text", "wanted"),
    [
        ({"confidence_threshold": "0.95"}, [RIGHT], TEXT, ["CLAIM_UNCERTAIN"]),
        ({"confidence_threshold": "0.9"}, [RIGHT], TEXT, []),
        ({"min_quote_overlap": "1"}, [RIGHT], f"Altogether {TEXT}", ["CLAIM_QUOTE_NOT_FOUND"]),
        ({"min_quote_overlap": "0.25"}, [RIGHT], f"Altogether {TEXT}", []),
        ({"types": ["quote"]}, [], TEXT, []),
        ({"skip_opinions": True}, [], "I think it is good [Source 1].", []),
        (
            {"skip_opinions": False},
            [entry("unsupported")],
            "I think it is good [Source 1].",
            ["CLAIM_UNSUPPORTED"],
        ),
    ],
)
async def test_settings_have_their_effects(
    settings: dict[str, Any], entries: list[dict[str, Any]], text: str, wanted: list[str]
) -> None:
    assert codes(await check(*entries, text=text, **settings)) == wanted


@pytest.mark.parametrize(
    ("way", "left"),
    [
        ("none", None),
        ("mark", f"{TEXT.rstrip('.')} [unsupported]."),
        ("remove_citation", "The staff was 1,234 in 2024."),
        ("remove_claim", ""),
    ],
)
async def test_filters_are_repairs(way: str, left: str | None) -> None:
    (finding,) = (await check(entry("unsupported"), filter=way)).findings
    if left is None:
        assert finding.repair is None
        return
    assert finding.repair is not None
    (start, end), data = finding.repair.span, TEXT.encode()
    assert (data[:start] + finding.repair.replacement.encode() + data[end:]).decode() == left


async def test_retry_below_and_the_second_model() -> None:
    unsure = said(entry("supported", QUOTE, confidence=0.4))
    for retry_below, asked in (("0.5", 1), ("0.3", 0)):
        better = Scripted([said(RIGHT)])
        models = {"m": Scripted([unsure]), "better": better}
        await check(models=models, retry_below=retry_below, second_model="better")
        assert len(better.asked) == asked


async def test_windows_and_groups() -> None:
    long = STAFF + " Nothing is told here." * 200
    for changes, calls in (
        ({"window_chars": 1000, "overlap_chars": 0}, 5),
        ({"window_chars": 10_000}, 1),
        ({"max_claims_per_call": 1}, 2),
    ):
        model = Scripted(lambda _: said(RIGHT, entry("supported", QUOTE, at=1)))
        text = f"{TEXT} There were 1,234 on the staff [Source 1]."
        await check(text=text, sources=(long,), models={"m": model}, **changes)
        assert len(model.asked) == calls


@pytest.mark.parametrize(
    ("changes", "text", "reason"),
    [
        ({"max_claims": 1}, f"{TEXT} {TEXT}", "TOO_MANY_CLAIMS"),
        ({}, "It is so [Source 1]. " * 20_000, "TOO_MANY_"),
    ],
)
async def test_limits(changes: dict[str, Any], text: str, reason: str) -> None:
    with pytest.raises(CheckError) as raised:
        await check(RIGHT, text=text, **changes)
    assert raised.value.reason.startswith(reason)


@pytest.mark.parametrize("reason", REASONS)
async def test_where_no_claim_could_be_judged_the_check_fails(reason: str) -> None:
    models = {"m": Scripted(lambda _: JudgeError(reason))}
    with pytest.raises(CheckError) as raised:
        await check(models=models)
    assert raised.value.reason == reason
    assert raised.value.retryable == JudgeError(reason).retryable


async def test_where_some_could_be_the_others_are_errors() -> None:
    def answer(question: Any) -> str | JudgeError:
        return said(RIGHT) if STAFF in question.messages[1].content else JudgeError("JUDGE_TIMEOUT")

    found = await check(
        text=f"{TEXT} Exports to Asia fell sharply [Source 2].",
        sources=(STAFF, "Another text."),
        models={"m": Scripted(answer)},
    )
    assert codes(found) == ["CLAIM_NOT_JUDGED"]


async def test_without_an_endpoint_it_fails() -> None:
    with pytest.raises(CheckError) as raised:
        await check(models={"other": Scripted([])})
    assert raised.value.reason == "JUDGE_NOT_CONFIGURED"


def test_it_runs_only_where_it_is_enabled() -> None:
    off, on = ClaimsSettings(), ClaimsSettings(enabled=True)
    subject = CheckSubject(Text(TEXT), sources=[Source(id="s1", number=1, text=STAFF)])
    assert not ClaimsCheck.enabled_by(off)
    assert ClaimsCheck.enabled_by(on)
    assert not ClaimsCheck(off).inquires(subject)
    assert ClaimsCheck.allowed_by(subject)
    assert not ClaimsCheck.allowed_by(CheckSubject(Text(TEXT)))
    with pytest.raises(CheckError) as raised:
        ClaimsCheck(off).run(subject)
    assert raised.value.reason == "CLAIMS_NOT_ENABLED"


async def test_the_judge_has_less_time_than_the_check() -> None:
    asked: list[float] = []

    class Watch(Scripted):
        async def ask(self, question: Any, allowance: Any) -> Any:
            asked.append(allowance.left_s)
            return await super().ask(question, allowance)

    await check(models={"m": Watch(lambda _: said(RIGHT))}, left_s=10.0)
    assert 8 < asked[0] <= 9.8


async def test_verdicts_of_claims_of_two_sources_stand_by_source() -> None:
    found = await check(
        RIGHT, text=f"{TEXT} It is so, says the other one [Source 2].", sources=(STAFF, "")
    )
    first, second = detail(found).by_source
    assert (first.source.id, first.origin, first.claims) == ("s1", TextOrigin.GIVEN, 1)
    assert (second.source.id, second.origin, second.unavailable) == ("s2", None, "SOURCE_NO_TEXT")
    assert detail(found).verdicts == {ClaimVerdict.SUPPORTED: 1, ClaimVerdict.UNSUPPORTED: 1}
