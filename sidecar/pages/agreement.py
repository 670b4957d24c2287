"""The page of what decisions say about the checks, with the numbers of ``verifyd review stats``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import Response
from verifyd import Agreement, _agreement
from verifyd.agreement import AgreementGroup, Calibration
from verifyd.v1 import review_service_pb2 as pb

from sidecar.pages.asking import Ask, read_day
from sidecar.pages.protection import FormInvalid
from sidecar.pages.queue import list_codes
from sidecar.pages.rendering import Renderer, download
from sidecar.reports.agreement import AgreementTable, describe_decisions, format_share, tabulate
from sidecar.reports.html.plots import (
    CalibrationPlot,
    ConfidenceBin,
    IntervalPlot,
    IntervalRow,
    Panel,
)
from sidecar.reviews.settings import ReviewsSettings

_PLOTTED = 40
"""Groups that are drawn, those with the most decisions; the table has all."""

_ROW_S = 0.0001
_FILTERS = ("check", "code", "since", "threshold")


class AgreementPage:
    """The page, and its numbers as JSON.

    Args:
        ask: ``ReviewService.GetAgreement``.
        settings: Which checks are reviewed.
        renderer: Writes the page.
    """

    def __init__(self, ask: Ask, settings: ReviewsSettings, renderer: Renderer) -> None:
        self._ask, self._renderer = ask, renderer
        self._choices = {"check": settings.checks, "code": list_codes(settings)}

    async def show(self, request: Request) -> Response:
        """The tables, with a plot where one says more."""
        given = request.query_params
        found = await self._found(given)
        model = {
            "chosen": {name: given.get(name, "") for name in _FILTERS},
            "choices": self._choices,
            "query": str(request.url.query),
            "decisions": describe_decisions(found),
            "settled": found.settled,
            "left_open": found.left_open,
            "share": format_share(found.settled),
        }
        return await self._renderer.page(
            request,
            "agreement",
            model,
            view=lambda: {"panels": list(_make_panels(found))},
            cost_s=_ROW_S * (len(found.groups) + len(found.pairs) + len(found.severities)),
        )

    async def export(self, request: Request) -> Response:
        """What ``verifyd review stats --json`` prints."""
        found = await self._found(request.query_params)
        body = json.dumps(asdict(found), indent=2, ensure_ascii=False)
        return download(body, "application/json", "agreement.json")

    async def _found(self, given: Mapping[str, str]) -> Agreement:
        message = pb.GetAgreementRequest(
            check=given.get("check", ""),
            code=given.get("code", ""),
            since=read_day(given.get("since", ""), "since"),
            threshold=_read_threshold(given.get("threshold", "")),
        )
        return _agreement.agreement(await self._ask(message))  # as clients read it


def _read_threshold(given: str) -> float | None:
    try:
        return float(given) if given else None
    except ValueError:
        raise FormInvalid("a threshold is a number from 0 to 1") from None


def _make_panels(found: Agreement) -> Iterator[Panel]:
    for table in tabulate(found):
        title = table.title or "All findings"
        figures = [head.capitalize() for head in table.head], table.rows, title
        yield Panel(title, table.note, _draw(table), figures)


def _draw(table: AgreementTable) -> IntervalPlot | CalibrationPlot | None:
    """The plot of a table; None where its numbers say as much by themselves."""
    if isinstance(table.source, Calibration):
        bins = [
            ConfidenceBin(one.mean_confidence, one.share_held, one.items)
            for one in table.source.bins
        ]
        described = "Stated confidence across, the share of verdicts that held upward"
        return CalibrationPlot(described, bins) if bins else None
    groups = [one for one in table.source or () if one.counts.share is not None]
    groups.sort(key=lambda one: -one.counts.agreed - one.counts.false_alarms)
    rows = [row for one in groups[:_PLOTTED] for row in _intervals(one)]
    if not rows:
        return None
    return IntervalPlot(
        "The share of decided findings that people agreed with, by check, code and model",
        rows,
        ends=(0.0, 1.0),
        line=None,
        tick=lambda value: f"{value:.0%}",
    )


def _intervals(one: AgreementGroup) -> Iterator[IntervalRow]:
    share = one.counts.share
    if share is not None:
        decided = one.counts.agreed + one.counts.false_alarms
        label = " ".join(filter(None, (one.check, one.code, one.model)))
        written = f"{share.value:.1%} of {decided:,}"
        yield IntervalRow(label, share.value, share.low, share.high, written)
