"""Who is calling: tokens, client certificates, and walls between tenants."""

from __future__ import annotations

import datetime
import hashlib
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import grpc
import pytest
import yaml
from calls import RIGHT, Calls, refusal, request
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

TOKENS = {"finance": "token-of-finance", "health": "token-of-health"}


@pytest.fixture
def token_file(tmp_path: Path) -> Path:
    path = tmp_path / "tokens.yaml"
    digests = {name: hashlib.sha256(token.encode()).hexdigest() for name, token in TOKENS.items()}
    path.write_text(yaml.safe_dump(digests))
    return path


@pytest.fixture
def guarded(start_server: Any, token_file: Path) -> Any:
    return start_server({"server": {"token_file": str(token_file)}})


class TestTokens:
    def test_a_call_without_a_token(self, guarded: Any) -> None:
        with guarded.channel() as channel:
            refused = refusal(lambda: Calls(channel).verify(request()))
        assert (refused.code, refused.reason) == ("UNAUTHENTICATED", "CREDENTIALS_MISSING")

    @pytest.mark.parametrize("token", ["wrong", TOKENS["finance"] + "x", TOKENS["finance"][:-1]])
    def test_a_wrong_token(self, guarded: Any, token: str) -> None:
        with guarded.channel() as channel:
            refused = refusal(lambda: Calls(channel, token).verify(request()))
        assert (refused.code, refused.reason) == ("UNAUTHENTICATED", "CREDENTIALS_INVALID")
        assert token not in refused.message

    @pytest.mark.parametrize("value", ["token-of-finance", "Basic token-of-finance", "Bearer "])
    def test_a_token_in_another_dress(self, guarded: Any, value: str) -> None:
        metadata = (("authorization", value),)
        with guarded.channel() as channel:
            refused = refusal(lambda: Calls(channel).verify(request(), metadata=metadata))
        assert refused.reason == "CREDENTIALS_MISSING"

    def test_the_digest_of_a_token_is_no_token(self, guarded: Any, token_file: Path) -> None:
        digest = yaml.safe_load(token_file.read_text())["finance"]
        with guarded.channel() as channel:
            assert refusal(Calls(channel, digest).list_checks).reason == "CREDENTIALS_INVALID"

    def test_tenants_cannot_see_use_or_delete_each_others_evidence(self, guarded: Any) -> None:
        with guarded.channel() as channel:
            finance = Calls(channel, TOKENS["finance"])
            health = Calls(channel, TOKENS["health"])
            handle = finance.put().handle
            for use in (
                lambda: health.get(handle),
                lambda: health.delete(handle),
                lambda: health.verify(request(RIGHT, handles=[handle])),
            ):
                assert refusal(use).reason == "EVIDENCE_NOT_FOUND"
            assert finance.get(handle).info.query_id == "sales"
            same = health.put()
            # Not even the handle of the same bytes tells one tenant what another has put.
            assert same.handle != handle
            assert not same.already_present

    def test_the_log_names_the_tenant_and_never_the_token(self, guarded: Any) -> None:
        with guarded.channel() as channel:
            Calls(channel, TOKENS["finance"]).list_checks()
        guarded.stop()
        assert "finance" in {line.get("tenant") for line in guarded.log_lines()}
        assert not any(token in guarded.log_text() for token in TOKENS.values())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no tenant"),
        ("finance: secret", "not a SHA-256"),
        (f"a: {'a' * 64}\nb: {'a' * 64}", "the same token"),
        (f"a: {'a' * 64}\na: {'b' * 64}", "twice"),
        (f"1: {'a' * 64}", "name"),
    ],
)
def test_a_token_file_that_cannot_be_meant_keeps_the_server_from_starting(
    start_server: Any, tmp_path: Path, text: str, problem: str
) -> None:
    path = tmp_path / "tokens.yaml"
    path.write_text(text)
    with pytest.raises(AssertionError, match=problem):
        start_server({"server": {"token_file": str(path)}})


@dataclass(frozen=True)
class Signed:
    """A certificate and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def pem(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.PEM)

    @property
    def key_pem(self) -> bytes:
        return self.key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )


def sign(name: str, issuer: Signed | None = None, alternative: str = "") -> Signed:
    """A certificate for a name (an authority's own where there is no issuer)."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)] if name else [])
    now = datetime.datetime.now(datetime.UTC)
    names: list[x509.GeneralName] = [x509.IPAddress(ip_address("127.0.0.1"))]
    if alternative:
        names = [x509.DNSName(alternative)]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.certificate.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(issuer.key if issuer else key, hashes.SHA256())
    )
    return Signed(certificate, key)


