"""Query results: what a narrative is judged against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass, field, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Self

from verifyd import _arguments
from verifyd.citable import Source
from verifyd.errors import InvalidArgument
from verifyd.v1 import evidence_pb2, evidence_service_pb2

if TYPE_CHECKING:
    from decimal import Decimal

OPTIONAL: Final = (
    *("family", "title", "columns", "as_of", "expires_at"),
    *("row_count", "row_limit", "control_totals"),
)
"""What a query result may have beside its id and its data."""


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
        as_of: When the data were true, with a time zone.
        expires_at: From when on they no longer count: numbers that rest on them are then errors.
        row_count: Rows of the complete result, of which the data may be a part.
        row_limit: The LIMIT that the query ran with.
        control_totals: Sums of columns of the complete result, by column; a list of
            ``{column, sum}``, as messages have it, will do.
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
    as_of: datetime | None = None
    expires_at: datetime | None = None
    row_count: int | None = None
    row_limit: int | None = None
    control_totals: Mapping[str, Decimal | int | float | str] | Sequence[Mapping[str, Any]] = ()
    message: evidence_pb2.QueryResult = field(init=False, repr=False)

    def __post_init__(self, data: object) -> None:
        from verifyd import _tables  # noqa: PLC0415 (with the first data)

        where = f"query result {self.query_id!r}"
        columns = _arguments.every(f"columns of {where}", self.columns, Column._of, "columns")
        names = "query_id", "family", "title", "row_count", "row_limit"
        given = {name: getattr(self, name) for name in names}
        message = _arguments.message(evidence_pb2.QueryResult, where, given)
        for name in ("as_of", "expires_at"):
            if (moment := getattr(self, name)) is not None:
                getattr(message, name).FromDatetime(_moment(f"{name} of {where}", moment))
        if self.control_totals:
            message.control_totals.extend(_totals(where, self.control_totals))
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
            given: ``query_id`` and ``rows`` (any data), perhaps other fields of the class; times
                as ISO 8601 texts, too.

        Raises:
            InvalidArgument: If a field is missing or unknown, or the data cannot be used.
        """
        names = ("query_id", "rows", *OPTIONAL)
        for name in given:
            if name not in names:
                raise _arguments.no_such("a query result", name, names)
        missing = [name for name in names[:2] if name not in given]
        if missing:
            raise InvalidArgument(f"a query result has no {missing[0]}", "results", names)
        about = {name: given[name] for name in OPTIONAL if given.get(name) is not None}
        return cls(given["query_id"], given["rows"], **about)


def _moment(argument: str, given: object) -> datetime:
    """A time with its zone, given as such or in ISO 8601."""
    try:
        moment = datetime.fromisoformat(given) if isinstance(given, str) else given
    except ValueError:
        moment = None
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        raise _arguments.wrong(argument, given, "a time with its zone, such as datetime.now(UTC)")
    return moment


def _totals(where: str, given: object) -> Iterator[evidence_pb2.ControlTotal]:
    """Sums by column, or as a list of ``{column, sum}``."""
    from decimal import Decimal  # noqa: PLC0415 (with the first sum)

    if isinstance(given, Mapping):
        given = [{"column": column, "sum": total} for column, total in given.items()]
    argument = f"control_totals of {where}"
    for one in _arguments.every(argument, given, lambda _, one: one, "{column, sum}"):
        if not isinstance(one, Mapping) or one.keys() != {"column", "sum"}:
            raise _arguments.wrong(argument, one, "{column, sum}")
        if isinstance(one["sum"], bool) or not isinstance(one["sum"], Decimal | int | float | str):
            raise _arguments.wrong(argument, one["sum"], "a number")
        told = {"column": one["column"], "sum": str(one["sum"])}
        yield _arguments.message(evidence_pb2.ControlTotal, argument, told)


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
