"""Reviews by the Python client, blocking and not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from verifyd import (
    AsyncClient,
    Client,
    Decided,
    Decision,
    ItemDecision,
    ReviewAction,
    ReviewConflict,
    ReviewState,
    Severity,
    Verdict,
    VerifydError,
)
from verifyd.agreement import AgreementCounts, AgreementGroup, HoldingEffect, Proportion

ROWS = [{"region": "North", "sales": 1234}]
TEXT = "Über: sales were 4,321 in the North."


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, object]:
    return {"store": {"url": f"sqlite://{tmp_path}/v.db"}}


def test_what_is_flagged_is_listed_and_decided(settings: dict[str, object], connect: Any) -> None:
    with connect(settings) as client:
        record = client.verify(TEXT, {"sales": ROWS}, request_id="r1").meta.review
        assert record is not None
        assert (record.stored, record.items, record.dropped_items) == (True, 1, 0)

        page = client.list_flagged()
        assert page.next_page_token == ""
        (item,) = page.items
        assert (item.review_id, item.item_id, item.request_id) == (record.review_id, 1, "r1")
        assert (item.check, item.code) == ("numeric", "CLAIM_NOT_FOUND")
        assert (item.severity, item.decision) == (Severity.ERROR, Decision.FAIL)
        assert item.verdict is Verdict.CONTRADICTED
        assert (item.text, item.scope_text) == ("4,321", TEXT)
        assert TEXT.encode()[slice(*item.byte_span)] == b"4,321"
        assert item.details["closest"] == "1234"
        assert item.confidence is not None
        assert abs(item.created_at - datetime.now(UTC)) < timedelta(minutes=1)
        assert item.decided is None

        edit = [ItemDecision(1, ReviewAction.EDIT, "1,234")]
        decided = client.decide(record.review_id, edit, decided_by="Ana", comment="typo")
        assert decided == Decided(revision=1, open_items=0)
        revision = client.revision(record.review_id)
        assert (revision.text, revision.complete) == (TEXT.replace("4,321", "1,234"), True)

        assert not client.list_flagged().items
        (item,) = client.list_flagged(ReviewState.DECIDED).items
        assert item.decided is not None
        assert (item.decided.action, item.decided.replacement) == (ReviewAction.EDIT, "1,234")
        assert (item.decided.decided_by, item.decided.comment) == ("Ana", "typo")
        assert item.history == (item.decided,)
        assert (item.model, len(item.evidence_digest)) == ("", 64)
        assert client.revision(record.review_id, original=True).original_text == TEXT

        found = client.agreement(check="numeric", threshold=0.5)
        assert (found.decisions, found.truncated, found.pairs) == (1, False, ())
        share = found.settled.share
        assert share is not None
        assert found.settled == AgreementCounts(1, 1, 0, 0, Proportion(1.0, share.low, 1.0))
        assert share.low == pytest.approx(0.2065, abs=1e-4)
        assert found.left_open == AgreementCounts(0, 0, 0, 0, None)
        key = ("numeric", "CLAIM_NOT_FOUND", "")
        assert found.groups == (AgreementGroup(*key, leaves_open=False, counts=found.settled),)
        (calibration,) = found.calibrations
        assert calibration.brier == pytest.approx((1 - item.confidence) ** 2)
        ((effect,),) = [sweep.effects for sweep in found.thresholds]
        assert (effect.threshold, effect.effect) == (0.5, HoldingEffect(1, 0, 0, 0, 0, 0))
        assert found.severities[0].as_warning == HoldingEffect(0, 0, 0, 0, 1, 0)


def test_pages_and_filters(settings: dict[str, object], connect: Any) -> None:
    with connect(settings) as client:
        for number in range(3):
            client.verify(f"{number} texts: sales were 4,321 in the North.", {"sales": ROWS})
        page = client.list_flagged(page_size=2)
        rest = client.list_flagged(page_size=2, page_token=page.next_page_token)
        assert [len(page.items), bool(page.next_page_token)] == [2, True]
        everything = client.list_flagged(page_size=1000).items
        assert page.items + rest.items == everything[: len(page.items + rest.items)]
        assert not client.list_flagged(check="claims").items
        assert not client.list_flagged(since=datetime.now(UTC) + timedelta(days=1)).items
        assert client.agreement(since=datetime.now(UTC) + timedelta(days=1)).groups == ()
        with pytest.raises(ValueError, match="time zone"):
            client.list_flagged(since=datetime(2026, 1, 1))  # noqa: DTZ001 (that is the fault)


async def test_without_blocking(settings: dict[str, object], start_server: Any) -> None:
    async with AsyncClient(start_server(settings).target) as client:
        report = await client.verify(TEXT, {"sales": ROWS})
        assert report.meta.review is not None
        review_id = report.meta.review.review_id
        (item,) = (await client.list_flagged(review_id=review_id)).items
        keep = [ItemDecision(item.item_id, ReviewAction.KEEP)]
        await client.decide(review_id, keep, decided_by="Ana")
        with pytest.raises(ReviewConflict) as conflict:
            await client.decide(review_id, [ItemDecision(1, ReviewAction.REMOVE)], decided_by="Ben")
        assert conflict.value.reason == "REVIEW_ALREADY_DECIDED"
        assert (await client.revision(review_id)).text == TEXT
        assert (await client.agreement()).settled.false_alarms == 1


def test_a_server_that_keeps_none(server: Any) -> None:
    with Client(server.target) as client:
        assert client.verify(TEXT, {"sales": ROWS}).meta.review is None
        with pytest.raises(VerifydError) as error:
            client.list_flagged()
    assert error.value.reason == "STORE_NOT_CONFIGURED"
