"""All sections together."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from sidecar.binding.settings import NumericSettings
from sidecar.citations.settings import CitationsSettings, SupportSettings
from sidecar.claims.settings import ClaimsSettings
from sidecar.consistency.settings import ConsistencySettings
from sidecar.evidence.settings import EvidenceSettings
from sidecar.feedback.settings import FeedbackSettings
from sidecar.instruments.settings import EventsSettings, MetricsSettings, TracingSettings
from sidecar.model.cached import cached_property
from sidecar.model.digests import sha256_hex
from sidecar.outcomes.settings import OutcomesSettings
from sidecar.pages.settings import PagesSettings
from sidecar.reviews.settings import ReviewsSettings
from sidecar.server.settings import (
    GatewaysSettings,
    LoggingSettings,
    RequestLimits,
    ServerSettings,
    StreamsSettings,
)
from sidecar.settings.policy import PolicySettings
from sidecar.settings.section import Section, list_paths, suggest_name, to_json
from sidecar.sources.settings import SourcesSettings
from sidecar.store.settings import StoreSettings
from sidecar.structure.settings import StructureSettings
from sidecar.transcripts.settings import ArgumentsSettings

VERDICT_SECTIONS = {
    "policy",
    "numeric",
    "consistency",
    "citations",
    "structure",
    "support",
    "claims",
    "arguments",
    "sources",
    "feedback",
}
"""The sections that a report depends on; a request may override settings of these alone."""


class Settings(BaseModel):
    """All sections. ``Settings()`` has every default; ``loading.load`` reads what people set."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        ignored_types=(cached_property,),
    )

    server: ServerSettings = ServerSettings()
    limits: RequestLimits = RequestLimits()
    streams: StreamsSettings = StreamsSettings()
    evidence: EvidenceSettings = EvidenceSettings()
    policy: PolicySettings = PolicySettings()
    numeric: NumericSettings = NumericSettings()
    consistency: ConsistencySettings = ConsistencySettings()
    citations: CitationsSettings = CitationsSettings()
    structure: StructureSettings = StructureSettings()
    support: SupportSettings = SupportSettings()
    claims: ClaimsSettings = ClaimsSettings()
    arguments: ArgumentsSettings = ArgumentsSettings()
    sources: SourcesSettings = SourcesSettings()
    feedback: FeedbackSettings = FeedbackSettings()
    store: StoreSettings = StoreSettings()
    reviews: ReviewsSettings = ReviewsSettings()
    outcomes: OutcomesSettings = OutcomesSettings()
    pages: PagesSettings = PagesSettings()
    gateways: GatewaysSettings = GatewaysSettings()
    logging: LoggingSettings = LoggingSettings()
    metrics: MetricsSettings = MetricsSettings()
    tracing: TracingSettings = TracingSettings()
    events: EventsSettings = EventsSettings()
    overridable: tuple[str, ...] = Field(
        (),
        description="Dotted paths of settings, such as `numeric.rounding.rel_epsilon`, that a"
        " request may make looser. Stricter is always allowed.",
    )

    @field_validator("overridable")
    @classmethod
    def _overridable_exist(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        """A misspelled path would leave the setting as strict as it is, unseen."""
        paths = (path for path, _ in list_paths(Settings))
        _known(given, {path for path in paths if path.split(".")[0] in VERDICT_SECTIONS})
        return given

    @field_validator("policy")
    @classmethod
    def _policy_names_exist(cls, policy: PolicySettings) -> PolicySettings:
        """A misspelled name would leave the default in force, unseen."""
        if policy == PolicySettings():
            return policy
        # Only where names are given: with the checks comes everything that reads and looks up.
        from sidecar.checks import CHECKS, CODES  # noqa: PLC0415

        for name in ("required_checks", "optional_checks", "modes", "on_nothing"):
            _known(getattr(policy, name), CHECKS, f"{name}: ")
        _known(policy.severities, CODES, "severities: ")
        return policy

    @field_validator("reviews")
    @classmethod
    def _reviewed_checks_exist(cls, reviews: ReviewsSettings) -> ReviewsSettings:
        """Of a misspelled check, nothing would be kept, unseen."""
        if reviews.checks != ReviewsSettings().checks:
            from sidecar.checks import CHECKS  # noqa: PLC0415 (as above)

            _known(reviews.checks, CHECKS, "checks: ")
        return reviews

    @model_validator(mode="after")
    def _pages_have_what_they_need(self) -> Self:
        if self.pages.enabled and not self.server.http:
            raise ValueError("pages.enabled needs server.http")
        if self.pages.enabled and not (self.store.url and self.reviews.enabled):
            raise ValueError("pages.enabled needs store.url, and reviews.enabled")
        return self

    @model_validator(mode="after")
    def _gateways_have_what_they_need(self) -> Self:
        if self.gateways.enabled and not self.server.http:
            raise ValueError("gateways.enabled needs server.http")
        return self

    def having(self, **sections: Section) -> Self:
        """The same settings with other sections, which are valid by themselves."""
        copy = self.model_copy(update=sections)
        vars(copy).pop("digest", None)
        return copy

    def dump(self) -> dict[str, Any]:
        """The values as plain data, with asterisks in place of every secret that is set."""
        dumped: dict[str, Any] = json.loads(json.dumps(self.model_dump(), default=to_json))
        return dumped

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the sections that a report depends on, as canonical JSON."""
        sections = (
            f'"{name}":{getattr(self, name).canonical}' for name in sorted(VERDICT_SECTIONS)
        )
        return sha256_hex(f"{{{','.join(sections)}}}".encode())


def _known(names: Iterable[str], known: Iterable[str], where: str = "") -> None:
    for name in names:
        if name not in known:
            raise ValueError(f"{where}{name!r} is not known{suggest_name(name, known)}")
