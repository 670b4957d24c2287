"""Settings of the reviews."""

from __future__ import annotations

from pydantic import Field

from sidecar.settings.section import Section


class ReviewsSettings(Section):
    """Which findings wait for a person's decision. Needs a store (`store.url`)."""

    enabled: bool = Field(True, description="Whether flagged findings are stored.")
    checks: tuple[str, ...] = Field(
        ("numeric", "claims"),
        description="The checks whose warnings and errors are stored.",
    )
    required: bool = Field(
        False,
        description="Whether a text whose flagged findings could not be stored gets no report"
        " (`REVIEW_NOT_STORED`); else it gets one, and `ResponseMeta.review` says so.",
    )
    keep_days: int = Field(
        90,
        ge=0,
        le=36_500,
        description="Days after which a review is deleted, decided or not; 0 deletes none.",
    )
    max_items: int = Field(
        1000,
        ge=1,
        le=2000,
        description="Most items of one review, the worst and then the first in the text; the rest"
        " is counted, and such a review is never complete.",
    )
    max_decisions: int = Field(
        10_000,
        ge=1,
        le=200_000,
        description="Most decisions, and most open items, that `GetAgreement` reads: those of the"
        " newest texts. The response tells whether there are more.",
    )
