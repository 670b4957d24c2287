"""The pages of figures in a real browser: agreement of people with the checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe import find_barriers
from chromium import BROWSER, CONTRASTS, DRIVER, started
from page_calls import TEXT, flag, person, settings
from reviewer import Reviewer

pytestmark = pytest.mark.skipif(
    not (BROWSER and DRIVER), reason="no chromium and chromedriver on the PATH"
)

HOSTILE = "<script>document.title='owned'</script><img src=//example.invalid/x.png>"
PAGES = {"agreement": "/review/stats"}


@pytest.fixture(scope="module")
def ana(server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reviewer]:
    folder = tmp_path_factory.mktemp("figures")
    server = server_for(settings(f"sqlite://{folder}/v.db"))
    review_id = flag(server, TEXT)
    for name, action in (("Ana", "keep"), (HOSTILE, "remove")):
        with person(server) as reviewer:
            reviewer.sign_in(name)
            for item in (1, 2):
                reviewer.decide(review_id, item, action)
    driver = started(folder / "profile")
    try:
        yield Reviewer(driver, server, "Ana")
    finally:
        driver.quit()


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 380])
def test_everybody_can_read_it(ana: Reviewer, page: str, scheme: str, width: int) -> None:
    ana.resize(width)
    ana.emulate(prefers_color_scheme=scheme)
    ana.open(PAGES[page])
    assert find_barriers(ana) == []
    ana.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert find_barriers(ana) == []
    found = ana.run(CONTRASTS)
    assert len(found) > 20
    assert [one for one in found if one[0] < 4.5] == []
    root = "document.documentElement"
    assert ana.run(f"return {root}.scrollWidth <= {root}.clientWidth")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_nothing_of_others_acts(ana: Reviewer, page: str) -> None:
    ana.open(PAGES[page])
    assert HOSTILE in ana.one("main").get_attribute("textContent")
    assert ana.all("main script, main img") == []
    assert ana.driver.title.endswith(": verifyd")
    # The browser draws its own button of a date with an image in an address.
    assert [url for url in ana.requests() if not url.startswith((ana.base, "data:"))] == []
    assert ana.driver.get_log("browser") == []  # type: ignore[no-untyped-call]
