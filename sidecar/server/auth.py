"""Who is calling: the tenant comes from the authenticated peer, never from a field of a request."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar, NamedTuple

from sidecar.errors import VerifydError
from sidecar.server.call import Context
from sidecar.server.settings import ServerSettings
from sidecar.settings.sources import SettingsError, read_yaml


class Caller(NamedTuple):
    """Who is calling.

    Attributes:
        tenant: Whom evidence and settlements belong to.
        identity: How that is known: ``token:NAME``, ``certificate:NAME``, or ``LOCAL``.
    """

    tenant: str
    identity: str


Authenticator = Callable[[Context], Caller]

LOCAL = "local"
"""The one tenant, and the identity of all callers, of a server that asks for no credentials."""

_SHA256 = re.compile(r"[0-9a-f]{64}")
_NAMES = ("x509_common_name", "x509_subject_alternative_name")


class CredentialsMissing(VerifydError):
    """The server asks for a token, and the call carries none."""

    code: ClassVar[str] = "UNAUTHENTICATED"
    reason: ClassVar[str] = "CREDENTIALS_MISSING"


class CredentialsInvalid(VerifydError):
    """The call's token is unknown, or its certificate names nobody."""

    code: ClassVar[str] = "UNAUTHENTICATED"
    reason: ClassVar[str] = "CREDENTIALS_INVALID"


def make_authenticator(settings: ServerSettings) -> Authenticator:
    """How a server with these settings tells who is calling.

    Raises:
        SettingsError: If the token file cannot be used.
    """
    if settings.token_file is not None:
        return Tokens(read_tokens(settings.token_file))
    if settings.tls_client_ca is not None:
        return identify_by_certificate
    return lambda _: Caller(LOCAL, LOCAL)


class Tokens:
    """Bearer tokens, known by their digests alone.

    Args:
        digests: SHA-256 of each tenant's token, in lower-case hexadecimal.
    """

    def __init__(self, digests: Mapping[str, str]) -> None:
        self._digests = [(tenant, digest.encode()) for tenant, digest in digests.items()]

    def __call__(self, context: Context) -> Caller:
        """The tenant whose token a call carries.

        Raises:
            CredentialsMissing: If it carries none.
            CredentialsInvalid: If nobody has that token.
        """
        token = _bearer(context)
        given = hashlib.sha256(token.encode()).hexdigest().encode()
        # Every digest is compared, and each in constant time: how long it takes tells nothing.
        matching = [name for name, digest in self._digests if hmac.compare_digest(given, digest)]
        if not matching:
            raise CredentialsInvalid("the token of this call is unknown")
        return Caller(matching[0], f"token:{matching[0]}")


def _bearer(context: Context) -> str:
    for key, value in context.invocation_metadata() or ():
        if key == "authorization" and isinstance(value, str):
            scheme, _, token = value.partition(" ")
            if scheme.lower() == "bearer" and token:
                return token
    raise CredentialsMissing("this server asks for `authorization: Bearer TOKEN`")


def identify_by_certificate(context: Context) -> Caller:
    """The tenant by the common name of the peer's certificate, else its first alternative name.

    Raises:
        CredentialsInvalid: If it has neither.
    """
    properties = context.auth_context()
    for name in _NAMES:
        for value in properties.get(name, ()):
            if value:
                tenant = bytes(value).decode("utf-8", "backslashreplace")
                return Caller(tenant, f"certificate:{tenant}")
    raise CredentialsInvalid("the client's certificate has no common or alternative name")


def read_tokens(path: Path) -> dict[str, str]:
    """The tenants of a token file, and the digests of their tokens.

    Raises:
        SettingsError: If it is no mapping of names to digests, or two tenants share a token.
    """
    digests: dict[str, str] = {}
    for tenant, digest in read_yaml(path).items():
        if not isinstance(tenant, str) or not tenant.isprintable() or not tenant:
            raise SettingsError(f"{path}: a tenant's name must be printable text")
        if not isinstance(digest, str) or not _SHA256.fullmatch(digest):
            raise SettingsError(f"{path}: {tenant}: not a SHA-256 in lower-case hexadecimal")
        if digest in digests.values():
            raise SettingsError(f"{path}: {tenant}: another tenant has the same token")
        digests[tenant] = digest
    if not digests:
        raise SettingsError(f"{path}: no tenant in it, so nobody could call")
    return digests
