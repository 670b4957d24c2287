"""What requests for pages have in common, and times on the wire."""

from __future__ import annotations

from google.protobuf.timestamp_pb2 import Timestamp

from sidecar.store.errors import PageInvalid

_DEFAULT_PAGE = 100
_MAX_PAGE = 1000
_LAST_US = (1 << 63) - 1


def page_size(given: int) -> int:
    """How many items are asked for.

    Raises:
        PageInvalid: If that is out of range.
    """
    if given > _MAX_PAGE:
        raise PageInvalid(
            f"a page has at most {_MAX_PAGE} items",
            field="page_size",
            given=given,
            maximum=_MAX_PAGE,
        )
    return given or _DEFAULT_PAGE


def microseconds(moment: Timestamp) -> int:
    """The first microsecond since the epoch that is not before a time; what lies before it is 0."""
    return min(max(0, moment.seconds * 1_000_000 - -moment.nanos // 1000), _LAST_US)


def timestamp(microseconds: int) -> Timestamp:
    """A time on the wire."""
    seconds, rest = divmod(microseconds, 1_000_000)
    return Timestamp(seconds=seconds, nanos=rest * 1000)
