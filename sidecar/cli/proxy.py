"""``verifyd proxy``: an endpoint of chat completions whose answers are verified."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit

from verifyd import AsyncClient, SidecarError
from verifyd import VerifydError as CallError
from verifyd._sidecar import Sidecar

from sidecar.cli import parsing
from sidecar.cli.terminal import FAULT, STATUSES, UsageError, note, refuse
from sidecar.proxy.options import ProxyOptions
from sidecar.server import listen
from sidecar.server.telemetry import write_logs
from sidecar.settings.loading import load
from sidecar.settings.sources import SettingsError

DRAIN_S = 30.0
"""Seconds that answers have to go out once the proxy was asked to stop."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "proxy",
        help="Verify the answers of an OpenAI-compatible API on their way to an agent.",
        description="Pass requests on to an OpenAI-compatible API, and verify the chat completions"
        " that come back against the results of tools in the conversation. Ends with SIGTERM.",
        epilog=f"Exit status: 0 stopped by a signal, {STATUSES}",
    )
    parser.add_argument(
        "--upstream",
        required=True,
        metavar="URL",
        help="The API that requests are passed on to, such as https://api.openai.com/v1.",
    )
    parser.add_argument(
        "--listen",
        default="127.0.0.1:8089",
        metavar="ADDRESS",
        help="Address as host:port or unix:///path/to.sock (default: 127.0.0.1:8089). Beyond this"
        " machine, --token-env and --key-env are needed.",
    )
    parser.add_argument(
        "--mode",
        choices=("hold", "annotate", "retry"),
        default="hold",
        help="What becomes of an answer that is held: a notice in its place, the answer with a"
        " note, or the model is asked once more with what is wrong (default: hold).",
    )
    parser.add_argument(
        "--without-evidence",
        choices=("verify", "pass", "hold"),
        default="verify",
        help="Answers to conversations without results of tools: verified, so that no number is"
        " supported; passed on; or held (default: verify).",
    )
    parser.add_argument(
        "--on-error",
        choices=("hold", "release"),
        default="hold",
        help="Answers that could not be verified (default: hold).",
    )
    parser.add_argument(
        "--unverified",
        choices=("refuse", "pass"),
        default="refuse",
        help="Requests to endpoints that generate text and are not verified, such as"
        " /v1/completions (default: refuse).",
    )
    parser.add_argument(
        "--key-env",
        metavar="NAME",
        help="Variable with the key for the upstream (default: what callers send is passed on).",
    )
    parser.add_argument(
        "--token-env",
        metavar="NAME",
        help="Variable with the token that callers must send as their key.",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=600.0,
        metavar="SECONDS",
        help="Seconds that the upstream may be silent (default: 600).",
    )
    parser.add_argument(
        "--server",
        metavar="ADDRESS",
        help="The verifyd server to use (default: one of its own, which ends with the proxy).",
    )
    parser.add_argument(
        "--server-token-env", metavar="NAME", help="Variable with the token for that server."
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="YAML file with settings of its own server."
    )
    parsing.add_env_file(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve; returns the exit status."""
    try:
        options = _read(args)
        where = _choose_address(args.listen, options)
        if args.server and args.config:
            raise UsageError("ARGUMENT_INVALID", "--config is for a server of the proxy's own")
        with write_logs(load(None, os.environ).logging):
            is_asked_for = asyncio.run(_serve(args, options, where))
    except ModuleNotFoundError as error:
        message = f"{error.name} is not installed; install verifyd-sidecar[proxy]"
        return refuse("proxy", UsageError("SETTINGS_INVALID", message))
    except (SettingsError, listen.ListenError, SidecarError) as error:
        return refuse("proxy", UsageError("SETTINGS_INVALID", str(error)))
    except CallError as error:
        return refuse("proxy", UsageError(error.reason, error.message))
    if is_asked_for:
        return 0
    note("the server behind the proxy has ended")
    return FAULT


def _read(args: argparse.Namespace) -> ProxyOptions:
    parts = urlsplit(args.upstream)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
        message = f"{args.upstream!r} should be a URL such as https://api.openai.com/v1"
        raise UsageError("ARGUMENT_INVALID", message)
    return ProxyOptions(
        upstream=args.upstream,
        mode=args.mode,
        without_evidence=args.without_evidence,
        releases_on_error=args.on_error == "release",
        passes_unverified=args.unverified == "pass",
        upstream_key=_variable(args.key_env),
        token=_variable(args.token_env),
        timeout_s=args.timeout,
    )


def _variable(name: str | None) -> str | None:
    if name is None:
        return None
    value = os.environ.get(name, "").strip()
    if not value:
        raise UsageError("VARIABLE_MISSING", f"the variable {name} is not set")
    return value


def _choose_address(given: str, options: ProxyOptions) -> listen.Address:
    where = listen.parse(given)
    if isinstance(where, listen.UnixAddress) or where.is_loopback:
        if options.token is None or options.upstream_key is not None:
            return where
        # The token would be passed on to the upstream as its key.
        raise UsageError("ARGUMENT_INVALID", "--token-env needs --key-env")
    if options.token is None or options.upstream_key is None:
        message = f"{given} is open to other machines; give --token-env and --key-env as well"
        raise UsageError("ARGUMENT_INVALID", message)
    return where


async def _serve(args: argparse.Namespace, options: ProxyOptions, where: listen.Address) -> bool:
    """Serve until a signal, or the end of its own server; whether it was a signal."""
    from sidecar.proxy.app import Proxy  # noqa: PLC0415 (needs the extra)

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def on_signal() -> None:
        stop.set()
        for number in (signal.SIGTERM, signal.SIGINT):  # the next one ends the process at once
            loop.remove_signal_handler(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, on_signal)
    async with AsyncExitStack() as stack:
        ends: list[asyncio.Task[object]] = [asyncio.create_task(stop.wait())]
        address = args.server
        if address is None:
            sidecar = await asyncio.to_thread(Sidecar.start, None, args.config)
            stack.push_async_callback(asyncio.to_thread, sidecar.stop)
            ends.append(asyncio.create_task(asyncio.to_thread(sidecar.wait)))
            address = sidecar.address
        token = _variable(args.server_token_env)
        client = await stack.enter_async_context(AsyncClient(address, token=token))
        proxy = Proxy(client, options, where)
        note(f"proxy of {options.upstream} at {await proxy.start()}")
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        await proxy.stop(DRAIN_S)
    return stop.is_set()
