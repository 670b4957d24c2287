"""Settings of the ``citations`` check."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal

from sidecar.options import Bounds, Section, Tolerance, option

Required = Literal["numbers", "quotes", "sentences"]


@dataclass(frozen=True, kw_only=True)
class CitationsSettings(Section):
    """The `citations` check."""

    require_citations: bool = option(
        True,
        description="A text must cite at least one piece of evidence, unless it says that none was"
        " found (seed 003: `VERIFICATION_REQUIRE_CITATIONS`).",
        stricter="true",
    )
    required_for: tuple[Required, ...] = option(
        (),
        description="Statements that need a citation of their own: those with `numbers`, those with"
        " `quotes`, or all `sentences`.",
    )
    scope: Literal["sentence", "paragraph"] = option(
        "sentence",
        description="How far a citation reaches: its sentence, or all of its paragraph.",
    )
    id_prefixes: tuple[Annotated[str, Bounds(pattern=r"^[\w-]{1,40}$")], ...] = option(
        ("ev",),
        description="What ids in brackets begin with, before a hyphen or underscore. Ids of the"
        " request are citations whatever they begin with.",
    )
    min_overlap: Tolerance = option(
        Decimal("0.1"),
        le=1,
        description="Least share of a sentence's words that must stand in what it cites; else it"
        " is a warning. 0: not compared.",
        stricter="larger",
    )
    compare_numbers: bool = option(
        True,
        description="Whether a number that does not stand in what its sentence cites is a warning.",
        stricter="true",
    )
    max_statements: int = option(
        20_000,
        ge=1,
        le=100_000,
        description="Most sentences, list items and table rows of one text; past it the check fails"
        " (`TOO_MANY_STATEMENTS`).",
    )
    max_citations: int = option(
        2_000,
        ge=1,
        le=20_000,
        description="Most citations of one text; past it the check fails (`TOO_MANY_CITATIONS`).",
    )
