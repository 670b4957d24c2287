"""Settings of the server, its log and one request. Imports no gRPC: reading them is cheap."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from sidecar.settings.section import Listen, Section, TextForm

Origin = Annotated[
    str,
    TextForm(r"https?://[a-z0-9.\-\[\]:]+", "an origin in lower case, such as https://example.org"),
]


class ServerSettings(Section):
    """Where the server listens, whom it lets in, and how much it takes on at once."""

    listen: Listen = Field(
        "",
        description="`unix:///path/to.sock` or `tcp://host:port` (port 0: any free one). Empty:"
        " `$XDG_RUNTIME_DIR/verifyd/verifyd.sock`, or `/run/verifyd/verifyd.sock`.",
    )
    http: Listen = Field(
        "",
        description="Where the same methods are served over [HTTP](http.md); an address as for"
        " `listen`, with the same certificates and tokens. Empty: nowhere.",
    )
    http_cors_origins: tuple[Origin, ...] = Field(
        (),
        description="Origins of web pages that may call over HTTP, such as"
        " `https://app.example.org`. Calls from pages of any other are refused.",
    )
    trust_socket_folder: bool = Field(
        False,
        description="Whether a socket may lie in a folder that anyone may write to and that is"
        " not sticky. For a folder that nobody else reaches, such as an `emptyDir` in a pod.",
    )
    tls_cert: Path | None = Field(
        None,
        description="PEM certificate chain of the server; TCP only, together with `tls_key`.",
    )
    tls_key: Path | None = Field(
        None,
        description="PEM private key of the server.",
    )
    tls_client_ca: Path | None = Field(
        None,
        description="PEM certificates that client certificates must be signed by. The tenant is"
        " the certificate's common name, else its first alternative name.",
    )
    token_file: Path | None = Field(
        None,
        description="YAML file `tenant: SHA-256 of the token in hexadecimal`. Calls then need"
        " `authorization: Bearer TOKEN`, and the tenant is the token's.",
    )
    reflection: bool = Field(
        False,
        description="Whether the reflection service is offered.",
    )
    deadline_s: float = Field(
        10.0,
        gt=0,
        le=3600,
        description="Seconds for a call whose client sets no deadline.",
    )
    max_deadline_s: float = Field(
        60.0,
        gt=0,
        le=3600,
        description="Most seconds for any call, whatever its client sets.",
    )
    max_in_flight: int = Field(
        64,
        ge=1,
        le=10_000,
        description="Calls that are served at the same time.",
    )
    max_queue: int = Field(
        256,
        ge=0,
        le=100_000,
        description="Calls that wait for their turn; past it `OVERLOADED`.",
    )
    tenant_share: float = Field(
        0.75,
        gt=0,
        le=1,
        description="Of `max_in_flight`, `max_queue` and `workers`, the most that one tenant gets,"
        " where there are several: with `token_file` or `tls_client_ca`.",
    )
    drain_s: float = Field(
        10.0,
        ge=0,
        le=3600,
        description="Seconds that calls in flight get to finish on SIGTERM.",
    )
    max_message_bytes: int = Field(
        4 * 1024 * 1024,
        ge=64 * 1024,
        le=64 * 1024 * 1024,
        description="Largest message, in bytes, received or sent.",
    )
    workers: int = Field(
        4,
        ge=1,
        le=64,
        description="Threads for decoding, indexing and long checks.",
    )

    @model_validator(mode="after")
    def _belong_together(self) -> Self:
        if (self.tls_cert is None) != (self.tls_key is None):
            raise ValueError("tls_cert and tls_key belong together")
        if self.tls_client_ca is not None and self.tls_cert is None:
            raise ValueError("tls_client_ca needs tls_cert and tls_key")
        if self.deadline_s > self.max_deadline_s:
            raise ValueError("deadline_s must not be longer than max_deadline_s")
        return self


class RequestLimits(Section):
    """How much one request may hold."""

    narrative_bytes: int = Field(
        1024 * 1024,
        ge=1,
        le=16 * 1024 * 1024,
        description="Longest narrative, in bytes of UTF-8 (`NARRATIVE_TOO_LARGE`).",
    )
    upload_bytes: int = Field(
        512 * 1024 * 1024,
        ge=1024 * 1024,
        description="Memory that all uploads on their way may hold together"
        " (`EVIDENCE_STORE_FULL`).",
    )
    request_memory_bytes: int = Field(
        150 * 1024 * 1024,
        ge=1024 * 1024,
        description="Memory that one request may take, without what was uploaded in advance: its"
        " own"
        " evidence, and what its checks make of all of it. A check that needs more fails"
        " (`MEMORY_EXCEEDED`).",
    )


class StreamsSettings(Section):
    """How many narratives are verified while they are written, and for how long."""

    max_streams: int = Field(
        64,
        ge=1,
        le=10_000,
        description="Streams that are open at the same time; past it `OVERLOADED`. They take no"
        " place of `server.max_in_flight`.",
    )
    idle_s: float = Field(
        120.0,
        gt=0,
        le=3600,
        description="Seconds after which a stream that brings nothing ends with `STREAM_IDLE`. A"
        " client whose model thinks for longer sends an empty piece of text meanwhile.",
    )
    max_s: float = Field(
        1800.0,
        gt=0,
        le=86_400,
        description="Most seconds that a stream may take from its start to its report, whatever"
        " its client sets.",
    )
    memory_bytes: int = Field(
        256 * 1024 * 1024,
        ge=2 * 1024 * 1024,
        description="Memory that all streams may hold together: narratives, inline evidence, and"
        " a mebibyte each for what is known of earlier sentences; past it `OVERLOADED`.",
    )


_REPAIRED_STREAMS = (
    "gateways.repair: of an answer that is streamed, gateways may pass on the text that was to be"
    " repaired"
)


class GatewaysSettings(Section):
    """[Webhooks of gateways](gateways.md) of language models. Need `server.http`."""

    enabled: bool = Field(
        False,
        description="Whether the guardrail webhooks of LiteLLM and agentgateway are served at"
        " `server.http`.",
    )
    repair: bool = Field(
        False,
        description="Whether an answer that would be held goes out with its repairs, where they"
        " settle every error, and the repaired text is released. Not for streams: gateways pass on"
        " the text that was to be replaced.",
    )
    conversation_s: float = Field(
        600.0,
        ge=1,
        le=86_400,
        description="Seconds that the messages of a request are kept for its answer.",
    )
    conversation_bytes: int = Field(
        64 * 1024 * 1024,
        ge=64 * 1024,
        le=64 * 1024 * 1024 * 1024,
        description="Bytes of all conversations that are kept; past it the oldest of the tenant"
        " with the most bytes makes room.",
    )
    max_conversations: int = Field(
        10_000,
        ge=1,
        le=1_000_000,
        description="Conversations that are kept at the same time; past it as above.",
    )

    @property
    def risk(self) -> str:
        """What an operator should know of these settings; "" where nothing."""
        return _REPAIRED_STREAMS if self.enabled and self.repair else ""


class LoggingSettings(Section):
    """What is logged. Never narrative, cells or tokens, at any level."""

    level: Literal["debug", "info", "warning", "error"] = Field(
        "info",
        description="Lowest level that is written; one line per call is `info`.",
    )
