"""``verifyd check``: verify a narrative against files, in this process, without a server."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar import verification
from sidecar.checks import CHECKS
from sidecar.checks.numeric import NumericCheck
from sidecar.cli import (
    check_options,
    conversation_options,
    files,
    local,
    rendering,
    reports_file,
    sources,
    structured,
)
from sidecar.cli.terminal import STATUSES, USAGE, Progress, UsageError, refuse
from sidecar.errors import VerifydError
from sidecar.evidence.header import check_items, digest_item
from sidecar.model.digests import sha256_of_parts
from sidecar.model.evidence import Citable
from sidecar.model.report import Action, Decision, Detail, Report
from sidecar.model.text import Text
from sidecar.reports import github
from sidecar.reports.github import VerifiedReport
from sidecar.reports.html.template import load_environment
from sidecar.runner import NothingToVerify, Runner, VerificationRun
from sidecar.settings.root import Settings
from sidecar.text.footnotes import find_footnotes, remove_footnotes
from sidecar.verification import VerificationInput

if TYPE_CHECKING:
    from sidecar.transcripts.choosing import ChosenMessage

_NOTHING = (
    "there is nothing to compare {} with: add --data FILE (query results), --sources FILE"
    " (documents that it cites), --evidence FILE (pieces of evidence that it cites), or --schema"
    " FILE|NAME (the shape of a response in JSON). Only `--check consistency` needs none of them"
)
HELD, UNVERIFIED = 1, 3
"""Exit statuses where the report tells the caller to hold the text."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "check",
        help="Verify a narrative against data files.",
        description="Verify a narrative against query results in files, without a server.",
        usage="verifyd check NARRATIVE [--data [ID=]FILE ...] [--sources SOURCE ...] [OPTION ...]"
        "\n       verifyd check --transcript FILE [--message N] [OPTION ...]"
        "\n       verifyd check --reports FILE [OPTION ...]",
        epilog="Exit status: 0 release the text (PASS, WARN, or mode observe), 1 hold it (FAIL),"
        f" 3 hold it (UNVERIFIED), {STATUSES}",
    )
    parser.add_argument(
        "narrative", nargs="?", metavar="NARRATIVE", help="Markdown or text file; - reads stdin."
    )
    parser.add_argument(
        "--reports",
        type=Path,
        metavar="FILE",
        help="YAML file that says which reports are verified against which files: see docs/ci.md."
        " With NARRATIVE, only that one of them is.",
    )
    conversation_options.add(parser)
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
        "--format",
        choices=rendering.FORMATS,
        default="text",
        help="Format of the report (default: text); github: annotations of a workflow, the summary"
        " of its job, and the output `decision`.",
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
    """Verify and print each report; returns the exit status."""
    try:
        chosen = _list_reports(args)
        if args.format == "html":
            load_environment()  # refused before anything is verified
        if args.strip_formulas:
            limit = check_options.load_settings(args).limits.narrative_bytes
            text = local.read_narrative(args.narrative, limit)
            sys.stdout.write(remove_footnotes(text.string, find_footnotes(text.string)))
            return 0
    except (UsageError, VerifydError) as error:
        ended = [_refuse(args, args.reports or args.narrative, error)]
    else:
        ended = asyncio.run(_check_all(chosen))
    if args.format == "github":
        check_options.write_job(ended, os.environ)
    statuses = {USAGE if one.report is None else exit_status(one.report) for one in ended}
    # Of one message the worst is what its reports decide together.
    bad = (UNVERIFIED, HELD) if args.transcript is None else (HELD, UNVERIFIED)
    return next((status for status in (USAGE, *bad) if status in statuses), 0)


def _list_reports(args: argparse.Namespace) -> list[argparse.Namespace]:
    """A command line for each report."""
    conversation_options.check_options(args)
    if args.reports is not None:
        return reports_file.list_reports(args)
    if args.transcript is not None:
        args.narrative = args.transcript
        return [args]
    args.narrative = files.choose_narrative(args.narrative, args)
    return [args]


async def _check_all(chosen: Sequence[argparse.Namespace]) -> list[VerifiedReport]:
    """Verify one report after the other, all with the same threads and connections."""
    progress = Progress(sys.stderr)
    async with local.open_runner(progress) as runner:
        ended = [await _check(args, runner, progress) for args in chosen]
    return [*chain.from_iterable(ended)]


