"""Numbers of an answer as its author marked them.

``{80.2}`` is a cell, ``{12.3=80.2-67.9}`` is derived, ``{~121,000=120835}`` is rounded to its
zeros. A wrong number has ``!``, its kind and, where there is a right one, that after a tilde:
``{!n 80.9~80.2}``. ``{?1200}`` is only in the question.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from bench.data.conversations.tool_texts import Rows

_MARKED = re.compile(r"\{([^{}]+)\}")
_NUMERAL = re.compile(r"([-+]?)\$?(\d[\d,]*(?:\.\d+)?)(%| million| billion|k|M)?")
_POWERS = {"k": 3, "M": 6, " million": 6, " billion": 9}
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_WORDS = {"one": 1, "four": 4, "five": 5, "six": 6, "nine": 9, "ten": 10}
_WRONG = {
    "n": "near_miss",
    "r": "other_row",
    "t": "wrong_derived",
    "p": "premise_contradicted",
    "i": "invented",
}
_CONSTANTS = {1.0, 60.0, 100.0, 1e3, 1e6}  # of percentages and units


def value_and_step(text: str) -> tuple[Decimal, Decimal]:
    """A written number and the unit of its last digit."""
    if text.lower() in _WORDS:
        return Decimal(_WORDS[text.lower()]), Decimal(1)
    match = _NUMERAL.fullmatch(text)
    if match is None:
        raise ValueError(f"not a number: {text}")
    sign, digits, suffix = match.groups()
    scale = Decimal(10 ** _POWERS.get(suffix or "", 0))
    number = Decimal(digits.replace(",", ""))
    step = Decimal(1).scaleb(int(number.as_tuple().exponent))
    return (-number if sign == "-" else number) * scale, step * scale


def is_written(text: str, value: float, *, round_zeros: bool = False) -> bool:
    """Whether a value, rounded as the text is, is what the text says.

    Zeros at its end may be digits or, as in "about 121,000", say how it was rounded.
    """
    written, step = value_and_step(text)
    while round_zeros and written and written % (step * 10) == 0:
        step *= 10
    return abs(written - Decimal(str(value))) <= step / 2 + Decimal("1e-9")


class Given:
    """The results a conversation has, as the arithmetic of its answer uses them."""

    def __init__(self, results: Sequence[Rows]) -> None:
        self._results = results
        self._cells = {
            float(value)
            for result in results
            for row in result.rows
            for value in row
            if isinstance(value, int | float)
        }
        texts = [str(value) for result in results for row in result.rows for value in row]
        years = {float(text[:4]) for text in texts if _DATE.fullmatch(text)}
        self._operands = _CONSTANTS | self._cells | {-cell for cell in self._cells} | years

    def has_cell(self, text: str) -> bool:
        """Whether some cell reads as the text does."""
        return any(is_written(text, value) for value in self._cells)

    def has_value(self, expression: str) -> bool:
        """Whether an expression only names a cell."""
        return isinstance(ast.parse(expression, mode="eval").body, ast.Constant)

    def value(self, expression: str) -> float:
        """The value of arithmetic over cells, and S, A and N: sum, mean and count of rows."""
        tree = ast.parse(expression, mode="eval")
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
                self._check_operand(tree, node)
        functions = {"S": self._sum, "A": self._mean, "N": self._count}
        compiled = compile(tree, expression, "eval")
        return float(eval(compiled, {"__builtins__": {}}, functions))

    def _check_operand(self, tree: ast.Expression, node: ast.Constant) -> None:
        in_call = any(isinstance(call, ast.Call) and node in call.args for call in ast.walk(tree))
        if not in_call and float(node.value) not in self._operands:  # type: ignore[arg-type]
            raise ValueError(f"{node.value!r} is not a cell of the results")

    def _column(self, result: int, name: str) -> list[float]:
        rows = self._results[result]
        return [row[rows.columns.index(name)] for row in rows.rows]

    def _sum(self, result: int, name: str) -> float:
        return sum(self._column(result, name))

    def _mean(self, result: int, name: str) -> float:
        return self._sum(result, name) / self._count(result)

    def _count(self, result: int) -> int:
        return len(self._results[result].rows)


def _label(mark: str, given: Given) -> dict[str, Any]:
    if mark.startswith("?"):
        return {"text": mark[1:], "right": False, "kind": "premise_only"}
    if mark.startswith("!"):
        kind, written = mark[1:].split(" ", 1)
        text, _, true = written.partition("~")
        label: dict[str, Any] = {"text": text, "right": False, "kind": _WRONG[kind]}
        if true:
            label["true_value"] = round(given.value(true), 6)
            if is_written(text, label["true_value"]):
                raise ValueError(f"{text} is right")
        return label
    text, _, expression = mark.removeprefix("~").partition("=")
    rounded = mark.startswith("~")
    if not expression:
        right, kind = given.has_cell(text), "cell"
    else:
        right = is_written(text, given.value(expression), round_zeros=rounded)
        kind = "rounded" if rounded else "cell" if given.has_value(expression) else "derived"
    if not right:
        raise ValueError(f"{mark} is not what the results give")
    return {"text": text, "right": True, "kind": kind}


def read_answer(marked: str, given: Given) -> tuple[str, list[dict[str, Any]]]:
    """An answer without its marks, and the labels of its numbers in order."""
    text, labels, done = "", [], 0
    for match in _MARKED.finditer(marked):
        label = _label(match[1], given)
        text += marked[done : match.start()]
        labels.append({"text": label["text"], "start": len(text)} | label)
        text += label["text"]
        done = match.end()
    return text + marked[done:], labels
