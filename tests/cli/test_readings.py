"""``verifyd explain NARRATIVE``: what was weighed for a number, why, and what would fix it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Write = Callable[[str, str], Path]

STAFF = "region,staff,amt\nNorth,61,48.705\nSouth,58,81.5\nEast,12,6.11\n"
NARRATIVE = """# Year

North had 61 staff, and South 77 staff.
In the North, turnover was $4.9 million.
"""


@pytest.fixture
def explain(verifyd: Run, write: Write) -> Run:
    data, narrative = write("sales.csv", STAFF), write("n.md", NARRATIVE)

    def run(*words: object) -> Any:
        return verifyd("explain", narrative, "--data", data, *words)

    return run


def test_every_number_is_explained_in_the_order_of_the_text(explain: Run) -> None:
    ran = explain()
    assert ran.status == 0
    assert re.findall(r":(\d+:\d+): (\S+)", ran.out) == [
        ("3:11", "61:"),
        ("3:31", "77:"),
        ("4:28", "$4.9"),
    ]


def test_one_number_with_its_sentence_its_table_and_why(explain: Run) -> None:
    out = explain("--at", "3:11").out
    assert "n.md:3:11: 61: supported North, staff (sales data[0].staff) = 61\n" in out
    assert "  3 | North had 61 staff, and South 77 staff.\n    |           ^^\n" in out
    assert re.search(r"^  weight +value  agrees +reading$", out, re.MULTILINE)
    assert re.search(
        r"^ +\d+\.\d %  +61  exactly  North, staff \(sales data\[0\]\.staff\)$", out, re.MULTILINE
    )
    assert "- the row “North” is named 1 word before it (" in out
    assert "- the column `staff` is the counted noun (1.00)" in out
    assert "features, log odds: " in out
    assert "would fix it" not in out


def test_a_finding_is_told_with_its_number(explain: Run) -> None:
    out = explain("--number", "77").out
    assert (
        "CLAIM_NOT_FOUND: '77' is not what the data has: 58 at South, staff (sales data[1].staff) ("
        in out
    )
    assert "% sure)" in out
    assert "The first reading is what the words name, and it does not agree." in out


@pytest.mark.parametrize("place", ["4", "4:28", "4:30", "4:39"])
def test_a_line_or_any_column_of_the_number_leads_to_it(explain: Run, place: str) -> None:
    assert explain("--at", place).out.splitlines()[0].endswith(":4:28: $4.9 million: unsupported")


@pytest.mark.parametrize("number", ["$4.9 million", "4.9 million", "$4.9", "4.9", "4.9 Million"])
def test_a_number_may_be_written_with_or_without_its_unit(explain: Run, number: str) -> None:
    assert explain("--number", number).status == 0


@pytest.mark.parametrize("number", ["4", "9", "7", "61 staff", "6"])
def test_digits_within_a_number_are_not_that_number(explain: Run, number: str) -> None:
    ran = explain("--number", number)
    assert (ran.status, ran.out) == (2, "")
    assert f"no number written {number!r} is judged; there are: 61 at 3:11, 77 at 3:31" in ran.err


def test_what_the_hints_say_mends_the_number(explain: Run, write: Write) -> None:
    before = explain("--at", "4").out
    assert "no column of sales is known to be in USD: declare the unit" in before
    assert "(`staff`, `amt`)" in before
    assert "“turnover” is no known name of any column: add it as a synonym" in before
    said = "sales:\n  amt: {unit: USD lakh, synonyms: [turnover]}\n"
    after = explain("--at", "4", "--columns", write("columns.yaml", said)).out
    assert ": supported North, amt (sales data[0].amt) = 4870500" in after
    assert "would fix it" not in after


def test_without_weights_the_readings_are_listed_all_the_same(explain: Run, write: Write) -> None:
    config = write("value.yaml", "numeric: {binding: {mode: value}}")
    out = explain("--at", "3:11", "--config", config).out
    assert "sales data[0].staff" in out
    assert "readings have no weights in this mode" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--at", "3:1"], "no number at 3:1 is judged; there are: 61 at 3:11, 77 at 3:31 [NUMBER"),
        (
            ["--at", "1"],
            "no number at 1 is judged; there are: 61 at 3:11, 77 at 3:31, $4.9 million",
        ),
        (["--at", "3:11", "--number", "77"], "no number written '77' at 3:11 is judged"),
        (["--at", "0"], "--at '0' is not LINE or LINE:COLUMN, from 1 [PLACE_INVALID]"),
        (["--at", "3:"], "PLACE_INVALID"),
        (["--columns", "missing.yaml"], "FILE_UNREADABLE"),
        (["--config", "missing.yaml"], "SETTINGS_INVALID"),
    ],
)
def test_what_cannot_be_explained_is_refused_with_what_is_known(
    explain: Run, words: list[str], told: str
) -> None:
    ran = explain(*words)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err


def test_a_text_without_numbers_is_refused(verifyd: Run, write: Write) -> None:
    data, narrative = write("s.csv", STAFF), write("n.md", "Nothing but words.")
    ran = verifyd("explain", narrative, "--data", data)
    assert "the narrative holds no number that is judged [NUMBER_NOT_FOUND]" in ran.err


def test_words_of_the_evidence_do_not_act_on_the_terminal(verifyd: Run, write: Write) -> None:
    data = write("s.json", '[{"region": "No\\u001b[31mrth", "st\\u202eaff": 61}]')
    ran = verifyd("explain", write("n.md", "There were 61 st\u202eaff."), "--data", data)
    assert ran.status == 0
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out
