"""The analysts' yardstick is what it says: gold in its place, of every kind, in two like halves."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from bench.analysts.build import SPLITS, build
from bench.analysts.derivations import DERIVATIONS
from bench.analysts.errors import KINDS
from bench.records import results

STYLES = {"bullets", "executive", "news", "chat", "formal", "qa", "nonnative", "table"}


@cache
def records(split: str) -> list[dict[str, Any]]:
    return build(split)


def judged(split: str) -> list[dict[str, Any]]:
    """The numbers that the headline figures count."""
    return [
        item
        for record in records(split)
        for item in record["gold"]
        if item["kind"] == "number" and item["scored"] and item["form"] in ("digit", "word")
    ]


@pytest.mark.parametrize("split", SPLITS)
def test_every_gold_item_lies_on_its_text(split: str) -> None:
    for record in records(split):
        end = 0
        for item in record["gold"]:
            assert record["narrative"][item["start"] : item["end"]] == item["text"] != ""
            assert item["start"] >= end, "items overlap"
            end = item["end"]


@pytest.mark.parametrize("split", SPLITS)
def test_a_client_takes_every_table_with_its_metadata(split: str) -> None:
    for record in records(split):
        taken = results(record, {})
        assert [len(result.columns) for result in taken] == [
            len(record["columns_meta"].get(result["query_id"], {}))
            for result in record["query_results"]
        ]


@pytest.mark.parametrize("split", SPLITS)
def test_labels_agree_with_errors(split: str) -> None:
    for record in records(split):
        for item in record["gold"]:
            if item["kind"] == "number":
                assert (item["label"] == "unsupported") == bool(item["error"]), item
                assert item["category"].lower() == item["error"]
                assert item["scored"] or item["error"] in ("name", "")
        named = any(item.get("error") == "name" for item in record["gold"])
        assert named == any(item["kind"] == "span" for item in record["gold"]), record["id"]


@pytest.mark.parametrize("split", SPLITS)
def test_a_half_holds_every_derivation_right_and_every_error(split: str) -> None:
    numbers = [item for record in records(split) for item in record["gold"] if "error" in item]
    right = {item["derivation"] for item in numbers if item["scored"] and not item["error"]}
    assert right == {"cell", "no_claim", *DERIVATIONS}
    errors = Counter(item["error"] for item in numbers if item["error"])
    assert set(errors) == set(KINDS)
    assert min(errors.values()) >= 2, errors
    forms = {item["form"] for item in numbers}
    assert forms >= {"digit", "word", "ordinal", "year", "date", "identifier"}


def test_the_halves_are_alike() -> None:
    assert not {r["domain"] for r in records("open")} & {r["domain"] for r in records("held")}
    for split in SPLITS:
        assert {record["style"] for record in records(split)} >= STYLES
        assert len({record["domain"] for record in records(split)}) >= 6
        described = {record["domain"] for record in records(split) if record["columns_meta"]}
        assert 2 < len(described) < len({record["domain"] for record in records(split)}) - 1
        share = sum(item["label"] == "unsupported" for item in judged(split)) / len(judged(split))
        assert 0.24 <= share <= 0.33
        derived = sum(item["derivation"] not in ("cell", "no_claim") for item in judged(split))
        assert derived / len(judged(split)) > 0.5
        assert len(records(split)) >= 44
        assert len(judged(split)) >= 480
