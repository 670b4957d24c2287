"""Over TCP: the server's certificate is checked, and the caller shows its own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from verifyd import TLS, AsyncClient, Client, Unavailable


class Authority:
    """Signs certificates, and writes them where servers and clients read them."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        constraints = x509.BasicConstraints(ca=True, path_length=None)
        certificate = self._build(self._name, self._key).add_extension(constraints, critical=True)
        self.path = self._write(f"{name}.pem", certificate.sign(self._key, hashes.SHA256()))

    def sign(self, name: str) -> tuple[Path, Path]:
        """A certificate of a name, and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        names = x509.SubjectAlternativeName([x509.DNSName(name)])
        certificate = self._build(subject, key).add_extension(names, critical=False)
        key_path = self._folder / f"{name}.key"
        key_path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return self._write(f"{name}.pem", certificate.sign(self._key, hashes.SHA256())), key_path

    def _build(
        self, subject: x509.Name, key: ec.EllipticCurvePrivateKey
    ) -> x509.CertificateBuilder:
        now = datetime.now(UTC)
        return x509.CertificateBuilder(
            issuer_name=self._name,
            subject_name=subject,
            public_key=key.public_key(),
            serial_number=x509.random_serial_number(),
            not_valid_before=now - timedelta(hours=1),
            not_valid_after=now + timedelta(hours=1),
        )

    def _write(self, name: str, certificate: x509.Certificate) -> Path:
        path = self._folder / name
        path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        return path


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
