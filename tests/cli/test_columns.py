"""Column metadata: what is said reaches the table, and a mistake in it is named."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from sidecar.cli.tables import Description, load_columns
from sidecar.cli.terminal import UsageError
from sidecar.model.evidence import Column, ControlTotal, Declarations

Write = Callable[[str, str], Path]


def test_everything_that_can_be_said(write: Write) -> None:
    path = write(
        "meta.yaml",
        "s:\n  family: LMIS\n  title: Staff\n"
        "  pay: {label: salary, description: A month's., unit: QAR, synonyms: [wage, pay]}\n",
    )
    column = Column(
        name="pay", label="salary", description="A month's.", unit="QAR", synonyms=("wage", "pay")
    )
    assert load_columns(path, ["s"]) == {"s": Description("LMIS", "Staff", (column,))}


def test_a_column_may_be_called_family(write: Write) -> None:
    path = write("meta.yaml", "s: {family: {label: family name}}")
    assert load_columns(path, ["s"])["s"] == Description(
        columns=(Column(name="family", label="family name"),)
    )


def test_what_is_declared_of_a_result_is_read_beside_its_columns(write: Write) -> None:
    path = write(
        "meta.yaml",
        "s:\n  as_of: 1970-01-01T00:00:01Z\n  row_limit: 7\n"
        "  control_totals: [{column: pay, sum: 12.50}]\n  row_count: {label: rows}\n",
    )
    said = load_columns(path, ["s"])["s"]
    totals = (ControlTotal("pay", Decimal("12.5")),)
    assert said.declared == Declarations(as_of=10**9, row_limit=7, control_totals=totals)
    assert said.columns == (Column(name="row_count", label="rows"),)


def test_json_is_yaml(write: Write) -> None:
    assert load_columns(write("meta.json", '{"s": {"a": {"unit": "km"}}}'), ["s"])["s"].columns == (
        Column(name="a", unit="km"),
    )


def test_an_empty_file_says_nothing(write: Write) -> None:
    assert load_columns(write("meta.yaml", "# nothing yet\n"), ["s"]) == {}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("t: {a: {unit: km}}", "describes 't', but the data is: s"),
        ("s: {a: {units: km}}", "s.a.units: extra inputs"),
        ("s: {a: km}", "s.a: a column needs a mapping"),
        ("s: {a: {unit: 5}}", "s.a.unit: "),
        ("s: [a]", "s: "),
        ("s: {row_count: many}", "s: row_count should be a whole number"),
        ("s: {expires_at: 2026-01-31}", "s: expires_at should be a time with its zone"),
        ("- s", "the file: "),
        ("s: {a: {unit: km}", ", line 1, column "),
        ("s: !!python/object/apply:os.system [true]", ", line 1, column "),
    ],
)
def test_a_mistake_is_named(write: Write, content: str, words: str) -> None:
    with pytest.raises(UsageError, match=r"meta\.yaml") as caught:
        load_columns(write("meta.yaml", content), ["s"])
    assert words in str(caught.value)
    assert caught.value.reason == "COLUMNS_INVALID"
    assert "\n" not in str(caught.value)


def test_the_example_of_the_page_is_true(
    verifyd: Callable[..., Any], write: Write, tmp_path: Path
) -> None:
    page = (Path(__file__).parents[2] / "docs/columns.md").read_text("utf-8")
    for name, content in re.findall(r"`([a-z.]+)`:\n\n```\w+\n(.*?)```", page, re.DOTALL):
        write(name, content)
    words, wanted = re.findall(r"```(?:sh|text)\n(.*?)```", page, re.DOTALL)
    command = [str(tmp_path / word) if "." in word else word for word in words.split()]
    ran = verifyd(*command[1:])
    assert (ran.status, wanted in ran.out) == (0, True)
    assert verifyd(*command[1:-2]).status == 0  # and without the file it is no error either
