"""Somebody in front of a real browser who is signed in to the pages."""

from __future__ import annotations

import json
from typing import Any

from chromium import Tab
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE_S = 60


class Reviewer(Tab):
    """A tab of somebody who is signed in."""

    def __init__(self, driver: Any, server: Any, name: str) -> None:
        super().__init__(driver)
        self.base = server.http.replace("127.0.0.1", "localhost")
        self.driver.set_script_timeout(PATIENCE_S)
        self.resize(1280)
        self.open("/review/sign-in")
        self.one("#name").send_keys(name)
        self.one("main button").click()
        self.wait_for("return document.title.startsWith('Queue')")
        self.requests()  # those of the page that browsers begin with

    def open(self, path: str) -> None:
        self.driver.get(self.base + path)

    def wait_for(self, script: str, *arguments: object) -> None:
        waiting: Any = WebDriverWait(self.driver, PATIENCE_S)
        waiting.until(lambda _: self.run(script, *arguments))

    def wait_for_element(self, selector: str) -> None:
        """Also where scripts of pages are off."""
        waiting: Any = WebDriverWait(self.driver, PATIENCE_S)
        waiting.until(lambda _: self.all(selector))

    @property
    def said(self) -> str:
        """What a screen reader says of the last decision."""
        return str(self.run("return document.getElementById('live').textContent"))

    def requests(self) -> list[str]:
        """The addresses that the browser asked for since the last time."""
        log = self.driver.get_log("performance")  # type: ignore[no-untyped-call]
        events = [json.loads(entry["message"])["message"] for entry in log]
        return [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]
