"""The measurement of false findings counts what it says, and fails past its bar."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench import consistency


def record(text: str, label: str) -> dict[str, Any]:
    return {
        "id": text,
        "narrative": text,
        "query_results": [{"query_id": "q", "columns": ["n"], "rows": [[1]]}],
        "gold": [{"kind": "statement", "label": label}, {"kind": "span", "label": "unsupported"}],
    }


WRONG_SUM, RIGHT_SUM = "12 + 30 = 43", "12 + 30 = 42"


def test_only_right_texts_count() -> None:
    tally = consistency.measure(
        [record(WRONG_SUM, "unsupported"), record(RIGHT_SUM, "supported"), record("-", "supported")]
    )
    assert (tally.right, tally.false, tally.texts, tally.found, tally.sums) == (2, [], 3, 1, 2)
    assert tally.share == 0


@pytest.mark.parametrize(("text", "status"), [(RIGHT_SUM, 0), (WRONG_SUM, 1)])
def test_the_bar_is_held(
    text: str, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "set.dev.jsonl"
    file.write_text(json.dumps(record(text, "supported")))
    assert consistency.main([str(file), "--show"]) == status
    assert ("equation_L1: 12 + 30 is 42, not 43" in capsys.readouterr().out) is bool(status)
