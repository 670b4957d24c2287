"""Query results: what a narrative is judged against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, InitVar, dataclass, field
from datetime import datetime

from verifyd import _tables
from verifyd.citable import Source
from verifyd.v1 import evidence_pb2


@dataclass(frozen=True, slots=True)
class Column:
    """What you know of a column beyond its name. The more you say, the better numbers are bound.

    Attributes:
        name: The name in the data.
        label: What people call it: "free throw percentage".
        description: What it holds, in a sentence.
        unit: ``percent`` (45 means 45 %), ``fraction`` (0.45 means 45 %), ``count``, an ISO 4217
            code (``QAR``) or a unit symbol (``km``).
        synonyms: Other names for it in prose.
    """

    name: str
    label: str = ""
    description: str = ""
    unit: str = ""
    synonyms: Sequence[str] = ()

    def _message(self) -> evidence_pb2.Column:
        return evidence_pb2.Column(
            name=self.name,
            label=self.label,
            description=self.description,
            unit=self.unit,
            synonyms=self.synonyms,
        )


@dataclass(frozen=True, eq=False)
class QueryResult:
    """One query result. Its data is read at once, so a cursor may be closed afterwards.

    Attributes:
        query_id: Your name for it, unique in a request, without spaces; a text cites it as
            ``QID:query_id``.
        data: A list of dicts, a list of sequences (with ``columns``), a dict of columns, a pandas
            or polars DataFrame, a pyarrow Table or RecordBatch, a DuckDB relation, a DB-API
            cursor, Arrow IPC bytes or JSON text.
        family: The source it comes from, such as "LMIS"; a text cites it as "Per LMIS:".
        title: A caption.
        columns: What is known of the columns, by name; a bare string is a name and no more.
        message: The same as a protobuf message.

    Raises:
        TypeError: If the data, or a cell of it, is nothing that evidence can hold.
        ValueError: If rows or columns differ in length, or names are missing.
    """

    query_id: str
    data: InitVar[object]
    _: KW_ONLY
    family: str = ""
    title: str = ""
    columns: Sequence[Column | str] = ()
    message: evidence_pb2.QueryResult = field(init=False, repr=False)

    def __post_init__(self, data: object) -> None:
        described = [Column(c) if isinstance(c, str) else c for c in self.columns]
        message = evidence_pb2.QueryResult(
            query_id=self.query_id,
            family=self.family,
            title=self.title,
            columns=[column._message() for column in described],
        )
        _tables.fill(message, data, [column.name for column in described])
        object.__setattr__(self, "message", message)


@dataclass(frozen=True, slots=True)
class EvidenceInfo:
    """What the server knows of a piece of evidence.

    Attributes:
        handle: Its handle.
        query_id: Your name for a query result; empty for a source.
        family: The source it comes from.
        title: Its caption.
        columns: Its columns, in the order of the data.
        row_count: Its rows.
        number_count: The numbers that can be looked up in it.
        memory_bytes: Memory that it is accounted with.
        expires: When it will be dropped, unless it is put again.
        source: What was put, without its text, where it is a source.
        text_bytes: How long the text of a source is.
    """

    handle: str
    query_id: str
    family: str
    title: str
    columns: tuple[Column, ...]
    row_count: int
    number_count: int
    memory_bytes: int
    expires: datetime
    source: Source | None = None
    text_bytes: int = 0


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Handle:
    """Evidence that was put ahead. It keeps the data, to put it again should the server drop it.

    Attributes:
        id: What names it on the wire.
        result: What was put: a query result or a source.
        info: What the server stored.
        already_present: Whether it was there already.
    """

    id: str
    result: QueryResult | Source = field(repr=False, compare=False)
    info: EvidenceInfo = field(repr=False, compare=False)
    already_present: bool = field(compare=False)
