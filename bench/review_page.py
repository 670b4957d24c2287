"""How long does the server take for a page of the queue, and for one answer, with 10,000 findings?

The store has 2,000 answers of five findings each, and one of 1,000 findings. Times are those of
whole requests over a socket, one after another.
"""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections.abc import Mapping
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import numpy as np

from bench.figures import Figures, lower
from bench.served import served
from sidecar.model.report import Decision, Finding, Repair, Severity, Verdict
from sidecar.model.text import Span
from sidecar.reviews.model import CellRole, Excerpt, MarkedCell, Review, ReviewItem
from sidecar.reviews.queue import ReviewQueue
from sidecar.reviews.settings import ReviewsSettings
from sidecar.store.settings import StoreSettings
from sidecar.store.store import Store

ANSWERS = 2000
FINDINGS = 5
LONG = 1000
"""Findings of one more answer: as many as a review holds."""

_SENTENCE = "Sales were 4,321 in the North. "
_AT = _SENTENCE.index("4,321")
_CODES = ("CLAIM_NOT_FOUND", "WRONG_ROW", "WRONG_COLUMN", "UNIT_MISMATCH", "WRONG_PERIOD")
_RARE = "WRONG_SIGN"
_TIMEOUT_S = 60.0


def measure(quick: bool) -> Figures:
    """95th percentiles in milliseconds."""
    answers, times = (20, 3) if quick else (ANSWERS, 40)
    with TemporaryDirectory(prefix="review-") as folder:
        url = f"sqlite://{folder}/verifyd.db"
        long = asyncio.run(_fill(url, answers))
        settings = {
            "server": {"http": f"unix://{folder}/http.sock"},
            "store": {"url": url},
            "pages": {"enabled": True},
        }
        with served(settings):
            browser = _Browser(Path(folder, "http.sock"))
            found = {name: browser.time(path, times) for name, path in _paths(long).items()}
    return {
        name: lower(milliseconds, 300 if name.startswith("review_queue") else None)
        for name, milliseconds in found.items()
    }


def _paths(long: str) -> Mapping[str, str]:
    return {
        "review_queue_first_page_ms": "/review",
        "review_queue_code_ms": "/review?code=WRONG_ROW&state=all",
        "review_queue_rare_code_ms": f"/review?code={_RARE}",
        "review_queue_severity_age_ms": "/review?severity=warning&age=over-week&state=all",
        "review_queue_agent_ms": "/review?agent=agent-3",
        "review_queue_decided_ms": "/review?state=decided",
        "review_answer_1000_findings_ms": f"/review/answers/{long}",
    }


class _Browser:
    """Somebody who is signed in."""

    def __init__(self, path: Path) -> None:
        self._connection = HTTPConnection("localhost")
        self._connection.sock = socket.socket(socket.AF_UNIX)
        self._connection.sock.connect(str(path))
        self._headers = {"host": "localhost", "origin": "http://localhost"}
        page = self._call("GET", "/review/sign-in", "")
        token = re.search(r'name="form_token" value="(\w+)"', page)
        assert token is not None
        self._call("POST", "/review/sign-in", urlencode({"form_token": token[1], "name": "Ana"}))

    def time(self, path: str, times: int) -> float:
        """Milliseconds that a page takes, in all but one of twenty cases."""
        elapsed = []
        for _ in range(times):
            started = time.perf_counter()
            self._call("GET", path, "")
            elapsed.append(time.perf_counter() - started)
        return float(1000 * np.percentile(elapsed, 95))

    def _call(self, method: str, path: str, body: str) -> str:
        self._connection.request(method, path, body, self._headers)
        response = self._connection.getresponse()
        page = response.read().decode()
        if response.status not in {200, 303}:
            raise RuntimeError(page)
        if cookie := response.headers.get("set-cookie"):
            self._headers["cookie"] = cookie.partition(";")[0]
        return page


async def _fill(url: str, answers: int) -> str:
    """Fill the store; returns the id of the long answer."""
    store = Store(StoreSettings(url=url, migrate=True, timeout_s=_TIMEOUT_S))
    await store.open()
    queue, now_us = ReviewQueue(store, ReviewsSettings()), time.time_ns() // 1000
    for number in range(answers):
        age_us = number * 14 * 24 * 3_600_000_000 // answers
        await queue.add(_review(number, FINDINGS, now_us - age_us), _TIMEOUT_S)
    long = _review(answers, LONG, now_us)
    await queue.add(long, _TIMEOUT_S)
    await store.close()
    return long.review_id


def _review(number: int, findings: int, created_us: int) -> Review:
    text = (_SENTENCE * findings).encode()
    return Review(
        review_id=f"{number:064x}",
        tenant="local",
        request_id=f"request-{number}",
        agent_id=f"agent-{number % 10}",
        created_us=created_us,
        decision=Decision.FAIL,
        text=text,
        text_digest="0" * 64,
        items=[_item(number, at) for at in range(findings)],
        dropped_items=0,
    )


def _item(number: int, at: int) -> ReviewItem:
    start = at * len(_SENTENCE)
    span = Span(start + _AT, start + _AT + len("4,321"))
    code = _RARE if number % 500 == 0 and not at else _CODES[at % len(_CODES)]
    finding = Finding(
        code=code,
        verdict=Verdict.CONTRADICTED,
        span=span,
        message="'4,321' is not what the data has: 1234 at North, sales (sales data[0].sales)",
        details={"query_id": "sales", "location": "data[0].sales", "value": "4321"},
        repair=Repair(span, "1,234"),
        confidence=0.9,
    )
    return ReviewItem(
        item_id=at + 1,
        check="numeric",
        severity=Severity.WARNING if at % 2 else Severity.ERROR,
        finding=finding,
        scope=Span(start, start + len(_SENTENCE)),
        words="4,321",
        scope_words=_SENTENCE.strip(),
        quote="",
        excerpts=[_EXCERPT],
    )


_EXCERPT = Excerpt(
    query_id="sales",
    columns=["region", "year", "sales", "share"],
    rows=[0, 1, 2],
    cells=[["North", "2024", "1234", "0.31"]] * 3,
    marks=[MarkedCell(0, 2, CellRole.COMPARED)],
    row_count=40,
)
