"""The weights are fitted to labelled records: what is printed, and that fitting helps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import fit
from bench.analysts.build import write
from sidecar.binding.context.weighing import weigh

_TEXTS = 6


def test_fitting_prints_each_set_and_leaves_the_weights_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built = write(tmp_path)[0].read_text("utf-8").splitlines()
    chosen = tmp_path / "some.jsonl"
    chosen.write_text("\n".join(built[:_TEXTS]) + "\n", "utf-8")
    judged = sum(
        gold["kind"] == "number" and gold["scored"] and gold["form"] in ("digit", "word")
        for line in built[:_TEXTS]
        for gold in json.loads(line)["gold"]
    )
    shipped = weigh.FILE.read_text("utf-8")
    assert fit.main([str(chosen), "--folds", "2"]) == 0
    printed = capsys.readouterr().out
    figures = {
        line: row.split("|")
        for line, row in zip(
            ("as shipped", "2 folds", "fitted to all"),
            (line for line in printed.splitlines() if line.startswith("| some (all)")),
            strict=True,
        )
    }
    for title, cells in figures.items():
        assert title in printed
        assert abs(int(cells[6]) + int(cells[7]) - judged) <= judged * 0.02  # all but unread ones
    assert _f1(figures["fitted to all"]) > _f1(figures["as shipped"])
    assert weigh.FILE.read_text("utf-8") == shipped


def _f1(cells: list[str]) -> float:
    precision, recall = float(cells[2]), float(cells[3])
    return 2 * precision * recall / (precision + recall)
