"""Which column a name in a query means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sidecar.formulas.columns import ColumnInfo
from sidecar.formulas.flows import Kind, Place, Provenance
from sidecar.formulas.functions import DATE_PARTS
from sidecar.formulas.refusals import Refusal


@dataclass(frozen=True)
class Item:
    """A table or subquery that a FROM clause names.

    Attributes:
        name: What it is called there, in lower case.
        columns: What each of its columns gives, by name in lower case, in their order.
        rows: The tables whose rows it has.
        single: Whether it has one row by its form.
        doubled: Whether a union has the same rows several times.
    """

    name: str
    columns: dict[str, Provenance]
    rows: frozenset[Place]
    single: bool = False
    doubled: bool = False

    def called(self, name: str) -> Item:
        """The same under another name: a column of it is another operand than that of its twin."""
        columns = {
            key: flow if flow.kind is Kind.COUNT else replace(flow, core=f"{name}.{key}")
            for key, flow in self.columns.items()
        }
        return replace(self, name=name.lower(), columns=columns)

    def renamed(self, names: list[str]) -> Item:
        """The same with other names for its first columns."""
        old = list(self.columns)
        keys = [*(name.lower() for name in names), *old[len(names) :]]
        return replace(self, columns=dict(zip(keys, self.columns.values(), strict=False)))


@dataclass
class Scope:
    """The names that an expression may use.

    Attributes:
        items: What the FROM clause names.
        parent: The names of the query around it, which a subquery may use too.
        aliases: The select list's own names.
        named: The queries that WITH gave a name, in lower case.
    """

    items: list[Item] = field(default_factory=list)
    parent: Scope | None = None
    aliases: dict[str, Provenance] = field(default_factory=dict)
    named: dict[str, Item] = field(default_factory=dict)

    @property
    def rows(self) -> frozenset[Place]:
        """The tables whose rows are counted here."""
        return frozenset(place for item in self.items for place in item.rows)

    def column(self, names: list[str]) -> Provenance:
        """Give the column that a name means."""
        *table, column = [name.lower() for name in names]
        if len(table) > 1:
            raise Refusal("SQL_NOT_ALLOWED", f"the name {'.'.join(names)} in parts")
        for flow in self._found(table[0] if table else "", column):
            return flow
        raise Refusal("SQL_INVALID", f"no column {'.'.join(names)} in {self._listed()}")

    def _found(self, table: str, column: str) -> Iterator[Provenance]:
        for item in self.items:
            if table in ("", item.name) and column in item.columns:
                yield item.columns[column]
        if not table and column in self.aliases:
            yield self.aliases[column]
        if self.parent is not None:
            yield from self.parent._found(table, column)

    def _listed(self) -> str:
        listed = [f"{item.name}.{column}" for item in self.items for column in item.columns]
        return ", ".join(listed)[:200] or "no table"


def base(query_id: str, columns: list[ColumnInfo]) -> Item:
    """Give a query result as a FROM clause names it."""
    flows = {info.name.lower(): _cell(query_id, info) for info in columns}
    return Item(query_id.lower(), flows, frozenset({(query_id, "")}))


def _cell(query_id: str, info: ColumnInfo) -> Provenance:
    place = (query_id, info.name)
    if info.number:
        kind = Kind.NUMBER
    elif info.date:
        kind = Kind.DATE
    else:
        kind = Kind.TRUTH if info.type == "BOOLEAN" else Kind.TEXT
    name = info.name.lower()
    return Provenance(
        kind=kind,
        core=f"{query_id}.{info.name}".lower(),
        sources=frozenset({place}),
        column=place,
        info=info,
        part=name if kind is Kind.NUMBER and name in DATE_PARTS else "",
    )
