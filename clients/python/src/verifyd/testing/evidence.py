"""What a test gives as query results, as the client takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verifyd._requests import Results
from verifyd.query_result import OPTIONAL, QueryResult

_FIELDS = frozenset({"query_id", "rows", *OPTIONAL})


def as_results(given: object) -> Results | None:
    """Query results in any of the forms that tests hold them in.

    Args:
        given: One of

            - None: there are none;
            - a mapping of a query id to its data;
            - a list of ``QueryResult``;
            - a list of mappings with ``query_id`` and ``rows``, as a data set of questions has
              them (``columns``, ``family``, ``title`` and what is declared may be there);
            - a list of tables, which are called ``result_1``, ``result_2`` and so on;
            - one table, which is called ``result``.

            A table is what ``QueryResult`` reads: a list of dicts, a DataFrame, a cursor.

    Raises:
        TypeError: If it is nothing of these.
        ValueError: If rows differ in length, or have no names.
    """
    if given is None or isinstance(given, Mapping):
        return given
    if not isinstance(given, Sequence) or isinstance(given, str | bytes):
        return [QueryResult("result", given)]
    if all(isinstance(one, QueryResult) for one in given):
        return list(given)
    if all(_is_described(one) for one in given):
        return [QueryResult.of(one) for one in given]
    if all(map(_is_row, given)):
        return [QueryResult("result", given)]
    return [
        one if isinstance(one, QueryResult) else QueryResult(f"result_{place}", one)
        for place, one in enumerate(given, start=1)
    ]


def _is_row(given: object) -> bool:
    if isinstance(given, Mapping):
        return True
    cells = given if isinstance(given, tuple) else ()
    return bool(cells) and not any(isinstance(cell, Mapping) for cell in cells)


def _is_described(given: object) -> bool:
    return (
        isinstance(given, Mapping)
        and given.keys() >= {"query_id", "rows"}
        and given.keys() <= _FIELDS
        and isinstance(given["query_id"], str)
    )
