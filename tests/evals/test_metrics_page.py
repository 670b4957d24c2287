"""The page of metrics says what is measured."""

from __future__ import annotations

import re
from pathlib import Path

from sidecar.evals.gate import parse_gate
from sidecar.evals.measures.page import render_metrics_table

PAGE = Path(__file__).parents[2] / "docs/evals-metrics.md"


def test_its_table_is_that_of_the_definitions() -> None:
    found = re.search(
        r"<!-- metrics -->\n\n(.*?)\n\n<!-- /metrics -->", PAGE.read_text(), re.DOTALL
    )
    assert found is not None
    assert found[1] == render_metrics_table()


def test_its_gates_can_be_read() -> None:
    (block,) = re.findall(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert [parse_gate(line).expression for line in block.splitlines()] == block.splitlines()
    assert len(block.splitlines()) == 5
