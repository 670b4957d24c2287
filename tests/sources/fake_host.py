"""A host on this machine that speaks TLS and answers whatever a test wants, byte by byte."""

from __future__ import annotations

import asyncio
import gzip
import ssl
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Answer = bytes | Callable[[asyncio.StreamWriter], Awaitable[None]]

NAMES = ("page.test", "*.page.test", "other.test", "inner.test")


class Host:
    """What was asked of it, and what it answers.

    Attributes:
        port: Where it listens, on 127.0.0.1 and 127.0.0.2.
        pages: Answers by path, or by host and path; a status of 404 where there is none.
        asked: Host and path of each request.
        headers: Of each request, by names in lower case.
    """

    def __init__(self) -> None:
        self.port = 0
        self.pages: dict[str, Answer] = {}
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []

    def url(self, path: str, name: str = "page.test") -> str:
        """The URL of a path."""
        return f"https://{name}:{self.port}{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request, and hang up."""
        try:
            first = (await reader.readline()).decode()
            headers: dict[str, str] = {}
            while line := (await reader.readline()).decode().strip():
                name, _, value = line.partition(":")
                headers[name.lower()] = value.strip()
            path = first.split()[1]
            asked = headers["host"].partition(":")[0] + path
            self.asked.append(asked)
            self.headers.append(headers)
            answer = self.pages.get(asked) or self.pages.get(path) or http(b"", 404)
            if isinstance(answer, bytes):
                writer.write(answer)
                await writer.drain()
            else:
                await answer(writer)
        except (ConnectionError, IndexError, KeyError, ssl.SSLError):
            pass  # who asked has seen enough
        finally:
            writer.transport.abort() if writer.is_closing() else writer.close()


def http(body: bytes, status: int = 200, kind: str = "text/html", **headers: str) -> bytes:
    """A whole answer; ``content_length="7"`` is a header that is given in place of ours."""
    told = {"content-type": kind, "content-length": str(len(body))}
    told |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"HTTP/1.1 {status} Whatever", *(f"{n}: {v}" for n, v in told.items() if v)]
    return "\r\n".join([*lines, "", ""]).encode() + body


def page(text: str) -> bytes:
    """A page that has a text."""
    return http(f"<!doctype html><title>T</title><p>{text}</p>".encode())


def packed(body: bytes, kind: str = "text/html") -> bytes:
    """A document that is packed on its way."""
    return http(gzip.compress(body), kind=kind, content_encoding="gzip")


def to(location: str, status: int = 302) -> bytes:
    """A redirect."""
    return http(b"", status, location=location)


def endless(piece: bytes, begin: bytes = b"", wait_s: float = 0.0) -> Answer:
    """An answer that begins, and goes on until nobody listens."""

    async def write(writer: asyncio.StreamWriter) -> None:
        writer.write(begin)
        while not writer.is_closing():
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(wait_s)

    return write


def pdf(*pages: str) -> bytes:
    """A PDF with a line of text on each page."""
    return _pdf([_stream(f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode()) for text in pages])


def drawn_pdf(piece: bytes, times: int) -> bytes:
    """A PDF with one page, on which something is drawn many times; it is packed."""
    packing = zlib.compressobj(1)
    packed = b"".join(packing.compress(piece) for _ in range(times)) + packing.flush()
    return _pdf([_stream(packed, "/Filter /FlateDecode")])


def _stream(data: bytes, described: str = "") -> bytes:
    head = f"<< /Length {len(data)} {described} >>\nstream\n"
    return head.encode() + data + b"\nendstream"


def _pdf(pages: Sequence[bytes]) -> bytes:
    """A PDF of pages, each of which draws what its stream says."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, stream in enumerate(pages):
        page = (
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]"
            f" /Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R >>"
        )
        objects += [page.encode(), stream]
    out = b"%PDF-1.4\n"
    places = []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + one + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer << /Size {size} /Root 1 0 R >>"
    return out + f"{end}\nstartxref\n{len(out)}\n%%EOF".encode()


def contexts(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The context of a host that is called by all of ``NAMES``, and one that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "host")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName(map(x509.DNSName, NAMES)), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "host.pem"
    path.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(path)
    return own, ssl.create_default_context(cafile=str(path))


@asynccontextmanager
async def serving(context: ssl.SSLContext) -> AsyncIterator[Host]:
    """A host that runs while the context lasts, on two addresses of this machine."""
    host = Host()
    server = await asyncio.start_server(host.serve, "127.0.0.1", 0, ssl=context)
    host.port = server.sockets[0].getsockname()[1]
    second = await asyncio.start_server(host.serve, "127.0.0.2", host.port, ssl=context)
    try:
        yield host
    finally:
        for one in (server, second):
            one.close()
