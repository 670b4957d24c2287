"""ORDER BY, DISTINCT and LIMIT: what is done to the rows of a query in the end."""

from __future__ import annotations

from dataclasses import replace

from sidecar.formulas.expressions.values import whole
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.scope import Item, Scope
from sidecar.formulas.tree import Node, is_position, known, literal_text


def modified(reader: Reader, node: Node, item: Item) -> Item:
    """Give what a query gives after its modifiers."""
    scope = reader.scope
    ordered = Scope(items=[*scope.items, item], parent=scope, named=scope.named)
    last = reader.moved(outermost=False).named(ordered)
    for modifier in node["modifiers"]:
        match modifier["type"]:
            case "ORDER_MODIFIER":
                known(modifier, "orders")
                _keys(last, [order["expression"] for order in modifier["orders"]])
            case "DISTINCT_MODIFIER":
                known(modifier, "distinct_on_targets")
                _keys(last, modifier["distinct_on_targets"])
            case "LIMIT_MODIFIER":
                item = _first_rows(reader, modifier, item)
            case other:
                raise Refusal("SQL_NOT_ALLOWED", other.lower().replace("_", " "))
    return item


def _keys(reader: Reader, keys: list[Node]) -> None:
    for key in keys:
        if not is_position(key) and key["class"] != "STAR":
            reader.order(key)


def _first_rows(reader: Reader, node: Node, item: Item) -> Item:
    """LIMIT and OFFSET."""
    known(node, "limit", "offset", "limit_type")
    if node["limit_type"] != "ROW_COUNT":
        raise Refusal("SQL_NOT_ALLOWED", "LIMIT in per cent")
    limit, offset = node["limit"], node["offset"]
    if limit is not None:
        reader.rules.literals.limit(whole(limit, "LIMIT"))
    if offset is not None:
        reader.rules.literals.offset(whole(offset, "OFFSET"))
    one = limit is not None and literal_text(limit) == "1"
    reader.ledger.limited |= not one
    return replace(item, single=item.single or one)
