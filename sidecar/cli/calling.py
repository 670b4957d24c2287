"""What commands that call a server share: where it is, how they reach it, and its errors.

They call it as any client does, by the library that they use.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from verifyd import (
    TLS,
    AsyncClient,
    Client,
    DeadlineExceeded,
    InvalidArgument,
    Overloaded,
    Unavailable,
    VerifydError,
)

from sidecar.cli import parsing
from sidecar.cli.terminal import USAGE, UsageError, refuse
from sidecar.reports.plain import write_json
from sidecar.server.listen import find_default_address
from sidecar.settings.loading import load
from sidecar.settings.sources import SettingsError

T = TypeVar("T", Client, AsyncClient)

UNANSWERED = 3
"""The exit status where the server does not answer."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add what tells where the server is, and who calls."""
    parser.add_argument(
        "--target",
        "--address",
        metavar="ADDRESS",
        help="Address of the server: unix:///path or tcp://host:port (default: where the settings"
        " of this environment make a server listen).",
    )
    add_credentials(parser)
    parsing.add_env_file(parser)


def add_credentials(parser: argparse.ArgumentParser) -> None:
    """Add what tells who calls, how the server is trusted, and how long it may take."""
    parser.add_argument(
        "--token-file", type=Path, metavar="FILE", help="File with the token to send."
    )
    parser.add_argument(
        "--ca",
        type=Path,
        metavar="FILE",
        help="PEM file with the CA certificate that the server's is checked with.",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="Seconds to wait for the server (default: 10).",
    )


def call(command: str, args: argparse.Namespace, act: Callable[[Client], int]) -> int:
    """Call a server, and tell what it refuses; returns the exit status.

    Args:
        command: Its name, for messages.
        args: With what ``add`` adds.
        act: Makes the calls and prints what comes of them; returns the exit status.
    """
    try:
        with _client(args) as client:
            return act(client)
    except SettingsError as error:
        return refuse(command, UsageError("SETTINGS_INVALID", str(error)))
    except UsageError as error:
        return refuse(command, error)
    except VerifydError as error:
        print(f"verifyd {command}: {_describe_error(error)} [{error.reason}]", file=sys.stderr)
        silent = isinstance(error, Unavailable | Overloaded | DeadlineExceeded)
        return UNANSWERED if silent else USAGE


def _describe_error(error: VerifydError) -> str:
    """What a call came to, with what helps on a command line."""
    address = error.metadata.get("address")
    if not isinstance(error, Unavailable) or address is None:
        return error.message
    return (
        f"no verifyd answers at {address}: start one with `verifyd serve --listen {address}`, or"
        " name another with --address"
    )


def _client(args: argparse.Namespace) -> Client:
    address = (
        args.target or load(None, os.environ).server.listen or find_default_address(os.environ)
    )
    return connect(Client, address, args)


def connect(kind: type[T], address: str, args: argparse.Namespace) -> T:
    """A client of a kind.

    Args:
        kind: ``Client`` or ``AsyncClient``.
        address: Where the server is.
        args: With what ``add_credentials`` adds.

    Raises:
        UsageError: If a file or the address cannot be used.
    """
    try:
        token = None if args.token_file is None else args.token_file.read_text("utf-8").strip()
        tls = None if args.ca is None else TLS(ca=args.ca)
        return kind(address, token=token, tls=tls, timeout=args.timeout)
    except OSError as error:
        told = f"cannot read {error.filename}: {error.strerror}"
        raise UsageError("FILE_UNREADABLE", told) from None
    except UnicodeDecodeError as error:
        raise UsageError("FILE_UNREADABLE", f"{args.token_file} is not text: {error}") from None
    except InvalidArgument as error:
        reason = "FILE_UNREADABLE" if error.argument == "tls" else "ADDRESS_INVALID"
        raise UsageError(reason, error.message) from None


def parse_time(told: str) -> datetime:
    """A time as it is written on a command line; without a time zone it is UTC."""
    try:
        found = datetime.fromisoformat(told)
    except ValueError:
        example = "such as 2026-11-25 or 2026-11-25T12:00:00+01:00"
        raise argparse.ArgumentTypeError(f"{told!r} should be a time, {example}") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def parse_count(told: str) -> int:
    """A count as it is written on a command line."""
    if not told.isdecimal() or not int(told):
        raise argparse.ArgumentTypeError(f"{told!r} should be a number from 1")
    return int(told)


def print_json(answer: dict[str, Any]) -> None:
    """Print an answer."""
    print(write_json(answer))
