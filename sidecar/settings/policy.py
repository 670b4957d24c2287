"""Settings of the policy. Imports no model: reading settings is cheap."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sidecar.settings.section import Section, Strictness

OnNothing = Literal["pass", "warn", "fail"]
CheckName = str


class PolicySettings(Section):
    """What the findings of a request add up to."""

    mode: Annotated[Literal["enforce", "observe"], Strictness("enforce")] = Field(
        "enforce",
        description="Whether a bad decision holds the text back; never changes the decision.",
    )
    modes: dict[CheckName, Literal["enforce", "observe"]] = Field(
        {},
        description="Per check: a mode other than `mode`. What a check finds in `observe` is"
        " reported and counts for the decision, and holds nothing back.",
    )
    hold_on: tuple[Literal["PASS", "WARN", "FAIL", "UNVERIFIED"], ...] = Field(
        ("FAIL", "UNVERIFIED"),
        description="Decisions that hold the text back in `enforce` mode; only the checks in"
        " that mode count.",
    )
    required_checks: tuple[CheckName, ...] = Field(
        (),
        description="Checks that run in every request, whether it names them or not.",
    )
    optional_checks: tuple[CheckName, ...] = Field(
        (),
        description="Checks whose failure is only a warning; all others are required.",
    )
    on_nothing: dict[CheckName, OnNothing] = Field(
        {},
        description="Per check: what a text with nothing to judge counts as (default: pass).",
    )
    severities: dict[str, Literal["info", "warning", "error"]] = Field(
        {},
        description="Per code: a severity other than its own.",
    )
