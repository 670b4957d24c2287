"""An eval as one page for a browser: figures, plots, and every question.

The page is made as that of ``verifyd check`` is: it fetches nothing, its content security policy
allows its own style and script alone, and nothing of a question or an answer can act.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from sidecar.evals.comparing import RunComparison
from sidecar.evals.gate import GateOutcome
from sidecar.evals.measures.definitions import MEASURES, MeasureSection, measure_of
from sidecar.evals.measures.measured import EvalMeasurements, measure_results
from sidecar.evals.measures.observing import (
    QuestionEnding,
    classify_ending,
    explain_ending,
    stated_confidence,
)
from sidecar.evals.model import EvalResult, EvalRun
from sidecar.evals.reports.figures import (
    UNKNOWN,
    format_count,
    format_figure,
    format_interval,
    name_measure,
)
from sidecar.evals.reports.html.plots import list_panels
from sidecar.reports import html
from sidecar.reports.html.template import render_page

_FOLDER = Path(__file__).parent
_TILES = (
    "verification_pass_rate",
    "success_rate",
    "citation_validity_rate",
    "numbers.wrong",
    "calibration_score",
    "avg_evidence_recall",
    "avg_duration_seconds",
    "cost.agent",
)
ROWS = 2_000
"""Questions that are listed; those that did not pass come first where there are more."""
_SIGNS = {
    QuestionEnding.PASSED: "✓",
    QuestionEnding.WARNING: "≈",
    QuestionEnding.FAILED: "×",
    QuestionEnding.UNVERIFIED: "?",
    QuestionEnding.ERROR: "!",
}
_LONGEST = 600  # characters of a reason


def render(
    run: EvalRun,
    metrics: EvalMeasurements | None = None,
    *,
    comparison: RunComparison | None = None,
    gates: Iterable[GateOutcome] = (),
    pages: Mapping[str, str] | None = None,
) -> str:
    """Write an eval as a page.

    Args:
        run: What was run.
        metrics: Of its results, where they are known already.
        comparison: With an earlier run.
        gates: How they ended.
        pages: Where the page of an answer is, relative to this one, by the question's id, such as
            ``answers/q001.html``; for the answers that have one.
    """
    found = metrics or measure_results(run.results)
    listed = _listed(run.results)
    left = len(run.results) - len(listed)
    return render_page(
        "evals/reports/html/eval.html.j2",
        styles=[html.FOLDER / "page.css", _FOLDER / "page.css"],
        script=_FOLDER / "page.js",
        run=run,
        name=run.dataset_name or run.dataset_id,
        rate=format_figure(found.estimate(_TILES[0]).value, MEASURES[_TILES[0]].unit),
        gates=list(gates),
        tiles=list(_tiles(found)),
        panels=list(list_panels(run, found, comparison)),
        figures=list(_figures(found)),
        count=f"{len(run.results):,}",
        left_out=format_count(left, "question") if left else "",
        questions=[_question(one, pages or {}) for one in listed],
        endings=[one.value for one in QuestionEnding],
        signs={one.value: sign for one, sign in _SIGNS.items()},
    )


def _tiles(metrics: EvalMeasurements) -> Iterator[tuple[str, str, str]]:
    """Title, figure and note."""
    ended = ", ".join(f"{count:,} {one.value}" for one, count in sorted(metrics.endings.items()))
    yield "Questions", f"{metrics.total_questions:,}", ended
    for name in _TILES:
        measure, one = MEASURES[name], metrics.estimate(name)
        note = format_interval(one, measure.unit) if one.value is not None else "not known"
        yield measure.title, format_figure(one.value, measure.unit), note


def _figures(metrics: EvalMeasurements) -> Iterator[Sequence[str]]:
    """A row for every figure there is."""
    for name, one in metrics.estimates.items():
        measure = measure_of(name)
        if measure is not None:
            value, ends = format_figure(one.value, measure.unit), format_interval(one, measure.unit)
            section = MeasureSection.CHECKS if name.startswith("checks.") else measure.section
            yield name_measure(name), name, section.value, value, ends, f"{one.questions:,}"
    for name, total in metrics.totals.items():
        yield "Total", name, "", f"{total:,.6g}", "", ""


class QuestionRow(NamedTuple):
    """A question in the table that the page's script sorts and filters.

    Attributes:
        id: Its name.
        page: A link to its answer's page, or "".
        asked: The question.
        ending: The word for how it ended.
        why: Why it ended so.
        tags: Its tags, in a row.
        confidence: What is sorted by, and what is shown.
        seconds: How long answering and verifying took.
    """

    id: str
    page: str
    asked: str
    ending: str
    why: str
    tags: str
    confidence: tuple[str, str]
    seconds: float


def _listed(results: Sequence[EvalResult]) -> Sequence[EvalResult]:
    """The questions that are shown, in their order where all of them are."""
    if len(results) <= ROWS:
        return results
    return sorted(results, key=lambda one: classify_ending(one) is QuestionEnding.PASSED)[:ROWS]


def _question(result: EvalResult, pages: Mapping[str, str]) -> QuestionRow:
    asked, stated = result.question, stated_confidence(result.run)
    found, why = result.run.verification, "; ".join(explain_ending(result))
    return QuestionRow(
        id=asked.id,
        # Quoted as a path, a link can neither leave the folder's scheme nor run anything.
        page=quote(pages.get(asked.id, "")),
        asked=asked.question,
        ending=classify_ending(result).value,
        why=why if len(why) <= _LONGEST else f"{why[: _LONGEST - 1]}…",
        tags=", ".join(asked.tags),
        confidence=("-1", UNKNOWN) if stated is None else (f"{stated:.6f}", f"{stated:.2f}"),
        seconds=result.run.duration_seconds + (found.seconds if found else 0.0),
    )
