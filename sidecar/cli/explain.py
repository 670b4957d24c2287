"""``verifyd explain``: why numbers were bound as they were; the page of a code or of a check.

Run as a module, it writes the reference of all codes: ``docs/codes.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import inspect
import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from sidecar.checks import CHECKS, CODES, Code
from sidecar.cli import files, local
from sidecar.cli.terminal import STATUSES, Progress, UsageError, refuse
from sidecar.errors import VerifydError
from sidecar.model.digests import sha256_of_parts
from sidecar.model.report import ClaimBinding, Detail, Report
from sidecar.model.text import Span, Text
from sidecar.reports.quoting import find_position, sanitize
from sidecar.reports.summary import list_bindings, list_failures, list_findings, name_reading
from sidecar.reports.text import underline, write_binding, write_explanation
from sidecar.settings.loading import load
from sidecar.settings.section import suggest_name
from sidecar.settings.sources import SettingsError
from sidecar.verification import VerificationInput

# ``verifyd explain NARRATIVE``: for each number, or the chosen ones, what was weighed and why.

_AT = re.compile(r"([1-9]\d{0,8})(?::([1-9]\d{0,8}))?")
_LISTED = 8


def explain_readings(args: argparse.Namespace) -> str:
    """The numbers of a narrative, explained.

    Raises:
        UsageError: If something cannot be read, or no number stands where one was chosen.
    """
    try:
        settings = load(args.config, os.environ)
    except SettingsError as error:
        raise UsageError("SETTINGS_INVALID", str(error)) from None
    text = local.read_narrative(args.name, settings.limits.narrative_bytes)
    with Progress(sys.stderr) as progress:
        data = local.read_data(args, settings, progress)
        progress.step(f"weighing {args.name}")
        evidence, only = sha256_of_parts(one.encode() for one in data.handles), ["numeric"]
        given = VerificationInput(
            text,
            data.indexes,
            evidence,
            checks=only,
            detail=Detail.EXPLAIN,
            expired=data.expired,
        )
        report = asyncio.run(local.verify(given, settings, progress)).report
    for _, failure in list_failures(report):
        raise UsageError(failure.reason, failure.message)
    chosen = _chosen(list_bindings(report), text, args.at, args.number)
    path = local.title(args.name)
    return "\n\n".join("\n".join(_lines(each, report, text, path)) for each in chosen)


def _lines(binding: ClaimBinding, report: Report, text: Text, path: str) -> Iterator[str]:
    span = binding.claim.number.span
    names = partial(name_reading, report)
    yield write_binding(binding, text, path, names)
    yield from underline(text, span)
    for _, finding, severity in list_findings(report):
        if finding.span == span:
            sure = "" if finding.confidence is None else f" ({finding.confidence:.0%} sure)"
            yield f"  {severity.name.lower()} {finding.code}: {sanitize(finding.message)}{sure}"
    yield from write_explanation(binding, text, names)


def _chosen(
    found: Sequence[ClaimBinding], text: Text, at: str | None, number: str | None
) -> Sequence[ClaimBinding]:
    """The numbers at a place, or written like this, or both; all of them without either."""
    if not found:
        raise UsageError("NUMBER_NOT_FOUND", "the narrative holds no number that is judged")
    line, column = _place(at) if at is not None else (0, 0)
    kept = [
        one
        for one in found
        if (not line or _stands(one.claim.number.span, line, column, text))
        and (number is None or _is_written(number, text.slice(one.claim.number.span)))
    ]
    if kept:
        return kept
    here = [one for one in found if text.line(one.claim.number.span.start) == line]
    asked = "" if number is None else f" written {number!r}"
    asked += "" if at is None else f" at {at}"
    raise UsageError(
        "NUMBER_NOT_FOUND", f"no number{asked} is judged; {_known(here or found, text)}"
    )


def _is_written(number: str, written: str) -> bool:
    """Whether a number is written like this, perhaps with its unit or scale beside it."""
    part = rf"(?<![\w.,]){re.escape(number.strip())}(?!\w|[.,]\d)"
    return re.search(part, written, re.IGNORECASE) is not None


def _known(found: Sequence[ClaimBinding], text: Text) -> str:
    """The first of some numbers, with their places."""
    spans = [one.claim.number.span for one in found[:_LISTED]]
    listed = (
        f"{sanitize(text.slice(s))} at {':'.join(map(str, find_position(text, s)))}" for s in spans
    )
    more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    return f"there are: {', '.join(listed)}{more}"


def _place(at: str) -> tuple[int, int]:
    """Line and column of ``--at``; column 0 is the whole line."""
    match = _AT.fullmatch(at)
    if match is None:
        raise UsageError("PLACE_INVALID", f"--at {at!r} is not LINE or LINE:COLUMN, from 1")
    return int(match[1]), int(match[2] or 0)


def _stands(span: Span, line: int, column: int, text: Text) -> bool:
    """Whether a number stands in a line, and covers a column of it."""
    first, start = find_position(text, span)
    length = len(text.slice(span))
    return first == line and (not column or start <= column < start + length)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "explain",
        help="Explain the numbers of a narrative, a code of findings, or a check.",
        usage="verifyd explain NARRATIVE --data FILE... [--columns FILE] [--config FILE]\n"
        "                       [--at LINE[:COLUMN]] [--number TEXT]\n"
        "       verifyd explain [CODE|CHECK]",
        description="With --data: show for each number of a narrative the readings that were"
        " weighed, why one was chosen, and what would change a wrong decision. Otherwise print the"
        " page of a code (CLAIM_NOT_FOUND) or of a check (numeric); without a name, list them all.",
        epilog=f"Exit status: 0 explained, {STATUSES}",
    )
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NARRATIVE|CODE|CHECK",
        help="With --data: the narrative (- reads stdin). Otherwise: what to explain.",
    )
    parser.add_argument(
        "--at", metavar="LINE[:COLUMN]", help="Explain only the numbers at this place."
    )
    parser.add_argument(
        "--number", metavar="TEXT", help="Explain only the numbers written like this."
    )
    local.add(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what is explained; returns the exit status."""
    try:
        print(_explained(args))
    except (UsageError, VerifydError) as error:
        return refuse("explain", error)
    return 0


