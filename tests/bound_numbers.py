"""The numbers of a text as the engine binds them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sidecar.binding.bound import BoundNumber
from sidecar.binding.engine.binder import EngineBinder
from sidecar.binding.settings import NumericSettings
from sidecar.checks import numeric
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column
from sidecar.model.report import Detail
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers

Rows = Sequence[Mapping[str, Any]]


def table(rows: Rows, query_id: str = "q", columns: Sequence[Column] = ()) -> TableIndex:
    """A query result; ``columns``: what is known of its columns."""
    header = Header(query_id=query_id, columns=tuple(columns))
    return TableIndex(decode_evidence(json.dumps(list(rows)).encode(), header, EvidenceLimits()))


def bound(
    text: str,
    *results: TableIndex,
    detail: Detail = Detail.BINDINGS,
    binding: Mapping[str, Any] | None = None,
) -> list[BoundNumber]:
    """Bind the numbers of a text; ``binding``: settings."""
    own = NumericSettings.model_validate({"binding": dict(binding or {})})
    read = Text(text)
    claims = extract_numbers(read, numeric.extract_options(own)).claims
    return list(EngineBinder(own, read, results, detail).bind(claims))
