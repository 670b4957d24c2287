"""A citation as it is written in a text."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from sidecar.model.text import Span


class CitationForm(IntEnum):
    """How a citation is written. Values equal those of the wire enum."""

    ID = 1  # [ev-abc-001], [ev_abc_001]
    SOURCE_NUMBER = 2  # [Source 3]
    NUMBER = 3  # [3], where the request says that bare numbers cite
    NAME = 4  # "Per LMIS:", "According to GCC-STAT:", [Source: LMIS]
    QUERY_ID = 5  # QID:lmis_001


class Marker(NamedTuple):
    """One citation of a text.

    Attributes:
        span: All of it: ``[ev-abc-001]`` with its brackets, or its own part of a group.
        form: How it is written.
        key: What is cited, as written: an id, a name, or a number.
        key_span: The key alone.
        explicit: Whether it can be nothing else than a citation. "According to Reuters, ..." may
            merely say who said something.
    """

    span: Span
    form: CitationForm
    key: str
    key_span: Span
    explicit: bool = True
