"""Options of ``verifyd check`` about conversations."""

from __future__ import annotations

import argparse
from pathlib import Path

from sidecar.cli.terminal import UsageError

FORMS = ("openai_chat", "openai_responses", "anthropic", "gemini", "langchain", "opentelemetry")
SCOPES = ("message", "all", "none")
_OTHERS = {"narrative": "NARRATIVE", "reports": "--reports", "strip_formulas": "--strip-formulas"}
_OWN = ("message", "form", "tool_calls", "rules")
"""Options that mean nothing without a conversation."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    parser.add_argument(
        "--transcript",
        metavar="FILE",
        help="JSON or JSON lines with the messages of a conversation (- reads stdin), instead of"
        " NARRATIVE: its last assistant message is verified against the tool results before it.",
    )
    parser.add_argument(
        "--message",
        type=int,
        metavar="N",
        help="Verify the message at this place of the list, from 0.",
    )
    parser.add_argument(
        "--form",
        choices=FORMS,
        help="Form of the messages (default: recognized by their fields).",
    )
    parser.add_argument(
        "--tool-calls",
        choices=SCOPES,
        help="Verify the tool calls of the message (default), all up to it, or none.",
    )
    parser.add_argument(
        "--rules",
        type=Path,
        metavar="FILE",
        help="YAML or JSON list of rules that say where arguments of tool calls may come from: see"
        " docs/transcripts.md.",
    )
    parser.add_argument(
        "--premise",
        action="append",
        default=[],
        metavar="TEXT",
        help="What was said before, such as the question; it supports nothing (repeat for more).",
    )


def check_options(args: argparse.Namespace) -> None:
    """Refuse options that do not go together.

    Raises:
        UsageError: If some do not.
    """
    if args.transcript is None:
        unused = [name for name in _OWN if getattr(args, name) is not None]
        if unused:
            problem = f"--{unused[0].replace('_', '-')} needs --transcript FILE"
            raise UsageError("ARGUMENT_MISSING", problem)
        return
    for option, name in _OTHERS.items():
        if getattr(args, option):
            problem = f"{name} cannot be combined with --transcript: its message is the narrative"
            raise UsageError("OPTION_INVALID", problem)
