"""Footnotes that hold queries: which are read, and what is left of the text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.text.footnotes import blank_footnotes, find_footnotes, remove_footnotes

SALES = "Sales were USD 4.2 million[^f1] in 2023."


@pytest.mark.parametrize(
    ("definition", "query"),
    [
        ("[^f1]: SELECT sum(price) FROM sales", "SELECT sum(price) FROM sales"),
        ("[^f1]: select sum(price) from sales;", "select sum(price) from sales"),
        ("[^f1]: `SELECT n FROM sales`", "SELECT n FROM sales"),
        ("   [^f1]: WITH a AS (SELECT 1) SELECT * FROM a", "WITH a AS (SELECT 1) SELECT * FROM a"),
        ("[^f1]: SELECT sum(price)\n    FROM sales", "SELECT sum(price)\n    FROM sales"),
        (
            "[^f1]: SELECT sum(price)\nFROM sales\nWHERE a = 1",
            "SELECT sum(price)\nFROM sales\nWHERE a = 1",
        ),
        ("[^f1]:\n```sql\nSELECT sum(price)\n\nFROM sales\n```", "SELECT sum(price)\n\nFROM sales"),
        ("[^f1]: ```\nSELECT 1 FROM s\n```", "SELECT 1 FROM s"),
        ("[^f1]: SELECT 1 FROM s\r\n", "SELECT 1 FROM s"),
    ],
)
def test_a_definition_that_is_a_query_is_read(definition: str, query: str) -> None:
    text = f"{SALES}\n\n{definition}"
    (note,) = find_footnotes(text)
    assert (note.label, note.query) == ("f1", query)
    assert [text[start:end] for start, end in note.markers] == ["[^f1]"]
    assert remove_footnotes(text, [note]).rstrip() == SALES.replace("[^f1]", "")


@pytest.mark.parametrize(
    "definition",
    [
        "[^f1]: Source: annual report, page 4.",
        "[^f1]: Selected regions only.",
        "[^f1]: Select regions sold 9 million.",
        "[^f1]: Select stores from the North. They sold 9 million.",
        "[^f1]: SELECT 1 -- of which 9 million in the North",
        "[^f1]: SELECT 1 /* 9 million */ FROM s",
        "[^f1]:",
        "[^f1]: ```sql\nSELECT 1",
        "text [^f1]: SELECT 1",
        "    [^f1]: SELECT 1",  # code
    ],
)
def test_other_footnotes_stay_text(definition: str) -> None:
    text = f"{SALES}\n\n{definition}"
    assert not find_footnotes(text)
    assert remove_footnotes(text, []) == blank_footnotes(text, []) == text


def test_two_markers_a_second_definition_and_one_that_nothing_refers_to() -> None:
    notes = "".join(f"[^{label}]: SELECT {n} FROM t\n" for n, label in enumerate("aab", 1))
    text = f"a 1[^a] b 2[^a] c\n{notes}\nd 4[^c]"
    (first,) = find_footnotes(text)
    assert [text[start:end] for start, end in first.markers] == ["[^a]", "[^a]"]
    assert first.query == "SELECT 1 FROM t"
    left = "a 1 b 2 c\n[^a]: SELECT 2 FROM t\n[^b]: SELECT 3 FROM t\n\nd 4[^c]"
    assert remove_footnotes(text, [first]) == left


def test_spaces_stand_where_footnotes_were_byte_for_byte() -> None:
    text = 'Umsatz 4 Mio. €[^ü] im Süden\n\n[^ü]: SELECT "Größe" FROM t\n\nEnde'
    left = blank_footnotes(text, find_footnotes(text))
    assert len(left.encode()) == len(text.encode())
    assert left.split() == ["Umsatz", "4", "Mio.", "€", "im", "Süden", "Ende"]
    assert left.encode().index(b"Ende") == text.encode().index(b"Ende")
    assert left.count("\n") == text.count("\n")


@given(st.text(alphabet="[^f1]: \n`SELCT-12.é~#", max_size=80))
def test_nothing_is_lost_and_nothing_moves(text: str) -> None:
    notes = find_footnotes(text)
    left = blank_footnotes(text, notes)
    assert len(left.encode()) == len(text.encode())
    kept = [(a, b) for a, b in zip(text.encode(), left.encode(), strict=True) if a != b]
    assert all(b == 0x20 for _, b in kept)


def test_long_texts_take_little() -> None:
    for piece in ("[^a]: SELECT 1\n", "[^a]:\n```\n", "x[^a]", "[^", "[^a]: SELECT\nx\n"):
        text = piece * (400_000 // len(piece))
        started = time.process_time()
        blank_footnotes(text, find_footnotes(text))
        assert time.process_time() - started < 2, piece
