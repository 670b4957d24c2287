"""``verifyd serve``: run the server until it is asked to stop."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import signal
from pathlib import Path
from threading import Timer

from sidecar.cli import parsing
from sidecar.cli.terminal import STATUSES, UsageError, refuse
from sidecar.server.listen import ListenError
from sidecar.server.server import Server
from sidecar.server.telemetry import write_logs
from sidecar.settings.loading import load
from sidecar.settings.root import Settings
from sidecar.settings.sources import SettingsError

EXIT_S = 0.9
"""Seconds after ``drain_s`` at which the process ends in any case."""

_OPTIONS = {
    "listen": "Address to listen on: unix:///path/to.sock or tcp://host:port.",
    "http": "Address to serve HTTP on as well (Connect protocol, JSON).",
    "tls_cert": "PEM file with the server's certificate chain.",
    "tls_key": "PEM file with the server's private key.",
    "tls_client_ca": "PEM file with the CA certificates that client certificates are checked with.",
    "token_file": "YAML file with the SHA-256 of each tenant's token.",
}
"""Settings of the section ``server`` that are options as well."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "serve",
        help="Run the server.",
        description="Run the server until SIGTERM or SIGINT. It then refuses new calls and finishes"
        " those in flight.",
        epilog="Settings come from the file of --config, then from VERIFYD_SECTION__KEY variables"
        " (those of --env-file, then those of the environment), then from these options; the last"
        f" one wins. Exit status: 0 stopped by a signal, {STATUSES}",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings.")
    parsing.add_env_file(parser)
    for name, text in _OPTIONS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", metavar=name.upper(), help=text)
    parser.add_argument(
        "--reflection", action="store_true", default=None, help="Offer the gRPC reflection service."
    )
    parser.add_argument(
        "--until-stdin-ends",
        action="store_true",
        help="Stop when standard input closes, so that the server ends with the program that"
        " started it, even if that program is killed.",
    )
    parser.add_argument(
        "--print-settings", action="store_true", help="Print the settings as JSON and exit."
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve; returns the exit status."""
    try:
        settings = load(args.config, os.environ, as_settings(args))
        if args.print_settings:
            print(json.dumps(settings.dump(), indent=2))
            return 0
        with write_logs(settings.logging):
            clean = asyncio.run(_serve(settings, until_stdin_ends=args.until_stdin_ends))
    except (SettingsError, ListenError) as error:
        return refuse("serve", UsageError("SETTINGS_INVALID", str(error)))
    if not clean:
        _exit()  # something that still runs would hold up a normal exit
    return 0


def _exit() -> None:
    """End the process, whatever it is doing."""
    logging.shutdown()
    os._exit(0)


def as_settings(args: argparse.Namespace) -> dict[str, tuple[str, object]]:
    """The options that were given, with the paths of their settings."""
    given = {name: getattr(args, name) for name in (*_OPTIONS, "reflection")}
    return {
        f"--{name.replace('_', '-')}": (f"server.{name}", value)
        for name, value in given.items()
        if value is not None
    }


async def _serve(settings: Settings, *, until_stdin_ends: bool) -> bool:
    """Serve until a signal or the end of input; whether every call in flight could finish."""
    server = Server(settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def on_signal() -> None:
        stop.set()
        last = Timer(settings.server.drain_s + EXIT_S, _exit)
        last.daemon = True
        last.start()
        for number in (signal.SIGTERM, signal.SIGINT):  # the next one ends the process at once
            loop.remove_signal_handler(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, on_signal)
    if until_stdin_ends:

        def on_input() -> None:
            if not os.read(0, 4096):
                loop.remove_reader(0)
                stop.set()

        loop.add_reader(0, on_input)
    await server.start()
    await stop.wait()
    return await server.stop()
