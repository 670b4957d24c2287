"""A load balancer of connections, as a Kubernetes Service is one: each connection goes to one
server that is ready when it is opened, and stays with it."""

from __future__ import annotations

import contextlib
import itertools
import selectors
import socket
import threading
from collections.abc import Iterator

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

_SERVING = health_pb2.HealthCheckResponse.SERVING


class Forwarder:
    """Forwards connections to ready servers in turn.

    Attributes:
        target: Its own address.
    """

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.target = f"tcp://127.0.0.1:{self._listener.getsockname()[1]}"
        self._turn = itertools.count()
        self._servers: list[str] = []
        self._sockets: list[socket.socket] = [self._listener]
        threading.Thread(target=self._accept, daemon=True).start()

    def set_servers(self, targets: list[str]) -> None:
        """Forward what is opened from now on to these."""
        self._servers = [target.removeprefix("tcp://") for target in targets]

    def close(self) -> None:
        """Close every connection."""
        for one in self._sockets:
            one.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # until it is closed
            while True:
                caller, _ = self._listener.accept()
                threading.Thread(target=self._forward, args=(caller,), daemon=True).start()

    def _forward(self, caller: socket.socket) -> None:
        ready = [server for server in self._servers if _is_ready(server)]
        if not ready:
            caller.close()
            return
        host, _, port = ready[next(self._turn) % len(ready)].rpartition(":")
        server = socket.create_connection((host, int(port)))
        self._sockets += [caller, server]
        other = {caller: server, server: caller}
        with contextlib.suppress(OSError), selectors.DefaultSelector() as selector:
            for one in other:
                selector.register(one, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select():
                    data = key.fileobj.recv(65_536)  # type: ignore[union-attr]
                    if not data:
                        raise OSError("the connection has ended")
                    other[key.fileobj].sendall(data)  # type: ignore[index]
        caller.close()
        server.close()


def _is_ready(target: str) -> bool:
    """What a readiness probe asks."""
    with grpc.insecure_channel(target) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        try:
            answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=2)
        except grpc.RpcError:
            return False
        return bool(answer.status == _SERVING)


@contextlib.contextmanager
def forwarding() -> Iterator[Forwarder]:
    """A forwarder that is closed afterwards."""
    forwarder = Forwarder()
    try:
        yield forwarder
    finally:
        forwarder.close()
