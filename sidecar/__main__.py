"""The command line: ``verifyd serve``, ``check``, ``explain``, ``health``.

Each command is a module under ``cli/`` with ``add(commands)``, which describes it, and
``run(args)``, which returns the exit code. Only the module of the command at hand is imported,
since some of them bring much with them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from sidecar import __version__

COMMANDS = ("serve", "check", "explain", "health")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; a wrong use of it exits with 2."""
    # Else gRPC writes lines of its own, such as of failed handshakes, into a log that is JSON.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    words = sys.argv[1:] if argv is None else list(argv)
    arguments = _parser(words[:1]).parse_args(words)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # who read the output has seen enough: `verifyd explain … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    return code


def _parser(first: Sequence[str]) -> argparse.ArgumentParser:
    """A parser that knows the command that is asked for, or all where none is."""
    parser = argparse.ArgumentParser(
        prog="verifyd",
        description="Checks what an AI agent is about to say against its evidence.",
        epilog="`verifyd COMMAND --help` tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"verifyd {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in [name for name in COMMANDS if name in first] or COMMANDS:
        import_module(f"sidecar.cli.{name}").add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
