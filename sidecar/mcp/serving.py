"""Serving the tools over standard input and output, or over HTTP."""

from __future__ import annotations

import socket
from collections.abc import Callable
from inspect import getdoc
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.types import ToolAnnotations
from pydantic import ValidationError
from verifyd import AsyncClient, VerifydError

from sidecar import __version__, errors
from sidecar.mcp.tools import Tools
from sidecar.server.listen import ListenError, TcpAddress

MAX_BODY_BYTES = 16 * 1024 * 1024
"""More than the largest request of a sidecar, which JSON makes longer."""

_INSTRUCTIONS = (
    "Before you give an answer with numbers, quotations or citations, check it with `verify`, or"
    " the whole conversation with `verify_transcript`. Give it only if the action is RELEASE;"
    " otherwise correct it by the feedback, and check it again. An error of a tool is no approval."
)


class VerifyingServer(MCPServer[Any]):
    """A server whose errors say why: in words, and by a reason in brackets."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> Any:
        """See the base class."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            kind, words = _explain_error(error)
            raise kind(words) from error.__cause__


def build(client: AsyncClient) -> MCPServer[Any]:
    """A server with the tools, on the sidecar of a client."""
    server = VerifyingServer(
        "verifyd",
        title="verifyd",
        description="Checks what an AI agent is about to say and do against its evidence.",
        instructions=_INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",  # below, what is logged may quote the texts
    )
    tools = Tools(client)
    reading: dict[str, Callable[..., Any]] = {
        "Verify a text": tools.verify,
        "Verify a conversation": tools.verify_transcript,
        "Explain a code": tools.explain,
    }
    hints = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for title, tool in reading.items():
        server.add_tool(tool, title=title, description=getdoc(tool), annotations=hints)
    return server


async def serve_stdio(client: AsyncClient) -> None:
    """Serve until standard input ends."""
    await build(client).run_stdio_async()


async def serve_http(client: AsyncClient, where: TcpAddress, tell: Callable[[str], None]) -> None:
    """Serve until a signal, each request by itself; ``tell`` gets the address once it listens.

    Raises:
        ListenError: If it cannot listen there.
    """
    app = build(client).streamable_http_app(
        json_response=True,
        stateless_http=True,
        host=where.host,
        max_request_body_size=MAX_BODY_BYTES,
    )
    family = socket.AF_INET6 if ":" in where.host else socket.AF_INET
    try:
        listening = socket.create_server((where.host, where.port), family=family)
    except OSError as error:
        raise ListenError(f"{where.host}:{where.port}: {error.strerror}") from None
    with listening:
        host = f"[{where.host}]" if ":" in where.host else where.host
        tell(f"serving MCP at http://{host}:{listening.getsockname()[1]}/mcp")
        await uvicorn.Server(uvicorn.Config(app, log_config=None)).serve(sockets=[listening])


def _explain_error(error: ToolError) -> tuple[type[ToolError], str]:
    """What a tool's error says, and whether it is a fault of ours, which is logged."""
    cause = error.__cause__
    if isinstance(cause, VerifydError):
        return ToolError, f"{cause.message} [{cause.reason}]"
    if isinstance(cause, errors.VerifydError):
        return ToolError, f"{cause} [{cause.reason}]"
    if isinstance(cause, ValidationError):
        faults = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in cause.errors())
        return ToolError, f"{'; '.join(faults)} [ARGUMENT_INVALID]"
    if isinstance(error, UnexpectedToolError):
        return UnexpectedToolError, "nothing was verified: an internal error [INTERNAL]"
    return ToolError, f"{error} [ARGUMENT_INVALID]"
