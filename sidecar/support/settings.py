"""Settings of the ``support`` check."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import Field

from sidecar.options import Section, Tolerance, stricter

Share = Annotated[Tolerance, Field(le=1)]


class SupportSettings(Section):
    """The `support` check."""

    min_evidence_support: Tolerance = Field(
        Decimal("0.5"),
        le=1,
        description="Least score of the evidence (seed 003: `VERIFICATION_MIN_EVIDENCE_SUPPORT`).",
        json_schema_extra=stricter("larger"),
    )
    confidence_tolerance: Tolerance = Field(
        Decimal("0.2"),
        le=1,
        description="How far the stated confidence may be from that score (seed 003:"
        " `VERIFICATION_CONFIDENCE_TOLERANCE`).",
        json_schema_extra=stricter("smaller"),
    )
    default_relevance: Tolerance = Field(
        Decimal("0.8"),
        le=1,
        description="Relevance of evidence whose caller does not say.",
        json_schema_extra=stricter("smaller"),
    )
    count_uncited: bool = Field(
        True,
        description="Where a text cites nothing, all evidence of the request counts; else none.",
        json_schema_extra=stricter("false"),
    )
    confidence_words: dict[str, Share] = Field(
        {
            "very high": Decimal("0.95"),
            "high": Decimal("0.85"),
            "medium": Decimal("0.6"),
            "moderate": Decimal("0.6"),
            "low": Decimal("0.35"),
            "very low": Decimal("0.15"),
        },
        description="What words of confidence stand for, in lower case.",
    )
