"""The table of questions, which the page's script sorts and filters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from sidecar.evals.measures.observing import Ending, ending, reasons, stated_confidence
from sidecar.evals.model import EvalResult
from sidecar.evals.reports.figures import UNKNOWN, counted
from sidecar.reports.html.markup import Html, element, joined

ROWS = 2_000
"""Questions that are listed; those that did not pass come first where there are more."""
_SIGNS = {
    Ending.PASSED: "✓",
    Ending.WARNING: "≈",
    Ending.FAILED: "×",
    Ending.UNVERIFIED: "?",
    Ending.ERROR: "!",
}
_HEAD = ("Question", "Ending", "Why", "Tags", "Confidence", "Time")
_LONGEST = 600  # characters of a reason


def questions(results: Sequence[EvalResult], pages: Mapping[str, str]) -> Html:
    """The table.

    Args:
        results: In their order.
        pages: Where the page of an answer is, relative to this one, by the question's id.
    """
    kept = sorted(results, key=lambda one: ending(one) is Ending.PASSED)[:ROWS]
    listed = results if len(results) <= ROWS else kept
    left = len(results) - len(listed)
    note = f"{counted(left, 'question')} are left out; the report in JSON has all." if left else ""
    head = element("tr", *(_heading(name) for name in _HEAD))
    rows = [_row(at, result, pages) for at, result in enumerate(listed)]
    table = element(
        "table",
        element("thead", head),
        element("tbody", *rows),
        id="questions",
        class_="stack",
        aria_label="Questions",
    )
    return element(
        "section",
        element("h2", f"Questions ({len(results):,})"),
        element("p", note, class_="note") if note else Html(),
        _filters(),
        element("div", table, class_="scroll", tabindex="0", role="region", aria_label="Questions"),
        class_="panel",
        aria_label="Questions",
    )


def _filters() -> Html:
    """What needs the script is hidden until the script shows it."""
    options = [element("option", one.value, value=one.value) for one in Ending]
    return element(
        "form",
        element("label", "Find ", element("input", type="search", id="find", autocomplete="off")),
        element(
            "label",
            "Ending ",
            element("select", element("option", "all"), *options, id="ending"),
        ),
        element("span", id="count", role="status"),
        id="filters",
        hidden=True,
    )


def _heading(name: str) -> Html:
    return element("th", element("button", name, type="button", disabled=True), scope="col")


def _row(at: int, result: EvalResult, pages: Mapping[str, str]) -> Html:
    asked, how, confidence = result.question, ending(result), stated_confidence(result.run)
    page = pages.get(asked.id)
    # Quoted as a path, a link can neither leave the folder's scheme nor run anything.
    name = element("a", asked.id, href=quote(page)) if page else element("span", asked.id)
    found = result.run.verification
    seconds = result.run.duration_seconds + (found.seconds if found else 0.0)
    why = "; ".join(reasons(result))
    cells = (
        element("th", name, element("span", asked.question, class_="asked"), scope="row"),
        element("td", _mark(how), data_sort=str(list(Ending).index(how)), data_head="Ending"),
        element("td", why if len(why) <= _LONGEST else f"{why[: _LONGEST - 1]}…", data_head="Why"),
        element("td", ", ".join(asked.tags), data_head="Tags"),
        element(
            "td",
            UNKNOWN if confidence is None else f"{confidence:.2f}",
            data_sort="-1" if confidence is None else f"{confidence:.6f}",
            data_head="Confidence",
        ),
        element("td", f"{seconds:,.2f} s", data_sort=f"{seconds:.6f}", data_head="Time"),
    )
    return element("tr", *cells, data_at=str(at), data_ending=how.value)


def _mark(how: Ending) -> Html:
    sign = element("span", f"{_SIGNS[how]} ", aria_hidden="true")
    return joined(element("span", sign, how.value, class_=f"ending {how.value}"))
