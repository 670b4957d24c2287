"""``verifyd health``: ask a running server whether it serves, for probes that can run a command."""

from __future__ import annotations

import argparse
import os
import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from sidecar.cli import parsing
from sidecar.cli.terminal import STATUSES, UsageError, refuse
from sidecar.server.listen import ListenError, find_default_address, parse
from sidecar.settings.loading import load
from sidecar.settings.sources import SettingsError

NOT_SERVING = 1


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "health",
        help="Check the health of a running server.",
        description="Check the health of a running server. Servers with TLS cannot be checked this"
        " way.",
        epilog=f"Exit status: 0 serving, 1 not serving, {STATUSES}",
    )
    parser.add_argument(
        "--address",
        metavar="ADDRESS",
        help="Address of the server: unix:///path or tcp://host:port (default: where the settings"
        " of this environment make a server listen).",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=2.0,
        metavar="SECONDS",
        help="Seconds to wait for the server (default: 2).",
    )
    parsing.add_env_file(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask and say; returns the exit status."""
    try:
        address = args.address or load(None, os.environ).server.listen
    except SettingsError as error:
        return refuse("health", UsageError("SETTINGS_INVALID", str(error)))
    address = address or find_default_address(os.environ)
    target = address.removeprefix("tcp://")
    try:
        parse(address if target.startswith("unix:") else f"tcp://{target}")
    except ListenError as error:
        return refuse("health", UsageError("ADDRESS_INVALID", str(error)))
    with grpc.insecure_channel(target) as channel:
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(
                health_pb2.HealthCheckRequest(), timeout=args.timeout
            )
        except grpc.RpcError as error:
            said = f"no server answers at {address}: {error.code().name}"
            print(f"verifyd health: {said}", file=sys.stderr)
            return NOT_SERVING
    status = health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)
    print(status)
    return 0 if answer.status == health_pb2.HealthCheckResponse.SERVING else NOT_SERVING
