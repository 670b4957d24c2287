"""Settings of the ``citations`` check."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from sidecar.settings.section import Like, Section, Share, Stricter

Prefix = Annotated[str, Like(r"[\w-]{1,40}", "up to 40 letters, digits, hyphens or underscores")]
Required = Literal["numbers", "quotes", "sentences"]


class CitationsSettings(Section):
    """The `citations` check."""

    require_citations: Annotated[bool, Stricter("true")] = Field(
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
    min_overlap: Annotated[Share, Stricter("larger")] = Field(
        Decimal("0.1"),
        description="Least share of a sentence's words that must be in what it cites; else it"
        " is a warning. 0: not compared.",
    )
    compare_numbers: Annotated[bool, Stricter("true")] = Field(
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
