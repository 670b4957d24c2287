"""Settings of the ``support`` check."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import Field

from sidecar.settings.section import Section, Share, Stricter


class SupportSettings(Section):
    """The `support` check."""

    min_evidence_support: Annotated[Share, Stricter("larger")] = Field(
        Decimal("0.5"),
        description="Least score of the evidence (also `VERIFICATION_MIN_EVIDENCE_SUPPORT`).",
    )
    confidence_tolerance: Annotated[Share, Stricter("smaller")] = Field(
        Decimal("0.2"),
        description="How far the stated confidence may be from that score (also"
        " `VERIFICATION_CONFIDENCE_TOLERANCE`).",
    )
    default_relevance: Annotated[Share, Stricter("smaller")] = Field(
        Decimal("0.72"),
        description="Relevance of evidence whose caller states none: the least, in hundredths, with"
        " which one cited piece reaches the default of `min_evidence_support`.",
    )
    count_uncited: Annotated[bool, Stricter("false")] = Field(
        True,
        description="Whether a text that cites nothing scores as the weakest evidence of the"
        " request would by itself; else it scores 0.",
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
