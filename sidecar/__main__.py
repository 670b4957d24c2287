"""The command line: ``verifyd COMMAND``.

Each command is a module under ``cli/`` with ``add(commands)``, which describes it, and
``run(args)``, which returns the exit code. Only the module of the command at hand is imported,
since some of them bring much with them.
"""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from sidecar import __version__
from sidecar.cli import parsing
from sidecar.cli.parsing import Parser
from sidecar.cli.terminal import (
    INTERRUPTED,
    STATUSES,
    USAGE,
    OneLine,
    UsageError,
    note,
    refuse,
    report_fault,
)
from sidecar.errors import VerifydError

COMMANDS = (
    "serve",
    "proxy",
    "check",
    "explain",
    "prompt",
    "eval",
    "outcome",
    "audit",
    "review",
    "store",
    "health",
    "mcp",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; ``cli.errors`` has those of failing."""
    # Else gRPC writes lines of its own, such as of failed handshakes, into a log that is JSON.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    words = sys.argv[1:] if argv is None else list(argv)
    if sys.stdout is None:  # `>&-`: Python has no such file then
        os.write(2, b"verifyd: standard output is closed\n")
        return USAGE
    _prepare()
    try:
        arguments = _parser(words[:1]).parse_args(words)
        if hasattr(arguments, "env_file"):
            parsing.apply_env_file(arguments.env_file, os.environ)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        if words[0] != "serve":  # whose log says it
            _note_kernels()
    except (UsageError, VerifydError) as error:
        return refuse(words[0], error)
    except BrokenPipeError:  # who read the output has seen enough: `verifyd explain … | head`
        _close_output()
        note("the output was closed before all of it was written")
        return USAGE
    except KeyboardInterrupt:
        note("interrupted")
        return INTERRUPTED
    except Exception as error:  # Python's own status for it is 1, which is that of FAIL
        if isinstance(error, OSError):
            _close_output()  # the disk is full: the end of the process must not write once more
        return report_fault(error)
    return code


def _note_kernels() -> None:
    """Say where a command was slower than it could be."""
    if "fastpath._jit" in sys.modules:
        from sidecar.evidence import kernels  # noqa: PLC0415 (most commands need no kernel)

        if kernels.are_missing():
            note(kernels.NOTICE)


def _prepare() -> None:
    """No output can be what a terminal cannot show, nor is a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    logging.lastResort = handler  # what a command is given that sets up no log of its own


def _close_output() -> None:
    """Let what is not written yet go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _parser(first: Sequence[str]) -> argparse.ArgumentParser:
    """A parser that knows the command that is asked for, or all where none is."""
    parser = Parser(
        prog="verifyd",
        description="Checks what an AI agent is about to say against its evidence.",
        epilog="`verifyd COMMAND --help` describes a command and its exit statuses 0, 1 and 3."
        f" Every command: {STATUSES}",
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"verifyd {__version__}",
        help="Show the version and exit.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in [name for name in COMMANDS if name in first] or COMMANDS:
        import_module(f"sidecar.cli.{name}").add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
