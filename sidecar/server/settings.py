"""Settings of the server, its log and one request. Imports no gRPC: reading them is cheap."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sidecar.options import Section, option


@dataclass(frozen=True, kw_only=True)
class ServerSettings(Section):
    """Where the server listens, whom it lets in, and how much it takes on at once."""

    listen: str = option(
        "",
        pattern=r"^$|^unix:///[^\x00-\x1f]+$|^tcp://\S+:\d{1,5}$",
        description="`unix:///path/to.sock` or `tcp://host:port` (port 0: any free one). Empty:"
        " `$XDG_RUNTIME_DIR/verifyd/verifyd.sock`, or `/run/verifyd/verifyd.sock`.",
    )
    trust_socket_folder: bool = option(
        False,
        description="Whether a socket may lie in a folder that everybody may write to and that is"
        " not sticky. For a folder that nobody else reaches, such as an `emptyDir` in a pod.",
    )
    tls_cert: Path | None = option(
        None, description="PEM certificate chain of the server; TCP only, together with `tls_key`."
    )
    tls_key: Path | None = option(None, description="PEM private key of the server.")
    tls_client_ca: Path | None = option(
        None,
        description="PEM certificates that client certificates must be signed by. The tenant is"
        " the certificate's common name, else its first alternative name.",
    )
    token_file: Path | None = option(
        None,
        description="YAML file `tenant: SHA-256 of the token in hexadecimal`. Calls then need"
        " `authorization: Bearer TOKEN`, and the tenant is the token's.",
    )
    reflection: bool = option(False, description="Whether the reflection service is offered.")
    deadline_s: float = option(
        10.0, gt=0, le=3600, description="Seconds for a call whose client sets no deadline."
    )
    max_deadline_s: float = option(
        60.0, gt=0, le=3600, description="Most seconds for any call, whatever its client sets."
    )
    max_in_flight: int = option(
        64, ge=1, le=10_000, description="Calls that are served at the same time."
    )
    max_queue: int = option(
        256, ge=0, le=100_000, description="Calls that wait for their turn; past it `OVERLOADED`."
    )
    tenant_share: float = option(
        0.75,
        gt=0,
        le=1,
        description="Of `max_in_flight`, `max_queue` and `workers`, the most that one tenant gets,"
        " where there are several: with `token_file` or `tls_client_ca`.",
    )
    drain_s: float = option(
        10.0, ge=0, le=3600, description="Seconds that calls in flight get to finish on SIGTERM."
    )
    max_message_bytes: int = option(
        4 * 1024 * 1024,
        ge=64 * 1024,
        le=64 * 1024 * 1024,
        description="Largest message, in bytes, received or sent.",
    )
    workers: int = option(
        4, ge=1, le=64, description="Threads for decoding, indexing and long checks."
    )

    def __post_init__(self) -> None:
        if (self.tls_cert is None) != (self.tls_key is None):
            raise ValueError("tls_cert and tls_key belong together")
        if self.tls_client_ca is not None and self.tls_cert is None:
            raise ValueError("tls_client_ca needs tls_cert and tls_key")
        if self.deadline_s > self.max_deadline_s:
            raise ValueError("deadline_s must not be longer than max_deadline_s")


@dataclass(frozen=True, kw_only=True)
class RequestLimits(Section):
    """How much one request may hold."""

    narrative_bytes: int = option(
        1024 * 1024,
        ge=1,
        le=16 * 1024 * 1024,
        description="Longest narrative, in bytes of UTF-8 (`NARRATIVE_TOO_LARGE`).",
    )
    upload_bytes: int = option(
        512 * 1024 * 1024,
        ge=1024 * 1024,
        description="Memory that all uploads on their way may hold together"
        " (`EVIDENCE_STORE_FULL`).",
    )
    request_memory_bytes: int = option(
        150 * 1024 * 1024,
        ge=1024 * 1024,
        description="Memory that one request may take beside what was put ahead of it: its own"
        " evidence, and what its checks make of all of it. A check that needs more fails"
        " (`MEMORY_EXCEEDED`).",
    )


@dataclass(frozen=True, kw_only=True)
class LoggingSettings(Section):
    """What is logged. Never narrative, cells or tokens, at any level."""

    level: Literal["debug", "info", "warning", "error"] = option(
        "info", description="Least level that is written; one line per call is `info`."
    )
