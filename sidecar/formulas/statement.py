"""Whether a query's value can only be one of the evidence: what its syntax tree shows.

A formula is written by the agent that is judged, or by a model that reads hostile tables. So the
tree is walked with a list of what may be there, and whatever else is there is refused. Its value
may be made of columns of the request's query results and of units; its conditions may pick rows by
what the text names. What the tree cannot show, ``gate`` finds out by running the query over changed
data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sidecar.formulas.columns import Tables
from sidecar.formulas.expressions.kinds import KINDS
from sidecar.formulas.flows import PIECE, Kind, Ledger, Place, Position
from sidecar.formulas.grounds import Grounds
from sidecar.formulas.literals import Literals
from sidecar.formulas.queries import query
from sidecar.formulas.reader import Reader, Rules, Scope
from sidecar.formulas.tree import Node, Refusal, root


class Selected(NamedTuple):
    """A value that a query picks rows by."""

    query_id: str
    column: str
    literal: str


@dataclass(frozen=True)
class Examined:
    """What a query does with the evidence.

    Attributes:
        reads: The columns that it reads, as query id and name; no name where it counts rows.
        selects: The labels and periods that it picks by equality or IN.
        values: The columns that flow into its value.
        held: The columns whose cells pick, join or group rows.
        compared: The columns that are compared with a threshold of the text.
        limited: Whether a written number says how many rows count.
    """

    reads: tuple[Place, ...]
    selects: tuple[Selected, ...]
    values: frozenset[Place]
    held: frozenset[Place]
    compared: frozenset[Place]
    limited: bool = False


def examine(tree: Node, tables: Tables, grounds: Grounds) -> Examined:
    """Say what a query does, or refuse it.

    Args:
        tree: The query, as ``tree.parse`` gives it.
        tables: The query results that it may read.
        grounds: What the text states.

    Returns:
        What it reads and picks by.

    Raises:
        Refusal: Its value could be something else than one of the evidence.
    """
    ledger = Ledger()
    rules = Rules(
        tables={name.lower(): (name, columns) for name, columns in tables.items()},
        grounds=grounds,
        literals=Literals(grounds, ledger),
        ledger=ledger,
        kinds=KINDS,
        query=query,
    )
    try:
        item = query(Reader(rules, Scope(), Position(outermost=True)), root(tree))
    except RecursionError:
        raise Refusal("TOO_COMPLEX", "expressions inside expressions") from None
    if len(item.columns) != 1:
        raise Refusal("NOT_ONE_VALUE", f"{len(item.columns)} columns")
    (flow,) = item.columns.values()
    if flow.kind not in (Kind.NUMBER, Kind.COUNT):
        raise Refusal("NOT_A_NUMBER", f"a {flow.kind.name.lower()}")
    if flow.part == PIECE or not flow.sources:
        raise Refusal("VALUE_NOT_OF_DATA", "no column of the evidence flows into the value")
    return Examined(
        tuple(ledger.reads),
        tuple(Selected(*selected) for selected in ledger.selects),
        flow.sources,
        frozenset(ledger.held),
        frozenset(ledger.compared),
        ledger.limited,
    )
