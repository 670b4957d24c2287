"""Lists of items and sources, as ``verifyd check --evidence`` and ``--sources`` read them.

A file holds a YAML or JSON list with the fields of ``EvidenceItem`` or ``Source``:

    - id: ev-abc-001
      text: The staff grew to 1,234 people.
      provenance: annual report
      relevance: 0.9
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from sidecar.cli import files
from sidecar.cli.errors import UsageError
from sidecar.model.evidence import EvidenceItem, Source

REASON = "EVIDENCE_INVALID"


class _Item(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: str
    text: str = ""
    kind: str = ""
    provenance: str = ""
    relevance: float | None = None
    title: str = ""


class _Source(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: str
    number: int = 0
    family: str = ""
    title: str = ""
    url: str = ""
    text: str = ""
    relevance: float | None = None


_Row = TypeVar("_Row", _Item, _Source)
_ITEMS = TypeAdapter(list[_Item])
_SOURCES = TypeAdapter(list[_Source])


def items(path: Path) -> list[EvidenceItem]:
    """The pieces of evidence of a file.

    Raises:
        UsageError: With what is wrong, and where.
    """
    return [EvidenceItem(**one.model_dump()) for one in _read(path, _ITEMS, _Item.model_fields)]


def sources(path: Path, before: int = 0) -> list[Source]:
    """The documents of a file; those without a number have that of their place.

    Args:
        path: The file.
        before: How many documents stand before its first.

    Raises:
        UsageError: With what is wrong, and where.
    """
    read = _read(path, _SOURCES, _Source.model_fields)
    return [
        Source(**one.model_dump() | {"number": one.number or place})
        for place, one in enumerate(read, before + 1)
    ]


def _read(path: Path, adapter: TypeAdapter[list[_Row]], fields: Collection[str]) -> list[_Row]:
    said = files.plain(path, REASON)
    if said is None:
        raise UsageError(REASON, f"{path} is empty; a list without entries is []")
    try:
        return adapter.validate_python(said)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        told = first["msg"].lower()
        if first["type"] == "extra_forbidden":
            told = f"there is no such field; there are: {', '.join(fields)}"
        raise UsageError(REASON, f"{path}: {where}: {told}") from None
