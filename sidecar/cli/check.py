"""``verifyd check``: verify a narrative against files, in this process, without a server."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from itertools import chain
from pathlib import Path

from sidecar.checks import CHECKS
from sidecar.cli import check_options, files, local, sources
from sidecar.cli.terminal import STATUSES, Progress, UsageError, refuse
from sidecar.errors import VerifydError
from sidecar.evidence.header import check_items, digest_item
from sidecar.model.digests import sha256_of_parts
from sidecar.model.evidence import Citable
from sidecar.model.report import Action, Decision, Detail, Report
from sidecar.model.structure import StructuredResponse
from sidecar.model.text import Text
from sidecar.reports import annotated, html, markdown
from sidecar.reports import text as terminal
from sidecar.reports.html.template import load_environment
from sidecar.runner import NothingToVerify, VerificationRun
from sidecar.settings.loading import load
from sidecar.settings.root import Settings
from sidecar.settings.sources import SettingsError
from sidecar.structure.intake import (
    ResponseTooLarge,
    SchemaTooLarge,
    SchemaUnknown,
    build_response,
    is_expected,
)
from sidecar.structure.settings import StructureSettings
from sidecar.text.footnotes import find_footnotes, remove_footnotes
from sidecar.verification import VerificationInput

# ``--schema`` and ``--response``: a response in JSON and the shape that it must have.


def add_structured(parser: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    parser.add_argument(
        "--schema",
        metavar="FILE|NAME",
        help="JSON Schema that the response must satisfy, or the name of one: t1, t2, t3, or a name"
        " of the setting structure.schemas.",
    )
    parser.add_argument(
        "--response",
        type=Path,
        metavar="FILE",
        help="File with the response, if it is not NARRATIVE.",
    )


def read_structured(
    args: argparse.Namespace, text: Text, settings: Settings
) -> StructuredResponse | None:
    """The response of a command line; None where it names neither option, and owes none.

    Raises:
        UsageError: If a file cannot be read, or is too large or empty.
        VerifydError: If the narrative is the response, and is too large.
    """
    own = settings.structure
    given = args.schema is not None or args.response is not None
    if not given and not is_expected(args.check, settings.policy.required_checks, own):
        return None
    known = args.schema is None or args.schema in own.named
    response, schema = None, ""
    if args.response is not None:
        response = _content(args.response, own.max_response_bytes, ResponseTooLarge.reason)
    if not known:
        _check_name(args.schema, own)
        schema = _content(Path(args.schema), own.max_schema_bytes, SchemaTooLarge.reason)
    return build_response(
        response,
        text.string,
        own,
        schema_json=schema,
        schema_name=args.schema or "" if known else "",
        free=True,  # anyone who runs the command chose the settings as well
    )


def _check_name(said: str, settings: StructureSettings) -> None:
    """Refuse what is no file and can only be a name."""
    if not (set(said) & set("./\\") or Path(said).exists()):
        known = ", ".join(settings.named)
        message = f"there is no schema or file {said!r}; the named schemas are: {known}"
        raise UsageError(SchemaUnknown.reason, message)


def _content(path: Path, maximum: int, too_large: str) -> str:
    """The text of a file, which holds one."""
    text = files.read_text(path, maximum, too_large, "FILE_UNREADABLE")
    if not text.strip():
        raise UsageError("FILE_EMPTY", f"{path} holds no text")
    return text


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
    check_options.add(parser)
    add_structured(parser)
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
        args.narrative = files.choose_narrative(args.narrative, args)
        if args.format == "html":
            load_environment()  # refused before anything is verified
        settings = load(args.config, os.environ, check_options.collect_settings(args))
        if settings.sources.risk:
            print(f"verifyd check: warning: {settings.sources.risk}", file=sys.stderr)
        text = local.read_narrative(args.narrative, settings.limits.narrative_bytes)
        if args.strip_formulas:
            sys.stdout.write(remove_footnotes(text.string, find_footnotes(text.string)))
            return 0
        with Progress(sys.stderr) as progress:
            done = asyncio.run(_verify(args, text, settings, progress))
        report = done.report
        if args.write_fixed:
            told = check_options.write_fixed(args.write_fixed, report, text)
            print(f"verifyd check: {told}", file=sys.stderr)
    except SettingsError as error:
        return refuse("check", UsageError("SETTINGS_INVALID", str(error)))
    except NothingToVerify as error:
        return refuse("check", UsageError(error.reason, _NOTHING.format(args.narrative)))
    except (UsageError, VerifydError) as error:
        return refuse("check", error)
    sys.stdout.write(_render(args, report, text))
    said = (
        check_options.describe_spending(done.account, settings),
        check_options.suggest_fixes(report, settings, os.environ),
    )
    for line in chain(*said):
        print(f"verifyd check: {line}", file=sys.stderr)
    return exit_status(report)


async def _verify(
    args: argparse.Namespace, text: Text, settings: Settings, progress: Progress
) -> VerificationRun:
    data = local.read_data(args, settings, progress)
    items = sources.load_items(args.evidence) if args.evidence else []
    cited = sources.read(args.sources, settings.sources, progress)
    check_items(items, cited, data.query_ids, settings.evidence)
    each: list[Citable] = [*items, *cited]
    response = read_structured(args, text, settings)
    own = settings.numeric.formulas.engine
    queries = check_options.read_formulas(args.formulas, text, own) if args.formulas else ()
    progress.step(f"verifying {args.narrative}")
    evidence = sha256_of_parts(one.encode() for one in (*data.handles, *map(digest_item, each)))
    given = VerificationInput(
        text,
        data.indexes,
        evidence,
        checks=args.check,
        detail=Detail[args.detail.upper()],
        items=items,
        sources=cited,
        bare_numbers=args.bare_numbers,
        structured=response,
        formulas=queries,
    )
    return await local.verify(given, settings, progress)


def exit_status(report: Report) -> int:
    """The exit status of a report: 0 where its action is to release the text."""
    if report.action is Action.RELEASE:
        return 0
    return UNVERIFIED if report.decision is Decision.UNVERIFIED else HELD


def _render(args: argparse.Namespace, report: Report, text: Text) -> str:
    detail = Detail[args.detail.upper()]
    if args.format == "json":
        from sidecar.wire import report_json  # noqa: PLC0415 (only JSON needs the messages)

        return report_json.render(report, text, detail=detail)
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
