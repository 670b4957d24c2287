"""Settings of the retry hint."""

from __future__ import annotations

from pydantic import Field

from sidecar.settings.section import Section


class FeedbackSettings(Section):
    """The retry hint of a report: what a model needs to correct its answer."""

    max_problems: int = Field(
        20,
        ge=0,
        le=200,
        description="Most findings that a retry hint lists, errors first; it counts the others."
        " 0: no hint.",
    )
    max_bytes: int = Field(
        16_384,
        ge=8192,
        le=65_536,
        description="Longest retry hint, in bytes of UTF-8. Findings that do not fit are counted.",
    )
