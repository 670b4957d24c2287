"""``verifyd check``: verify a narrative against files, in this process, without a server."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from itertools import chain
from pathlib import Path

from sidecar.checks import CHECKS, Subject
from sidecar.cli import citable, formulas, judging, local, narratives, sources, structured
from sidecar.cli.errors import STATUSES, UsageError, refuse
from sidecar.cli.progress import Progress
from sidecar.errors import VerifydError
from sidecar.evidence.items import check as check_items
from sidecar.evidence.items import digest
from sidecar.formulas.declared import declared
from sidecar.model.digests import framed
from sidecar.model.evidence import Citable
from sidecar.model.report import Action, Decision, Detail, Report
from sidecar.model.text import Text
from sidecar.reports import annotated, html, json, markdown
from sidecar.reports import text as terminal
from sidecar.runner import NothingToVerify, Run
from sidecar.settings.loading import load
from sidecar.settings.root import Settings
from sidecar.settings.sources import SettingsError
from sidecar.structure import intake
from sidecar.text.footnotes import footnotes, without

_NOTHING = (
    "there is nothing to compare {} with: add --data FILE (query results), --sources FILE"
    " (documents that it cites), --evidence FILE (pieces of evidence that it cites), or --schema"
    " FILE|NAME (the shape of a response in JSON). Only `--check consistency` needs none of them"
)
_FORMATS = ("text", "json", "markdown", "html", "annotated")
HELD, UNVERIFIED = 1, 3
"""Exit statuses where the report tells the caller to hold the text."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "check",
        help="Verify a narrative against data files.",
        description="Verify a narrative against query results in files, without a server.",
        usage="verifyd check NARRATIVE [--data [ID=]FILE ...] [--sources SOURCE ...] [OPTION ...]",
        epilog="Exit status: 0 release the text (PASS, WARN, or mode observe), 1 hold it (FAIL),"
        f" 3 hold it (UNVERIFIED), {STATUSES}",
    )
    parser.add_argument(
        "narrative", nargs="?", metavar="NARRATIVE", help="Markdown or text file; - reads stdin."
    )
    local.add(parser)
    parser.add_argument(
        "--evidence",
        type=Path,
        metavar="FILE",
        help="YAML or JSON list of evidence items, cited by id as in [ev-abc-001].",
    )
    parser.add_argument(
        "--sources",
        nargs="+",
        action="extend",
        default=[],
        metavar="[N=|ID=]SOURCE",
        help="Sources cited as [Source 1], [Source 2] and so on: .txt, .md, .html and .pdf files,"
        " folders of them, URLs, or a YAML or JSON list. N=FILE is cited as [Source N].",
    )
    parser.add_argument(
        "--bare-numbers", action="store_true", help="Read [3] as a citation, like [Source 3]."
    )
    judging.add(parser)
    structured.add(parser)
    parser.add_argument(
        "--formulas",
        type=Path,
        metavar="FILE",
        help="YAML or JSON list of formulas (the queries that numbers come from), or a JSON report"
        " that contains them.",
    )
    parser.add_argument(
        "--strip-formulas",
        action="store_true",
        help="Print the narrative without the footnotes that hold queries, and verify nothing.",
    )
    parser.add_argument(
        "--check",
        action="append",
        default=[],
        metavar="NAME",
        help=f"Run only this check (repeat for more): {', '.join(CHECKS)}.",
    )
    parser.add_argument(
        "--format", choices=_FORMATS, default="text", help="Format of the report (default: text)."
    )
    parser.add_argument(
        "--detail",
        choices=[detail.name.lower() for detail in Detail],
        default="bindings",
        help="verdicts: findings only; bindings: also the source of each number; explain: also the"
        " readings that were weighed.",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Verify and print the report; returns the exit status."""
    try:
        args.narrative = narratives.named(args.narrative, args)
        settings = load(args.config, os.environ, judging.as_settings(args))
        if settings.sources.risk:
            print(f"verifyd check: warning: {settings.sources.risk}", file=sys.stderr)
        text = local.narrative(args.narrative, settings.limits.narrative_bytes)
        if args.strip_formulas:
            sys.stdout.write(without(text.string, footnotes(text.string)))
            return 0
        with Progress(sys.stderr) as progress:
            done = asyncio.run(_verify(args, text, settings, progress))
        report = done.report
        if args.write_fixed:
            told = judging.write_fixed(args.write_fixed, report, text)
            print(f"verifyd check: {told}", file=sys.stderr)
    except SettingsError as error:
        return refuse("check", UsageError("SETTINGS_INVALID", str(error)))
    except NothingToVerify as error:
        return refuse("check", UsageError(error.reason, _NOTHING.format(args.narrative)))
    except (UsageError, VerifydError) as error:
        return refuse("check", error)
    sys.stdout.write(_render(args, report, text))
    said = judging.spent(done.account, settings), judging.hints(report, settings, os.environ)
    for line in chain(*said):
        print(f"verifyd check: {line}", file=sys.stderr)
    return status(report)


async def _verify(
    args: argparse.Namespace, text: Text, settings: Settings, progress: Progress
) -> Run:
    data = local.read(args, settings, progress)
    items = citable.items(args.evidence) if args.evidence else []
    cited = sources.read(args.sources, settings.sources, progress)
    check_items(items, cited, data.query_ids, settings.evidence)
    each: list[Citable] = [*items, *cited]
    response = structured.read(args, text, settings)
    own = settings.numeric.formulas.engine
    told = declared(text, formulas.formulas(args.formulas, text, own) if args.formulas else ())
    detail = Detail[args.detail.upper()]
    progress.step(f"verifying {args.narrative}")
    evidence = framed(one.encode() for one in (*data.handles, *map(digest, each)))
    subject = Subject(
        told.text,
        data.indexes,
        detail,
        items,
        cited,
        args.bare_numbers,
        response,
        formulas=told.formulas,
        written=told.written,
    )
    digested = intake.digest(evidence, response)
    return await local.verify(subject, args.check, settings, digested, progress)


def status(report: Report) -> int:
    """The exit status of a report: 0 where its action is to release the text."""
    if report.action is Action.RELEASE:
        return 0
    return UNVERIFIED if report.decision is Decision.UNVERIFIED else HELD


def _render(args: argparse.Namespace, report: Report, text: Text) -> str:
    detail = Detail[args.detail.upper()]
    if args.format == "json":
        return json.render(report, text, detail=detail)
    if args.format == "markdown":
        return markdown.render(report, text, detail=detail)
    if args.format == "annotated":
        return annotated.render(report, text, detail=detail)
    path = local.title(args.narrative)
    if args.format == "html":
        return html.render(report, text, path=path, detail=detail)
    return terminal.render(report, text, path=path, color=_wants_color(), detail=detail)


def _wants_color() -> bool:
    """Whether standard output is a terminal whose user has not refused colour (no-color.org)."""
    refused = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not refused
