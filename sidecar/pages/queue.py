"""The queue: texts with flagged findings, the newest first, by filters."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from sidecar.checks import CODES
from sidecar.model.report import Severity
from sidecar.pages.rendering import Renderer
from sidecar.pages.sessions import Visit
from sidecar.pages.times import HOUR_US, format_age, to_time
from sidecar.reviews.listing import MOST_COUNTED
from sidecar.reviews.model import ReviewQuery, ReviewState
from sidecar.reviews.queue import ReviewQueue
from sidecar.reviews.settings import ReviewsSettings
from sidecar.store.errors import PageInvalid

PAGE_SIZE = 50
_MAX_WORDS = 200
_MAX_REQUEST_ID = 128
_MAX_NAME = 200
_LATEST_US = 253_402_300_799_000_000  # the year 9999
_ROW_S = 0.0002

_STATES = {"open": ReviewState.OPEN, "decided": ReviewState.DECIDED, "all": ReviewState.ALL}
_SEVERITIES = {"error": Severity.ERROR, "warning": Severity.WARNING}


@dataclass(frozen=True, slots=True)
class Age:
    """A range of ages of texts, in hours; 0 is no bound."""

    words: str
    younger: int = 0
    older: int = 0


_AGES = {
    "": Age("any"),
    "hour": Age("up to an hour", younger=1),
    "day": Age("up to a day", younger=24),
    "week": Age("up to a week", younger=24 * 7),
    "over-day": Age("over a day", older=24),
    "over-week": Age("over a week", older=24 * 7),
}


class QueuePage:
    """The page with the list.

    Args:
        queue: The reviews.
        settings: Which checks are reviewed.
        renderer: Writes the page.
    """

    def __init__(self, queue: ReviewQueue, settings: ReviewsSettings, renderer: Renderer) -> None:
        self._queue, self._renderer = queue, renderer
        self._checks = settings.checks
        self._codes = list_codes(settings)

    async def show(self, request: Request) -> Response:
        """The list; a page of it that is gone begins anew."""
        visit: Visit = request.state.visit
        assert visit.session is not None  # noqa: S101 (the page is for people who are signed in)
        chosen = self._chosen(request.query_params)
        query, tenant = _read_query(chosen), visit.session.tenant
        token = request.query_params.get("page", "")
        try:
            found = await self._queue.list_reviews(
                tenant, query, PAGE_SIZE, token, visit.remaining_s()
            )
        except PageInvalid:
            found = await self._queue.list_reviews(
                tenant, query, PAGE_SIZE, "", visit.remaining_s()
            )
        visit.facts["items"] = len(found.reviews)
        following = urlencode({**chosen, "page": found.next_page_token})
        model = {
            "found": found,
            "chosen": chosen,
            "states": list(_STATES),
            "severities": list(_SEVERITIES),
            "ages": {name: age.words for name, age in _AGES.items()},
            "codes": self._codes,
            "checks": self._checks,
            "next_page": f"/review?{following}" if found.next_page_token else "",
            "is_first": not token,
            "count": _count,
            "words": _MAX_WORDS,
            "time": to_time,
            "age": lambda created_us: format_age(int(chosen["at"]) - created_us),
        }
        return await self._renderer.page(
            request, "queue", model, cost_s=_ROW_S * len(found.reviews)
        )

    def _chosen(self, given: Mapping[str, str]) -> dict[str, str]:
        """The filters; what is unknown filters nothing."""
        known = {
            "state": list(_STATES),
            "severity": ["", *_SEVERITIES],
            "code": ["", *self._codes],
            "check": ["", *self._checks],
            "age": list(_AGES),
        }
        chosen = {
            name: value if (value := given.get(name, "")) in values else values[0]
            for name, values in known.items()
        }
        agent_id = given.get("agent", "").strip()
        chosen["agent"] = agent_id[:_MAX_NAME] if agent_id.isprintable() else ""
        request_id, at = given.get("request", "").strip(), given.get("at", "")
        is_id = request_id.isascii() and request_id.isprintable()
        chosen["request"] = request_id[:_MAX_REQUEST_ID] if is_id else ""
        # Pages that follow each other see ages from one moment: it is in their addresses.
        is_number = at.isascii() and at.isdecimal() and len(at) <= len(str(_LATEST_US))
        is_time = is_number and int(at) <= _LATEST_US
        chosen["at"] = at if is_time else str(time.time_ns() // 1000)
        return chosen


def list_codes(settings: ReviewsSettings) -> list[str]:
    """The codes that checks which are reviewed may find."""
    return sorted(code.code for code in CODES.values() if any(map(code.given_by, settings.checks)))


def _read_query(chosen: Mapping[str, str]) -> ReviewQuery:
    age, now_us = _AGES[chosen["age"]], int(chosen["at"])
    return ReviewQuery(
        state=_STATES[chosen["state"]],
        check=chosen["check"],
        code=chosen["code"],
        severity=_SEVERITIES.get(chosen["severity"]),
        agent_id=chosen["agent"],
        request_prefix=chosen["request"],
        since_us=max(0, now_us - age.younger * HOUR_US) if age.younger else 0,
        until_us=max(0, now_us - age.older * HOUR_US) if age.older else 0,
    )


def _count(number: int, word: str) -> str:
    """A count with its word: ``1 answer``, ``more than 10,000 findings``."""
    if number > MOST_COUNTED:
        return f"more than {MOST_COUNTED:,} {word}s"
    return f"{number:,} {word}{'' if number == 1 else 's'}"
