"""An eval as one page for a browser: figures, plots, and every question.

The page is made as that of ``verifyd check`` is: it fetches nothing, its content security policy
allows its own style and script alone, and nothing of a question or an answer can act.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from sidecar.evals.comparing import Comparison
from sidecar.evals.gate import Outcome
from sidecar.evals.measures.definitions import MEASURES, Section, measure_of
from sidecar.evals.measures.measured import Measured, measured
from sidecar.evals.model import EvalRun
from sidecar.evals.reports.figures import interval, shown
from sidecar.evals.reports.html.plots import figures_table, plots
from sidecar.evals.reports.html.questions import questions
from sidecar.evals.reports.markdown import title
from sidecar.reports import html
from sidecar.reports.html.markup import Html, element, joined, page, static

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


def render(
    run: EvalRun,
    metrics: Measured | None = None,
    *,
    comparison: Comparison | None = None,
    gates: Iterable[Outcome] = (),
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
    found = metrics or measured(run.results)
    name = run.dataset_name or run.dataset_id
    rate = shown(found.estimate("verification_pass_rate").value, MEASURES[_TILES[0]].unit)
    return page(
        f"{rate} passed: {name}",
        _header(run, found, name, list(gates)),
        element(
            "main",
            *plots(run, found, comparison),
            _every_figure(found),
            questions(run.results, pages or {}),
            class_="eval",
        ),
        _footer(run),
        style=joined(static(html.FOLDER / "page.css"), static(_FOLDER / "page.css")),
        script=static(_FOLDER / "page.js"),
    )


def _header(run: EvalRun, metrics: Measured, name: str, gates: list[Outcome]) -> Html:
    return element(
        "header",
        element("p", "Evaluation", class_="kicker"),
        element("h1", name, dir="auto"),
        element("p", f"Agent: {run.agent}. Started: {run.started_at}.", class_="note"),
        *_warnings(run, gates),
        element("dl", *_tiles(metrics), class_="tiles"),
    )


def _warnings(run: EvalRun, gates: list[Outcome]) -> Iterator[Html]:
    if not run.complete:
        words = "The run is not complete: the figures are those of the questions that ended."
        yield element("p", words, class_="failure", role="alert")
    for one in gates:
        if one.failed:
            words = f"Gate “{one.gate.expression}”: {one.message}."
            yield element("p", words, class_="failure", role="alert")
        else:
            yield element("p", f"Gate “{one.gate.expression}” holds.", class_="note")


def _tiles(metrics: Measured) -> Iterator[Html]:
    ended = ", ".join(f"{count:,} {one.value}" for one, count in sorted(metrics.endings.items()))
    yield _tile("Questions", f"{metrics.total_questions:,}", ended)
    for name in _TILES:
        measure, one = MEASURES[name], metrics.estimate(name)
        note = interval(one, measure.unit) if one.value is not None else "not known"
        yield _tile(measure.title, shown(one.value, measure.unit), note)


def _tile(name: str, value: str, note: str) -> Html:
    figure = element("dd", value, element("small", f" {note}"))
    return element("div", element("dt", name), figure)


def _every_figure(metrics: Measured) -> Html:
    rows = []
    for name, one in metrics.estimates.items():
        measure = measure_of(name)
        if measure is not None:
            value, ends = shown(one.value, measure.unit), interval(one, measure.unit)
            section = Section.CHECKS if name.startswith("checks.") else measure.section
            rows.append((title(name), name, section.value, value, ends, f"{one.questions:,}"))
    rows += [("Total", name, "", f"{total:,.6g}", "", "") for name, total in metrics.totals.items()]
    head = ("Metric", "Name", "Section", "Value", "95 % interval", "Questions")
    return element(
        "section",
        element(
            "details",
            element("summary", element("h2", "Every figure")),
            figures_table(head, rows, "Every figure"),
        ),
        aria_label="Every figure",
    )


def _footer(run: EvalRun) -> Html:
    pairs = (("verifyd", run.engine_version), ("settings", run.settings_digest))
    shown_pairs = [
        joined(element("dt", name), element("dd", value)) for name, value in pairs if value
    ]
    return element(
        "footer",
        element("p", "Intervals are 95 % confidence intervals over questions."),
        element("dl", *shown_pairs),
    )
