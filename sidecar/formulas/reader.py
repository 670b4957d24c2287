"""Reads expressions at one place of a query, where each name means one column."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sidecar.formulas.columns import DATE_PARTS, ColumnInfo
from sidecar.formulas.flows import Place, Provenance, QueryPosition, QueryUsage, ValueKind
from sidecar.formulas.grounds import Grounds
from sidecar.formulas.literals import Literals
from sidecar.formulas.tree import Node, Refusal


@dataclass(frozen=True)
class FromItem:
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

    def called(self, name: str) -> FromItem:
        """The same under another name: a column of it is another operand than that of its twin."""
        columns = {
            key: flow if flow.kind is ValueKind.COUNT else replace(flow, core=f"{name}.{key}")
            for key, flow in self.columns.items()
        }
        return replace(self, name=name.lower(), columns=columns)

    def renamed(self, names: list[str]) -> FromItem:
        """The same with other names for its first columns."""
        old = list(self.columns)
        keys = [*(name.lower() for name in names), *old[len(names) :]]
        return replace(self, columns=dict(zip(keys, self.columns.values(), strict=False)))


@dataclass
class NameScope:
    """The names that an expression may use.

    Attributes:
        items: What the FROM clause names.
        parent: The names of the query around it, which a subquery may use too.
        aliases: The select list's own names.
        named: The queries that WITH gave a name, in lower case.
    """

    items: list[FromItem] = field(default_factory=list)
    parent: NameScope | None = None
    aliases: dict[str, Provenance] = field(default_factory=dict)
    named: dict[str, FromItem] = field(default_factory=dict)

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


def make_from_item(query_id: str, columns: list[ColumnInfo]) -> FromItem:
    """Give a query result as a FROM clause names it."""
    flows = {info.name.lower(): _cell(query_id, info) for info in columns}
    return FromItem(query_id.lower(), flows, frozenset({(query_id, "")}))


def _cell(query_id: str, info: ColumnInfo) -> Provenance:
    place = (query_id, info.name)
    if info.number:
        kind = ValueKind.NUMBER
    elif info.date:
        kind = ValueKind.DATE
    else:
        kind = ValueKind.TRUTH if info.type == "BOOLEAN" else ValueKind.TEXT
    name = info.name.lower()
    return Provenance(
        kind=kind,
        core=f"{query_id}.{info.name}".lower(),
        sources=frozenset({place}),
        column=place,
        info=info,
        part=name if kind is ValueKind.NUMBER and name in DATE_PARTS else "",
    )


# Reads expressions at one place of a query: what every reader of a kind of nodes is given.
#
# Every expression gives a ``Provenance``. A literal is judged by whatever takes it: arithmetic, a
# condition, a function. What takes no literal asks for ``data`` and refuses one, so that a number
# that nobody looked at never reaches the value.

MAX_DEPTH = 60


@dataclass(frozen=True)
class StatementRules:
    """What holds for a whole statement.

    Attributes:
        tables: The query results that it may read, by query id in lower case, with their ids.
        grounds: What the text states.
        literals: What judges the values in conditions.
        ledger: What the statement has used so far.
        kinds: What reads each class of expressions.
        query: What reads a query inside the query.
    """

    tables: Mapping[str, tuple[str, Sequence[ColumnInfo]]]
    grounds: Grounds
    literals: Literals
    ledger: QueryUsage
    kinds: Mapping[str, ReadsExpression]
    query: ReadsQuery


@dataclass(frozen=True)
class ExpressionReader:
    """A place of a query, from which its parts are read.

    Attributes:
        rules: What holds for the whole statement.
        scope: The names that may be used here.
        at: Where this is.
    """

    rules: StatementRules
    scope: NameScope
    at: QueryPosition

    @property
    def grounds(self) -> Grounds:
        """What the text states."""
        return self.rules.grounds

    @property
    def ledger(self) -> QueryUsage:
        """What the statement has used so far."""
        return self.rules.ledger

    @property
    def condition_grounds(self) -> Grounds | None:
        """What arithmetic is judged by here: the text in a condition, nothing in a value."""
        return self.grounds if self.at.condition else None

    def moved(self, **changes: Any) -> ExpressionReader:
        """Give a reader of another place with the same names: see ``QueryPosition``."""
        return replace(self, at=replace(self.at, **changes))

    def named(self, scope: NameScope) -> ExpressionReader:
        """Give a reader of this place with other names."""
        return replace(self, scope=scope)

    def deeper(self, what: str) -> ExpressionReader:
        """Give a reader one level further down.

        Raises:
            Refusal: It is too deep.
        """
        if self.at.depth >= MAX_DEPTH:
            raise Refusal("TOO_COMPLEX", f"{what} inside {what}")
        return self.moved(depth=self.at.depth + 1)

    def read(self, node: Node) -> Provenance:
        """Give what an expression gives, which may be a literal.

        Raises:
            Refusal: A formula may not use it.
        """
        reads = self.rules.kinds.get(node["class"])
        deeper = self.deeper("expressions")
        if reads is None:
            raise Refusal("SQL_NOT_ALLOWED", f"{node['class'].lower()} {node['type'].lower()}")
        return reads(deeper, node)

    def data(self, node: Node) -> Provenance:
        """Give what an expression gives that may be no literal."""
        flow = self.read(node)
        if flow.constant:
            written = "NULL" if flow.null else flow.literal
            reason = "LITERAL_NOT_GROUNDED" if self.at.condition else "VALUE_NOT_OF_DATA"
            raise Refusal(reason, f"{written} where data belong")
        return flow

    def number(self, node: Node) -> Provenance:
        """Give what an expression gives that is a number of the data."""
        flow = self.data(node)
        if flow.kind not in (ValueKind.NUMBER, ValueKind.COUNT):
            raise Refusal("SQL_NOT_ALLOWED", "a number is wanted")
        return flow

    def text(self, node: Node) -> Provenance:
        """Give what an expression gives that is a text, which may be a literal."""
        flow = self.read(node)
        if flow.kind is not ValueKind.TEXT:
            raise Refusal("SQL_NOT_ALLOWED", "a text is wanted")
        return flow

    def cells(self, node: Node) -> Provenance:
        """Give what an expression gives that is a text of the data."""
        flow = self.data(node)
        if flow.kind is not ValueKind.TEXT:
            raise Refusal("SQL_NOT_ALLOWED", "a text is wanted")
        return flow

    def date(self, node: Node) -> Provenance:
        """Give what an expression gives that is a date of the data."""
        flow = self.data(node)
        if flow.kind is not ValueKind.DATE:
            raise Refusal("SQL_NOT_ALLOWED", "a date is wanted")
        return flow

    def condition(self, node: Node) -> Provenance:
        """Give a condition: what decides which rows count."""
        flow = self.moved(condition=True, aggregate=False).data(node)
        if flow.kind is not ValueKind.TRUTH:
            raise Refusal("SQL_NOT_ALLOWED", "a number or text as a condition")
        return flow

    def order(self, node: Node) -> None:
        """Read what rows are ordered by, or picked by their order."""
        self.moved(condition=True).data(node)

    def key(self, node: Node) -> None:
        """Read what rows are grouped or told apart by."""
        self.ledger.held |= self.moved(condition=True).data(node).sources

    def query(self, node: Node, **changes: Any) -> FromItem:
        """Read a query that may use the names of this place; changes are those of ``moved``."""
        return self.rules.query(self.moved(**changes), node)


ReadsExpression = Callable[[ExpressionReader, Node], Provenance]
"""Reads the nodes of one class."""

ReadsQuery = Callable[[ExpressionReader, Node], FromItem]
"""Reads a query, whose names are found in the scope of the reader."""