def _explained(args: argparse.Namespace) -> str:
    if args.data:
        args.name = files.choose_narrative(args.name, args)
        return explain_readings(args)
    if args.at or args.number:
        raise UsageError("ARGUMENT_MISSING", "to explain numbers, name --data FILE as well")
    return render_page(args.name) if args.name else list_codes()


def render_page(name: str) -> str:
    """The page of a code or a check.

    Raises:
        UsageError: If there is none of that name; it suggests the nearest.
    """
    if name in CHECKS:
        return _check_page(name)
    code = CODES.get(name.upper())
    if code is not None:
        return _code_page(code)
    if Path(name).is_file():
        raise UsageError("ARGUMENT_MISSING", f"to explain the numbers of {name}, name --data FILE")
    hint = (
        suggest_name(name.upper(), CODES)
        or suggest_name(name, CHECKS)
        or f", and no file: the checks are {', '.join(CHECKS)}; `verifyd explain` lists the codes"
    )
    raise UsageError("CODE_UNKNOWN", f"there is no code or check {name!r}{hint}")


def list_codes() -> str:
    """Every check with its codes."""
    return "\n\n".join("\n".join(_list_codes(name)) for name in CHECKS)


def render_reference() -> str:
    """All codes as one Markdown page, in the order of the registry."""
    return "\n".join(
        (_INTRO, *(line for code in CODES.values() for line in _section(code)))
    ).rstrip()


_INTRO = """\
# Codes

<!-- Written by `make docs`; do not edit. -->

What the code of a finding means, and what to do about it. A code never changes its meaning; its
severity can be changed in the settings (`policy.severities`). `verifyd explain CODE` prints the
same.
"""


def _section(code: Code) -> Iterator[str]:
    yield f"## {code.code}\n"
    checks = ", ".join(f"[{name}](checks/{name}.md)" for name in (code.check, *code.also))
    yield f"Check {checks}, severity {code.severity.name.lower()}.\n"
    yield f"**{code.summary}**\n"
    if code.details:
        yield f"{code.details}\n"
    yield f"What to do: {code.remedy}\n"


def _list_codes(name: str) -> Iterator[str]:
    yield f"{name}: {CHECKS[name].summary}"
    for code in CODES.values():
        if code.given_by(name):
            yield f"  {code.code:<20} {code.severity.name.lower():<8} {code.summary}"


def _check_page(name: str) -> str:
    module = inspect.getmodule(CHECKS[name])
    return inspect.getdoc(module) or CHECKS[name].summary


def _code_page(code: Code) -> str:
    checks = ", ".join((code.check, *code.also))
    title = f"{code.code} ({code.severity.name.lower()}, check {checks})"
    parts = [title, code.summary, code.details, f"What to do: {code.remedy}"]
    return "\n\n".join(part for part in parts if part)


if __name__ == "__main__":
    print(render_reference())
