"""Where the server listens: a Unix socket that only its group may use, or a guarded TCP port."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path

import grpc.aio

from sidecar.server.settings import ServerSettings

MAX_SOCKET_PATH = 107
"""Bytes that the kernel keeps of a socket's path."""


class ListenError(Exception):
    """The server cannot or must not listen there; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class UnixAddress:
    """A socket in the file system.

    Attributes:
        path: Where.
        trusted: Whether its folder may be one that everybody may write to.
    """

    path: Path
    trusted: bool = False


@dataclass(frozen=True, slots=True)
class TcpAddress:
    """A port of a host."""

    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether no other machine reaches it."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


Address = UnixAddress | TcpAddress


def find_default_address(environ: Mapping[str, str]) -> str:
    """Where a server listens by default: in the user's run-time folder, else the system's."""
    folder = environ.get("XDG_RUNTIME_DIR") or "/run"
    return f"unix://{folder}/verifyd/verifyd.sock"


def choose_address(settings: ServerSettings, environ: Mapping[str, str]) -> Address:
    """Where a server with these settings listens.

    Raises:
        ListenError: If it would be open to strangers, or the settings do not fit together.
    """
    return _check(settings.listen or find_default_address(environ), settings)


def choose_http_address(settings: ServerSettings) -> Address | None:
    """Where such a server listens for HTTP, if it does; the same rules hold.

    Raises:
        ListenError: As above.
    """
    return _check(settings.http, settings) if settings.http else None


def _check(listen: str, settings: ServerSettings) -> Address:
    where = parse(listen)
    if isinstance(where, UnixAddress):
        if settings.tls_cert is not None:
            raise ListenError("TLS is for TCP; a Unix socket is guarded by its file mode")
        return replace(where, trusted=settings.trust_socket_folder)
    guarded = settings.tls_client_ca is not None or settings.token_file is not None
    if not guarded and not where.is_loopback:
        raise ListenError(
            f"{listen} is open to other machines; set server.tls_client_ca (with tls_cert"
            " and tls_key) or server.token_file, or listen on 127.0.0.1 or a Unix socket"
        )
    return where


def parse(listen: str) -> Address:
    """The address that ``unix:///path/to.sock`` or ``tcp://host:port`` names.

    Raises:
        ListenError: If there can be no such address.
    """
    if listen.startswith("unix://"):
        path = Path(listen.removeprefix("unix://"))
        if len(os.fsencode(path)) > MAX_SOCKET_PATH:
            raise ListenError(f"{path}: a socket's path has at most {MAX_SOCKET_PATH} bytes")
        return UnixAddress(path)
    host, _, port = listen.removeprefix("tcp://").rpartition(":")
    if not (host and port.isascii() and port.isdecimal()):
        raise ListenError(f"{listen!r} is not an address: unix:///path/to.sock or tcp://host:port")
    if int(port) > 65535:
        raise ListenError(f"{listen}: a port is at most 65535")
    return TcpAddress(host.strip("[]"), int(port))


def bind(server: grpc.aio.Server, where: Address, settings: ServerSettings) -> str:
    """Bind a server, and return the target that clients connect to.

    Raises:
        ListenError: If another server is there, or the place cannot be used.
    """
    if isinstance(where, UnixAddress):
        with restrict_to_group(where):
            _add_port(server, f"unix://{where.path.absolute()}", None)
        return f"unix://{where.path.absolute()}"
    host = f"[{where.host}]" if ":" in where.host else where.host
    port = _add_port(server, f"{host}:{where.port}", _credentials(settings))
    return f"{host}:{port}"


def _add_port(
    server: grpc.aio.Server, target: str, credentials: grpc.ServerCredentials | None
) -> int:
    try:
        if credentials is None:
            return server.add_insecure_port(target)
        return server.add_secure_port(target, credentials)
    except RuntimeError as error:
        raise ListenError(f"cannot listen on {target}: {error}") from None


def _credentials(settings: ServerSettings) -> grpc.ServerCredentials | None:
    if settings.tls_cert is None or settings.tls_key is None:
        return None
    client_ca = settings.tls_client_ca
    return grpc.ssl_server_credentials(
        [(_read(settings.tls_key), _read(settings.tls_cert))],
        root_certificates=_read(client_ca) if client_ca else None,
        require_client_auth=client_ca is not None,
    )


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ListenError(f"{path}: {error.strerror}") from None


@contextmanager
def restrict_to_group(where: UnixAddress) -> Iterator[None]:
    """Make a socket's folder (0750), and let the socket be born with mode 0660.

    Raises:
        ListenError: If another server is there, the place cannot be used, or anybody could put
            another socket in its place.
    """
    try:
        with _umask(0o027):
            where.path.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
        if not where.trusted:
            _refuse_open_folders(where.path)
        _remove_stale(where.path)
        with _umask(0o117):
            yield
    except OSError as error:
        raise ListenError(f"{where.path}: {error.strerror}") from None


@contextmanager
def _umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def _refuse_open_folders(path: Path) -> None:
    """Anyone who may write to a folder may rename what lies in it, unless its sticky bit is set."""
    folder = path.parent.resolve()
    for each in (folder, *folder.parents):
        mode = each.stat().st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            raise ListenError(
                f"{path}: anyone may write to the folder {each} (mode"
                f" {stat.S_IMODE(mode):04o}), and so put another socket in place of this one; run"
                f" `chmod o-w {each}`, or, where nobody else reaches the folder, set"
                " server.trust_socket_folder"
            )


def _remove_stale(path: Path) -> None:
    """Remove the socket of a server that is gone; refuse one that answers, and any other file."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise ListenError(f"{path} exists and is not a socket")
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
    raise ListenError(f"another server is listening on {path}")
