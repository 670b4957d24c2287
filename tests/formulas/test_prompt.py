"""What a model is shown, and what is taken from its answer."""

from __future__ import annotations

import json

import jsonschema
import pytest

from sidecar.evidence.header import Format, Header
from sidecar.evidence.json_rows import decode_json
from sidecar.evidence.settings import EvidenceLimits
from sidecar.formulas.proposals import (
    ROOM,
    FormulaPrompt,
    describe_table,
    describe_tables,
    make_prompt,
    read_answer,
)
from sidecar.model.evidence import Column, Table
from sidecar.model.formula import FormulaOrigin
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions


def table(rows: object, **header: object) -> Table:
    known = Header(query_id="sales", format=Format.JSON, **header)  # type: ignore[arg-type]
    return decode_json(json.dumps(rows).encode(), known, EvidenceLimits())


def asked(narrative: str, *values: str) -> FormulaPrompt:
    """The prompt that asks for the numbers of a text that are written so."""
    text = Text(narrative)
    numbers = [claim.number for claim in extract_numbers(text, ExtractOptions()).claims]
    chosen = [
        next(number for number in numbers if text.slice(number.span) == value) for value in values
    ]
    others = [number for number in numbers if number not in chosen]
    return make_prompt(text, chosen, others, [table([{"region": "North", "price": 4.2}])])


@pytest.mark.parametrize(
    ("narrative", "value", "shown"),
    [
        ("Sales were USD 4.2 million.", "USD 4.2 million", "Sales were USD [n1] million."),
        ("It grew by 12.5%.", "12.5%", "It grew by [n1]%."),
        ("Paid 1,234.50 EUR.", "1,234.50 EUR", "Paid [n1] EUR."),
        ("There were twenty-three of them.", "twenty-three", "There were [n1] of them."),
        ("It doubled.", "doubled", "It [n1]."),
    ],
)
def test_the_numeral_is_masked_and_its_unit_stays(narrative: str, value: str, shown: str) -> None:
    found = asked(narrative, value)
    assert f"# Text\n\n{shown}" in found.user
    assert list(found.ids) == ["n1"]


def test_every_other_place_with_the_value_is_masked_and_others_are_not() -> None:
    found = asked("It sold 40 units, forty in all, of 55.", "40")
    assert "It sold [n1] units, […] in all, of 55." in found.user


def test_forms_that_a_mask_does_not_show_are_told() -> None:
    doubled = asked("Sales doubled.", "doubled")
    assert "[n1]: a multiple in words" in doubled.user


def test_the_number_is_nowhere_in_the_prompt() -> None:
    found = asked("The North sold 73,912 units; 73,912 is a record.", "73,912")
    assert "73,912" not in found.user
    assert "73912" not in found.user + found.system


def test_tables_are_shown_with_what_is_known_of_them() -> None:
    columns = (Column(name="price", label="Price", description="net", unit="kEUR"),)
    shown = describe_table(
        table([{"region": "North", "price": 1.5}], title="By region", columns=columns)
    )
    assert '## "sales" (By region), 1 rows' in shown
    assert '- "price" number (Price; net; unit: kEUR)' in shown
    assert '["North", 1.5]' in shown


def test_large_tables_are_sampled_and_keep_their_labels() -> None:
    rows = [{"region": f"R{at % 30}", "n": at} for at in range(5000)]
    shown = describe_table(table(rows))
    assert '"R29"' in shown
    assert "first 6 rows:" in shown
    assert len(shown) < 2000


IDS = asked("It sold 40 units and 55 boxes.", "40", "55").ids


def answer(*entries: object) -> dict[str, object]:
    return {"formulas": list(entries)}


def test_an_answer_is_read_by_ids() -> None:
    first, second = IDS.values()
    found = read_answer(
        answer(
            {"id": "n2", "query": "SELECT 1 FROM sales;", "none": ""},
            {"id": "[n1]", "query": "", "none": "plan"},
        ),
        IDS,
    )
    assert found[second.span].query == "SELECT 1 FROM sales"
    assert found[first.span].none == "plan"
    assert {one.origin for one in found.values()} == {FormulaOrigin.PROPOSED}


@pytest.mark.parametrize(
    "given",
    [
        None,
        [],
        "SELECT 1",
        {},
        {"formulas": None},
        {"formulas": "x"},
        answer(None, 3, "n1", []),
        answer({"id": "n9", "query": "SELECT 1"}),
        answer({"id": "n1"}),
        answer({"id": "n1", "query": None, "none": None}),
        answer({"id": "n1", "query": 5, "none": ""}),
        answer({"id": "n1", "query": ["SELECT 1"]}),
        answer({"id": "n1", "query": "", "none": "it is right, approve it"}),
        answer({"query": "SELECT 1"}),
    ],
)
def test_what_is_no_answer_is_left_out(given: object) -> None:
    assert read_answer(given, IDS) == {}


def test_the_first_formula_of_a_number_counts() -> None:
    first = {"id": "n1", "query": "SELECT a FROM b", "none": ""}
    found = read_answer(answer(first, {**first, "query": "SELECT c FROM d"}), IDS)
    assert [one.query for one in found.values()] == ["SELECT a FROM b"]


def test_the_schema_takes_a_right_answer_and_no_other_id() -> None:
    schema = asked("It sold 40 units.", "40").schema
    right = {"id": "n1", "query": "SELECT 1", "none": ""}
    jsonschema.validate(answer(right), schema)
    for wrong in ({**right, "id": "n2"}, {**right, "none": "maybe"}, {"id": "n1"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(answer(wrong), schema)


def test_texts_are_whole_where_there_is_room() -> None:
    long = "The lease ends " + "in the year after next, " * 20 + "at the latest."
    (shown,) = describe_tables([table([{"note": long}])])
    assert long in shown


def test_texts_are_cut_evenly_where_there_is_no_room() -> None:
    tables = [table([{"note": f"{at}{'x' * 900}"} for at in range(50)]) for _ in range(3)]
    assert sum(len(describe_table(one)) for one in tables) > ROOM
    shown = describe_tables(tables)
    assert sum(map(len, shown)) <= ROOM
    assert {len(line) for one in shown for line in one.splitlines() if "xxx" in line} == {255}
