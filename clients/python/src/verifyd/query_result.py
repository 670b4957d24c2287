"""Query results: what a narrative is judged against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass, field, fields
from datetime import UTC, datetime
from typing import Any, Self

from verifyd import _arguments
from verifyd.citable import Source
from verifyd.errors import InvalidArgument
from verifyd.v1 import evidence_pb2, evidence_service_pb2


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

    def _message(self, argument: str = "column") -> evidence_pb2.Column:
        if isinstance(self.synonyms, str):
            raise _arguments.wrong(f"{argument}.synonyms", self.synonyms, "a list of texts")
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return _arguments.message(evidence_pb2.Column, argument, given)

    @classmethod
    def _of(cls, argument: str, given: object) -> Self:
        """A column that is given as such, as a mapping of its fields, or by its name."""
        return cls(given) if isinstance(given, str) else _arguments.record(argument, given, cls)

    @classmethod
    def _read(cls, message: evidence_pb2.Column) -> Self:
        synonyms = tuple(message.synonyms)
        return cls(message.name, message.label, message.description, message.unit, synonyms)


@dataclass(frozen=True, eq=False)
class QueryResult:
    """One query result. Its data is read at once, so a cursor may be closed afterwards.

    Attributes:
        query_id: Your name for it, unique in a request, without spaces; a text cites it as
            ``QID:query_id``.
        data: A list or generator of dicts, a list of sequences (with ``columns``), a dict of
            columns, a pandas or polars DataFrame, a pyarrow Table or RecordBatch, a DuckDB
            relation, a DB-API cursor, Arrow IPC bytes or JSON text.
        family: The source it comes from, such as "LMIS"; a text cites it as "Per LMIS:".
        title: A caption.
        columns: What is known of the columns, by name; a bare string is a name and no more.
        message: The same as a protobuf message.

    Raises:
        InvalidArgument: If the data, or a cell of it, is nothing that evidence can hold, rows or
            columns differ in length, or names are missing.
    """

    query_id: str
    data: InitVar[object]
    _: KW_ONLY
    family: str = ""
    title: str = ""
    columns: Sequence[Column | str | Mapping[str, Any]] = ()
    message: evidence_pb2.QueryResult = field(init=False, repr=False)

    def __post_init__(self, data: object) -> None:
        from verifyd import _tables  # noqa: PLC0415 (with the first data)

        where = f"query result {self.query_id!r}"
        columns = _arguments.every(f"columns of {where}", self.columns, Column._of, "columns")
        names = {name: getattr(self, name) for name in ("query_id", "family", "title")}
        message = _arguments.message(evidence_pb2.QueryResult, where, names)
        message.columns.extend(
            column._message(f"column {column.name!r} of {where}") for column in columns
        )
        try:
            _tables.fill(message, data, [column.name for column in columns])
        except (TypeError, ValueError) as error:
            raise InvalidArgument(f"{where}: {error}", "data") from error
        object.__setattr__(self, "message", message)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """A query result that is given as in a data set of questions.

        Args:
            given: ``query_id`` and ``rows`` (any data), perhaps ``family``, ``title``, ``columns``.

        Raises:
            InvalidArgument: If a field is missing or unknown, or the data cannot be used.
        """
        names = ("query_id", "rows", "family", "title", "columns")
        for name in given:
            if name not in names:
                raise _arguments.no_such("a query result", name, names)
        missing = [name for name in names[:2] if name not in given]
        if missing:
            raise InvalidArgument(f"a query result has no {missing[0]}", "results", names)
        about = {name: given[name] for name in names[2:] if name in given}
        return cls(given["query_id"], given["rows"], **about)


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

    @classmethod
    def _read(cls, message: evidence_service_pb2.EvidenceInfo) -> Self:
        return cls(
            handle=message.handle,
            query_id=message.query_id,
            family=message.family,
            title=message.title,
            columns=tuple(map(Column._read, message.columns)),
            row_count=message.row_count,
            number_count=message.number_count,
            memory_bytes=message.memory_bytes,
            expires=message.expire_time.ToDatetime(tzinfo=UTC),
            source=Source._read(message.source) if message.HasField("source") else None,
            text_bytes=message.text_bytes,
        )


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Handle:
    """Evidence uploaded in advance. It keeps the data, to upload it again if the server drops it.

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
