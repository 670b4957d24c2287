"""The page of a settled outcome in a real browser, as ``verifyd outcome show --html`` writes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from axe import find_barriers
from chromium import BROWSER, CONTRASTS, CUT, DRIVER, Tab, started
from verifyd import Client, Money

from sidecar.__main__ import main

pytestmark = pytest.mark.skipif(
    not (BROWSER and DRIVER), reason="no chromium and chromedriver on the PATH"
)

HOSTILE = "<script>document.title = 'owned'</script><img src=//example.invalid/x.png>"
CRITERIA = {
    "currency": "USD",
    "criteria": [
        {
            "metric": "accuracy",
            "metric_type": "accuracy",
            "comparison": "gte",
            "threshold": 0.9,
            "bonus": 5,
        },
        {
            "metric": "latency_ms",
            "metric_type": "latency",
            "comparison": "lte",
            "threshold": 2000,
            "required": False,
        },
    ],
}


@pytest.fixture(scope="module")
def tab(settling_server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The page of a settlement that was taken back, of parties with hostile names."""
    folder = tmp_path_factory.mktemp("page")
    target, page = settling_server_for({}).target, folder / "page.html"
    with Client(target) as client:
        entry = client.settle_outcome(
            CRITERIA,
            {"predictions": ["a"]},
            task_input={"ground_truth": ["a"]},
            metadata={"duration_ms": 3000, HOSTILE: HOSTILE},
            contract_id=f"contract of {HOSTILE}",
            agent_id=HOSTILE,
            consumer_id="consumer",
            key="key",
            base_cost=Money(Decimal(10), "USD"),
            max_bonus=Money(Decimal("3.5"), "USD"),
        ).settlement
        client.reverse_settlement(entry.id, contract_id=entry.contract_id, key="back")
    assert main(["outcome", "show", entry.id, "--html", str(page), "--target", target]) == 0
    driver = started(folder / "profile")
    try:
        opened = Tab(driver)
        opened.resize(1280)
        driver.get(Path(page).as_uri())
        yield opened
    finally:
        driver.quit()


def test_it_tells_how_it_ended_and_what_is_paid(tab: Tab) -> None:
    assert tab.one(".decision").text == "REVERSED"
    tiles = [tile.text.split("\n") for tile in tab.all(".tiles > div")]
    assert ["Criteria met", "1 of 2"] in tiles
    (paid,) = [value for name, value in tiles if name == "Cost, reversed"]
    assert paid == "13.50 USD"
    words = tab.one("main").text
    why = [cell.text for cell in tab.all("td[data-head=Why]")]
    assert why == ["is at least 0.9", "is above 2000"]
    for line in ("Base cost 10.00 USD", "Bonuses 5.00 USD", "Cap of bonuses -1.50 USD"):
        assert line in words


def test_nothing_of_others_acts(tab: Tab) -> None:
    assert tab.driver.title.startswith("contract of <script>")
    assert tab.all("img") == []
    assert tab.driver.get_log("browser") == []  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("width", [1280, 420])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_words_can_be_read(tab: Tab, scheme: str, width: int) -> None:
    tab.resize(width)
    tab.emulate(prefers_color_scheme=scheme)
    found = tab.run(CONTRASTS)
    assert len(found) > 20
    assert [one for one in found if one[0] < 4.5] == []


@pytest.mark.slow
def test_nothing_keeps_people_out(tab: Tab) -> None:
    assert find_barriers(tab) == []


def test_the_panel_is_as_wide_as_what_stands_above_it(tab: Tab) -> None:
    for width in (1280, 1000, 420):
        tab.resize(width)
        edges = """
        const box = (name) => document.querySelector(name).getBoundingClientRect();
        const edges = ({ left, right }) => [left, right].map(Math.round);
        return ['.tiles', '.panel'].map((name) => edges(box(name)));
        """
        above, panel = tab.run(edges)
        assert above == panel, width
    tab.resize(1280)


def test_without_a_contract_it_is_called_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "task.json").write_text('{"predictions": ["a"]}')
    (tmp_path / "criteria.json").write_text(json.dumps(CRITERIA))
    files = [str(tmp_path / name) for name in ("criteria.json", "task.json", "page.html")]
    main(["outcome", "verify", *files[:2], "--html", files[2]])
    page = Path(files[2]).read_text("utf-8")
    assert f'<h1 dir="auto">{files[1]}</h1>' in page


def test_a_narrow_window_breaks_no_words(tab: Tab) -> None:
    tab.resize(390)
    assert tab.run(CUT) == []
    lines = tab.run(
        "return [...document.querySelectorAll('main .n')].map((n) => n.getClientRects().length)"
    )
    assert lines == [1, 1]
