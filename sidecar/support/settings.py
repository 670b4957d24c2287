"""Settings of the ``support`` check."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from sidecar.options import Bounds, Section, Tolerance, option

Share = Annotated[Decimal, Bounds(ge=0, le=1)]


@dataclass(frozen=True, kw_only=True)
class SupportSettings(Section):
    """The `support` check."""

    min_evidence_support: Tolerance = option(
        Decimal("0.5"),
        le=1,
        description="Least score of the evidence (seed 003: `VERIFICATION_MIN_EVIDENCE_SUPPORT`).",
        stricter="larger",
    )
    confidence_tolerance: Tolerance = option(
        Decimal("0.2"),
        le=1,
        description="How far the stated confidence may be from that score (seed 003:"
        " `VERIFICATION_CONFIDENCE_TOLERANCE`).",
        stricter="smaller",
    )
    default_relevance: Tolerance = option(
        Decimal("0.85"),
        le=1,
        description="Relevance of evidence whose caller does not say; one such piece is enough for"
        " the least score.",
        stricter="smaller",
    )
    count_uncited: bool = option(
        True,
        description="Whether a text that cites nothing scores as the weakest evidence of the"
        " request would by itself; else it scores 0.",
        stricter="false",
    )
    confidence_words: dict[str, Share] = option(
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
