"""Settings of the policy. Imports no model: reading settings is cheap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sidecar.options import Section, option

OnNothing = Literal["pass", "warn", "fail"]
CheckName = str


@dataclass(frozen=True, kw_only=True)
class PolicySettings(Section):
    """What the findings of a request add up to."""

    mode: Literal["enforce", "observe"] = option(
        "enforce",
        description="Whether a bad decision holds the text back; never changes the decision.",
        stricter="enforce",
    )
    modes: dict[CheckName, Literal["enforce", "observe"]] = option(
        {},
        description="Per check: a mode other than `mode`. What a check finds in `observe` is"
        " reported and counts for the decision, and holds nothing back.",
    )
    hold_on: tuple[Literal["PASS", "WARN", "FAIL", "UNVERIFIED"], ...] = option(
        ("FAIL", "UNVERIFIED"),
        description="Decisions that hold the text back in `enforce` mode, made of the checks in"
        " that mode alone.",
    )
    required_checks: tuple[CheckName, ...] = option(
        (),
        description="Checks that run in every request, whether it names them or not.",
    )
    optional_checks: tuple[CheckName, ...] = option(
        (),
        description="Checks whose failure is only a warning; all others are required.",
    )
    on_nothing: dict[CheckName, OnNothing] = option(
        {},
        description="Per check: what a text with nothing to judge counts as (default: pass).",
    )
    severities: dict[str, Literal["info", "warning", "error"]] = option(
        {},
        description="Per code: a severity other than its own.",
    )
