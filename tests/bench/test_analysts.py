"""The build of the analysts' yardstick: what it writes, and what it refuses to call gold."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.analysts.build import FOLDER, SETS, SPLITS, write
from bench.analysts.tables import AnalystTable, parse
from bench.analysts.template import TemplateError, render
from bench.scoring import breakdown

SALES = """
region,stores,q1,q2,note
North,42,8420,8815,5 star
South,35,6980,6745,
North-East,18,3110,,
"""


def rendered(template: str) -> tuple[str, list[dict[str, Any]]]:
    return render(template, {"sales": AnalystTable(*parse(SALES.strip()))})


def only(template: str) -> dict[str, Any]:
    _, (item,) = rendered(template)
    return item


@pytest.mark.parametrize(
    ("braces", "text", "value"),
    [
        ('sales["North"].q2 | $0.0 million | /1000', "$8.8 million", 8.8e6),
        ('sales["North"].q2 | $0.00M | /1000', "$8.82M", 8.82e6),
        ('sales["North"].q2 | 0,0 | *1000', "8,815,000", 8815000),
        ('sales["North"].q2 | 0.0m | /1000 cut', "8.8m", 8.8e6),
        ('growth(sales["South"].q1, sales["South"].q2) | 0.0% | down', "3.4%", 3.4),
        ('growth(sales["South"].q1, sales["South"].q2) | 0.0% | signed', "-3.4%", -3.4),
        ('difference(sales["North"].q2, sales["North"].q1) | 0 | signed', "+395", 395),
        ("median(sales.stores) | 0", "35", 35),
        ("mean(sales.q2) | 0", "7780", 7780),  # the empty cell is no zero
        ("count(sales(lambda r: r.stores > 20)) | word", "two", 2),
        ('rank(sales.q1, sales["South"].q1) | ordinal', "second", 2),
        ('share(sales["South"].stores, 70) | half', "half", 0.5),
        ("index(sales.q1[0], sales.q2[0]) | 0.0", "104.7", 104.7),
    ],
)
def test_a_number_is_written_by_its_picture(braces: str, text: str, value: float) -> None:
    item = only(f"It was {{{braces}}}.")
    assert (item["text"], item["value"], item["label"]) == (text, value, "supported")
    assert item["start"] == 7


def test_a_hedge_is_no_part_of_the_number() -> None:
    text, (item,) = rendered('{share(sales["North-East"].stores, 37) | nearly half} of it')
    assert (text, item["text"], item["start"]) == ("nearly half of it", "half", 7)
    text, (item,) = rendered("{ratio(22, 10) | more than doubled}")
    assert (text, item["text"], item["start"]) == ("more than doubled", "doubled", 10)


@pytest.mark.parametrize(
    ("braces", "text"),
    [
        ('sales["North"].stores | 0 | | row: sales["South"].stores', "35"),
        ("total(sales.q1) | 0,0 | | off: +10", "20,361"),
        ('sales["North"].q2 | USD 0 | | unit: EUR 0', "EUR 8815"),
        ('growth(sales["South"].q1, sales["South"].q2) | 0.0% | up | sign', "3.4%"),
        ("count(sales) | word | | invented: 7", "seven"),
        ('share(sales["South"].stores, 70) | two-thirds | | invented', "two-thirds"),
    ],
)
def test_a_wrong_number_is_gold_with_its_error(braces: str, text: str) -> None:
    item = only(f"{{{braces}}}")
    assert (item["text"], item["label"]) == (text, "unsupported")
    assert item["error"] == braces.rsplit("|", 1)[1].partition(":")[0].strip()


@pytest.mark.parametrize(
    ("reason", "template"),
    [
        ("the direction is wrong", '{growth(sales["South"].q1, sales["South"].q2) | 0% | up}'),
        ("the direction is right", '{growth(sales["South"].q1, sales["South"].q2)|0%|down|sign}'),
        ("too near to nothing", "{points(50, 50.2) | 0.0 points | down | sign}"),
        ("needs a direction", "{difference(1, 3) | 0}"),
        ("needs a direction", "{growth(2, 3) | 0% | | sign}"),  # unsigned, it would be right
        ("not wrong", "{total([8000]) | 0 | | row: total([7900])}"),  # 1.3 % off
        ("not wrong", "{total(sales.q1) | 0,0 | | off: +1}"),
        ("not wrong", "{share(3, 100) | 0.0% | | off: +12}"),  # 0.4 points off
        ("not wrong", "{share(65, 100) | two-thirds | | invented}"),
        ("holds more than one", "{sales['North'].q2 | 0,000}"),
        ("another scale", "{total(sales.q1) | 0,0 | | invented: 18510000}"),
        ("not how to write", "{share(58, 100) | half}"),
        ("not how to write", "{share(52, 100) | nearly half}"),
        ("not how to write", "{ratio(22, 10) | just over double}"),
        ("says too little", "{mean([1, 2]) | 0}"),
        ("no kind of error", "{count(sales) | 0 | | typo: 3}"),
        ("no column q9", '{sales["North"].q9 | 0}'),
        ("neither a cell", '{sales["North"].q1 * 2 | 0}'),
        ("outside of braces", "It had 42 stores."),
        ("outside of braces", "It had two stores."),
    ],
)
def test_what_is_not_sound_is_refused(reason: str, template: str) -> None:
    with pytest.raises(TemplateError, match=reason):
        rendered(template)


def test_years_dates_and_names_are_listed_and_not_scored() -> None:
    text = "1. On 3 May 2024, Q1 of 2023/24 (QID:a_1): 5 star, 5G.\n## 2.1 Notes"
    _, gold = rendered(text)
    assert [(item["text"], item["form"], item["scored"]) for item in gold] == [
        ("1.", "identifier", False),
        ("3 May 2024", "date", False),
        ("Q1", "identifier", False),
        ("2023/24", "year", False),
        ("QID:a_1", "identifier", False),
        ("5 star", "identifier", False),  # a cell of the table
        ("5G", "identifier", False),
        ("2.1", "identifier", False),
    ]


def test_numbers_of_a_wrong_name_are_not_scored() -> None:
    _, (name, number) = rendered('{!South} runs {sales["North"].stores | 0 | | name} stores.')
    assert (name["kind"], name["text"]) == ("span", "South")
    assert (number["label"], number["scored"], number["error"]) == ("unsupported", False, "name")


def test_the_example_of_the_readme_is_true() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    loaded = yaml.safe_load(readme.split("```yaml\n")[1].split("```")[0])
    tables = {name: AnalystTable(*parse(table["rows"])) for name, table in loaded["tables"].items()}
    text, _ = render(loaded["narratives"][0]["text"].strip(), tables)
    assert f'"{" ".join(text.split())}"' in readme


@pytest.mark.slow
def test_both_halves_are_written_alike_each_time(tmp_path: Path) -> None:
    first = [file.read_bytes() for file in write(tmp_path)]
    assert [file.read_bytes() for file in write(tmp_path)] == first
    for (dataset, split), data in zip(product(SETS, SPLITS), first, strict=True):
        records = [json.loads(line) for line in data.splitlines()]
        assert {(one["dataset"], one["split"]) for one in records} == {(dataset, split)}


def test_a_breakdown_counts_one_label_by_kind() -> None:
    def item(start: int, derivation: str, label: str) -> dict[str, Any]:
        place = {"kind": "number", "start": start, "end": start + 1, "form": "digit"}
        return {**place, "derivation": derivation, "label": label, "scored": True}

    gold = [item(0, "share", "supported"), item(5, "share", "unsupported")]
    gold += [item(10, "share", "supported"), item(15, "total", "supported")]
    claims = [
        {"start": 0, "end": 1, "verdict": "flagged"},
        {"start": 10, "end": 11, "verdict": "inconclusive"},
        {"start": 15, "end": 16, "verdict": "supported"},
    ]
    rows = breakdown([{"id": "a", "gold": gold}], {"a": claims}, "derivation", "supported")
    assert rows == [
        {"derivation": "share", "supported": 2, "flagged": 1, "share": 0.5, "open": 0.5},
        {"derivation": "total", "supported": 1, "flagged": 0, "share": 0.0, "open": 0.0},
    ]
