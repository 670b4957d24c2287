"""The columns that a query may read, and what of their cells the gate asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sidecar.formulas.tree import Connection

_NUMBERS = ("INT", "DECIMAL", "DOUBLE", "FLOAT", "REAL")


@dataclass(frozen=True)
class ColumnInfo:
    """A column of a query result.

    Attributes:
        name: Its exact name.
        type: The engine's name of its type: "DOUBLE", "DECIMAL(18,2)".
        sharing: How many of its labels hold all of some lower-case words.
        extremes: Its least and greatest cell as text, or None where it has none.
        picks: Its different texts that have a digit, with what a group of a pattern picks out of
            each; at most some number of them.
    """

    name: str
    type: str
    sharing: Callable[[tuple[str, ...]], int]
    extremes: Callable[[], tuple[str, str] | None]
    picks: Callable[[str, int, int], list[tuple[str, str]]]

    @property
    def number(self) -> bool:
        """Whether its cells are numbers."""
        return any(name in self.type for name in _NUMBERS) and "INTERVAL" not in self.type

    @property
    def date(self) -> bool:
        """Whether its cells are dates or moments."""
        return self.type.startswith(("DATE", "TIMESTAMP"))


Tables = Mapping[str, Sequence[ColumnInfo]]
"""The columns of each query result, by query id."""


def quoted(name: str) -> str:
    """A name as a query writes it."""
    return '"' + name.replace('"', '""') + '"'


def column(connection: Connection, table: str, name: str, kind: str) -> ColumnInfo:
    """A column of a table in a connection's main schema, with the engine's name of its type."""
    source, cell = f"main.{quoted(table)}", quoted(name)

    @cache
    def sharing(words: tuple[str, ...]) -> int:
        held = " AND ".join([f"contains(lower({cell}::VARCHAR), ?)"] * len(words))
        query = f"SELECT count(DISTINCT {cell}) FROM {source} WHERE {held}"  # noqa: S608 (quoted)
        return int(connection.execute(query, list(words)).fetchone()[0])

    @cache
    def extremes() -> tuple[str, str] | None:
        query = f"SELECT min({cell})::VARCHAR, max({cell})::VARCHAR FROM {source}"  # noqa: S608 (quoted)
        row = connection.execute(query).fetchone()
        return None if row[0] is None else (row[0], row[1])

    def picks(pattern: str, group: int, most: int) -> list[tuple[str, str]]:
        found = f"{cell}, regexp_extract({cell}, ?, {group})"
        held = f"regexp_matches({cell}, '[0-9]')"
        query = f"SELECT DISTINCT {found} FROM {source} WHERE {held}"  # noqa: S608 (quoted)
        return connection.execute(query, [pattern]).fetchmany(most)

    return ColumnInfo(name, kind, sharing, extremes, picks)
