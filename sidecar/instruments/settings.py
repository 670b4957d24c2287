"""Settings of the instruments."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sidecar.settings.section import Listen, Section, TextForm


class MetricsSettings(Section):
    """Metrics for Prometheus. Off until `listen` is set."""

    listen: Listen = Field(
        "",
        description="Where `GET /metrics` is answered: `tcp://127.0.0.1:9464` or"
        " `unix:///path/to.sock`. Empty: nowhere.",
    )
    allow_remote: bool = Field(
        False,
        description="Whether it may be an address that other machines reach: the numbers hold no"
        " content, but anyone there can read them.",
    )


class TracingSettings(Section):
    """Traces for OpenTelemetry. Off until `enabled`; needs the extra `otel`."""

    enabled: bool = Field(
        False,
        description="Whether spans are exported. `OTEL_` variables do not switch it on by"
        " themselves.",
    )
    endpoint: Annotated[str, TextForm(r"|https?://\S+", "http://host:port, or empty")] = Field(
        "",
        description="Where they go, by OTLP over gRPC: `http://127.0.0.1:4317`. Empty: as the"
        " `OTEL_EXPORTER_OTLP_` variables say. Sampling, headers and names always come from the"
        " standard `OTEL_` variables.",
    )


class EventsSettings(Section):
    """Events for OpenTelemetry, one for each check. Off until `enabled`; needs the extra `otel`."""

    enabled: bool = Field(
        False,
        description="Whether each check of a report is sent as an event. `OTEL_` variables do not"
        " switch it on by themselves.",
    )
    endpoint: Annotated[str, TextForm(r"|https?://\S+", "http://host:port, or empty")] = Field(
        "",
        description="Where they go, by OTLP over gRPC: `http://127.0.0.1:4317`. Empty: as the"
        " `OTEL_EXPORTER_OTLP_` variables say.",
    )
    quotes: bool = Field(
        False,
        description="Whether `gen_ai.evaluation.explanation` holds the messages of findings, which"
        " quote the narrative and the evidence. Off: only counts and codes.",
    )
