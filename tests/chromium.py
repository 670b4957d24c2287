"""A page in a real browser: Chromium, headless, where one is installed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync"
    " --disable-background-networking --disable-component-update --disable-dev-shm-usage"
)


def _installed(*names: str) -> str:
    return next((found for name in names if (found := shutil.which(name))), "")


BROWSER = _installed("chromium", "chromium-browser", "google-chrome")
DRIVER = _installed("chromedriver")


class Tab:
    """A browser with one page open."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    def all(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def one(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def number(self, written: str) -> Any:
        (found,) = [link for link in self.all("main a.n") if link.text.startswith(written)]
        return found

    def press(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    @property
    def focused(self) -> str:
        return str(self.run("return document.activeElement.id"))

    @property
    def card(self) -> str:
        """The words of the card that is shown; empty where none is."""
        return str(self.one("#popover").text)

    def emulate(self, **features: str) -> None:
        pairs = [{"name": k.replace("_", "-"), "value": v} for k, v in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": pairs})

    def resize(self, width: int, height: int = 900) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def started(profile: Path) -> webdriver.Chrome:
    """A browser that writes down what it fetches; to be quit."""
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in FLAGS.split():
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={profile}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=Service(DRIVER))


@contextmanager
def quiet(driver: webdriver.Chrome) -> Iterator[None]:
    """Holds meanwhile that pages of files fetch nothing, and complain of nothing."""
    yield
    assert driver.get_log("browser") == []  # type: ignore[no-untyped-call]
    events = [
        json.loads(entry["message"])["message"]
        for entry in driver.get_log("performance")  # type: ignore[no-untyped-call]
    ]
    asked = [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    ]
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert any(url.startswith("file:") for url in asked), "requests were not recorded"


def shown(driver: webdriver.Chrome, page: Path) -> Tab:
    """A file in a window of 1280 pixels, in light colours."""
    tab = Tab(driver)
    tab.resize(1280)
    tab.emulate(prefers_color_scheme="light")
    driver.get_log("performance")  # type: ignore[no-untyped-call]
    driver.get(page.as_uri())
    return tab


CONTRASTS = """
const parse = (color) => {
  const parts = color.match(/[\\d.]+/g).map(Number);
  return [...parts.slice(0, 3), parts[3] ?? 1];
};
const behind = (node) => {
  for (let at = node; at; at = at.parentElement) {
    const color = parse(getComputedStyle(at).backgroundColor);
    if (color[3] === 1) return color;
    if (color[3] > 0) throw new Error("a background that is half transparent");
  }
  return [255, 255, 255, 1];
};
const light = ([r, g, b]) => [r, g, b]
  .map((c) => c / 255)
  .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const found = [];
const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (words.nextNode()) {
  const node = words.currentNode.parentElement;
  if (!words.currentNode.data.trim() || !node.checkVisibility()) continue;
  const [front, back] = [parse(getComputedStyle(node).color), behind(node)];
  const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
  found.push([(high + 0.05) / (low + 0.05), words.currentNode.data.trim().slice(0, 40), back]);
}
return found;
"""

CUT = """
const found = [];
const root = document.documentElement;
if (root.scrollWidth > root.clientWidth) found.push('the page scrolls sideways');
for (const node of document.body.querySelectorAll('*')) {
  if (!node.checkVisibility()) continue;
  const head = node.closest('thead');
  if (head && getComputedStyle(head).clipPath !== 'none') continue;
  const name = node.tagName + '.' + (node.getAttribute('class') || '');
  const { left, right } = node.getBoundingClientRect();
  if (left < -1 || right > innerWidth + 1) found.push(`${name} leaves the window`);
  const wide = node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1;
  if (wide && !(node instanceof SVGElement)) found.push(`${name} is wider inside than outside`);
}
return found;
"""
"""Elements of which a part cannot be seen without scrolling sideways."""
