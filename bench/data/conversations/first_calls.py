"""Calls that agents make before the ones that matter: looking around, and a failure to repeat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple


class Call(NamedTuple):
    """A tool call with what came back, and how many rows of data that has."""

    tool: str
    arguments: dict[str, Any]
    content: str
    holds: str
    rows: int


_FLIGHTS = (
    "CREATE TABLE airlines (\n\tcarrier TEXT, \n\tname TEXT\n)\n\nCREATE TABLE flights (\n\t"
    "year INTEGER, \n\tmonth INTEGER, \n\tday INTEGER, \n\tdep_time REAL, \n\tdep_delay REAL, "
    "\n\tarr_delay REAL, \n\tcarrier TEXT, \n\tflight INTEGER, \n\ttailnum TEXT, \n\torigin TEXT, "
    "\n\tdest TEXT, \n\tair_time REAL, \n\tdistance INTEGER, \n\thour INTEGER\n)"
)
_GRUNFELD = """\
                 Table "public.grunfeld"
 Column  |       Type       | Collation | Nullable | Default
---------+------------------+-----------+----------+---------
 firm    | text             |           |          |
 year    | double precision |           |          |
 invest  | double precision |           |          |
 value   | double precision |           |          |
 capital | double precision |           |          |
"""
_HOME = (
    '<html><head><title>State statistics</title></head><body>\n<nav><a href="/">Home</a></nav>\n'
    "<h1>State statistics</h1>\n<p>Profiles at /states/NAME, comparisons at "
    "/states/compare?ids=A,B, rankings at /states/MEASURE?sort=desc.</p>\n</body></html>"
)
_TABLE = (
    '{"table": "gapminder", "rows": 1704, "columns": [{"name": "country", "type": "text"}, '
    '{"name": "continent", "type": "text"}, {"name": "year", "type": "int"}, '
    '{"name": "life_exp", "type": "float"}, {"name": "pop", "type": "int"}, '
    '{"name": "gdp_per_cap", "type": "float"}]}'
)
_ENDPOINTS = (
    '{"status": 200, "data": {"items": [{"path": "/v2/prices/{symbol}", "method": "GET"}, '
    '{"path": "/v2/generation/{state}", "method": "GET"}]}, "meta": {"page": 1, "total": 2}}'
)
_FILES = (
    '[{"file": "barley.csv", "rows": 120}, {"file": "playfair.csv", "rows": 52}, '
    '{"file": "driving.csv", "rows": 55}, {"file": "fertility.csv", "rows": 219}, '
    '{"file": "wine.csv", "rows": 178}]'
)
_LOOKS = {
    "atlas": Call("describe_table", {"table": "gapminder"}, _TABLE, "data", 6),
    "ticker": Call("http_get", {"path": "/v2", "params": {}}, _ENDPOINTS, "data", 2),
    "rain": Call(
        "list_datasets",
        {},
        "dataset,first,last,rows\nseattle_weather,2012-01-01,2015-12-31,1461\n",
        "data",
        1,
    ),
    "nest": Call(
        "summarise",
        {"describe": "all"},
        "| table | rows | columns |\n| --- | --- | --- |\n| penguins | 344 | 8 |\n"
        "| antibiotics | 16 | 6 |",
        "data",
        2,
    ),
    "civic": Call("fetch_page", {"url": "https://stats.example.org/"}, _HOME, "text", 0),
    "garage": Call(
        "lookup_record",
        {"kind": "help"},
        "Kinds of records: car, car_search, car_stats, airport, airport_count.",
        "text",
        0,
    ),
    "ledger": Call("psql", {"query": "\\d grunfeld"}, _GRUNFELD, "data", 5),
    "frame": Call(
        "python",
        {"code": "df.shape, sun.shape, nile.shape"},
        "((203, 14), (309, 2), (100, 2))",
        "text",
        0,
    ),
    "field": Call("list_files", {}, _FILES, "data", 5),
}
_FAILURES = {
    "atlas": '{"error":{"code":"TIMEOUT","message":"Query exceeded 5000 ms."}}',
    "ticker": '{"status":503,"error":{"type":"unavailable","detail":"Upstream timed out."}}',
    "rain": "ERROR: worker restarted while exporting, please try again",
    "nest": "**Error:** connection reset by peer",
    "civic": "<html><body><h1>503 Service Unavailable</h1></body></html>",
    "garage": "error: catalogue busy, retry in 2 s",
    "hangar": "Error: (sqlite3.OperationalError) database is locked",
    "ledger": "ERROR:  canceling statement due to statement timeout",
    "frame": "TimeoutError: kernel did not respond within 10 s",
    "field": '{"error": "index temporarily unavailable"}',
}


def looking_around(agent: str, vary: int) -> Iterator[Call]:
    """What some conversations look at first: lists, descriptions and schemas."""
    if agent == "hangar" and vary % 3 == 0:
        tables = "airlines, flights, nycairports, planes"
        yield Call("sql_db_list_tables", {"tool_input": ""}, tables, "text", 0)
    if agent == "hangar" and vary % 4 == 0:
        yield Call("sql_db_schema", {"table_names": "flights, airlines"}, _FLIGHTS, "text", 0)
    if agent in _LOOKS and vary % 4 == 1:
        yield _LOOKS[agent]


def failing(agent: str, call: Call, vary: int) -> Iterator[Call]:
    """The same call failing before it works, in some conversations."""
    if vary % 6 == 0 and call.holds in {"data", "text"}:
        yield Call(call.tool, call.arguments, _FAILURES[agent], "error", 0)
