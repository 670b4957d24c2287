"""Settings of the engine that runs formulas."""

from __future__ import annotations

from pydantic import Field

from sidecar.settings.section import Section


class EngineSettings(Section):
    """How formulas are run."""

    timeout_s: float = Field(
        1.0,
        ge=0.01,
        le=30,
        description="Processor time of one query, in seconds; past it the formula is refused"
        " (`TOO_SLOW`).",
    )
    deadline_s: float = Field(
        10.0,
        ge=0.1,
        le=60,
        description="Longest time for all formulas of a request, in seconds; those that are left"
        " are refused (`TOO_SLOW`).",
    )
    memory_bytes: int = Field(
        256 * 1024 * 1024,
        ge=64 * 1024 * 1024,
        le=16 * 1024 * 1024 * 1024,
        description="Memory that queries may take beside the query results, in bytes"
        " (`TOO_LARGE`).",
    )
    max_formulas: int = Field(
        200,
        ge=1,
        le=10_000,
        description="Most formulas of a request that are run; the others are refused"
        " (`TOO_LARGE`).",
    )
    max_query_bytes: int = Field(
        4000,
        ge=1,
        le=64 * 1024,
        description="Longest query, in bytes of UTF-8 (`QUERY_TOO_LONG`).",
    )
