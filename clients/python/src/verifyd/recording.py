"""Recording: what an agent's query tools return, as evidence for ``Client.verify``.

A recorded tool gives the model a text that names the query id of its result, so that the answer can
declare the query behind each number (``verifyd.formulas.prompt``).

Example:
    @record_query
    def run_sql(sql: str) -> list[dict[str, object]]:
        return database.execute(sql).fetchall()

    with QueryRecorder() as recorder:
        answer = agent.run(question)
    report = client.verify(answer, recorder.evidence())
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextvars import ContextVar, Token
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import Any, Final, ParamSpec, Self, cast

from verifyd import _tool_results
from verifyd.query_result import Column, QueryResult

P = ParamSpec("P")

_SQL: Final = ("sql", "query", "statement")
"""Parameters that hold the SQL, by their usual names."""


@dataclass(frozen=True, slots=True)
class RecordedQuery:
    """A call of a query tool, with its result.

    Attributes:
        query_id: The name of the result: ``q1`` for the first.
        tool: The name of the tool.
        sql: The SQL it was called with: its argument ``sql``, ``query`` or ``statement``, else its
            first text; empty where it has none.
        result: What it returned.
    """

    query_id: str
    tool: str
    sql: str
    result: QueryResult


class QueryRecorder:
    """Records the query results of one conversation.

    A tool that belongs to the conversation is recorded with ``@recorder.record``. One that serves
    many is recorded with ``@record_query``: it writes to the recorder whose ``with`` block its call
    runs in, in that task or thread, and in tasks and ``asyncio.to_thread`` started from there.

    Args:
        prefix: What the query ids begin with.
        shown_rows: Most rows that the model is shown; the evidence has all of them.
        columns: What is known of columns, such as their units, in every result that has them.
    """

    def __init__(
        self, *, prefix: str = "q", shown_rows: int = 50, columns: Sequence[Column] = ()
    ) -> None:
        self._prefix = prefix
        self._shown_rows = shown_rows
        self._columns = {column.name: column for column in columns}
        self._queries: list[RecordedQuery] = []
        self._lock = Lock()
        self._entered: list[Token[QueryRecorder | None]] = []

    def __enter__(self) -> Self:
        self._entered.append(_CURRENT.set(self))
        return self

    def __exit__(self, *_: object) -> None:
        _CURRENT.reset(self._entered.pop())

    @property
    def queries(self) -> tuple[RecordedQuery, ...]:
        """The calls so far, in the order in which they ended."""
        return tuple(self._queries)

    def evidence(self) -> list[QueryResult]:
        """The query results so far, for ``Client.verify``."""
        return [query.result for query in self.queries]

    def record(self, tool: Callable[P, Any]) -> Callable[P, Any]:
        """Decorate a query tool, which then returns a text for the model; an async one stays async.

        The tool may return a list of dicts, ``(rows, cursor.description)`` or ``(rows, names)``, a
        DB-API cursor, a DuckDB relation, a pandas or polars DataFrame, a pyarrow Table, or a JSON
        text with a list of objects. Any other text, such as an error, is passed on and is no
        evidence.

        Raises:
            InvalidArgument: From the tool, if it returns something else.
        """
        return _wrap(tool, lambda: self)

    def _add(self, tool: str, sql: str, returned: Any) -> str:
        """Keep a result; returns the text for the model."""
        table = _tool_results.read(returned, self._shown_rows)
        if isinstance(table, str):
            return table
        columns = [self._columns.get(name, Column(name)) for name in table.names]
        with self._lock:
            query_id = f"{self._prefix}{len(self._queries) + 1}"
            result = QueryResult(query_id, table.data, columns=columns)
            self._queries.append(RecordedQuery(query_id, tool, sql, result))
        return _tool_results.write(query_id, table)


_CURRENT: Final[ContextVar[QueryRecorder | None]] = ContextVar("verifyd_recorder", default=None)


def record_query(tool: Callable[P, Any]) -> Callable[P, Any]:
    """Decorate a query tool that serves many conversations: see ``QueryRecorder``.

    Raises:
        LookupError: From the tool, if it is called outside the ``with`` block of a recorder: its
            result would be missing in the evidence.
    """
    return _wrap(tool, _current)


def _current() -> QueryRecorder:
    recorder = _CURRENT.get()
    if recorder is None:
        raise LookupError("no QueryRecorder is entered here; call the tool in its `with` block")
    return recorder


def _wrap(tool: Callable[P, Any], find: Callable[[], QueryRecorder]) -> Callable[P, Any]:
    signature = inspect.signature(tool)
    name = getattr(tool, "__name__", type(tool).__name__)

    async def record_later(*args: P.args, **named: P.kwargs) -> str:
        recorder = find()
        returned = await tool(*args, **named)
        return recorder._add(name, _sql(signature.bind(*args, **named)), returned)

    def record(*args: P.args, **named: P.kwargs) -> str:
        recorder = find()
        returned = tool(*args, **named)
        return recorder._add(name, _sql(signature.bind(*args, **named)), returned)

    is_async = inspect.iscoroutinefunction(tool)
    wrapper: Any = wraps(tool)(record_later if is_async else record)
    # Frameworks make a tool's schema of these: what it returns now is a text.
    wrapper.__signature__ = signature.replace(return_annotation=str)
    wrapper.__annotations__ = {**inspect.get_annotations(tool), "return": str}
    return cast(Callable[P, Any], wrapper)


def _sql(call: inspect.BoundArguments) -> str:
    given = {name: value for name, value in call.arguments.items() if isinstance(value, str)}
    return next((given[name] for name in (*_SQL, *given) if name in given), "")
