"""``--format``: what ``verifyd check`` prints."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from sidecar.cli import local
from sidecar.model.report import Detail, Report
from sidecar.model.text import Text
from sidecar.reports import annotated, github, html, markdown
from sidecar.reports import text as terminal
from sidecar.reports.github import VerifiedReport

if TYPE_CHECKING:
    from sidecar.transcripts.verified import VerifiedMessage

FORMATS = ("text", "json", "markdown", "html", "annotated", "github")
ONE_TEXT = ("html", "annotated")
"""Formats that show a text and nothing beside it."""


def render(args: argparse.Namespace, report: Report, text: Text, path: str) -> str:
    """A report in the format that the command line asks for."""
    detail = Detail[args.detail.upper()]
    if args.format == "json":
        from sidecar.wire import report_json  # noqa: PLC0415 (only JSON needs the messages)

        return report_json.render(report, text, detail=detail)
    if args.format == "markdown":
        return markdown.render(report, text, detail=detail)
    if args.format == "annotated":
        return annotated.render(report, text, detail=detail)
    if args.format == "github":
        return github.render(report, text, path=path)
    if args.format == "html":
        return html.render(report, text, path=path, detail=detail)
    return terminal.render(report, text, path=path, color=_wants_color(), detail=detail)


def write_conversation(args: argparse.Namespace, found: VerifiedMessage) -> list[VerifiedReport]:
    """Print what was found in a message; returns its reports.

    Formats that show a text have the rest on standard error.
    """
    from sidecar.reports import conversation  # noqa: PLC0415 (most texts do without)

    title, parts = local.title(args.transcript), _list_parts(found, args.transcript)
    if args.format == "json":
        from sidecar.wire import report_json  # noqa: PLC0415 (only JSON needs the messages)

        detail = Detail[args.detail.upper()]
        sys.stdout.write(report_json.render_conversation(found, detail=detail))
    elif args.format == "github":
        sys.stdout.writelines(
            github.render(report, text, path=title, part=path) for path, report, text in parts
        )
    else:
        shown = []
        if found.report is not None:
            path, report, text = parts[0]
            shown.append(render(args, report, text, path))
        if args.format == "markdown":
            shown.append(conversation.render_markdown(found))
        else:
            beside = conversation.render_text(found, path=title, color=_wants_color())
            if args.format in ONE_TEXT:
                sys.stderr.write(beside)
            else:
                shown.append(beside)
        sys.stdout.write("\n".join(shown))
    return [VerifiedReport(*part) for part in parts]


def _list_parts(found: VerifiedMessage, name: str) -> list[tuple[str, Report, Text]]:
    """The reports on a message, each with its name before and its text behind it."""
    title, message = local.title(name), found.chosen.message
    calls = [
        (f"{title}[{one.message}].{one.call.tool}", one.report, one.text) for one in found.calls
    ]
    if found.report is None:
        return calls
    return [(f"{title}[{message.index}]", found.report, Text(message.text)), *calls]


def _wants_color() -> bool:
    """Whether standard output is a terminal whose user has not refused colour (no-color.org)."""
    refused = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not refused
