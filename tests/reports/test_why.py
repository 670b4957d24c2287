"""Readings in plain words: what they stand for, where their links stand, and why one won."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sidecar.model.number import Citation, Number, NumericClaim
from sidecar.model.report import ClaimBinding, Considered, Grade, Reading, Verdict
from sidecar.model.text import Span, Text
from sidecar.model.why import Link, LinkedPart, LinkOrigin, Missing, Odds, Reason, Why
from sidecar.reports import why

TEXT = Text("# Norway\n\nNorway’s GDP – in 2007 – was €49,357 per person, and Ireland's less.\n")


def no_names(reading: Reading) -> str:
    return ""


def span(words: str) -> Span:
    start = TEXT.string.rindex(words)
    return TEXT.span(start, start + len(words))


NUMBER = span("€49,357")
CELL = Reading("q", "data[3].gdp", Decimal("49357.19"), Grade.EXACT)


def spoke(
    *links: Link, kind: str = "cell", weight: float = 0.5, row: str = "Norway, 2007", cells: int = 1
) -> Why:
    agreeing = 0.25 if cells > 1 else 1.0
    reasons = (Reason("cell", -1.18), Reason("row_and_column", 2.0))
    return Why(kind, weight, "q", row, "gdp", cells, agreeing, links, reasons)


def binding(
    *considered: Considered, verdict: Verdict = Verdict.SUPPORTED, reading: Reading | None = CELL
) -> ClaimBinding:
    value = Decimal(49357)
    claim = NumericClaim(Number(NUMBER, value, value, value), Span(10, 80), Citation())
    odds = Odds(0.97, 0.02, 0.01)
    return ClaimBinding(
        claim, verdict, Grade.EXACT, reading, considered=considered, chance=0.125, odds=odds
    )


@pytest.mark.parametrize(
    ("link", "told"),
    [
        (
            Link(LinkedPart.ROW, "Norway", LinkOrigin.SENTENCE, 0.95, span("Norway’s")),
            "the row “Norway” is named 4 words before it (0.95)",
        ),
        (
            Link(LinkedPart.ROW, "Ireland", LinkOrigin.SENTENCE, 0.5, span("Ireland's")),
            "the row “Ireland” is named 3 words after it (0.50)",
        ),
        (
            Link(LinkedPart.PERIOD, "2007", LinkOrigin.SENTENCE, 0.9, span("2007")),
            "the period “2007” is named 1 word before it (0.90)",
        ),
        (
            Link(LinkedPart.COLUMN, "gdpPercap", LinkOrigin.SENTENCE, 0.8, span("per person")),
            "the column `gdpPercap` is named by “per person” right after it (0.80)",
        ),
        (
            Link(LinkedPart.COLUMN, "person", LinkOrigin.COUNTED, 1.0, span("person")),
            "the column `person` is the counted noun (1.00)",
        ),
        (
            Link(LinkedPart.COLUMN, "gdp", LinkOrigin.UNIT, 0.5),
            "the column `gdp` is linked only by the number's unit (0.50)",
        ),
        (
            Link(LinkedPart.COLUMN, "gdp", LinkOrigin.ALONE, 0.6),
            "the column `gdp` is all that this query result measures (0.60)",
        ),
        (
            Link(LinkedPart.ROW, "Norway", LinkOrigin.HEADING, 0.5, Span(2, 8)),
            "the row “Norway” is named in a heading (line 1) (0.50)",
        ),
    ],
)
def test_a_link_is_told_with_its_place(link: Link, told: str) -> None:
    _, line = why.explain_choice(binding(Considered(CELL, spoke(link))), TEXT)
    assert line == told


def test_rows_come_before_periods_and_columns() -> None:
    links = [
        Link(part, part.name, LinkOrigin.ALONE, 1.0)
        for part in (LinkedPart.COLUMN, LinkedPart.PERIOD, LinkedPart.ROW)
    ]
    assert [link.part for link in why.sort_links(spoke(*links))] == [
        LinkedPart.ROW,
        LinkedPart.PERIOD,
        LinkedPart.COLUMN,
    ]


OUTSIDE = Considered(None, Why("outside", 0.3, "", "", "", 1, 1.0, (), (Reason("outside", 0.86),)))


@pytest.mark.parametrize(
    ("one", "what", "agrees"),
    [
        (Considered(CELL, spoke()), "q data[3].gdp: “Norway, 2007”", "exactly"),
        (Considered(CELL), "q data[3].gdp", "exactly"),
        (OUTSIDE, "something that is in no query result", ""),
        (
            Considered(None, spoke(kind="some_column", row="", cells=2)),
            "some other column in q (0 of 2 agree)",
            "no",
        ),
        (
            Considered(
                None,
                spoke(
                    Link(LinkedPart.ROW, "Norway", LinkOrigin.SENTENCE, 1.0, span("Norway’s")),
                    kind="some_column",
                    row="",
                ),
            ),
            "some other column of “Norway” in q (0 of 1 agree)",
            "no",
        ),
        (
            Considered(CELL, spoke(kind="some_row", row="", cells=8)),
            "some cell of column `gdp` in q (2 of 8 agree: data[3].gdp)",
            "exactly",
        ),
        (
            Considered(
                CELL._replace(formula="a sum of linked cells"), spoke(kind="some_sum", cells=4)
            ),
            "a sum of linked cells in q (1 of 4 agree)",
            "exactly",
        ),
    ],
)
def test_a_reading_is_told_by_what_it_stands_for(one: Considered, what: str, agrees: str) -> None:
    assert (why.describe_considered(one, no_names), why.describe_agreement(one)) == (what, agrees)


def test_figures() -> None:
    assert why.format_weight(Considered(CELL, spoke(weight=0.2718))) == "27.2 %"
    assert why.format_weight(Considered(CELL)) == ""
    assert why.format_reasons(spoke()) == "cell -1.18 · row and column +2.00"
    assert why.format_odds(binding()) == "right 97.0 %, wrong 2.0 %, about something else 1.0 %"


LIGHT, HEAVY = Considered(CELL, spoke(weight=0.1)), Considered(None, spoke(weight=0.8))


UNCOVERED = binding(OUTSIDE, verdict=Verdict.INCONCLUSIVE, reading=None)._replace(
    missing=[Missing.ROW, Missing.COLUMN]
)


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (binding(HEAVY._replace(reading=CELL)), "weighs most, and agrees exactly"),
        (binding(LIGHT, HEAVY), "agrees exactly; heavier ones do not"),
        (binding(Considered(CELL), HEAVY), "the name is flagged, and not they"),
        (
            binding(LIGHT, verdict=Verdict.CONTRADICTED),
            "what the words name, and it does not agree",
        ),
        (binding(HEAVY, verdict=Verdict.UNSUPPORTED, reading=None), "Nothing that agrees weighs"),
        (binding(LIGHT, verdict=Verdict.INCONCLUSIVE), "a random number would agree with 12 %"),
        (UNCOVERED, "do not settle it: its words name no row and its words name no column."),
        (
            UNCOVERED._replace(missing=[Missing.EVIDENCE]),
            "it measures something that is in no query result.",
        ),
        (binding(Considered(CELL))._replace(odds=None), "readings have no weights in this mode"),
        (binding(), "Nothing was weighed"),
    ],
)
def test_the_verdict_is_told(one: ClaimBinding, told: str) -> None:
    assert told in why.explain_choice(one, TEXT)[0]


def test_a_place_is_called_by_its_words_and_what_is_not_covered_is_not_wrong() -> None:
    def names(reading: Reading) -> str:
        return f"Norway, 2007, {reading.location}"

    assert why.describe_considered(Considered(CELL, spoke()), names) == (
        "Norway, 2007, data[3].gdp (q data[3].gdp)"
    )
    assert why.describe_verdict(UNCOVERED) == "not covered"
    assert why.describe_verdict(binding()) == "supported"
