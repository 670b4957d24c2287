"""Repairs: in words, and carried out on the narrative."""

from __future__ import annotations

from typing import NamedTuple

from sidecar.model.report import Repair, Report
from sidecar.model.text import Text
from sidecar.reports.quoting import is_about_response
from sidecar.reports.summary import list_findings


class RepairedText(NamedTuple):
    """The narrative with its repairs.

    Attributes:
        text: How it reads now.
        applied: Repairs that were carried out.
        left: Repairs that were not, since another one changes the same words.
    """

    text: str
    applied: int
    left: int


def describe_repair(repair: Repair, text: Text) -> str:
    """What a repair does: "write 'b' instead of 'a'"."""
    there = text.slice(repair.span)
    if not there:
        return f"insert {repair.replacement!r}"
    if not repair.replacement:
        return f"take out {there!r}"
    return f"write {repair.replacement!r} instead of {there!r}"


def apply_repairs(report: Report, text: Text) -> RepairedText:
    """Carry out the repairs of all findings about the narrative, none over another.

    Of two that change the same words the one that begins first is carried out, and of those the
    one that changes more: what takes a claim out goes before what corrects a number in it.

    Args:
        report: What was found.
        text: The narrative that it was found in.
    """
    wanted = {
        finding.repair
        for _, finding, _ in list_findings(report)
        if finding.repair is not None and not is_about_response(finding)
    }
    pieces, position, applied = [], 0, 0
    for repair in sorted(wanted, key=lambda one: (one.span.start, -one.span.end, one.replacement)):
        start, end = repair.span
        if start < position:
            continue
        pieces += [text.data[position:start], repair.replacement.encode()]
        position, applied = end, applied + 1
    pieces.append(text.data[position:])
    return RepairedText(b"".join(pieces).decode(), applied, len(wanted) - applied)
