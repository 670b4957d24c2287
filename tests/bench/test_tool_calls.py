"""The benchmark of tool calls, on the calls of this repository."""

import re
from pathlib import Path

import pytest

from bench import tool_calls

DATA = Path(__file__).parents[2] / "bench/data/tool_calls"


@pytest.mark.parametrize(
    ("rules", "most_flagged", "least_caught"), [([], 6, 54), (["--rules", "rules.json"], 10, 61)]
)
def test_the_figures_of_the_page_are_kept(
    rules: list[str],
    most_flagged: int,
    least_caught: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = [one if one.startswith("--") else str(DATA / one) for one in rules]
    data = ["--data", str(DATA / "tool_calls.jsonl.gz")]
    monkeypatch.setattr("sys.argv", ["tool_calls", *data, *options])
    assert tool_calls.main() == 0
    figures = re.search(r"flagged (\d+) of 120 .* caught (\d+) of 80", capsys.readouterr().out)
    assert figures is not None
    assert int(figures[1]) <= most_flagged
    assert int(figures[2]) >= least_caught
