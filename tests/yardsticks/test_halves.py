"""The yardsticks are what they say: gold in its place, of every kind, in two like halves."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import pytest

from bench.analysts.build import SETS, SPLITS, build
from bench.analysts.derivations import DERIVATIONS
from bench.analysts.errors import KINDS
from bench.records import results

STYLES = {"bullets", "executive", "news", "chat", "formal", "qa", "nonnative", "table"}


HALVES = list(product(SETS, SPLITS))


@cache
def records(split: str, dataset: str = "analysts") -> list[dict[str, Any]]:
    return build(split, dataset)


def judged(split: str, dataset: str = "analysts") -> list[dict[str, Any]]:
    """The numbers that the headline figures count."""
    return [
        item
        for record in records(split, dataset)
        for item in record["gold"]
        if item["kind"] == "number" and item["scored"] and item["form"] in ("digit", "word")
    ]


@pytest.mark.parametrize(("dataset", "split"), HALVES)
def test_every_gold_item_lies_on_its_text(dataset: str, split: str) -> None:
    for record in records(split, dataset):
        end = 0
        for item in record["gold"]:
            assert record["narrative"][item["start"] : item["end"]] == item["text"] != ""
            assert item["start"] >= end, "items overlap"
            end = item["end"]


@pytest.mark.parametrize(("dataset", "split"), HALVES)
def test_a_client_takes_every_table_with_its_metadata(dataset: str, split: str) -> None:
    for record in records(split, dataset):
        taken = results(record, {})
        assert [len(result.columns) for result in taken] == [
            len(record["columns_meta"].get(result["query_id"], {}))
            for result in record["query_results"]
        ]


@pytest.mark.parametrize(("dataset", "split"), HALVES)
def test_labels_agree_with_errors(dataset: str, split: str) -> None:
    for record in records(split, dataset):
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
    assert set(errors) == set(KINDS) - {"transposed"}  # that of plain answers
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


@pytest.mark.slow
def test_the_phrasebook_has_short_cases_of_every_theme_in_both_halves() -> None:
    themes = {"aggregates", "analysis", "cells", "changes", "prose", "ratios", "replies"}
    assert not {r["domain"] for r in records("open", "phrases")} & {
        r["domain"] for r in records("held", "phrases")
    }
    for split in SPLITS:
        cases = records(split, "phrases")
        assert {case["domain"].partition("_")[0] for case in cases} == themes
        assert len(cases) >= 450
        assert max(len(case["narrative"]) for case in cases) < 700
        wrong = sum(item["label"] == "unsupported" for item in judged(split, "phrases"))
        assert 0.1 <= wrong / len(judged(split, "phrases")) <= 0.25
