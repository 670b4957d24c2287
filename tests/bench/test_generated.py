"""Generated statements are right where they say so, and wrong where they say so."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest
from recounted import ABOUT, cell, made, numbers, recomputed, said

from bench.generated import __main__ as command
from bench.generated import csv_table
from bench.generated.facts import FactPlace, FactTable
from bench.generated.judged import GeneratedJudgement
from bench.generated.mistakes import KINDS
from bench.generated.rates import caught, figures
from bench.generated.tables import domains, tables
from bench.generated.telling import tell_in, templates

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", [1, 2])
def test_right_numbers_are_what_the_rows_give(seed: int) -> None:
    for statement, slot, right in numbers(seed):
        if slot.wrong:
            continue
        value, step = said(slot, statement)
        hedge = ABOUT.match(slot.written.text)
        if hedge is None:
            assert abs(value - right) <= step / 2, (statement.text, slot.written.text, float(right))
        else:
            assert abs(value - right) <= abs(value) / 20, statement.text
            assert hedge[1] not in ("over", "more than") or value < right, statement.text
            assert hedge[1] != "nearly" or value > right, statement.text


@pytest.mark.parametrize("seed", [1, 2])
def test_wrong_numbers_leave_no_true_reading(seed: int) -> None:
    """A value inside the tolerances, or one that is equal at the written precision, is no error."""
    for statement, slot, right in numbers(seed):
        if not slot.wrong:
            continue
        value, step = said(slot, statement)
        if slot.wrong == "unit":
            assert slot.style.unit != slot.measure.unit
            continue
        off = abs(value - right)
        assert off > step, (statement.text, slot.written.text, float(right))
        assert off > abs(value) / 100, (statement.text, slot.written.text)
        assert slot.style.unit.kind != "percent" or off > Fraction(1, 2), statement.text
        if slot.wrong == "sign":
            assert value * right < 0, statement.text
        if slot.wrong == "perturbed":
            assert off <= abs(right) * Fraction(12, 100) + step, statement.text


def test_swapped_numbers_are_cells_of_another_row_column_or_period() -> None:
    """The kinds are told apart by where the said value really stands."""
    axes = {"row": "subject", "column": "measure", "period": "period"}
    for statement, slot, _ in numbers():
        if slot.wrong not in axes:
            continue
        own = slot.operands[0]
        value, step = said(slot, statement)
        elsewhere = [
            place
            for place in statement.table.where
            if getattr(place, axes[slot.wrong]) != getattr(own, axes[slot.wrong])
            and place._replace(**{axes[slot.wrong]: getattr(own, axes[slot.wrong])}) == own
        ]
        near = abs(value) / 15 if ABOUT.match(slot.written.text) else step
        assert any(abs(cell(statement.table, p) - value) <= near for p in elsewhere), statement.text


def test_a_sentence_names_the_cell_that_it_states() -> None:
    for statement, slot, _ in numbers():
        facts = statement.table.facts
        if slot.formula != "cell":
            continue
        place, text = slot.operands[0], statement.text.lower()
        name = facts.subjects[place.subject].lower()
        if statement.style == "surname":
            name = name.split()[-1]
            assert sum(other.lower().endswith(f" {name}") for other in facts.subjects) == 1
        assert name in text
        measure = facts.measures[place.measure]
        nouns = [measure.noun, measure.counted or measure.noun, measure.moves or measure.noun]
        nouns += measure.gain or ()
        assert any(noun.lower() in text for noun in nouns), statement.text
        period = facts.periods[place.period]
        assert period.said.lower() in text or f"that {period.word}" in text, statement.text


def test_a_scaled_column_says_so() -> None:
    """Nobody can know that 45.2 is 45,200,000 unless the table tells."""
    for statement, slot, _ in numbers():
        table = statement.table
        if slot.formula != "cell" or slot.measure.factor == 1:
            continue
        row, column = table.where[slot.operands[0]]
        told = f"{table.columns[column].name} {table.columns[column].unit} {table.rows[row][-1]}"
        told += f" {table.facts.title}"
        assert re.search(r"fraction|thousand|million|[ _](k|m)\b", told), told


def test_every_kind_and_many_domains_occur() -> None:
    kinds = Counter(slot.wrong for s in made() for slot in s.slots if slot.wrong)
    assert kinds.keys() == KINDS.keys()
    assert min(kinds.values()) >= 10
    assert len(domains()) >= 12


@pytest.mark.parametrize(
    ("group", "name"), [(group, name) for group, names in templates().items() for name in names]
)
def test_every_style_fits_some_table(group: str, name: str) -> None:
    assert any(tell_in(name, table, group, Random(1)) for table in some_tables())


@cache
def some_tables() -> list[FactTable]:
    return list(tables(100, 3 * len(domains()), 1))


def test_errors_are_one_a_statement() -> None:
    for statement in made():
        wrong = [slot for slot in statement.slots if slot.wrong]
        assert len(wrong) <= 1 or {slot.wrong for slot in wrong} == {"row"}  # exchanged


def test_labels_share_words() -> None:
    """A checker that looks for parts of labels would take "North" for "North East"."""
    shared = 0
    for table in tables(100, 18, 1):
        words = Counter(word for name in table.facts.subjects for word in set(name.split()))
        alike = [n for n in table.facts.subjects if any(words[word] > 1 for word in n.split())]
        shared += len(alike) > len(table.facts.subjects) / 2
    assert shared >= 6


def test_the_same_seed_makes_the_same_set_and_another_another() -> None:
    texts = [
        [s.text for table in tables(100, 4, seed) for s in command.statements(table, 12, seed)]
        for seed in (1, 1, 2)
    ]
    assert texts[0] == texts[1]
    assert not set(texts[0]) & set(texts[2])
    names = [[t.name for t in tables(100, 12, seed)] for seed in (1, 2)]
    assert len(set(names[0]) & set(names[1])) < 4


def test_tables_have_the_size_that_was_asked_for() -> None:
    for size in (10, 100, 2000):
        assert {len(table.rows) for table in tables(size, 12, 3)} == {size}


def test_marks_cover_the_numbers() -> None:
    for statement in made():
        for mark in statement.marks():
            assert statement.text[mark.start : mark.end] == mark.slot.written.text


CSV = """\
Town,Year,Permits,Road length (km)
Old A,2023,12,3.5
Old A,2024,30,3.7
New B,2023,9,1.2
New B,2024,11,9.4
"""


def test_statements_are_made_of_any_csv_file(tmp_path: Path) -> None:
    file = tmp_path / "permits.csv"
    file.write_text(CSV)
    table = csv_table.read(file)
    assert [m.noun for m in table.facts.measures] == ["permits", "road length"]
    assert cell(table, FactPlace(1, 1, 1)) == Fraction("9.4")
    found = command.statements(table, 40, 1)
    assert {slot.wrong for s in found for slot in s.slots} >= {"", "row", "period", "unit"}
    for statement in found:
        for slot in statement.slots:
            if not slot.wrong and slot.formula == "cell" and not ABOUT.match(slot.written.text):
                value, step = said(slot, statement)
                assert abs(value - recomputed(table, slot)) <= step / 2


@pytest.mark.parametrize("rows", ["A,2023,1\nA,2023,2", "A,2023,1\nB,2024,2"])
def test_a_csv_file_whose_rows_are_no_facts_is_refused(rows: str, tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text(f"name,year,n\n{rows}\n")
    with pytest.raises(ValueError, match=r"x\.csv"):
        csv_table.read(file)


def test_rates_count_right_numbers_of_right_statements_alone() -> None:
    right = next(s for s in made() if s.style == "prose" and not any(x.wrong for x in s.slots))
    wrong = next(s for s in made() if any(x.wrong == "row" for x in s.slots))
    judged = [
        GeneratedJudgement(right, "1", "", "cell", "flagged", ()),
        GeneratedJudgement(right, "1", "", "cell", "open", ()),
        GeneratedJudgement(right, "1", "", "name", "supported", ()),
        GeneratedJudgement(wrong, "1", "", "cell", "flagged", ()),  # beside an error
        GeneratedJudgement(wrong, "1", "row", "cell", "flagged", ()),
        GeneratedJudgement(wrong, "1", "row", "cell", "unread", ()),
    ]
    found = figures({"10": judged})
    assert found["generated_row_caught"] == {"value": 0.5, "bar": 0.95, "better": "higher"}
    assert found["generated_false_alarms_10"]["value"] == pytest.approx(1 / 3, abs=1e-6)
    assert found["generated_inconclusive_right"]["value"] == pytest.approx(1 / 3, abs=1e-6)
    assert caught({"10": judged})[0]["unread"] == "0.500"


def test_the_command_judges_through_a_sidecar(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--sizes", "10", "--tables", "2", "--count", "16", "--mode", "value"]
    assert command.main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["figures"]
    assert found["generated_false_alarms"]["bar"] == 0.02
    assert {"generated_row_caught", "generated_derived_caught_10"} <= found.keys()
    assert command.main([*arguments, "--show"]) == 0
    shown = capsys.readouterr().out
    assert "MISS row" in shown  # any agreeing cell supports a number, in this mode
    assert "== 10 rows" in shown
