"""Handlers of methods that are added after the server has started."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import grpc

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class LateHandlers(grpc.GenericRpcHandler):
    """Give it to the server before it starts, and to ``add_..._to_server`` at any time."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler | None:
        """The handler of a method, if it is there already."""
        return self._handlers.get(handler_call_details.method)

    def parse_with(self, method: str, parse: Callable[[bytes], Any]) -> None:
        """Let a method read its requests in another way than the generated one."""
        known: Any = self._handlers[method]
        self._handlers[method] = known._replace(request_deserializer=parse)

    def add_generic_rpc_handlers(self, handlers: Sequence[grpc.GenericRpcHandler]) -> None:
        """Nothing: the same methods come by name as well."""

    def add_registered_method_handlers(
        self, service_name: str, method_handlers: Mapping[str, Handler]
    ) -> None:
        """Add the methods of a service."""
        self._handlers |= {f"/{service_name}/{k}": v for k, v in method_handlers.items()}
