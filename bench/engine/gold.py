"""What each labelled number means: the formula and value that its expression tells."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from bench.analysts.derivations import evaluate
from bench.analysts.tables import Table
from sidecar.binding.engine.candidates import Candidates
from sidecar.binding.engine.formulas import FORMULAS

_FAMILIES: Mapping[str, tuple[str, ...]] = {
    "cell": ("cell",),
    "total": ("sum", "cell", "column sum"),
    "running": ("sum",),
    "mean": ("mean", "cell"),
    "median": ("median", "cell"),
    "share": ("share", "column share"),
    "growth": ("growth", "gap share", "column gap share"),
    "index": ("column share",),
    "difference": ("change", "gap", "column gap", "rest"),
    "points": ("change", "gap", "column gap"),
    "ratio": ("times", "times before", "quotient", "column times"),
    "count": ("rows", "distinct", "rows above", "rows below"),
    "rank": ("rank",),
    "lowest_rank": ("rank from below",),
    "highest": ("highest", "cell"),
    "lowest": ("lowest", "cell"),
    "spread": ("spread",),
    "add": ("column sum", "sum"),
    "convert": (),
    "compound": (),
    "wmean": (),
}
"""The formulas that a function of an expression may be."""


class Meaning(NamedTuple):
    """What a number means.

    Attributes:
        formulas: Places of the formulas that it may be.
        value: What is right, in the unit of the number.
        row, column: Of a cell whose place is known, else -1.
    """

    formulas: frozenset[int]
    value: float
    row: int = -1
    column: int = -1


def meaning(expression: str, tables: Mapping[str, Table], factor: float = 1.0) -> Meaning | None:
    """The meaning of an expression; None where it is computed in no way of the engine's."""
    try:
        value = float(evaluate(expression, tables)) * factor
        names = _FAMILIES[_function(ast.parse(expression.strip(), mode="eval").body)]
    except Exception:  # expressions may raise anything; such numbers teach nothing
        return None
    return Meaning(frozenset(p for p, one in enumerate(FORMULAS) if one.name in names), value)


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
        left, right = isinstance(node.left, ast.Constant), isinstance(node.right, ast.Constant)
        if left != right and isinstance(node.op, ast.Mult | ast.Div):
            return _function(node.right if left else node.left)
        return {ast.Add: "add", ast.Sub: "difference", ast.Div: "ratio"}[type(node.op)]
    raise KeyError(type(node))


def meant(found: Candidates, told: Meaning) -> np.ndarray:
    """Which candidates are the meant one."""
    right = np.isin(found.formula, list(told.formulas))
    reach = 1e-9 + 1e-7 * abs(told.value)
    same = np.abs(np.abs(found.value) - abs(told.value)) <= reach
    same |= np.abs(np.abs(found.alternative) - abs(told.value)) <= reach
    return right & same
