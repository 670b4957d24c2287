"""Requests with claims, and what a judge says of them, for tests of whatever lies around both."""

from __future__ import annotations

import json
from typing import Any

from verifyd.v1 import verify_pb2
from verifyd.v1.evidence_pb2 import Evidence, Source

STAFF = "In 2024 the staff was 1,234, after 1,180. Exports were flat."
TRUE = "Staff was 1,234 in 2024 [Source 1]."
FALSE = "Exports fell [Source 1]."


def claims_request(
    narrative: str = TRUE, texts: tuple[str, ...] = (STAFF,), **more: Any
) -> verify_pb2.VerifyRequest:
    """A text that cites sources by their numbers."""
    sources = [Source(id=f"s{at}", text=text) for at, text in enumerate(texts, 1)]
    evidence = Evidence(sources=sources)
    return verify_pb2.VerifyRequest(
        narrative=narrative, evidence=evidence, checks=["claims"], **more
    )


def said(*results: dict[str, Any]) -> str:
    """The content of a judge's message: one entry for each claim, in the order of the text."""
    entries = [
        {
            "id": f"c{at}",
            "verdict": "supported",
            "confidence": 0.95,
            "quotes": [],
            "reasoning": "it is stated",
        }
        | result
        for at, result in enumerate(results)
    ]
    return json.dumps({"results": entries})


def judged_by(url: str, **more: Any) -> dict[str, Any]:
    """Settings of a server that asks an endpoint about claims."""
    own = {"enabled": True, "base_url": url, "model": "m", "retries": 0, "cache_bytes": 0}
    return {"claims": own | more}
