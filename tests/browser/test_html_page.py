"""The page in a real browser: Chromium, headless, where one is installed.

Debian: ``apt-get install chromium chromium-driver``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from chromium import BROWSER, CONTRASTS, CUT, DRIVER, Tab, quiet, shown, started
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from bench.model_endpoint import endpoint
from sidecar.__main__ import main

ROOT = Path(__file__).parents[2]
TRAPS = """# Traps <img src=//example.invalid/x.png onerror=alert(1)>

<script>document.title = "owned"</script> The North has \u202e1,234 staff, the South 6,578.

</main></script><style>body { display: none }</style>

| region | staff |
|---|---|
| North | 1,234 |
| <b>South</b> | 5,678 |

- 60 % [here](javascript:alert(1))
- 50 % there
"""
STAFF = "region,staff,share\nNorth,1234,60\nSouth,5678,50\n"
CLAIMS = "Exports fell [Source 1]. Exports were flat <b>then</b> [Source 1].\n"
HOSTILE = "Exports were flat <script>document.title = 'owned'</script> that year.\n"
VERDICTS = [
    {
        "id": "c0",
        "verdict": "contradicted",
        "confidence": 0.9,
        "quotes": [HOSTILE],
        "reasoning": "no </script><img src=//example.invalid/y.png onerror=alert(1)>",
    },
    {
        "id": "c1",
        "verdict": "supported",
        "confidence": 0.9,
        "quotes": [HOSTILE],
        "reasoning": "<b>yes</b>",
    },
]


pytestmark = pytest.mark.skipif(
    not (BROWSER and DRIVER), reason="no chromium and chromedriver on the PATH"
)


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    driver = started(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


Open = Callable[..., Tab]


@pytest.fixture
def check(
    driver: webdriver.Chrome, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Iterator[Open]:
    """Opens what ``verifyd check`` writes; nothing may be fetched by it, or complain."""

    def opened(*words: object) -> Tab:
        main(["check", "--format", "html", *map(str, words)])
        page = tmp_path / "report.html"
        page.write_text(capsys.readouterr().out, "utf-8")
        return shown(driver, page)

    with quiet(driver):
        yield opened


@pytest.fixture
def demo(check: Open) -> Tab:
    data = (ROOT / "demo/europe.csv", ROOT / "demo/continents.csv")
    columns = ROOT / "demo/columns.yaml"
    words = (ROOT / "demo/narrative.md", "--data", *data, "--columns", columns)
    return check(*words, "--detail", "explain")


@pytest.fixture
def traps(check: Open, tmp_path: Path) -> Tab:
    narrative, data = tmp_path / "traps.md", tmp_path / "staff.csv"
    narrative.write_text(TRAPS, "utf-8")
    data.write_text(STAFF, "utf-8")
    return check(narrative, "--data", data)


@pytest.fixture
def claims(check: Open, tmp_path: Path) -> Iterator[Tab]:
    """A text whose claims a judge on loopback has judged; it and its sources are hostile."""
    narrative, source = tmp_path / "claims.md", tmp_path / "one.txt"
    narrative.write_text(CLAIMS, "utf-8")
    source.write_text(HOSTILE, "utf-8")
    with endpoint() as judge:
        judge.content = json.dumps({"results": VERDICTS})
        words = ("--sources", source, "--judge", judge.url, "--filter", "remove_claim")
        yield check(narrative, *words)


@pytest.mark.slow
class TestClaims:
    def test_each_is_marked_by_its_verdict_and_leads_to_quote_and_source(self, claims: Tab) -> None:
        first, second = claims.all("main a.claim")
        assert first.get_attribute("aria-label") == "Claim 1: contradicted"
        first.click()
        for words in ("CONTRADICTED", "one", "Exports were flat", "no </script>", "0.90"):
            assert words in claims.card
        second.click()
        assert "SUPPORTED" in claims.card
        assert "Exports were flat" in claims.card

    def test_a_finding_leads_to_the_claim(self, claims: Tab) -> None:
        claims.one("#next").click()
        assert claims.focused == "c1"
        assert "Take out “Exports fell [Source 1].”" not in claims.card  # words as they stand
        assert "Take out Exports fell [Source 1]." in claims.card

    def test_nothing_of_judge_or_source_acts(self, claims: Tab) -> None:
        assert claims.driver.title.startswith("FAIL")
        assert claims.all("img") == claims.all("b") == []

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_all_words_can_be_read(self, claims: Tab, scheme: str) -> None:
        claims.emulate(prefers_color_scheme=scheme)
        claims.run("document.querySelectorAll('details').forEach(d => { d.open = true })")
        claims.all("main a.claim")[0].click()
        assert [pair for pair in claims.run(CONTRASTS) if pair[0] < 4.5] == []

    @pytest.mark.parametrize("width", [1280, 420, 360])
    def test_nothing_is_cut_or_leaves_the_window(self, claims: Tab, width: int) -> None:
        claims.run("document.querySelectorAll('details').forEach(d => { d.open = true })")
        claims.resize(width)
        assert claims.run(CUT) == []

    def test_signs_differ(self, claims: Tab) -> None:
        sign = "return getComputedStyle(arguments[0], '::before').content"
        signs = {claims.run(sign, flag) for flag in claims.all("main a.claim")}
        assert len(signs) == 2


@pytest.mark.slow
class TestMarks:
    def test_verdicts_differ_by_colour_and_by_line(self, demo: Tab) -> None:
        looks = set()
        for number in (demo.number("64.8 million"), demo.number("61.1 million")):
            looks.add(number.value_of_css_property("color"))
            looks.add(number.value_of_css_property("text-decoration-style"))
        assert len(looks) == 4
        sign = "return getComputedStyle(arguments[0], '::after').content"
        assert demo.run(sign, demo.number("3.02 million")).partition("/")[0].strip().endswith('!"')

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_all_words_can_be_read_against_what_is_behind_them(
        self, demo: Tab, scheme: str
    ) -> None:
        demo.emulate(prefers_color_scheme=scheme)
        demo.run("document.querySelectorAll('details').forEach(d => { d.open = true })")
        demo.number("64.8 million").click()
        pairs = demo.run(CONTRASTS)
        assert len(pairs) > 100
        assert [pair for pair in pairs if pair[0] < 4.5] == []
        backgrounds = {tuple(pair[2]) for pair in pairs}
        assert ((255, 255, 255, 1) in backgrounds) == (scheme == "light")


@pytest.mark.slow
class TestCards:
    def test_a_click_shows_cell_and_value_and_stays(self, demo: Tab) -> None:
        assert demo.card == ""
        demo.number("61.1 million").click()
        assert "europe data[29].pop" in demo.card
        assert "61,083,916" in demo.card
        assert "exactly" in demo.card
        ActionChains(demo.driver).move_to_element(demo.one("h1")).perform()
        assert "61,083,916" in demo.card
        demo.one("h1").click()
        assert demo.card == ""

    def test_hovering_shows_it_for_as_long_as_the_pointer_stays(self, demo: Tab) -> None:
        pointer = ActionChains(demo.driver)
        pointer.move_to_element(demo.number("64.8 million")).perform()
        assert "CLAIM_NOT_FOUND" in demo.card
        assert "Readings weighed" in demo.card
        pointer.move_to_element(demo.one("#popover dl")).perform()  # it can be read and copied
        assert "CLAIM_NOT_FOUND" in demo.card
        pointer.move_to_element(demo.one("h1")).perform()
        assert demo.card == ""

    def test_it_stands_inside_the_window(self, demo: Tab) -> None:
        for width in (1280, 400):
            demo.resize(width)
            for number in demo.all("main a.n")[::4]:
                demo.run("arguments[0].scrollIntoView({block: 'center'})", number)
                number.click()
                box = demo.run("return document.getElementById('popover').getBoundingClientRect()")
                assert 0 <= box["left"] < box["right"] <= width
                demo.press(Keys.ESCAPE)

    @pytest.mark.parametrize("width", [1280, 700, 420, 360])
    def test_nothing_is_cut_or_leaves_the_window(self, demo: Tab, width: int) -> None:
        demo.run("document.querySelectorAll('details').forEach(d => { d.open = true })")
        demo.resize(width)
        assert demo.run(CUT) == []

    def test_a_sign_stands_on_the_line_of_its_number(self, check: Open, tmp_path: Path) -> None:
        (tmp_path / "staff.json").write_text('[{"city": "Oslo", "staff": 4127}]')
        words = "Oslo had **5,555** staff and then Oslo had 6,666 staff. "
        (tmp_path / "long.md").write_text(words * 8)
        page = check(tmp_path / "long.md", "--data", tmp_path / "staff.json")
        alone = """
        return [...document.querySelectorAll('main a.n')].filter((number) => {
          const lines = [...number.getClientRects()];
          return lines[lines.length - 1].width < 20;
        }).length;
        """
        for width in range(330, 460, 9):
            page.resize(width)
            assert page.run(alone) == 0, width

    def test_emphasis_is_shown_and_places_are_named_by_their_labels(
        self, check: Open, tmp_path: Path
    ) -> None:
        (tmp_path / "staff.json").write_text(
            '[{"city": "Oslo", "staff": 4127}, {"city": "Bergen", "staff": 918}]'
        )
        (tmp_path / "a.md").write_text("**Oslo** had **918** staff, *Bergen* `918`.")
        page = check(tmp_path / "a.md", "--data", tmp_path / "staff.json")
        assert [one.text for one in page.all("main strong")] == ["Oslo", "918"]
        assert "*" not in page.one("main").text
        (finding,) = page.all(".finding .message")
        assert "Bergen, staff" in finding.text
        assert "data[" not in finding.text


@pytest.mark.slow
class TestKeyboard:
    def test_tab_goes_through_the_numbers_and_shows_each(self, demo: Tab) -> None:
        demo.press(Keys.TAB)
        assert demo.focused == "n1"
        assert "the number of rows" in demo.card
        outline = demo.run("return getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"
        described = demo.run(
            "return document.getElementById("
            "document.activeElement.getAttribute('aria-describedby')).textContent"
        )
        assert "the number of rows" in described
        demo.press(Keys.TAB)
        assert demo.focused == "n2"
        assert "81.757" in demo.card
        demo.press(Keys.ESCAPE)
        assert (demo.card, demo.focused) == ("", "n2")
        demo.press(Keys.ENTER)
        assert "81.757" in demo.card

    def test_arrows_go_from_finding_to_finding_and_round(self, demo: Tab) -> None:
        demo.press(Keys.TAB, Keys.ARROW_DOWN)
        assert demo.driver.switch_to.active_element.text.startswith("64.8 million")
        assert "1 of 7" in demo.one("#position").text
        demo.press(Keys.ARROW_RIGHT)
        assert demo.driver.switch_to.active_element.text.startswith("3.02 million")
        assert "3.02 million" in demo.one(".finding.current").text
        demo.press(Keys.ARROW_UP, Keys.ARROW_LEFT)
        assert "7 of 7" in demo.one("#position").text
        demo.press(Keys.ARROW_DOWN)
        assert "1 of 7" in demo.one("#position").text

    def test_from_a_number_without_a_finding_arrows_go_to_the_nearest(self, demo: Tab) -> None:
        demo.run("arguments[0].focus()", demo.number("60,776,238"))
        demo.press(Keys.ARROW_DOWN)
        assert demo.driver.switch_to.active_element.text.startswith("64.8 million")
        demo.run("arguments[0].focus()", demo.number("60,776,238"))
        demo.press(Keys.ARROW_UP)
        assert demo.driver.switch_to.active_element.text.startswith("12.9 %")

    def test_elsewhere_arrows_scroll_as_ever(self, demo: Tab) -> None:
        demo.press(Keys.ARROW_DOWN)
        assert demo.card == ""

    def test_a_finding_in_the_list_leads_to_its_place(self, demo: Tab) -> None:
        demo.run("arguments[0].focus()", demo.all(".finding .to")[4])
        demo.press(Keys.ENTER)
        assert demo.driver.switch_to.active_element.text.startswith("$33,860")
        assert "WRONG_ROW" in demo.card

    def test_buttons_step_through_the_findings(self, demo: Tab) -> None:
        demo.one("#next").click()
        demo.one("#next").click()
        assert "2 of 7" in demo.one("#position").text
        demo.one("#previous").click()
        assert "1 of 7" in demo.one("#position").text

    def test_less_motion_where_it_is_asked_for(self, demo: Tab) -> None:
        demo.number("61.1 million").click()
        name = "return getComputedStyle(document.getElementById('popover')).animationName"
        assert demo.run(name) == "rise"
        demo.emulate(prefers_reduced_motion="reduce")
        assert demo.run(name) == "none"


@pytest.mark.slow
class TestReadings:
    def test_a_card_tells_what_was_weighed_and_why(self, demo: Tab) -> None:
        demo.number("64.8 million").click()
        assert "Nothing that agrees weighs enough" in demo.card
        assert "the row “Italy” is named 1 word before it" in demo.card
        assert "What would fix it, if that is wrong" in demo.card
        rows = demo.all("#popover .readings tr")
        assert len(rows) > 5
        assert [cell.text for cell in rows[0].find_elements(By.CSS_SELECTOR, "th")] == [
            "Weight", "Value", "Agrees", "Readings weighed",
        ]  # fmt: skip
        first = rows[1].find_elements(By.CSS_SELECTOR, "td")
        assert first[1].text == "58147733"
        assert "Italy, 2007, pop" in first[3].text  # by its label; the index is on demand
        assert "europe data[47].pop" in first[3].get_attribute("innerHTML")

    def test_a_weight_is_a_bar_and_a_figure(self, demo: Tab) -> None:
        demo.number("61.1 million").click()
        bars = "return [...document.querySelectorAll('#popover meter')].map(m => m.value)"
        figures = [cell.text for cell in demo.all("#popover .weight")]
        shown = [float(figure.removesuffix(" %")) for figure in figures]
        assert shown == [pytest.approx(100 * bar, abs=0.06) for bar in demo.run(bars)]
        drawn = demo.run(
            "return [...document.querySelectorAll('#popover meter')].map(m => m.offsetWidth)"
        )
        assert min(drawn) > 30

    def test_reasons_unfold_and_those_of_the_winner_are_open(self, demo: Tab) -> None:
        demo.number("61.1 million").click()
        reasons = demo.all("#popover .reasons")
        assert [each.is_displayed() for each in reasons[:2]] == [True, False]
        assert "label right before +" in reasons[0].text
        demo.all("#popover summary")[1].click()
        assert reasons[1].is_displayed()

    def test_with_the_keyboard_one_goes_into_a_card_and_out_again(self, demo: Tab) -> None:
        demo.press(Keys.TAB, Keys.TAB, Keys.ENTER)
        assert demo.focused == "n2"
        demo.press(Keys.ENTER)
        assert demo.focused == "popover"
        demo.press(Keys.TAB, Keys.TAB)  # to the first reading, and to the second
        second = demo.driver.switch_to.active_element
        assert second.tag_name == "summary"
        demo.press(Keys.ENTER)
        assert demo.all("#popover .reasons")[1].is_displayed()
        demo.press(Keys.ESCAPE)
        assert (demo.card, demo.focused) == ("", "n2")

    def test_a_card_ends_inside_the_window_and_scrolls(self, demo: Tab) -> None:
        for number in demo.all("main a.n")[::5]:
            demo.run("arguments[0].scrollIntoView({block: 'center'})", number)
            number.click()
            box = demo.run("return document.getElementById('popover').getBoundingClientRect()")
            assert 0 <= box["top"] < box["bottom"] <= 900
            demo.press(Keys.ESCAPE)

    def test_nothing_of_the_table_is_cut_off(self, demo: Tab) -> None:
        for width in (1280, 400):
            demo.resize(width)
            demo.number("$25,390").click()
            wide = "const r = document.querySelector('#popover .readings'); return r.scrollWidth"
            assert demo.run(wide) <= demo.run(wide.replace("scroll", "client"))
            demo.press(Keys.ESCAPE)


class TestHostile:
    def test_nothing_in_a_narrative_acts(self, traps: Tab) -> None:
        assert "owned" not in traps.driver.title
        assert traps.all("main :is(img, script, style, b), main a:not(.n, .flag)") == []
        shown = traps.one("main").text
        assert '<script>document.title = "owned"</script>' in shown
        assert "</main></script><style>body { display: none }</style>" in shown
        assert "\N{REPLACEMENT CHARACTER}1,234 staff" in shown
        assert traps.number("6,578").is_displayed()

    def test_tables_and_lists_are_tables_and_lists(self, traps: Tab) -> None:
        cells = [
            [cell.text for cell in row.find_elements(By.CSS_SELECTOR, "th, td")]
            for row in traps.all("main tr")
        ]
        assert cells == [["region", "staff"], ["North", "1,234"], ["<b>South</b>", "5,678"]]
        assert [item.text.split("\n")[-1][:4] for item in traps.all("main .item .content")] == [
            "60 %",
            "50 %",
        ]

    def test_the_policy_stops_even_what_would_get_through(self, traps: Tab) -> None:
        # As if a word of the narrative had become markup: the browser must refuse it.
        traps.run(
            "const s = document.createElement('script'); s.textContent = 'document.title = 1';"
            "document.body.append(s);"
            "const i = document.createElement('img'); i.src = '//example.invalid/x.png';"
            "document.body.append(i);"
        )
        assert traps.driver.title != "1"
        refused = traps.driver.get_log("browser")  # type: ignore[no-untyped-call]
        assert len(refused) == 2
        assert all("Content Security Policy" in entry["message"] for entry in refused)


@pytest.mark.slow
def test_without_its_script_every_number_still_leads_to_its_card(demo: Tab) -> None:
    demo.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        demo.driver.refresh()
        demo.number("64.8 million").click()
        assert demo.driver.current_url.endswith("#d12")
        folded = demo.one("details")
        assert folded.get_attribute("open") is not None
    finally:
        demo.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.slow
def test_on_paper_everything_is_unfolded(demo: Tab) -> None:
    demo.run("dispatchEvent(new Event('beforeprint'))")
    assert all(folded.get_attribute("open") is not None for folded in demo.all("details"))
    printed = demo.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    assert len(printed["data"]) > 20_000
