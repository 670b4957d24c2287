"""Settings of formulas."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sidecar.judges.settings import JudgeSettings
from sidecar.settings.section import Section, Strictness

# Settings of the engine that runs formulas.


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


class FormulaSettings(JudgeSettings):
    """Numbers that are the value of a query (extra `formulas`), declared or proposed by a model.

    Declared ones always count. Nothing is sent to a model unless `propose` and `base_url` are set
    (extra `llm`).
    """

    propose: Literal["off", "uncovered", "open", "uncertain", "all"] = Field(
        "off",
        description="Which numbers a model is asked the formulas of: none, just the inconclusive"
        " ones, which words and data do not cover (`uncovered`; `open` is its former name), also"
        " those that are flagged or supported below `ask_below` (`uncertain`), or `all`.",
    )
    ask_below: Annotated[float, Strictness("larger")] = Field(
        0.85,
        ge=0,
        le=1,
        description="How probably right a supported number must be not to be asked about"
        " (`propose: uncertain`).",
    )
    required: Annotated[bool, Strictness("true")] = Field(
        False,
        description="The check fails where the model does not answer; else a number that it was"
        " asked about stays as its words gave it where these plainly name row and column, and is"
        " not covered elsewhere.",
    )
    engine: EngineSettings = EngineSettings()
