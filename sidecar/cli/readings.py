"""``verifyd explain NARRATIVE``: for each number, or the chosen ones, what was weighed and why."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial

from sidecar.checks import Subject
from sidecar.cli import local
from sidecar.cli.errors import UsageError
from sidecar.cli.progress import Progress
from sidecar.model.digests import framed
from sidecar.model.report import ClaimBinding, Detail, Report
from sidecar.model.text import Span, Text
from sidecar.reports.excerpt import place, printable
from sidecar.reports.explained import explained
from sidecar.reports.summary import bindings, failures, placed, words
from sidecar.reports.text import bound, underlined
from sidecar.settings.loading import load
from sidecar.settings.sources import SettingsError

_AT = re.compile(r"([1-9]\d{0,8})(?::([1-9]\d{0,8}))?")
_LISTED = 8


def explain(args: argparse.Namespace) -> str:
    """The numbers of a narrative, explained.

    Raises:
        UsageError: If something cannot be read, or no number stands where one was chosen.
    """
    try:
        settings = load(args.config, os.environ)
    except SettingsError as error:
        raise UsageError("SETTINGS_INVALID", str(error)) from None
    text = local.narrative(args.name, settings.limits.narrative_bytes)
    with Progress(sys.stderr) as progress:
        data = local.read(args, settings, progress)
        progress.step(f"weighing {args.name}")
        subject = Subject(text, data.indexes, Detail.EXPLAIN)
        evidence = framed(one.encode() for one in data.handles)
        run = local.verify(subject, ["numeric"], settings, evidence, progress)
        report = asyncio.run(run).report
    for _, failure in failures(report):
        raise UsageError(failure.reason, failure.message)
    chosen = _chosen(bindings(report), text, args.at, args.number)
    path = local.title(args.name)
    return "\n\n".join("\n".join(_lines(each, report, text, path)) for each in chosen)


def _lines(binding: ClaimBinding, report: Report, text: Text, path: str) -> Iterator[str]:
    span = binding.claim.number.span
    names = partial(words, report)
    yield bound(binding, text, path, names)
    yield from underlined(text, span)
    for _, finding, severity in placed(report):
        if finding.span == span:
            sure = "" if finding.confidence is None else f" ({finding.confidence:.0%} sure)"
            yield f"  {severity.name.lower()} {finding.code}: {printable(finding.message)}{sure}"
    yield from explained(binding, text, names)


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
    listed = (f"{printable(text.slice(s))} at {':'.join(map(str, place(text, s)))}" for s in spans)
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
    first, start = place(text, span)
    length = len(text.slice(span))
    return first == line and (not column or start <= column < start + length)
