"""An endpoint proves its name before it is told anything."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from judges.fake_endpoint import says, serving

from sidecar.judges.errors import JudgeError
from sidecar.judges.pool import Judges, make_allowance
from sidecar.judges.protocol import PromptMessage, Question
from sidecar.judges.settings import JudgeSettings

QUESTION = Question("say", "1", (PromptMessage("user", "Is it?"),))


def self_signed(path: Path, address: str) -> ssl.SSLContext:
    """A server's context with a certificate that is written to a file, for an address."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "endpoint")])
    now = datetime.now(UTC)
    names = x509.SubjectAlternativeName([x509.IPAddress(ip_address(address))])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private = path.with_suffix(".key")
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path, private)
    return context


@pytest.mark.parametrize(
    ("address", "trusted", "asked"),
    [("127.0.0.1", True, True), ("127.0.0.1", False, False), ("10.0.0.1", True, False)],
)
async def test_only_a_trusted_name_is_asked(
    address: str,
    trusted: bool,
    asked: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    judges: Judges,
    settings_for: Callable[..., JudgeSettings],
) -> None:
    context = self_signed(tmp_path / "certificate.pem", address)
    if trusted:  # as an administrator adds an authority to those of the system
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    async with serving(says("ok"), ssl=context) as endpoint:
        settings = settings_for(endpoint.url, retries=0)
        asking = judges.judge_for(settings).ask(QUESTION, make_allowance(settings, 10))
        if asked:
            assert (await asking).text == "ok"
        else:
            with pytest.raises(JudgeError) as raised:
                await asking
            assert raised.value.reason == "JUDGE_UNREACHABLE"
        assert len(endpoint.requests) == asked
