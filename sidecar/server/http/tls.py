"""TLS of the front."""

from __future__ import annotations

import ssl

from sidecar.server import listen
from sidecar.server.settings import ServerSettings


def make_tls(settings: ServerSettings) -> ssl.SSLContext | None:
    """The same certificates as gRPC's, if there are any.

    Raises:
        ListenError: If they cannot be used.
    """
    if settings.tls_cert is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        # A key with a password would else be asked for on the terminal.
        context.load_cert_chain(settings.tls_cert, settings.tls_key, password="")
        if settings.tls_client_ca is not None:
            context.load_verify_locations(settings.tls_client_ca)
            context.verify_mode = ssl.CERT_REQUIRED
    except (OSError, ValueError) as error:
        raise listen.ListenError(f"the server's certificate cannot be used: {error}") from None
    return context
