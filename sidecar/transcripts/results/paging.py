"""What an answer says of itself beside its rows: which page it is, and whether there are more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sidecar.text.vocabulary import one_of

PAGING = one_of(
    "page pages page_size page_count page_number per_page total total_count total_pages count limit"
    " offset next previous prev cursor next_cursor next_page next_page_token has_more has_next"
    " status ok success truncated row_count rowcount num_results size took took_ms elapsed"
)
"""Keys that say nothing about the rows themselves."""

_ABOUT_REQUEST = one_of(
    "page page_size page_count page_number per_page total_pages limit offset took took_ms elapsed"
)
"""What an answer says of how it was asked for and made, beside its lists: no data."""

_MORE = one_of(
    "has_more hasmore has_next hasnext has_next_page truncated is_truncated next_cursor nextcursor"
    " next_page_token nextpagetoken next_page next_token nexttoken"
)
"""What says that rows were left out, unless it is empty or false."""


def has_more(value: Mapping[str, Any]) -> bool:
    """Whether an answer with rows says that there are more of them."""
    if not any(isinstance(each, list | dict) for each in value.values()):
        return False
    said = {name.lower(): each for name, each in value.items() if not isinstance(each, list | dict)}
    return any(said.get(name) not in (None, False, "") for name in _MORE)


def without_request(cells: Mapping[str, Any]) -> dict[str, Any]:
    """The same without what is about the request."""
    return {name: cell for name, cell in cells.items() if name.lower() not in _ABOUT_REQUEST}
