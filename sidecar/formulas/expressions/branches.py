"""Choices between values: CASE, IF and COALESCE.

A choice is made row by row, inside an aggregate: between whole values it would tell one set of data
from another. What guards a division by nought is the exception.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sidecar.formulas.expressions.values import one_of
from sidecar.formulas.flows import PIECE, Kind, Provenance, merged
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node, known


def case(reader: Reader, node: Node) -> Provenance:
    """CASE WHEN condition THEN value ELSE value END."""
    known(node, "case_checks", "else_expr")
    whens = [check["when_expr"] for check in node["case_checks"]]
    branches = [check["then_expr"] for check in node["case_checks"]]
    return _cases(reader, whens, [*branches, node["else_expr"]])


def if_else(reader: Reader, _name: str, parts: list[Node]) -> Provenance:
    """IF(condition, value, value)."""
    return _cases(reader, parts[:1], parts[1:])


def coalesce(reader: Reader, nodes: Sequence[Node]) -> Provenance:
    """The first value that is not missing; a written one may be nought."""
    flows = [reader.read(node) for node in nodes]
    for flow in flows:
        if flow.constant and flow.literal not in (None, 0, ""):
            raise Refusal("VALUE_NOT_OF_DATA", f"coalesce with {flow.literal}")
    data = [flow for flow in flows if not flow.constant]
    if not data:
        raise Refusal("VALUE_NOT_OF_DATA", "coalesce of written values")
    return one_of(data)


def _cases(reader: Reader, whens: Sequence[Node], branches: Sequence[Node]) -> Provenance:
    conditions = [reader.condition(when) for when in whens]
    flows = [reader.read(branch) for branch in branches]
    _guarded(reader, conditions, flows)
    data = [flow for flow in flows if not flow.constant]
    written = [flow for flow in flows if flow.constant and not flow.null]
    _written(written, beside_data=bool(data))
    if not data:
        return _chosen(conditions, written)
    return replace(one_of(data), column=None, core=_core(data, conditions))


def _guarded(reader: Reader, conditions: Sequence[Provenance], flows: Sequence[Provenance]) -> None:
    """Refuse a choice that is not made row by row, but for what guards against nought."""
    at = reader.at
    guarded = all(flow.against_zero for flow in conditions)
    by_row = not any(flow.grouped for flow in [*conditions, *flows])
    if not guarded and not (by_row and (at.aggregate or at.condition or not at.outermost)):
        raise Refusal("VALUE_NOT_OF_DATA", "a choice between values outside an aggregate")


def _written(written: Sequence[Provenance], *, beside_data: bool) -> None:
    """Refuse written values that a branch may not have."""
    for flow in written:
        if flow.kind is Kind.NUMBER and flow.literal not in (0, 1):
            raise Refusal("VALUE_NOT_OF_DATA", f"{flow.literal} in a branch")
        if beside_data and flow.literal == 1:
            raise Refusal("VALUE_NOT_OF_DATA", "a one beside data in a branch")


def _core(values: Sequence[Provenance], conditions: Sequence[Provenance]) -> str:
    if all(flow.against_zero for flow in conditions):
        return values[0].core
    return "case " + "|".join(flow.core for flow in [*conditions, *values])


def _chosen(conditions: Sequence[Provenance], written: Sequence[Provenance]) -> Provenance:
    """A choice between written values: noughts and ones, or names of groups."""
    if all(flow.against_zero for flow in conditions) and not written:
        raise Refusal("VALUE_NOT_OF_DATA", "a choice of nothing")
    core = "case " + "|".join(flow.core for flow in [*conditions, *written])
    sources = merged(conditions)
    if any(flow.kind is not Kind.NUMBER for flow in written):
        return Provenance(kind=Kind.TEXT, core=core, sources=sources, part=PIECE)
    return Provenance(kind=Kind.COUNT, core=core, sources=sources, indicator=True)
