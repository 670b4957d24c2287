"""``verifyd mcp``: verification as tools of the Model Context Protocol."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.cli import calling
from sidecar.cli.terminal import STATUSES, UsageError, note
from sidecar.server.listen import ListenError, TcpAddress, parse

if TYPE_CHECKING:
    from verifyd import AsyncClient


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "mcp",
        help="Serve verification as tools of the Model Context Protocol.",
        description="Serve the tools verify, verify_transcript and explain, over standard input and"
        " output until it ends, or over HTTP until a signal. Needs the extra mcp.",
        epilog=f"Exit status: 0 stopped, {STATUSES}",
    )
    parser.add_argument(
        "--server",
        metavar="ADDRESS",
        help="Address of the sidecar that verifies: unix:///path or tcp://host:port (default: a"
        " private one that is started and stopped with this command).",
    )
    parser.add_argument(
        "--http",
        metavar="HOST:PORT",
        help="Serve streamable HTTP at this address of this machine, under /mcp.",
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="YAML file with settings of a private sidecar."
    )
    calling.add_credentials(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve; returns the exit status."""
    where = None if args.http is None else _parse_loopback(args.http)
    if args.server is None and (args.token_file or args.ca):
        raise UsageError("ARGUMENT_MISSING", "--token-file and --ca are for a sidecar of --server")
    if args.server is not None and args.config:
        raise UsageError("ARGUMENT_INVALID", "--config is for a private sidecar: omit --server")
    try:
        asyncio.run(_serve(args, where))
    except ListenError as error:
        raise UsageError("ADDRESS_INVALID", f"--http {error}") from None
    return 0


def _parse_loopback(given: str) -> TcpAddress:
    """An address that no other machine reaches: nobody is asked for a token there."""
    try:
        where = parse(f"tcp://{given.removeprefix('tcp://')}")
    except ListenError as error:
        raise UsageError("ADDRESS_INVALID", f"--http {error}") from None
    if not isinstance(where, TcpAddress) or not where.is_loopback:
        raise UsageError(
            "ADDRESS_INVALID",
            f"--http {given}: it asks no caller for a token, so it must be an address of this"
            " machine, such as 127.0.0.1:8931",
        )
    return where


async def _serve(args: argparse.Namespace, where: TcpAddress | None) -> None:
    try:
        from sidecar.mcp import serving  # noqa: PLC0415 (large, and optional)
    except ModuleNotFoundError as error:
        message = f"{error.name} is not installed; install verifyd-sidecar[mcp]"
        raise UsageError("MCP_UNAVAILABLE", message) from None
    async with await _connect(args) as client:
        serve = asyncio.create_task(
            serving.serve_stdio(client)
            if where is None
            else serving.serve_http(client, where, note)
        )
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait([serve, stopped], return_when=asyncio.FIRST_COMPLETED)
    if not serve.done():
        os._exit(0)  # a thread that waits for standard input would hold up a normal end
    stopped.cancel()
    await serve


async def _connect(args: argparse.Namespace) -> AsyncClient:
    from verifyd import AsyncClient, SidecarError  # noqa: PLC0415 (gRPC, slow to import)

    if args.server is not None:
        return calling.connect(AsyncClient, args.server, args)
    try:
        return await AsyncClient.local(config=args.config, timeout=args.timeout)
    except SidecarError as error:
        raise UsageError("SIDECAR_FAILED", str(error)) from None