async def _check(
    args: argparse.Namespace, runner: Runner, progress: Progress
) -> Sequence[VerifiedReport]:
    """Verify one text or conversation and print what was found."""
    verify = _check_text if args.transcript is None else _check_conversation
    try:
        settings = check_options.load_settings(args)
        return await verify(args, settings, runner, progress)
    except NothingToVerify as error:
        told = _NOTHING.format(args.narrative)
        return [_refuse(args, args.narrative, UsageError(error.reason, told))]
    except (UsageError, VerifydError) as error:
        return [_refuse(args, args.narrative, error)]


async def _check_text(
    args: argparse.Namespace, settings: Settings, runner: Runner, progress: Progress
) -> Sequence[VerifiedReport]:
    text = local.read_narrative(args.narrative, settings.limits.narrative_bytes)
    with progress:
        done = await _verify(args, text, settings, runner, progress)
    title = local.title(args.narrative)
    sys.stdout.write(rendering.render(args, done.report, text, title))
    _note(done, settings)
    return [VerifiedReport(title, done.report, text)]


async def _check_conversation(
    args: argparse.Namespace, settings: Settings, runner: Runner, progress: Progress
) -> Sequence[VerifiedReport]:
    from sidecar.cli import conversation  # noqa: PLC0415 (most texts do without)
    from sidecar.transcripts.verified import VerifiedMessage  # noqa: PLC0415 (as above)

    chosen = conversation.read(args, settings)
    text, done = Text(chosen.message.text), None
    with progress:
        calls = await conversation.verify_calls(args, chosen, settings, runner)
        if chosen.message.text.strip():
            done = await _verify(args, text, settings, runner, progress, chosen=chosen)
    found = VerifiedMessage(chosen, done.report if done else None, calls)
    parts = rendering.write_conversation(args, found)
    if done:
        _note(done, settings)
    return parts


def _note(done: VerificationRun, settings: Settings) -> None:
    """Say on standard error what models took, and what may help."""
    said = (
        check_options.describe_spending(done.account, settings),
        check_options.suggest_fixes(done.report, settings, os.environ),
    )
    for line in chain(*said):
        print(f"verifyd check: {line}", file=sys.stderr)


def _refuse(
    args: argparse.Namespace, path: Path | str | None, error: UsageError | VerifydError
) -> VerifiedReport:
    """Say why a report cannot be verified."""
    told = str(error)
    if args.reports is not None and str(path) not in told:
        told = f"{path}: {told}"
    refuse("check", UsageError(error.reason, told))
    if args.format == "github":
        print(github.annotate("error", str(path or ""), f"{told} [{error.reason}]"))
    return VerifiedReport(str(path or ""), error=f"{told} [{error.reason}]")


async def _verify(
    args: argparse.Namespace,
    text: Text,
    settings: Settings,
    runner: Runner,
    progress: Progress,
    *,
    chosen: ChosenMessage | None = None,
) -> VerificationRun:
    data = local.read_data(args, settings, progress)
    items = sources.load_items(args.evidence) if args.evidence else []
    cited = sources.read(args.sources, settings.sources, progress)
    premises, checks = args.premise, args.check
    if chosen is not None:
        from sidecar.cli import conversation  # noqa: PLC0415 (as above)

        data, cited = conversation.add_evidence(args, data, cited, chosen, settings)
        premises = [*premises, *chosen.premises]
    check_items(items, cited, data.query_ids, settings.evidence)
    each: list[Citable] = [*items, *cited]
    response = structured.read(args, text, settings)
    if chosen is not None and not (data.indexes or each or response or checks):
        checks = [NumericCheck.name]  # which no tool then supports
    own = settings.numeric.formulas.engine
    queries = check_options.read_formulas(args.formulas, text, own) if args.formulas else ()
    progress.step(f"verifying {args.narrative}")
    evidence = sha256_of_parts(one.encode() for one in (*data.handles, *map(digest_item, each)))
    given = VerificationInput(
        text,
        data.indexes,
        evidence,
        checks=checks,
        detail=Detail[args.detail.upper()],
        items=items,
        sources=cited,
        bare_numbers=args.bare_numbers,
        structured=response,
        formulas=queries,
        premises=premises,
        expired=data.expired,
    )
    limit_s = settings.server.max_deadline_s
    done = await verification.verify(given, runner, settings, limit_s)
    if args.write_fixed:
        told = check_options.write_fixed(args.write_fixed, done.report, text)
        print(f"verifyd check: {told}", file=sys.stderr)
    return done


def exit_status(report: Report) -> int:
    """The exit status of a report: 0 where its action is to release the text."""
    if report.action is Action.RELEASE:
        return 0
    return UNVERIFIED if report.decision is Decision.UNVERIFIED else HELD
