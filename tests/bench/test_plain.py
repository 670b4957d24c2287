"""Plain answers: one right text, and one for each number made wrong, by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.analysts import plain
from bench.analysts.build import SPLITS
from bench.analysts.template import TemplateError

TABLES = """
tables:
  t:
    query_id: sales
    rows: |
      quarter,sales
      Q1,1000
      Q2,1100
narratives:
  - style: chat
    text: |
      %s
"""


def read(tmp_path: Path, text: str) -> list[dict[str, object]]:
    file = tmp_path / "one.yaml"
    file.write_text(TABLES % text)
    return plain.read(file)


def test_each_record_has_one_wrong_number_or_none(tmp_path: Path) -> None:
    right, row, sign = read(
        tmp_path,
        'Q2 had {t["Q2"].sales | 0,0 | | row: t["Q1"].sales}; sales {either: rose | fell} by'
        ' {growth(t["Q1"].sales, t["Q2"].sales) | 0% | up | sign}.',
    )
    assert right["narrative"] == "Q2 had 1,100; sales rose by 10%."
    assert row["narrative"] == "Q2 had 1,000; sales rose by 10%."
    assert sign["narrative"] == "Q2 had 1,100; sales fell by 10%."
    assert [one["wrong"] for one in (right, row, sign)] == [None, 0, 1]


def test_a_number_without_an_error_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match="say how it would be wrong"):
        read(tmp_path, 'Q2 had {t["Q2"].sales | 0,0}.')


@pytest.mark.parametrize("split", SPLITS)
def test_a_half_holds_enough_answers_with_every_kind_of_error(split: str) -> None:
    records = plain.build(split)
    right = [record for record in records if record["wrong"] is None]
    tables = {one["query_id"] for record in right for one in record["query_results"]}
    assert len(right) >= 75
    assert len(tables) >= 30
    errors = {record["error"] for record in records if record["wrong"] is not None}
    assert errors >= {"transposed", "row", "column", "period", "off", "sign", "derivation"}
    for record in records:
        wrong = [gold for gold in record["gold"] if gold["label"] == "unsupported"]
        assert len(wrong) == (record["wrong"] is not None)


def test_the_halves_share_no_tables() -> None:
    opened, held = ({record["domain"] for record in plain.build(split)} for split in SPLITS)
    assert not opened & held
