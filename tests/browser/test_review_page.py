"""The review page in a real browser: keys, two people at once, barriers, and hostile texts."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from axe import find_barriers
from calls import Calls, inline, request
from chromium import BROWSER, CONTRASTS, DRIVER, Tab, started
from hostile_reviews import ATTACKS, hostile_reviews
from page_calls import person
from reviewer import Reviewer
from selenium.webdriver.common.keys import Keys
from stored import filled, queue_at

pytestmark = pytest.mark.skipif(
    not (BROWSER and DRIVER), reason="no chromium and chromedriver on the PATH"
)

ROWS = [{"region": f"Region {n}", "year": 2024, "sales": 1000 + n} for n in range(10)]
TEXT = "\n".join(f"- Sales were 9,00{n} in Region {n}." for n in range(10))


def settings(folder: Path) -> dict[str, Any]:
    return {
        "server": {"http": "tcp://127.0.0.1:0"},
        "store": {"url": f"sqlite://{folder}/v.db", "timeout_s": 20},
        "pages": {"enabled": True},
        "policy": {"severities": {"CLAIM_NOT_FOUND": "error"}},
    }


@pytest.fixture(scope="module")
def server(server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return server_for(settings(tmp_path_factory.mktemp("reviews")))


@pytest.fixture(scope="module")
def ana(server: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reviewer]:
    driver = started(tmp_path_factory.mktemp("profile"))
    try:
        yield Reviewer(driver, server, "Ana")
    finally:
        driver.quit()


def flagged(server: Any, text: str = TEXT) -> str:
    """The id of a review with ten findings."""
    with server.channel() as channel:
        reply = Calls(channel).verify(request(text, [inline("sales", ROWS)]))
        assert reply.meta.review.items == 10
        return str(reply.meta.review.review_id)


def exported(server: Any, review_id: str) -> Any:
    with person(server) as anyone:
        anyone.sign_in("Auditor")
        return anyone.get(f"/review/answers/{review_id}/review.json").json


def test_deciding_with_keys(server: Any, ana: Reviewer) -> None:
    review_id = flagged(server)
    ana.open("/review")
    ana.one(f'a[href$="{review_id}"]').click()
    ana.wait_for("return document.getElementById('review') !== null")
    ana.press("j")
    assert ana.focused == "item-1"
    ana.press("k")
    ana.wait_for("return document.activeElement.id === 'item-2'")
    assert ana.said == "Finding 1: keep stored. 9 open."
    ana.press("r")
    ana.wait_for("return document.activeElement.id === 'item-3'")
    ana.press("e")
    assert ana.focused == "replacement-3"
    ana.press("j", "k", "r")  # in a field, which was selected
    field = ana.one("#replacement-3")
    assert field.get_attribute("value") == "jkr"
    field.send_keys(Keys.CONTROL + "a")
    field.send_keys("1,002")
    field.send_keys(Keys.CONTROL + Keys.ENTER)
    ana.wait_for("return document.activeElement.id === 'item-4'")
    ana.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert ana.focused == "item-6"
    ana.press("p")
    assert ana.focused == "item-5"
    ana.press("?")
    assert ana.run("return document.getElementById('help').open")
    ana.press("k")  # nothing, while the help is open
    ana.press(Keys.ESCAPE)
    items = exported(server, review_id)["items"]
    done = {i["item_id"]: i["decisions"][0]["action"] for i in items if i["decisions"]}
    assert done == {1: "KEEP", 2: "REMOVE", 3: "EDIT"}
    assert "1,002" in [one.text for one in ana.all(".hunk ins")]
    assert ana.driver.get_log("browser") == []  # type: ignore[no-untyped-call]


@pytest.mark.slow
def test_keys_can_be_turned_off(server: Any, ana: Reviewer) -> None:
    ana.open(f"/review/answers/{flagged(server)}")
    try:
        ana.one("#help-button").click()
        ana.one("#keys").click()
        ana.press(Keys.ESCAPE)
        ana.run("document.activeElement.blur()")
        ana.press("j")
        assert not ana.focused.startswith("item-")
    finally:
        ana.run("localStorage.clear()")


@pytest.mark.slow
def test_without_scripts(server: Any, ana: Reviewer) -> None:
    review_id = flagged(server, f"{TEXT}\n\nWithout scripts.")
    ana.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        ana.open(f"/review/answers/{review_id}")
        ana.one("#item-2 button[value=keep]").click()
        ana.wait_for_element("#item-2.is-decided")
        ana.one("#item-3 .edit summary").click()
        ana.one("#replacement-3").clear()
        ana.one("#replacement-3").send_keys("1,002")
        ana.one("#item-3 button[value=edit]").click()
        ana.wait_for_element("#item-3.is-decided")
        assert "Edited" in ana.one("#item-3").text
    finally:
        ana.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    items = exported(server, review_id)["items"]
    done = {i["item_id"]: i["decisions"][0]["action"] for i in items if i["decisions"]}
    assert done == {2: "KEEP", 3: "EDIT"}


@pytest.mark.slow
def test_two_browsers_at_once_lose_nothing(
    server: Any, ana: Reviewer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    review_id = flagged(server, f"{TEXT}\n\nTogether.")
    other = started(tmp_path_factory.mktemp("profile"))
    try:
        people = {"Ana": ana, "Ben": Reviewer(other, server, "Ben")}
        for reviewer in people.values():
            reviewer.open(f"/review/answers/{review_id}")
        with ThreadPoolExecutor() as threads:
            outcomes = dict(
                zip(people, threads.map(_edit_all, people.values(), people), strict=True)
            )
    finally:
        other.quit()
    stored = {
        (decision["decided_by"], item["item_id"]): decision["replacement"]
        for item in exported(server, review_id)["items"]
        for decision in item["decisions"]
    }
    told = {
        (name, item_id): f"{name} {item_id}"
        for name, found in outcomes.items()
        for item_id, is_stored in found.items()
        if is_stored
    }
    assert stored == told
    assert Counter(item_id for _, item_id in stored) == dict.fromkeys(range(1, 11), 1)


def _edit_all(reviewer: Reviewer, name: str) -> dict[int, bool]:
    """Edit every finding that looks open: whether that was stored; what was not is shown again."""
    found = {}
    for item_id in range(1, 11):
        if reviewer.all(f"#item-{item_id}.is-decided"):
            continue
        mine = f"{name} {item_id}"
        reviewer.run(
            """
            const form = document.querySelector(`#item-${arguments[0]} form`);
            form.querySelector("details").open = true;
            form.replacement.value = arguments[1];
            document.getElementById("review").dataset.old = "yes";
            form.requestSubmit(form.querySelector("button[value=edit]"));
            """,
            item_id,
            mine,
        )
        reviewer.wait_for("return document.getElementById('review').dataset.old !== 'yes'")
        problem = [one.text for one in reviewer.all("#review .alert")]
        found[item_id] = not problem
        if problem:
            assert "was not stored" in problem[0]
            script = "return document.getElementById(arguments[0]).value"
            assert reviewer.run(script, f"replacement-{item_id}") == mine
    return found


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 380])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_people_out(server: Any, ana: Reviewer, scheme: str, width: int) -> None:
    review_id = flagged(server, f"{TEXT}\n\nIn {scheme}, {'wide' if width > 1000 else 'narrow'}.")
    ana.resize(width)
    ana.emulate(prefers_color_scheme=scheme)
    try:
        for path in ("/review", f"/review/answers/{review_id}", "/review/sign-in", "/review/x"):
            ana.open(path)
            _check_page(ana)
        ana.open(f"/review/answers/{review_id}")
        ana.press("j", "k")
        ana.wait_for("return document.activeElement.id === 'item-2'")
        ana.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        _check_page(ana)
        ana.press("?")
        _check_page(ana)
    finally:
        ana.resize(1280)
        ana.emulate(prefers_color_scheme="light")


def _check_page(tab: Tab) -> None:
    """Nothing is a barrier, all words can be read, and the page does not scroll sideways."""
    assert find_barriers(tab) == []
    assert [one for one in tab.run(CONTRASTS) if one[0] < 4.5] == []
    root = "document.documentElement"
    assert tab.run(f"return {root}.scrollWidth <= {root}.clientWidth")


@pytest.fixture(scope="module")
def hostile(server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server whose two hundred answers are hostile."""
    own = settings(tmp_path_factory.mktemp("hostile"))
    reviews = list(hostile_reviews("local"))
    assert len(reviews) == 200

    async def fill() -> None:
        async with queue_at(own["store"]["url"]) as queue:
            await filled(queue, reviews)

    asyncio.run(fill())
    return server_for(own)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_nothing_of_others_acts(hostile: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    driver = started(tmp_path_factory.mktemp("profile"))
    try:
        eve = Reviewer(driver, hostile, ATTACKS[3])
        answers: set[str] = set()
        path = "/review"
        while path:
            eve.open(path)
            _check_quiet(eve)
            answers |= {one.get_attribute("href") for one in eve.all(".answer a")}
            path = str(eve.run("return document.querySelector('a[rel=next]')?.href ?? ''"))
            path = path.removeprefix(eve.base)
        assert len(answers) == 200
        for number, answer in enumerate(sorted(answers)):
            eve.open(answer.removeprefix(eve.base))
            assert len(eve.all(".finding")) == 2
            eve.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            if number % 8 == 0:  # as the script puts a page in place of another
                eve.press("j", "k")
                eve.wait_for("return document.getElementById('live').textContent.length > 0")
            _check_quiet(eve)
    finally:
        driver.quit()


def _check_quiet(tab: Reviewer) -> None:
    """Nothing has run, complains, or was asked of another server."""
    assert tab.run("return window.owned === undefined && document.title.endsWith(': verifyd')")
    assert tab.driver.get_log("browser") == []  # type: ignore[no-untyped-call]
    asked = tab.requests()
    assert asked, "requests are not recorded"
    assert [url for url in asked if not url.startswith(tab.base)] == []
    strangers = "main :is(script, style, img, svg, iframe, object, embed, base, link, meta, math)"
    assert tab.all(strangers) == []
    assert tab.run("return document.querySelectorAll('#review').length") in {0, 1}
