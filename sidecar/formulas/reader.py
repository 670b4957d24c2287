"""Reads expressions at one place of a query: what every reader of a kind of nodes is given.

Every expression gives a ``Provenance``. A literal is judged by whatever takes it: arithmetic, a
condition, a function. What takes no literal asks for ``data`` and refuses one, so that a number
that nobody looked at never reaches the value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sidecar.formulas.columns import ColumnInfo
from sidecar.formulas.flows import Kind, Ledger, Position, Provenance
from sidecar.formulas.grounds import Grounds
from sidecar.formulas.literals import Literals
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.scope import Item, Scope
from sidecar.formulas.tree import Node

MAX_DEPTH = 60


@dataclass(frozen=True)
class Rules:
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
    ledger: Ledger
    kinds: Mapping[str, ReadsExpression]
    query: ReadsQuery


@dataclass(frozen=True)
class Reader:
    """A place of a query, from which its parts are read.

    Attributes:
        rules: What holds for the whole statement.
        scope: The names that may be used here.
        at: Where this is.
    """

    rules: Rules
    scope: Scope
    at: Position

    @property
    def grounds(self) -> Grounds:
        """What the text states."""
        return self.rules.grounds

    @property
    def ledger(self) -> Ledger:
        """What the statement has used so far."""
        return self.rules.ledger

    @property
    def condition_grounds(self) -> Grounds | None:
        """What arithmetic is judged by here: the text in a condition, nothing in a value."""
        return self.grounds if self.at.condition else None

    def moved(self, **changes: Any) -> Reader:
        """Give a reader of another place with the same names: see ``Position``."""
        return replace(self, at=replace(self.at, **changes))

    def named(self, scope: Scope) -> Reader:
        """Give a reader of this place with other names."""
        return replace(self, scope=scope)

    def deeper(self, what: str) -> Reader:
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
        if flow.kind not in (Kind.NUMBER, Kind.COUNT):
            raise Refusal("SQL_NOT_ALLOWED", "a number is wanted")
        return flow

    def text(self, node: Node) -> Provenance:
        """Give what an expression gives that is a text, which may be a literal."""
        flow = self.read(node)
        if flow.kind is not Kind.TEXT:
            raise Refusal("SQL_NOT_ALLOWED", "a text is wanted")
        return flow

    def cells(self, node: Node) -> Provenance:
        """Give what an expression gives that is a text of the data."""
        flow = self.data(node)
        if flow.kind is not Kind.TEXT:
            raise Refusal("SQL_NOT_ALLOWED", "a text is wanted")
        return flow

    def date(self, node: Node) -> Provenance:
        """Give what an expression gives that is a date of the data."""
        flow = self.data(node)
        if flow.kind is not Kind.DATE:
            raise Refusal("SQL_NOT_ALLOWED", "a date is wanted")
        return flow

    def condition(self, node: Node) -> Provenance:
        """Give a condition: what decides which rows count."""
        flow = self.moved(condition=True, aggregate=False).data(node)
        if flow.kind is not Kind.TRUTH:
            raise Refusal("SQL_NOT_ALLOWED", "a number or text as a condition")
        return flow

    def order(self, node: Node) -> None:
        """Read what rows are ordered by, or picked by their order."""
        self.moved(condition=True).data(node)

    def key(self, node: Node) -> None:
        """Read what rows are grouped or told apart by."""
        self.ledger.held |= self.moved(condition=True).data(node).sources

    def query(self, node: Node, **changes: Any) -> Item:
        """Read a query that may use the names of this place; changes are those of ``moved``."""
        return self.rules.query(self.moved(**changes), node)


ReadsExpression = Callable[[Reader, Node], Provenance]
"""Reads the nodes of one class."""

ReadsQuery = Callable[[Reader, Node], Item]
"""Reads a query, whose names are found in the scope of the reader."""
