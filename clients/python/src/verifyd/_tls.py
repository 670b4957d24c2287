"""Trust between a client and a server over TCP."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import grpc

from verifyd.errors import InvalidArgument


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


def _read(path: str | Path | None) -> bytes | None:
    try:
        return None if path is None else Path(path).read_bytes()
    except OSError as error:
        said = f"cannot read {path}: {error.strerror}"
        raise InvalidArgument(said, "tls") from error
