"""The page of an eval in a real browser: it can be sorted, filtered and read, and nothing acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe import find_barriers
from chromium import BROWSER, CONTRASTS, CUT, DRIVER, Tab, quiet, shown, started
from evals_made import FAILED, eval_run, many, result, verification
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from sidecar.evals.comparing import compare
from sidecar.evals.gate import judge_all, parse_gate
from sidecar.evals.measures.measured import measure_results
from sidecar.evals.model import EvalRun
from sidecar.evals.reports import html
from sidecar.evals.reports.html.comparison import render_comparison

pytestmark = pytest.mark.skipif(
    not (BROWSER and DRIVER), reason="no chromium and chromedriver on the PATH"
)
EVIL = "</main></script><script>document.title = 'owned'</script><img src=//example.invalid/x.png>"
ANSWERS = {"q00001": "answers/q00001.html"}


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    driver = started(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


Open = Callable[[EvalRun], Tab]


@pytest.fixture
def opened(driver: webdriver.Chrome, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of a run, against one before; nothing may be fetched by it, or complain."""

    def of_run(run: EvalRun) -> Tab:
        metrics = measure_results(run.results)
        page = tmp_path / "eval.html"
        gates = judge_all([parse_gate("verification_pass_rate < 1")], metrics)
        before = eval_run(many(60, passing=0.2, seed=4))
        found = compare(before, run)
        page.write_text(
            html.render(run, metrics, comparison=found, gates=gates, pages=ANSWERS), "utf-8"
        )
        return shown(driver, page)

    with quiet(driver):
        yield of_run


@pytest.fixture
def page(opened: Open) -> Tab:
    return opened(eval_run([*many(60, passing=0.8), result("late", error="timed out")]))


def _ids(page: Tab) -> list[str]:
    rows = "#questions tbody tr:not([hidden]) th > :first-child"
    return [str(one.text) for one in page.all(rows)]


def _press(page: Tab, element: Any, *keys: str) -> None:
    page.run("arguments[0].focus()", element)
    page.press(*keys)


@pytest.mark.slow
def test_a_failed_gate_is_told_on_top(page: Tab) -> None:
    assert "verification_pass_rate < 1" in page.one("[role=alert]").text


@pytest.mark.slow
def test_each_plot_is_an_image_with_words_and_a_table(page: Tab) -> None:
    plots = page.all(".plot > *")
    assert len(plots) == 3
    assert all(plot.get_attribute("role") == "img" for plot in plots)
    assert len({plot.get_attribute("aria-label") for plot in plots}) == 3
    assert len(page.all(".panel > .plot + details table")) == 3
    boxes = [page.run("return arguments[0].getBoundingClientRect()", plot) for plot in plots]
    assert all(box["width"] > 200 and box["height"] > 40 for box in boxes)


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 420])
def test_the_table_sorts_by_keyboard_both_ways(page: Tab, width: int) -> None:
    page.resize(width)
    button = page.all("#questions thead button")[5]
    _press(page, button, Keys.ENTER)
    times = [float(one.text.removesuffix(" s")) for one in page.all("#questions td:last-child")]
    assert button.is_displayed()
    assert times == sorted(times)
    assert page.all("#questions th[aria-sort]")[0].get_attribute("aria-sort") == "ascending"
    _press(page, button, Keys.ENTER)
    assert len(set(times)) > 10
    back = [float(one.text.removesuffix(" s")) for one in page.all("#questions td:last-child")]
    assert back == times[::-1]


@pytest.mark.slow
def test_the_table_filters_by_ending_and_by_words(page: Tab) -> None:
    assert len(_ids(page)) == 61
    page.one("#ending option[value=error]").click()
    assert _ids(page) == ["late"]
    assert page.one("#count").text == "1 of 61 shown"
    page.one("#ending option").click()
    page.one("#find").send_keys("Q00001")
    assert _ids(page) == ["q00001"]
    assert page.one("#questions a").get_attribute("href").endswith("answers/q00001.html")


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 420])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_words_can_be_read(page: Tab, scheme: str, width: int) -> None:
    page.resize(width)
    page.emulate(prefers_color_scheme=scheme)
    page.run("document.querySelectorAll('details').forEach(d => { d.open = true })")
    pairs = page.run(CONTRASTS)
    assert len(pairs) > 200
    assert [pair for pair in pairs if pair[0] < 4.5] == []
    assert find_barriers(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 900, 700, 420, 360])
def test_nothing_is_cut_or_leaves_the_window(page: Tab, width: int) -> None:
    page.run("document.querySelectorAll('details').forEach(d => { d.open = true })")
    page.resize(width)
    assert page.run(CUT) == []


@pytest.mark.slow
def test_labels_of_a_plot_are_whole_and_overlap_nothing(opened: Open) -> None:
    tag = "a tag of many words that goes on and on for longer than any label has room"
    page = opened(eval_run([result("a", verification(FAILED), tags=(tag,)), result("b")]))
    for width in (1280, 420):
        page.resize(width)
        assert tag in [label.text for label in page.all(".intervals .label")]
        apart = """
        return [...document.querySelectorAll('.intervals .row')].every((row) => {
          const boxes = [...row.children].map((one) => one.getBoundingClientRect());
          return boxes.every((a, i) => boxes.every((b, j) => i >= j
            || a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top));
        });
        """
        assert page.run(apart), width


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 380])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_comparison_can_be_read(
    driver: webdriver.Chrome, tmp_path: Path, scheme: str, width: int
) -> None:
    before, after = eval_run(many(60, passing=0.2)), eval_run([*many(60), result(EVIL)])
    found = compare(before, after)
    page = tmp_path / "compared.html"
    page.write_text(render_comparison(found, before, after, (ANSWERS, ANSWERS)), "utf-8")
    with quiet(driver):
        tab = shown(driver, page)
        tab.resize(width)
        tab.emulate(prefers_color_scheme=scheme)
        tab.run("document.querySelectorAll('details').forEach(d => { d.open = true })")
        assert [pair for pair in tab.run(CONTRASTS) if pair[0] < 4.5] == []
        assert tab.run(CUT) == []
        assert find_barriers(tab) == []
        assert tab.all("script") == tab.all("img") == []


def test_nothing_of_a_question_or_an_answer_acts(opened: Open) -> None:
    wrong = verification(FAILED, issues=(EVIL,))
    made = [result(EVIL, wrong, tags=(EVIL,)), result("b", error=EVIL)]
    page = opened(eval_run(made, dataset_name=EVIL, agent=EVIL))
    assert page.driver.title == f"0.0 % passed: {EVIL}"
    assert page.all("img") == []
    assert len(page.all("script")) == 1
    assert _ids(page) == [EVIL, "b"]
