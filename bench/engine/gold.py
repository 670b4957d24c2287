"""What each labelled number means: the formula, rows and value that its expression tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from bench.analysts.derivations import DERIVATIONS, evaluate
from bench.analysts.tables import AnalystTable, Row
from sidecar.binding.engine.candidates import Candidates
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.formulas import FORMULAS
from sidecar.binding.engine.links import Links

_FAMILIES: Mapping[str, tuple[str, ...]] = {
    "cell": ("cell",),
    "total": ("sum", "cell", "column sum"),
    "running": ("sum",),
    "mean": ("mean", "cell"),
    "median": ("median", "cell"),
    "wmean": ("weighted mean",),
    "share": ("share", "column share", "row share"),
    "growth": ("growth", "gap share", "column gap share"),
    "index": ("column share", "row share"),
    "difference": ("change", "gap", "column gap", "rest", "unknown rows"),
    "points": ("change", "gap", "column gap"),
    "ratio": ("times", "times before", "quotient", "column times"),
    "count": ("rows", "distinct", "rows above", "rows below", "known rows", "unknown rows"),
    "rank": ("rank",),
    "lowest_rank": ("rank from below",),
    "highest": ("highest", "cell"),
    "lowest": ("lowest", "cell"),
    "spread": ("spread",),
    "add": ("column sum", "sum"),
    "multiply": (),
    "convert": (),
    "compound": (),
}
"""The formulas that a function of an expression may be."""

_OPERATORS = {ast.Add: "add", ast.Sub: "difference", ast.Div: "ratio", ast.Mult: "multiply"}


class Meaning(NamedTuple):
    """What a number means.

    Attributes:
        function: What its expression computes.
        formulas: Places of the formulas that it may be.
        value: What is right, in the unit of the number.
        table: The query result; -1 where several are read, or which is not known.
        rows: The rows of its operands.
        single: Whether each operand is of one row.
    """

    function: str
    formulas: frozenset[int]
    value: float
    table: int = -1
    rows: frozenset[int] = frozenset()
    single: bool = False


def meaning(
    expression: str, tables: Mapping[str, AnalystTable], factor: float = 1.0
) -> Meaning | None:
    """The meaning of an expression; None where it cannot be evaluated."""
    try:
        value = float(evaluate(expression, tables)) * factor
        tree = ast.parse(expression.strip(), mode="eval").body
        function = _function(tree)
        operands = list(_operands(tree, tables))
    except Exception:  # expressions may raise anything; such numbers teach nothing
        return None
    formulas = formulas_of(function)
    places = {table for table, _ in operands}
    if len(places) != 1:
        return Meaning(function, formulas, value)
    rows = frozenset(row for _, rows in operands for row in rows)
    return Meaning(
        function, formulas, value, places.pop(), rows, all(len(rows) == 1 for _, rows in operands)
    )


def formulas_of(function: str) -> frozenset[int]:
    """The places of the formulas that a function may be."""
    names = _FAMILIES[function]
    return frozenset(p for p, one in enumerate(FORMULAS) if one.name in names)


def _function(node: ast.expr) -> str:
    """What an expression computes, but for constant factors."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "abs":
            return _function(node.args[0])
        return node.func.id
    if isinstance(node, ast.Attribute | ast.Subscript):
        return "cell"
    if isinstance(node, ast.UnaryOp):
        return _function(node.operand)
    if isinstance(node, ast.BinOp):
        left, right = _is_constant(node.left), _is_constant(node.right)
        if left != right and isinstance(node.op, ast.Mult | ast.Div):
            return _function(node.right if left else node.left)
        return _OPERATORS[type(node.op)]
    raise KeyError(type(node))


def _is_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_constant(node.operand)
    return isinstance(node, ast.Constant)


def _operands(
    node: ast.AST, tables: Mapping[str, AnalystTable]
) -> Iterator[tuple[int, Sequence[int]]]:
    """The query result and the rows of each operand of an expression."""
    name = _table_of(node)
    if name in tables:
        whole = tables[name]
        names = {"__builtins__": {}, **DERIVATIONS, **tables}
        told = eval(ast.unparse(node), names)  # the sets belong to this repository
        picked = {id(row) for row in ([told] if isinstance(told, Row) else told)}
        yield [*tables].index(name), [at for at, row in enumerate(whole) if id(row) in picked]
    elif not isinstance(node, ast.Lambda):
        for child in ast.iter_child_nodes(node):
            yield from _operands(child, tables)


def _table_of(node: ast.AST) -> str:
    """The name of the table that an expression takes rows of; empty where it is none."""
    if isinstance(node, ast.Subscript):
        node = node.value
    elif isinstance(node, ast.Call):
        node = node.func
    return node.id if isinstance(node, ast.Name) else ""


def find_intended(
    found: Candidates, links: Links, evidence: EngineEvidence, told: Meaning
) -> np.ndarray:
    """Which candidates are the intended one."""
    right = np.isin(found.formula, list(told.formulas))
    reach = 1e-9 + 1e-7 * abs(told.value)
    same = np.abs(np.abs(found.value) - abs(told.value)) <= reach
    same |= np.abs(np.abs(found.alternative) - abs(told.value)) <= reach
    right &= same
    if told.rows and right.any():
        exact = np.array(
            [_is_of(at, found, links, evidence, told) for at in np.flatnonzero(right).tolist()]
        )
        if exact.any():
            right[np.flatnonzero(right)] = exact
    return right


def _is_of(
    at: int, found: Candidates, links: Links, evidence: EngineEvidence, told: Meaning
) -> bool:
    """Whether a candidate is of the rows that a number means."""
    sets = [links.sets[int(found.rows[at])]]
    if found.second[at] >= 0:
        sets.append(links.sets[int(found.second[at])])
    view = evidence.views[sets[0].view]
    if view.table != told.table:
        return False
    rows = {int(view.table_rows[r]) for one in sets for r in _rows(evidence, one.view, one.options)}
    return rows == told.rows if told.single else not told.rows.isdisjoint(rows)


def _rows(
    evidence: EngineEvidence, view: int, options: Sequence[tuple[int, ...] | None]
) -> np.ndarray:
    mask = np.ones(evidence.views[view].rows, np.bool_)
    for dimension, codes in zip(evidence.views[view].dimensions, options, strict=True):
        if codes is not None:
            mask &= np.isin(dimension.codes, codes)
    return np.flatnonzero(mask)
