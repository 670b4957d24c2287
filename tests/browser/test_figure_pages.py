"""The pages of figures in a real browser: agreement with the checks, and the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import pytest
from axe import find_barriers
from chromium import BROWSER, CONTRASTS, DRIVER, started
from page_calls import TEXT, flag, person, settings
from reviewer import Reviewer
from verifyd import Client, Money

pytestmark = pytest.mark.skipif(
    not (BROWSER and DRIVER), reason="no chromium and chromedriver on the PATH"
)

HOSTILE = "<script>document.title='owned'</script><img src=//example.invalid/x.png>"
PERIOD = "since=2020-01-01&until=2999-01-01"
PAGES = {
    "agreement": "/review/stats",
    "statement": f"/review/outcomes?{PERIOD}&{urlencode({'agent': HOSTILE})}",
    "outcome": "/review/outcomes/{entry}",
}
CRITERIA = {
    "currency": "USD",
    "criteria": [
        {"metric": "accuracy", "metric_type": "accuracy", "comparison": "gte", "threshold": 0.9}
    ],
}


class Auditor(Reviewer):
    """Somebody who looks at the pages of figures, one of which is that of an entry."""

    def __init__(self, driver: Any, server: Any, entry: str) -> None:
        super().__init__(driver, server, "Ana")
        self._entry = entry

    def show(self, page: str) -> None:
        """Open a page with everything that is folded away on it."""
        self.open(PAGES[page].replace("{entry}", self._entry))
        self.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


@pytest.fixture(scope="module")
def ana(server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Auditor]:
    folder = tmp_path_factory.mktemp("figures")
    server = server_for(settings(f"sqlite://{folder}/v.db"))
    review_id = flag(server, TEXT)
    for name, action in (("Ana", "keep"), (HOSTILE, "remove")):
        with person(server) as reviewer:
            reviewer.sign_in(name)
            for item in (1, 2):
                reviewer.decide(review_id, item, action)
    with Client(server.target) as client:
        entry = client.settle_outcome(
            CRITERIA,
            {"predictions": ["a"]},
            task_input={"ground_truth": ["b"]},
            metadata={HOSTILE: HOSTILE},
            contract_id=HOSTILE,
            agent_id=HOSTILE,
            consumer_id="consumer",
            key="key",
            base_cost=Money(Decimal("10.01"), "USD"),
        ).settlement
        client.reverse_settlement(entry.id, contract_id=HOSTILE, key="back", reason=HOSTILE)
    driver = started(folder / "profile")
    try:
        yield Auditor(driver, server, entry.id)
    finally:
        driver.quit()


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 380])
def test_everybody_can_read_it(ana: Auditor, page: str, scheme: str, width: int) -> None:
    ana.resize(width)
    ana.emulate(prefers_color_scheme=scheme)
    ana.show(page)
    assert find_barriers(ana) == []
    found = ana.run(CONTRASTS)
    assert len(found) > 20
    assert [one for one in found if one[0] < 4.5] == []
    root = "document.documentElement"
    assert ana.run(f"return {root}.scrollWidth <= {root}.clientWidth")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_nothing_of_others_acts(ana: Auditor, page: str) -> None:
    ana.show(page)
    assert HOSTILE in ana.one("main").get_attribute("textContent")
    assert ana.all("main script, main img") == []
    assert ana.driver.title.endswith(": verifyd")
    # The browser draws its own button of a date with an image in an address.
    assert [url for url in ana.requests() if not url.startswith((ana.base, "data:"))] == []
    assert ana.driver.get_log("browser") == []  # type: ignore[no-untyped-call]
