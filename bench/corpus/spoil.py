"""Wrong numbers, made from the data in the ways in which models err.

A kind is drawn for each number by its weight in ``KINDS``; where it cannot be had, the next is
drawn. A wrong number differs from the right one by more than its written precision, 2 % and half a
point, so that no tolerance decides. The draws depend on the file and answer alone.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from bench.analysts.derivations import evaluate
from bench.analysts.tables import AnalystTable
from bench.corpus.marks import NO_CLAIM, Marked, MarkedAnswer, Verb

_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SCALES = {"thousand": 3, "k": 3, "million": 6, "m": 6, "mn": 6, "billion": 9, "bn": 9, "b": 9}
_SCALE = re.compile(r"^\s?(thousand|million|billion|bn|mn|[kmb])\b", re.IGNORECASE)
_FEW = 3  # tries of a kind
_NEAR = 20  # characters between a word of direction and its number
_NEIGHBOURS: Mapping[str, tuple[str, ...]] = {
    "total": ("mean", "highest"),
    "mean": ("median", "highest"),
    "median": ("mean",),
    "highest": ("lowest", "mean"),
    "lowest": ("highest", "mean"),
    "growth": ("difference", "ratio"),
    "difference": ("growth",),
    "share": ("ratio",),
    "ratio": ("share",),
    "rank": ("lowest_rank",),
}
"""What is computed in the place of what."""


class Spoilt(NamedTuple):
    """A number as it became: its kind of error, and its text."""

    kind: str
    text: str


Make = Callable[[Marked, Fraction, Mapping[str, AnalystTable], random.Random], Fraction | None]


def other_row(
    number: Marked, _: Fraction, tables: Mapping[str, AnalystTable], rng: random.Random
) -> Fraction | None:
    """The same of another row or period: a key of the expression is exchanged."""
    tree = ast.parse(number.expression, mode="eval")
    keys = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id in tables
    ]
    if not keys:
        return None
    node = rng.choice(keys)
    if not isinstance(node.value, ast.Name):
        return None
    width = len(node.slice.elts) if isinstance(node.slice, ast.Tuple) else 1
    row = rng.choice([*tables[node.value.id]])
    node.slice = ast.Constant(row.leading(width) if width > 1 else row.leading(1)[0])
    return _value(tree, tables)


def other_column(
    number: Marked, _: Fraction, tables: Mapping[str, AnalystTable], rng: random.Random
) -> Fraction | None:
    """The same of another column of numbers."""
    tree = ast.parse(number.expression, mode="eval")
    columns = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & set(tables)
    if not columns or len(named) != 1:
        return None
    numeric = tables[named.pop()].numeric()
    node = rng.choice(columns)
    if node.attr not in numeric or len(numeric) < 2:
        return None
    node.attr = rng.choice([name for name in numeric if name != node.attr])
    return _value(tree, tables)


def other_derivation(
    number: Marked, _: Fraction, tables: Mapping[str, AnalystTable], rng: random.Random
) -> Fraction | None:
    """Another computation of the same operands."""
    tree = ast.parse(number.expression, mode="eval")
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in _NEIGHBOURS
    ]
    if not calls:
        return None
    node = rng.choice(calls)
    if isinstance(node.func, ast.Name):
        node.func.id = rng.choice(_NEIGHBOURS[node.func.id])
    return _value(tree, tables)


def digit(
    number: Marked, value: Fraction, _: Mapping[str, AnalystTable], rng: random.Random
) -> Fraction | None:
    """One digit replaced, or two exchanged."""
    found = _DIGITS.search(number.text)
    if found is None:
        return None
    digits = list(found[0])
    places = [at for at, one in enumerate(digits) if one.isdigit()]
    at = rng.choice(places)
    if at + 1 in places and rng.random() < 0.5:
        digits[at], digits[at + 1] = digits[at + 1], digits[at]
    else:
        digits[at] = rng.choice("123456789")
    written = Fraction("".join(digits).replace(",", ""))
    right = Fraction(found[0].replace(",", ""))
    return value * written / right if right else None


def scale(
    _: Marked, value: Fraction, __: Mapping[str, AnalystTable], rng: random.Random
) -> Fraction:
    """Ten or a hundred times, or that part."""
    return value * rng.choice([Fraction(10), Fraction(100), Fraction(1, 10), Fraction(1, 100)])


def invented(
    _: Marked, value: Fraction, __: Mapping[str, AnalystTable], rng: random.Random
) -> Fraction:
    """A number of about the same size out of nowhere."""
    return value * Fraction(round(rng.uniform(0.4, 2.5), 4)).limit_denominator(9973)


KINDS: Mapping[str, tuple[int, Make]] = {
    "row": (34, other_row),
    "column": (14, other_column),
    "derivation": (12, other_derivation),
    "digit": (14, digit),
    "scale": (5, scale),
    "invented": (15, invented),
}
"""Kinds with their weights; directions are turned besides, see ``turned``."""


def spoil(number: Marked, tables: Mapping[str, AnalystTable], rng: random.Random) -> Spoilt | None:
    """A wrong number in the place of a right one; None where none can be written alike."""
    if number.expression == NO_CLAIM or _DIGITS.search(number.text) is None:
        return None
    value = evaluate(number.expression, tables)
    kinds = list(KINDS)
    while kinds:
        kind = rng.choices(kinds, [KINDS[k][0] for k in kinds])[0]
        kinds.remove(kind)
        for _ in range(_FEW):
            wrong = KINDS[kind][1](number, value, tables, rng)
            text = None if wrong is None else rewritten(number.text, value, wrong)
            if text is not None:
                return Spoilt(kind, text)
    return None


def turned(answer: MarkedAnswer, number: Marked) -> Verb | None:
    """The word of direction that belongs to a number: none is nearer to it than this one."""
    for verb in answer.verbs:
        nearest = min(answer.numbers, key=lambda one: _gap(verb, one))
        if nearest is number and _gap(verb, number) <= _NEAR:
            return verb
    return None


def _gap(verb: Verb, number: Marked) -> int:
    """Characters between a word of direction and a number, which rather follows it."""
    before = verb.start < number.start
    return number.start - verb.end if before else 3 * (verb.start - number.end)


def rewritten(text: str, right: Fraction, wrong: Fraction) -> str | None:
    """A wrong value as the right one is written; None where nobody could tell them apart."""
    found = _DIGITS.search(text)
    if found is None or (right < 0) != (wrong < 0):
        return None
    scale_word = _SCALE.match(text[found.end() :])
    power = Fraction(10) ** (_SCALES[scale_word[1].lower()] if scale_word else 0)
    places = len(found[0].partition(".")[2])
    size = abs(wrong) / power
    shown = f"{float(size):,.{places}f}"
    if "," not in found[0] and (len(found[0]) < 4 or not shown.replace(",", "").isdigit()):
        shown = shown.replace(",", "") if len(shown) < 6 else shown
    written, told = (Fraction(x.replace(",", "")) for x in (shown, found[0]))
    half = Fraction(1, 2 * 10**places)
    room = max(half, told / 50, Fraction(1, 2) if "%" in text or "point" in text else Fraction(0))
    if abs(written - told) <= room or not written or float(size) > 1e15:
        return None
    if abs(written - size) > size / 20:
        return None
    return text[: found.start()] + shown + text[found.end() :]


def _value(tree: ast.Expression, tables: Mapping[str, AnalystTable]) -> Fraction | None:
    try:
        return evaluate(ast.unparse(tree), tables)
    except Exception:  # such a row or column may lack what the expression asks for
        return None
