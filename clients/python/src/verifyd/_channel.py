"""Where the server is, and how to reach it."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import grpc
from google.protobuf.message_factory import GetMessageClass

from verifyd.errors import InvalidArgument

if TYPE_CHECKING:
    import grpc.aio

    from verifyd._tls import TLS

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

METHODS: Final = {
    "verify": ("Verify", "VerifyStream", "ListChecks"),
    "evidence_service": ("PutQueryResult", "PutSource", "GetEvidence", "DeleteEvidence"),
    "transcript_service": ("VerifyTranscript", "VerifyToolCall"),
    "review_service": ("ListFlagged", "Decide", "GetRevision", "GetAgreement"),
    "outcome_service": (
        "ValidateCriteria",
        "VerifyOutcome",
        "SettleOutcome",
        "ReverseSettlement",
        "GetOutcome",
        "ListOutcomes",
        "GetStatement",
    ),
}
"""The methods of the services, by the file of the contract that has them."""

_FILE_OF: Final = {method: file for file, methods in METHODS.items() for method in methods}


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


def metadata(token: str | None, address: str, tls: TLS | None) -> Metadata:
    """What every call carries.

    Raises:
        InvalidArgument: If a token would be sent in the clear to another machine.
    """
    if token is None:
        return ()
    if tls is None and not _is_local(target(address)):
        raise InvalidArgument(
            f"a token is not sent in the clear to {address}: give `tls=TLS(...)`", "token"
        )
    return (("authorization", f"Bearer {token}"),)


def _is_local(target: str) -> bool:
    """Whether nothing that is sent there leaves the machine."""
    host = target.rpartition(":")[0].strip("[]")
    loops_back = host.startswith("127.") and host.replace(".", "").isdecimal()
    return target.startswith("unix:") or host in ("localhost", "::1") or loops_back


class Methods(dict[str, Callable[..., Any]]):
    """The methods of all services by name; each is made, and its file loaded, when first called.

    Made from descriptors, since the generated stubs register their methods with the channel: one
    that is closed meanwhile ends the process with a segmentation fault.
    """

    def __init__(self, channel: grpc.Channel | grpc.aio.Channel) -> None:
        super().__init__()
        self._channel = channel

    def __missing__(self, name: str) -> Callable[..., Any]:
        file = import_module(f"verifyd.v1.{_FILE_OF[name]}_pb2").DESCRIPTOR
        (service,) = file.services_by_name.values()
        method = service.methods_by_name[name]
        channel = self._channel
        make: Any = channel.stream_unary if method.client_streaming else channel.unary_unary
        if method.server_streaming:
            make = channel.stream_stream
        made: Callable[..., Any] = make(
            f"/{service.full_name}/{name}",
            request_serializer=GetMessageClass(method.input_type).SerializeToString,
            response_deserializer=GetMessageClass(method.output_type).FromString,
        )
        self[name] = made
        return made