@pytest.fixture(scope="module")
def authority() -> Signed:
    return sign("test authority")


class TestCertificates:
    @pytest.fixture
    def tls(self, tmp_path: Path, authority: Signed) -> list[str]:
        own = sign("server", authority)
        files = {"cert": own.pem, "key": own.key_pem, "client-ca": authority.pem}
        options = ["--listen", "tcp://127.0.0.1:0"]
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
            options += [f"--tls-{name}", str(tmp_path / name)]
        return options

    @pytest.fixture
    def server(self, start_server: Any, tls: list[str]) -> Any:
        return start_server({}, *tls)

    def channel(self, server: Any, authority: Signed, client: Signed | None) -> grpc.Channel:
        mine = (client.key_pem, client.pem) if client else (None, None)
        channel: grpc.Channel = server.channel(grpc.ssl_channel_credentials(authority.pem, *mine))
        return channel

    def test_a_failed_handshake_writes_nothing_that_is_not_json(
        self, start_program: Any, tls: list[str]
    ) -> None:
        # gRPC has a log of its own, which goes to the same place.
        server = start_program({}, *tls)
        host, _, port = server.target.rpartition(":")
        with socket.create_connection((host, int(port)), timeout=10) as plain:
            plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
            plain.recv(1024)
        assert server.stop() == 0
        assert [line["message"] for line in server.log_lines()][-1] == "stopped"

    def test_the_common_name_is_the_tenant(self, server: Any, authority: Signed) -> None:
        finance, health = sign("finance", authority), sign("health", authority)
        with self.channel(server, authority, finance) as channel:
            handle = Calls(channel).put().handle
            assert Calls(channel).get(handle).info.query_id == "sales"
        with self.channel(server, authority, health) as channel:
            refused = refusal(lambda: Calls(channel).get(handle))
            assert refused.reason == "EVIDENCE_NOT_FOUND"
        server.stop()
        tenants = {line["tenant"] for line in server.log_lines() if "tenant" in line}
        assert tenants == {"finance", "health"}

    def test_with_a_token_as_well_the_token_counts(
        self, start_server: Any, tls: list[str], authority: Signed, token_file: Path
    ) -> None:
        server = start_server({}, *tls, "--token-file", str(token_file))
        with self.channel(server, authority, sign("somebody", authority)) as channel:
            assert refusal(Calls(channel).list_checks).reason == "CREDENTIALS_MISSING"
            Calls(channel, TOKENS["finance"]).list_checks()
        server.stop()
        assert "finance" in {line.get("tenant") for line in server.log_lines()}

    def test_without_a_common_name_the_alternative_name_counts(
        self, server: Any, authority: Signed
    ) -> None:
        unnamed = sign("", authority, alternative="agent.finance.example")
        with self.channel(server, authority, unnamed) as channel:
            Calls(channel).list_checks()
        server.stop()
        tenants = {line["tenant"] for line in server.log_lines() if "tenant" in line}
        assert tenants == {"agent.finance.example"}

    def test_a_client_without_a_certificate_gets_no_further_than_the_handshake(
        self, server: Any, authority: Signed
    ) -> None:
        with (
            self.channel(server, authority, None) as channel,
            pytest.raises(grpc.RpcError) as error,
        ):
            Calls(channel).list_checks()
        assert error.value.code() is grpc.StatusCode.UNAVAILABLE

    def test_nor_does_one_that_another_authority_signed(
        self, server: Any, authority: Signed
    ) -> None:
        stranger = sign("finance", sign("another authority"))
        with (
            self.channel(server, authority, stranger) as channel,
            pytest.raises(grpc.RpcError) as error,
        ):
            Calls(channel).list_checks()
        assert error.value.code() is grpc.StatusCode.UNAVAILABLE

    def test_nor_does_plain_text(self, server: Any) -> None:
        with server.channel() as channel, pytest.raises(grpc.RpcError) as error:
            Calls(channel).list_checks()
        assert error.value.code() is grpc.StatusCode.UNAVAILABLE
