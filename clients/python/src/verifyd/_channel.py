"""Where the server is, and how to reach it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import grpc
import grpc.aio

from verifyd.errors import InvalidArgument
from verifyd.v1 import (
    evidence_service_pb2_grpc,
    outcome_service_pb2_grpc,
    review_service_pb2_grpc,
    verify_pb2_grpc,
)

MAX_MESSAGE_BYTES: Final = 4 * 1024 * 1024
"""What servers take in one message unless their settings say otherwise."""

Metadata = tuple[tuple[str, str], ...]

# A sidecar that restarts is met again in a tenth of a second; gRPC's own default is one second.
OPTIONS: Final = (
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
)


# Generated without types.
_VERIFY: Any = verify_pb2_grpc.VerifyServiceStub
_EVIDENCE: Any = evidence_service_pb2_grpc.EvidenceServiceStub
_REVIEW: Any = review_service_pb2_grpc.ReviewServiceStub
_OUTCOME: Any = outcome_service_pb2_grpc.OutcomeServiceStub


@dataclass(frozen=True, slots=True)
class TLS:
    """How to trust the server, and who the caller is. All are paths of PEM files.

    Attributes:
        ca: Certificates that the server's must be signed by; the system's where None.
        certificate: The caller's certificate chain, where the server asks for one.
        key: Its private key.
        server_name: The name in the server's certificate, where it is not the address.
    """

    ca: str | Path | None = None
    certificate: str | Path | None = None
    key: str | Path | None = None
    server_name: str = ""

    def credentials(self) -> grpc.ChannelCredentials:
        """The same for gRPC; reads the files."""
        return grpc.ssl_channel_credentials(
            _read(self.ca), _read(self.key), _read(self.certificate)
        )


def default_address() -> str:
    """Where a server listens without an address in its settings."""
    folder = os.environ.get("XDG_RUNTIME_DIR") or "/run"
    return f"unix://{folder}/verifyd/verifyd.sock"


def target(address: str) -> str:
    """A gRPC target from ``unix:///path.sock``, ``tcp://host:port`` or ``host:port``.

    Raises:
        InvalidArgument: If it is none of these.
    """
    scheme, _, rest = address.partition(":")
    if scheme == "unix" and rest.strip("/"):
        return address
    place = address.removeprefix("tcp://")
    host, _, port = place.rpartition(":")
    if host and port.isdecimal() and "/" not in place:
        return place
    forms = "unix:///path.sock or tcp://host:port"
    near = (
        f"unix://{address}" if address.startswith("/") else f"tcp://{address.rpartition('//')[2]}"
    )
    hint = f"; did you mean {near}?" if near.startswith("unix:") or port.isdecimal() else ""
    raise InvalidArgument(f"{address!r} is not an address: {forms}{hint}", "address")


def options(tls: TLS | None) -> list[tuple[str, str | int]]:
    """The options of a channel."""
    name = tls.server_name if tls else ""
    return [*OPTIONS, *([("grpc.ssl_target_name_override", name)] if name else [])]


def metadata(token: str | None) -> Metadata:
    """What every call carries."""
    return () if token is None else (("authorization", f"Bearer {token}"),)


def methods(channel: grpc.Channel | grpc.aio.Channel) -> Mapping[str, Callable[..., Any]]:
    """The methods of all services by name."""
    services = (_VERIFY(channel), _EVIDENCE(channel), _REVIEW(channel), _OUTCOME(channel))
    return {name: method for one in services for name, method in vars(one).items()}


def _read(path: str | Path | None) -> bytes | None:
    try:
        return None if path is None else Path(path).read_bytes()
    except OSError as error:
        said = f"cannot read {path}: {error.strerror}"
        raise InvalidArgument(said, "tls") from error
