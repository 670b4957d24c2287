"""Over TCP: the server's certificate is checked, and the caller shows its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from certificates import Authority
from verifyd import TLS, AsyncClient, Client, Unavailable


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path, "authority")


@pytest.fixture
def target(start_server: Any, authority: Authority) -> str:
    certificate, key = authority.sign("sidecar.test")
    options = {
        "--listen": "tcp://127.0.0.1:0",
        "--tls-cert": certificate,
        "--tls-key": key,
        "--tls-client-ca": authority.path,
    }
    server = start_server({}, *(str(word) for option in options.items() for word in option))
    return str(server.target)


async def test_both_sides_show_their_certificates(target: str, authority: Authority) -> None:
    certificate, key = authority.sign("agent")
    tls = TLS(authority.path, certificate, key, server_name="sidecar.test")
    with Client(f"tcp://{target}", tls=tls) as client:
        assert client.verify("There are 12 owls.", {"q": [{"n": 12}]}).ok
    async with AsyncClient(target, tls=tls) as client_too:
        assert (await client_too.verify("There are 12 owls.", {"q": [{"n": 12}]})).ok


@pytest.mark.parametrize("wrong", ["authority", "name", "nobody", "clear"])
def test_strangers_are_not_talked_to(
    target: str, authority: Authority, tmp_path: Path, wrong: str
) -> None:
    certificate, key = authority.sign("agent")
    tls: dict[str, TLS | None] = {
        "authority": TLS(
            Authority(tmp_path, "other").path, certificate, key, server_name="sidecar.test"
        ),
        "name": TLS(authority.path, certificate, key, server_name="elsewhere.test"),
        "nobody": TLS(authority.path, server_name="sidecar.test"),
        "clear": None,
    }
    with Client(target, tls=tls[wrong], timeout=1.0) as client, pytest.raises(Unavailable):
        client.list_checks()
