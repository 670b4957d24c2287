"""What reads each class of the engine's expressions. A class that is not here is refused."""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.formulas.expressions import (
    branches,
    calls,
    casts,
    conditions,
    subqueries,
    values,
    windows,
)
from sidecar.formulas.reader import ReadsExpression

KINDS: Mapping[str, ReadsExpression] = {
    "COLUMN_REF": values.column,
    "CONSTANT": values.constant,
    "FUNCTION": calls.function,
    "WINDOW": windows.window,
    "CAST": casts.cast,
    "CASE": branches.case,
    "SUBQUERY": subqueries.subquery,
    "OPERATOR": conditions.operator,
    "COMPARISON": conditions.comparison,
    "BETWEEN": conditions.between,
    "CONJUNCTION": conditions.conjunction,
}
