"""axe-core, which looks for what keeps people from using a page: a package of npm, for tests."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import Any

from chromium import Tab
from node_package import run

_FOLDER = Path(__file__).parent / "browser" / "axe"
_SOURCE = _FOLDER / "node_modules" / "axe-core" / "axe.min.js"
_RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then(
  (found) => done(found.violations.map(
    (one) => [one.impact, one.id, one.nodes.map((node) => node.html.slice(0, 200))])),
  (error) => done([["failed", String(error), []]]));
"""


def find_barriers(tab: Tab) -> list[Any]:
    """What is serious or critical: impact, rule and elements."""
    tab.run(_load())
    found = tab.driver.execute_async_script(_RUN)
    return [one for one in found if one[0] not in {"minor", "moderate"}]


def _load() -> str:
    with (_FOLDER / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _SOURCE.exists():
            run("npm", "ci", "--ignore-scripts", folder=_FOLDER)
    return _SOURCE.read_text("utf-8")
