"""Settings of the ``citations`` and ``support`` checks."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from sidecar.settings.section import Section, Share, Strictness, TextForm

Prefix = Annotated[
    str, TextForm(r"[\w-]{1,40}", "up to 40 letters, digits, hyphens or underscores")
]
Required = Literal["numbers", "quotes", "sentences"]


class CitationsSettings(Section):
    """The `citations` check."""

    require_citations: Annotated[bool, Strictness("true")] = Field(
        True,
        description="A text must cite at least one piece of evidence, unless it says that none was"
        " found (also `VERIFICATION_REQUIRE_CITATIONS`).",
    )
    required_for: tuple[Required, ...] = Field(
        (),
        description="Statements that need a citation of their own: those with `numbers`, those with"
        " `quotes`, or all `sentences`.",
    )
    scope: Literal["sentence", "paragraph"] = Field(
        "sentence",
        description="How far a citation reaches: its sentence, or all of its paragraph.",
    )
    id_prefixes: tuple[Prefix, ...] = Field(
        ("ev",),
        description="What ids in brackets begin with, before a hyphen or underscore. Ids of the"
        " request are citations whatever they begin with.",
    )
    min_overlap: Annotated[Share, Strictness("larger")] = Field(
        Decimal("0.1"),
        description="Least share of a sentence's words that must be in what it cites; else it"
        " is a warning. 0: not compared.",
    )
    compare_numbers: Annotated[bool, Strictness("true")] = Field(
        True,
        description="Whether a number that is missing from what its sentence cites is a warning.",
    )
    max_statements: int = Field(
        20_000,
        ge=1,
        le=100_000,
        description="Most sentences, list items and table rows of one text; past it the check fails"
        " (`TOO_MANY_STATEMENTS`).",
    )
    max_citations: int = Field(
        2_000,
        ge=1,
        le=20_000,
        description="Most citations of one text; past it the check fails (`TOO_MANY_CITATIONS`).",
    )


# Settings of the ``support`` check.


class SupportSettings(Section):
    """The `support` check."""

    min_evidence_support: Annotated[Share, Strictness("larger")] = Field(
        Decimal("0.5"),
        description="Least score of the evidence (also `VERIFICATION_MIN_EVIDENCE_SUPPORT`).",
    )
    confidence_tolerance: Annotated[Share, Strictness("smaller")] = Field(
        Decimal("0.2"),
        description="How far the stated confidence may be from that score (also"
        " `VERIFICATION_CONFIDENCE_TOLERANCE`).",
    )
    default_relevance: Annotated[Share, Strictness("smaller")] = Field(
        Decimal("0.72"),
        description="Relevance of evidence whose caller states none: the least, in hundredths, with"
        " which one cited piece reaches the default of `min_evidence_support`.",
    )
    count_uncited: Annotated[bool, Strictness("false")] = Field(
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
