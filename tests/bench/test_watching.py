"""The picture of the dashboard is drawn from its own panels."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench.watching.__main__ import DASHBOARD
from bench.watching.chart import Line, draw_page, format_value

PANELS = json.loads(DASHBOARD.read_text("utf-8"))["panels"]


def test_every_panel_is_drawn_with_its_lines() -> None:
    lines = [Line("a < b", [0.0, None, 2.0]), Line("HOLD", [1.0, 1.0, 1.0])]
    page = draw_page([(panel, lines) for panel in PANELS], 3)
    assert [panel["title"] for panel in PANELS if f">{panel['title']}</div>" not in page] == []
    curves = sum(panel["type"] == "timeseries" for panel in PANELS)
    assert page.count("<polyline") == 2 * curves
    assert page.count("a &lt; b</span>") == curves


def test_a_stacked_line_stands_on_the_one_below() -> None:
    (panel,) = [panel for panel in PANELS if panel["title"] == "Decisions"]
    page = draw_page([(panel, [Line("PASS", [1.0, 1.0]), Line("FAIL", [1.0, 1.0])])], 3)
    lower, upper = (
        float(points.split(",")[1].split()[0]) for points in page.split("<polyline points='")[1:]
    )
    assert upper < lower  # pixels count from the top


def test_a_panel_without_lines_says_so() -> None:
    page = draw_page([(panel, []) for panel in PANELS], 3)
    assert page.count("No data") == sum(panel["type"] != "row" for panel in PANELS)


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (0.0123, "percentunit", "1.2%"),
        (0.25, "s", "250 ms"),
        (2.5, "s", "2.5 s"),
        (3 << 20, "bytes", "3 MiB"),
        (7.5, "reqps", "7.5 req/s"),
        (4, "none", "4"),
    ],
)
def test_values_have_their_units(value: float, unit: str, shown: str) -> None:
    assert format_value(value, unit) == shown


@pytest.mark.slow
@pytest.mark.skipif(
    not all(map(shutil.which, ("prometheus", "chromium"))), reason="needs prometheus and chromium"
)
def test_a_picture_of_a_real_server_and_a_real_prometheus(tmp_path: Path) -> None:
    out = tmp_path / "picture.png"
    words = [sys.executable, "-m", "bench.watching", str(out), "--seconds", "10"]
    subprocess.run(words, check=True, timeout=250)
    assert out.read_bytes().startswith(b"\x89PNG")
