"""What pages ask of the services: the methods of the API, in the call that is under way.

So a page shows what a client would be told, tenant, limits and errors included.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from sidecar.pages.protection import FormInvalid

Ask = Callable[[Any], Awaitable[Any]]
"""A method of the API: from its request to its response."""


def read_day(given: str, name: str) -> Timestamp | None:
    """The start of a day in UTC, as fields of dates give it; None where nothing is given.

    Raises:
        FormInvalid: If it is no date.
    """
    if not given:
        return None
    try:
        day = date.fromisoformat(given)
    except ValueError:
        raise FormInvalid(f"{name} is a date such as 2026-11-25") from None
    found = Timestamp()
    found.FromDatetime(datetime(day.year, day.month, day.day, tzinfo=UTC))
    return found
