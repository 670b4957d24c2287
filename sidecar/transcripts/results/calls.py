"""What a tool call says about its result: what the rows are about, and how many there may be.

An argument says what every row is about where it has one value: a text, a truth value, or a number
that names something (``year``, ``store_id``). Numbers of other arguments are the agent's own and
no evidence; ranges, orders, pages and limits are no filters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from sidecar.model.transcript import ToolCall
from sidecar.text.vocabulary import one_of
from sidecar.transcripts import exact_json
from sidecar.transcripts.origins.figures import read_figures
from sidecar.transcripts.results.parts import MOST_NAME, Cell, make_cell
from sidecar.transcripts.results.sql import SqlFacts, is_query, read_query

_LIMITS = one_of(
    "limit top top_k topk k max_results max_rows page_size per_page num_results n first rows"
    " max_records pagesize maxresults perpage max count max_items maxitems"
)
_PAGES = one_of(
    "page page_number page_token pagetoken cursor offset skip start_cursor next_token after_id"
    " continuation_token start_index"
)
_NEVER = (
    _LIMITS
    | _PAGES
    | one_of(
        "sort sort_by order order_by orderby direction ascending descending desc asc format columns"
        " fields select query sql q search text prompt question input code expression verbose"
        " timeout group_by groupby aggregation metric metrics include exclude database db schema"
        " table api_key"
    )
)
_RANGES = one_of(
    "min max start end from to since until before after gt gte lt lte above below between not"
    " threshold exclude begin limit"
)
_NUMBERED = one_of("id year month quarter week day no number code zip key ref fiscal season")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MOST_TEXT = 200  # characters of a value
_MOST_FILTERS = 8
_SMALL, _YEARS = 31, frozenset(range(1900, 2101))


class CallFacts(NamedTuple):
    """What a call says about its result.

    Attributes:
        title: The tool and its arguments in words.
        columns: The names of columns, as its query gives them.
        filters: Columns with the one value that all rows have.
        limit: Most rows, or None.
        page_key: The arguments without those that choose a page; equal for pages of one result.
        page: Those that do; empty where there is none.
    """

    title: str
    columns: tuple[str, ...] = ()
    filters: tuple[tuple[str, Cell], ...] = ()
    limit: int | None = None
    page_key: str = ""
    page: str = ""


def read_call(tool: str, call: ToolCall | None) -> CallFacts:
    """What a call says about its result."""
    name = " ".join(words_of(tool)) or tool or "tool result"
    if call is None:
        return CallFacts(name[:MOST_NAME])
    arguments = _arguments(call.arguments)
    query = next((value for value in arguments.values() if _is_query(value)), None)
    facts = read_query(query) if query is not None else SqlFacts()
    filters = dict(facts.filters)
    if query is None:
        filters |= dict(_scalars(arguments))
    paged = {key: value for key, value in arguments.items() if _key(key) in _PAGES}
    rest = {key: value for key, value in arguments.items() if key not in paged}
    return CallFacts(
        _title(name, facts, arguments),
        facts.columns,
        _choose(filters),
        _limit(arguments) if facts.limit is None else facts.limit,
        exact_json.write(rest),
        exact_json.write(paged) if paged else "",
    )


def _choose(filters: Mapping[str, Cell]) -> tuple[tuple[str, Cell], ...]:
    return tuple(one for one in filters.items() if not _is_claim(*one))[:_MOST_FILTERS]


def _is_claim(name: str, value: Cell) -> bool:
    """Whether a condition says a number that names nothing: ``revenue = 5000000``."""
    if isinstance(value, bool) or value is None or names_something(name):
        return False
    if not isinstance(value, str):
        return is_telling(value)
    return any(is_telling(one[2]) for one in read_figures(value).numbers)


def _limit(arguments: Mapping[str, Any]) -> int | None:
    """The first argument that limits the rows."""
    values = (value for key, value in arguments.items() if _key(key) in _LIMITS)
    return next((value for value in values if type(value) is int), None)


def words_of(name: str) -> list[str]:
    """The words of a name such as ``get_sales`` or ``getSales``, in lower case."""
    return [word.lower() for word in _WORD.findall(name)]


def _arguments(text: str) -> Mapping[str, Any]:
    try:
        value = exact_json.parse(text)
    except exact_json.NotJson:
        value = text
    if isinstance(value, dict):
        return value
    return {"query": value} if isinstance(value, str) else {}


def _is_query(value: object) -> bool:
    return isinstance(value, str) and is_query(value)


def _scalars(arguments: Mapping[str, Any], level: int = 0) -> Iterator[tuple[str, Cell]]:
    """The arguments that say what every row is about."""
    for key, value in arguments.items():
        if isinstance(value, dict) and level < 2:
            yield from _scalars(value, level + 1)
            continue
        single = value[0] if isinstance(value, list) and len(value) == 1 else value
        if _is_filter(key, single):
            yield key, make_cell(single)


def _is_filter(key: str, value: object) -> bool:
    words = words_of(key)
    if _key(key) in _NEVER or _RANGES.intersection(words):
        return False
    if isinstance(value, str):
        return 0 < len(value) <= _MOST_TEXT and "\n" not in value
    if isinstance(value, bool):
        return True
    return isinstance(value, int) and names_something(key)


def names_something(name: str) -> bool:
    """Whether numbers under a name stand for something: ``year``, ``store_id``."""
    return not _NUMBERED.isdisjoint(words_of(name))


def is_telling(number: float | Decimal) -> bool:
    """Whether a number says something by itself, as small numbers and years do not."""
    return not -_SMALL <= number <= _SMALL and number not in _YEARS


def _key(name: str) -> str:
    return name.lower().replace("-", "_")


def _title(name: str, facts: SqlFacts, arguments: Mapping[str, Any]) -> str:
    shown = [
        f"{' '.join(words_of(key)) or key}: {value}"
        for key, value in arguments.items()
        if isinstance(value, str | int) and not _is_query(value)
    ]
    if facts.tables:
        shown.insert(0, f"from {', '.join(dict.fromkeys(facts.tables))}")
        shown += [f"{key}: {value}" for key, value in facts.filters]
    listed = f" ({', '.join(shown)})" if shown else ""
    return " ".join(f"{name}{listed}".split())[:MOST_NAME]
