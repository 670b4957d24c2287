"""Whole narratives over business tables: no right number is flagged, and a changed one is."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from spoken_against import spoken_against

from sidecar.evidence.decoding import decode
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.text import Text

HERE = Path(__file__).parent / "narratives"
CHANGES = [
    ("sales", "$4.79 million", "$5.19 million"),  # a total of one quarter
    ("sales", "14,450", "15,440"),
    ("sales", "9.4%", "4.9%"),  # growth on the quarter before
    ("sales", "3.4%", "5.4%"),  # a decline between two numbers of the sentence
    ("hr", "104 people", "140 people"),  # people are the headcount
    ("hr", "+6", "+8"),
    ("hr", "2,203", "2,302"),
    ("trade", "32.2%", "23.2%"),  # a share of a filtered total
    ("trade", "QAR 118.8 billion", "QAR 181.8 billion"),
    ("trade", "27%", "37%"),
    ("pop", "78%", "87%"),  # two rows together, of all
    ("pop", "31%,", "13%,"),
    ("pop", "280,200", "270,200"),
    ("pop", "67,565", "76,565"),
    ("growth", "15.6%", "16.5%"),
    ("growth", "$196,133", "$191,633"),  # a mean over the months
    ("growth", "131", "113"),
    ("water", "773,500", "735,500"),  # cubic metres of a column in m3
    ("water", "53%", "35%"),
    ("school", "1,397", "1,937"),  # primary schools, not those of the sentence before
    ("bonds", "$8.75 billion", "$7.85 billion"),
    ("bonds", "260 basis", "206 basis"),
    ("bonds", "43 basis", "34 basis"),
    ("telecom", "$109", "$190"),  # revenue in millions by subscribers in thousands
    ("telecom", "1,455", "1,855"),  # of all
    ("telecom", "$217,000", "$271,000"),  # "one at Blue Wave" is an employee, too
    ("telecom", "2.33%", "3.23%"),
    ("telecom", "2.9 times", "9.2 times"),
    ("dairy", "6,881", "6,188"),
    ("dairy", "4.8% a year", "20.6% a year"),  # the growth of four years
    ("dairy", "1,150", "1,195"),  # no median
    ("dairy", "377 million", "337 million"),  # price times quantity
    ("museums", "€8.50", "€5.80"),
    ("museums", "102", "120"),
    ("museums", "24.7", "27.4"),
    ("museums", "€594,500", "€2,378,000"),  # a sum
    ("museums", "7,667 |", "7,176 |"),
    ("projects", "$3,071", "$3,701"),
    ("projects", "$2.3 million", "$3.2 million"),
    ("projects", "19.75", "79"),
    ("stock", "four are", "five are"),  # a count by two columns
    ("stock", "1,965", "1,695"),
    ("stock", "235 more", "253 more"),
    ("stock", "EUR 77.40", "EUR 74.70"),
    ("museum", "4,700 visitors", "7,400 visitors"),
    ("museum", "183,100", "138,100"),
    ("museum", "4.2 points", "6.2 points"),  # of a share that no column holds
    ("museum", "EUR 575,000", "EUR 755,000"),
    ("project", "USD 185,000", "USD 158,000"),
    ("project", "USD 143,000", "USD 134,000"),
    ("project", "12.7 days", "17.2 days"),
]


def flagged(name: str, text: str) -> list[str]:
    """The numbers of a text that their words speak against."""
    with (HERE / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        columns, *rows = csv.reader(file)
    cells = [[_value(cell) for cell in row] for row in rows]
    body = json.dumps({"columns": columns, "rows": cells}).encode()
    index = TableIndex(
        decode(body, Header(query_id=name, family="", title="", columns=()), EvidenceLimits())
    )
    return spoken_against(Text(text), [index])


def _value(cell: str) -> object:
    try:
        return json.loads(cell) if cell else None
    except json.JSONDecodeError:
        return cell


@pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("*.md")))
def test_what_is_right_is_not_flagged(name: str) -> None:
    assert flagged(name, (HERE / f"{name}.md").read_text("utf-8")) == []


@pytest.mark.parametrize(("name", "right", "wrong"), CHANGES)
def test_a_number_that_is_changed_is_flagged(name: str, right: str, wrong: str) -> None:
    text = (HERE / f"{name}.md").read_text("utf-8")
    assert text.count(right) == 1
    found = flagged(name, text.replace(right, wrong))
    assert any(number in wrong or wrong in number for number in found)
