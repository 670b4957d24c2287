"""``verifyd check`` with formulas: in footnotes, in a file, and given back from a report."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from verifyd.formulas import prompt

Run = Callable[..., Any]
Write = Callable[[str, str], Path]
SALES = """region,year,price
North,2022,2100000
South,2022,1250000
North,2023,2500000
South,2023,1700000
"""
TOTAL = "SELECT sum(price) / 1e6 FROM sales WHERE year = 2023"
TEXT = "Sales were USD 4.2 million in 2023."
NOTED = f"Sales were USD 4.2 million[^f1] in 2023.\n\n[^f1]: {TOTAL}\n"


def test_footnotes_are_read_and_shown(verifyd: Run, write: Write) -> None:
    paths = write("n.md", NOTED), "--data", write("sales.csv", SALES)
    ran = verifyd("check", *paths, "--detail", "explain")
    assert (ran.status, ran.err) == (0, "")
    assert f"formula {TOTAL!r}: declared, gives 4.2, agrees" in ran.out
    ran = verifyd("check", *paths, "--format", "markdown")
    assert "| declared formula |" in ran.out
    assert "### Formulas" in ran.out
    ran = verifyd("check", *paths, "--format", "html")
    assert "declared, gives 4.2, agrees" in ran.out


def test_formulas_are_stripped(verifyd: Run, write: Write) -> None:
    ran = verifyd("check", write("n.md", NOTED), "--strip-formulas")
    assert (ran.status, ran.out) == (0, TEXT + "\n")


def test_formulas_of_a_file_and_of_a_report(verifyd: Run, write: Write, tmp_path: Path) -> None:
    paths = write("n.md", TEXT), "--data", write("sales.csv", SALES), "--format", "json"
    file = write("f.yaml", json.dumps([{"text": "4.2 million", "query": TOTAL}]))
    first = verifyd("check", *paths, "--formulas", file)
    (binding,) = json.loads(first.out)["report"]["results"][0]["findings"]["numeric"]["bindings"]
    assert binding["settled_by"] == "DECLARED_FORMULA"
    report = tmp_path / "report.json"
    report.write_text(first.out)
    assert verifyd("check", *paths, "--formulas", report).out == first.out


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("[{query: SELECT 1 FROM sales}]", "f.yaml: 0: it is not in the narrative"),
        ("[{text: 4.2 million}]", "f.yaml: 0: it has no query"),
        ("[{text: 4.2 million, sql: x}]", "f.yaml: 0.sql: extra inputs are not permitted"),
        ("[{span: {start: 3, end: 900}, query: x}]", "f.yaml: 0: the narrative has 35 characters"),
        ("3", "f.yaml: the file: input should be a valid list"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(
    verifyd: Run, write: Write, content: str, told: str
) -> None:
    paths = write("n.md", TEXT), "--data", write("sales.csv", SALES)
    ran = verifyd("check", *paths, "--formulas", write("f.yaml", content))
    assert ran.status == 2
    assert "FORMULA_INVALID" in ran.err
    assert told in ran.err


def test_the_prompt_for_agents_is_printed_with_the_tables(verifyd: Run, write: Write) -> None:
    assert verifyd("prompt").out == prompt()
    ran = verifyd("prompt", "--data", write("sales.csv", SALES))
    assert (ran.status, ran.out) == (0, prompt({"sales": ["region", "year", "price"]}))


def test_the_prompt_needs_data_that_can_be_read(verifyd: Run) -> None:
    ran = verifyd("prompt", "--data", "nowhere.csv")
    assert (ran.status, ran.out) == (2, "")
    assert "FILE_UNREADABLE" in ran.err
