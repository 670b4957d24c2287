"""The checks get texts as the settings say: fetched for this request, kept, or not at all."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from judges.fake_endpoint import says, serving
from sources.fake_host import Host, http, page

from sidecar.checks import CheckSubject
from sidecar.model.claim import ClaimsDetail, ClaimVerdict
from sidecar.model.evidence import Source
from sidecar.model.report import Findings
from sidecar.model.source_text import TextOrigin
from sidecar.model.text import Text
from sidecar.runner import Runner
from sidecar.settings.root import Settings
from sidecar.sources.resolver import SourceResolver
from sidecar.sources.settings import SourcesSettings
from sidecar.work.pool import Pool

SAID = "Exports of dates rose to 5,000 tonnes in 2023."
ANSWER = json.dumps(
    {
        "results": [
            {
                "id": "c0",
                "verdict": "supported",
                "confidence": 0.95,
                "quotes": [SAID],
                "reasoning": "The source says so.",
            }
        ]
    }
)


@pytest.fixture
async def runner(sources: SourceResolver) -> AsyncIterator[Runner]:
    pool = Pool(4)
    made = Runner(pool)
    made._sources = sources
    yield made
    await made.close()
    pool.close()


async def claims(
    runner: Runner, host: Host, settings: SourcesSettings, **source: Any
) -> ClaimsDetail:
    """What the claims check says of one claim, for a judge that finds it supported."""
    subject = CheckSubject(
        Text(f"{SAID[:-1]} [Source 1].\n"),
        sources=(Source(id="s", number=1, url=host.url("/dates"), **source),),
    )
    async with serving(*[says(ANSWER)] * 3) as endpoint:
        own = {"enabled": True, "base_url": endpoint.url, "model": "m", "api_key_env": ""}
        ran = await runner.run(
            subject,
            ["claims"],
            settings=Settings.model_validate({"claims": own}).having(sources=settings),
            evidence_digest="",
            timeout_s=20,
            caller="",
        )
    outcome = ran.report.results[0].outcome
    assert isinstance(outcome, Findings)
    assert isinstance(outcome.detail, ClaimsDetail)
    return outcome.detail


async def test_a_claim_is_judged_by_the_page_as_it_is_now(
    runner: Runner, host: Host, settings: Callable[..., SourcesSettings]
) -> None:
    host.pages["/dates"] = page(SAID)
    detail = await claims(runner, host, settings(), text="An older text.")
    assert detail.by_source[0].origin is TextOrigin.FETCHED
    assert detail.claims[0].results[0].verdict is ClaimVerdict.SUPPORTED


async def test_what_readers_do_not_see_supports_nothing(
    runner: Runner, host: Host, settings: Callable[..., SourcesSettings]
) -> None:
    host.pages["/dates"] = page(f"Dates.<span style='display:none'>{SAID}</span>")
    detail = await claims(runner, host, settings())
    assert detail.claims[0].results[0].verdict is ClaimVerdict.UNSUPPORTED


@pytest.mark.parametrize(
    ("mode", "answer", "reason"),
    [
        ("given", page(SAID), "SOURCE_NO_TEXT"),
        ("fresh", http(b"", 404), "SOURCE_NOT_FOUND"),
        ("fresh", http(b"<div>", 402), "SOURCE_REFUSED"),
    ],
)
async def test_a_source_that_cannot_be_had_supports_nothing(
    mode: str,
    answer: bytes,
    reason: str,
    runner: Runner,
    host: Host,
    settings: Callable[..., SourcesSettings],
) -> None:
    host.pages["/dates"] = answer
    text = {"text": SAID} if mode == "fresh" else {}
    detail = await claims(runner, host, settings(mode=mode), **text)
    result = detail.claims[0].results[0]
    assert result.verdict is ClaimVerdict.UNSUPPORTED
    assert result.reasoning.startswith("Cannot verify: Source unavailable")
    assert detail.by_source[0].unavailable == reason
