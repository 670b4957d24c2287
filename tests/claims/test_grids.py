"""The header of a table and a row of it are one quote, however the table is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from claims.written import bears_out
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.claims.grids import SourceGrids
from sidecar.claims.plain import normalize
from sidecar.model.claim import ClaimVerdict

LEADS = {
    "Year": (["2021", "2022", "2023", "2024"], "in {}"),
    "Month": (["January", "February", "March", "April"], "in {}"),
    "Period": (["Jan", "Feb", "Mar", "May"], "in {}"),
    "Quarter": (["Q1", "Q2", "Q3", "Q4"], "in {}"),
    "Town": (["Kestrin", "Oberau", "Valmora", "Tirnova"], "in {}"),
}
LONG = {"Jan": "January", "Feb": "February", "Mar": "March"}


def markdown(rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|---|---|", *lines[1:]])


def html(rows: Sequence[Sequence[str]]) -> str:
    cells = ("".join(f"<td>{cell}</td>\n" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def csv(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(",".join(cell.replace(",", "") for cell in row) for row in rows)


WAYS: dict[str, Callable[[Sequence[Sequence[str]]], str]] = {
    "bars": lambda rows: "\n".join(" | ".join(row) for row in rows),
    "Markdown": markdown,
    "HTML": html,
    "CSV": csv,
    "tabs": lambda rows: "\n".join("\t".join(row) for row in rows),
    "PDF": lambda rows: "\n".join(" ".join(row) for row in rows),
}


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from(list(LEADS)),
    st.lists(st.integers(1100, 9999).filter(lambda n: not 1500 <= n < 2200), min_size=4,
             max_size=4, unique=True),
    st.integers(0, 3),
    st.booleans(),
)  # fmt: skip
def test_header_and_row_bear_out_their_value_and_no_other(
    way: str, lead: str, values: list[int], at: int, together: bool
) -> None:
    labels, place = LEADS[lead]
    rows = [[lead, "Visitors"], *([a, f"{b:,}"] for a, b in zip(labels, values, strict=True))]
    table = WAYS[way](rows)
    source = f"Museums of the region\n\n{table}\n\nAll figures are audited."
    lines = [" ".join(row).replace(",", "" if way == "CSV" else ",") for row in rows]
    quotes = [f"{lines[0]} {lines[at + 1]}"] if together else [lines[0], lines[at + 1]]
    right = f"There were {values[at]} visitors {place.format(LONG.get(labels[at], labels[at]))}"
    result = bears_out(right, source, quotes)
    assert result.verdict is ClaimVerdict.SUPPORTED, (result.reasoning, source)
    other = values[(at + 1) % 4]
    for wrong in (
        right.replace(str(values[at]), str(other)),
        right.replace(right.rsplit(maxsplit=1)[-1], LONG.get(labels[at - 3], labels[at - 3])),
        right.replace(str(values[at]), f"{values[at]} thousand"),
    ):
        assert bears_out(wrong, source, quotes).verdict is not ClaimVerdict.SUPPORTED, source


@pytest.mark.parametrize(
    "string",
    [
        "In 2024, it rose, and fell.\nIn 2025, it sank, and rose.",
        "One line; another one; a third one.\nAnd so on; and on; and on.",
        "| alone |",
        "Sales were 5.\nCosts were 6.\n",
    ],
)
def test_prose_is_no_table(string: str) -> None:
    assert not SourceGrids(string).every


@given(st.text(alphabet="ab1,;|\t\n .<td>/", max_size=120))
def test_any_text_has_its_tables_within_it(string: str) -> None:
    for grid in SourceGrids(string).every:
        places = [grid.header, *grid.rows]
        assert grid.rows
        assert places == sorted(places)
        assert places[-1][1] <= len(string)


@given(st.text(max_size=200))
def test_the_plain_form_is_as_long_as_the_text(string: str) -> None:
    assert len(normalize(string)) == len(string)


@pytest.mark.parametrize(
    ("string", "said"),
    [
        ("250⁹ beds", "250  beds"),
        ("250^9 beds[12] are", "250   beds     are"),
        ("10⁶ and 2^8 in km²", "10⁶ and 2^8 in km²"),
        ("1235 ١٢٣٥ １２３５", "1235 1235 1235"),
        ("nоt Москва", "not Москва"),
        ("[12]", "[12]"),
    ],
)
def test_what_a_reader_sees(string: str, said: str) -> None:
    assert normalize(string) == said
