"""A rule that is switched off moves what it is there for, and comes back."""

from __future__ import annotations

from typing import Any

import pytest

from bench import ablate
from bench.ablate import Outcome, Sets
from bench.rules import rules
from sidecar.binding.context import binder
from sidecar.binding.context.readings import groups, signs
from sidecar.binding.context.weighing import weigh
from sidecar.checks.numeric import NumericCheck

TABLE = {
    "query_id": "q",
    "columns": ["region", "store", "sales"],
    "rows": [["North", "A", 84], ["North", "B", 31], ["South", "C", 69], ["South", "D", 58]],
}


def sets(text: str, number: str, label: str = "supported") -> Sets:
    start = text.index(number)
    end = start + len(number)
    gold = {"kind": "number", "scored": True, "form": "digit", "label": label}
    gold |= {"start": start, "end": end}
    return {"s": [({"id": "a", "narrative": text, "query_results": [TABLE], "gold": [gold]}, {})]}


COUNT = sets("Three stores sold more than 50.", "Three")


def row(chosen: Sets, rule: str) -> dict[str, Any]:
    on = ablate.judge(chosen)
    with rules()[rule].off():
        off = ablate.judge(chosen)
    assert ablate.judge(chosen) == on, "the rule did not come back"
    return ablate.compare(chosen, on, off)[0]


def test_without_counts_a_right_count_is_flagged() -> None:
    assert row(COUNT, "readings.counts.readings") == {
        "set": "all",
        "moved": 1,
        "worth": 1,
        "recall": None,
        "false alarms": 1.0,
    }


def test_a_rule_of_something_else_moves_nothing() -> None:
    assert row(COUNT, "readings.ranks.readings")["moved"] == 0


def test_a_sign_and_a_feature_are_rules() -> None:
    of, shipped = signs.of, weigh.shipped
    aimed = sets("We aim for sales of 400 in store A.", "400")
    assert row(aimed, "sign:aimed")["false alarms"] == 1.0
    assert row(aimed, "said.aims.is_aimed")["false alarms"] == 1.0
    with rules()["feature:row"].off():
        assert "row" in shipped().scores
        assert "row" not in vars(binder)["shipped"]().scores
    assert (signs.of, weigh.shipped) == (of, shipped)


def test_every_kind_of_rule_is_found() -> None:
    names = rules().keys()
    assert {
        "operands.sided.told",  # a pass over readings: it gives back what it is given
        "said.aims.is_planned",
        "sign:foreign_noun",
        "feature:head_noun",
    } <= names
    derived = {"groups", "periodic", "products", "counts", "ranks", "calculated", "retold"}
    assert {f"readings.{name}.readings" for name in derived} <= names


def test_a_rule_comes_back_after_an_error() -> None:
    code = groups.readings.__code__

    def failing() -> None:
        with rules()["readings.groups.readings"].off():
            assert groups.readings.__code__ is not code
            raise KeyError

    with pytest.raises(KeyError):
        failing()
    assert groups.readings.__code__ is code


def test_what_cannot_do_without_a_rule_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr(NumericCheck, "run", broken)
    assert ablate.judge(COUNT) == Outcome({}, "LookupError")


def test_the_rows_of_a_run_are_those_of_the_rule_and_its_sets() -> None:
    rows = ablate.ablated(COUNT, ["readings.counts.readings", "readings.ranks.readings"])
    assert [(one["rule"], one["set"], one["moved"]) for one in rows] == [
        ("readings.counts.readings", "all", 1),
        ("readings.counts.readings", "s", 1),
        ("readings.ranks.readings", "all", 0),
    ]
    assert 0 < rows[0]["time"] < 1
