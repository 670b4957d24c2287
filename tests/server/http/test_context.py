"""Who calls, by a certificate: the same name as over gRPC, and nobody else's."""

from __future__ import annotations

from typing import Any, cast

import pytest

from sidecar.server.auth import Caller, CredentialsInvalid, identify_by_certificate
from sidecar.server.http.codecs import ProtoCodec
from sidecar.server.http.context import HttpContext
from sidecar.server.http.forms import ConnectUnary
from sidecar.server.http.request import Request
from sidecar.work.pool import Pool


def caller(*names: tuple[str, Any]) -> Caller:
    """Of a certificate with these alternative names, as ``ssl`` gives them."""
    request = cast(Request, _Asked(names))
    unused = cast(Pool, None)
    return identify_by_certificate(
        HttpContext(request, ConnectUnary({}, "proto"), ProtoCodec(), 1, unused)
    )


class _Asked:
    def __init__(self, names: tuple[tuple[str, Any], ...]) -> None:
        self.certificate = {"subject": (), "subjectAltName": names}

    def body(self) -> None:
        return None


def test_the_first_alternative_name_is_the_tenant() -> None:
    assert caller(("URI", "spiffe://a/b"), ("DNS", "c")).tenant == "spiffe://a/b"


def test_an_address_is_written_as_grpc_writes_it() -> None:
    assert caller(("IP Address", "0:0:0:0:0:0:0:1")).tenant == "::1"


@pytest.mark.parametrize(
    "name",
    [("othername", "<unsupported>"), ("DirName", ((("commonName", "x"),),))],
)
def test_names_that_python_does_not_tell_apart_are_nobody(name: tuple[str, Any]) -> None:
    with pytest.raises(CredentialsInvalid):
        caller(name)
