"""Settings of the instruments."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.options import Section, option


@dataclass(frozen=True, kw_only=True)
class MetricsSettings(Section):
    """Metrics for Prometheus. Off until `listen` is set."""

    listen: str = option(
        "",
        pattern=r"^$|^unix:///[^\x00-\x1f]+$|^tcp://\S+:\d{1,5}$",
        description="Where `GET /metrics` is answered: `tcp://127.0.0.1:9464` or"
        " `unix:///path/to.sock`. Empty: nowhere.",
    )
    allow_remote: bool = option(
        False,
        description="Whether it may be an address that other machines reach: the numbers hold no"
        " content, but anyone there can read them.",
    )


@dataclass(frozen=True, kw_only=True)
class TracingSettings(Section):
    """Traces for OpenTelemetry. Off until `enabled`; needs the extra `otel`."""

    enabled: bool = option(
        False,
        description="Whether spans are exported. An `OTEL_` variable alone sends nothing anywhere.",
    )
    endpoint: str = option(
        "",
        pattern=r"^$|^https?://\S+$",
        description="Where they go, by OTLP over gRPC: `http://127.0.0.1:4317`. Empty: as the"
        " `OTEL_EXPORTER_OTLP_` variables say. Sampling, headers and names always come from the"
        " standard `OTEL_` variables.",
    )
