"""Two runs as one page for a browser: what changed, how surely, and which questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from sidecar.evals.comparing import RunComparison
from sidecar.evals.measures.observing import classify_ending, explain_ending
from sidecar.evals.model import EvalResult, EvalRun
from sidecar.evals.reports.html.plots import list_changes
from sidecar.reports import html
from sidecar.reports.html.template import render_page

ROWS = 2_000
"""Questions of a list that are shown; the report in JSON has all."""

_LONGEST = 600  # characters of a reason


class ChangedQuestion(NamedTuple):
    """A question that passes in one of two runs.

    Attributes:
        id: Its name.
        asked: The question.
        before: The word for how it ended in the first run.
        after: The same of the second.
        why: Why it does not pass in one of them.
        pages: Links to its answer's pages in both runs, each "" where there is none.
    """

    id: str
    asked: str
    before: str
    after: str
    why: str
    pages: tuple[str, str]


def render_comparison(
    found: RunComparison,
    before: EvalRun,
    after: EvalRun,
    pages: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {}),
) -> str:
    """Write a comparison as a page.

    Args:
        found: What comparing the runs came to.
        before: The first run.
        after: The second one.
        pages: Where the pages of answers are, of each run: see ``html.render``.
    """
    lists = {"Newly failing": found.newly_failing, "Newly passing": found.newly_passing}
    shown = {title: [*islice(ids, ROWS)] for title, ids in lists.items()}
    wanted = {name for ids in shown.values() for name in ids}
    then, now = (dict(_select(run.results, wanted)) for run in (before, after))
    return render_page(
        "evals/reports/html/comparison.html.j2",
        styles=[html.FOLDER / "page.css", Path(__file__).with_name("page.css")],
        found=found,
        name=after.dataset_name or after.dataset_id,
        incomplete=[run.agent for run in (before, after) if not run.complete],
        panels=list(list_changes(found)),
        lists=[
            (title, len(lists[title]), [_row(then[one], now[one], pages) for one in ids])
            for title, ids in shown.items()
        ],
        others=[
            (title, len(ids), ids[:ROWS])
            for title, ids in (
                ("Only before", found.only_before),
                ("Only after", found.only_after),
                ("Reworded, not compared", found.reworded),
            )
            if ids
        ],
    )


def _select(
    results: Iterable[EvalResult], wanted: Collection[str]
) -> Iterator[tuple[str, EvalResult]]:
    """Of a run that may be larger than the memory, the results of some questions."""
    return ((one.question.id, one) for one in results if one.question.id in wanted)


def _row(
    then: EvalResult, now: EvalResult, pages: tuple[Mapping[str, str], Mapping[str, str]]
) -> ChangedQuestion:
    asked = now.question
    why = "; ".join(explain_ending(now) or explain_ending(then))
    links = [quote(links.get(asked.id, "")) for links in pages]
    return ChangedQuestion(
        id=asked.id,
        asked=asked.question,
        before=classify_ending(then).value,
        after=classify_ending(now).value,
        why=why if len(why) <= _LONGEST else f"{why[: _LONGEST - 1]}…",
        pages=(links[0], links[1]),
    )
